package read

import (
	"slices"
	"testing"
)

func TestSeveralOptionsAtOnce(t *testing.T) {
	asks := "A: Ways to seat more guests:\n\n1. a second row of tables\n2. benches along the wall\n3. a tent in the yard\n\nWhich do you want?"
	for says, want := range map[string]string{
		"1 and 3":                      "A second row of tables, and a tent in the yard",
		"ok, 2 + 3 please":             "Benches along the wall, and a tent in the yard",
		"the first and the last":       "A second row of tables, and a tent in the yard",
		"1 and 3 are both too dear":    "",
		"2, with cushions":             "2, with cushions (benches along the wall)",
		"1 or 3, no idea":              "",
		"2. You know better, pick one": "",
		"1 of May is too late":         "",
	} {
		got := lastDeltas("U: I want to plan a dinner in our barn.", asks, "U: "+says)
		if want == "" && slices.ContainsFunc(got, func(d string) bool { return len(d) > 13 && d[:13] == "decision_made" }) || want != "" && !slices.Contains(got, "decision_made: "+want) {
			t.Errorf("%q: %q, want %q", says, got, want)
		}
	}
}

func TestWhoIsLeftTheChoiceTakesIt(t *testing.T) {
	got := lastDeltas("U: I want to plan a dinner in our barn.", "A: Soup or salad first?", "U: your call, I don't mind", "A: Then I'll go with the soup, it can stand.")
	if !slices.Contains(got, "decision_made: The soup") && !slices.Contains(got, "decision_made: Soup") {
		t.Errorf("%q", got)
	}
}
