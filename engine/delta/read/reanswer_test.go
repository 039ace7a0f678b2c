package read

import (
	"strings"
	"testing"
)

func TestAnotherAnswerOfTheSameSort(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Which database?", "U: use redis", "A: Redis it is.", "U: " + says}
	}, []string{
		"sqlite instead", "switch to sqlite", "move to sqlite", "let's go with sqlite", "use sqlite", "ok sqlite then", "not redis, sqlite", "redis was a bad idea. sqlite.", "I want sqlite", "it should be sqlite", "redis -> sqlite",
	}, []string{
		"maybe sqlite", "sqlite?", "is sqlite faster?", "sqlite is what my brother uses", "use sqlite for the tests of the importer and keep the rest", "should we use sqlite?", "I read about sqlite yesterday", "he told me to use sqlite", "don't use sqlite", "move the rooms to the second page",
	})
}

func TestAnotherName(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: What should the table be called?", "U: call it guests", "A: Ok, guests.", "U: " + says}
	}, []string{"call it visitors", "visitors", "no, visitors", "hmm visitors", "visitors please", "rename it to visitors", "name it visitors", "i prefer visitors", "should be visitors", "change the name to visitors"},
		[]string{"thanks", "hmm weird", "lunch", "Traceback", "how many guests are there?", "visitors?", "call me tomorrow", "now the export", "running...", "write the tests", "call it a day"})
}

func TestWhatIsSpokenAgainstIsReplaced(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: I've named the repo `guestbook`.", "U: " + says}
	}, []string{"guestbook is taken on our server. inn-book", "inn-book. There is a guestbook on the server already.", "guestbook is a bad name, call it innbook"}, []string{"guestbook is taken on our server.", "inn-book?", "the guestbook works. thanks", "running...", "guestbook is slow today. ok", "back to work", "back to the guestbook"})
}

func TestAProposalReplacesWhatWasDecided(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: use a bubble sort for the rooms", "A: ok", "U: the sort of the rooms is slow", "A: " + says, "U: do it"}
	}, []string{"The bubble sort is the slow part. I'd replace it with a heap sort."}, []string{"I'd add a progress bar."})
}

func TestATopicIsNotWhatWasChosen(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: key: the hotel safe", "A: ok", "U: " + says}
	}, []string{"key: the lobby drawer"}, []string{"key: where is it?"})
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: use sqlite for the bookings", "A: SQLite it is.", "U: " + says}
	}, []string{"can you use mysql?", "she wants mysql now"}, []string{"sqlite: works", "can you use the csv importer?", "she wants coffee now"})
}

func TestADeadlineMovesByItsDay(t *testing.T) {
	for said, want := range map[string]string{
		"the deadline is July 1 now":               "relaxed",
		"the deadline moved to the end of May":     "tightened",
		"it has to be live by the 2nd of June now": "tightened",
	} {
		if got := lastDeltas("U: Build me the booking page. It must be live by June 12.", "A: Noted.", "U: "+said); len(got) != 1 || !strings.HasPrefix(got[0], "constraint_revised: "+want) {
			t.Errorf("%q yields %q, want it %s", said, got, want)
		}
	}
}

func TestWhatWasTurnedDownIsAnAnswerAgain(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: CSV or JSON for the export?", "U: csv", "A: CSV it is.", "U: " + says}
	}, []string{"use json", "make it json", "json please", "no, json", "json instead", "let's make it json"}, []string{"why not json?", "csv please", "is json bigger?"})
}

func TestAnAuthorityNowWantsMore(t *testing.T) {
	tellsApart(t, "constraint_revised", func(says string) []string {
		return []string{"U: Build me the booking page. Bills must be kept for at least 30 days.", "A: Noted.", "U: " + says}
	}, []string{"the inspectors want 90 now", "the tax office now requires 120 days"}, []string{"the kids want 3 dogs now", "she wants 2 rooms for the kids", "they demand 50 euros for it"})
}
