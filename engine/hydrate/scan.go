package hydrate

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxToken bounds, in bytes, what is looked up as a path: canonical paths have
// at most 250 characters, and an absolute one has the root before them.
const maxToken = 1024

// Scan finds the entities that prompt names (TSLP 8.1 step 1), each once, the
// strongest mentions first; ties stand in order of path and position.
//
// What counts as a mention, always exact and case-sensitive:
//   - A full key, "src/pool.go::Pool.Get". The path may be written in any way
//     that follows, the symbol in any way that a qualified name may.
//   - A canonical path, also after "./", "@" or the workspace root, and also
//     before a line number. A base name where exactly one tracked path has it.
//     Both mean all entities of the file.
//   - A qualified symbol: "Pool.Get", "Pool::get", "Pool#get", "p->get",
//     "(*Pool).Get", and any tail of a longer one.
//   - A bare name, the last component of a symbol, where it names few entities,
//     or where its file or what contains it is named, too. An ordinary English
//     word (a lower-case one, or a verb that opens a sentence) must be marked as
//     code: in backticks, before an opening parenthesis, beside its kind ("the
//     function run") or beside its file ("run in pool.go"). So "please run it"
//     names nothing.
//   - In the code of a fence, a name that its file defines, or only one entity of
//     its language. The file that a fence is labelled with is not asked for.
//
// A symbol that contains others brings them along. URLs name nothing, nor do
// the words inside a path that is not tracked.
//
// The prompt is read in one pass, with one map lookup for each word that may be
// a name and no allocation for those that are none. Only where the map holds
// paths with spaces or brackets is it read once more, for those.
func (x *Index) Scan(prompt string) []Mention { return x.scan(prompt, false) }

// ScanSaid finds the entities whose code may stand in what was said: it reads the
// code of a fence like marked prose, and a fence's own path like any.
func (x *Index) ScanSaid(text string) []Mention { return x.scan(text, true) }

func (x *Index) scan(text string, said bool) []Mention {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.entities == 0 {
		return nil
	}
	sc := scanner{x: x, s: text, soft: !x.caseless, said: said}
	sc.run()
	if len(x.odd) > 0 {
		sc.oddPaths()
	}
	return sc.found.mentions(x)
}

// scanner is one pass over one prompt.
type scanner struct {
	x *Index
	s string
	// soft reports whether letters without case separate words.
	soft bool
	// said reports whether the code of fences asks for what it names.
	said bool
	// fence is the byte of the code fence that is open, 0 for none, and
	// fenceLen its length. codeEnd is where the open inline code ends.
	fence    byte
	fenceLen int
	codeEnd  int
	// code is what is known of the open fence, last the file that was named last.
	code pasted
	last mentioned
	met  map[pastedName]bool

	found found
	words chained
	buf   [256]byte
}

// run reads the whole prompt. Most of it is single words, which it deals with
// on the spot; whatever is joined to something is left to step.
func (sc *scanner) run() {
	s := sc.s
	for i := 0; i < len(s); {
		c := class[s[i]]
		if c&^linker == 0 {
			i++
			continue
		}
		if c&word == 0 {
			i = sc.step(i)
			continue
		}
		j := i + 1
		for j < len(s) && class[s[j]]&word != 0 {
			c |= class[s[j]]
			j++
		}
		if !sc.alone(i, j) {
			i = sc.step(i)
			continue
		}
		sc.bare(i, j, c == lower)
		i = j
	}
}

// alone reports whether nothing is joined to the word [i, j).
func (sc *scanner) alone(i, j int) bool {
	if j == len(sc.s) {
		return true
	}
	switch class[sc.s[j]] {
	case 0, tick:
		return true
	case linker:
		return sc.connector(j, i) == 0 && sc.s[j] != ':'
	case joiner: // the end of a sentence
		return sc.s[j] == '.' && (j+1 == len(sc.s) || class[sc.s[j+1]] == 0)
	}
	return false
}

// step reads what stands at i, and tells where to go on.
func (sc *scanner) step(i int) int {
	if class[sc.s[i]] == tick {
		return sc.ticks(i)
	}
	t := sc.measure(i)
	if !t.word {
		return max(t.end, i+1)
	}
	if t.tail < len(sc.s) && sc.s[t.tail] == ':' && strings.HasPrefix(sc.s[t.tail:], "://") {
		return sc.url(t.tail)
	}
	before := sc.found.hits
	next := sc.resolve(i, t)
	if !t.caseless || sc.soft || sc.found.hits > before {
		return next
	}
	// Nothing bears this whole run as its name: read it as words that stand
	// between letters without case.
	sc.soft = true
	for i < t.end {
		i = sc.step(i) // no byte of a run needs more
	}
	sc.soft = false
	return max(i, next)
}

// token is what one look at a run of bytes tells about it.
type token struct {
	end      int  // behind the run
	tail     int  // behind its last word: the run without trailing joiners
	word     bool // a word stands in it
	joined   bool // a joiner stands before tail
	plain    bool // nothing but lower-case letters in its words
	caseless bool // holds letters without case
}

func (sc *scanner) measure(i int) token {
	t := token{tail: i, plain: true}
	s, j, joiners := sc.s, i, false
run:
	for j < len(s) {
		c := class[s[j]]
		switch {
		case c&word != 0:
			for ; j < len(s) && class[s[j]]&word != 0; j++ {
				c |= class[s[j]]
			}
			t.plain = t.plain && c == lower
		case c == wide:
			r, n := utf8.DecodeRuneInString(s[j:])
			if !sc.isWord(r) {
				if j == i {
					j += n // it is all that stands here
				}
				break run
			}
			t.caseless = t.caseless || isCaseless(r)
			t.plain = t.plain && !unicode.IsUpper(r) && !unicode.IsDigit(r)
			j += n
		case c == joiner && !strings.HasPrefix(s[j:], "->"):
			joiners = true
			j++
			continue
		default:
			break run
		}
		t.tail, t.joined, t.word = j, joiners, true
	}
	t.end = j
	return t
}

// isWord reports whether the non-ASCII rune r belongs to a word.
func (sc *scanner) isWord(r rune) bool {
	if sc.soft && (r >= 0x2e80 && r < 0xa4d0 || r >= 0xac00 && r < 0xd7a4) {
		return false // CJK and Hangul, without a search in the tables
	}
	return isWordRune(r) && !(sc.soft && isCaseless(r))
}

// resolve finds what the run at i means, and tells where to go on.
func (sc *scanner) resolve(i int, t token) int {
	folder := t.tail < len(sc.s) && sc.s[t.tail] == '/'
	if !t.joined && !folder {
		if sc.connector(t.tail, i) > 0 {
			return sc.chain(i)
		}
		sc.bare(i, t.tail, t.plain)
		return t.tail
	}
	text := sc.s[i:t.tail]
	if len(text) <= maxToken {
		if f := sc.file(text); f != nil {
			return sc.inFile(f, t.tail)
		}
		if n := sc.x.name(text); n != nil && strings.IndexByte(text, '-') > 0 {
			sc.bare(i, t.tail, false)
			return t.tail
		}
	}
	if folder || isUnknownPath(text) {
		return t.end
	}
	p := i
	for p < t.tail {
		if class[sc.s[p]]&(word|wide) != 0 {
			p = sc.chain(p)
		} else {
			p++
		}
	}
	return p
}

// isUnknownPath tells a path from alternatives ("Open/Close"): it begins with a
// slash or a dot-slash, or has more than one slash.
func isUnknownPath(text string) bool {
	first := strings.IndexByte(text, '/')
	if first < 0 {
		return false
	}
	head := text[:first]
	return head == "" || head == "." || head == ".." || strings.IndexByte(text[first+1:], '/') >= 0
}

// bare looks a single word up.
func (sc *scanner) bare(start, end int, plain bool) {
	text := sc.s[start:end]
	if plain && !sc.x.plain.may(text) {
		return
	}
	n := sc.x.name(text)
	if n == nil {
		return
	}
	called := end < len(sc.s) && sc.s[end] == '('
	marked := start < sc.codeEnd || called
	if f := sc.x.base(n, text); f != nil && (marked || sc.fence != 0 || !plain) {
		sc.named(f, end)
	}
	switch {
	case sc.fence != 0 && !sc.said:
		sc.pasted(n, sc.x.bare)
	case marked || sc.fence != 0:
		sc.found.name(n, ByCode, sc.x.bare)
	case plain && ordinary(text) && !besideKind(sc.s, start, end):
		if !sc.besideFile(n, end) {
			sc.found.word(n)
		}
	case plain || !opensSentence(sc.s, start) || !isVerb(text):
		sc.found.name(n, ByName, sc.x.bare)
	}
}

// qualified notes a name that was written with its container.
func (sc *scanner) qualified(n *name) bool {
	if sc.fence != 0 && !sc.said {
		return sc.pasted(n, qualifiedNames)
	}
	return sc.found.name(n, ByQualified, qualifiedNames)
}

// url returns where the URL that has its "://" at i ends.
func (sc *scanner) url(i int) int {
	if k := strings.IndexAny(sc.s[i:], " \t\r\n\"'`<>()[]{}|"); k >= 0 {
		return i + k
	}
	return len(sc.s)
}
