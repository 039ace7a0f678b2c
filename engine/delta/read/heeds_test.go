package read

import "testing"

func TestAnOrderStandsBehindWhatItIsAbout(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: Noted.", "U: " + says} }, []string{
		"Clear, thank you. For the late guests please take the old window of 10 minutes.", "for the tiles please use the round ones", "In the mails please keep the German names.", "On the door please use the old code.", "for the night rate please take 40 euros",
	}, []string{
		"For the late guests I am not sure.", "In the mails please find the prices.", "For that please have a look at the log.", "For the tiles, could you show me the round ones, please?", "in the log please check the times",
	})
}

func TestWhoIsFollowedDecides(t *testing.T) {
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "A: Two ways to pay: cards, or cash. Which one?", "U: I will ask around.", "A: Fine, with the payment we wait.", "U: " + says}
	}, []string{
		"The bank demands cards, so we follow them.", "The cook wants cash, so we follow her.", "the landlord wants cards so we follow him",
	}, []string{
		"The bank demands cards.", "The bank demands cards, but we don't follow them.", "The bank demands cards, should we follow them?", "My sister says cash, I don't know.",
	})
}

func TestWhatWasDroppedIsNotDecidedAnyMore(t *testing.T) {
	got := lastDeltas(aim, "U: go on", "A: For the badges I picked paper over plastic.", "U: oh and drop the paper, it tears. plastic it is")
	if n := len(got); n < 2 || got[n-1] != "decision_made: Plastic it is" {
		t.Errorf("%q", got)
	}
}

func TestAnOptionIsTakenLongAfter(t *testing.T) {
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "A: For the signature I see three ways:\n\nA. thin out the points\nB. save a picture\nC. both of them\n\nWhich do you prefer?", "U: is it much work?", "A: A bit, not much.", "U: And the door?", "A: It is open.", "U: " + says}
	}, []string{
		"The lawyer had no objections. We proceed with B.", "let's go with C", "We take option B.",
	}, []string{
		"We could proceed with B.", "Shall we proceed with B?", "We won't go with B.", "The other house went with B, they say.",
	})
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "A: Three ways:\n\n- only a phone\n- only a screen\n- both, with a switch\n\nWhich one do you prefer?", "U: is both much more work?", "A: A bit, not much.", "U: " + says}
	}, []string{"ok then both from the start", "Both, please.", "both then"}, []string{"both of them?", "both are ugly", "maybe both", "not both"})
}
