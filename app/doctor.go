package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/views"
)

// doctor is the overlay of the report on what holdfast stands on (TSLP 14.3).
type doctor struct {
	reader
	report *views.Doctor // nil until it came
	err    string
	busy   bool
}

// doctorMsg is a report that came.
type doctorMsg struct {
	of     *doctor
	report engine.DoctorReport
	err    error
}

func (m *Model) openDoctor() tea.Cmd {
	d := &doctor{}
	d.reader = reader{title: "Doctor", make: d.doc}
	return tea.Batch(m.push(d), d.examine(m, func(context.Context, Engine) error { return nil }))
}

// examine asks for a report, after what comes first.
func (d *doctor) examine(m *Model, first func(context.Context, Engine) error) tea.Cmd {
	d.busy = true
	return m.ask(func(ctx context.Context, e Engine) tea.Msg {
		if err := first(ctx, e); err != nil {
			return doctorMsg{of: d, err: err}
		}
		report, err := e.Doctor(ctx)
		return doctorMsg{d, report, err}
	})
}

func (m *Model) doctorCame(msg doctorMsg) tea.Cmd {
	d := msg.of
	d.busy, d.err = false, ""
	if msg.err != nil {
		d.err = msg.err.Error()
		return nil
	}
	report := doctorOf(msg.report)
	d.report = &report
	return m.read(true)
}

func (d *doctor) scope() scope {
	s := d.reader.scope()
	s.bindings = append([]binding{
		{keys: []string{"R"}, verb: "refresh", help: "read every tracked file again and examine anew", bar: 1, do: d.refresh, unless: d.examining},
		{keys: []string{"V"}, verb: "verify", help: "prove the record: hash the Vault again, walk the chain, rebuild every projection and compare", bar: 1, do: (*Model).prove},
	}, s.bindings...)
	return s
}

func (d *doctor) refresh(m *Model) tea.Cmd {
	return d.examine(m, func(ctx context.Context, e Engine) error { return e.Reverify(ctx) })
}

func (d *doctor) examining(*Model) string {
	if d.busy {
		return "it is being examined"
	}
	return ""
}

// doc is the report, or what there is instead.
func (d *doctor) doc(m *Model, w int) *views.Doc {
	doc := &views.Doc{}
	switch {
	case d.err != "":
		doc.Prose(m.theme.Bad, "There is no report: "+d.err, 0, w)
	case d.report == nil:
		doc.Prose(m.theme.Dim, "Examining"+m.theme.Glyphs.Ellipsis, 0, w)
	default:
		return d.report.Doc(m.theme, w)
	}
	return doc
}

// verifiedMsg is what reading every tracked file again found.
type verifiedMsg struct {
	found []engine.Divergence
	err   error
}

// reverify reads every tracked file again, whatever its times say.
func (m *Model) reverify() tea.Cmd {
	m.verifying = true
	return tea.Batch(m.answer(views.Info, "Reading every tracked file again"+m.theme.Glyphs.Ellipsis),
		m.ask(func(ctx context.Context, e Engine) tea.Msg {
			if err := e.Reverify(ctx); err != nil {
				return verifiedMsg{err: err}
			}
			found, err := e.Divergences(ctx)
			return verifiedMsg{found, err}
		}))
}

func (m *Model) verified(msg verifiedMsg) tea.Cmd {
	m.verifying = false
	cmds := []tea.Cmd{m.read(true), m.reloadReview()}
	switch {
	case msg.err != nil:
		cmds = append(cmds, m.say(views.Failure, "Not verified: "+msg.err.Error()))
	case len(msg.found) == 0 && m.disk.state.kept > 0:
		cmds = append(cmds, m.say(views.Success, "Every tracked file was read again: nothing differs but what you keep ("+
			views.Count(m.disk.state.kept, "entity", "entities")+")."))
	case len(msg.found) == 0:
		cmds = append(cmds, m.say(views.Success, "Every tracked file was read again: the disk and the State Map agree."))
	default:
		cmds = append(cmds, m.say(views.Warning, "Every tracked file was read again: "+views.Tally(reasonsOf(msg.found), "STALE", m.theme)+". See Stale (3)."))
	}
	return tea.Batch(cmds...)
}

func isVerifying(m *Model) string {
	if m.verifying {
		return "the files are being read already"
	}
	return ""
}
