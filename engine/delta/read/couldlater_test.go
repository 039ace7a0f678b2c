package read

import "testing"

func TestWhatCouldComeSomeTimeIsNotProposed(t *testing.T) {
	tellsApart(t, "hypothesis_introduced", func(says string) []string { return []string{aim, "U: go on", "A: " + says} }, []string{
		"We could add a waiting list now.", "A waiting list might fit better.", "I'd put my money on the cache.",
	}, []string{
		"Later we could add a waiting list and badges.", "Eventually it could send texts, too.", "Someday guests might pay here.", "I'd put my money on the third.", "A list of stars would be a number in disguise, by the way.",
	})
	tellsApart(t, "hypothesis_introduced", func(says string) []string {
		return []string{aim, "U: guests may change the colour of their room, staff may not", "A: " + says}
	}, []string{
		"The colours may clash.", "A second page may suit that.",
	}, []string{
		"Understood: guests may change the colour.", "Guests may change the colour of their room, staff may not.", "Ida sounds like a woman of taste.",
	})
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: The form is ready. Later we could add badges, a wall of fame, a shop.", "U: " + says}
	}, []string{
		"let's use badges", "we take the shop",
	}, []string{
		"badges. sure. and a jukebox for the rooms", "a shop. of course.", "badges. hm.",
	})
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: " + says} }, []string{
		"I took red over green for the rooms.", "I chose the names from the list over the old ones.",
	}, []string{
		"I took the red key from the picture on your page.", "I took the prices from the list, they may be old.",
	})
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: I'd propose a ranking of the guests by the hours booked.", "U: " + says}
	}, []string{
		"no, a plain list", "yes, do that",
	}, []string{
		"nooo rankings make people mad. never do that", "no, ranking guests annoys them", "no, a ranking shames people",
	})
}
