package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAFigureThatIsTurnedDownCorrectsTheFactThatHasIt(t *testing.T) {
	for _, tt := range []struct {
		known, said string
		corrects    bool
	}{
		{"The shop has around 90 seats and 7 rooms.", "And we have 104 seats since this morning, not 90.", true},
		{"We have nine bakers and two ovens.", "We are eleven bakers since Monday, not nine.", true},
		{"Five people work nights: Anna, Ben and three others.", "Ben leaves in May, so we are then four people, not five.", true},
		{"The shift starts at 6:30.", "The shift starts at 7:00 actually, not 6:30.", true},
		{"The tank holds 14 litres.", "It holds 12 litres instead of 14.", true},
		{"The shop has around 90 seats and 7 rooms.", "There are 12 lamps, not 30.", false},
		{"The shop has around 90 seats and 7 rooms.", "Is it 104 seats, not 90?", false},
		{"The shop has around 90 seats and 7 rooms.", "Not 90 of them are taken.", false},
	} {
		got := slices.ContainsFunc(lastDeltas(strings.TrimSuffix(aim, "\n")+" "+tt.known, "A: Noted.", "U: "+tt.said), func(d string) bool { return strings.HasPrefix(d, "item_superseded") })
		if got != tt.corrects {
			t.Errorf("%q corrects %q: %v", tt.said, tt.known, got)
		}
	}
}

func TestAFewWordsSetRightWhatWasJustStated(t *testing.T) {
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{"U: I want a boat log.", "A: Tell me more.", "U: the boat has 3 masts", "A: Noted.", "U: " + says}
	}, []string{"sorry, 2", "actually its 2", "two actually", "correction: it has 2 masts"}, []string{
		"sorry, i was away", "actually 2 of us like it", "2?", "sorry", "maybe 2 actually", "actually thats fine",
	})
}
