package table

import (
	"regexp"

	"holdfast/parser/source"
)

// text is one source text, masked, with the ends of its brackets and words.
type text struct {
	*language
	src, mask []byte
	comments  []source.Range
	// mate holds, at each opening bracket or word, the end of its closing
	// one, -1 where that is missing; 0 at all other bytes.
	mate   []int32
	faults []int // offsets of what is not closed, or closes nothing
}

func newText(l *language, src []byte) *text {
	m := mask(&l.lexis, src)
	p := &pairer{text: &text{language: l, src: src, mask: m.text, comments: m.comments, faults: m.faults}, head: true}
	p.mate = make([]int32, len(src))
	p.run()
	return p.text
}

// isDirective reports whether a preprocessor line begins at i.
func (t *text) isDirective(i int) bool {
	return t.lexis.directive != 0 && i < len(t.mask) && t.mask[i] == t.lexis.directive
}

// closedAt is the end of what opens at i, limit where it is never closed.
func (t *text) closedAt(i, limit int) int {
	if end := int(t.mate[i]); end > 0 {
		return min(end, limit)
	}
	return limit
}

func (t *text) wordEnd(i int) int {
	for i < len(t.mask) && t.words.part[t.mask[i]] {
		i++
	}
	return i
}

// skipSpace passes over blanks and newlines.
func (t *text) skipSpace(i, limit int) int {
	for i < limit && (isBlank(t.mask[i]) || t.mask[i] == '\n') {
		i++
	}
	return i
}

// skipEmpty passes over blanks, newlines and the ends of statements, over
// closing brackets that close nothing, and over what a literal left.
func (t *text) skipEmpty(i, limit int) int {
	for i < limit && (isBlank(t.mask[i]) || t.mask[i] == '\n' || t.mask[i] == filler || t.ends[t.mask[i]] || t.opener[t.mask[i]] != 0) {
		i++
	}
	return i
}

func (t *text) lineEnd(i int) int {
	for i < len(t.mask) && t.mask[i] != '\n' {
		i++
	}
	return i
}

// column is the indentation of the line on which i stands; tabs go to the next
// multiple of eight.
func (t *text) column(i int) int {
	start := i
	for start > 0 && t.src[start-1] != '\n' {
		start--
	}
	n := 0
	for ; start < i && isBlank(t.src[start]); start++ {
		if n++; t.src[start] == '\t' {
			n = (n + 7) / 8 * 8
		}
	}
	return n
}

// matches reports whether an anchored pattern matches text at i, seeing at most
// n bytes of it.
func matches(r *regexp.Regexp, text []byte, i, n int) bool {
	return r != nil && r.Match(text[i:min(len(text), i+n)])
}
