package app

import (
	"context"
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/engine/recovery"
	"holdfast/views"
)

// recoverOverlay is the overlay in which a session is recovered from a pasted document:
// the verdict, the preview, and with a second key the recovery and its result.
type recoverOverlay struct {
	field textinput.Model // for the path of a file, while there is no text

	text   []byte            // the document and what stands around it, nil for none yet
	bare   bool              // the terminal did not say that it was pasted
	shown  *recovery.Preview // what was said of it, nil while it is looked at
	err    string            // why nothing could be said
	asking bool              // it is being looked at
	again  bool              // and is to be looked at once more
	doing  bool              // it is being carried out
	moved  bool              // that was refused, since what was shown holds no longer
	done   []string          // what was done, in sentences; nil while nothing was

	port views.Viewport
	made func(*Model, int) *views.Doc // what is shown
}

// Messages of a recovery.
type (
	// planMsg is what a text would do. text is nil where it could not be read.
	planMsg struct {
		of   *recoverOverlay
		text []byte
		plan recovery.Preview
		err  error
	}
	recoveredMsg struct {
		of      *recoverOverlay
		session string
		seq     int64
		err     error
	}
)

func newRecovery(m *Model) *recoverOverlay {
	return &recoverOverlay{field: newField(""), made: fixed(views.RecoverGuide{ReadOnly: m.status.ReadOnly}.Doc)}
}

// openRecover shows what was pasted last, looked at anew, or asks for a text.
func openRecover(m *Model) tea.Cmd {
	r := m.kept
	if r == nil {
		r = newRecovery(m)
		return m.push(r)
	}
	return tea.Batch(m.push(r), r.plan(m))
}

// recoverFrom looks at a text that was pasted. Where that is a document, or was
// meant to be one, it opens the overlay; any other text changes nothing.
func recoverFrom(m *Model, text string, bare bool) tea.Cmd {
	r := newRecovery(m)
	r.text, r.bare = []byte(text), bare
	return tea.Batch(m.notices.answer(views.Info, "Looking at what was pasted"+m.theme.Glyphs.Ellipsis), r.plan(m))
}

// plan has the engine tell what the text would do, once at a time.
func (r *recoverOverlay) plan(m *Model) tea.Cmd {
	text := r.text
	return r.look(m, func() ([]byte, error) { return text, nil })
}

// look is plan for a text that is yet to be read.
func (r *recoverOverlay) look(m *Model, read func() ([]byte, error)) tea.Cmd {
	if r.asking {
		r.again = true
		return nil
	}
	r.asking = true
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		text, err := read()
		if err != nil {
			return planMsg{of: r, err: err}
		}
		plan, err := e.RecoveryPlan(ctx, text)
		return planMsg{r, text, plan, err}
	})
}

// reload looks at the text again: something changed.
func (r *recoverOverlay) reload(m *Model) tea.Cmd {
	if r.text == nil || r.doing || r.done != nil {
		return nil
	}
	return r.plan(m)
}

// arrive shows what a text would do. Anything else than what was shown before
// disarms.
func (msg planMsg) arrive(m *Model) tea.Cmd {
	r := msg.of
	r.asking = false
	open := m.overlays.shows(r)
	switch {
	case r.doing || r.done != nil:
		return nil
	case r.again:
		r.again = false
		if open {
			return r.plan(m)
		}
	case msg.text == nil: // the file could not be read
		return m.notices.answer(views.Failure, msg.err.Error())
	case msg.err == nil && msg.plan.Foreign() && r.shown == nil:
		return r.foreign(m)
	}
	before, moved := r.shown, r.moved
	r.moved = false
	r.take(msg)
	switch {
	case moved:
		return tea.Batch(m.disturb(), m.notices.say(views.Warning, "Not done: it changed while you looked at it. This is how it stands now."))
	case before == nil && !open:
		return r.show(m)
	case before == nil: // a file that was named
		m.kept = r
		return m.disturb()
	case r.shown == nil:
		return m.disturb()
	case !open || samePlan(*before, *r.shown):
		return nil
	}
	return tea.Batch(m.disturb(), m.notices.say(views.Warning, "It changed while you looked at it. This is how it stands now."))
}

// foreign says that a text is no document at all.
func (r *recoverOverlay) foreign(m *Model) tea.Cmd {
	switch {
	case m.overlays.shows(r): // a file that was named
		r.text = nil
		return m.notices.answer(views.Warning, "That file holds no CANON_STATE_DELTA to recover from.")
	case r.bare:
		return tooFast(m)
	}
	return m.notices.answer(views.Info, "Nothing takes a paste here: it holds no CANON_STATE_DELTA to recover from.")
}

// show opens it in the place of the one that is open.
func (r *recoverOverlay) show(m *Model) tea.Cmd {
	if old := opened[*recoverOverlay](m.overlays); old != nil {
		if old.doing {
			return m.notices.answer(views.Warning, "A recovery is under way: paste it again when that has ended.")
		}
		m.overlays.close(old)
	}
	m.kept = r
	return m.push(r)
}

// take keeps what was said of a text.
func (r *recoverOverlay) take(msg planMsg) {
	r.text, r.err = msg.text, ""
	if msg.err != nil {
		r.err, r.shown = msg.err.Error(), nil
		return
	}
	if r.shown != nil && samePlan(*r.shown, msg.plan) {
		return
	}
	r.shown = &msg.plan
	r.made = fixed(recoveryOf(msg.plan).Doc)
}

func (*recoverOverlay) covers() bool { return true }

// drawn implements decision.
func (r *recoverOverlay) drawn(*Model) bool {
	return r.shown != nil && len(r.shown.Faults) == 0 && r.err == "" && !r.doing && r.done == nil
}

// waiting reports whether there is no text yet, but a field for the path of a file.
func (r *recoverOverlay) waiting() bool { return r.text == nil && r.done == nil }

func (r *recoverOverlay) scope() scope {
	back := binding{keys: []string{"esc", "q"}, name: "esc", verb: "back", help: "back; p shows what was pasted again", bar: 6, do: popTop}
	if r.waiting() {
		back.keys = []string{"esc"}
		return scope{"Recover", []binding{
			{keys: []string{"enter"}, verb: "read the file", help: "look at the file whose path was typed", bar: 1, do: r.readFile, unless: r.noPath},
			{keys: []string{"down", "pgdown"}, name: "down", help: "scroll down", do: r.scroll(1)},
			{keys: []string{"up", "pgup"}, name: "up", help: "scroll up", do: r.scroll(-1)},
			back,
		}}
	}
	return scope{"Recover", []binding{
		{keys: []string{"y"}, verb: "recover", help: "recover the session as it is shown, once it is armed", bar: 1, do: r.confirm, unless: r.notReady},
		{keys: []string{"n"}, verb: "next group", help: "next group of symbols", bar: 2, do: r.jump(1), unless: r.noGroups},
		{keys: []string{"N"}, help: "group before", do: r.jump(-1), unless: r.noGroups},
		{keys: []string{"p"}, verb: "another", help: "drop this, and take another paste or the path of a file", bar: 3, do: r.another, unless: r.busy},
		{keys: []string{"c"}, verb: "copy block", help: "copy the session's block as it stands after the recovery", bar: 4, do: r.copyBlock, unless: r.notDone},
		{keys: []string{"j", "down", "J"}, name: "j down", help: "scroll down", do: r.scroll(1)},
		{keys: []string{"k", "up", "K"}, name: "k up", help: "scroll up", do: r.scroll(-1)},
		{keys: []string{"g", "home"}, name: "g", help: "to the beginning", do: r.scroll(-1 << 30)},
		{keys: []string{"G", "end"}, name: "G", help: "to the end", do: r.scroll(1 << 30)},
		{keys: []string{"ctrl+d", "pgdown", " "}, name: "ctrl+d", help: "half a page down", do: r.page(1)},
		{keys: []string{"ctrl+u", "pgup"}, name: "ctrl+u", help: "half a page up", do: r.page(-1)},
		back,
	}}
}

func (r *recoverOverlay) busy(*Model) string {
	if r.doing {
		return "it is being recovered"
	}
	return ""
}

// notReady is why there is nothing to confirm yet.
func (r *recoverOverlay) notReady(m *Model) string {
	switch {
	case r.doing:
		return r.busy(m)
	case r.done != nil:
		return "it is done"
	case r.err != "":
		return r.err
	case r.shown == nil:
		return "it is being read"
	case len(r.shown.Faults) > 0:
		return "it is not valid, see its faults"
	}
	return notArmed(m)
}

func (r *recoverOverlay) noGroups(*Model) string {
	if r.shown == nil || r.done != nil || len(r.shown.Groups()) == 0 {
		return "there are no groups of symbols here"
	}
	return ""
}

func (r *recoverOverlay) notDone(*Model) string {
	if r.done == nil {
		return "nothing is recovered yet"
	}
	return ""
}

// confirm hands the recovery to the engine, with what was shown.
func (r *recoverOverlay) confirm(m *Model) tea.Cmd {
	if r.doing {
		return nil
	}
	r.doing = true
	text, shown := r.text, *r.shown
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		if err := e.Recover(ctx, text, shown); err != nil {
			return recoveredMsg{of: r, err: err}
		}
		return recoveredMsg{r, e.Status().Session, e.LastDelta(), nil}
	})
}

// arrive tells what became of a recovery. Where what was shown no longer
// holds, it is looked at again and disarmed.
func (msg recoveredMsg) arrive(m *Model) tea.Cmd {
	r := msg.of
	r.doing = false
	cmds := []tea.Cmd{m.disturb(), m.read(true)}
	switch {
	case msg.err == nil:
		r.done = r.shown.Done(msg.session, msg.seq)
		r.made, r.port = fixed(views.Recovered(r.done).Doc), views.Viewport{}
		m.kept = nil // it has served
	case errors.Is(msg.err, engine.ErrChanged):
		r.moved = true
		cmds = append(cmds, r.plan(m))
	default:
		cmds = append(cmds, m.notices.say(views.Failure, "Not done: "+msg.err.Error()))
	}
	return tea.Batch(cmds...)
}

// another drops the text and asks for another one.
func (r *recoverOverlay) another(m *Model) tea.Cmd {
	m.kept = nil
	*r = *newRecovery(m)
	return m.disturb()
}

func (r *recoverOverlay) copyBlock(m *Model) tea.Cmd {
	session := m.status.Session
	return copyBlock(m, func(ctx context.Context, e Engine) ([]byte, error) { return e.SessionBlock(ctx, session) })
}

// paste implements typing: a document, or the path of a file.
func (r *recoverOverlay) paste(m *Model, text string) tea.Cmd {
	if r.waiting() && !strings.ContainsAny(text, "{\n") && len(text) <= maxTyped {
		r.field, _ = r.field.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(views.Clean(text))})
		return nil
	}
	return recoverFrom(m, text, false)
}
