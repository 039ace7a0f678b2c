package app

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
	"holdfast/views"
)

// refusedBy returns the decision by which the guard refused a write, nil where the
// request of that id is none.
func (p *activityPane) refusedBy(id string) *events.Activity {
	i := slices.IndexFunc(p.requests, func(r *events.Activity) bool { return r.Episode == id })
	if i < 0 || p.requests[i].Kind != "guard" || p.requests[i].Phase != events.Failed {
		return nil
	}
	return p.requests[i]
}

// selectedRefusal is that of the selected row.
func (p *activityPane) selectedRefusal() *events.Activity {
	row, _ := p.rows.Selected().(views.Request)
	return p.refusedBy(row.Key)
}

// notRefused is why nothing can be overruled.
func (p *activityPane) notRefused(*Model) string {
	if p.selectedRefusal() == nil {
		return "only a write that the guard refused can be let run"
	}
	return ""
}

func (p *activityPane) overrule(m *Model) tea.Cmd {
	return m.push(confirmOverrule(p.selectedRefusal()))
}

// refusal is the guard's decision that the selected row tells of, nil for none.
func (x *inbox) refusal(m *Model) *events.Activity {
	id, ok := strings.CutPrefix(x.selected().Key, "request ")
	if !ok {
		return nil
	}
	return m.panes.activity.refusedBy(id)
}

func (x *inbox) notRefused(m *Model) string {
	if x.refusal(m) == nil {
		return "only a write that the guard refused can be let run"
	}
	return ""
}

func (x *inbox) overrule(m *Model) tea.Cmd {
	key, c := x.selected().Key, confirmOverrule(x.refusal(m))
	let := c.yes
	c.yes = func(m *Model) tea.Cmd {
		x.looked(key)
		x.renew(m)
		return let(m)
	}
	return m.push(c)
}

// confirmOverrule asks before a write is let run that the guard refused.
func confirmOverrule(refused *events.Activity) *confirm {
	id := refused.Episode
	c := &confirm{title: "Overrule the guard", verb: "let it run", lines: []string{
		refused.Path, refused.Error, "", "It runs when the client makes the same write again; every other write is judged again.",
	}}
	c.yes = func(m *Model) tea.Cmd {
		return c.decide(m, "This write may run when the client makes it again", func(ctx context.Context, e Engine) error {
			return e.OverruleGuard(ctx, id)
		})
	}
	return c
}
