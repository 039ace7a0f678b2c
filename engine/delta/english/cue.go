package english

import (
	"math/bits"
	"slices"
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
	cue    Cue
	n      uint8  // tokens
	phrase uint16 // which one
	at     int32  // token index
}

func (c *Cues) has(q Cue) bool { return c.set[q/64&1]&(1<<(q%64)) != 0 }

func (c *Cues) hasAny(cues []Cue) bool {
	for _, q := range cues {
		if c.has(q) {
			return true
		}
	}
	return false
}

// at is the index of the cue's first token in the clause, or -1.
func (c *Cues) at(q Cue) int {
	at, _ := c.find(q)
	return at
}

func (c *Cues) find(q Cue) (at, n int) {
	if !c.has(q) {
		return -1, 0
	}
	h := c.hitOf(q)
	return int(h.at), int(h.n)
}

// Find is where a cue first stands in the clause: the index of its first token
// and how many it has, or -1.
func (c *Clause) Find(q Cue) (at, n int) { return c.Cues.find(q) }

// Count is how many different cues were found.
func (c *Cues) Count() int { return bits.OnesCount64(c.set[0]) + bits.OnesCount64(c.set[1]) }

// phrase is one compiled entry of the table without what its place in the index
// tells: the first word, and the second of those by pair.
type phrase struct {
	n    uint16 // in the table: of two of a cue at one place the first holds
	cue  Cue
	rest []elem
}

// elem matches one token: one of some words, a number, a year that is past or a
// verb of doing; or up to gap words of any kind.
type elem struct {
	kind  elemKind
	words []wordID
}

type elemKind uint8

const (
	oneOf elemKind = iota
	number
	year
	doing
	gap
)

// maxGap is how many words a gap takes at most.
const maxGap = 3

// phraseIndex finds the phrases that can stand at a token by its word and the
// next one's: by its own alone there are a hundred times as many to try.
type phraseIndex struct {
	words    *vocabulary
	phrases  int       // how many there are
	openings []opening // by what a lexeme opens; the first is of no word
	number   opening   // of numbers, beside their word's
}

// opening is the phrases that begin with a word.
type opening struct {
	loose   []phrase // of one word, or with a number, a verb or a gap next
	pairs   []phrase // with a certain second word, ascending by it, then as in the table
	seconds []wordID // of the pairs
}

// compile reads the notation of the table: words, "a|b" for either, "a?" where
// a word may be left out, "#" for a number, "#year" for a year that is
// past, "@verb" for a verb of doing, "*" for up to three words of any kind. The
// first element is a word or a number; what begins with a number comes last.
func (v *vocabulary) compile(t []cueEntry) *phraseIndex {
	x := &phraseIndex{words: v, openings: make([]opening, 1)}
	for _, numbers := range []bool{false, true} {
		for _, entry := range t {
			for _, text := range entry.phrases {
				if strings.HasPrefix(text, "#") != numbers {
					continue
				}
				for _, elems := range v.spelledOut(strings.Fields(text)) {
					x.add(entry.cue, elems)
				}
			}
		}
	}
	return x
}

// spelledOut lists the ways to say a phrase: with its optional words, and without.
func (v *vocabulary) spelledOut(fields []string) [][]elem {
	ways := [][]elem{{}}
	for i, f := range fields {
		bare, optional := strings.CutSuffix(f, "?")
		var longer [][]elem
		for _, w := range ways {
			longer = append(longer, append(slices.Clip(w), v.compileElem(bare)))
			if optional && i > 0 {
				longer = append(longer, w)
			}
		}
		ways = longer
	}
	return ways
}

func (v *vocabulary) compileElem(f string) elem {
	switch f {
	case "#":
		return elem{kind: number}
	case "#year":
		return elem{kind: year}
	case "@verb":
		return elem{kind: doing}
	case "*":
		return elem{kind: gap}
	}
	var e elem
	for _, w := range strings.Split(f, "|") {
		e.words = append(e.words, v.ids[w])
	}
	return e
}

// add puts a phrase where its first elements will be looked for.
func (x *phraseIndex) add(cue Cue, elems []elem) {
	known, seconds := 1, []wordID(nil)
	if len(elems) > 1 && elems[1].kind == oneOf {
		known, seconds = 2, elems[1].words
	}
	p := phrase{uint16(x.phrases), cue, slices.Clone(elems[known:])}
	x.phrases++
	if elems[0].kind == number {
		x.number.add(p, seconds)
	}
	for _, w := range elems[0].words {
		x.opening(w).add(p, seconds)
	}
}

// add adds a phrase by its second words, if it has any.
func (o *opening) add(p phrase, seconds []wordID) {
	if len(seconds) == 0 {
		o.loose = append(o.loose, p)
	}
	for _, second := range seconds {
		at := o.firstWith(second + 1)
		o.seconds, o.pairs = slices.Insert(o.seconds, at, second), slices.Insert(o.pairs, at, p)
	}
}

// opening is the phrases that a word begins.
func (x *phraseIndex) opening(w wordID) *opening {
	l := &x.words.lexemes[w]
	if l.opens == 0 {
		l.opens = uint16(len(x.openings))
		x.openings = append(x.openings, opening{})
	}
	return &x.openings[l.opens]
}

// match tells where a phrase's elements from i on end, or -1.
func match(elems []elem, tokens []Token, i int) int {
	for k := range elems {
		if elems[k].kind == gap {
			return matchGap(elems[k+1:], tokens, i)
		}
		if i >= len(tokens) || !elems[k].matches(&tokens[i]) {
			return -1
		}
		i++
	}
	return i
}

// matchGap is match after a gap that begins at i.
func matchGap(elems []elem, tokens []Token, i int) int {
	for skip := 0; skip <= maxGap; skip++ {
		if end := match(elems, tokens, i+skip); end >= 0 {
			return end
		}
		if i+skip >= len(tokens) || tokens[i+skip].Class == Punct {
			break
		}
	}
	return -1
}

func (e *elem) matches(t *Token) bool {
	switch e.kind {
	case number:
		return t.Class == Number || t.is(numeral)
	case year:
		return t.Class == Number && len(t.Word) == 4 && (t.Word < "2026" && t.Word > "1950")
	case doing:
		return does(t)
	}
	return t.id != 0 && slices.Contains(e.words, t.id)
}

// does tells a word that is a verb of doing, or may be one that the tables do not
// know.
func does(t *Token) bool {
	l := t.lexeme()
	if !l.isVerb() {
		return t.Class == Word && letters(t.Word) && len(t.Word) > 2 && !l.is(functional|negation|adverb|adjective)
	}
	return l.verb.Form&Base != 0 && (l.verb.Class&Mind == 0 || l.verb.Class&(Work|Choose|Drop) != 0) && !l.is(be) && t.Word != "have" && t.Word != "say" && t.Word != "need"
}

// findCues looks every token up; quoted words are nobody's cue. The places are
// put at the end of none.
func findCues(tokens []Token, none []cueHit) Cues {
	c := Cues{hit: none}
	for i := range tokens {
		t := &tokens[i]
		if t.Quoted {
			continue
		}
		l := t.lexeme()
		if l.opens != 0 {
			c.try(&lexicon.cues.openings[l.opens], tokens, i)
		}
		if t.Class == Number || l.is(numeral) {
			c.try(&lexicon.cues.number, tokens, i)
		}
	}
	return c
}

// try notes the cues of the phrases that stand at i.
func (c *Cues) try(o *opening, tokens []Token, i int) {
	for k := range o.loose {
		c.note(&o.loose[k], tokens, i, i+1)
	}
	if len(o.pairs) == 0 || i+1 == len(tokens) || tokens[i+1].id == 0 {
		return
	}
	next := tokens[i+1].id
	for k := o.firstWith(next); k < len(o.pairs) && o.seconds[k] == next; k++ {
		c.note(&o.pairs[k], tokens, i, i+2)
	}
}

// firstWith is the place of the first pair whose second word is at least a word.
func (o *opening) firstWith(second wordID) int {
	from, to := 0, len(o.seconds)
	for from < to {
		if mid := (from + to) / 2; o.seconds[mid] < second {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
}

// note notes the cue of a phrase if it stands at i, with its rest from next on, and
// none of the cue was found before.
func (c *Cues) note(p *phrase, tokens []Token, i, next int) {
	var before *cueHit
	if c.has(p.cue) {
		before = c.hitOf(p.cue)
		if int(before.at) < i || before.phrase < p.n {
			return
		}
	}
	end := match(p.rest, tokens, next)
	if end < 0 {
		return
	}
	hit := cueHit{cue: p.cue, n: uint8(end - i), phrase: p.n, at: int32(i)}
	if before != nil {
		*before = hit
		return
	}
	c.set[p.cue/64] |= 1 << (p.cue % 64)
	c.hit = append(c.hit, hit)
}

// hitOf is the place of a cue that was found.
func (c *Cues) hitOf(q Cue) *cueHit {
	for i := range c.hit {
		if c.hit[i].cue == q {
			return &c.hit[i]
		}
	}
	return nil
}
