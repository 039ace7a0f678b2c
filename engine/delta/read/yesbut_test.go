package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAYesThatAmends(t *testing.T) {
	for _, tt := range []struct{ proposes, says, want string }{
		{"I'd cap the photos at 20 MB. Does that work?", "works, but make it 10", "Cap the photos at 10 MB"},
		{"I'd cap the photos at 20 MB. Does that work?", "good idea but 10 is enough", "Cap the photos at 10 MB"},
		{"I'd set the hold to 48 hours. Ok?", "sure, 24 is plenty", "Set the hold to 24 hours"},
		{"I could keep the bills for 30 days. Want me to do that?", "yes but 14", "Keep the bills for 14 days"},
		{"A hold of 48 hours could be wise.", "Yes, but 24, rooms are scarce.", "A hold of 24 hours could be wise"},
		{"Suggestion: ask again after 3 days. Shall I build it like that?", "love it, after 5 tho", "Ask again after 5 days"},
		{"How about a letter to the guests every week?", "yes, only monthly", "Only monthly (How about a letter to the guests every week)"},
		{"I propose red for late guests. Agreed?", "orange, else fine", "Orange, else fine (Red for late guests)"},
		{"I propose red for late guests. Agreed?", "green light from me", "Red for late guests"},
		{"One thing: without a time limit this can hang. So set a time limit.", "yes 30 seconds", "30 seconds (So set a time limit)"},
		{"Which age should count as old?", "let's say 20 days", "Say 20 days (Which age should count as old)"},
	} {
		if got := lastDeltas(aim, "A: "+tt.proposes, "U: "+tt.says); !slices.Contains(got, "decision_made: "+tt.want) {
			t.Errorf("%q after %q yields %q, want %q", tt.says, tt.proposes, got, tt.want)
		}
	}
	for _, says := range []string{"100% yes", "yes, in 10 minutes"} {
		if got := lastDeltas(aim, "A: I'd cap the photos at 20 MB. Does that work?", "U: "+says); slices.ContainsFunc(got, func(d string) bool { return strings.Contains(d, "10 MB") || strings.Contains(d, "at 100") }) {
			t.Errorf("%q yields %q", says, got)
		}
	}
	for _, says := range []string{"ok 2 things", "ok, 5 min break"} {
		if got := lastDeltas(aim, "A: So set a time limit.", "U: "+says); len(got) > 0 {
			t.Errorf("%q yields %q", says, got)
		}
	}
	for _, says := range []string{"is 10 enough?", "10 might do", "I have 10 photos here", "yes 10 of them failed", "ok what about 10?"} {
		for _, d := range lastDeltas(aim, "A: The photos are stored in the folder `img`.", "U: "+says) {
			if d[:9] == "decision_" {
				t.Errorf("%q yields %q", says, d)
			}
		}
	}
}
