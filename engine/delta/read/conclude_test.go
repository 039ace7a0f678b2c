package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAConsequenceIsAChoice(t *testing.T) {
	for _, tt := range []struct{ before, says, want string }{
		{"The calendar needs one person.", "The caretakers agree on the calendar. So calendar, one per floor.", "Calendar, one per floor"},
		{"A page would show the rooms, too.", "The hall has no screen, so a plain page.", "A plain page"},
		{"The mails could be weekly.", "My boss says the same, so weekly mails for the other floors it is, I will tell them.", "Weekly mails for the other floors"},
		{"The list is ready.", "Good. Now for the doors I take blue.", "For the doors I take blue"},
	} {
		if got := lastDeltas(aim, "A: "+tt.before, "U: "+tt.says); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made: "+tt.want) }) {
			t.Errorf("%s: %q", tt.says, got)
		}
	}
}

func TestNotEverySoConcludes(t *testing.T) {
	for _, says := range []string{
		"The page is so cool.", "So far so good.", "So much for the calendar.", "So what now?", "The mails went out, so maybe a page.", "The room is full, so no idea.",
		"The lock did nothing, so kick it out.", "Wrong. They only wrote down what they liked, so missing data.",
	} {
		for _, d := range lastDeltas(aim, "A: The mails fill the disk.", "U: "+says) {
			if strings.HasPrefix(d, "decision_made") {
				t.Errorf("%s: %q", says, d)
			}
		}
	}
}

func TestADeferralAfterWhatWasTakenBackLeavesItOpen(t *testing.T) {
	for _, d := range lastDeltas(aim, "A: One page per room, or all rooms on one page?", "U: One per room I think... no wait, the hall differs. Can I look first? Leave it for the moment.") {
		if strings.HasPrefix(d, "decision_made") {
			t.Error(d)
		}
	}
}

func TestAConsequenceHasAMeasure(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: The codes age.", "U: " + says}
	}, []string{"Then we renew the codes every 4 weeks.", "So let's set the door to two guests at once."}, []string{
		"Then we saw 4 guests at the door.", "So we have 4 doors.", "Then we know it every time.", "Long codes get lost in the mail.", "Then we might renew the codes every 4 weeks.",
	})
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: A nightly run, then. At what time?", "U: " + says}
	}, []string{"03:30.", "3 am", "at half past three"}, []string{"Good question.", "What time suits the printer?", "No idea."})
}
