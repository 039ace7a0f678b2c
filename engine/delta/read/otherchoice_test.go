package read

import "testing"

func TestAFewWordsChooseOtherwise(t *testing.T) {
	revises := func(reports string) func(string) []string {
		return func(says string) []string {
			return []string{aim, "U: go on", "A: " + reports, "U: " + says}
		}
	}
	tellsApart(t, "decision_revised", revises("I chose the bookings of March as the sample."), []string{"Use April."}, []string{
		"Use it.", "Use March.", "Could you use April?", "Use the second printer for the badges, and lock the old one.", "Don't use April.", "Thanks, April is next.",
	})
	tellsApart(t, "decision_revised", revises("For the badge I picked 60 by 40 as its size."), []string{"Too small. 85 by 54, like a card.", "85 by 54"}, []string{"85 by 54?", "60 by 40, fine"})
	tellsApart(t, "decision_revised", revises("For the keys I picked an autoincrement."), []string{"uuids please. keys stand in the mails", "hashes, please. The keys leak."}, []string{"a readme please. mails are next", "keys please"})
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: A nightly run, then. At what time?", "U: 02:15.", "A: Set.", "U: " + says}
	}, []string{"On second thought make that 01:30.", "Make it 01:30, the backup starts at two."}, []string{"Is 01:30 better?", "The backup starts at 01:30.", "Make it 02:15 sharp."})
}

func TestWhatWasTurnedDownMayBeTakenAfterAll(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Shall a booking be held for ten minutes or for fifteen?", "U: ten minutes", "A: Ten it is.", "U: " + says}
	}, []string{"Make that fifteen."}, []string{"Make that ten.", "Fifteen guests came."})
}

func TestATopicGetsNoValueByAVerdict(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: The lists are ready.", "U: " + says}
	}, []string{"Separator: semicolon.", "Language of the mails: Dutch."}, []string{
		"Guest list: fine on my phone.", "Statistics: still no hurry.", "Guest list: cancel it.", "Printer: align with Ifor first.", "Badges: no risk there.",
	})
}
