package english

import "strings"

// Clause is one thing said: a stretch of a sentence with at most one main
// verb, or a fragment ("no unsafe", "the pure go one").
type Clause struct {
	Tokens []Token // without noise and opening markers, punctuation inside kept
	Text   string  // as written, from the first token to the last
	Inset  int     // where in Text the first token begins
	Lead   Lead    // how it hangs on the clause before
	Place  int     // among the clauses of its room
	First  bool    // of its sentence
	Asked  bool    // it is a question, by its mark or its order
	Aside  bool    // between parentheses
	// Conditional tells a consequence of an "if" in the same sentence.
	Conditional bool
	Cues        Cues
	// Report is who is said to have said the clause, nil if nobody but the
	// speaker. The words that report are not in Tokens.
	Report *Report
	// Verb is the index of the first finite verb in Tokens, or -1.
	Verb int
	// Command tells that the clause is an imperative, with its verb at Order.
	Command bool

	// Start is the index of the first token that belongs to what is said: those
	// before it only open it.
	Start int

	content []string
	words   string
	dated   bool
	negated bool
	number  bool
	Order   int
	marks   Marks // of its words, quoted or not
	folded  folded
	// Of which sets it has words, first unquoted ones, then any.
	has, mentions wordSets
}

// Marks tell in an instant of most words that a text does not have them: each
// word sets one of 256 bits.
type Marks [4]uint64

// folded are marks of which several share a bit: enough to tell that one of a few
// words is missing.
type folded uint64

func (m *Marks) folded() folded { return folded(m[0] | m[1] | m[2] | m[3]) }

// AllMarks are the marks of all words that there are.
var AllMarks = Marks{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// MarksOf are the marks of words.
func MarksOf(words []string) (m Marks) {
	for _, w := range words {
		m.Add(w)
	}
	return m
}

// Add marks a word.
func (m *Marks) Add(w string) {
	b := markOf(w)
	m[b>>6] |= 1 << (b & 63)
}

// May tells whether a word may be among those marked.
func (m *Marks) May(w string) bool {
	b := markOf(w)
	return m[b>>6]&(1<<(b&63)) != 0
}

// Meet tells whether the words marked may have one in common.
func (m *Marks) Meet(o *Marks) bool {
	return m[0]&o[0]|m[1]&o[1]|m[2]&o[2]|m[3]&o[3] != 0
}

// markOf is a word's bit: mixed of how it begins, how it ends and how long it is.
func markOf(w string) uint8 {
	n := len(w)
	if n == 0 {
		return 0
	}
	return w[0]*8 + w[n-1] + uint8(n)*37
}

// mark notes the marks and sets of the clause's words, and of the words of its
// code.
func (c *Clause) mark() {
	for i := range c.Tokens {
		t := &c.Tokens[i]
		c.marks.Add(t.Word)
		if of := t.lexeme().sets; of != 0 && !t.Quoted {
			c.has.add(&lexicon.sets[of])
		} else if of != 0 {
			c.mentions.add(&lexicon.sets[of])
		}
		if t.Class == Code && strings.Contains(t.Word, " ") {
			for word := range strings.SplitSeq(t.Word, " ") {
				c.marks.Add(word)
				c.mentions.add(lexicon.setsOf(lexicon.idOf(word)))
			}
		}
	}
	c.mentions.add(&c.has)
	c.folded = c.marks.folded()
}

// Lead is the word or sign that joins a clause to the one before.
type Lead uint8

// The leads.
const (
	Opens   Lead = iota // begins a sentence
	And                 // and, a comma, a semicolon, a dash
	But                 // but, though: what follows contrasts
	Or                  // or
	So                  // so, then, therefore: what follows is a consequence
	Because             // because, since, as: a reason
	If                  // if, unless, when, once: a condition
	Which               // which, who, where: a relative clause
	Colon               // what follows explains or fills in
)

// Dependent tells that a clause only supports the one before.
func (l Lead) Dependent() bool { return l == Because || l == If || l == Which }

// Subject is the words before the finite verb.
func (c *Clause) Subject() []Token {
	if c.Verb <= 0 {
		return nil
	}
	return c.Tokens[:c.Verb]
}

// Word is the i-th token's word, or "".
func (c *Clause) Word(i int) string {
	if i < 0 || i >= len(c.Tokens) {
		return ""
	}
	return c.Tokens[i].Word
}

// VerbAt is VerbOf of the i-th token's word.
func (c *Clause) VerbAt(i int) (Verb, bool) {
	if i < 0 || i >= len(c.Tokens) {
		return Verb{}, false
	}
	l := c.Tokens[i].lexeme()
	return l.verb, l.isVerb()
}

// Has tells whether the clause holds a cue, or one of others.
func (c *Clause) Has(cue Cue, others ...Cue) bool {
	return c.Cues.has(cue) || len(others) > 0 && c.Cues.hasAny(others)
}

// Starts tells whether a cue begins the clause.
func (c *Clause) Starts(cues ...Cue) bool {
	for _, q := range cues {
		if c.Cues.at(q) == 0 {
			return true
		}
	}
	return false
}

// Content is the clause's content stems.
func (c *Clause) Content() []string { return c.content[:len(c.content):len(c.content)] }

// ContentTo is the content stems of the tokens before the i-th: where each stands
// first, it is what the content begins with.
func (c *Clause) ContentTo(i int) []string {
	n := 0
	for k := 0; k < i && n < len(c.content); k++ {
		switch t := &c.Tokens[k]; {
		case t.parted:
			for w := range strings.SplitSeq(t.stem, " ") {
				if n < len(c.content) && c.content[n] == w {
					n++
				}
			}
		case t.stem == c.content[n]:
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return c.content[:n:n]
}

// HasContent tells whether a token carries content.
func HasContent(tokens []Token) bool {
	for i := range tokens {
		if tokens[i].stem != "" {
			return true
		}
	}
	return false
}

// Negated tells whether a negation stands in the clause.
func (c *Clause) Negated() bool { return c.negated }

func negated(tokens []Token) bool {
	for i := range tokens {
		if tokens[i].is(negation) && !tokens[i].Quoted {
			return true
		}
	}
	return false
}

// Words joins the clause's words as they are read, for matching.
func (c *Clause) Words() string { return c.words }

func joined(tokens []Token, size int) string {
	var b strings.Builder
	b.Grow(size)
	for i := range tokens {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(tokens[i].Word)
	}
	return b.String()
}

// HasWord tells whether one of some words stands in the clause, unquoted.
func (c *Clause) HasWord(words ...string) bool {
	for _, w := range words {
		if c.marks.May(w) && c.holds(w) {
			return true
		}
	}
	return false
}

// Index is where the first of some words stands in the clause, quoted or not, or -1.
func (c *Clause) Index(words ...string) int {
	best := -1
	for _, w := range words {
		if !c.marks.May(w) {
			continue
		}
		for i := range c.Tokens {
			if c.Tokens[i].Word == w {
				if best < 0 || i < best {
					best = i
				}
				break
			}
		}
	}
	return best
}

// Where is where a phrase stands as whole words in Words, or -1.
func (c *Clause) Where(phrase string) int {
	first := 0
	for first < len(phrase) && phrase[first] != ' ' {
		first++
	}
	if !c.marks.May(phrase[:first]) {
		return -1
	}
	last := len(phrase)
	for last > 0 && phrase[last-1] != ' ' {
		last--
	}
	if !c.marks.May(phrase[last:]) {
		return -1
	}
	return PhraseIn(c.words, phrase)
}

// PhraseIn is where a phrase stands as whole words in a text, or -1.
func PhraseIn(text, phrase string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], phrase)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(phrase)
		if (i == 0 || text[i-1] == ' ') && (end == len(text) || text[end] == ' ') {
			return i
		}
		from = i + 1
	}
}

func (c *Clause) holds(word string) bool {
	for i := range c.Tokens {
		if t := &c.Tokens[i]; t.Word == word && !t.Quoted {
			return true
		}
	}
	return false
}

// Number tells whether the clause holds a number.
func (c *Clause) Number() bool { return c.number }

func numbered(tokens []Token) bool {
	for i := range tokens {
		if t := &tokens[i]; t.Class == Number || t.Class == Word && t.is(numeral) {
			return true
		}
	}
	return false
}
