package read

import (
	"slices"
	"strings"
	"testing"
)

func TestWhatIsDroppedIsReplaced(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		{"Scrap the mails. A plain page on the tablet.", "A plain page on the tablet"},
		{"ditch the csv file, just one sheet per room", "Just one sheet per room"},
		{"no more csv file, one sheet per room instead", "One sheet per room"},
		{"every bid must be provable. scrap the queue, plain postgres with a row lock", "Plain postgres with a row lock"},
		{"true. no dark. just the laugh", "The laugh"},
		{"Forget the calendar, a list of the free dates.", "A list of the free dates"},
	} {
		if got := chosenIn(aim, "A: The mails go out, and the csv file is written.", "U: "+tt.says); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, tt.want) }) {
			t.Errorf("%s: %q", tt.says, got)
		}
	}
}

func TestNotAllBehindADropReplaces(t *testing.T) {
	for _, says := range []string{
		"Forget the export page. Too slow.", "Scrap the export page, nobody needs it.", "drop the rim, the base and the lamp", "skip the tests for now, deadline tomorrow", "drop the csv file, please", "Scrap the mails. Another question: who pays?",
	} {
		if got := chosenIn(aim, "A: The mails go out, and the csv file is written.", "U: "+says); len(got) > 0 {
			t.Errorf("%s: %q", says, got)
		}
	}
}

func TestAVerdictWithoutItsStory(t *testing.T) {
	got := chosenIn(aim, "A: Money or stamps, how do the guests pay?", "U: Read it twice. Report from Wednesday: stamps it is, they fought over a parcel.")
	if !slices.Contains(got, "Stamps it is") && !slices.Contains(got, "Stamps") {
		t.Errorf("%q", got)
	}
}

func TestWhatIsNotWantedOfAProposalIsReplaced(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: I could imagine a warm palette: cream, brown, and an accent in dark red.", says}
	}, []string{"U: lovely! but not red, our sign is green. so dark green", "U: yes but no red. dark green"}, []string{"U: not red, our sign is green"})
}
