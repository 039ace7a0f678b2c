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
		"max 40 minutes down": "constraint_revised: tightened Max 40 minutes down (before: The desk must not be down more than 3 hours)",
		"5 hours are fine":    "constraint_revised: relaxed The desk must not be down more than 5 hours",
	} {
		if got := lastDeltas("U: Build me the booking desk. The desk must not be down more than 3 hours.", "A: Noted.", "U: "+said); !slices.Equal(got, []string{want}) {
			t.Errorf("%q yields %q, want %q", said, got, want)
		}
	}
}

func TestABoundIsNamedByItsEnd(t *testing.T) {
	tellsApart(t, "constraint_revised", func(says string) []string {
		return []string{"U: Build me the booking page. A stay must be at least 2 nights and a guest may book at most 6 rooms.", "A: Noted.", "U: " + says}
	}, []string{"make the minimum 3", "make the maximum 4", "relax it to 9 rooms"}, []string{"up to 8 of them failed", "relax, 3 of them are fine", "is the minimum 3?"})
}

func TestAFindingEndsWithTheNewValue(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: page size 20", "A: Set.", "U: " + says}
	}, []string{"it feels crowded, page size 15", "relax the page size to 30"}, []string{"looks broken, page 3", "it crashed, line 3", "is that page size 15?"})
}

func TestWhatWasToldGetsAnotherValue(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: The page polls the server every 5 seconds.", "U: " + says}
	}, []string{"can you make that 10?", "could we change that to 10 seconds?"}, []string{"can you make that again?", "could you do 3 of these?", "can you make that page 2?", "can you put that on page 10?", "can you give me 10 minutes?"})
}
