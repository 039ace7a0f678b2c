package read

import "testing"

func TestADecisionIsRevisedInManyWords(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: let's use a timeout of 30 seconds", "A: The timeout is 30 seconds now.", "U: " + says}
	}, []string{
		"can we make that 60?", "can you change it to 60?", "Could we increase the timeout to 60 seconds?", "could you put it at 60?", "back to 20 s", "revert to 20", "changed my mind: 60 seconds", "60 is more like it", "It has to be 60, the exports take that long.",
	}, []string{"is 60 possible?", "can you add 60 rooms to the list?", "could you test it with 60 rooms?", "maybe 60", "it took 60 seconds", "nginx has 60 by default"})
}

func TestOneThingIsPutInThePlaceOfAnother(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: let's go with postgres for the bookings", "A: Postgres it is.", "U: " + says}
	}, []string{"switch from postgres to sqlite", "swap postgres for sqlite", "replace postgres with sqlite", "let's move from postgres to sqlite", "SQLite replaces Postgres"}, []string{"the delimiter changes from postgres to postgres", "should we switch from postgres to sqlite?", "don't replace postgres with sqlite", "we replaced postgres with sqlite at my old job", "maybe swap postgres for sqlite"})
}

func TestWhatWasTurnedDownIsTakenAfterAll(t *testing.T) {
	open := []string{aim, "A: Overnight stop in Bordeaux or in Paris?", "U: Bordeaux.", "A: Bordeaux it is."}
	tellsApart(t, "decision_revised", func(says string) []string {
		return append(open[:4:4], "U: "+says)
	}, []string{"Paris after all", "Paris instead", "let's take Paris"}, []string{"Paris is loud", "is Paris far?", "maybe Paris", "not Paris"})
}

func TestAGuessFallsInManyWords(t *testing.T) {
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "A: Noted.", "U: the mails arrive an hour late", "A: My guess is that the DNS cache is stale.", "U: " + says}
	}, []string{"no change", "flushed it, no change", "no dice", "unfortunately not", "nothing changed", "dns checks out", "same thing", "cache cleared, problem persists", "afraid not", "dns exonerated"}, []string{"how do I check that?", "no idea", "not sure", "wait, I'm checking", "no time today", "dns is managed by the provider"})
}

func TestTheAssistantReportsAChoiceInManyWords(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: Noted.", "U: write the import of the rooms", "A: " + says}
	}, []string{"Went with CSV, it's the simplest.", "Settled on CSV.", "I've taken the liberty of using CSV.", "I stuck with CSV.", "The choice fell on CSV.", "I defaulted to CSV.", "I preferred CSV over XML.", "I'm pinning by digest rather than by tag.", "Page size is limited to 100 by me."}, []string{"I went through the log.", "I kept an eye on the memory.", "I picked the file apart.", "I took a look at the file.", "I'd go with CSV.", "Many teams chose CSV.", "You chose CSV."})
}
