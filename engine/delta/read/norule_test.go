package read

import "testing"

func TestWhatIsToldIsNoRule(t *testing.T) {
	for _, says := range []string{
		"Root cause please.", "The reason for the noise please.", "A short summary please.", "Status of the rooms please.",
		"karl from the board says every room has to be painted by summer. karl says many things", "My boss says we must use purple everywhere. He says a lot.", "my colleague says we must use purple, no idea",
	} {
		if yields("constraint_added", aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q yields a rule", says)
		}
	}
	for _, says := range []string{"At most two colours please.", "The board says every room has to be locked at night.", "Ops says no new machines on that floor."} {
		if !yields("constraint_added", aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q yields no rule", says)
		}
	}
}

func TestAnErrandIsNoChoice(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: The lawyers might object to that.", "U: " + says} },
		[]string{"I'll take the paper form.", "Let us take the spare phone."},
		[]string{"I'll take it to the lawyers on Monday.", "We'll take it to the board tomorrow.", "I take that up with Hanna.", "I'm going to bring it along on Friday.", "My sister has a cellar, we could host it there"})
}

func TestWhatIsToldOnlyForInformationSetsNoRule(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string {
		return []string{"U: I want a program for our bakery.", "A: Fine.", "U: The oven is from 2009.", "A: Noted.", "U: The list is fine. " + says}
	}, []string{
		"At most 40 loaves per oven, please.", "My boss says every bag must have a batch number.", "I know the baker, and every bag has to have a batch number.",
	}, []string{
		"FYI 40 loaves max per oven.", "I know a man who says bread is dead and every bakery has to have a slogan. I know many men.", "There is a cook who claims flour is over and that nobody may knead. He says a lot.",
	})
	if rules(aim, "A: Noted.", "U: Here it is:\n\n```\nbake 200\n# never open\n```\n\nNo timer. Of course.") {
		t.Error("what the code lacks is forbidden")
	}
	if got := lastDeltas(aim, "A: Noted.", "U: The list is fine. And no radio in it, I don't want it on the net."); len(got) != 1 {
		t.Errorf("%q", got)
	}
}
