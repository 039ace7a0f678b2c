package views

import (
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
)

// hunk is a stretch of a diff: changed lines and those around them.
type hunk struct{ lines []diffLine }

// diffLine is one line of a diff; a number is 0 on the side that lacks the line.
type diffLine struct {
	old, new int
	text     string // clean, tabs expanded
	note     string // what the text does not show: a missing line end
	// from and to bound, in bytes of text, what an edit within the line changed.
	from, to int
}

func (l diffLine) removed() bool { return l.new == 0 }
func (l diffLine) added() bool   { return l.old == 0 }

// contextLines is how many unchanged lines stand around a change.
const contextLines = 3

// diffOf compares two texts line by line.
func diffOf(before, after string) (hunks []hunk, added, removed int) {
	u, err := udiff.ToUnifiedDiff("", "", before, udiff.Lines(before, after), contextLines)
	if err != nil { // edits that Lines made always fit
		return nil, 0, 0
	}
	ends := strings.HasSuffix(before, "\n") == strings.HasSuffix(after, "\n")
	for _, h := range u.Hunks {
		out := hunk{lines: make([]diffLine, 0, len(h.Lines))}
		o, n := h.FromLine, h.ToLine
		for _, l := range h.Lines {
			d := diffLine{text: cleanLine(strings.TrimSuffix(l.Content, "\n"))}
			if !ends && !strings.HasSuffix(l.Content, "\n") {
				d.note = " (no line end)"
			}
			switch l.Kind {
			case udiff.Delete:
				d.old = o
				o++
				removed++
			case udiff.Insert:
				d.new = n
				n++
				added++
			default:
				d.old, d.new = o, n
				o++
				n++
			}
			out.lines = append(out.lines, d)
		}
		markEdits(out.lines)
		hunks = append(hunks, out)
	}
	return hunks, added, removed
}

// markEdits pairs each run of removed lines with the run of added lines after it
// and marks in each pair what differs.
func markEdits(lines []diffLine) {
	for i := 0; i < len(lines); {
		if !lines[i].removed() {
			i++
			continue
		}
		r := i
		for i < len(lines) && lines[i].removed() {
			i++
		}
		a := i
		for i < len(lines) && lines[i].added() {
			i++
		}
		for k := 0; r+k < a && a+k < i; k++ {
			markEdit(&lines[r+k], &lines[a+k])
		}
	}
}

// markEdit marks what differs between two lines, unless that is most of them, or their
// indentation alone.
func markEdit(a, b *diffLine) {
	head := commonPrefix(a.text, b.text)
	tail := commonSuffix(a.text[head:], b.text[head:])
	if strings.TrimLeft(a.text, " \t") == strings.TrimLeft(b.text, " \t") {
		return
	}
	blank := len(a.text) - len(strings.TrimLeft(a.text, " "))
	if same := head + tail - min(blank, head); same*3 < max(len(a.text), len(b.text)) {
		return
	}
	a.from, a.to = head, len(a.text)-tail
	b.from, b.to = head, len(b.text)-tail
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) {
		ra, w := utf8.DecodeRuneInString(a[n:])
		rb, _ := utf8.DecodeRuneInString(b[n:])
		if ra != rb {
			break
		}
		n += w
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) {
		ra, w := utf8.DecodeLastRuneInString(a[:len(a)-n])
		rb, _ := utf8.DecodeLastRuneInString(b[:len(b)-n])
		if ra != rb {
			break
		}
		n += w
	}
	return n
}
