package hydrate

import "strings"

// ticks reads a run of backticks or tildes at i: it may open or close a fence
// or inline code.
func (sc *scanner) ticks(i int) int {
	c, j := sc.s[i], i
	for j < len(sc.s) && sc.s[j] == c {
		j++
	}
	n := j - i
	switch {
	case sc.fence != 0:
		if c == sc.fence && n >= sc.fenceLen && startsLine(sc.s, i) && strings.TrimSpace(line(sc.s[j:])) == "" {
			sc.fence = 0
		}
	case n >= 3 && startsLine(sc.s, i) && (c == '~' || !strings.Contains(line(sc.s[j:]), "`")):
		sc.fence, sc.fenceLen = c, n
		return sc.opens(i, j)
	case c == '`' && i >= sc.codeEnd:
		sc.codeEnd = sc.closing(j, n)
	}
	return j
}

// maxInline bounds, in bytes, how far the end of inline code is looked for, so
// that a prompt of nothing but backticks costs no more than its length.
const maxInline = 256

// closing returns the end of the inline code that begins at i behind n
// backticks, the closing backticks included, or i where its line does not close
// it.
func (sc *scanner) closing(i, n int) int {
	s := line(sc.s[i:min(len(sc.s), i+maxInline)])
	for p := 0; p < len(s); {
		k := strings.IndexByte(s[p:], '`')
		if k < 0 {
			break
		}
		q := p + k
		for p = q; p < len(s) && s[p] == '`'; p++ {
		}
		if p-q == n {
			return i + p
		}
	}
	return i
}

// startsLine reports whether nothing but up to three spaces precedes i on its line.
func startsLine(s string, i int) bool {
	for n := 0; n < 4; n++ {
		if i-n == 0 || s[i-n-1] == '\n' {
			return true
		}
		if s[i-n-1] != ' ' {
			return false
		}
	}
	return false
}

// line is s up to its first line break.
func line(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i]
	}
	return s
}
