package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// keysPage is the help: the keys of all places, of which enter runs the one under the
// cursor, as the palette does.
type keysPage struct {
	reader
	groups []views.KeyGroup // that of a key is its place in commands
	rows   []command        // those without a key have nothing to do
	at     int              // of the keys that the filter finds
}

// openHelp shows the keys of all places, those of where the operator is first, and
// beside them the words of the screen.
func openHelp(m *Model) tea.Cmd {
	if helping(m) {
		return m.pop()
	}
	keys := &keysPage{}
	for _, s := range m.scopes() {
		keys.take(m, s, -1)
	}
	keys.groups = append(keys.groups, views.Signs(m.theme))
	for i := range keys.groups[len(keys.groups)-1].Keys {
		keys.groups[len(keys.groups)-1].Keys[i].Number = len(keys.rows)
	}
	keys.rows = append(keys.rows, command{})
	for i, x := range m.panes.all {
		if i != m.panes.at && m.overlays.top() == nil {
			keys.take(m, scope{x.title(), x.bindings()}, i)
		}
	}
	words := &reader{title: "Words", lists: true}
	words.make = func(m *Model, w int) *views.Doc { return views.Glossary(Glossary, words.filter, m.theme, w) }
	keys.reader = reader{title: "Keys", lists: true, make: keys.doc, also: words}
	words.also = keys
	return m.push(keys)
}

// helping reports whether the help is on top.
func helping(m *Model) bool {
	switch r := m.overlays.top().(type) {
	case *keysPage:
		return true
	case *reader:
		return r.title == "Words" && r.also != nil
	}
	return false
}

// take adds the keys of a place. Why one of another pane does nothing is known only
// there.
func (p *keysPage) take(m *Model, s scope, from int) {
	g := views.KeyGroup{Name: s.name}
	for _, b := range s.bindings {
		k := views.Key{Label: b.label(), Verb: b.verb, Help: b.help, Number: len(p.rows)}
		if from < 0 {
			k.Reason = b.reason(m)
		}
		g.Keys = append(g.Keys, k)
		p.rows = append(p.rows, command{b, s.name, from})
	}
	p.groups = append(p.groups, g)
}

func (p *keysPage) doc(m *Model, w int) *views.Doc {
	return views.Keys(p.groups, p.filter, p.at, m.theme, w)
}

// found are the numbers of the keys that the filter finds.
func (p *keysPage) found() []int { return views.FoundKeys(p.groups, p.filter) }

func (p *keysPage) scope() scope {
	s := scope{"Keys", []binding{
		{keys: []string{"enter"}, verb: "run", help: "close the help and do what the key under the cursor does", bar: 1, do: p.run, unless: p.idle},
		{keys: []string{"j", "down"}, name: "j down", help: "next key", do: p.move(1)},
		{keys: []string{"k", "up"}, name: "k up", help: "key before", do: p.move(-1)},
		{keys: []string{"ctrl+d", "pgdown", " "}, name: "ctrl+d", help: "ten keys on", do: p.move(10)},
		{keys: []string{"ctrl+u", "pgup"}, name: "ctrl+u", help: "ten keys back", do: p.move(-10)},
		{keys: []string{"g", "home"}, name: "g", help: "to the first key", do: p.move(-1 << 30)},
		{keys: []string{"G", "end"}, name: "G", help: "to the last key", do: p.move(1 << 30)},
	}}
	for _, b := range p.reader.scope().bindings {
		switch {
		case b.keys[0] == "esc" || b.keys[0] == "tab":
			b.keys = b.keys[:min(len(b.keys), 2)] // enter runs
			s.bindings = append(s.bindings, b)
		case b.keys[0] == "/":
			b.do = p.askFilter
			s.bindings = append(s.bindings, b)
		}
	}
	return s
}

// idle is why there is nothing to run.
func (p *keysPage) idle(*Model) string {
	switch found := p.found(); {
	case len(found) == 0:
		return "no key holds these words"
	case p.rows[found[min(p.at, len(found)-1)]].do == nil:
		return "this is a sign, no key: it tells what stands on a row"
	}
	return ""
}

// run closes the help and does what the key under the cursor does.
func (p *keysPage) run(m *Model) tea.Cmd {
	found := p.found()
	return p.rows[found[min(p.at, len(found)-1)]].instead(m)
}

func (p *keysPage) move(by int) action {
	return func(m *Model) tea.Cmd {
		p.at = max(0, min(p.at+by, len(p.found())-1))
		w, h := p.size(m)
		doc := p.make(m, w)
		p.port.Show(doc, p.at, w, h)
		return nil
	}
}

func (p *keysPage) narrow(filter string) {
	p.reader.narrow(filter)
	p.at = 0
}

// askFilter is the reader's, from the first key that is found.
func (p *keysPage) askFilter(m *Model) tea.Cmd { return askWords(m, p.filter, p.narrow) }

// click puts the cursor on the key at x, y.
func (p *keysPage) click(m *Model, x, y int) {
	if !p.drawn.Holds(x, y) {
		return
	}
	if i := p.make(m, p.drawn.W).MarkAt(p.port.Top + y - p.drawn.Y); i >= 0 {
		p.at = i
	}
}

func (p *keysPage) wheel(m *Model, lines int) tea.Cmd { return p.move(lines)(m) }
