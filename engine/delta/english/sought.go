package english

import (
	"cmp"
	"slices"
	"strings"
)

// WordSet is words that are looked for in many clauses.
type WordSet struct {
	words  []string    // by their marks
	starts [257]uint16 // where in words those of each mark begin
	marks  Marks       // of them
}

// WordsOf are the words of a text as a set.
func WordsOf(text string) WordSet {
	return SetOf(strings.Fields(text))
}

// SetOf are the words of some lists as a set.
func SetOf(lists ...[]string) WordSet {
	words := slices.Concat(lists...)
	slices.SortFunc(words, func(v, w string) int {
		return cmp.Or(cmp.Compare(markOf(v), markOf(w)), strings.Compare(v, w))
	})
	words = slices.Compact(words)
	s := WordSet{words: words, marks: MarksOf(words)}
	for _, w := range words {
		s.starts[int(markOf(w))+1]++
	}
	for i := range s.starts[1:] {
		s.starts[i+1] += s.starts[i]
	}
	return s
}

// Holds tells whether a word is in the set.
func (s *WordSet) Holds(word string) bool { return s.Place(word) >= 0 }

// Place is which word of the set a word is, or -1.
func (s *WordSet) Place(word string) int {
	mark := markOf(word)
	for i := s.starts[mark]; i < s.starts[int(mark)+1]; i++ {
		if s.words[i] == word {
			return int(i)
		}
	}
	return -1
}

// Len is how many words the set has.
func (s *WordSet) Len() int { return len(s.words) }

// HasOf tells whether a word of a set stands in the clause, unquoted.
func (c *Clause) HasOf(s *WordSet) bool {
	if !c.marks.Meet(&s.marks) {
		return false
	}
	for i := range c.Tokens {
		if t := &c.Tokens[i]; !t.Quoted && s.Holds(t.Word) {
			return true
		}
	}
	return false
}

// Mentions tells whether a word of a set stands in Words: quoted or not, or within
// a span of code.
func (c *Clause) Mentions(s *WordSet) bool {
	if !c.marks.Meet(&s.marks) {
		return false
	}
	for i := range c.Tokens {
		switch t := &c.Tokens[i]; {
		case s.Holds(t.Word):
			return true
		case t.Class == Code && strings.Contains(t.Word, " "):
			for word := range strings.SplitSeq(t.Word, " ") {
				if s.Holds(word) {
					return true
				}
			}
		}
	}
	return false
}

// FirstOf is the index of the first token in a set, quoted or not, or -1.
func (c *Clause) FirstOf(s *WordSet) int {
	if !c.marks.Meet(&s.marks) {
		return -1
	}
	for i := range c.Tokens {
		if s.Holds(c.Tokens[i].Word) {
			return i
		}
	}
	return -1
}

// Phrase is words in a row that are looked for in many clauses.
type Phrase struct {
	Text  string
	marks folded // of its words
}

// Phrases makes phrases of texts, each with blanks between its words.
func Phrases(texts ...string) []Phrase {
	out := make([]Phrase, len(texts))
	for i, text := range texts {
		marks := MarksOf(strings.Fields(text))
		out[i] = Phrase{text, marks.folded()}
	}
	return out
}

// WherePhrase is Where of a phrase.
func (c *Clause) WherePhrase(p *Phrase) int {
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
func (c *Clause) HasPhrase(phrases []Phrase) bool {
	for i := range phrases {
		if c.WherePhrase(&phrases[i]) >= 0 {
			return true
		}
	}
	return false
}
