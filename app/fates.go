package app

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
	"holdfast/engine/fate"
	"holdfast/store/event"
)

// maxFates is of how many outcomes the fate is looked up, those of the newest requests.
const maxFates = 300

// fates are what has become of what replies brought, by artifact or block, as the
// engine computes it from how things stand: a request tells only how it ended.
type fates map[string]event.State

// of is a request with its outcomes as they are by now.
func (f fates) of(a events.Activity) events.Activity {
	known := func(o events.Outcome) bool {
		state, ok := f[o.Artifact]
		return ok && state != o.State || o.State == event.Tombstoned
	}
	if !slices.ContainsFunc(a.Outcomes, known) {
		return a
	}
	a.Outcomes = slices.Clone(a.Outcomes)
	for i, o := range a.Outcomes {
		if state, ok := f[o.Artifact]; ok {
			a.Outcomes[i].State = state
		} else if o.State == event.Tombstoned {
			a.Outcomes[i].State = fate.Rejected
		}
	}
	return a
}

// brought are the outcomes of the newest requests of the session.
func (p *activityPane) brought() (list []events.Outcome) {
	for _, r := range p.requests {
		if len(list) >= maxFates {
			break
		}
		if r.Session == p.session || r.Session == "" {
			list = append(list, r.Outcomes...)
		}
	}
	return list
}

// fatesMsg is what has become of outcomes.
type fatesMsg struct{ now fates }

// readFates reads what has become of what replies brought.
func (m *Model) readFates() tea.Cmd {
	brought := m.panes.activity.brought()
	if len(brought) == 0 {
		return nil
	}
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		now, err := e.Fates(ctx, brought)
		if err != nil {
			return nil // the requests are shown as they ended
		}
		return fatesMsg{now}
	})
}

func (msg fatesMsg) arrive(m *Model) tea.Cmd {
	m.panes.activity.fates = msg.now
	m.panes.activity.redraw()
	return nil
}
