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
	size uint8  // of its rest,
	rest uint16 // which begins there among the elements
}

// elem matches one token: a word, a number, a year that is past or a verb of doing;
// or up to gap words of any kind. Of several words the last is not followed by
// another one.
type elem struct {
	word wordID
	kind elemKind
}

type elemKind uint8

const (
	aWord elemKind = iota
	eitherWord
	number
	year
	doing
	gap
)

// maxGap is how many words a gap takes at most.
const maxGap = 3

// phraseIndex finds the phrases that can stand at a token by its word and the
// next one's: by its own alone there are a hundred times as many to try. What
// stands together is looked at together.
type phraseIndex struct {
	phrases  []phrase  // by their opening: first the loose ones, then the pairs
	seconds  []wordID  // the second words of pairs, in step with the phrases
	elems    []elem    // of the rests
	openings []opening // by what a lexeme opens; the first is of no word, the second of numbers
}

// opening is the phrases that begin with a word.
type opening struct {
	from  uint16 // among the phrases,
	loose uint16 // of one word, or with a number, a verb or a gap next,
	pairs uint16 // with a certain second word, ascending by it, then as in the table
}

// ofNumbers is the opening of the phrases that begin with a number, beside that of
// its word.
const ofNumbers = 1

// compile reads the notation of the table: words, "a|b" for either, "a?" where
// a word may be left out, "#" for a number, "#year" for a year that is
// past, "@verb" for a verb of doing, "*" for up to three words of any kind. The
// first element is a word or a number; what begins with a number comes last.
func (v *vocabulary) compile(t []cueEntry) (x phraseIndex) {
	type second struct {
		word wordID // 0 for none
		phrase
	}
	by, n := make([][]second, ofNumbers+1), uint16(0)
	for _, numbers := range []bool{false, true} {
		for _, entry := range t {
			for _, text := range entry.phrases {
				if strings.HasPrefix(text, "#") != numbers {
					continue
				}
				for _, places := range v.spelledOut(strings.Fields(text)) {
					known, seconds := 1, []elem{{}}
					if len(places) > 1 && places[1][0].kind <= eitherWord {
						known, seconds = 2, places[1]
					}
					rest := slices.Concat(places[known:]...)
					p := phrase{n, entry.cue, uint8(len(rest)), uint16(len(x.elems))}
					x.elems, n = append(x.elems, rest...), n+1
					for _, first := range places[0] {
						at := uint16(ofNumbers)
						if !numbers {
							at = v.opening(first.word, uint16(len(by)))
						}
						if int(at) == len(by) {
							by = append(by, nil)
						}
						for _, s := range seconds {
							by[at] = append(by[at], second{s.word, p})
						}
					}
				}
			}
		}
	}
	for _, all := range by {
		slices.SortStableFunc(all, func(a, b second) int { return int(a.word) - int(b.word) })
		o := opening{from: uint16(len(x.phrases))}
		for _, s := range all {
			x.phrases, x.seconds = append(x.phrases, s.phrase), append(x.seconds, s.word)
			if s.word == 0 {
				o.loose++
			} else {
				o.pairs++
			}
		}
		x.openings = append(x.openings, o)
	}
	return x
}

// opening is what a word opens, next if it opened nothing before.
func (v *vocabulary) opening(w wordID, next uint16) uint16 {
	l := &v.lexemes[w]
	if l.opens == 0 {
		l.opens = next
	}
	return l.opens
}

// spelledOut lists the ways to say a phrase: with its optional words, and without.
// Each is what matches one token after the other.
func (v *vocabulary) spelledOut(fields []string) [][][]elem {
	ways := [][][]elem{{}}
	for i, f := range fields {
		bare, optional := strings.CutSuffix(f, "?")
		var longer [][][]elem
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

func (v *vocabulary) compileElem(f string) []elem {
	switch f {
	case "#":
		return []elem{{kind: number}}
	case "#year":
		return []elem{{kind: year}}
	case "@verb":
		return []elem{{kind: doing}}
	case "*":
		return []elem{{kind: gap}}
	}
	var out []elem
	for _, w := range strings.Split(f, "|") {
		out = append(out, elem{v.ids[w], eitherWord})
	}
	out[len(out)-1].kind = aWord
	return out
}

// match tells where a phrase's elements from i on end, or -1.
func match(elems []elem, tokens []Token, i int) int {
	for k := 0; k < len(elems); k++ {
		if elems[k].kind == gap {
			return matchGap(elems[k+1:], tokens, i)
		}
		if i >= len(tokens) {
			return -1
		}
		t := &tokens[i]
		for elems[k].kind == eitherWord && elems[k].word != t.id {
			k++
		}
		if !elems[k].matches(t) {
			return -1
		}
		for elems[k].kind == eitherWord {
			k++
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

func (e elem) matches(t *Token) bool {
	switch e.kind {
	case number:
		return t.Class == Number || t.is(numeral)
	case year:
		return t.Class == Number && len(t.Word) == 4 && (t.Word < "2026" && t.Word > "1950")
	case doing:
		return does(t)
	}
	return t.id != 0 && t.id == e.word
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
			c.try(l.opens, tokens, i)
		}
		if t.Class == Number || l.is(numeral) {
			c.try(ofNumbers, tokens, i)
		}
	}
	return c
}

// try notes the cues of the phrases of an opening that stand at i.
func (c *Cues) try(opening uint16, tokens []Token, i int) {
	x := &lexicon.cues
	o := x.openings[opening]
	pairs := o.from + o.loose
	for k := o.from; k < pairs; k++ {
		c.note(&x.phrases[k], tokens, i, i+1)
	}
	if o.pairs == 0 || i+1 == len(tokens) || tokens[i+1].id == 0 {
		return
	}
	next, seconds := tokens[i+1].id, x.seconds[pairs:pairs+o.pairs]
	for k := firstWith(seconds, next); k < len(seconds) && seconds[k] == next; k++ {
		c.note(&x.phrases[int(pairs)+k], tokens, i, i+2)
	}
}

// firstWith is the place of the first of ascending words that is at least a word.
func firstWith(words []wordID, word wordID) int {
	from, to := 0, len(words)
	for from < to {
		if mid := (from + to) / 2; words[mid] < word {
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
	end := match(lexicon.cues.elems[p.rest:p.rest+uint16(p.size)], tokens, next)
	if end < 0 || p.cue == History && lasting(tokens, i, end) {
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

// lasting tells that what sounds like the past is how things are: "since last year",
// "never once", "runs once a week".
func lasting(tokens []Token, i, end int) bool {
	if i > 0 {
		switch tokens[i-1].Word {
		case "since", "never", "not", "than", "at":
			return tokens[i-1].Word == "since" || tokens[i].Word == "once"
		}
	}
	return tokens[i].Word == "once" && end < len(tokens) && (tokens[end].Word == "a" || tokens[end].Word == "per" || tokens[end].Word == "every" || tokens[end].Word == "an" || tokens[end].Word == "more")
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
