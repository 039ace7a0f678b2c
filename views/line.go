package views

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Line builds one line of a known width out of painted pieces.
type Line struct {
	b strings.Builder
	w int
}

// Put appends foreign or own text in a paint and returns the line.
func (l *Line) Put(p Paint, s string) *Line {
	s = Clean(s)
	l.w += width(s)
	l.b.WriteString(p.On(s))
	return l
}

// Gap appends n blanks.
func (l *Line) Gap(n int) *Line {
	if n > 0 {
		l.b.WriteString(spaces(n))
		l.w += n
	}
	return l
}

// To appends blanks up to column w.
func (l *Line) To(w int) *Line { return l.Gap(w - l.w) }

// Width is the line's width so far.
func (l *Line) Width() int { return l.w }

// String returns the line.
func (l *Line) String() string { return l.b.String() }

// Fit returns the line in exactly w columns: cut, or filled with blanks.
func (l *Line) Fit(w int, t *Theme) string { return fit(l.b.String(), l.w, w, t) }

// fit brings a clean, painted line that is have columns wide to exactly w.
func fit(s string, have, w int, t *Theme) string {
	if have > w {
		s = cut(s, w, t.Glyphs.Ellipsis)
		have = width(s)
	}
	return pad(s, have, w)
}

// FitKey shortens an entity key "path::symbol" to w columns from the left, so
// that the symbol, which tells entities apart, stays readable; where it leaves a
// folder, it cuts before one.
func FitKey(key string, w int, t *Theme) string {
	key = Clean(key)
	short := cutHead(key, w, t.Glyphs.Ellipsis)
	if rest, cut := strings.CutPrefix(short, t.Glyphs.Ellipsis); cut && short != key {
		path, _, _ := strings.Cut(rest, "::")
		if i := strings.IndexByte(path, '/'); i > 0 {
			return t.Glyphs.Ellipsis + rest[i:]
		}
	}
	return short
}

// facts are as many of parts as fit into w columns, the first ones, with signs
// between them.
func facts(parts []string, w int, t *Theme) string {
	say := ""
	for i, p := range parts {
		next := Clean(p)
		if i > 0 {
			next = say + sep(t) + next
		}
		if i > 0 && width(next) > w {
			break
		}
		say = next
	}
	return say
}

// Wrap breaks clean prose at blanks, but before no "%", into lines of at most w columns.
func Wrap(s string, w int) []string {
	if w < 1 {
		return nil
	}
	var lines []string
	line, used := "", 0
	for _, word := range wordsOf(Clean(s)) {
		n := width(word)
		if used > 0 && used+1+n <= w {
			line, used = line+" "+word, used+1+n
			continue
		}
		if used > 0 {
			lines = append(lines, line)
		}
		for n > w {
			head := cut(word, w, "")
			if head == "" { // a wide rune in a single column
				return lines
			}
			lines = append(lines, head)
			word = word[len(head):]
			n = width(word)
		}
		line, used = word, n
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines
}

// wordsOf are the words of s between which a line may end: "21 %" is one.
func wordsOf(s string) []string {
	words := strings.Fields(s)
	kept := words[:0]
	for _, w := range words {
		if n := len(kept); n > 0 && strings.HasPrefix(w, "%") {
			kept[n-1] += " " + w
		} else {
			kept = append(kept, w)
		}
	}
	return kept
}

// over lays line, w columns wide, over screen at column x.
func over(screen, line string, x, w int) string {
	head := ansi.Truncate(screen, x, "")
	left := max(width(screen)-x-w, 0) // columns to the right of line
	tail := ""
	// A wide rune that the edge cuts in two goes as a whole.
	for drop := x + w; left > 0; drop++ {
		if tail = ansi.TruncateLeft(screen, drop, ""); width(tail) <= left {
			break
		}
	}
	return pad(head, width(head), x) + line + spaces(left-width(tail)) + tail
}
