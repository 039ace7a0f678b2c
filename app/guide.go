package app

import (
	"slices"
	"strings"

	"holdfast/views"
)

// guide is what a newcomer is told while there is nothing to show.
type guide struct {
	said    views.Guide
	subject *subject // nil where there is nothing to say
}

// welcome is the subject of the detail where nothing is selected: what is missing,
// and what to do next; nil where there is nothing to say.
func (g *guide) welcome(m *Model) *subject {
	s := m.status
	said := views.Guide{Listen: s.Listen, Tried: s.Tried, Demo: s.Demo, ReadOnly: s.ReadOnly, Fresh: s.Entities == 0 && len(m.panes.activity.requests) == 0}
	if said.Listen == g.said.Listen && said.Demo == g.said.Demo && said.ReadOnly == g.said.ReadOnly && said.Fresh == g.said.Fresh && slices.Equal(said.Tried, g.said.Tried) {
		return g.subject
	}
	*g = guide{said: said}
	if !said.Empty() {
		g.subject = &subject{id: "welcome", now: &page{title: "Welcome", views: []view{{"welcome", views.Words(said.Doc)}}}}
	}
	return g.subject
}

// shows reports whether a pane without rows shows the guide: the State Map of a
// single column, where the detail is not seen.
func (g *guide) shows(p pane, w int) bool {
	_, ok := p.(*statePane)
	return ok && w < views.TwoColumns && g.subject != nil
}

// lines are as many of the guide's lines as there is room for.
func (g *guide) lines(t *views.Theme, r views.Rect) []string {
	w := max(r.W-2*detailPad, 1)
	doc := g.said.Doc(t, w)
	var port views.Viewport
	lines := port.Render(doc, w, min(doc.Len(), r.H), t)
	if doc.Len() > r.H && r.H > 0 {
		lines[r.H-1] = t.Accent.On("0") + t.Dim.On(" shows all of it")
	}
	for i, l := range lines {
		lines[i] = strings.Repeat(" ", detailPad) + l
	}
	return views.Fill(lines, r.W, r.H, t)
}
