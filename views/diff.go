package views

import "strconv"

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
	for i, h := range hunks {
		out.Marks = append(out.Marks, out.Len())
		out.Add(t.HunkTitle.On(hunkTitle(i, len(hunks), h)))
		if d.Split {
			splitHunk(out, h, w, t)
		} else {
			unifiedHunk(out, h, t)
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
	out.Add(t.Good.On("New: nothing stands here yet. +" + itoa(len(lines)) + " lines"))
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

func unifiedHunk(out *Doc, h hunk, t *Theme) {
	g := gutterOf(h)
	for _, l := range h.lines {
		numbers := t.Dim.On(number(l.old, g) + " " + number(l.new, g) + " ")
		out.Add(numbers + diffText(l, t))
	}
}

// diffText is a line with its sign, and its changed part marked.
func diffText(l diffLine, t *Theme) string {
	sign, ink, word := "  ", Paint{}, Paint{}
	switch {
	case l.removed():
		sign, ink, word = "- ", t.Removed, t.RemovedWord
	case l.added():
		sign, ink, word = "+ ", t.Added, t.AddedWord
	}
	note := t.Dim.On(l.note)
	if l.from >= l.to {
		return ink.On(sign+l.text) + note
	}
	return ink.On(sign+l.text[:l.from]) + word.On(l.text[l.from:l.to]) + ink.On(l.text[l.to:]) + note
}

// splitHunk shows the base on the left and the proposal on the right.
func splitHunk(out *Doc, h hunk, w int, t *Theme) {
	half := max((w-1)/2, 8)
	g := gutterOf(h)
	cell := func(l *diffLine, n, width int) string {
		if l == nil {
			return spaces(width)
		}
		text := t.Dim.On(number(n, g)+" ") + diffText(*l, t)
		return fit(text, g+1+2+lineWidth(*l), width, t)
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
		out.Add(cell(p.left, left, half) + wall + cell(p.right, right, w-half-1))
	}
}

func lineWidth(l diffLine) int { return width(l.text) + width(l.note) }

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
