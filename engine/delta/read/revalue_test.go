package read

import (
	"slices"
	"testing"
)

func TestAValueIsChangedInManyWords(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: I set the interval to 20 minutes.", "U: " + says}
	}, []string{
		"twice that", "half of that please", "nah 25 minutes", "the interval should be 25", "that should be 25", "I meant 25", "oops 25", "thinking about it, 25", "new value: 25", "less: 15", "about the interval, 25",
		"20 -> 25", "interval → 25", "make the 20 a 25", "fine but with 25", "25 minutes instead", "an hour has only 60 minutes, so 30",
	}, []string{
		"25 or 30?", "it took 25 minutes", "is 25 too much?", "maybe 25", "my sister had 25 in hers", "what happens at 25?", "25 of them failed", "the bus comes in 25 minutes", "Settings -> General -> 25",
	})
}

func TestABoundMovesInAnotherUnitOfItsKind(t *testing.T) {
	for said, want := range map[string]string{
		"max 15 minutes off": "constraint_revised: tightened Max 15 minutes off (before: The desk must not be off more than 1 hour)",
		"2 hours are fine":   "constraint_revised: relaxed The desk must not be off more than 2 hour",
	} {
		if got := lastDeltas("U: Build me the booking desk. The desk must not be off more than 1 hour.", "A: Noted.", "U: "+said); !slices.Equal(got, []string{want}) {
			t.Errorf("%q yields %q, want %q", said, got, want)
		}
	}
}
