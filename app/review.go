package app

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/views"
)

// review is where a proposal is decided: its reason first, then the gate report
// and the diff. A second key confirms, once everything is drawn and nothing moved
// for a moment; the decision carries the hashes that were shown.
type review struct {
	id, entity string
	shown      *engine.Review // nil until it was read
	err        string         // why there is nothing to decide
	reject     bool
	reason     string
	deciding   bool

	port  views.Viewport
	split *bool // as chosen; nil by the width
	fold  bool  // reason and report are folded away
	doc   *views.Doc
	whole bool // doc is no draft
}

// reviewMsg is a proposal that was read for a review.
type reviewMsg struct {
	id     string
	review engine.Review
	err    error
}

// decidedMsg is what became of a decision.
type decidedMsg struct {
	done   string // what to say when it was done
	review string // id of the review that it was taken in, "" for none
	err    error
}

// review returns the open review, or nil.
func (m *Model) review() *review {
	for _, o := range m.overlays {
		if r, ok := o.(*review); ok {
			return r
		}
	}
	return nil
}

func (m *Model) openReview(p views.Proposal, reject bool) tea.Cmd {
	r := &review{id: p.Key, entity: p.Entity}
	cmds := []tea.Cmd{m.push(r), m.readReview(r.id)}
	if reject {
		cmds = append(cmds, r.askReason(m, popTop))
	}
	return tea.Batch(cmds...)
}

func (m *Model) readReview(id string) tea.Cmd {
	return m.ask(func(ctx context.Context, e Engine) tea.Msg {
		r, err := e.Review(ctx, id)
		return reviewMsg{id, r, err}
	})
}

// reloadReview reads the open review again: something changed.
func (m *Model) reloadReview() tea.Cmd {
	if r := m.review(); r != nil && !r.deciding {
		return m.readReview(r.id)
	}
	return nil
}

// reviewCame shows what was read. Anything else than what was shown before
// disarms.
func (m *Model) reviewCame(msg reviewMsg) tea.Cmd {
	r := m.review()
	if r == nil || r.id != msg.id || r.deciding {
		return nil
	}
	if msg.err != nil {
		r.err, r.shown = "It cannot be decided: "+msg.err.Error(), nil
		return m.disturb()
	}
	first := r.shown == nil
	if !first && r.shown.Shown == msg.review.Shown {
		return nil
	}
	r.shown, r.err, r.doc = &msg.review, "", nil
	cmd := m.disturb()
	if first {
		return cmd
	}
	return tea.Batch(cmd, m.say(views.Warning, "It changed while you looked at it. This is how it stands now."))
}

func (r *review) covers() bool { return true }

// drawn implements decision.
func (r *review) drawn(*Model) bool { return r.shown != nil && r.doc != nil && r.whole && !r.deciding }

func (r *review) scope() scope {
	confirm, reject := "accept", "reject instead"
	if r.reject {
		confirm, reject = "reject", "other reason"
	}
	return scope{"Review", []binding{
		{keys: []string{"y"}, verb: confirm, help: "confirm what the last line says, once it is armed", bar: 1, do: r.confirm, unless: r.notReady},
		{keys: []string{"a"}, verb: "accept instead", help: "decide to accept", bar: 2, do: r.toAccept, unless: r.accepting},
		{keys: []string{"x"}, verb: reject, help: "decide to reject, with a reason", bar: 3, do: r.toReject, unless: r.nothing},
		{keys: []string{"n"}, verb: "next change", help: "next change", bar: 4, do: r.jump(1), unless: r.nothing},
		{keys: []string{"N"}, help: "change before", do: r.jump(-1), unless: r.nothing},
		{keys: []string{"v"}, verb: "split", help: "unified or split", bar: 5, do: r.toggleSplit, unless: r.noBase},
		{keys: []string{"w"}, verb: "wrap", help: "wrap long lines, or scroll them", bar: 7, do: r.toggleWrap, unless: r.nothing},
		{keys: []string{"z"}, verb: "zoom", help: "fold reason and gate report away", bar: 8, do: r.toggleFold, unless: r.nothing},
		{keys: []string{"c"}, verb: "copy", help: "copy what is proposed", bar: 9, do: r.copy, unless: r.nothing},
		{keys: []string{"j", "down", "J"}, name: "j down", help: "scroll down", do: r.scroll(1, 0)},
		{keys: []string{"k", "up", "K"}, name: "k up", help: "scroll up", do: r.scroll(-1, 0)},
		{keys: []string{"h", "left"}, name: "h left", help: "scroll left", do: r.scroll(0, -8)},
		{keys: []string{"l", "right"}, name: "l right", help: "scroll right", do: r.scroll(0, 8)},
		{keys: []string{"g", "home"}, name: "g", help: "to the beginning", do: r.scroll(-1<<30, 0)},
		{keys: []string{"G", "end"}, name: "G", help: "to the end", do: r.scroll(1<<30, 0)},
		{keys: []string{"ctrl+d", "pgdown", " "}, name: "ctrl+d", help: "half a page down", do: r.page(1)},
		{keys: []string{"ctrl+u", "pgup"}, name: "ctrl+u", help: "half a page up", do: r.page(-1)},
		{keys: []string{"esc", "q"}, name: "esc", verb: "back", help: "back, nothing is decided", bar: 6, do: popTop},
	}}
}

func (r *review) nothing(*Model) string {
	switch {
	case r.err != "":
		return r.err
	case r.shown == nil:
		return "it is being read"
	}
	return ""
}

func (r *review) notReady(m *Model) string {
	if why := r.nothing(m); why != "" {
		return why
	}
	if r.deciding {
		return "it is being decided"
	}
	return notArmed(m)
}

func (r *review) accepting(m *Model) string {
	if !r.reject {
		return "y accepts already"
	}
	return r.nothing(m)
}

func (r *review) noBase(m *Model) string {
	if r.shown != nil && r.shown.Base == nil {
		return "there is no base to stand beside it"
	}
	return r.nothing(m)
}

func (r *review) toAccept(*Model) tea.Cmd {
	r.reject, r.reason = false, ""
	return nil
}

func (r *review) toReject(m *Model) tea.Cmd {
	return r.askReason(m, func(*Model) tea.Cmd { return nil })
}

// askReason asks why the proposal is rejected; cancel is what esc does.
func (r *review) askReason(m *Model, cancel action) tea.Cmd {
	return m.push(newPrompt(promptOptions{
		name: "Reason", label: "reject because: ", text: r.reason, hint: "enter goes on, may be empty",
		done: func(_ *Model, text string) tea.Cmd {
			r.reject, r.reason = true, text
			return nil
		},
		cancel: cancel,
	}))
}

// confirm hands the decision to the engine, with what was shown.
func (r *review) confirm(m *Model) tea.Cmd {
	if r.deciding {
		return nil
	}
	r.deciding = true
	shown, reject, reason, id := r.shown.Shown, r.reject, r.reason, r.id
	done := "Accepted " + r.entity
	if reject {
		done = "Rejected " + r.entity
	}
	return m.ask(func(ctx context.Context, e Engine) tea.Msg {
		var err error
		if reject {
			err = e.Reject(ctx, shown, reason)
		} else {
			err = e.Accept(ctx, shown)
		}
		return decidedMsg{done, id, err}
	})
}

// decide hands another decision to the engine.
func (m *Model) decide(done string, call func(context.Context, Engine) error) tea.Cmd {
	return m.ask(func(ctx context.Context, e Engine) tea.Msg {
		return decidedMsg{done: done, err: call(ctx, e)}
	})
}

// decided tells what became of a decision. Where what was shown no longer holds,
// the review is read again and disarmed.
func (m *Model) decided(msg decidedMsg) tea.Cmd {
	r := m.review()
	if r != nil && r.id != msg.review {
		r = nil
	}
	if r != nil {
		r.deciding = false
	}
	cmds := []tea.Cmd{m.disturb(), m.read(true)}
	switch {
	case msg.err == nil && r != nil:
		m.close(r)
		cmds = append(cmds, m.say(views.Success, msg.done))
	case msg.err == nil:
		cmds = append(cmds, m.say(views.Success, msg.done))
	case errors.Is(msg.err, engine.ErrChanged) && r != nil:
		cmds = append(cmds, m.readReview(r.id), m.say(views.Warning, "Not done: it changed while you looked at it. Look again."))
	default:
		cmds = append(cmds, m.say(views.Failure, "Not done: "+msg.err.Error()))
	}
	return tea.Batch(cmds...)
}

// close removes an overlay and what lies over it.
func (m *Model) close(o overlay) {
	for i, x := range m.overlays {
		if x == o {
			m.overlays = m.overlays[:i]
			return
		}
	}
}
