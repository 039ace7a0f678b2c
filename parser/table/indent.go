package table

import "holdfast/parser/source"

// line is a logical line: brackets, literals and joins may span several.
type line struct {
	source.Range
	indent int
	// next is the index of the first later line that is not indented deeper.
	next int
}

// logicalLines splits a text whose blocks are told by indentation.
func (t *text) logicalLines() []line {
	var lines []line
	for pos := t.skipSpace(0, len(t.mask)); pos < len(t.mask); pos = t.skipSpace(pos, len(t.mask)) {
		l := line{Range: source.Range{Start: pos, End: pos}, indent: t.column(pos)}
		for pos < len(t.mask) && t.mask[pos] != '\n' {
			switch {
			case isBlank(t.mask[pos]):
				pos++
			case t.mate[pos] != 0:
				pos = t.closedAt(pos, len(t.mask))
				l.End = pos
			default:
				pos++
				l.End = pos
			}
		}
		lines = append(lines, l)
	}
	var open []int
	for i, l := range lines {
		for len(open) > 0 && lines[open[len(open)-1]].indent >= l.indent {
			lines[open[len(open)-1]].next = i
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
	for _, i := range open {
		lines[i].next = len(lines)
	}
	return lines
}

// indented reads the statement of the line at index i: its decorations, its
// header, and the deeper lines below. It returns the index of the next line.
func (w *walker) indented(i, limit int) (statement, int) {
	t, lines := w.text, w.lines
	s := statement{Range: lines[i].Range}
	for t.past(t.prefix, lines[i].Start, lines[i].End) > lines[i].Start {
		if rest := t.undecorate(lines[i].Start, lines[i].End); rest > lines[i].Start && isWord(t.mask[rest]) {
			s.core = rest // the declaration stands on the decoration's line
			break
		}
		if i+1 >= limit || lines[i+1].indent != lines[i].indent {
			break
		}
		i++
	}
	l := lines[i]
	s.core = max(s.core, l.Start)
	s.head, s.End = l.End, l.End
	next := min(l.next, limit)
	if next > i+1 {
		last := lines[next-1].End
		s.body = &block{inside: source.Range{Start: lines[i+1].Start, End: last}, end: last}
		s.End = last
	}
	s.next = next
	return s, next
}
