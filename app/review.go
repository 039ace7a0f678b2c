package app

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/views"
)

// matter is what a review decides about: a proposal, or a disagreement with the
// disk. It knows what was read and what the operator chose; the review around it
// knows how that is shown and when it may be confirmed.
type matter interface {
	// id names the row that the decision is about, entity what it is about; place
	// is the heading of its keys.
	id() string
	entity() string
	place() string
	// read reads what the decision rests on, in a command; take is run by Update
	// and reports whether it differs from what was taken before.
	read(ctx context.Context, e Engine) (take func() (changed bool), err error)
	// choices are the keys of the matter itself.
	choices(r *review) []binding

	// head are the lines over the texts, the reason first; brief bounds a report
	// among them. foot are the lines under them.
	head(t *views.Theme, w int, now time.Time, brief int) []string
	foot(t *views.Theme, w int) []string
	// texts are what is decided between; oneSided is why they cannot stand beside
	// each other, "" where they can.
	texts(split bool) views.Source
	oneSided() string

	// undecided is why there is nothing to confirm yet, "" where y does what
	// verdict says; verb is that in a word.
	undecided() string
	verdict() string
	verb() string
	// decision is the verdict as a call, with what was shown, and what to say when
	// it was done.
	decision() (call func(context.Context, Engine) error, done string)
}

// review is where something is decided between two texts: its reason first, then
// what speaks for and against it and the diff. A second key confirms, once
// everything is drawn and nothing moved for a moment; the decision carries the
// hashes that were shown.
type review struct {
	matter
	known    bool   // the matter was read
	err      string // why there is nothing to decide
	deciding bool

	port  views.Viewport
	split *bool // as chosen; nil by the width
	fold  bool  // the head is folded away
	doc   *views.Doc
	whole bool // doc is no draft
}

// reviewMsg is a matter that was read for its review.
type reviewMsg struct {
	review *review
	take   func() (changed bool)
	err    error
}

// decidedMsg is what became of a decision.
type decidedMsg struct {
	done   string  // what to say when it was done
	review *review // that it was taken in, nil for none
	then   func()  // what the screen does where it was done, nil for nothing
	err    error
}

// openReview opens a review.
func openReview(m *Model, x matter) (*review, tea.Cmd) {
	r := &review{matter: x}
	return r, tea.Batch(m.push(r), r.look(m))
}

// look has the matter read, and what was read shown.
func (r *review) look(m *Model) tea.Cmd {
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		take, err := r.read(ctx, e)
		return reviewMsg{r, take, err}
	})
}

// reload reads it again: something changed.
func (r *review) reload(m *Model) tea.Cmd {
	if r.deciding {
		return nil
	}
	return r.look(m)
}

// arrive shows what was read. Anything else than what was shown before
// disarms.
func (msg reviewMsg) arrive(m *Model) tea.Cmd {
	r := msg.review
	if !m.overlays.shows(r) || r.deciding {
		return nil
	}
	if msg.err != nil {
		r.err, r.known = "It cannot be decided: "+msg.err.Error(), false
		return m.disturb()
	}
	first := !r.known
	if changed := msg.take(); !changed && !first {
		return nil
	}
	r.known, r.err, r.doc = true, "", nil
	cmd := m.disturb()
	if first {
		return cmd
	}
	return tea.Batch(cmd, m.notices.say(views.Warning, "It changed while you looked at it. This is how it stands now."))
}

func (r *review) covers() bool { return true }

// drawn implements decision.
func (r *review) drawn(*Model) bool {
	return r.known && r.undecided() == "" && r.doc != nil && r.whole && !r.deciding
}

func (r *review) scope() scope {
	return scope{r.place(), distinct(slices.Concat(
		[]binding{{keys: []string{"y"}, verb: r.verb(), help: "confirm what the last line says, once it is armed", bar: 1, do: r.confirm, unless: r.notReady}},
		r.choices(r),
		[]binding{
			{keys: []string{"n"}, verb: "next change", help: "next change", bar: 4, do: r.jump(1), unless: r.unchanged},
			{keys: []string{"N"}, help: "change before", do: r.jump(-1), unless: r.unchanged},
			{keys: []string{"v"}, verb: "split", says: r.otherForm, help: "unified or split", bar: 5, do: r.toggleSplit, unless: r.unsplit},
			{keys: []string{"w"}, verb: "wrap", says: r.otherWrap, help: "wrap long lines, or scroll them", bar: 7, do: r.toggleWrap, unless: r.wrapped},
			{keys: []string{"z"}, verb: "zoom", says: r.otherFold, help: "hide the reason, or show it again", bar: 8, do: r.toggleFold, unless: r.nothing},
			{keys: []string{"j", "down", "J"}, name: "j down", help: "scroll down", do: r.scroll(1, 0)},
			{keys: []string{"k", "up", "K"}, name: "k up", help: "scroll up", do: r.scroll(-1, 0)},
			{keys: []string{"h", "left"}, name: "h left", help: "scroll left", do: r.scroll(0, -8)},
			{keys: []string{"l", "right"}, name: "l right", help: "scroll right", do: r.scroll(0, 8)},
			{keys: []string{"g", "home"}, name: "g", help: "to the beginning", do: r.scroll(-1<<30, 0)},
			{keys: []string{"G", "end"}, name: "G", help: "to the end", do: r.scroll(1<<30, 0)},
			{keys: []string{"ctrl+d", "pgdown", " "}, name: "ctrl+d", help: "half a page down", do: r.page(1)},
			{keys: []string{"ctrl+u", "pgup"}, name: "ctrl+u", help: "half a page up", do: r.page(-1)},
			{keys: []string{"esc", "q"}, name: "esc", verb: "back", help: "back, nothing is decided", bar: 6, do: popTop},
		},
	))}
}

func (r *review) nothing(*Model) string {
	switch {
	case r.err != "":
		return r.err
	case !r.known:
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
	if why := r.undecided(); why != "" {
		return why
	}
	return notArmed(m)
}

// unchanged is why there is no change to go to.
func (r *review) unchanged(m *Model) string {
	if why := r.nothing(m); why != "" {
		return why
	}
	if r.doc != nil && len(r.doc.Marks) == 0 {
		return "there is no change to go to"
	}
	return ""
}

// otherForm, otherWrap and otherFold are what their keys do now.
func (r *review) otherForm(m *Model) string {
	if r.sideBySide(m) {
		return "unified"
	}
	return "split"
}

func (r *review) otherWrap(*Model) string {
	if r.port.Wrap {
		return "unwrap"
	}
	return "wrap"
}

func (r *review) otherFold(*Model) string {
	if r.fold {
		return "show reason"
	}
	return "zoom"
}

// wrapped is why w has nothing to wrap.
func (r *review) wrapped(m *Model) string {
	if why := r.nothing(m); why != "" {
		return why
	}
	if r.sideBySide(m) && r.oneSided() == "" {
		return "beside each other, long lines go on below already"
	}
	return ""
}

func (r *review) unsplit(m *Model) string {
	if why := r.nothing(m); why != "" {
		return why
	}
	return r.oneSided()
}

// confirm hands the decision to the engine, with what was shown.
func (r *review) confirm(m *Model) tea.Cmd {
	if r.deciding {
		return nil
	}
	r.deciding = true
	call, done := r.decision()
	msg := decidedMsg{done: done, review: r}
	if b, ok := r.matter.(*bulk); ok {
		msg.then = b.settled
	}
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		msg.err = call(ctx, e)
		return msg
	})
}

// arrive tells what became of a decision. Where what was shown no longer holds,
// the review is read again and disarmed.
func (msg decidedMsg) arrive(m *Model) tea.Cmd {
	r := msg.review
	if r != nil {
		r.deciding = false
		if !m.overlays.shows(r) {
			r = nil
		}
	}
	cmds := []tea.Cmd{m.disturb(), m.read(true)}
	if msg.err == nil && msg.then != nil {
		msg.then()
	}
	var some *partly
	switch {
	case errors.As(msg.err, &some):
		if r != nil {
			m.overlays.close(r)
		}
		cmds = append(cmds, m.notices.say(views.Warning, some.Error()))
	case msg.err == nil && r != nil:
		m.overlays.close(r)
		cmds = append(cmds, m.notices.say(views.Success, msg.done))
	case msg.err == nil:
		cmds = append(cmds, m.notices.say(views.Success, msg.done))
	case errors.Is(msg.err, engine.ErrChanged) && r != nil:
		cmds = append(cmds, r.look(m), m.notices.say(views.Warning, "Not done: it changed while you looked at it. Look again."))
	default:
		cmds = append(cmds, m.notices.say(views.Failure, "Not done: "+msg.err.Error()))
	}
	return tea.Batch(cmds...)
}
