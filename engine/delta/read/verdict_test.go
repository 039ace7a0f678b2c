package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAChoiceIsMadeMeanwhile(t *testing.T) {
	talk := func(says string) []string {
		return []string{aim, "A: Where shall the keys be kept: with the porter, in a safe at the door, or in coded boxes?", "U: I'll have to ask the house.", "A: Sure.", "U: Is the parser fast?", "A: Fairly.", "U: And the printer?", "A: It prints.", "U: " + says}
	}
	tellsApart(t, "decision_made", talk, []string{
		"The house has answered. The porter, and only by day.", "I've slept on it. Boxes.", "The owners met last night. They'd like a safe.", "Mira is here. She says the porter, not the safe.", "We talked, my sister and I. It is the safe.", "I've decided, coded boxes.",
		"I asked the others: they prefer the porter.", "Teodor wrote back, the board wants the safe.",
	}, []string{
		"The house has answered. The porter was ill.", "I've slept badly, the porter has a loud radio.", "The owners met last night. They can't decide about the safe.", "Mira is here. Does she like the porter?", "We talked, and the safe is out.", "I asked the others: nobody has the code of the safe.",
		"Teodor wrote back about the porter's holidays.", "They all want the boxes gone.",
	})
}

func TestAStatementThatSharesAWordChoosesNothing(t *testing.T) {
	talk := func(says string) []string {
		return []string{aim, "A: You could keep the codes in a second sheet, or print them on the badges. Which one?", "U: " + says}
	}
	tellsApart(t, "decision_made", talk, []string{"So the sheet.", "Then we take the sheet.", "so print them on the badges", "On the badges.", "The sheet it is."}, []string{
		"So the sheet holds the old codes, I see.", "They all want badges, of course.", "Whoever reads a sheet knows what it is.", "Two doors were painted between the first and the second sheet.", "On the badges, what could possibly go wrong. Obviously not.", "The sheet. Although, no, hold on. I'd have to ask.",
	})
	if got := lastDeltas(aim, "A: Is every door slow, or only one?", "U: all of them. same second"); slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made") }) {
		t.Errorf("%q", got)
	}
}

func TestAnOptionIsPickedInOtherWords(t *testing.T) {
	talk := func(says string) []string {
		return []string{aim, "A: For late guests I see three ways:\n\n1. lock the door by time of day\n2. lock the door by number of guests\n3. leave it to the porter\n\nWhich one?", "U: " + says}
	}
	tellsApart(t, "item_superseded", talk, []string{
		"The second, if I may.", "3 goes ahead, the house has agreed.", "By time of day, and by number on Sundays.", "We leave it to the porter, that is customary here.", "2 wins.",
	}, []string{
		"The second, if the porter agrees.", "3 goes ahead of schedule, is that so?", "3 guests came late yesterday.", "By the time of the party?", "We eat at ten.", "2 wins and a loss for our team last night, sorry for the delay.",
	})
	back := func(says string) []string {
		return []string{aim, "A: Teller, Rapido or Kasse?", "U: which one prints without a driver?", "A: Kasse prints without one.", "U: " + says}
	}
	tellsApart(t, "decision_made", back, []string{"Then this one.", "ok that one"}, []string{"Then what?", "Not that one then.", "This one is new to me."})
	late := func(says string) []string {
		return []string{aim, "A: Shall the signs be printed on steel or on slate?", "U: I'd have to think.", "A: Sure.", "U: " + says}
	}
	tellsApart(t, "decision_made", late, []string{"the signs i thought about it slate", "You convinced me, slate then."}, []string{"i thought about it, slate breaks", "i thought about it but slate or steel, who knows"})
	if got := lastDeltas(aim, "A: For the signs there are two materials: steel or slate.", "U: slate"); !slices.Contains(got, "decision_made: Slate (the signs)") {
		t.Errorf("%q", got)
	}
}
