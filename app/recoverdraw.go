package app

import (
	"reflect"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/canon"
	"holdfast/engine/recovery"
	"holdfast/views"
)

// recoveryOf is a recovery as it is shown.
func recoveryOf(r recovery.Preview) views.Recovery {
	out := views.Recovery{}
	for _, f := range r.Faults {
		out.Faults = append(out.Faults, views.Fault{Path: f.Path, Text: f.Text})
	}
	if len(out.Faults) > 0 {
		return out
	}
	out.Headline, out.Total, out.Means = r.Headline(), r.Total(), r.Means()
	for _, g := range r.Groups() {
		fate := views.Fate{Kind: g.Kind, Title: g.Title}
		for _, step := range g.Steps {
			fate.Entities = append(fate.Entities, views.Fated{Key: step.Key, Line: step.Line, Why: whyOf(g.Kind, step)})
		}
		out.Groups = append(out.Groups, fate)
	}
	return out
}

// whyOf is what the title of a group does not say of one of its entities.
func whyOf(kind string, step canon.Step) string {
	if kind == "missing" || step.Current != "" && (kind == "restored" || kind == "healed") {
		return step.Reason
	}
	return ""
}

func samePlan(a, b recovery.Preview) bool { return reflect.DeepEqual(a, b) }

// size is the place of the text: its width, and its height over the last line.
func (r *recoverOverlay) size(m *Model) (w, h int) {
	in := m.layout().Body.Inner()
	return max(in.W-2*detailPad, 1), max(in.H-2, 0)
}

func (r *recoverOverlay) scroll(dy int) action {
	return func(m *Model) tea.Cmd {
		w, h := r.size(m)
		r.port.Scroll(r.made(m, w), dy, 0, w, h)
		return nil
	}
}

func (r *recoverOverlay) page(dir int) action {
	return func(m *Model) tea.Cmd {
		_, h := r.size(m)
		return r.scroll(dir * max(h/2, 1))(m)
	}
}

func (r *recoverOverlay) jump(dir int) action {
	return func(m *Model) tea.Cmd {
		w, h := r.size(m)
		if r.port.Jump(r.made(m, w), dir, w, h) == 0 {
			return m.notices.answer(views.Info, "No further group that way.")
		}
		return nil
	}
}

func (r *recoverOverlay) draw(m *Model, _ []string, l views.Layout) []string {
	t := m.theme
	w, h := r.size(m)
	b := views.Block{Title: "Recover " + m.status.Session, Focus: true}
	var lines []string
	switch {
	case r.err != "":
		lines = views.Empty("It could not be looked at: "+r.err, t, w, h)
	default:
		doc := r.made(m, w)
		r.port.Clamp(doc, w, h)
		lines = r.port.Render(doc, w, h, t)
		b.Place = r.port.Place(doc, w, h)
	}
	lines = append(views.Fill(lines, w, h, t), views.Rule(t, w), r.last(m, w))
	for i, x := range lines {
		lines[i] = " " + x
	}
	b.Lines = views.Fill(lines, l.Body.Inner().W, l.Body.Inner().H, t)
	return alone(m, b, l)
}

// last is the line that says what y does, or why it does nothing; of a recovery
// that has no text yet it is the field.
func (r *recoverOverlay) last(m *Model, w int) string {
	t := m.theme
	switch {
	case r.waiting() && r.asking:
		return t.Dim.On("reading the file" + t.Glyphs.Ellipsis)
	case r.waiting():
		const label = "path: "
		return views.Field(label, r.field.Value(), r.field.Position(), "", w-len(label)-3, t, w)
	case r.doing:
		return t.Dim.On("recovering" + t.Glyphs.Ellipsis)
	case r.done != nil:
		return t.Accent.On("c") + " copy the block   " + t.Accent.On("esc") + " back"
	case r.drawn(m):
		return m.verdictLine("recover the session", w)
	}
	return t.Accent.On("p") + " another   " + t.Accent.On("esc") + " back"
}
