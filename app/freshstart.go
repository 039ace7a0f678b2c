package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/recovery"
	"holdfast/views"
)

// freshMsg is what became of a fresh start.
type freshMsg struct{ err error }

// readOnly reports whether nothing is recorded until the operator has decided.
func readOnly(m *Model) bool { return m.status.ReadOnly != "" }

// notReadOnly is why there is no fresh start to declare.
func notReadOnly(m *Model) string {
	if !readOnly(m) {
		return "what is recorded is sound: there is no reason for a fresh start"
	}
	return ""
}

// undecidable is why nothing can be adopted.
func undecidable(m *Model) string {
	if readOnly(m) {
		return "not in read-only mode: p recovers the session, F starts empty"
	}
	return ""
}

// askFresh asks before a fresh start is declared: what it means comes first.
func askFresh(m *Model) tea.Cmd {
	lines := []string{"Start empty, without what was recorded?", ""}
	return m.push(&confirm{title: "Fresh start", lines: append(lines, recovery.FreshStartMeans...), verb: "start empty", yes: freshStart})
}

func freshStart(m *Model) tea.Cmd {
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg { return freshMsg{e.FreshStart(ctx)} })
}

func (msg freshMsg) arrive(m *Model) tea.Cmd {
	cmds := []tea.Cmd{m.disturb(), m.read(true)}
	if msg.err != nil {
		return tea.Batch(append(cmds, m.notices.say(views.Failure, "Not done: "+msg.err.Error()))...)
	}
	done := fixed(views.Recovered{recovery.FreshStartDone}.Doc)
	return tea.Batch(append(cmds, m.push(&reader{title: "Fresh start", make: done}))...)
}
