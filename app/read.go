package app

import (
	"context"
	"fmt"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/views"
)

// calls knows the commands that are under way, so that none outlives the program:
// bubbletea does not wait for them.
type calls struct {
	mu     sync.Mutex
	closed bool
	wg     sync.WaitGroup
}

// close lets no further call begin and waits for those under way.
func (c *calls) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.wg.Wait()
}

func (c *calls) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.wg.Add(1)
	}
	return !c.closed
}

// work makes a command of something that the program waits for when it ends.
func (m *Model) work(do func() tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if !m.calls.begin() {
			return nil
		}
		defer m.calls.wg.Done()
		return do()
	}
}

// ask makes a command of an engine call.
func (m *Model) ask(call func(context.Context, Engine) tea.Msg) tea.Cmd {
	return m.work(func() tea.Msg { return call(m.ctx, m.engine) })
}

// reads sees to it that the engine is read by one command at a time: what is
// asked for meanwhile is read once, afterwards.
type reads struct {
	busy        bool
	again, full bool // what to read afterwards: anything, all
	// listed is engine.Status.Listed of what the counted panes show, 0 where that
	// is not known.
	listed int64
}

// readMsg is what was read.
type readMsg struct {
	status engine.Status
	full   bool
	listed bool // the counted panes were read
	apply  []func()
	errs   []error
}

// read reads the status, and where full is set, what the panes list.
func (m *Model) read(full bool) tea.Cmd {
	if m.reads.busy {
		m.reads.again, m.reads.full = true, m.reads.full || full
		return nil
	}
	m.reads = reads{busy: true, listed: m.reads.listed}
	panes, known := m.panes, m.reads.listed
	return m.ask(func(ctx context.Context, e Engine) tea.Msg {
		msg := readMsg{status: e.Status(), full: full}
		if !full {
			return msg
		}
		msg.listed = known == 0 || known != msg.status.Listed
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
		return msg
	})
}

func (m *Model) wasRead(msg readMsg) tea.Cmd {
	moved := m.status.Session != "" && msg.status.Session != m.status.Session
	m.status, m.known = msg.status, m.known || msg.full
	for _, apply := range msg.apply {
		apply()
	}
	var cmds []tea.Cmd
	for _, err := range msg.errs {
		if m.ctx.Err() == nil {
			cmds = append(cmds, m.say(views.Failure, err.Error()))
		}
	}
	if moved {
		cmds = append(cmds, m.say(views.Info, "Session "+msg.status.Session+" is active: requests that name none go there."))
	}
	if _, ok := m.listPane().(counted); msg.full && (msg.listed || !ok) {
		m.detail.outdated = true
	}
	after := m.reads
	m.reads = reads{listed: after.listed}
	if msg.listed {
		if m.reads.listed = msg.status.Listed; len(msg.errs) > 0 {
			m.reads.listed = 0
		}
	}
	if after.again {
		cmds = append(cmds, m.read(after.full))
	}
	return tea.Batch(append(cmds, m.tick(), m.age(), m.followLedger())...)
}
