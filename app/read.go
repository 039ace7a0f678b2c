package app

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/report"
	"holdfast/views"
)

// reads sees to it that the engine is read by one command at a time: what is
// asked for meanwhile is read once, afterwards.
type reads struct {
	busy        bool
	again, full bool // what to read afterwards: anything, all
	// listed is report.Status.Listed of what the counted panes show, 0 where that
	// is not known.
	listed int64
}

// readMsg is what was read.
type readMsg struct {
	status report.Status
	full   bool
	listed bool // the counted panes were read
	apply  []func()
	errs   []error
}

// begin reports whether reading may begin now; else it is done afterwards.
func (r *reads) begin(full bool) bool {
	if r.busy {
		r.again, r.full = true, r.full || full
		return false
	}
	*r = reads{busy: true, listed: r.listed}
	return true
}

// end takes what was read, and tells what is to be read now.
func (r *reads) end(msg readMsg) (again, full bool) {
	again, full = r.again, r.full
	*r = reads{listed: r.listed}
	if msg.listed {
		if r.listed = msg.status.Listed; len(msg.errs) > 0 {
			r.listed = 0
		}
	}
	return again, full
}

// read reads the status, and where full is set, what the panes list.
func (m *Model) read(full bool) tea.Cmd {
	if !m.reads.begin(full) {
		return nil
	}
	panes, known := m.panes.all, m.reads.listed
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		msg := readMsg{status: e.Status(), full: full}
		if full {
			msg.listed = known == 0 || known != msg.status.Listed
			msg.readPanes(ctx, e, panes)
		}
		return msg
	})
}

// readPanes reads what panes list, those that are counted only where they may have
// changed.
func (msg *readMsg) readPanes(ctx context.Context, e Engine, panes []pane) {
	for _, p := range panes {
		if _, ok := p.(counted); ok && !msg.listed {
			continue
		}
		apply, err := p.load(ctx, e)
		if err != nil {
			msg.errs = append(msg.errs, fmt.Errorf("%s could not be read: %w", p.title(), err))
			continue
		}
		msg.apply = append(msg.apply, apply)
	}
}

// arrive shows what was read, and reads on where that was asked for meanwhile.
func (msg readMsg) arrive(m *Model) tea.Cmd {
	moved := m.status.Session != "" && msg.status.Session != m.status.Session
	m.status, m.known = msg.status, m.known || msg.full
	for _, apply := range msg.apply {
		apply()
	}
	m.inbox.fresh = false
	var cmds []tea.Cmd
	if msg.listed {
		cmds = append(cmds, m.readFates())
	}
	for _, err := range msg.errs {
		if !m.engine.ended() {
			cmds = append(cmds, m.notices.say(views.Failure, err.Error()))
		}
	}
	if moved {
		cmds = append(cmds, m.notices.say(views.Info, "Session "+msg.status.Session+" is active: requests that name none go there."))
	}
	if _, ok := m.panes.focused().(counted); msg.full && (msg.listed || !ok) {
		m.detail.outdated = true
	}
	if again, full := m.reads.end(msg); again {
		cmds = append(cmds, m.read(full))
	}
	if l := opened[*ledger](m.overlays); l != nil {
		cmds = append(cmds, l.follow(m))
	}
	if moved {
		m.panes.disk.accepted = nil // of another session
	}
	return tea.Batch(append(cmds, m.sayUnsaved(), m.runClocks())...)
}
