package app

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/canon"
	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/views"
)

// openedScope holds in a projection that is open in the detail. It has one view,
// which is wrapped.
func (p *projectionsPane) openedScope() scope {
	var marks []binding
	if p.selected() == sessionState && p.lost > 0 {
		marks = []binding{p.markLostBinding()}
	}
	all := distinct(slices.Concat(marks, []binding{
		{keys: []string{"enter", "right"}, name: "enter", verb: "explain", help: "(or right) explain the item: its turns, its revisions, its events; in SESSION_STATE go to the row's symbol", bar: 1, do: p.explain, unless: p.noItem},
		{keys: []string{"j", "down"}, name: "j down", help: "next item", do: pickBy(1)},
		{keys: []string{"k", "up"}, name: "k up", help: "item before", do: pickBy(-1)},
		{keys: []string{"g", "home"}, name: "g", help: "first item", do: pickBy(-1 << 30)},
		{keys: []string{"G", "end"}, name: "G", help: "last item", do: pickBy(1 << 30)},
		{keys: []string{"ctrl+d", "pgdown", " "}, name: "ctrl+d", help: "half a page of items down", do: pickPage(1)},
		{keys: []string{"ctrl+u", "pgup"}, name: "ctrl+u", help: "half a page of items up", do: pickPage(-1)},
		{keys: []string{"n"}, verb: "next new", help: "next item that is new or changed", bar: 5, do: p.nextFresh(1), unless: p.nothingFresh},
		{keys: []string{"N"}, help: "new or changed item before", do: p.nextFresh(-1), unless: p.nothingFresh},
		{keys: []string{"/"}, verb: "filter", help: "show only items that hold these words", bar: 5, do: p.askFilter},
		{keys: []string{"x"}, verb: "close", help: "review to close the item: a task as completed or abandoned, any other as superseded; in SESSION_STATE give up a symbol that is lost, or each that space marks", bar: 2, says: p.saysEnd, do: p.end, unless: p.noEnd},
		{keys: []string{"S"}, verb: "supersede", help: "review to supersede the item by a new one, with the text that you type", bar: 3, do: p.change(items.Supersede), unless: p.noOpenItem},
		{keys: []string{"e"}, verb: "correct", help: "review to correct what the item says, or its kind", bar: 3, do: p.change(items.Correct), unless: p.noOpenItem},
		{keys: []string{"u"}, verb: "undo", help: "review to take back what changed the item last; what ended comes back as a new item", bar: 4, do: p.change(items.Undo), unless: p.noItemOfTalk},
		{keys: []string{"c"}, verb: "copy", help: "copy the item as Markdown", bar: 8, do: p.copyItem, unless: p.noItem},
		{keys: []string{"esc", "q", "left"}, name: "esc", verb: "back", help: "(or q, left) drop the filter, or go back to the list; what was on screen counts as looked at", bar: 6, do: p.back},
	}, readingBindings()))
	unused := []string{"v", "w", "h", "l"}
	return scope{"Projection", slices.DeleteFunc(all, func(b binding) bool { return len(b.keys) == 0 || slices.Contains(unused, b.keys[0]) })}
}

func (p *projectionsPane) noItem(m *Model) string {
	if m.detail.pickedID() == "" {
		return "there is no item here yet"
	}
	return ""
}

func (p *projectionsPane) noItemOfTalk(m *Model) string {
	switch {
	case m.detail.pickedID() == "":
		return "there is no item here yet"
	case p.selected() == sessionState:
		return "SESSION_STATE is made of the State Map: decide in Pending (2) and Stale (3)"
	case p.item(m.detail.pickedID()) == nil:
		return "the item is gone"
	}
	return ""
}

// noOpenItem is why the item cannot be changed any more.
func (p *projectionsPane) noOpenItem(m *Model) string {
	if why := p.noItemOfTalk(m); why != "" {
		return why
	}
	if it := p.item(m.detail.pickedID()); !it.Open() {
		return "it is " + string(it.Status) + " already: u brings it back"
	}
	return ""
}

// item is the item with an id, nil for none.
func (p *projectionsPane) item(id string) *delta.Item {
	for i := range p.items.Items {
		if p.items.Items[i].ID == id {
			return &p.items.Items[i]
		}
	}
	return nil
}

// fresh tells which items of the page that is shown are new or changed.
func (p *projectionsPane) fresh(m *Model) func(at int) bool {
	d, before := &m.detail, p.looked[p.items.Session].prints
	if p.selected() == sessionState {
		before = p.looked[p.items.Session].rows
	}
	return func(at int) bool {
		id := d.page.ids[at]
		return before != nil && noveltyOf(before, id, d.page.prints[id]) != ""
	}
}

func (p *projectionsPane) nothingFresh(m *Model) string {
	if m.detail.page != nil {
		fresh := p.fresh(m)
		for at := range m.detail.page.ids {
			if fresh(at) {
				return ""
			}
		}
	}
	return "nothing here is new since you looked at it"
}

func (p *projectionsPane) nextFresh(dir int) action {
	return func(m *Model) tea.Cmd {
		ids, fresh := m.detail.page.ids, p.fresh(m)
		for at := m.detail.page.picked(ids) + dir; at >= 0 && at < len(ids); at += dir {
			if fresh(at) {
				pickAt(m, at)
				return nil
			}
		}
		return m.notices.answer(views.Info, "Nothing new that way.")
	}
}

func (p *projectionsPane) askFilter(m *Model) tea.Cmd {
	return m.push(newPrompt(promptOptions{
		name: "Filter", label: "/", text: p.filter, hint: "enter keeps it, esc drops it",
		each:   func(text string) { p.narrow(m, text) },
		done:   func(m *Model, text string) tea.Cmd { p.narrow(m, text); return nil },
		cancel: func(m *Model) tea.Cmd { p.narrow(m, ""); return nil },
	}))
}

// narrow filters the items of the opened projection anew.
func (p *projectionsPane) narrow(m *Model, filter string) {
	if filter != p.filter {
		if id := m.detail.pickedID(); id != "" { // the item under the cursor stays it
			p.picks[p.selected()] = pick{id, slices.Index(m.detail.page.ids, id)}
		}
		p.filter = filter
		clear(p.pages)
		m.detail.outdated = true
	}
}

func (p *projectionsPane) back(m *Model) tea.Cmd {
	if p.filter != "" {
		p.narrow(m, "")
		return nil
	}
	if len(p.markedLost(m)) > 0 {
		clear(p.marks)
		return m.notices.answer(views.Info, "No row is marked any more.")
	}
	return back(m)
}

func (p *projectionsPane) copyItem(m *Model) tea.Cmd {
	id := m.detail.pickedID()
	if it := p.item(id); it != nil {
		return copyText(m, "item", strings.TrimSpace(items.ProjectionOf(p.selected(), nil).Item(it))+"\n")
	}
	return copyText(m, "row", m.detail.page.prints[id]+"\n")
}

// explain explains the item under the cursor, or goes to what a row of
// SESSION_STATE is about.
func (p *projectionsPane) explain(m *Model) tea.Cmd {
	id := m.detail.pickedID()
	if p.selected() != sessionState {
		return openExplanation(m, id)
	}
	target := m.detail.page.targets[id]
	section, _, _ := strings.Cut(id, " ")
	order := []string{"1", "3", "2"}
	switch section {
	case "decision":
		order = []string{"2"}
	case "conflict":
		order = []string{"3", "1", "2"}
	}
	for _, n := range order {
		if m.panes.goTo(n, target) {
			return nil
		}
	}
	if p.lostAt(m) != "" {
		return m.notices.answer(views.Info, target+" is lost: a recovery could not restore it; x gives it up.")
	}
	return m.notices.answer(views.Info, target+" is in no list at the moment.")
}

// lostAt is the entity that the row under the cursor tells to be lost, "" where it
// tells of none.
func (p *projectionsPane) lostAt(m *Model) string {
	id := m.detail.pickedID()
	if p.selected() != sessionState || m.detail.page == nil {
		return ""
	}
	if target := m.detail.page.targets[id]; id == missingRow(target) {
		return target
	}
	return ""
}

// missingRow names the row of SESSION_STATE that tells an entity to be lost.
func missingRow(key string) string { return canon.ConflictRow(canon.MissingID(key)) }

func (p *projectionsPane) saysEnd(m *Model) string {
	switch n := len(p.markedLost(m)); {
	case n > 0:
		return "give up " + count(n) + " marked"
	case p.lostAt(m) != "":
		return "give up"
	}
	return "close"
}

func (p *projectionsPane) noEnd(m *Model) string {
	if p.lostAt(m) != "" || len(p.markedLost(m)) > 0 {
		return ""
	}
	return p.noOpenItem(m)
}

// end closes the item under the cursor, or lets go of what is lost.
func (p *projectionsPane) end(m *Model) tea.Cmd {
	if keys := p.markedLost(m); len(keys) > 0 {
		return p.letGoOfMarked(m, keys)
	}
	if key := p.lostAt(m); key != "" {
		return m.push(askLetGo(key))
	}
	return p.change(items.Close)(m)
}

// askLetGo asks before what a recovery could not bring back is missed no more.
func askLetGo(key string) *confirm {
	return askEnd(key, "Give up", "give it up", "Gave up ",
		"A recovery could not bring it back. It is then no longer reported as lost, and in no SESSION_STATE.",
		"If you recover the block again, it is reported as lost again.")
}

// letGoOfMarked asks it of all that is marked.
func (p *projectionsPane) letGoOfMarked(m *Model, keys []string) tea.Cmd {
	n := views.Count(len(keys), "symbol", "symbols")
	c := &confirm{title: "Give up", verb: "give up " + n, lines: append(append([]string{count(len(keys)) + " marked", ""}, firstOf(keys)...),
		"A recovery could not bring them back. They are then no longer reported as lost, and in no SESSION_STATE.",
		"If you recover the block again, they are reported as lost again.")}
	c.yes = func(m *Model) tea.Cmd {
		return c.decideThen(m, "Gave up "+n, unmark(p, keys), func(ctx context.Context, e Engine) error { return e.TombstoneAll(ctx, keys, "") })
	}
	return m.push(c)
}

// change opens the review of a change of the item under the cursor. What takes a
// text asks for it first.
func (p *projectionsPane) change(verb items.Verb) action {
	return func(m *Model) tea.Cmd { return openItemChange(m, p.item(m.detail.pickedID()), verb) }
}
