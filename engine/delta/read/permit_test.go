package read

import (
	"slices"
	"strings"
	"testing"
)

func TestWhatIsLetThroughRelaxesTheRule(t *testing.T) {
	for _, tt := range []struct{ rule, says string }{
		{"No names of real families.", "Right, the Haller family may be named. Only them."},
		{"No bell in the weeks of exams.", "The director called: in the exams the bell can ring at noon, the rest silence."},
		{"Never touch the gpu nodes, those are ML's.", "ml just pinged, two gpu nodes are fair game, the rest still taboo."},
		{"The numbers must not have holes.", "From the new year she allows holes."},
		{"Personal data may not leave the dataset.", "The dataset rule doesn't apply to the final table."},
		{"Never put names of pupils in the cloud.", "First names are allowed in the cloud now, surnames still not."},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+tt.rule, "A: Noted.", "U: "+tt.says)
		if !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "constraint_revised: relaxed") }) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
	for _, tt := range []struct{ rule, says string }{
		{"No names of real families.", "The family names may be wrong in the old list."},
		{"No names of real families.", "May the Haller family be named?"},
		{"No names of real families.", "The names could be shown, maybe."},
		{"Never touch the gpu nodes, those are ML's.", "I can see the dashboards again."},
		{"Never touch the gpu nodes, those are ML's.", "A booking may be made at most four weeks ahead."},
		{"The numbers must not have holes.", "Customers can pay by card."},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+tt.rule, "A: Noted.", "U: "+tt.says)
		if slices.ContainsFunc(got, func(d string) bool { return strings.Contains(d, "_revised") }) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
}

func TestABoundIsNamedAnew(t *testing.T) {
	for _, tt := range []struct{ rule, before, says string }{
		{"Max 2 % CPU on the M1.", "Noted.", "CPU is 2.6 with the table, so the limit is 3."},
		{"Max 20 bids a minute per guest.", "One guest placed 31 bids in one minute.", "He is the kid of our chairman. ok 40 then"},
		{"At most 5 % of battery per hour.", "The cold takes battery, so the percentage per hour will look worse.", "For the S9 we can go to 8, it is old."},
		{"At most 90 seconds for any stop.", "Italian is longer, the 90 seconds could become tight there.", "Then 110 for Italian, 90 stays for ours."},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+tt.rule, "A: "+tt.before, "U: "+tt.says)
		if !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "constraint_revised: relaxed") }) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
	for _, says := range []string{"The limit was 3 last year.", "We were 12 people then.", "Is 3 the limit?", "The score is 3."} {
		if got := lastDeltas(aim, "A: Noted.", "U: Max 2 % CPU on the M1.", "A: Noted.", "U: "+says); slices.ContainsFunc(got, func(d string) bool { return strings.Contains(d, "_revised") }) {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestWhatIsFineTooLoosensAnOnly(t *testing.T) {
	tellsApart(t, "constraint_revised", func(says string) []string {
		return []string{"U: I want a tide clock.", "A: Fine.", "U: only use awk", "A: ok", "U: " + says}
	}, []string{"perl is ok too", "well, perl is fine too"}, []string{"it is fine too", "is perl fine too?", "the clock is fine too"})
}

func TestARuleIsLifted(t *testing.T) {
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "A: ok", "U: ie11 must work too", "A: ok", says}
	}, []string{"U: ie11 is no longer required", "U: we dont need ie11 anymore", "U: ie11 doesn't have to work anymore"}, []string{
		"U: is ie11 no longer required?", "U: maybe ie11 is no longer required", "U: the office no longer has a printer",
	})
	tellsApart(t, "constraint_added", func(says string) []string { return []string{aim, "A: ok", says} }, []string{"U: ie11 must work too", "U: the installer must not ask for a password"}, []string{
		"U: i must ask Ana first", "U: somebody must have changed it",
	})
}
