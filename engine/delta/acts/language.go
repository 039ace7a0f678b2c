package acts

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// enoughWords is how many words tell which language they are of.
const enoughWords = 4

// enoughLetters is how many letters of another script are more than a name.
const enoughLetters = 8

// tongue counts what tells which language a text is in.
type tongue struct {
	words, known, other int // all words, function words of English, and of other languages
	letters, ascii      int
	marked, script      int // words with accents, and letters of other scripts
}

// hear counts a word.
func (t *tongue) hear(token *english.Token) {
	t.words++
	accents := false
	for _, c := range token.Word {
		if !unicode.IsLetter(c) {
			continue
		}
		t.letters++
		if c < unicode.MaxASCII {
			t.ascii++
			continue
		}
		accents = true
		if c >= 0x370 && c < 0x1d00 || c >= 0x3040 {
			t.script++
		}
	}
	if accents {
		t.marked++
	}
	switch {
	case token.Function():
		t.known++
	case foreignWords()[token.Word]:
		t.other++
	}
}

// foreign reports whether the words are rather of another language than English.
func (t *tongue) foreign() bool {
	switch {
	case 2*t.ascii < t.letters, t.script >= enoughLetters, t.marked > 1 && 8*t.marked >= t.words && 3*t.known < t.words:
		return true
	case t.words < enoughWords:
		return t.known == 0 && t.other > 0 || 10*t.ascii < 9*t.letters
	case t.other > t.known:
		return 10*t.other >= t.words
	}
	few := 12*t.known < t.words && (5*t.other >= t.words || 30*t.ascii < 29*t.letters)
	return few || t.words > 12 && 20*t.known < t.words && t.other > 0
}

// Foreign reports whether a text is in another language than English, as far as its
// function words and letters tell.
func Foreign(text string) bool {
	t := tongueOf(prose.Read(text))
	return t.foreign()
}

// fewTold is how many words of a text tell little of its language: what the speaker said
// before tells more.
const fewTold = 12

// foreignAfter reports whether a turn is in another language than English in the light
// of what its speaker said before: a short one is where those are, unless half of its
// words are English.
func foreignAfter(before []Turn, p *page) bool {
	turn, t := p.turn, tongueOf(p.pass)
	if t.foreign() || t.words > fewTold || 2*t.known >= t.words {
		return t.foreign()
	}
	for i := len(before) - 1; i >= 0; i-- {
		if before[i].Role == turn.Role {
			if b := tongueOf(prose.Read(before[i].Content)); b.words > t.words {
				return b.foreign()
			}
		}
	}
	return false
}

// mostHeard is how many words tell enough of a text's language.
const mostHeard = 240

func tongueOf(pass []prose.Passage) tongue {
	var t tongue
	for i := range pass {
		if t.words > mostHeard {
			break
		}
		tokens := english.Tokens(pass[i].Text)
		for k := range tokens {
			if tokens[k].Class == english.Word && !tokens[k].Quoted {
				t.hear(&tokens[k])
			}
		}
	}
	return t
}

//go:embed foreign.txt
var foreignList string

// foreignWords are function words of other languages that English does not have.
var foreignWords = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(foreignList) {
		if !english.Known(w) {
			out[w] = true
		}
	}
	return out
})
