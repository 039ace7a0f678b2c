package read

import "testing"

func TestAQuestionHowThingsAre(t *testing.T) {
	for asked, want := range map[string]bool{
		"How many rooms do you have, and how many keys?":                      true,
		"What do the guests hold in their hands: a card, a key?":              true,
		"In which form do the bookings arrive, and which program sends them?": true,
		"Which computer stands at the desk?":                                  true,
		"Since when does the lock do that, and on what floor?":                true,
		"Could you tell me the prices?":                                       true,
		"Which one do you want?":                                              false,
		"Which languages do you need?":                                        false,
		"Shall the page show prices, or only rooms?":                          false,
		"Which of the two would you rather have: a page, or a mail?":          false,
	} {
		if got := (Turn{ID: "t-1", Role: Assistant, Content: "I see. " + asked}).floor().info; got != want {
			t.Errorf("%q asks how things are: %v, want %v", asked, got, want)
		}
	}
}

func TestFragmentsThatAnswerHowThingsAre(t *testing.T) {
	tellsApart(t, "fact_learned", func(says string) []string {
		return []string{aim, "A: Two questions. In which form do the bookings arrive, and which program sends them?", "U: " + says}
	}, []string{
		"Always Excel for the bookings, one sheet per season.", "As mails, about 40 a week, out of an old Access database.", "Twelve sheets, three people write in them.",
	}, []string{
		"My nephew says that nobody under thirty books by mail.", "The cook says that everybody uses a portal now.",
	})
}
