package english

import (
	"iter"
	"slices"
	"strings"
)

// WordSet is words that are looked for in many clauses, by the number of the set in
// the lexicon. Sets are made before any text is read.
type WordSet uint16

// wordSets are those to which a word belongs, or of which a clause has words, a bit
// each.
type wordSets [8]uint64

func (k *wordSets) hold(s WordSet) bool { return k[s>>6]&(1<<(s&63)) != 0 }

func (k *wordSets) add(o *wordSets) {
	for i := range k {
		k[i] |= o[i]
	}
}

// WordsOf are the words of a text as a set.
func WordsOf(text string) WordSet { return SetOf(strings.Fields(text)) }

// SetOf are the words of some lists as a set.
func SetOf(lists ...[]string) WordSet { return lexicon.set(slices.Concat(lists...)) }

// Holds tells whether a word is in the set.
func (s WordSet) Holds(word string) bool { return lexicon.setsOf(lexicon.idOf(word)).hold(s) }

// Is tells whether the token's word is in a set.
func (t *Token) Is(s WordSet) bool { return lexicon.setsOf(t.id).hold(s) }

// Is tells whether the i-th token's word is in a set.
func (c *Clause) Is(i int, s WordSet) bool {
	return i >= 0 && i < len(c.Tokens) && c.Tokens[i].Is(s)
}

// HasOf tells whether a word of a set stands in the clause, unquoted.
func (c *Clause) HasOf(s WordSet) bool { return c.has.hold(s) }

// Mentions tells whether a word of a set stands in Words: quoted or not, or within
// a span of code.
func (c *Clause) Mentions(s WordSet) bool { return c.mentions.hold(s) }

// FirstOf is the index of the first token in a set, quoted or not, or -1.
func (c *Clause) FirstOf(s WordSet) int {
	if !c.Mentions(s) {
		return -1
	}
	return slices.IndexFunc(c.Tokens, func(t Token) bool { return t.Is(s) })
}

// Phrase is words in a row that are looked for in many clauses.
type Phrase struct {
	Text  string
	marks folded // of its words
}

// Phrases are phrases of which one is looked for in many clauses.
type Phrases struct {
	all  []Phrase
	keys WordSet // a word of each, the rarest
}

// PhrasesOf makes phrases of texts, each with blanks between its words.
func PhrasesOf(texts ...string) *Phrases {
	p, keys := &Phrases{all: make([]Phrase, len(texts))}, make([]string, len(texts))
	for i, text := range texts {
		words := strings.Fields(text)
		marks := MarksOf(words)
		p.all[i] = Phrase{text, marks.folded()}
		keys[i] = slices.MaxFunc(words, func(v, w string) int { return rarity(v) - rarity(w) })
	}
	p.keys = SetOf(keys)
	return p
}

// rarity is larger for words that are expected in fewer clauses.
func rarity(w string) int {
	if IsFunction(w) {
		return len(w)
	}
	return len(w) + 100
}

// wherePhrase is Where of a phrase.
func (c *Clause) wherePhrase(p *Phrase) int {
	if p.marks&^c.folded != 0 {
		return -1
	}
	return PhraseIn(c.words, p.Text)
}

// Behind is the index of the first token behind a phrase that stands at a place of
// Words. A token of code may be several of the words.
func (c *Clause) Behind(p *Phrase, at int) int {
	i, end := 0, at+len(p.Text)
	for from := 0; i < len(c.Tokens) && from < end; i++ {
		from += len(c.Tokens[i].Word) + 1
	}
	return i
}

// HasPhrase tells whether one of some phrases stands in Words.
func (c *Clause) HasPhrase(p *Phrases) bool {
	for range c.Phrases(p) {
		return true
	}
	return false
}

// Phrases are those of some phrases that stand in Words, and where each stands first.
func (c *Clause) Phrases(p *Phrases) iter.Seq2[*Phrase, int] {
	return func(yield func(*Phrase, int) bool) {
		if !c.Mentions(p.keys) {
			return
		}
		for i := range p.all {
			if at := c.wherePhrase(&p.all[i]); at >= 0 && !yield(&p.all[i], at) {
				return
			}
		}
	}
}
