package hydrate

import (
	"strings"

	"holdfast/parser/block"
)

// file returns the tracked file that a token means, however it spells letters with
// marks.
func (sc *scanner) file(text string) *file {
	if f := sc.spelled(text); f != nil || len(sc.x.marked) == 0 {
		return f
	}
	if spelled := sc.x.marked[block.Composed(text)]; spelled != "" {
		return sc.spelled(spelled)
	}
	return nil
}

// spelled is file for a token that spells the path as the workspace does.
func (sc *scanner) spelled(text string) *file {
	x := sc.x
	if f := x.file(text); f != nil {
		return f
	}
	for _, root := range x.roots {
		if rest, ok := strings.CutPrefix(text, root); ok && strings.HasPrefix(rest, "/") {
			return x.files[rest[1:]]
		}
	}
	rest := text
	if strings.IndexByte("@+-", text[0]) >= 0 {
		rest = text[1:]
	}
	if rest, ok := strings.CutPrefix(rest, "./"); ok {
		return x.files[rest]
	}
	if len(rest) < len(text) && rest != "" {
		return x.file(rest)
	}
	return nil
}

// file returns the file of that canonical path, or the only one of that base
// name.
func (x *Index) file(text string) *file {
	if strings.IndexByte(text, '/') >= 0 {
		if !x.known.may(text) {
			return nil
		}
		return x.files[text]
	}
	if n := x.name(text); n != nil {
		return x.base(n, text)
	}
	return nil
}

// base returns the file that n means as a base name: the one in the root, whose
// path the text is, else the only one that bears it.
func (x *Index) base(n *name, text string) *file {
	if files := n.files(); len(files) == 1 {
		return files[0]
	}
	return x.files[text]
}

// inFile notes the mention of f, whose path ends at i: of one entity where a
// symbol follows, else of all. It returns where to go on.
func (sc *scanner) inFile(f *file, i int) int {
	if strings.HasPrefix(sc.s[i:], "::") {
		if next := sc.symbol(f, i+2); next > 0 {
			return next
		}
	}
	return sc.named(f, i)
}

// symbol notes the mention of the entity of f whose symbol stands at i, and
// returns where it ends, 0 where f has no such entity. The longest of an exact
// symbol and a qualified name counts.
func (sc *scanner) symbol(f *file, i int) int {
	exact, exactEnd := sc.exact(f, i)
	c, _ := sc.read(i)
	for m := c.n; m > 0; m-- {
		end := c.words[m-1].end
		if end <= exactEnd {
			break
		}
		if n := sc.lookup(c, 0, m); n != nil && sc.found.nameIn(n, f, ByKey) {
			return end
		}
	}
	if exact == nil {
		return 0
	}
	sc.found.key(exact, sc.x)
	return exactEnd
}

// Bounds on the search for an exact symbol behind a path: its length in bytes,
// and how many shorter ends are tried.
const (
	maxSymbol = 200
	maxTries  = 12
)

// exact finds the entity of f whose symbol stands at i as the key has it, and
// where it ends. What follows the symbol is cut off, word by word.
func (sc *scanner) exact(f *file, i int) (*Named, int) {
	run := symbolRun(sc.s[i:min(len(sc.s), i+maxSymbol)])
	for range maxTries {
		if run == "" {
			break
		}
		if e := f.entity(run); e != nil {
			return e, i + len(run)
		}
		run = shorten(run)
	}
	return nil, 0
}

// symbolRun is the longest prefix of s that can be a symbol: up to a space, a
// quote, or a colon outside angle brackets.
func symbolRun(s string) string {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\r', '\n', '"', '\'', '`', ';':
			return s[:i]
		case '<':
			depth++
		case '>':
			depth--
		case ':':
			if depth <= 0 {
				return s[:i]
			}
		}
	}
	return s
}

// shorten cuts the last word of s, or the last byte that belongs to none.
func shorten(s string) string {
	end := len(s) - 1
	if class[s[end]]&(word|wide) == 0 {
		return s[:end]
	}
	for end > 0 && class[s[end-1]]&(word|wide) != 0 {
		end--
	}
	return s[:end]
}

// maxSpan bounds, in bytes, what is looked up as a path with spaces.
const maxSpan = 512

// oddPaths finds the paths that a plain token cannot hold, such as
// "app/[id]/page.tsx" or "docs/My notes.md": between two quotes or backticks,
// or, where they have no space, between spaces. Only these have a pass of
// their own, and only where the map holds any.
func (sc *scanner) oddPaths() {
	for i := 0; i < len(sc.s); {
		switch c := sc.s[i]; c {
		case ' ', '\t', '\r', '\n':
			i++
		case '"', '\'', '`':
			i++
			span := line(sc.s[i:min(len(sc.s), i+maxSpan)])
			if end := strings.IndexByte(span, c); end > 0 {
				sc.oddPath(i, span[:end])
			}
		default:
			span := sc.s[i:]
			if end := strings.IndexAny(span, " \t\r\n\"'`"); end >= 0 {
				span = span[:end]
			}
			if len(span) <= maxSpan && strings.IndexByte(span, '.') >= 0 {
				sc.oddPath(i, span)
			}
			i += len(span)
		}
	}
}

// oddPath looks the text at i up as a path, as it stands and less what may
// surround it.
func (sc *scanner) oddPath(i int, text string) {
	if k := strings.Index(text, "]("); k >= 0 { // the target of a Markdown link
		i, text = i+k+2, strings.TrimSuffix(text[k+2:], ")")
	}
	text, _, _ = strings.Cut(text, "::")
	for range 4 {
		if f := sc.x.odd[strings.TrimPrefix(text, "./")]; f != nil {
			sc.inFile(f, i+len(text))
			return
		}
		switch trimmed := strings.TrimRight(text, ".,:;!?*0123456789"); {
		case len(trimmed) < len(text):
			text = trimmed
		case len(text) > 2 && (text[0] == '(' || text[0] == '*' || text[0] == '@'):
			i, text = i+1, strings.TrimRight(text[1:], ")")
		default:
			return
		}
	}
}
