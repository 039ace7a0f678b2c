package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// wheelLines is how far a notch of the wheel scrolls.
const wheelLines = 3

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
	switch top := m.top().(type) {
	case *review:
		return top.scroll(dir*wheelLines, 0)(m)
	case *reader:
		return top.scroll(dir * wheelLines)(m)
	case *doctor:
		return top.scroll(dir * wheelLines)(m)
	case *toolCalls:
		return top.scroll(dir * wheelLines)(m)
	case *connection:
		return top.scroll(dir * wheelLines)(m)
	case *sessions:
		return top.move(dir * wheelLines)(m)
	case nil:
	default:
		return nil
	}
	l := m.layout()
	if l.Detail.H > 0 && l.Detail.Holds(e.X, e.Y) {
		if dir == 0 {
			return m.focus(views.OnDetail)
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

func (m *Model) clickedList(i int, r views.Rect, y, dir int) tea.Cmd {
	list := m.panes[i].list()
	if dir != 0 {
		list.Move(dir * wheelLines)
		return nil
	}
	if row := list.Window(r.H) + y - r.Y; y >= r.Y && row < list.Len() {
		list.Move(row - list.Cursor())
	}
	return m.focus(i)
}

// pasted takes a paste: into the text field that is open, else nowhere.
func (m *Model) pasted(p pasteMsg) tea.Cmd {
	if p.TooBig {
		return m.answer(views.Failure, "That paste is larger than "+views.Size(maxPaste)+" bytes and was dropped.")
	}
	if f, ok := m.top().(typing); ok {
		return f.paste(m, p.Text)
	}
	return m.recoverFrom(p.Text)
}
