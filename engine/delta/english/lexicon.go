package english

import (
	"slices"
	"strings"
)

// wordID numbers the words that the tables know, from 1; 0 is any other.
type wordID uint16

// trait is a closed class of words. A word may belong to several.
type trait uint32

// The traits, each by the table or the test that lists its words.
const (
	functional  trait = 1 << iota // function
	negation                      // negations
	noisy                         // noise
	interrogate                   // whWords
	auxiliary                     // auxOpeners
	pronoun                       // pronouns
	subject                       // subjects
	determining                   // determiner
	preposition                   // preps
	marker                        // markers
	be                            // IsBe
	modal                         // IsModal
	finite                        // IsFinite
	adverb                        // adverbs
	adjective                     // adjectives
	bareVerb                      // bareVerbs
	nounlike                      // nounish
	plural                        // nounForm
	stative                       // statives
	object                        // objects
	linker                        // linkers
	reporting                     // saying
	demand                        // demanding
	asker                         // askers
	numeral                       // numerals
	respelled                     // spelling
	introducing                   // openings
	framing                       // the first words of frames
	joining                       // joiners
)

// contentless are the traits of words without content of their own.
const contentless = functional | noisy | negation

// lexeme is all that the tables know of a word, so that a text's words are
// looked up once.
type lexeme struct {
	traits trait
	opens  uint16 // the index of the cue phrases that it begins, 0 for none
	sets   uint16 // the index of the sets to which it belongs, 0 for none
	day    day
	verb   Verb   // of no form where the word is no verb
	stem   string // of its content, "" for none
}

// vocabulary is the tables by word.
type vocabulary struct {
	short   shortWords
	others  otherWords
	ids     map[string]wordID // of all words, while the tables are read
	lexemes []lexeme          // by id; that of no word knows nothing
	sets    []wordSets        // by what a lexeme says; the first is of no word
	made    WordSet           // how many sets there are
	cues    phraseIndex
	its     wordID
}

// list is words that are looked up in the lexicon only.
type list string

var lexicon = newVocabulary()

func newVocabulary() *vocabulary {
	v := &vocabulary{ids: map[string]wordID{}, lexemes: make([]lexeme, 1), sets: make([]wordSets, 1)}
	for t, words := range map[trait]list{
		functional: function, negation: negations, noisy: noise, interrogate: whWords, auxiliary: auxOpeners, pronoun: pronouns, subject: subjects,
		determining: determiner, preposition: preps, marker: markers, adverb: adverbs, adjective: adjectives, bareVerb: bareVerbs, nounlike: nounish,
		plural: nounForm, stative: statives, object: objects, linker: linkers, reporting: saying, demand: demanding, asker: askers, introducing: openings, joining: joiners,
	} {
		for _, w := range strings.Fields(string(words)) {
			v.note(w).traits |= t
		}
	}
	for w := range numerals {
		v.note(w).traits |= numeral
	}
	for w, d := range calendar() {
		v.note(w).day = d
	}
	for w, verb := range inflected() {
		v.note(w).verb = verb
	}
	for _, f := range frames {
		first, _, _ := strings.Cut(f, " ")
		v.note(first).traits |= framing
	}
	for w := range spelling {
		v.note(w).traits |= respelled
	}
	for _, entry := range cueTable {
		for _, p := range entry.phrases {
			for _, w := range strings.FieldsFunc(p, func(r rune) bool { return r == ' ' || r == '|' }) {
				v.note(strings.TrimSuffix(w, "?"))
			}
		}
	}
	for t, tells := range map[trait]func(string) bool{be: IsBe, modal: IsModal, finite: IsFinite} {
		for w, id := range v.ids {
			if tells(w) {
				v.lexemes[id].traits |= t
			}
		}
	}
	v.note("its")
	for w, id := range v.ids {
		if l := &v.lexemes[id]; l.is(numeral) {
			l.stem = numerals[w]
		} else if !l.is(contentless) {
			l.stem = Stem(w)
		}
	}
	v.lexemes, v.its = slices.Clip(v.lexemes), v.ids["its"]
	v.cues = v.compile(cueTable)
	for w, id := range v.ids {
		v.enter(w, id)
	}
	v.ids = nil
	return v
}

// note is the lexeme of a word, which is known from now on. It holds until the
// next word is noted.
func (v *vocabulary) note(w string) *lexeme {
	id, known := v.ids[w]
	if !known {
		id = wordID(len(v.lexemes))
		v.ids[w] = id
		v.lexemes = append(v.lexemes, lexeme{})
	}
	return &v.lexemes[id]
}

// enter makes a word known by its id.
func (v *vocabulary) enter(w string, id wordID) {
	if short, ok := shortWordOf(w); ok {
		v.short.put(short, id)
	} else {
		v.others.put(w, id)
	}
}

// set makes a set of words, those included that the tables do not know.
func (v *vocabulary) set(words []string) WordSet {
	s := v.made
	v.made++
	for _, w := range words {
		id := v.idOf(w)
		if id == 0 {
			id = wordID(len(v.lexemes))
			v.lexemes = append(v.lexemes, lexeme{stem: Stem(w)})
			v.enter(w, id)
		}
		l := &v.lexemes[id]
		if l.sets == 0 {
			l.sets = uint16(len(v.sets))
			v.sets = append(v.sets, wordSets{})
		}
		v.sets[l.sets][s>>6] |= 1 << (s & 63)
	}
	return s
}

// idOf looks a word up.
func (v *vocabulary) idOf(word string) wordID {
	if short, ok := shortWordOf(word); ok {
		return v.short.id(short)
	}
	return v.others.id(word)
}

// setsOf are the sets to which a word belongs.
func (v *vocabulary) setsOf(id wordID) *wordSets { return &v.sets[v.lexemes[id].sets] }

// lexemeOf is what the tables know of a word.
func lexemeOf(word string) *lexeme { return &lexicon.lexemes[lexicon.idOf(word)] }

func (l *lexeme) is(t trait) bool { return l.traits&t != 0 }

// isVerb tells a form of a verb.
func (l *lexeme) isVerb() bool { return l.verb.Form != 0 }

// lexeme is what the tables know of the token's word.
func (t *Token) lexeme() *lexeme { return &lexicon.lexemes[t.id] }

// is tells whether the token's word has one of some traits.
func (t *Token) is(any trait) bool { return t.traits&any != 0 }

// idle tells a token without content.
func (t *Token) idle() bool { return t.Class == Punct || t.Class == Word && t.is(contentless) }
