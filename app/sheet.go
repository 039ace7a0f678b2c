package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// sheet is an overlay that shows one subject over the whole screen, with the
// views and the keys of the detail.
type sheet struct {
	title string
	body  detail
}

// sheetMsg is a sheet's page that was read.
type sheetMsg struct {
	of   *sheet
	page *page
	err  error
}

// openSheet shows a subject, which is read in a command.
func openSheet(m *Model, title string, s subject) tea.Cmd {
	o := &sheet{title: title, body: detail{over: true, port: views.Viewport{Wrap: m.detail.port.Wrap}}}
	return tea.Batch(m.push(o), m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		p, err := s.load(ctx, e)
		return sheetMsg{o, p, err}
	}))
}

func (msg sheetMsg) arrive(m *Model) tea.Cmd {
	if msg.err != nil {
		msg.of.body.err = msg.err.Error()
		return nil
	}
	msg.of.body.show(msg.of.title, msg.page)
	return nil
}

// paged is an overlay with a detail of its own over the whole screen.
type paged interface {
	overlay
	paper() *detail
}

func (s *sheet) paper() *detail       { return &s.body }
func (x *explanation) paper() *detail { return &x.body }
func (x *history) paper() *detail     { return &x.body }

// reading is the detail that the keys of a text mean: that of the overlay on top,
// else the pane's.
func reading(m *Model) *detail {
	if o, ok := m.overlays.top().(paged); ok {
		return o.paper()
	}
	return &m.detail
}

func (*sheet) covers() bool { return true }

func (s *sheet) scope() scope {
	return scope{s.title, append(readingBindings(), binding{
		keys: []string{"esc", "q"}, name: "esc q", verb: "back", help: "back", bar: 4, do: popTop,
	})}
}

func (s *sheet) draw(m *Model, _ []string, l views.Layout) []string {
	b := s.body.whole(m, l)
	b.Title, b.Key = s.title, ""
	return alone(m, b, l)
}

// whole draws the detail over the whole screen.
func (d *detail) whole(m *Model, l views.Layout) views.Block {
	b := d.block(m, l.Body.Inner())
	b.Focus = true
	if d.page == nil && d.err == "" {
		b.Lines = views.Empty("Reading it"+m.theme.Glyphs.Ellipsis, m.theme, l.Body.W, l.Body.H-1)
	}
	return b
}

// alone draws one block over the whole screen.
func alone(m *Model, b views.Block, l views.Layout) []string {
	s := views.Screen{Top: m.topLine(), Banner: m.banner(), Bar: m.bar(), Detail: b}
	return views.Compose(views.Layout{W: l.W, H: l.H, Body: l.Body, Detail: l.Body}, s, m.theme)
}
