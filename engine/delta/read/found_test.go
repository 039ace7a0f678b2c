package read

import "testing"

func TestTheAssistantFindsACause(t *testing.T) {
	for _, asked := range []string{"The page shows the wrong rooms. What's its problem?", "The nights are shown twice now."} {
		tellsApart(t, "fact_learned", func(says string) []string {
			return []string{aim, "A: The page is up.", "U: " + asked, "A: " + says}
		}, []string{
			"My importer took an empty cell for a zero, so every free room got a price.",
			"Long names are cut at 20 letters, and my page only compared the first of them.",
			"The mails of the portal arrive in Greek time. Corrected, and the nights agree.",
			"The booking sheet lists the rooms by floor.\n\nI swapped the two columns.",
			"There we are: the booking list ends every line with a semicolon.",
			"That's the cause: the portal sends no more than 40 rooms per mail.",
		}, []string{
			"For the record, the mails of the portal arrive in Greek time. Fixed by a setting.",
			"It may be the time zone. I swapped the columns to see.", "The mail to the guests is written. The colours are swapped as well.", "The breakfast goes to the second page. The rooms are on the first one now.",
			"Most hotels write their rooms by floor. Do you, too?",
			"The sheet could be read by column. Corrected files would help.",
			"Here we are, the end of the season.",
		})
	}
}
