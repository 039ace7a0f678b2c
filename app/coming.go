package app

import (
	"context"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/views"
)

// loadComing reads the reply of a live request as far as it has come: what it says, and
// the entities that it brings as they are recognised. While it is selected it is read
// again each second.
func loadComing(a events.Activity, now func() time.Time) func(context.Context, Engine) (*page, error) {
	return func(ctx context.Context, e Engine) (*page, error) {
		at := now()
		p := requestPage(a, at, "")
		reply, ok := e.Coming(ctx, a.Episode)
		if !ok {
			return p, nil
		}
		doc := comingOf(reply)
		p.grows = true
		p.views = append([]view{{"reply", views.Words(doc.Doc)}}, p.views...)
		return p, nil
	}
}

// comingOf is a reply on its way as it is shown.
func comingOf(r report.Coming) views.Coming {
	c := views.Coming{Text: r.Text, Reasoning: r.Reasoning, Calls: r.Calls}
	for _, f := range r.Found {
		c.Found = append(c.Found, views.Found{Entity: f.Entity, Known: f.Known, Whole: f.Whole})
	}
	return c
}

// followsReply has the reply of the selected live request read again.
func (m *Model) followsReply() {
	if s := m.panes.focused().subject(); s != nil && m.panes.activity.selectsLive() && m.panes.focused() == pane(m.panes.activity) {
		m.detail.outdated = true
	}
}
