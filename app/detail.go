package app

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// detail is the pane that shows what is selected.
type detail struct {
	id       string // subject that is shown
	wanted   string // subject that was asked for
	page     *page
	err      string
	outdated bool // the page must be read again
	busy     bool // a page is on its way
	view     int  // which of the page's views
	over     bool // it is that of a sheet, which has the whole screen
	port     views.Viewport

	doc    *views.Doc
	docFor docOf
	docIDs []string // of the page that doc was made of
	grown  string   // the subject whose end was come to, see page.grows
}

// docOf is what a detail's doc was made for.
type docOf struct {
	page  *page
	view  int
	w     int
	t     *views.Theme
	whole bool
}

// pageMsg is a page that was read.
type pageMsg struct {
	id   string
	page *page
	err  error
}

// detailPad is the blank column on either side of the detail's text.
const detailPad = 1

// arrange asks for what the screen lacks: the page of what is selected, and texts
// to be rendered.
func (m *Model) arrange() tea.Cmd {
	m.inbox.renew(m)
	if m.w == 0 {
		return nil
	}
	l := m.layout()
	if l.TooSmall {
		return nil
	}
	m.panes.said.leave(m)
	cmds := []tea.Cmd{m.followSelection()}
	if l.Detail.H > 0 && m.detail.page != nil {
		cmds = append(cmds, m.detail.arrange(m, l.Detail.Inner()))
	}
	if r := opened[*review](m.overlays); r != nil {
		cmds = append(cmds, r.arrange(m, l))
	}
	switch o := m.overlays.top().(type) {
	case paged:
		if d := o.paper(); d.page != nil {
			cmds = append(cmds, d.arrange(m, l.Body.Inner()))
		}
	case *ledger:
		cmds = append(cmds, o.arrange(m))
	}
	m.panes.said.look(m)
	return tea.Batch(cmds...)
}

// followSelection has the detail show what is selected. One page is on its way at
// a time: moving fast through a list reads only where it comes to rest.
func (m *Model) followSelection() tea.Cmd {
	d := &m.detail
	s := m.panes.focused().subject()
	if s == nil {
		s = m.guide.welcome(m)
	}
	if s == nil {
		*d = detail{busy: d.busy, port: views.Viewport{Wrap: d.port.Wrap}}
		return nil
	}
	if s.now != nil {
		d.show(s.id, s.now)
		return nil
	}
	if d.busy || s.id == d.wanted && !d.outdated {
		return nil
	}
	d.busy, d.outdated, d.wanted = true, false, s.id
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		p, err := s.load(ctx, e)
		return pageMsg{id: s.id, page: p, err: err}
	})
}

func (msg pageMsg) arrive(m *Model) tea.Cmd {
	m.detail.busy = false
	if msg.id != m.detail.wanted {
		return nil // something else was selected meanwhile
	}
	if msg.err != nil {
		m.detail.id, m.detail.page, m.detail.err = msg.id, nil, msg.err.Error()
		return nil
	}
	m.detail.show(msg.id, msg.page)
	return nil
}

// show replaces the page. The view of that name stays chosen; a newer page of the
// same subject stays at its place too.
func (d *detail) show(id string, p *page) {
	if d.page == p {
		return
	}
	if d.id != id {
		d.port.Top, d.port.Left = 0, 0
	}
	chosen := 0
	_, about, _ := strings.Cut(d.id, " ")
	same := strings.HasSuffix(id, " "+about)
	if d.page != nil && (d.view > 0 || (!d.page.grows || same) && (d.page.grows || !p.grows)) { // else nobody chose the view
		name := d.page.views[d.view].name
		chosen = max(slices.IndexFunc(p.views, func(v view) bool { return v.name == name }), 0)
	}
	d.id, d.wanted, d.page, d.err, d.view = id, id, p, "", chosen
}

// head are the lines above the text of the detail.
func (d *detail) head(m *Model, w int) []string {
	t, lines := m.theme, d.above(m, w)
	if d.page.head != nil {
		lines = append(lines, d.page.head(t, w)...)
	}
	if len(d.page.views) > 1 {
		lines = append(lines, views.Tabs(d.names(), d.view, t, w))
	}
	if len(lines) > len(d.above(m, w)) {
		lines = append(lines, views.Rule(t, w))
	}
	return lines
}

// above is the step of a tour, which stands over whatever the pane's detail shows.
func (d *detail) above(m *Model, w int) []string {
	if d.over || !m.tourInDetail() {
		return nil
	}
	var lines []string
	for _, l := range views.Wrap(m.step(), w) {
		lines = append(lines, m.theme.Accent.On(l))
	}
	return append(lines, views.Rule(m.theme, w))
}

// names are those of the page's views.
func (d *detail) names() []string {
	names := make([]string, len(d.page.views))
	for i, v := range d.page.views {
		names[i] = v.name
	}
	return names
}

// arrange makes the text for a place of the detail's inner size.
func (d *detail) arrange(m *Model, r views.Rect) tea.Cmd {
	w := max(r.W-2*detailPad, 1)
	want := docOf{page: d.page, view: d.view, w: w, t: m.theme, whole: true}
	if d.docFor == want {
		return nil
	}
	at := inDetail
	if d.over {
		at = inSheet
	}
	doc, whole, render := m.docs.get(at, d.page.views[d.view].source, w, m.theme)
	want.whole = whole
	held, row := d.hold(want)
	end := d.page.grows && d.view == 0 && (d.grown != d.id || d.atEnd(m))
	d.doc, d.docFor, d.docIDs = doc, want, d.page.ids
	d.settle(m, held, row)
	if end {
		d.grown = d.id
		d.scroll(m, 1<<30, 0)
	}
	if render == nil {
		return nil
	}
	return m.engine.work(render)
}

// atEnd reports whether the end of the text is seen.
func (d *detail) atEnd(m *Model) bool {
	if d.doc == nil {
		return true
	}
	_, h := d.size(m)
	return d.port.Top+h >= d.doc.Len()
}

func (msg docMsg) arrive(m *Model) tea.Cmd {
	m.docs.put(msg)
	if msg.place == inReview {
		return m.disturb() // what is decided on was drawn anew
	}
	return nil
}

// size is the place of the detail's text: its width, and the height that the
// head leaves.
func (d *detail) size(m *Model) (w, h int) {
	l := m.layout()
	r := l.Detail.Inner()
	if d.over {
		r = l.Body.Inner()
	}
	w = max(r.W-2*detailPad, 1)
	return w, max(r.H-len(d.head(m, w)), 0)
}

func (d *detail) scroll(m *Model, dy, dx int) {
	if d.doc == nil || d.page == nil {
		return
	}
	w, h := d.size(m)
	d.port.Scroll(d.doc, dy, dx, w, h)
}

// nothing is why there is no page, and where to find one.
func (d *detail) nothing(m *Model) string {
	p := m.panes.focused()
	switch {
	case p.list().Selected() != nil, !m.known:
		return "Reading it" + m.theme.Glyphs.Ellipsis
	case p.list().Filtered() != "":
		return "Nothing is selected: no row of " + p.title() + " passes the filter."
	}
	var filled []string
	for _, other := range m.panes.all {
		if other.list().Total() > 0 {
			filled = append(filled, other.title()+" (key "+other.number()+")")
		}
	}
	say := p.empty(m.status)
	if len(filled) > 0 {
		say += " Rows are in " + enumerate(filled) + "."
	}
	return say
}

// enumerate is "a", "a and b", "a, b and c".
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// block draws the detail.
func (d *detail) block(m *Model, r views.Rect) views.Block {
	t := m.theme
	b := views.Block{Title: "Detail", Focus: m.panes.at == views.OnDetail}
	w := max(r.W-2*detailPad, 1)
	switch {
	case d.err != "":
		b.Lines = d.says(m, "It could not be read: "+d.err, r)
		return b
	case d.page == nil:
		b.Lines = d.says(m, d.nothing(m), r)
		return b
	}
	b.Title, b.Key = "", d.page.title
	lines := d.head(m, w)
	if d.doc != nil {
		h := max(r.H-len(lines), 0)
		text := d.port.Render(d.doc, w, h, t)
		if d.page.picked != nil {
			m.panes.said.drawMarks(m, text, t)
			d.port.Highlight(text, d.doc, d.page.picked(d.docIDs), t, b.Focus)
		}
		lines = append(lines, text...)
		b.Place = d.port.Place(d.doc, w, h)
	}
	for i, l := range lines {
		lines[i] = strings.Repeat(" ", detailPad) + l
	}
	b.Lines = views.Fill(lines, r.W, r.H, t)
	return b
}

// says fills the place of the detail with words, below a tour's step.
func (d *detail) says(m *Model, words string, r views.Rect) []string {
	lines := d.above(m, max(r.W-2*detailPad, 1))
	for i, l := range lines {
		lines[i] = strings.Repeat(" ", detailPad) + l
	}
	return views.Fill(append(lines, views.Empty(words, m.theme, r.W, max(r.H-len(lines), 0))...), r.W, r.H, m.theme)
}
