package english

import "slices"

// Clause is one thing said: a stretch of a sentence with at most one main
// verb, or a fragment ("no unsafe", "the pure go one").
type Clause struct {
	Tokens []Token // without noise and opening markers, punctuation inside kept
	Text   string  // as written, from the first token to the last
	Inset  int     // where in Text the first token begins
	Lead   Lead    // how it hangs on the clause before
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
	// Command reports whether the clause is an imperative, with its verb at Order.
	Command bool

	// Start is the index of the first token that belongs to what is said: those
	// before it only open it.
	Start int
	Order int

	content []string
	negated bool
	number  bool
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

// Dependent reports whether a clause only supports the one before.
func (l Lead) Dependent() bool { return l == Because || l == If || l == Which }

// Word is the i-th token's word, or "".
func (c *Clause) Word(i int) string {
	if i < 0 || i >= len(c.Tokens) {
		return ""
	}
	return c.Tokens[i].Word
}

// VerbAt is what is known of the i-th token as a form of a verb.
func (c *Clause) VerbAt(i int) (Verb, bool) {
	if i < 0 || i >= len(c.Tokens) {
		return Verb{}, false
	}
	l := c.Tokens[i].lexeme()
	return l.verb, l.isVerb()
}

// Content is the clause's content stems.
func (c *Clause) Content() []string { return c.content[:len(c.content):len(c.content)] }

// HasContent reports whether a token carries content.
func HasContent(tokens []Token) bool {
	for i := range tokens {
		if len(tokens[i].stems) > 0 {
			return true
		}
	}
	return false
}

// Negated reports whether a negation stands in the clause.
func (c *Clause) Negated() bool { return c.negated }

func negated(tokens []Token) bool {
	for i := range tokens {
		if tokens[i].is(negation) && !tokens[i].Quoted {
			return true
		}
	}
	return false
}

// HasWord reports whether one of some words stands in the clause, unquoted.
func (c *Clause) HasWord(words ...string) bool {
	return slices.ContainsFunc(c.Tokens, func(t Token) bool { return !t.Quoted && slices.Contains(words, t.Word) })
}

// Number reports whether the clause holds a number.
func (c *Clause) Number() bool { return c.number }

func numbered(tokens []Token) bool {
	for i := range tokens {
		if t := &tokens[i]; t.Class == Number || t.Class == Word && t.is(numeral) {
			return true
		}
	}
	return false
}
