package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// Unmark implements markable for the rows of SESSION_STATE that tell of lost entities,
// by the entities' names.
func (p *projectionsPane) Unmark(key string) { delete(p.marks, key) }

// markedLost are the marked entities that are still lost, in their order.
func (p *projectionsPane) markedLost(m *Model) []string {
	if len(p.marks) == 0 || p.selected() != sessionState || m.detail.page == nil {
		return nil
	}
	var keys []string
	for _, id := range m.detail.page.ids {
		if key := m.detail.page.targets[id]; p.marks[key] && id == missingRow(key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// markLostBinding marks what is lost, to let go of several.
func (p *projectionsPane) markLostBinding() binding {
	return binding{
		keys: []string{" "}, name: "space", verb: "mark", help: "mark the lost symbol, or take its mark away: x is about all marked ones at once",
		bar: 4, do: p.markLost, unless: func(m *Model) string {
			if p.lostAt(m) == "" {
				return "only what is lost can be marked here"
			}
			return ""
		},
	}
}

func (p *projectionsPane) markLost(m *Model) tea.Cmd {
	key := p.lostAt(m)
	if p.marks[key] {
		delete(p.marks, key)
	} else {
		p.marks[key] = true
	}
	return pickBy(1)(m)
}

// drawMarks sets the marks before what is marked, on lines as the page's window
// shows them.
func (p *projectionsPane) drawMarks(m *Model, lines []string, t *views.Theme) {
	d := &m.detail
	if len(p.markedLost(m)) == 0 {
		return
	}
	for i, id := range d.docIDs {
		if key := d.page.targets[id]; p.marks[key] && id == missingRow(key) {
			d.port.Tick(lines, d.doc, i, t)
		}
	}
}
