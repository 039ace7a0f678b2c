package read

import "testing"

func TestHowAThingStandsIsNoChoice(t *testing.T) {
	after := []string{aim, "A: Noted.", "U: the shelves are up", "A: Good to hear. The labels are printed as well."}
	tellsApart(t, "decision_made", func(says string) []string { return append(after[:len(after):len(after)], "U: "+says) }, []string{
		"Opening hours: ten to six.", "Let's use oak for the counter.", "So oak it is.", "We take the small van.", "make the labels blue",
		"Deliveries: through the back door.",
	}, []string{
		"Labels: fine on the big shelf.", "Paint: still no hurry.", "Insurance: no worries there.", "The lease: ask Teresa first, with her it is easier.", "The old sign: cancel it.",
		"What I want is a quiet shop.", "I want a cat some day.", "Let's do what the landlord says.", "We take the golden carriage, of course, and a unicorn 😄",
		"A man who buys a rope doesn't care what day it is.", "make it 26", "that can wait, i'll tell you later", "Let us leave both routes for the moment.", "The tone stays mine.",
	})
}

func TestWhoHoldsOnHasChosenNothing(t *testing.T) {
	open := []string{aim, "A: Should the seeds be sorted by colour or by month?"}
	for says, want := range map[string]bool{
		"By month, I think.": true, "By month.": true,
		"By month, I think. Although, no, hold on.": false, "By month. Though, wait, that is no use in a greenhouse.": false, "By colour. Then, hm, hold on.": false,
	} {
		got := false
		for _, d := range lastDeltas(append(open[:len(open):len(open)], "U: "+says)...) {
			got = got || len(d) > 13 && d[:13] == "decision_made"
		}
		if got != want {
			t.Errorf("%q: decided %v, want %v", says, got, want)
		}
	}
}
