package read

import (
	"slices"
	"strings"
	"testing"
)

func TestASuspicionFallsByCount(t *testing.T) {
	const broken = "U: The heater goes off at night. Find out why."
	suspected := []string{broken, "A: Three suspects: the timer, a loose wire, an empty tank.", "U: I sent you the readings."}
	for says, want := range map[string]string{
		"That kills the second suspect. Look at the tank.": "item_superseded: A loose wire", "That rules nothing out. Look at the tank.": "",
		"That may kill the second suspect.": "", "Does that kill the second suspect?": "",
	} {
		got := lastDeltas(append(slices.Clone(suspected), "A: "+says)...)
		if want == "" && strings.Contains(strings.Join(got, "\n"), "item_superseded") || want != "" && !slices.Contains(got, want) {
			t.Errorf("%q: %q", says, got)
		}
	}
	for _, says := range []string{"That guess is out.", "That kills this theory.", "This theory is dead."} {
		if got := lastDeltas(broken, "A: I suspect the timer.", "U: The timer was off all night.", "A: "+says); strings.Contains(strings.Join(got, "\n"), "hypothesis_introduced") {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestSomebodyComesBackToAFigure(t *testing.T) {
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "A: ok", "U: There are 12 rooms in the annex.", "A: ok", "U: " + says}
	}, []string{
		"I said 12 rooms, but two were merged, so it is 11.", "By the way I told you 12 rooms: it's 14 since May.", "I wrote 12 rooms in the annex, and there are 15.",
	}, []string{
		"I said 12 rooms, is it 15 on your list?", "I said 12 rooms and I meant it.", "I said 12 rooms, maybe there are 15.", "She told me 12 rooms, but it is 15 chairs a room.",
	})
}
