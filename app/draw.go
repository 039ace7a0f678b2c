package app

import (
	"strings"

	"holdfast/views"
)

// draw makes the screen: panes, then what lies over them.
func (m *Model) draw() []string {
	if m.w == 0 {
		return nil
	}
	l := m.layout()
	if l.TooSmall {
		return views.TooSmall(m.w, m.h)
	}
	seen := m.overlays.seen()
	var screen []string
	if len(seen) == 0 || !seen[0].covers() {
		screen = views.Compose(l, m.screen(l), m.theme)
	}
	for _, o := range seen {
		screen = o.draw(m, screen, l)
	}
	return m.withMessage(screen)
}

// maxMessage is how many lines a message takes at most.
const maxMessage = 3

// messageLines is what was just said. A decision keeps all its lines in sight: the
// message has but one there.
func (m *Model) messageLines() []string {
	most := maxMessage
	if _, ok := m.overlays.top().(decision); ok {
		most = 1
	}
	return views.Message(m.notices.message.text, m.notices.message.tone, m.theme, m.w, most)
}

// withMessage lays the lines of a message that do not fit into the bar over the
// lines above it. A text field has the last line for itself.
func (m *Model) withMessage(screen []string) []string {
	if _, ok := m.overlays.top().(*prompt); ok || m.notices.message.text == "" || len(screen) <= maxMessage {
		return screen
	}
	lines := m.messageLines()
	copy(screen[len(screen)-len(lines):], lines)
	return screen
}

// screen draws what the panes hold.
func (m *Model) screen(l views.Layout) views.Screen {
	s := views.Screen{Top: m.topLine(), Banner: m.banner(), Bar: m.bar(), Panes: make([]views.Block, len(m.panes.all))}
	for i, p := range m.panes.all {
		if l.Panes[i].H > 0 {
			s.Panes[i] = m.paneBlock(p, l.Panes[i].Inner(), m.panes.pointerOf(i))
		}
	}
	if l.Detail.H > 0 {
		s.Detail = m.detail.block(m, l.Detail.Inner())
	}
	return s
}

func (m *Model) topLine() string {
	top := topLineOf(m.status, m.panes.activity.live(), m.inbox.rows.Total(), m.jobs.behind(m))
	top.Starting = !m.known
	return top.Draw(m.theme, m.w)
}

// bar is the last line: a message where one was just said, else the keys.
func (m *Model) bar() string {
	if m.notices.message.text != "" {
		lines := m.messageLines()
		return lines[len(lines)-1]
	}
	here, everywhere := m.hints()
	return views.Bar(here, everywhere, m.theme, m.w)
}

// found says what a filter found: "2 of 9 /pool".
func found(list *views.List) string {
	return count(list.Found()) + " of " + count(list.Total()) + " /" + list.Filtered()
}

// paneBlock draws one list.
func (m *Model) paneBlock(p pane, r views.Rect, bar views.Pointer) views.Block {
	list := p.list()
	b := views.Block{Title: p.number() + " " + p.title(), Focus: bar == views.FullPointer, Place: list.Place()}
	k, tallied := p.(tallied)
	switch n := list.Total(); {
	case r.H < 1 && m.known && (n == 0 || p == pane(m.panes.said) && m.panes.said.bare()):
		b.Title, b.Place = b.Title+" "+m.theme.Glyphs.Bullet+" "+p.none(m.status), ""
	case list.Filtered() != "":
		b.Title += " " + found(list)
	case n > 0 && tallied:
		b.Title += " " + k.tally(m.theme)
	case n > 0:
		b.Title += " " + count(n)
	}
	switch {
	case list.Total() == 0 && !m.known:
		b.Lines = views.Empty("Reading it"+m.theme.Glyphs.Ellipsis, m.theme, r.W, r.H)
	case list.Total() == 0 && m.guide.shows(p, m.w):
		b.Lines = m.guide.lines(m.theme, r)
	case list.Total() == 0:
		b.Lines = views.Empty(p.empty(m.status), m.theme, r.W, r.H)
	case list.Len() == 0:
		say := "No row holds \"" + list.Filtered() + "\". esc drops the filter."
		if fault := views.FilterFault(list.Filtered()); fault != "" {
			say = strings.ToUpper(fault[:1]) + fault[1:] + ". esc drops the filter."
		}
		b.Lines = views.Empty(say, m.theme, r.W, r.H)
	default:
		b.Lines = list.Render(r.W, r.H, m.theme, bar)
	}
	if by := list.Sorted(); by != views.ByFile && list.Total() > 0 {
		b.Title += " " + by.String()
	}
	if r.H >= list.Len() || r.H < 1 {
		b.Place = ""
	}
	if !b.Fits(r.W) {
		b.Place = "" // the cursor tells it too, and no word of the title is cut for it
	}
	if n := list.Marks(); n > 0 {
		b.Place = strings.TrimSpace(count(n) + " marked  " + b.Place)
	}
	return b
}
