package hydrate

import (
	"strings"
	"unicode"
)

// maxChain bounds how many words make one qualified name, as prompts write it
// and as the index keeps it.
const maxChain = 8

// forms lists the names by which a prompt may call a symbol: its plain name
// and every suffix of it that begins at a component, so that "Outer.Inner.run"
// answers to "run", "Inner.run" and itself. A symbol without a plain last
// component ("[Symbol.iterator]") has none; its key and its file still name it.
func forms(symbol string) []string {
	plain := plainName(symbol)
	if plain == "" {
		return nil
	}
	if plain == symbol {
		plain = symbol // the forms then share its memory
	}
	var list []string
	start := len(plain)
	for len(list) < maxChain && start > 0 {
		start = strings.LastIndexByte(plain[:start-1], '.') + 1
		list = append(list, plain[start:])
	}
	// Ruby's "A.self.m" answers to "A.m", and to itself as it is written.
	if plain != symbol && !strings.ContainsFunc(symbol, func(r rune) bool { return r != '.' && !isWordRune(r) }) {
		list = append(list, symbol)
	}
	return list
}

// plainName reduces a symbol to words joined by dots: "T<Display>.fmt" to
// "T.fmt", "User.save!" to "User.save", "Stack.~Stack" to "Stack.Stack". It is
// empty where the last component has no word in it.
func plainName(symbol string) string {
	var words []string
	last := ""
	for _, c := range components(symbol) {
		last = plainWord(c)
		if last != "" {
			words = append(words, last)
		}
	}
	if last == "" {
		return ""
	}
	// "self" between two names is Ruby's mark of a class method.
	if n := len(words); n > 2 && words[n-2] == "self" {
		words = append(words[:n-2], words[n-1])
	}
	return strings.Join(words, ".")
}

// plainWord returns the first run of identifier runes and inner hyphens in c.
func plainWord(c string) string {
	start := strings.IndexFunc(c, isWordRune)
	if start < 0 {
		return ""
	}
	c = c[start:]
	if end := strings.IndexFunc(c, func(r rune) bool { return r != '-' && !isWordRune(r) }); end >= 0 {
		c = c[:end]
	}
	return strings.TrimRight(c, "-")
}

// components splits a symbol at the dots outside brackets, and leaves out what
// stands in brackets behind a name.
func components(symbol string) []string {
	var list []string
	depth, start := 0, 0
	for i := 0; i < len(symbol); i++ {
		switch symbol[i] {
		case '<', '[', '(':
			depth++
		case '>', ']', ')':
			depth = max(0, depth-1)
		case '.':
			if depth == 0 {
				list = append(list, head(symbol[start:i]))
				start = i + 1
			}
		}
	}
	return append(list, head(symbol[start:]))
}

// head cuts a component before its first bracket.
func head(c string) string {
	if i := strings.IndexAny(c, "<[("); i >= 0 {
		return c[:i]
	}
	return c
}

// parent is the qualified name of what encloses a qualified name.
func parent(symbol string) string {
	depth := 0
	for i := len(symbol) - 1; i > 0; i-- {
		switch symbol[i] {
		case '>', ']', ')':
			depth++
		case '<', '[', '(':
			depth--
		case '.':
			if depth == 0 {
				return symbol[:i]
			}
		}
	}
	return ""
}

// Bytes fall into classes, so that the scan looks at each only once.
const (
	lower  = 1 << iota // a lower-case letter
	marker             // an upper-case letter, a digit, _ or $: no plain prose
	joiner             // . / - + @, which join words into paths and names
	wide               // the first or a later byte of a non-ASCII rune
	tick               // ` and ~, which may open code
	linker             // what behind a word may make it a name: ( ) : # ?
	word   = lower | marker
)

var class = func() (t [256]uint8) {
	for c := range 256 {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = lower
		case c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '$':
			t[c] = marker
		case strings.IndexByte("./-+@", byte(c)) >= 0:
			t[c] = joiner
		case strings.IndexByte("():#?", byte(c)) >= 0:
			t[c] = linker
		case c == '`', c == '~':
			t[c] = tick
		case c >= 0x80:
			t[c] = wide
		}
	}
	return t
}()

// isPlain reports whether s is one word without a capital letter of ASCII, a digit
// or any other sign of a name.
func isPlain(s string) bool {
	for i := range len(s) {
		if class[s[i]] != lower && class[s[i]] != wide {
			return false
		}
	}
	return s != ""
}

// isWordRune reports whether r can stand in an identifier.
func isWordRune(r rune) bool {
	if r < 0x80 {
		return r >= 0 && class[r]&word != 0
	}
	return r != unicode.ReplacementChar && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
}

// isCaseless tells letters of scripts without case. Their languages often
// write no spaces, so that an identifier stands directly between such letters.
func isCaseless(r rune) bool {
	return r >= 0x80 && unicode.In(r, unicode.Lo, unicode.Lm)
}

func hasCaseless(s string) bool { return strings.ContainsFunc(s, isCaseless) }

// isPlainPath reports whether the scan's path token can hold all of p.
func isPlainPath(p string) bool {
	odd := func(r rune) bool {
		return !isWordRune(r) && (r >= 0x80 || class[r]&joiner == 0)
	}
	return p != "" && !strings.ContainsFunc(p, odd) && class[p[len(p)-1]]&joiner == 0
}
