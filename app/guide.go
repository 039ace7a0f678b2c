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
func (m *Model) welcome() *subject {
	s, g := m.status, &m.guide
	said := views.Guide{Listen: s.Listen, Tried: s.Tried, Demo: s.Demo, ReadOnly: s.ReadOnly, Fresh: s.Entities == 0 && len(m.activity.requests) == 0}
	if said.Listen == g.said.Listen && said.Demo == g.said.Demo && said.ReadOnly == g.said.ReadOnly && said.Fresh == g.said.Fresh && slices.Equal(said.Tried, g.said.Tried) {
		return g.subject
	}
	*g = guide{said: said}
	if !said.Empty() {
		g.subject = &subject{id: "welcome", now: &page{title: "Welcome", views: []view{{"welcome", views.Words(said.Doc)}}}}
	}
	return g.subject
}

// guides reports whether a pane without rows shows the guide: the State Map of a
// single column, where the detail is not seen.
func (m *Model) guides(p pane) bool {
	_, ok := p.(*statePane)
	return ok && m.w < views.TwoColumns && m.guide.subject != nil
}

// guideLines are as many of the guide's lines as there is room for.
func (m *Model) guideLines(r views.Rect) []string {
	w := max(r.W-2*detailPad, 1)
	doc := m.guide.said.Doc(m.theme, w)
	var port views.Viewport
	lines := port.Render(doc, w, min(doc.Len(), r.H), m.theme)
	if doc.Len() > r.H && r.H > 0 {
		lines[r.H-1] = m.theme.Accent.On("0") + m.theme.Dim.On(" shows all of it")
	}
	for i, l := range lines {
		lines[i] = strings.Repeat(" ", detailPad) + l
	}
	return views.Fill(lines, r.W, r.H, m.theme)
}
