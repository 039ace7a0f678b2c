package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// lostMarks are the rows of SESSION_STATE that tell of lost entities, as a batch
// goes through them: by the entities' names.
type lostMarks struct{ m *Model }

// Holds implements markable.
func (l lostMarks) Holds(key string) bool { return l.m.detail.missing(key) }

// Unmark implements markable.
func (l lostMarks) Unmark(key string) { delete(l.m.panes.said.marks, key) }

// missing reports whether the page of SESSION_STATE that is shown lists an entity
// as lost.
func (d *detail) missing(key string) bool {
	p := d.page
	return p != nil && p.targets[missingRow(key)] == key
}

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
		keys: []string{" "}, name: "space", verb: "mark", help: "mark the lost entity, or take its mark away: x goes through the marked ones one by one",
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

// letGoOfMarked asks for each of the marked entities in turn.
func (p *projectionsPane) letGoOfMarked(m *Model, keys []string) tea.Cmd {
	return goThrough(m, lostMarks{m}, keys, func(m *Model, b *batch, key string, chosen bool) (overlay, tea.Cmd) {
		return askLetGo(key).of(m, b, key, "x", chosen)
	})
}
