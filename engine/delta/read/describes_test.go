package read

import "testing"

func TestWhatThereIsOrIsNotIsNoRule(t *testing.T) {
	talk := func(says string) []string { return []string{aim, "A: Noted.", "U: " + says} }
	tellsApart(t, "constraint_added", talk, []string{
		"No glitter on the masks.", "no candles near the curtains", "No photos of the children, please.", "40 guests max.", "The rope must hold up to 90 kg.", "The budget is 300 euros.", "no meetings on Fridays anymore, please",
		"Nobody leaves the hall before ten.", "nothing gets painted before the owner has seen it", "Only paint that is made here.", "We never lend the keys.", "The deposit is sacred.",
		"the deadline is June 4",
	}, []string{
		"No comment.", "No leaks anymore, the pump is great.", "no crashes for 3 weeks", "no delivery in 2 weeks", "No visitors for 10 days.", "fyi 40 guests max, that's what the room holds",
		"The oven goes up to 300 degrees.", "The table is 120 by 80.", "the wind is like 20 knots max", "but the budget, well", "First I should like a list of all guests.", "On Monday I have to see the dentist.",
		"I never understand the manual.", "He will never let me forget that.", "Nobody learns anything from a leaflet.", "nobody enjoys the second act", "The old quiet-hours rule is history.",
		"Please print the names of the people who are only in the second choir.", "The point came up with the board again, that is now settled.",
		"The town pays for the stage, but then it is obligatory to thank the mayor.",
	})
	tellsApart(t, "constraint_added", func(says string) []string {
		return []string{aim, "A: Do the two lists have a key in common?", "U: " + says}
	},
		[]string{"Yes, the number. And nobody may print the names."}, []string{"No, no key in common, they never met.", "no, no shared column"})
	tellsApart(t, "constraint_added", func(says string) []string { return []string{"U: I want a tide clock.\n\n" + says} },
		[]string{"Rules:\n\n- no bell at night"}, []string{"What I have:\n\n- two bells\n- 3 floors, no lift to the third"})
}
