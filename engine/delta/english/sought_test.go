package english

import (
	"slices"
	"testing"
)

func TestPhrasesAndSetsFindWhatClausesSay(t *testing.T) {
	phrases := PhrasesOf("we go with", "out of", "right now")
	words := WordsOf("drop keep swap")
	for _, tt := range []struct {
		says                     string
		phrase, first, next, has int // has is 1 for a word of the set
	}{
		{"we go with sqlite", 0, 0, 3, 0},
		{"we are out of paper right now", 1, 7, 4, 0},
		{"we scout offices", -1, 0, 0, 0},
		{"`go run -v .` we go with", 0, 12, 4, 0},
		{"we swap the lamp", -1, 0, 0, 1},
		{`he says "keep" a lot`, -1, 0, 0, 0},
	} {
		c := &Sentences(tt.says)[0].Clauses[0]
		found := -1
		for p, at := range c.Phrases(phrases) {
			found = slices.IndexFunc(phrases.all, func(q Phrase) bool { return q.Text == p.Text })
			if next := c.Behind(p, at); at != tt.first || next != tt.next {
				t.Errorf("%q has the phrase at %d, before token %d", tt.says, at, next)
			}
			break
		}
		if found != tt.phrase || c.HasPhrase(phrases) != (found >= 0) || c.HasOf(words) != (tt.has == 1) {
			t.Errorf("%q has phrase %d, a word: %v", tt.says, found, c.HasOf(words))
		}
	}
	for _, tt := range []struct {
		says     string
		at       int
		mentions bool
	}{
		{`they "keep" a lot`, 1, true}, {"we swap the lamp", 1, true}, {"`do drop it` now", -1, true}, {"it stays", -1, false},
	} {
		c := &Sentences(tt.says)[0].Clauses[0]
		if at := c.FirstOf(words); at != tt.at || c.Mentions(words) != tt.mentions {
			t.Errorf("%q has the word at %d, mentions it: %v", tt.says, at, c.Mentions(words))
		}
	}
}

func TestTheContentBeforeAWordBeginsTheClausesOwn(t *testing.T) {
	for _, says := range []string{"the old cache and the new cache need a second cache server", "go/no-go list 5kb", "it is"} {
		c := &Sentences(says)[0].Clauses[0]
		for i := range c.Tokens {
			got, want := c.ContentTo(i), ContentOf(c.Tokens[:i])
			if len(got) != len(want) || Shared(got, want) != len(want) {
				t.Errorf("%q: %q before token %d, want %q", says, got, i, want)
			}
			if HasContent(c.Tokens[i:]) != (len(ContentOf(c.Tokens[i:])) > 0) {
				t.Errorf("%q has content from token %d on: %v", says, i, HasContent(c.Tokens[i:]))
			}
		}
	}
}
