package read

import (
	"slices"
	"strings"
	"testing"

	"holdfast/engine/delta/english"
)

// What somebody only guesses at settles nothing, whatever its form.
func TestAGuessSettlesNothing(t *testing.T) {
	for said, guess := range map[string]bool{
		"The disk is full, a leftover of the old backup I presume.": true,
		"The mail server is down, apparently.":                      true,
		"Everybody must use the new form now, it seems.":            true,
		"Two weeks, but let me ask my brother.":                     true,
		"The smaller one, I would have thought.":                    true,
		"It has got to be the clock of the gateway.":                true,
		"The disk is full, it holds 40 GB.":                         false,
		"The mail server runs on port 2525.":                        false,
		"Ask my brother about the keys.":                            false,
		"The smaller one.":                                          false,
	} {
		if got := guesses(&english.Sentences(said)[0]); got != guess {
			t.Errorf("%q is a guess: %v", said, got)
		}
		if !guess {
			continue
		}
		got := lastDeltas(aim, "A: Noted.", "U: "+said)
		if slices.ContainsFunc(got, func(d string) bool {
			return strings.HasPrefix(d, "fact_learned") || strings.HasPrefix(d, "constraint_added") || strings.HasPrefix(d, "decision_made")
		}) {
			t.Errorf("%q yields %q", said, got)
		}
	}
}

// Classes of words tell what a clause is about; what is quoted is not the
// speaker's.
func TestClassesOfWordsTellWhatIsSaid(t *testing.T) {
	for _, tt := range []struct {
		class class
		said  string
		want  bool
	}{
		{allowing, "Exports are limited to one a day.", true},
		{allowing, "The export runs once a day.", false},
		{wanting, "The board hopes for a launch in May.", true},
		{wanting, "The launch was in May.", false},
		{outcomes, "The second run crashed after an hour.", true},
		{outcomes, "The second queue holds the letters.", false},
		{replying, "The landlord has replied.", true},
		{replying, "The landlord has three houses.", false},
		{colours, "The build script is a monster.", true},
		{colours, "The build script is a make file.", false},
		{colours, `The theme is called "monster".`, false},
		{newly, "The deadline has moved.", true},
		{newly, "The deadline is in May.", false},
	} {
		if got := tt.class.within(&english.Sentences(tt.said)[0]); got != tt.want {
			t.Errorf("%q: %v", tt.said, got)
		}
	}
	for text, want := range map[string]bool{"One could (perhaps) wait": true, "Wait for the board": false} {
		if supposing.among(text) != want {
			t.Errorf("%q is supposed: %v", text, !want)
		}
	}
}

func TestABareNounHasNoArticle(t *testing.T) {
	for said, want := range map[string]bool{
		"Timeouts on staging are common.": true,
		"Our timeouts are short.":         false,
		"The timeouts are short.":         false,
		"Short timeouts":                  false,
	} {
		if got := bareNoun(&english.Sentences(said)[0].Clauses[0]); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}
