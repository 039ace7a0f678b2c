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
