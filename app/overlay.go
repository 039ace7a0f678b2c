package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// overlay is what lies over the panes. Overlays are a stack: the topmost takes
// the keys.
type overlay interface {
	scope() scope
	// draw returns the screen with the overlay on it.
	draw(m *Model, screen []string, l views.Layout) []string
	// covers reports whether nothing under the overlay is seen.
	covers() bool
}

// typing is an overlay with a text field.
type typing interface {
	overlay
	// typed takes a key into the field; taken is false for one that has a binding.
	typed(m *Model, k tea.KeyMsg) (cmd tea.Cmd, taken bool)
	// paste takes pasted text into the field.
	paste(m *Model, text string) tea.Cmd
}

// decision is an overlay whose confirmation changes something.
type decision interface {
	overlay
	// drawn reports whether everything the decision rests on is on screen.
	drawn(*Model) bool
}

// current is an overlay that is read again whenever something changed.
type current interface {
	overlay
	reload(m *Model) tea.Cmd
}

// push opens an overlay, which has its keys told instead of a message.
func (m *Model) push(o overlay) tea.Cmd {
	m.overlays.push(o)
	m.notices.message.text = ""
	return m.disturb()
}

// pop removes the topmost overlay; what is under it is looked at anew.
func (m *Model) pop() tea.Cmd {
	m.overlays.pop()
	return m.disturb()
}

// reload has the open overlays read again: something changed.
func (m *Model) reload() tea.Cmd {
	var cmds []tea.Cmd
	for _, o := range m.overlays {
		if c, ok := o.(current); ok {
			cmds = append(cmds, c.reload(m))
		}
	}
	return tea.Batch(cmds...)
}

func popTop(m *Model) tea.Cmd { return m.pop() }

// notArmed is why a confirmation does nothing yet.
func notArmed(m *Model) string {
	if !m.attention.confirmed && !m.armed() {
		return "not ready yet: wait a moment"
	}
	return ""
}

// confirm asks before something is done.
type confirm struct {
	title string
	lines []string // the first is what it is about
	// tells are the lines as things stand now, nil where lines holds them.
	tells func(*Model) []string
	verb  string
	yes   action
}

func (c *confirm) covers() bool { return false }

// drawn implements decision.
func (c *confirm) drawn(*Model) bool { return true }

func (c *confirm) scope() scope {
	bindings := []binding{{keys: []string{"y"}, verb: c.verb, help: c.verb, bar: 1, do: c.confirmed, unless: notArmed}}
	return scope{c.title, append(bindings, binding{
		keys: []string{"esc", "n", "q"}, name: "esc", verb: "back", help: "back, without doing it", bar: 5, do: popTop,
	})}
}

func (c *confirm) confirmed(m *Model) tea.Cmd {
	return tea.Batch(m.pop(), c.yes(m))
}

// decide hands what was confirmed to the engine; done is what to say then.
func (c *confirm) decide(m *Model, done string, call func(context.Context, Engine) error) tea.Cmd {
	return c.decideThen(m, done, nil, call)
}

// decideThen is decide with what the screen does where it was done, nil for nothing.
func (c *confirm) decideThen(m *Model, done string, then func(), call func(context.Context, Engine) error) tea.Cmd {
	msg := decidedMsg{done: done, then: then}
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		msg.err = call(ctx, e)
		return msg
	})
}

func (c *confirm) draw(m *Model, screen []string, _ views.Layout) []string {
	w := min(m.w-4, 72)
	var lines []string
	if c.tells != nil {
		c.lines = c.tells(m)
	}
	for i, l := range c.lines {
		if i == 0 {
			lines = append(lines, m.theme.Strong.On(views.FitKey(l, w-4, m.theme)))
			continue
		}
		if l == "" {
			lines = append(lines, "")
		}
		lines = append(lines, views.Wrap(l, w-4)...)
	}
	lines = append(lines, "", m.verdictLine(c.verb, w-4))
	screen = views.Box(screen, c.title, lines, w, len(lines)+2, m.theme)
	return m.withBar(screen)
}

// verdictLine says in w columns what y does, or that it does nothing yet. What it
// does comes before how to leave.
func (m *Model) verdictLine(verb string, w int) string {
	if _, ok := m.overlays.top().(decision); !ok { // something lies over it, such as a text field
		return m.theme.Dim.On("nothing is decided yet")
	}
	if m.armed() {
		return views.Verdict(verb, m.theme, w)
	}
	say := "y will " + verb + " in a moment" + m.theme.Glyphs.Ellipsis
	if !m.attention.focused {
		say = "no focus here; with it, y will " + verb
	}
	return m.theme.Dim.On(views.Clean(say))
}

// withBar replaces the last line by the keys of the overlay, or a message.
func (m *Model) withBar(screen []string) []string {
	if len(screen) > 0 {
		screen[len(screen)-1] = m.bar()
	}
	return screen
}
