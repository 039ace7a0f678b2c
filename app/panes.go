package app

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// panes are the lists of the screen, and which of them has the focus.
type panes struct {
	all      []pane // in the order of their numbers
	disk     *stalePane
	said     *projectionsPane
	activity *activityPane

	at   int // of all, or views.OnDetail
	from int // the list that the detail belongs to
	size int // how much what has the focus takes: as it needs, all that the titles of the others leave, or the whole screen
}

// The sizes of what has the focus.
const (
	asNeeded = iota
	tall
	zoomed
)

func newPanes(now func() time.Time) panes {
	state := &statePane{now: now}
	p := panes{disk: &stalePane{now: now, state: state}, said: newProjectionsPane(), activity: newActivityPane(now)}
	p.all = []pane{state, &pendingPane{now: now}, p.disk, p.said, p.activity}
	return p
}

// focused is the list that has the focus, or the one that the detail belongs to.
func (p *panes) focused() pane {
	if p.at == views.OnDetail {
		return p.all[p.from]
	}
	return p.all[p.at]
}

// detailOf reports whether the detail has the focus and belongs to a list.
func (p *panes) detailOf(of pane) bool { return p.at == views.OnDetail && p.all[p.from] == of }

// focus moves the focus to a list, or to the detail of the one that has it.
func (p *panes) focus(at int) {
	if at != views.OnDetail {
		p.from = at
	} else if p.at != views.OnDetail {
		p.from = p.at
	}
	p.at = at
}

// cycle moves the focus through the lists and the detail.
func (p *panes) cycle(dir int) {
	n := len(p.all) + 1
	at := p.at
	if at == views.OnDetail {
		at = n - 1
	}
	at = (at + dir + n) % n
	if at == n-1 {
		at = views.OnDetail
	}
	p.focus(at)
}

// goTo focuses a list by its number, with a row selected: the one with the id, or
// of a file its row, else the first of its entities. It reports whether there is such a row.
func (p *panes) goTo(number, id string) bool {
	for i, x := range p.all {
		if x.number() != number {
			continue
		}
		list := x.list()
		if list.Select(views.HeadID(id)) {
			p.focus(i)
			return true
		}
		row := list.Find(func(x string) bool { return x == id || strings.HasPrefix(x, id+"::") })
		if row == "" {
			continue
		}
		if !list.Select(row) {
			list.Filter("") // it hides the row
			list.Select(row)
		}
		p.focus(i)
		return true
	}
	return false
}

// slots are what the layout has to place.
func (p *panes) slots() []views.Slot {
	out := make([]views.Slot, len(p.all))
	for i, x := range p.all {
		rows := x.list().Len()
		if rows == 0 && x.list().Total() > 0 {
			rows = 2 // it says that the filter finds nothing
		}
		if x == pane(p.said) && p.said.bare() && p.focused() != x {
			rows = 0
		}
		out[i] = views.Slot{Rows: rows, Strip: x == pane(p.activity)}
	}
	return out
}

// barOf is how the cursor of a list looks.
func (p *panes) pointerOf(i int) views.Pointer {
	switch {
	case i == p.at:
		return views.FullPointer
	case p.at == views.OnDetail && i == p.from:
		return views.FaintPointer
	}
	return views.NoPointer
}

// resize makes what has the focus larger or smaller.
func resize(by int) action {
	return func(m *Model) tea.Cmd {
		m.panes.size = min(max(m.panes.size+by, asNeeded), zoomed)
		return nil
	}
}

// bindings focus the panes by their numbers.
func (p *panes) bindings() []binding {
	out := make([]binding, 0, len(p.all)+1)
	for i, x := range p.all {
		out = append(out, binding{keys: []string{x.number()}, verb: x.title(), help: "go to " + x.title(), do: focusOn(i)})
	}
	out[0].tail, out[0].stands = 1, views.Hint{Key: "1-" + count(len(p.all)), Verb: "panes"}
	return append(out, binding{
		keys: []string{"0"}, verb: "detail", help: "go to the detail of what is selected", do: focusOn(views.OnDetail),
	})
}

func focusOn(at int) action {
	return func(m *Model) tea.Cmd {
		m.panes.focus(at)
		return nil
	}
}

// cycle moves the focus through the panes and the detail.
func cycle(dir int) action {
	return func(m *Model) tea.Cmd {
		m.panes.cycle(dir)
		return nil
	}
}
