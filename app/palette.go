package app

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// palette is the overlay that finds a command by its words and runs it.
type palette struct {
	field    textinput.Model
	commands []command
	rows     views.List
	drawn    views.Rect
}

// command is a binding of the place that it holds in.
type command struct {
	binding
	place string
	from  int // the pane that has the focus while it runs, -1 where it is the one that has it
}

// openPalette lists the commands of where the operator is first, then those of the
// other panes.
func openPalette(m *Model) tea.Cmd {
	p := &palette{field: newField("")}
	for _, s := range m.scopes() {
		p.take(s, -1)
	}
	for i, x := range m.panes.all {
		if i != m.panes.at {
			p.take(scope{x.title(), x.bindings()}, i)
		}
	}
	rows := make([]views.Row, len(p.commands))
	for i, c := range p.commands {
		rows[i] = views.Command{
			Key: c.label(), Verb: c.verb, Help: c.help, CLI: c.cli, Place: c.place, Reason: p.reason(m, c), Number: i,
		}
	}
	p.rows.Set(rows)
	return m.push(p)
}

// take adds what has a name: to move about is no command.
func (p *palette) take(s scope, from int) {
	for _, b := range s.bindings {
		known := func(c command) bool { return c.help == b.help && (c.from == from || c.place == s.name) }
		if b.verb == "" || slices.Contains(b.keys, ":") || slices.ContainsFunc(p.commands, known) {
			continue
		}
		p.commands = append(p.commands, command{b, s.name, from})
	}
}

// reason is why a command does nothing now. That of another pane is known only there.
func (*palette) reason(m *Model, c command) string {
	if c.from >= 0 {
		return ""
	}
	return c.binding.reason(m)
}

func (*palette) covers() bool { return false }

func (p *palette) scope() scope {
	return scope{"Commands", []binding{
		{keys: []string{"enter"}, verb: "run", help: "run the command", bar: 1, do: p.run, unless: p.none},
		{keys: []string{"down", "ctrl+n"}, name: "down", verb: "next", help: "next command", bar: 2, do: p.move(1)},
		{keys: []string{"up", "ctrl+p"}, name: "up", help: "command before", do: p.move(-1)},
		{keys: []string{"pgdown"}, help: "ten commands on", do: p.move(10)},
		{keys: []string{"pgup"}, help: "ten commands back", do: p.move(-10)},
		{keys: []string{"esc"}, verb: "back", help: "back, nothing is run", bar: 3, do: popTop},
	}}
}

func (p *palette) none(*Model) string {
	if p.rows.Selected() == nil {
		return "no command holds these words"
	}
	return ""
}

func (p *palette) move(by int) action {
	return func(*Model) tea.Cmd {
		p.rows.Move(by)
		return nil
	}
}

// run closes the palette and does what the key of the command does.
func (p *palette) run(m *Model) tea.Cmd {
	row, _ := p.rows.Selected().(views.Command)
	return p.commands[row.Number].instead(m)
}

// instead closes the list of commands on top and does what the key of one does, or
// says why it does nothing.
func (c command) instead(m *Model) tea.Cmd {
	cmd := m.pop()
	if c.from >= 0 {
		m.panes.focus(c.from)
	}
	if why := c.binding.reason(m); why != "" {
		if c.verb == "" || strings.HasPrefix(why, "not ready") {
			return tea.Batch(cmd, m.notices.answer(views.Warning, whyNot(c.binding, why)))
		}
		return tea.Batch(cmd, m.notices.answer(views.Warning, c.verb+": "+why))
	}
	return tea.Batch(cmd, c.do(m))
}

func (p *palette) typed(m *Model, k tea.KeyMsg) (tea.Cmd, bool) {
	if _, bound := m.lookUp(k.String()); bound && k.Type != tea.KeyRunes {
		return nil, false
	}
	p.field, _ = p.field.Update(k)
	p.rows.Filter(strings.TrimSpace(p.field.Value()))
	return nil, true
}

func (p *palette) paste(_ *Model, text string) tea.Cmd {
	clean := []rune(views.Clean(text))
	p.field, _ = p.field.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: clean[:min(len(clean), maxTyped)]})
	p.rows.Filter(strings.TrimSpace(p.field.Value()))
	return nil
}

// leastRows is how many commands are listed at least where one of them is told whole.
const leastRows = 4

// wholeLines is how many lines the selected command has to be told whole, so that the
// list does not jump.
const wholeLines = 5

// whole tells all of the selected command, of which its row has room for a part.
func (p *palette) whole(m *Model, w int) []string {
	row, ok := p.rows.Selected().(views.Command)
	if !ok {
		return views.Fill(nil, w, wholeLines, m.theme)
	}
	return views.Fill(append([]string{""}, row.Whole(m.theme, w)...), w, wholeLines, m.theme)
}

func (p *palette) draw(m *Model, screen []string, _ views.Layout) []string {
	w, h := min(m.w-4, 100), max(min(m.h-6, 24), 4)
	lines := []string{views.Field(": ", p.field.Value(), p.field.Position(), "", w-8, m.theme, w-4), ""}
	rows := h - 4
	whole := p.whole(m, w-4)
	if rows -= len(whole); rows < leastRows {
		rows, whole = h-4, nil
	}
	if p.rows.Len() == 0 {
		lines = append(lines, views.Empty("No command holds these words.", m.theme, w-4, rows)...)
	} else {
		lines = append(lines, views.Fill(p.rows.Render(w-4, rows, m.theme, views.FullPointer), w-4, rows, m.theme)...)
	}
	lines = append(lines, whole...)
	p.drawn = views.Rect{X: (m.w-w)/2 + 2, Y: (len(screen)-h)/2 + 3, W: w - 4, H: rows}
	return m.withBar(views.Box(screen, "Commands "+p.rows.Place(), lines, w, h, m.theme))
}

func (p *palette) wheel(m *Model, lines int) tea.Cmd       { return p.move(lines)(m) }
func (p *palette) listed(*Model) (*views.List, views.Rect) { return &p.rows, p.drawn }
