package read

import (
	"slices"
	"strings"
	"testing"
)

func TestTheAssistantReportsAChoice(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "U: go on", "A: " + says} }, []string{
		"I settled on a paper form, without a second page.", "I chose to lock the doors by code only and to leave out those without one.", "I picked a grace time of 10 minutes, without a reminder.",
		"I have also decided to keep the codes in a file `codes.db`, since the lock loses them.", "I've therefore chosen a plain list for the rooms.", "I have finally settled on one mail per booking.",
		"The night guests get a code by mail. I also picked German for the mails.",
		"The list takes 3 s with the index, 40 s without. I'm making it the default.", "Two columns fit the screen. I made that the default.",
		"I set the log to warnings and above, debug would fill the disk.", "I've set the language of the mails to Dutch.",
		"Then I'm reading the rooms in chunks of 200, that stays below it.", "Late guests keep their code and get a mail; I chose that over locking them out.",
		"I keep the guests' names out of the log.", "The short code is my choice, so that nobody mistypes it.", "For the bell I took a default of 4 seconds.", "I added the list of rooms, with the nights defaulting to 2.", "I treat grey rooms as free.", "I put the flag into `guests.db`, since the lock never looks there.", "I'm leaving the prices out of the mail.",
	}, []string{
		"I did not choose a form yet.", "I have not decided on the form.", "I'd settle on a paper form.", "Should I set the log to warnings and above?", "I could keep the names out of the log.",
		"I set the server up to test it.", "I set out to find the room.", "Then I'm testing it at 9:00 with you.", "I kept it out.", "If you like, I'm making it the default.",
	})
}

func TestAChoiceIsToldInItsOwnWords(t *testing.T) {
	for says, want := range map[string]string{
		"Late guests keep their code and get a mail; I chose that over locking them out.":    "Late guests keep their code and get a mail",
		"I'll read the prices from the sheet, in other words I keep the old list out of it.": "Read the prices from the sheet",
		"The list takes 3 s with the index, 40 s without. I'm making it the default.":        "Make it the default (The list takes 3 s with the index",
	} {
		if got := lastDeltas(aim, "U: go on", "A: "+says); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made: "+want) }) {
			t.Errorf("%s: %q", says, got)
		}
	}
}

func TestAChoiceIsNoReportOfWork(t *testing.T) {
	got := lastDeltas(aim, "U: please weigh the long stays and the late arrivals", "A: I picked a weight of 10 for the long stays and 3 for the late arrivals.")
	if len(got) != 1 || !strings.HasPrefix(got[0], "decision_made") {
		t.Errorf("%q", got)
	}
	for _, says := range []string{"My boss asks why. I told him we have also decided to win the lottery.", "I told my wife we've decided to move to the moon."} {
		if got := lastDeltas(aim, "A: Done.", "U: "+says); slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made") }) {
			t.Errorf("%s: %q", says, got)
		}
	}
}

func TestACompromiseIsOneProposal(t *testing.T) {
	tellsApart(t, "hypothesis_introduced", func(says string) []string {
		return []string{aim, "U: one of us wants blue, the other wants green.", "A: " + says + "\n\n1. blue for the head\n2. green for the buttons\n\nSo both are happy."}
	}, []string{"A possible compromise:", "A good compromise might be this:", "My suggestion:"}, []string{"The page has two parts now:", "I painted it like this:"})
}
