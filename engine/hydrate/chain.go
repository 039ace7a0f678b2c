package hydrate

import (
	"unicode"
	"unicode/utf8"
)

// chained is a sequence of words that are joined as a qualified name is.
type chained struct {
	n     int
	dots  bool // by dots only, as the index writes it
	words [maxChain]struct {
		start, end int
		plain      bool
	}
}

// chain reads the qualified name that begins at i and finds what it and its
// parts name: "app.Server.Close" is Server.Close, "s.Close" is Close. It
// returns where the name ends.
func (sc *scanner) chain(i int) int {
	c, end := sc.read(i)
	for k := 0; k < c.n; {
		k += sc.longest(c, k)
	}
	return end
}

// longest finds the longest known name among the words of c from k on, and
// returns how many words it took.
func (sc *scanner) longest(c *chained, k int) int {
	for m := min(c.n, k+sc.x.depth); m > k+1; m-- {
		n := sc.lookup(c, k, m)
		if n != nil && sc.qualified(n) {
			return m - k
		}
	}
	w := c.words[k]
	sc.bare(w.start, w.end, w.plain)
	return 1
}

// lookup returns what the words [k, m) of c mean as one name.
func (sc *scanner) lookup(c *chained, k, m int) *name {
	start, end := c.words[k].start, c.words[m-1].end
	if c.dots {
		return sc.x.name(sc.s[start:end])
	}
	if end-start > len(sc.buf) {
		return nil
	}
	b := sc.buf[:0]
	for ; k < m; k++ {
		if len(b) > 0 {
			b = append(b, '.')
		}
		b = append(b, sc.s[c.words[k].start:c.words[k].end]...)
	}
	return sc.x.names[string(b)]
}

// read collects the words of the qualified name at i, and tells where it ends.
// They hold until the next read.
func (sc *scanner) read(i int) (c *chained, end int) {
	c = &sc.words
	c.n, c.dots = 0, true
	for {
		e, plain := sc.word(i)
		if e == i {
			return c, max(e, i+1) // not a word after all: step over it
		}
		w := &c.words[c.n]
		w.start, w.end, w.plain = i, e, plain
		c.n++
		n := sc.connector(e, i)
		if n == 0 || c.n == maxChain {
			return c, e
		}
		c.dots = c.dots && sc.s[e] == '.'
		i = e + n
	}
}

// word returns the end of the word at i, and whether it could be plain prose.
func (sc *scanner) word(i int) (end int, plain bool) {
	plain = true
	for i < len(sc.s) {
		c := class[sc.s[i]]
		switch {
		case c&word != 0:
			plain = plain && c == lower
			i++
		case c == wide:
			r, n := utf8.DecodeRuneInString(sc.s[i:])
			if !sc.isWord(r) {
				return i, plain
			}
			plain = plain && !unicode.IsUpper(r) && !unicode.IsDigit(r)
			i += n
		default:
			return i, plain
		}
	}
	return i, plain
}

// connector returns the length of the connector at i that joins a word to the
// one before it, which began at start: 0 where there is none. They are those of
// the languages: a.b, (*a).b, a::b, a#b, a->b, a?.b.
func (sc *scanner) connector(i, start int) int {
	s := sc.s[i:]
	if len(s) < 2 {
		return 0
	}
	n := 0
	switch s[0] {
	case '.', '#':
		n = 1
	case ':', '-', '?', ')':
		switch s[:2] {
		case "::", "->", "?.":
			n = 2
		case ").":
			if sc.parenthesised(start) {
				n = 2
			}
		}
	}
	if n == 0 || n >= len(s) {
		return 0
	}
	switch c := class[s[n]]; {
	case c&word != 0:
		return n
	case c == wide:
		if r, _ := utf8.DecodeRuneInString(s[n:]); sc.isWord(r) {
			return n
		}
	}
	return 0
}

// parenthesised reports whether the word at i is a receiver: "(*Pool)" or "(Pool)".
func (sc *scanner) parenthesised(i int) bool {
	if i > 0 && (sc.s[i-1] == '*' || sc.s[i-1] == '&') {
		i--
	}
	return i > 0 && sc.s[i-1] == '('
}
