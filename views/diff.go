package views

import (
	"strconv"
	"strings"
)

// Diff sets two texts against each other: what a proposal changes in its base, or
// what the disk changed in the truth.
type Diff struct {
	ID       string // names both texts, From and To: hashes
	Language string
	Before   string
	After    string
	From, To string // what each side is, in words; empty where that goes without saying
	New      bool   // there is no base: After is all new
	Split    bool   // both sides beside each other
}

// Key implements Source.
func (d Diff) Key() string {
	if d.Split {
		return "split " + d.ID
	}
	return "diff " + d.ID
}

// Fluid implements Source.
func (d Diff) Fluid() bool { return d.Split }

// Draft implements Source: what is proposed, as it is.
func (d Diff) Draft(*Theme, int) (*Doc, bool) { return draftOf(d.After), false }

// Render implements Source.
func (d Diff) Render(t *Theme, w int) *Doc {
	if d.New {
		return d.renderNew(t)
	}
	hunks, added, removed := diffOf(d.Before, d.After)
	out := &Doc{}
	if len(hunks) == 0 {
		out.Add(t.Dim.On("Both sides hold the same text."))
		return out
	}
	out.Add(DiffStat(added, removed, t) + d.sides(t))
	code := diffCode{spansOf(d.Language, d.Before, t), spansOf(d.Language, d.After, t)}
	for i, h := range hunks {
		out.Marks = append(out.Marks, out.Len())
		out.Add(t.HunkTitle.On(hunkTitle(i, len(hunks), h)))
		if d.Split {
			splitHunk(out, h, code, w, t)
		} else {
			unifiedHunk(out, h, code, t)
		}
	}
	return out
}

// sides says which sign stands for which side.
func (d Diff) sides(t *Theme) string {
	if d.From == "" && d.To == "" {
		return ""
	}
	return "   " + t.Removed.On(Clean(t.Glyphs.Minus+" "+d.From)) + "   " + t.Added.On(Clean("+ "+d.To))
}

// Changed counts the lines that after adds to before and lacks of it.
func Changed(before, after string) (added, removed int) {
	_, added, removed = diffOf(before, after)
	return added, removed
}

// renderNew shows a text without a base: all of it is added.
func (d Diff) renderNew(t *Theme) *Doc {
	lines := highlight(d.Language, d.After, t)
	if lines == nil {
		lines = SourceLines(d.After)
	}
	out := &Doc{}
	out.Add(t.Good.On("New: no code is known here yet. +" + itoa(len(lines)) + " lines"))
	for _, l := range lines {
		out.Add(t.Added.On("+ ") + l)
	}
	return out
}

// DiffStat is "+4 −11".
func DiffStat(added, removed int, t *Theme) string {
	return t.Added.On("+"+itoa(added)) + " " + t.Removed.On(t.Glyphs.Minus+itoa(removed))
}

// hunkTitle is "@@ 1/3 line 12 @@".
func hunkTitle(i, n int, h hunk) string {
	at := h.lines[0].new
	for _, l := range h.lines {
		if l.new > 0 {
			at = l.new
			break
		}
	}
	return "@@ " + itoa(i+1) + "/" + itoa(n) + "  line " + itoa(max(at, 1)) + " @@"
}

// gutterOf is the width of a hunk's line numbers.
func gutterOf(h hunk) int {
	last := h.lines[len(h.lines)-1]
	return len(strconv.Itoa(max(last.old, last.new, 99)))
}

func number(n, w int) string {
	if n == 0 {
		return spaces(w)
	}
	s := strconv.Itoa(n)
	return spaces(w-len(s)) + s
}

func unifiedHunk(out *Doc, h hunk, code diffCode, t *Theme) {
	g := gutterOf(h)
	for _, l := range h.lines {
		numbers := t.Dim.On(number(l.old, g) + " " + number(l.new, g) + " ")
		out.Add(numbers + diffText(l, code, t))
	}
}

// diffCode are both sides of a diff in the colours of their language, nil where
// that is not known.
type diffCode struct{ before, after [][]span }

// spans are the pieces of a line, one without colours where there are none.
func (c diffCode) spans(l diffLine) []span {
	side, at := c.after, l.new-1
	if l.removed() {
		side, at = c.before, l.old-1
	}
	if at < len(side) {
		n := 0
		for _, s := range side[at] {
			if !strings.HasPrefix(l.text[n:], s.text) {
				return []span{{text: l.text}}
			}
			n += len(s.text)
		}
		if n == len(l.text) {
			return side[at]
		}
	}
	return []span{{text: l.text}}
}

// diffText is a line with its sign, in the colours of its code, and its changed
// part marked.
func diffText(l diffLine, code diffCode, t *Theme) string {
	sign, ink, line, word := "  ", Paint{}, Paint{}, Paint{}
	switch {
	case l.removed():
		sign, ink, line, word = "- ", t.Removed, t.RemovedLine, t.RemovedWord
	case l.added():
		sign, ink, line, word = "+ ", t.Added, t.AddedLine, t.AddedWord
	}
	var b strings.Builder
	b.WriteString(line.with(ink).On(sign))
	run := span{} // pieces in one paint are written as one
	put := func(p Paint, text string) {
		if p != run.paint {
			b.WriteString(run.paint.On(run.text))
			run = span{paint: p}
		}
		run.text += text
	}
	at := 0
	for _, s := range code.spans(l) {
		paint := line.with(s.paint)
		if line == (Paint{}) && sign != "  " {
			paint = ink // one colour for what changed
		}
		from, to := max(l.from-at, 0), min(l.to-at, len(s.text))
		if from >= to {
			put(paint, s.text)
		} else {
			put(paint, s.text[:from])
			put(word, s.text[from:to])
			put(paint, s.text[to:])
		}
		at += len(s.text)
	}
	return b.String() + run.paint.On(run.text) + t.Dim.On(l.note)
}

// splitHunk shows the base on the left and the proposal on the right. What is too
// long for its side goes on below: there is no room to scroll a side, and nobody
// decides on half of a line.
func splitHunk(out *Doc, h hunk, code diffCode, w int, t *Theme) {
	half := max((w-1)/2, 8)
	g := gutterOf(h)
	cells := func(l *diffLine, n, w int) []string {
		if l == nil {
			return nil
		}
		var out []string
		for i, part := range breakPainted(diffText(*l, code, t), max(w-g-1, 1)) {
			head := t.Dim.On(number(n, g) + " ")
			if i > 0 {
				head = spaces(g + 1)
			}
			out = append(out, fit(head+part, g+1+width(part), w, t))
		}
		return out
	}
	row := func(cells []string, i, w int) string {
		if i < len(cells) {
			return cells[i]
		}
		return spaces(w)
	}
	wall := t.Border.On(t.Glyphs.Wall)
	for _, p := range pairs(h.lines) {
		left, right := 0, 0
		if p.left != nil {
			left = p.left.old
		}
		if p.right != nil {
			right = p.right.new
		}
		l, r := cells(p.left, left, half), cells(p.right, right, w-half-1)
		for i := range max(len(l), len(r)) {
			out.Add(row(l, i, half) + wall + row(r, i, w-half-1))
		}
	}
}

type pair struct{ left, right *diffLine }

// pairs sets removed lines beside the added lines that follow them.
func pairs(lines []diffLine) []pair {
	var out []pair
	free := 0 // first pair whose right side is empty
	for i := range lines {
		l := &lines[i]
		switch {
		case l.removed():
			out = append(out, pair{left: l})
		case l.added() && free < len(out):
			out[free].right = l
			free++
		case l.added():
			out = append(out, pair{right: l})
			free++
		default:
			out = append(out, pair{l, l})
			free = len(out)
		}
		if !l.removed() && !l.added() {
			free = len(out)
		}
	}
	return out
}
