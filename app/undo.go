package app

import (
	"context"
	"time"

	"holdfast/engine/operator"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// undoMsg is what taking the last decision back would do.
type undoMsg struct {
	plan operator.Undo
	err  error
}

// askUndo reads what an undo would do, to ask before it is done.
func askUndo(m *Model) tea.Cmd {
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		plan, err := e.PlanUndo(ctx)
		return undoMsg{plan, err}
	})
}

func (msg undoMsg) arrive(m *Model) tea.Cmd {
	if msg.err != nil {
		return m.notices.answer(views.Warning, "Nothing is undone: "+msg.err.Error())
	}
	if m.overlays.top() != nil {
		return nil // something else was opened meanwhile
	}
	return m.push(confirmUndo(msg.plan, m.now()))
}

// confirmUndo asks before the last decision is taken back.
func confirmUndo(plan operator.Undo, now time.Time) *confirm {
	c := &confirm{title: "Undo", verb: "take it back", lines: []string{"Your last decision: " + plan.Words() + ", " + views.Clock(plan.Time, now), ""}}
	const most = 8
	for _, s := range plan.Steps[:min(len(plan.Steps), most)] {
		c.lines = append(c.lines, s.Entity+" "+s.Does)
	}
	if more := plan.Entities - most; more > 0 {
		c.lines = append(c.lines, "and "+count(more)+" more")
	}
	c.lines = append(c.lines, "", "No file is written. u again takes this back too.")
	c.yes = func(m *Model) tea.Cmd {
		return c.decide(m, "Taken back: "+plan.Words(), func(ctx context.Context, e Engine) error {
			_, err := e.Undo(ctx, plan)
			return err
		})
	}
	return c
}
