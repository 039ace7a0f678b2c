package app

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/engine/toolbox"
	"holdfast/views"
)

// toolCalls is the overlay that asks about the commands of replies (TSLP 8.5),
// one after the other, each in full: it opens with one key and runs with
// another, once the whole command was on screen.
type toolCalls struct {
	calls []toolbox.Call
	at    int
	port  views.Viewport
	seen  bool // the end of the command was on screen
	busy  bool
}

// toolsMsg is what waits, read for an overlay; nil opens one.
type toolsMsg struct {
	of    *toolCalls
	calls []toolbox.Call
	done  string // what was decided, "" for nothing
	err   error
}

func openTools(m *Model) tea.Cmd { return readTools(m, nil) }

func readTools(m *Model, of *toolCalls) tea.Cmd {
	return m.engine.ask(func(_ context.Context, e Engine) tea.Msg { return toolsMsg{of: of, calls: e.ToolCalls()} })
}

// reload reads anew what waits, where that is on top.
func (c *toolCalls) reload(m *Model) tea.Cmd {
	if m.overlays.top() != overlay(c) || c.busy {
		return nil
	}
	return readTools(m, c)
}

// arrive shows what waits, or says that nothing does.
func (msg toolsMsg) arrive(m *Model) tea.Cmd {
	c := msg.of
	switch {
	case c == nil && len(msg.calls) == 0:
		return m.notices.answer(views.Info, "No command waits. [bridge] mode in the configuration lets models ask for some.")
	case c == nil:
		return m.push(&toolCalls{calls: msg.calls})
	}
	c.busy = false
	var cmds []tea.Cmd
	switch {
	case errors.Is(msg.err, engine.ErrChanged):
		cmds = append(cmds, m.notices.say(views.Warning, "That command does not wait any more."))
	case msg.err != nil:
		cmds = append(cmds, m.notices.say(views.Failure, msg.err.Error()))
	case msg.done != "":
		cmds = append(cmds, m.notices.say(views.Success, msg.done))
	}
	c.take(msg.calls)
	if len(c.calls) == 0 && m.overlays.top() == overlay(c) {
		message := m.notices.message
		cmds = append(cmds, m.pop())
		m.notices.message = message
	}
	return tea.Batch(append(cmds, m.disturb())...)
}

// take replaces the list; the call that is shown stays where it is still there.
func (c *toolCalls) take(calls []toolbox.Call) {
	shown := c.shown().ID
	c.calls = calls
	for i, x := range calls {
		if x.ID == shown {
			c.at = i
			return
		}
	}
	c.show(min(c.at, max(len(calls)-1, 0)))
}

func (c *toolCalls) show(at int) {
	c.at, c.seen, c.port = at, false, views.Viewport{}
}

func (c *toolCalls) shown() toolbox.Call {
	if c.at >= len(c.calls) {
		return toolbox.Call{}
	}
	return c.calls[c.at]
}

func (c *toolCalls) covers() bool { return false }

// drawn implements decision: nobody approves what was not shown to its end.
func (c *toolCalls) drawn(m *Model) bool { return c.wasSeen(m) && !c.busy }

func (c *toolCalls) scope() scope {
	return scope{"Command of a model", []binding{
		{keys: []string{"y"}, verb: "run", help: "run the command that is shown, once it is armed", bar: 1, do: c.run, unless: c.mayNot},
		{keys: []string{"x"}, verb: "deny", help: "deny it, or stop it where it runs; the model is told", bar: 2, do: c.deny, unless: c.deciding},
		{keys: []string{"n", "tab"}, name: "n", verb: "next", help: "next command", bar: 3, do: c.turn(1)},
		{keys: []string{"N", "shift+tab"}, name: "N", help: "command before", do: c.turn(-1)},
		{keys: []string{"j", "down"}, name: "j down", help: "scroll down", do: c.scroll(1)},
		{keys: []string{"k", "up"}, name: "k up", help: "scroll up", do: c.scroll(-1)},
		{keys: []string{"ctrl+d", "pgdown"}, name: "ctrl+d", help: "half a page down", do: c.scroll(10)},
		{keys: []string{"ctrl+u", "pgup"}, name: "ctrl+u", help: "half a page up", do: c.scroll(-10)},
		{keys: []string{"c"}, verb: "copy", help: "copy the command", do: func(m *Model) tea.Cmd { return copyText(m, "command", c.shown().Command) }},
		{keys: []string{"esc", "q"}, name: "esc", verb: "back", help: "back; it goes on waiting", bar: 4, do: popTop},
	}}
}

func (c *toolCalls) deciding(*Model) string {
	if c.busy {
		return "the last word on it is on its way"
	}
	return ""
}

// mayNot is why the command cannot be run now.
func (c *toolCalls) mayNot(m *Model) string {
	switch {
	case c.shown().Running:
		return "it runs already"
	case c.shown().Approved:
		return "it is approved, and runs after the one before it"
	case !c.wasSeen(m):
		return "look at all of it first: j scrolls"
	}
	return notArmed(m)
}

func (c *toolCalls) run(m *Model) tea.Cmd {
	return c.decide(m, Engine.RunTool, "It runs; the model sees the result with your next message.")
}

func (c *toolCalls) deny(m *Model) tea.Cmd {
	done := "Denied; the model is told with your next message."
	if c.shown().Running {
		done = "Stopped; the model is told with your next message."
	}
	return c.decide(m, Engine.DenyTool, done)
}

func (c *toolCalls) decide(m *Model, verb func(Engine, context.Context, toolbox.Call) error, done string) tea.Cmd {
	c.busy = true
	shown := c.shown()
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		err := verb(e, ctx, shown)
		return toolsMsg{c, e.ToolCalls(), done, err}
	})
}

func (c *toolCalls) turn(dir int) action {
	return func(m *Model) tea.Cmd {
		if n := len(c.calls); n > 0 {
			c.show((c.at + dir + n) % n)
		}
		return m.disturb()
	}
}

func (c *toolCalls) size(m *Model) (w, h int) { return min(m.w-4, 84) - 4, max(m.h-8, 3) }

func (c *toolCalls) scroll(dy int) action {
	return func(m *Model) tea.Cmd {
		w, h := c.size(m)
		c.port.Scroll(c.doc(m, w), dy, 0, w, h)
		c.seen = c.wasSeen(m)
		return nil
	}
}

// wasSeen reports whether the end of the command is on screen, or was before.
func (c *toolCalls) wasSeen(m *Model) bool {
	w, h := c.size(m)
	return c.seen || !m.layout().TooSmall && c.port.Top+h >= c.doc(m, w).Len()
}

func (c *toolCalls) doc(m *Model, w int) *views.Doc {
	x := c.shown()
	shown := views.Tool{
		Command: x.Command, Folder: m.status.Workspace, Session: x.Session, Asked: "asked at " + views.Clock(x.Asked, m.now()), State: "waits for you",
	}
	switch {
	case x.Running:
		shown.State = "runs"
	case x.Approved:
		shown.State = "runs next"
	}
	if n := len(c.calls); n > 1 {
		shown.Place = strconv.Itoa(c.at+1) + " of " + strconv.Itoa(n)
	}
	return shown.Doc(m.theme, w)
}

func (c *toolCalls) draw(m *Model, screen []string, _ views.Layout) []string {
	w, h := c.size(m)
	doc := c.doc(m, w)
	h = min(h, doc.Len())
	c.port.Clamp(doc, w, h)
	title := "Command of a model"
	if place := c.port.Place(doc, w, h); place != "" {
		title += "  " + place
	}
	lines := append(c.port.Render(doc, w, h, m.theme), "", c.last(m, w))
	return m.withBar(views.Box(screen, title, lines, w+4, len(lines)+2, m.theme))
}

// last is the line that says what y does.
func (c *toolCalls) last(m *Model, w int) string {
	if why := c.mayNot(m); why != "" && (c.shown().Approved || !c.wasSeen(m)) {
		return m.theme.Dim.On(views.Clean(fmt.Sprintf("y does nothing: %s", why)))
	}
	return m.verdictLine("run it", w)
}
