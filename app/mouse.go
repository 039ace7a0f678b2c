package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// wheelLines is how far a notch of the wheel scrolls.
const wheelLines = 3

// wheeled is an overlay that the wheel scrolls.
type wheeled interface {
	wheel(m *Model, lines int) tea.Cmd
}

// rowed is an overlay with rows, of which a click selects one.
type rowed interface {
	// listed is the list and the place of its rows on the screen.
	listed(m *Model) (*views.List, views.Rect)
}

// clickable is an overlay that is no list and has places to click all the same.
type clickable interface {
	click(m *Model, x, y int)
}

// clicked handles the mouse: the wheel scrolls what it is over, a click selects.
// It decides nothing.
func (m *Model) clicked(e tea.MouseMsg) tea.Cmd {
	if e.Action != tea.MouseActionPress {
		return nil
	}
	dir := 0
	switch e.Button {
	case tea.MouseButtonWheelUp:
		dir = -1
	case tea.MouseButtonWheelDown:
		dir = 1
	case tea.MouseButtonLeft:
	default:
		return nil
	}
	if e.Y == m.h-1 && dir == 0 {
		return m.clickedBar(e.X)
	}
	l := m.layout()
	if d, r := m.shownDetail(l); d != nil && dir == 0 && d.clickedTab(m, r, e.X, e.Y) {
		return nil
	}
	if top := m.overlays.top(); top != nil {
		return m.pointed(top, e, dir)
	}
	if l.Detail.H > 0 && l.Detail.Holds(e.X, e.Y) {
		if dir == 0 {
			m.panes.focus(views.OnDetail)
			return nil
		}
		m.detail.scroll(m, dir*wheelLines, 0)
		return nil
	}
	for i, r := range l.Panes {
		if r.Holds(e.X, e.Y) {
			return m.clickedList(i, r.Inner(), e.Y, dir)
		}
	}
	return nil
}

// clickedBar does what the key under the mouse does. A click confirms nothing: that
// takes the key.
func (m *Model) clickedBar(x int) tea.Cmd {
	if m.notices.message.text != "" || m.layout().TooSmall {
		return nil
	}
	if _, typing := m.overlays.top().(*prompt); typing {
		return nil
	}
	here, everywhere := m.hints()
	for _, s := range views.Spots(here, everywhere, m.w) {
		if x < s.From || x >= s.To || s.Key == "y" {
			continue
		}
		key := s.Key
		if key == "space" {
			key = " "
		}
		b, known := m.lookUp(key)
		if !known || b.reason(m) != "" {
			return nil
		}
		return b.do(m)
	}
	return nil
}

// shownDetail is the detail that can be seen, and its place.
func (m *Model) shownDetail(l views.Layout) (*detail, views.Rect) {
	switch top := m.overlays.top().(type) {
	case nil:
		if l.Detail.H > 0 {
			return &m.detail, l.Detail.Inner()
		}
	case paged:
		return top.paper(), l.Body.Inner()
	}
	return nil, views.Rect{}
}

// clickedTab chooses the view whose name is under the mouse.
func (d *detail) clickedTab(m *Model, r views.Rect, x, y int) bool {
	if d.page == nil || len(d.page.views) < 2 {
		return false
	}
	w := max(r.W-2*detailPad, 1)
	if y != r.Y+len(d.head(m, w))-2 {
		return false
	}
	at := views.TabAt(d.names(), d.view, w, x-r.X-detailPad)
	if at < 0 {
		return false
	}
	d.view = at
	d.port.Top, d.port.Left = 0, 0
	return true
}

// pointed hands the mouse to the overlay on top.
func (m *Model) pointed(top overlay, e tea.MouseMsg, dir int) tea.Cmd {
	if w, ok := top.(wheeled); ok && dir != 0 {
		return w.wheel(m, dir*wheelLines)
	}
	if c, ok := top.(clickable); ok && dir == 0 {
		c.click(m, e.X, e.Y)
	}
	if l, ok := top.(rowed); ok && dir == 0 {
		if list, r := l.listed(m); r.Holds(e.X, e.Y) {
			selectRow(list, r, e.Y)
		}
	}
	return nil
}

func (m *Model) clickedList(i int, r views.Rect, y, dir int) tea.Cmd {
	list := m.panes.all[i].list()
	if dir != 0 {
		list.Move(dir * wheelLines)
		return nil
	}
	selectRow(list, r, y)
	m.panes.focus(i)
	return nil
}

// selectRow selects the row at y of a list that is drawn in r.
func selectRow(list *views.List, r views.Rect, y int) {
	if row := list.Window(r.H) + y - r.Y; y >= r.Y && row < list.Len() {
		list.Move(row - list.Cursor())
	}
}

func (r *review) wheel(m *Model, lines int) tea.Cmd         { return r.scroll(lines, 0)(m) }
func (r *reader) wheel(m *Model, lines int) tea.Cmd         { return r.scroll(lines)(m) }
func (c *toolCalls) wheel(m *Model, lines int) tea.Cmd      { return c.scroll(lines)(m) }
func (s *sessions) wheel(m *Model, lines int) tea.Cmd       { return s.move(lines)(m) }
func (l *ledger) wheel(m *Model, lines int) tea.Cmd         { return l.move(lines)(m) }
func (r *recoverOverlay) wheel(m *Model, lines int) tea.Cmd { return r.scroll(lines)(m) }

func (s *sheet) wheel(m *Model, lines int) tea.Cmd {
	s.body.scroll(m, lines, 0)
	return nil
}

func (x *explanation) wheel(m *Model, lines int) tea.Cmd {
	x.body.scroll(m, lines, 0)
	return nil
}

func (l *ledger) listed(m *Model) (*views.List, views.Rect) { return &l.rows, m.layout().Body.Inner() }
func (s *sessions) listed(*Model) (*views.List, views.Rect) { return &s.rows, s.drawn }
