package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAProposalIsTakenOrTurnedDownInAWord(t *testing.T) {
	two := "A function that strips the observer would be a way. I'd advise a one-way hash for the plots."
	order := "For those I'd propose an order: strict UTF-8 first, then cp437, and latin-1 for the rest."
	for _, tt := range []struct{ asks, says, want string }{
		{order, "fine", "decision_made"},
		{order, "Ok.", "decision_made"},
		{two, "Strip yes, hash no.", "item_superseded: I'd advise a one-way hash for the plots"},
		{"I'd do it in three moves. For certificates I'd switch from HTTP-01 to DNS-01.", "dns-01 no, that is run by somebody else", "item_superseded: For certificates"},
		{"How would the panel know the weeks? Maybe a second tab in the sheet, where the secretary writes the days.", "Yes! A tab of its own.", "decision_made"},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: Hm.", "A: "+tt.asks, "U: "+tt.says)
		if !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, tt.want) }) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
	for _, tt := range []struct{ asks, says string }{
		{"I would write one page per surname. Is the list complete?", "fine"},
		{order + " The rest is as before.", "ok"},
		{order, "ok, let me think about it"},
		{order, "Fine weather here."},
		{two, "Observer no. 3 is new."},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: Hm.", "A: "+tt.asks, "U: "+tt.says)
		if slices.ContainsFunc(got, func(d string) bool {
			return strings.HasPrefix(d, "decision_made") || strings.HasPrefix(d, "item_superseded")
		}) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
}
