package read

import "testing"

func TestSayingsSettleNothing(t *testing.T) {
	for _, kind := range []string{"decision_made", "constraint_added", "fact_learned"} {
		for _, before := range []string{"Noted.", "The tents could stand by the lake. For the food I would suggest a field kitchen."} {
			for _, says := range []string{
				"We take it easy.", "We go with the flow.", "I take my hat off to you.", "We'll do our best.", "I choose to ignore that.", "Make my day.", "No hard feelings.", "We decided nothing yet.", "A mess it is.", "No milk again, typical.",
				"Nobody expects a bear.", "At least the sun is out.", "Food: see above.", "Mood: awful.", "The lake has to be checked first.", "The crown is in the wash.", "Our unicorn is at the vet's.", "The lake it is, unless the mayor says no.",
				"I know people who say each child has to sleep alone.", "There's this guy on the radio who claims tents must be green.",
			} {
				if yields(kind, "U: I want to plan a summer camp.", "A: "+before, "U: "+says) {
					t.Errorf("%q after %q yields a %s", says, before, kind)
				}
			}
		}
	}
	for says, kind := range map[string]string{
		"The lake it is.": "decision_made", "The lake it is, if you agree.": "decision_made", "No milk in the kitchen, please.": "constraint_added", "We take the bus from Riga.": "decision_made",
		"Ines says each child has to sleep in a tent of its own, and that holds for us.": "constraint_added",
	} {
		if !yields(kind, "U: I want to plan a summer camp.", "A: The tents could stand by the lake.", "U: "+says) {
			t.Errorf("%q yields no %s", says, kind)
		}
	}
}
