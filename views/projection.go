package views

import (
	"strings"
	"sync"

	"github.com/charmbracelet/glamour"
	"github.com/charmbracelet/x/ansi"
)

// Novelty is what is new of something since it was last looked at.
type Novelty string

// The novelties. What is neither is known.
const (
	IsNew     Novelty = "new"
	IsChanged Novelty = "changed"
)

// sign is a novelty's sign and its word, "" for what is known.
func (n Novelty) sign(t *Theme) string {
	switch n {
	case IsNew:
		return t.Glyphs.New + " " + string(n)
	case IsChanged:
		return t.Glyphs.Changed + " " + string(n)
	}
	return ""
}

// Projection is one row of Projections: a page of what conversations changed.
type Projection struct {
	Name         string
	Count        int
	New, Changed int    // since it was last looked at; where there is no room, both are new
	Note         string // what the count is made of
}

// ID implements Row.
func (p Projection) ID() string { return p.Name }

// Match implements Row.
func (p Projection) Match() string {
	words := p.Name + " " + p.Note
	if p.New > 0 {
		words += " " + string(IsNew)
	}
	if p.Changed > 0 {
		words += " " + string(IsChanged)
	}
	return words
}

// Draw implements Row: "> DECISIONS       3 ✚1 new ±2 changed   2 in force".
func (p Projection) Draw(t *Theme, w int, selected bool) string {
	const name, note = 15, 46
	var l Line
	dim, accent := t.Dim, t.Accent
	if selected {
		dim, accent = Paint{}, Paint{}
	}
	l.Put(Paint{}, cursorOf(t, selected)+" "+p.Name).To(name)
	n := itoa(p.Count)
	l.Gap(5-width(n)).Put(Paint{}, n)
	if sign := fresh(p.New, p.Changed, w-l.Width()-1, t); sign != "" {
		l.Gap(1).Put(accent, sign)
	}
	if p.Note != "" && w >= note+width(p.Note) {
		l.Gap(max(note-l.Width(), 2)).Put(dim, p.Note)
	}
	return l.Fit(w, t)
}

// Fresh is a count for a pane's title, with how much of it is new.
func Fresh(n, isNew, changed int, t *Theme) string {
	text := itoa(n)
	if sign := fresh(isNew, changed, 0, t); sign != "" {
		text += " " + sign
	}
	return text
}

// fresh tells what is new in at most w columns, or in one word.
func fresh(isNew, changed, w int, t *Theme) string {
	added, revised := t.Glyphs.New+itoa(isNew)+" "+string(IsNew), t.Glyphs.Changed+itoa(changed)+" "+string(IsChanged)
	switch both := added + " " + revised; {
	case isNew == 0 && changed == 0:
		return ""
	case isNew == 0:
		return revised
	case changed == 0:
		return added
	case width(both) <= w:
		return both
	}
	return t.Glyphs.New + itoa(isNew+changed) + " " + string(IsNew)
}

// ItemPage is a projection as it is read: items under headings, each rendered on
// its own, so that it is known where each stands and only what has changed is
// rendered anew.
type ItemPage struct {
	ID      string // names the entries: a hash
	Entries []Entry
	// Kept holds rendered entries over the versions of a page.
	Kept *Entries
}

// Entry is one part of an ItemPage: a heading or words, or an item.
type Entry struct {
	Markdown string
	Item     bool
	Novelty  Novelty // of an item
}

// gutter are the columns before an item in which the cursor stands.
const gutter = 2

// Entries keeps rendered entries, bounded; it may be shared.
type Entries struct {
	mu   sync.Mutex
	kept map[entryKey][]docLine
}

type entryKey struct {
	text string
	w    int
	t    *Theme
}

// maxEntries bounds the rendered entries that are kept.
const maxEntries = 4096

// find gives a rendered entry, if it is kept.
func (e *Entries) find(k entryKey) ([]docLine, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	lines, ok := e.kept[k]
	return lines, ok
}

func (e *Entries) put(k entryKey, lines []docLine) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.kept == nil || len(e.kept) >= maxEntries {
		e.kept = map[entryKey][]docLine{}
	}
	e.kept[k] = lines
}

// Forget drops what was kept.
func (e *Entries) Forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.kept = nil
}

// Key implements Source.
func (p ItemPage) Key() string { return "items " + p.ID }

// Fluid implements Source.
func (ItemPage) Fluid() bool { return true }

// Draft implements Source: what was rendered before, and the rest as it is
// written.
func (p ItemPage) Draft(t *Theme, w int) (*Doc, bool) {
	whole := true
	d := p.doc(t, w, func(text string, w int) []docLine {
		lines, ok := p.Kept.find(entryKey{text, w, t})
		if !ok {
			whole, lines = false, broken(written(text, w), w)
		}
		return lines
	})
	return d, whole
}

// written is Markdown as it is written, in lines of at most w columns.
func written(text string, w int) []string {
	var lines []string
	for _, l := range SourceLines(text) {
		blank := len(l) - len(strings.TrimLeft(l, " "))
		for i, part := range Wrap(l, w-blank-gutter) {
			if i > 0 {
				part = spaces(gutter) + part
			}
			lines = append(lines, spaces(blank)+part)
		}
	}
	return lines
}

// Render implements Source.
func (p ItemPage) Render(t *Theme, w int) *Doc {
	made := map[int]*glamour.TermRenderer{} // making one costs more than using it
	return p.doc(t, w, func(text string, w int) []docLine {
		k := entryKey{text, w, t}
		lines, ok := p.Kept.find(k)
		if ok {
			return lines
		}
		if made[w] == nil {
			made[w] = entryRenderer(t, w)
		}
		drawn, ok := rendered(made[w], text)
		if !ok {
			delete(made, w)
		}
		lines = broken(drawn, w)
		p.Kept.put(k, lines)
		return lines
	})
}

// entryRenderer renders entries of w columns; nil where glamour makes none.
func entryRenderer(t *Theme, w int) *glamour.TermRenderer {
	loadColours()
	r, err := glamour.NewTermRenderer(
		glamour.WithStyles(markdownStyle(t)),
		glamour.WithColorProfile(t.Profile),
		glamour.WithChromaFormatter(chromaFormatter(t.Profile)),
		glamour.WithWordWrap(max(w, 16)),
	)
	if err != nil {
		return nil
	}
	return r
}

// rendered is Markdown by glamour; ok is false where that failed, and it is as it
// is written.
func rendered(r *glamour.TermRenderer, text string) (lines []string, ok bool) {
	if r == nil {
		return SourceLines(text), false
	}
	out, err := render(r, text)
	if err != nil {
		return SourceLines(text), false
	}
	for l := range strings.Lines(out) {
		lines = append(lines, trimBlanks(onlyPaint(strings.TrimSuffix(l, "\n"))))
	}
	blank := func(l string) bool { return ansi.Strip(l) == "" }
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines, true
}

// doc puts the entries below each other. Items have a mark each, a novelty before
// them, and a gutter.
func (p ItemPage) doc(t *Theme, w int, lines func(text string, w int) []docLine) *Doc {
	d := &Doc{}
	for i, e := range p.Entries {
		if !e.Item {
			if i > 0 {
				d.Add("")
			}
			d.lines = append(d.lines, lines(e.Markdown, w)...)
			if i+1 < len(p.Entries) && p.Entries[i+1].Item {
				d.Add("")
			}
			continue
		}
		d.Marks = append(d.Marks, d.Len())
		sign := e.Novelty.sign(t)
		if sign != "" {
			sign += " "
		}
		indent := gutter + width(sign)
		lead := spaces(gutter) + t.Accent.On(sign)
		for _, l := range lines(e.Markdown, max(w-indent, 8)) {
			d.lines = append(d.lines, docLine{lead + l.s, indent + l.w})
			lead = spaces(indent)
		}
		d.Ends = append(d.Ends, d.Len())
	}
	return d
}

// broken makes lines of at most w columns.
func broken(lines []string, w int) []docLine {
	var out []docLine
	for _, l := range lines {
		for _, part := range breakPainted(l, w) {
			out = append(out, docLine{part, width(part)})
		}
	}
	return out
}

// trimBlanks takes the blanks away that fill a line up at its end.
func trimBlanks(l string) string {
	return ansi.Truncate(l, width(strings.TrimRight(ansi.Strip(l), " ")), "")
}

// Highlight paints the lines of what a mark opens, of the window's lines as
// Render made them, and sets the cursor before its first.
func (v *Viewport) Highlight(lines []string, d *Doc, mark int, t *Theme, focused bool) {
	if mark < 0 || mark >= len(d.Ends) {
		return
	}
	paint := t.SelectedIdle
	if focused {
		paint = t.Selected
	}
	for i := max(d.Marks[mark], v.Top); i < d.Ends[mark] && i-v.Top < len(lines); i++ {
		text := ansi.Strip(lines[i-v.Top])
		if i == d.Marks[mark] && strings.HasPrefix(text, " ") {
			text = t.Glyphs.Cursor + text[1:]
		}
		lines[i-v.Top] = paint.On(text)
	}
}

// Tick sets the mark of what a mark of the text opens into its second column, on
// the window's lines as Render made them.
func (v *Viewport) Tick(lines []string, d *Doc, mark int, t *Theme) {
	if mark < 0 || mark >= len(d.Ends) {
		return
	}
	if at := d.Marks[mark] - v.Top; at >= 0 && at < len(lines) && strings.HasPrefix(lines[at], "  ") {
		lines[at] = " " + t.Glyphs.Mark + lines[at][gutter:]
	}
}

// Reveal moves the window so that what a mark opens is seen, with as little
// moving as can be.
func (v *Viewport) Reveal(d *Doc, mark, w, h int) {
	if mark < 0 || mark >= len(d.Ends) {
		return
	}
	from, to := d.Marks[mark], d.Ends[mark]
	if mark == 0 {
		from = 0 // its heading with it
	}
	if to > v.Top+h {
		v.Top = to - h
	}
	if from < v.Top {
		v.Top = from
	}
	v.Clamp(d, w, h)
}
