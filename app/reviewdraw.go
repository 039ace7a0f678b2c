package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// reviewPlace is where the parts of a review stand: the head above a rule, the
// texts, the foot, and the line that says what y does.
type reviewPlace struct {
	body views.Rect
	w    int      // of text
	head []string // lines above the texts
	h    int      // lines of the texts
	foot []string
}

func (r *review) lay(m *Model, l views.Layout) reviewPlace {
	p := reviewPlace{body: l.Body, w: max(l.Body.W-2*detailPad, 1)}
	room := p.body.H - 2 // without the title and the verdict
	if !r.known {
		p.h = max(room, 0)
		return p
	}
	p.foot = r.foot(m.theme, p.w)
	room -= len(p.foot)
	if !r.fold {
		// The head may take up to two fifths, the texts the rest; what they leave
		// free is the head's as well.
		free := r.free(room)
		facts := len(r.head(m.theme, p.w, m.now(), 0))
		p.head = r.head(m.theme, p.w, m.now(), max(room/5, free-facts, 1))
		if most := max(room*2/5, free, 2); len(p.head) > most {
			p.head = append(p.head[:most-1:most-1], m.theme.Dim.On("more of it in the detail"))
		}
		p.head = append(p.head, views.Rule(m.theme, p.w))
	}
	p.h = max(room-len(p.head), 0)
	return p
}

// free is how many of room lines the texts and the rule over them do not take.
func (r *review) free(room int) int {
	if r.doc == nil || !r.whole || r.port.Wrap {
		return 0
	}
	return room - r.doc.Len() - 1
}

// sideBySide reports whether the diff is split.
func (r *review) sideBySide(m *Model) bool {
	if r.split != nil {
		return *r.split
	}
	return m.w >= views.SplitWidth
}

// arrange makes what is decided between.
func (r *review) arrange(m *Model, l views.Layout) tea.Cmd {
	if !r.known {
		return nil
	}
	p := r.lay(m, l)
	doc, whole, render := m.docs.get(inReview, r.texts(r.sideBySide(m)), p.w, m.theme)
	r.doc, r.whole = doc, whole
	r.port.Clamp(doc, p.w, p.h)
	if render == nil {
		return nil
	}
	return m.engine.work(render)
}

func (r *review) scroll(dy, dx int) action {
	return func(m *Model) tea.Cmd {
		if r.doc != nil {
			p := r.lay(m, m.layout())
			r.port.Scroll(r.doc, dy, dx, p.w, p.h)
		}
		return nil
	}
}

func (r *review) page(dir int) action {
	return func(m *Model) tea.Cmd { return r.scroll(dir*max(r.lay(m, m.layout()).h/2, 1), 0)(m) }
}

func (r *review) jump(dir int) action {
	return func(m *Model) tea.Cmd {
		if r.doc == nil {
			return nil
		}
		p := r.lay(m, m.layout())
		if r.port.Jump(r.doc, dir, p.w, p.h) == 0 {
			return m.notices.answer(views.Info, "No further change that way.")
		}
		return nil
	}
}

func (r *review) toggleSplit(m *Model) tea.Cmd {
	split := !r.sideBySide(m)
	r.split = &split
	r.port.Top, r.port.Left = 0, 0
	return nil
}

func (r *review) toggleWrap(*Model) tea.Cmd {
	r.port.Wrap = !r.port.Wrap
	return nil
}

func (r *review) toggleFold(*Model) tea.Cmd {
	r.fold = !r.fold
	return nil
}

func (r *review) draw(m *Model, _ []string, l views.Layout) []string {
	t := m.theme
	p := r.lay(m, l)
	b := views.Block{Title: "Review", Key: r.entity(), Focus: true}
	var lines []string
	switch {
	case r.err != "":
		lines = views.Empty(r.err, t, p.w, p.h)
	case !r.known || r.doc == nil:
		lines = views.Empty("Reading it"+t.Glyphs.Ellipsis, t, p.w, p.h)
	default:
		lines = append(append(lines, p.head...), r.port.Render(r.doc, p.w, p.h, t)...)
		b.Place = r.port.Place(r.doc, p.w, p.h)
		lines = append(append(lines, p.foot...), r.last(m, p.w))
	}
	for i, x := range lines {
		lines[i] = " " + x
	}
	b.Lines = views.Fill(lines, p.body.W, p.body.H-1, t)
	return alone(m, b, l)
}

// last is the line that says what y does, or why it does nothing.
func (r *review) last(m *Model, w int) string {
	t := m.theme
	if r.deciding {
		return t.Dim.On("deciding" + t.Glyphs.Ellipsis)
	}
	if why := r.undecided(); why != "" {
		return views.Undecided(why, t, w)
	}
	return m.verdictLine(r.verdict(), w)
}
