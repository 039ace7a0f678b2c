package app

import (
	"context"
	"maps"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/engine/report"
	"holdfast/views"
)

// sessionState is the name of the projection that is the session itself.
const sessionState = "SESSION_STATE"

// projectionsPane lists the projections: what the conversations changed, and the
// session as SESSION_STATE tells it. What is new of them is marked until the
// operator has looked at it.
type projectionsPane struct {
	rows     views.List
	items    items.List
	prints   map[string]string // of the items
	entities int
	lost     int  // that a recovery could not bring back
	known    bool // the list was read

	looked map[string]looked // by session
	drawn  map[string]string // items that were seen since the projection was opened, with their prints
	open   string            // the projection that is being looked at, "" for none
	filter string            // of the items of the opened projection
	picks  map[string]pick   // by projection: the item under the cursor
	marks  map[string]bool   // lost entities that are marked

	pages map[string]*page // made of what is known now
	kept  views.Entries
}

// looked is what the operator has looked at in a session. It is replaced, never
// changed, since commands hold it.
type looked struct {
	prints map[string]string // of items by id
	state  int64             // seq of the SESSION_STATE
	rows   map[string]string // of the SESSION_STATE; nil before it was looked at
}

// pick is the item under the cursor: by its id, or where that is gone, its place.
type pick struct {
	id string
	at int
}

func newProjectionsPane() *projectionsPane {
	return &projectionsPane{drawn: map[string]string{}, looked: map[string]looked{}, picks: map[string]pick{}, marks: map[string]bool{}, pages: map[string]*page{}}
}

func (*projectionsPane) number() string { return "4" }
func (*projectionsPane) title() string  { return "Projections" }

func (p *projectionsPane) list() *views.List { return &p.rows }

// bare reports whether no projection holds anything.
func (p *projectionsPane) bare() bool { return len(p.items.Items)+p.items.Left == 0 && p.lost == 0 }

func (*projectionsPane) none(report.Status) string { return "no items yet" }

func (*projectionsPane) empty(report.Status) string {
	return "What you decide in conversations appears here: goals, decisions, tasks."
}

// tally counts what is in force, as ACTIVE_STATE does, and what is new of it.
func (p *projectionsPane) tally(t *views.Theme) string {
	for _, r := range p.rows.Rows() {
		if r := r.(views.Projection); r.Name == items.ActiveState {
			return views.Fresh(r.Count, r.New, r.Changed, t)
		}
	}
	return views.Fresh(0, 0, 0, t)
}

func (p *projectionsPane) load(ctx context.Context, e Engine) (func(), error) {
	list, err := e.ItemList(ctx)
	if err != nil {
		return nil, err
	}
	status, prints := e.Status(), p.prints
	if !p.has(list) {
		prints = printsOf(list.Items)
	}
	return func() { p.take(list, prints, status.Entities, status.Lost) }, nil
}

// has reports whether a list is the one that is shown, which changes only while none
// is read.
func (p *projectionsPane) has(list items.List) bool {
	return p.known && list.Session == p.items.Session && list.Version == p.items.Version
}

// printsOf are the prints of items; making them is for a command.
func printsOf(items []delta.Item) map[string]string {
	out := make(map[string]string, len(items))
	for i := range items {
		out[items[i].ID] = items[i].Print()
	}
	return out
}

// take takes a list. What there is when a session is first seen was looked at
// before.
func (p *projectionsPane) take(list items.List, prints map[string]string, entities, lost int) {
	if p.has(list) && list.State == p.items.State && entities == p.entities && lost == p.lost {
		return
	}
	if list.Session != p.items.Session {
		p.drawn, p.open, p.filter = map[string]string{}, "", ""
		clear(p.picks)
		clear(p.marks)
	}
	p.items, p.prints, p.entities, p.lost, p.known = list, prints, entities, lost, true
	if _, seen := p.looked[list.Session]; !seen {
		p.looked[list.Session] = looked{prints: prints, state: list.State}
	}
	p.redraw()
}

// redraw makes rows and pages anew.
func (p *projectionsPane) redraw() {
	clear(p.pages)
	rows := make([]views.Row, 0, len(items.Projections)+1)
	for _, name := range items.Projections {
		rows = append(rows, p.rowOf(name))
	}
	last := views.Projection{Name: sessionState, Count: p.entities, Note: views.Count(p.entities, "symbol", "symbols")}
	if p.lost > 0 {
		last.Note += ", " + count(p.lost) + " lost"
	}
	if p.items.State > 0 {
		last.Note += ", seq " + count(int(p.items.State))
	}
	if p.items.State != p.looked[p.items.Session].state {
		last.Changed = 1
	}
	p.rows.Set(append(rows, last))
}

func (p *projectionsPane) rowOf(name string) views.Projection {
	row := views.Projection{Name: name}
	ended := 0
	for _, s := range items.ProjectionOf(name, p.items.Items).Sections {
		for _, it := range s.Items {
			if it.Open() {
				row.Count++
			} else {
				ended++
			}
			switch n := p.novelty(it); {
			case n == views.IsNew && it.Open():
				row.New++
			case n != "": // what ended before it was looked at is no part of the count
				row.Changed++
			}
		}
	}
	open, over := "in force", "superseded"
	if name == items.Tasks {
		open, over = "open", "resolved"
	}
	switch {
	case ended > 0:
		row.Note = count(row.Count) + " " + open + ", " + count(ended) + " " + over
	case row.Count > 0:
		row.Note = count(row.Count) + " " + open
	default:
		row.Note = "nothing yet"
	}
	return row
}

// novelty tells what is new of an item since it was last looked at.
func (p *projectionsPane) novelty(it *delta.Item) views.Novelty {
	return noveltyOf(p.looked[p.items.Session].prints, it.ID, p.prints[it.ID])
}

func noveltyOf(prints map[string]string, id, print string) views.Novelty {
	switch before, known := prints[id]; {
	case !known:
		return views.IsNew
	case before != print:
		return views.IsChanged
	}
	return ""
}

// left takes what was seen as looked at: the projection is left.
func (p *projectionsPane) left() {
	was := p.looked[p.items.Session]
	now := looked{prints: maps.Clone(was.prints), state: was.state, rows: was.rows}
	if p.open == sessionState {
		now.state, now.rows = p.items.State, maps.Clone(p.drawn)
		for id, print := range was.rows {
			if _, drawn := now.rows[id]; !drawn {
				now.rows[id] = print
			}
		}
	} else {
		maps.Copy(now.prints, p.drawn)
	}
	p.looked[p.items.Session] = now
	p.drawn, p.open, p.filter = map[string]string{}, "", ""
	p.redraw()
}

func (p *projectionsPane) selected() string {
	if r := p.rows.Selected(); r != nil {
		return r.ID()
	}
	return ""
}

func (p *projectionsPane) bindings() []binding {
	return []binding{
		{keys: []string{"enter", "right"}, name: "enter", verb: "open", help: "(or right) open the projection: walk over its items, explain and change them", bar: 1, do: openDetail, unless: noRow},
		{keys: []string{"c"}, verb: "copy", help: "copy the projection as it is exported: Markdown, or JSON for SESSION_STATE", bar: 2, do: p.copyPage, unless: noRow},
	}
}

// copyPage copies a projection as an export writes it.
func (p *projectionsPane) copyPage(m *Model) tea.Cmd {
	name := p.selected()
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		text, err := exportedPage(ctx, e, name)
		if err != nil {
			return saidMsg{views.Failure, "Not copied: " + err.Error()}
		}
		return m.opts.Copy.take(name, text)
	})
}

func exportedPage(ctx context.Context, e Engine, name string) (string, error) {
	if name != sessionState {
		return e.Projection(ctx, name)
	}
	view, err := e.SessionState(ctx)
	if err != nil {
		return "", err
	}
	text, err := view.State.Encode()
	return string(text), err
}
