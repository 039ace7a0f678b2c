package views

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Doc is a text to scroll through: painted, safe lines, and the lines worth
// jumping to. A Doc does not change once it is made.
type Doc struct {
	lines []docLine
	// Marks are indices of lines that n and N jump to: hunks of a diff.
	Marks []int
	// Ends are the lines after what each of the Marks opens, where that is known.
	Ends []int

	wrapped      *Doc // of the last width asked for
	wrappedWidth int
}

type docLine struct {
	s string
	w int
}

// NewDoc makes a Doc of lines that are painted and safe already.
func NewDoc(lines ...string) *Doc {
	d := &Doc{lines: make([]docLine, 0, len(lines))}
	for _, l := range lines {
		d.Add(l)
	}
	return d
}

// Add appends a line that is painted and safe already; only while d is made.
func (d *Doc) Add(line string) { d.lines = append(d.lines, docLine{line, width(line)}) }

// Prose appends foreign text, wrapped to w columns behind an indent.
func (d *Doc) Prose(p Paint, text string, indent, w int) {
	for _, l := range Wrap(text, w-indent) {
		d.Add(spaces(indent) + p.On(l))
	}
}

// texts are the lines as they are printed.
func (d *Doc) texts() []string {
	out := make([]string, len(d.lines))
	for i, l := range d.lines {
		out[i] = l.s
	}
	return out
}

// Text is the text without its paint.
func (d *Doc) Text() string {
	var b strings.Builder
	for _, l := range d.lines {
		b.WriteString(strings.TrimRight(ansi.Strip(l.s), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// Len is the number of lines.
func (d *Doc) Len() int { return len(d.lines) }

// MarkAt is the number of the mark that opens what a line belongs to, -1 for none.
func (d *Doc) MarkAt(line int) int {
	for i, from := range d.Marks {
		if from <= line && i < len(d.Ends) && line < d.Ends[i] {
			return i
		}
	}
	return -1
}

// Width is the width of the widest line.
func (d *Doc) Width() int {
	widest := 0
	for _, l := range d.lines {
		widest = max(widest, l.w)
	}
	return widest
}

// wrap returns d with lines of at most w columns.
func (d *Doc) wrap(w int) *Doc {
	if d.wrapped != nil && d.wrappedWidth == w {
		return d.wrapped
	}
	out := &Doc{lines: make([]docLine, 0, len(d.lines))}
	marks := d.Marks
	for i, l := range d.lines {
		if len(marks) > 0 && marks[0] == i {
			out.Marks = append(out.Marks, len(out.lines))
			marks = marks[1:]
		}
		if l.w <= w {
			out.lines = append(out.lines, l)
			continue
		}
		for _, part := range breakPainted(l.s, w) {
			out.Add(part)
		}
	}
	d.wrapped, d.wrappedWidth = out, w
	return out
}

// breakPainted breaks a painted line into parts of at most w columns: after the last
// blank of a part's second half, or where there is none, after w columns. A paint that
// is on at a break is switched off there and on again in the next part.
func breakPainted(s string, w int) []string {
	type place struct {
		at, col int
		on      string
	}
	var parts []string
	var part []byte
	on, col := "", 0
	var blank place // after the last blank
	var state byte
	for len(s) > 0 {
		seq, sw, n, next := ansi.DecodeSequence(s, state, nil)
		if col+sw > w && col > 0 {
			cut := place{len(part), col, on}
			if blank.col > w/2 {
				cut = blank
			}
			head, rest := string(part[:cut.at]), string(part[cut.at:])
			if cut.on != "" {
				head += reset
			}
			parts = append(parts, head)
			part = append(append(part[:0], cut.on...), rest...)
			col, blank = col-cut.col, place{}
		}
		if sw == 0 && strings.HasPrefix(seq, "\x1b[") {
			on = seq
			if seq == reset {
				on = ""
			}
		}
		part = append(part, seq...)
		col, state, s = col+sw, next, s[n:]
		if seq == " " {
			blank = place{len(part), col, on}
		}
	}
	return append(parts, string(part))
}

// Viewport is the place of a window over a Doc.
type Viewport struct {
	Top, Left int
	Wrap      bool
}

// on is the Doc that is scrolled through: wrapped where that is asked for.
func (v *Viewport) on(d *Doc, w int) *Doc {
	if v.Wrap {
		return d.wrap(max(w, 1))
	}
	return d
}

// Clamp brings the window back over d, where it is w by h.
func (v *Viewport) Clamp(d *Doc, w, h int) {
	o := v.on(d, w)
	v.Top = max(0, min(v.Top, o.Len()-h))
	if v.Wrap {
		v.Left = 0
	}
	v.Left = max(0, min(v.Left, o.Width()-w))
}

// Scroll moves the window by lines and columns.
func (v *Viewport) Scroll(d *Doc, dy, dx, w, h int) {
	v.Top, v.Left = v.Top+dy, v.Left+dx
	v.Clamp(d, w, h)
}

// Jump moves the window to the next mark (dir 1) or the one before (dir -1) and
// tells which it is, counted from 1, or 0 where there is none.
func (v *Viewport) Jump(d *Doc, dir, w, h int) int {
	o := v.on(d, w)
	at := -1
	for i, m := range o.Marks {
		if dir > 0 && m > v.Top {
			at = i
			break
		}
		if dir < 0 && m < v.Top {
			at = i
		}
	}
	if at < 0 {
		return 0
	}
	v.Top = o.Marks[at]
	v.Clamp(d, w, h)
	return at + 1
}

// Show moves the window so far that a mark is in it, with the line above it and, where
// there is room, all that the mark opens.
func (v *Viewport) Show(d *Doc, mark, w, h int) {
	if mark < 0 || mark >= len(d.Marks) || v.Wrap {
		return
	}
	from, to := d.Marks[mark]-1, d.Marks[mark]+1
	if mark < len(d.Ends) {
		to = d.Ends[mark]
	}
	if to > v.Top+h {
		v.Top = to - h
	}
	v.Top = min(v.Top, max(from, 0))
	v.Clamp(d, w, h)
}

// Render returns the window's h lines, each exactly w columns wide.
func (v *Viewport) Render(d *Doc, w, h int, t *Theme) []string {
	o := v.on(d, w)
	out := make([]string, 0, max(h, 0))
	for i := v.Top; i < v.Top+h; i++ {
		if i < 0 || i >= o.Len() {
			out = append(out, spaces(w))
			continue
		}
		l := o.lines[i]
		if v.Left > 0 {
			l.s = ansi.TruncateLeft(l.s, v.Left, "")
			l.w = width(l.s)
		}
		out = append(out, fit(l.s, l.w, w, t))
	}
	return out
}

// Place tells where the window stands: "12-40/200", or "" where all is seen.
func (v *Viewport) Place(d *Doc, w, h int) string {
	o := v.on(d, w)
	if o.Len() <= h {
		return ""
	}
	return itoa(v.Top+1) + "-" + itoa(min(v.Top+h, o.Len())) + "/" + itoa(o.Len())
}
