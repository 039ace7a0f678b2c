package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// reader is an overlay to read: a box with a text.
type reader struct {
	title string
	make  func(m *Model, w int) *views.Doc
	port  views.Viewport
	drawn views.Rect // where the text was drawn last

	also   paired // shown by tab in its place, nil for none
	lists  bool   // it lists things, of which a filter shows some
	filter string // as it was typed
}

// paired is an overlay that stands beside another, which tab changes for it.
type paired interface {
	overlay
	heading() string
}

func (r *reader) heading() string { return r.title }

// fixed makes a text that does not change once for each width and theme: a
// summary may be thousands of lines long.
func fixed(draw func(t *views.Theme, w int) *views.Doc) func(*Model, int) *views.Doc {
	var made *views.Doc
	var theme *views.Theme
	width := 0
	return func(m *Model, w int) *views.Doc {
		if made == nil || theme != m.theme || width != w {
			made, theme, width = draw(m.theme, w), m.theme, w
		}
		return made
	}
}

func (r *reader) covers() bool { return false }

func (r *reader) scope() scope {
	bindings := []binding{
		{keys: []string{"j", "down"}, name: "j down", verb: "scroll", help: "scroll down", bar: 1, do: r.scroll(1), unless: r.fits},
		{keys: []string{"k", "up"}, name: "k up", help: "scroll up", do: r.scroll(-1), unless: r.fits},
		{keys: []string{"ctrl+d", "pgdown", " "}, name: "ctrl+d", help: "half a page down", do: r.scroll(10)},
		{keys: []string{"ctrl+u", "pgup"}, name: "ctrl+u", help: "half a page up", do: r.scroll(-10)},
		{keys: []string{"g", "home"}, name: "g", help: "to the beginning", do: r.scroll(-1 << 30)},
		{keys: []string{"G", "end"}, name: "G", help: "to the end", do: r.scroll(1 << 30)},
		{keys: []string{"esc", "q", "enter"}, name: "esc", verb: "back", help: "back", bar: 2, do: r.back},
	}
	if r.lists {
		bindings = append(bindings, binding{keys: []string{"/"}, verb: "filter", help: "show only what holds these words", bar: 1, do: r.askFilter})
	}
	if r.also != nil {
		bindings = append(bindings, binding{keys: []string{"tab"}, verb: r.also.heading(), help: "the keys, or the words that the screen uses", bar: 1, do: r.turn})
	}
	return scope{r.title, bindings}
}

// turn shows what stands beside it in its place.
func (r *reader) turn(m *Model) tea.Cmd {
	m.overlays.pop()
	return m.push(r.also)
}

// back drops the filter, or closes the box.
func (r *reader) back(m *Model) tea.Cmd {
	if r.filter == "" {
		return m.pop()
	}
	r.narrow("")
	return nil
}

func (r *reader) narrow(filter string) { r.filter, r.port.Top = filter, 0 }

func (r *reader) askFilter(m *Model) tea.Cmd { return askWords(m, r.filter, r.narrow) }

// askWords asks for the words that what a box lists must hold.
func askWords(m *Model, before string, narrow func(string)) tea.Cmd {
	return m.push(newPrompt(promptOptions{
		name: "Filter", label: "/", text: before, hint: "enter keeps it, esc drops it",
		each:   narrow,
		done:   func(_ *Model, text string) tea.Cmd { narrow(text); return nil },
		cancel: func(*Model) tea.Cmd { narrow(""); return nil },
	}))
}

// fits is why there is nothing to scroll.
func (r *reader) fits(m *Model) string {
	w, h := r.size(m)
	if r.make(m, w).Len() <= h {
		return "all of it is on the screen"
	}
	return ""
}

// size is the place of the text in the box.
func (r *reader) size(m *Model) (w, h int) { return min(m.w-4, 84) - 4, max(m.h-8, 3) }

func (r *reader) scroll(dy int) action {
	return func(m *Model) tea.Cmd {
		w, h := r.size(m)
		r.port.Scroll(r.make(m, w), dy, 0, w, h)
		return nil
	}
}

func (r *reader) draw(m *Model, screen []string, _ views.Layout) []string {
	w, h := r.size(m)
	doc := r.make(m, w)
	h = min(h, doc.Len())
	r.port.Clamp(doc, w, h)
	title := r.title
	if r.filter != "" {
		title += " /" + r.filter
	}
	if place := r.port.Place(doc, w, h); place != "" {
		title += "  " + place
	}
	r.drawn = views.Rect{X: (m.w-w-4)/2 + 2, Y: (len(screen)-h-2)/2 + 1, W: w, H: h}
	screen = views.Box(screen, title, r.port.Render(doc, w, h, m.theme), w+4, h+2, m.theme)
	return m.withBar(screen)
}
