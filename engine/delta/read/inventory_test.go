package read

import "testing"

func TestAnInventoryTellsFacts(t *testing.T) {
	tellsApart(t, "fact_learned", func(says string) []string {
		return []string{aim, "A: Noted. What is there already?", "U: What I have:\n\n- " + says}
	}, []string{
		"40 lamps in the hall", "two floors, no lift in the second", "a licence server, tied to a MAC address", "I've got one helper, Noor", "router: FritzBox, in the attic", "`rooms.csv`, 2,100 lines", "booked from the app, the desk and the phone",
	}, []string{
		"it must be ready by May", "maybe 40 lamps", "book a second room", "never more than 40 lamps", "is 40 enough?", "we want to go live in May",
	})
	tellsApart(t, "fact_learned", func(says string) []string {
		return []string{aim, "A: Noted. Anything else?", "U: " + says + "\n\n- one lamp in each of the rooms\n- a sign at the door of room 4"}
	}, []string{"Inventory:", "Context:"}, []string{"What I want:", "Todo:", "Ideas:", "Questions I have:"})
}
