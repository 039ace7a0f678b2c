package english

import (
	_ "embed"
	"strings"
	"sync"
)

// trait is a closed class of words. A word may belong to several.
type trait uint64

// The traits; words.txt lists the words of each by its name in traitNames, the last
// three follow from other tables.
const (
	functional  trait = 1 << iota // grammar, not content
	negation                      // turns down what it stands with
	noisy                         // is said without meaning anything
	interrogate                   // asks
	auxiliary                     // opens a question
	pronoun
	subject
	determining
	preposition
	marker // stands before an order
	adverb // stands between a subject and its verb
	adjective
	bareVerb    // opens a clause without a subject: "works now"
	nounlike    // a verb that is a noun as often
	plural      // a form in -s that is a plural before all
	stative     // a verb that is no order
	object      // begins what a verb can act on
	linker      // opens a clause inside another one
	demand      // a verb after which a "that" tells what somebody demands
	asker       // a word after which "if" is "whether"
	introducing // stands before what is said, without a part in it
	joining     // may join clauses
	reporting   // a verb that reports
	opining     // one with which somebody only gives an opinion
	indefinite  // a source that is nobody in particular
	abbreviation
	predicate  // follows "it is", and no possessive "its"
	topical    // opens a phrase that says what an order is about
	remark     // "note that …" states
	tag        // is put after a statement to have it confirmed
	opener     // stands before a colon that brings what it is about
	period     // something may happen once in it
	excepting  // "but" after it is "except"
	isBeforeIs // "'s" after it is "is" and no genitive
	timely     // "next" before it says when
	be
	modal
	finite
	numeral
	respelled
	framing // begins a longer opening
)

// traitNames are the traits by their names in words.txt, in their order.
const traitNames = `functional negation noisy interrogate auxiliary pronoun subject determining preposition marker adverb adjective bareVerb
nounlike plural stative object linker demand asker introducing joining reporting opining indefinite abbreviation predicate
topical remark tag opener period excepting isBeforeIs timely be modal finite`

// contentless are the traits of words without content of their own.
const contentless = functional | noisy | negation

// lexeme is all that is known of a word, so that a text's words are looked up once.
type lexeme struct {
	traits trait
	verb   Verb   // of no form where the word is no verb
	stem   string // of its content, "" for none
	*rarity
}

// rarity is what few words have; the others share an empty one, which is not changed.
type rarity struct {
	normal  []string   // of a word that is respelled
	figure  string     // of a numeral
	unit    string     // that it is short for
	frames  [][]string // longer openings that it begins,
	informs [][]string // and of those the ones behind which an order may stand
	phrases opening    // the cue phrases that it begins
}

var noRarity rarity

func (l *lexeme) is(any trait) bool { return l.traits&any != 0 }

// isVerb tells a form of a verb.
func (l *lexeme) isVerb() bool { return l.verb.Form != 0 }

// vocabulary is the tables by word.
type vocabulary struct {
	words   map[string]*lexeme
	unknown lexeme
	numbers opening // the cue phrases that begin with a number
}

//go:embed words.txt
var wordList string

// lexicon is read when the first text is: most commands read none.
var lexicon = sync.OnceValue(func() *vocabulary { return newVocabulary(wordList) })

// newVocabulary reads the tables: a name and a colon begin one, indented lines go on
// with it.
func newVocabulary(text string) *vocabulary {
	v := &vocabulary{words: make(map[string]*lexeme, 1<<12), unknown: lexeme{rarity: &noRarity}}
	tables := map[string]string{}
	name := ""
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, " "):
			tables[name] += line
		default:
			name = strings.TrimSuffix(strings.TrimSpace(line), ":")
		}
	}
	for i, name := range strings.Fields(traitNames) {
		for _, w := range strings.Fields(tables[name]) {
			v.note(w).traits |= 1 << i
		}
	}
	for w, figure := range pairs(tables["=numeral"]) {
		l := v.rare(w)
		l.traits, l.figure = l.traits|numeral, figure
	}
	for w, unit := range pairs(tables["=unit"]) {
		v.rare(w).unit = unit
	}
	for w, normal := range pairs(tables["=spelling"]) {
		l := v.rare(w)
		l.traits, l.normal = l.traits|respelled, strings.Fields(normal)
	}
	for f := range strings.SplitSeq(tables[";frame"], ";") {
		words := strings.Fields(f)
		l := v.rare(words[0])
		l.traits, l.frames = l.traits|framing, append(l.frames, words)
	}
	for f := range strings.SplitSeq(tables[";informing"], ";") {
		words := strings.Fields(f)
		l := v.rare(words[0])
		l.traits, l.informs = l.traits|framing, append(l.informs, words)
	}
	v.inflect(tables)
	for c, name := range strings.Fields(cueNames) {
		for p := range strings.SplitSeq(tables["cue "+name], ";") {
			v.phrase(Cue(c), strings.Fields(p))
		}
	}
	for w, l := range v.words {
		if l.is(numeral) {
			l.stem = l.figure
		} else if !l.is(contentless) {
			l.stem = Stem(w)
		}
	}
	return v
}

// pairs reads "word=what it stands for", parted by semicolons.
func pairs(text string) map[string]string {
	out := map[string]string{}
	for p := range strings.SplitSeq(text, ";") {
		word, value, _ := strings.Cut(strings.Join(strings.Fields(p), " "), "=")
		out[word] = value
	}
	return out
}

// note is the lexeme of a word, which is known from now on.
func (v *vocabulary) note(w string) *lexeme {
	l := v.words[w]
	if l == nil {
		l = &lexeme{rarity: &noRarity}
		v.words[w] = l
	}
	return l
}

// rare is the lexeme of a word that has something few words have.
func (v *vocabulary) rare(w string) *lexeme {
	l := v.note(w)
	if l.rarity == &noRarity {
		l.rarity = &rarity{}
	}
	return l
}

// of is what is known of a word.
func (v *vocabulary) of(word string) *lexeme {
	if l := v.words[word]; l != nil {
		return l
	}
	return &v.unknown
}

// lexemeOf is what is known of a word.
func lexemeOf(word string) *lexeme { return lexicon().of(word) }

// is reports whether a token's word has one of some traits.
func (t *Token) is(any trait) bool { return t.lex != nil && t.lex.traits&any != 0 }

// idle tells a token without content.
func (t *Token) idle() bool { return t.Class == Punct || t.Class == Word && t.is(contentless) }

// Known reports whether the tables know a word.
func Known(word string) bool { return lexicon().words[word] != nil }

// Known reports whether the token is a word that the tables list.
func (t *Token) Known() bool { return t.lex != nil && t.lex != &lexicon().unknown }

// Function reports whether the token carries grammar rather than content.
func (t *Token) Function() bool { return t.is(functional | negation) }
