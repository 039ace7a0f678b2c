package read

import "testing"

func TestAnOrderGivesAValue(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: Done.", "U: " + says} }, []string{
		"make it 60 lines long", "set the margin to 12", "call it roomy", "print it every 2 hours", "retry 4 times", "wait 3 seconds between mails", "make the doors blue", "ring every morning",
		"the delay should be 20s",
	}, []string{
		"make it 60 lines long?", "try it 3 times", "remind me every 2 hours", "call me at 5", "wait 3 seconds", "run it every hour lol", "could you run it 3 times?", "make sure 3 of them work", "the delay could be 20s",
	})
	tellsApart(t, "decision_made", func(says string) []string { return []string{"U: " + says} }, []string{
		"set the port to 7070", "make the list 3 columns wide",
	}, []string{"write a report every 2 days for my three shops and send it by mail", "add 3 doors to the plan"})
}
