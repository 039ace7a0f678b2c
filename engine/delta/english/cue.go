package english

import (
	"math/bits"
	"strings"
)

// Cue is a group of phrases that do the same in a conversation.
type Cue uint8

// Cues are those that a clause holds, each with its first place.
type Cues struct {
	set [2]uint64
	hit []cueHit
}

type cueHit struct {
	cue   Cue
	at, n int // token index, tokens
}

func (c *Cues) has(q Cue) bool { return c.set[q/64]&(1<<(q%64)) != 0 }

// at is the index of the cue's first token in the clause, or -1.
func (c *Cues) at(q Cue) int {
	at, _ := c.find(q)
	return at
}

func (c *Cues) find(q Cue) (at, n int) {
	if c.has(q) {
		for _, h := range c.hit {
			if h.cue == q {
				return h.at, h.n
			}
		}
	}
	return -1, 0
}

// Find is where a cue first stands in the clause: the index of its first token
// and how many it has, or -1.
func (c *Clause) Find(q Cue) (at, n int) { return c.Cues.find(q) }

// Count is how many different cues were found.
func (c *Cues) Count() int { return bits.OnesCount64(c.set[0]) + bits.OnesCount64(c.set[1]) }

// phrase is one compiled entry of the table.
type phrase struct {
	cue   Cue
	elems []elem
}

// elem matches one token: one of some words, a number, or up to gap words.
type elem struct {
	words    []string
	number   bool
	year     bool
	verb     bool
	gap      int
	optional bool
}

// phrases is the table by first word.
var phrases = compile(cueTable)

// compile reads the notation of the table: words, "a|b" for either, "a?" where
// a word may be left out, "#" for a number, "#year" for a year that is
// past, "@verb" for a verb of doing, "*" for up to three words of any kind. The first element is a word or a number.
func compile(t []cueEntry) map[string][]phrase {
	out := map[string][]phrase{}
	for _, entry := range t {
		for _, text := range entry.phrases {
			var p phrase
			p.cue = entry.cue
			for _, f := range strings.Fields(text) {
				p.elems = append(p.elems, compileElem(f))
			}
			for _, first := range p.elems[0].words {
				out[first] = append(out[first], p)
			}
			if p.elems[0].number {
				out["#"] = append(out["#"], p)
			}
		}
	}
	return out
}

func compileElem(f string) elem {
	if f == "#" {
		return elem{number: true}
	}
	if f == "#year" {
		return elem{year: true}
	}
	if f == "@verb" {
		return elem{verb: true}
	}
	if f == "*" {
		return elem{gap: 3}
	}
	word, optional := strings.CutSuffix(f, "?")
	return elem{words: strings.Split(word, "|"), optional: optional}
}

// match tells how many tokens from i on the phrase takes, or 0.
func match(elems []elem, tokens []Token, i int) int {
	n, ok := matchRest(elems, tokens, i)
	if !ok {
		return 0
	}
	return n - i
}

func matchRest(elems []elem, tokens []Token, i int) (end int, ok bool) {
	if len(elems) == 0 {
		return i, true
	}
	e := elems[0]
	if e.gap > 0 {
		for skip := 0; skip <= e.gap; skip++ {
			if end, ok := matchRest(elems[1:], tokens, i+skip); ok {
				return end, true
			}
			if i+skip >= len(tokens) || tokens[i+skip].Class == Punct {
				break
			}
		}
		return 0, false
	}
	if i < len(tokens) && e.matches(tokens[i]) {
		if end, ok := matchRest(elems[1:], tokens, i+1); ok {
			return end, true
		}
	}
	if e.optional {
		return matchRest(elems[1:], tokens, i)
	}
	return 0, false
}

func (e *elem) matches(t Token) bool {
	if e.verb {
		v, ok := verbs[t.Word]
		if !ok {
			return t.Class == Word && letters(t.Word) && len(t.Word) > 2 && !function[t.Word] && !negations[t.Word] && !adverbs[t.Word] && !adjectives[t.Word]
		}
		return ok && v.Form&Base != 0 && (v.Class&Mind == 0 || v.Class&(Work|Choose|Drop) != 0) && !beForms[t.Word] && t.Word != "have" && t.Word != "say" && t.Word != "need"
	}
	if e.year {
		return t.Class == Number && len(t.Word) == 4 && (t.Word < "2026" && t.Word > "1950")
	}
	if e.number {
		_, word := numerals[t.Word]
		return t.Class == Number || word
	}
	for _, w := range e.words {
		if w == t.Word {
			return true
		}
	}
	return false
}

// findCues looks every token up; quoted words are nobody's cue.
func findCues(tokens []Token) Cues {
	var c Cues
	for i, t := range tokens {
		if t.Quoted {
			continue
		}
		c.try(phrases[t.Word], tokens, i)
		if _, word := numerals[t.Word]; word || t.Class == Number {
			c.try(phrases["#"], tokens, i)
		}
	}
	return c
}

// try notes the cues of the phrases that stand at i.
func (c *Cues) try(ps []phrase, tokens []Token, i int) {
	for _, p := range ps {
		if c.has(p.cue) {
			continue
		}
		if n := match(p.elems, tokens, i); n > 0 {
			c.set[p.cue/64] |= 1 << (p.cue % 64)
			c.hit = append(c.hit, cueHit{p.cue, i, n})
		}
	}
}
