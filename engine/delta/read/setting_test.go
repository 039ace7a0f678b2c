package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAKnobIsSet(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: The form is in place. What comes next?", "U: " + says}
	}, []string{
		"the tolerance is 2 cents", "Cooldown is 30 s per guest.", "Delay of 4 seconds.", "the threshold is the 90th percentile, then write the test", "command is !room", "Prefix is `rb_`.", "Database is Postgres.", "ok framework is Svelte", "the retention is zero", "minimum interval is 5 minutes", "we need a cooldown. 20s per guest.", "it wants a delay too. 4 seconds",
	}, []string{
		"the tolerance is 2 cents too high", "the timeout is currently 30 s", "our threshold is 5, as far as I know", "the database is slow", "the interval was 5 minutes", "is the cooldown 30 s?", "if the delay is 4 seconds I lose interest", "Delay of 4 seconds already!", "the name is Klaus, he runs the hall", "the threshold is probably 5", "the cooldown was a joke. 20s per guest.", "do we need a cooldown? 20s per guest?", "we need a cooldown. 20 guests left.",
	})
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: " + says} }, []string{
		"I used 20 seconds as the default for the lock.", "I've built the form. I set 4 rooms as the default.", "The form is there, I took German as the default language.",
	}, []string{
		"I could use 20 seconds as the default.", "Shall I use 20 seconds as the default?", "I saw 20 seconds as the default.",
	})
}

func TestAToolIsAskedForAtFirst(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string { return []string{"U: I want to build a bot that books rooms. " + says} }, []string{
		"Elixir please.", "Svelte, please.",
	}, []string{
		"Help please.", "No Elixir please.", "Elixir maybe.", "Elixir please?",
	})
}

func revises(d string) bool { return strings.HasPrefix(d, "decision_revised") }

func TestAKnobThatWasSetIsTurned(t *testing.T) {
	for _, says := range []string{"Let's say 5 cents.", "about the tolerance: 5 cents", "make that tolerance 5 cents", "2 cents is tight, 5", "2 cents feels a bit strict, 5", "2 cents is soooo low that everybody trips, 5 cents", "2 feels low, 4"} {
		if got := lastDeltas(aim, "A: ok", "U: the tolerance is 2 cents", "A: Noted.", "U: "+says); !slices.ContainsFunc(got, revises) {
			t.Errorf("%q: %q", says, got)
		}
	}
	for _, says := range []string{"I asked the hall again. For 5 cents.", "Every year since 2015.", "2 cents feels low, maybe 5", "2 cents felt low, 5 then", "does 2 cents feel low, or 5?"} {
		if got := lastDeltas(aim, "A: ok", "U: the tolerance is 2 cents", "A: Noted.", "U: "+says); slices.ContainsFunc(got, revises) {
			t.Errorf("%q: %q", says, got)
		}
	}
}
