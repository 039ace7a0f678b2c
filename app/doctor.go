package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/report"
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
	report report.DoctorReport
	err    error
}

func openDoctor(m *Model) tea.Cmd {
	d := &doctor{}
	d.reader = reader{title: "Doctor", make: d.doc}
	return tea.Batch(m.push(d), d.examine(m))
}

// examine asks for a report.
func (d *doctor) examine(m *Model) tea.Cmd {
	d.busy = true
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		report, err := e.Doctor(ctx)
		return doctorMsg{d, report, err}
	})
}

func (msg doctorMsg) arrive(m *Model) tea.Cmd {
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
		{keys: []string{"R"}, verb: "refresh", help: "read every tracked file again, and check again", bar: 1, do: func(m *Model) tea.Cmd { return readAgain(m, d.examine) }, unless: d.examining},
		{keys: []string{"V"}, verb: "verify", help: "prove the record: hash the Vault again, walk the chain, rebuild every projection and compare", bar: 1, do: prove, unless: isBusy},
	}, s.bindings...)
	return s
}

func (d *doctor) examining(m *Model) string {
	if d.busy {
		return "it is being examined"
	}
	return m.jobs.busy()
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
