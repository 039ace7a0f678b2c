package read

import "testing"

// A rule is told by where it begins to say something, whatever opens it.
func TestAnOpeningHidesNoRule(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string {
		return []string{"U: I want a program for our bakery.", "A: Fine.", "U: The oven is from 2009.", "A: Noted.", "U: " + says}
	}, []string{
		"So only admins may delete an order.", "And nobody may open the flour log.", "And no prices get printed on the labels.", "And no order leaves the shop unpaid.", "A tray may carry only one kind of bread.",
		"A label may never show the supplier.", "A customer may never be named.", "Also nobody but the owner can delete an order.",
	}, []string{
		"So only bakers know that.", "So we have to write a manual.", "First I should like a list of the breads.", "And nobody answers there.", "And no prices came back.", "May only the owner see it?", "Then I should like to see the labels.",
		"It may never happen, who knows.", "She will never let me live that down.",
	})
}
