package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAFragmentAnswersAQuestionAboutWhatIsWanted(t *testing.T) {
	for _, tt := range []struct{ asks, says, want string }{
		{"What should be in the confirmation?", "The room, the time and a map.", "The room, the time and a map"},
		{"What should the reminder look like?", "A plain text message. Nobody reads HTML.", "A plain text message"},
		{"Twelve rooms, fine. Which languages do you need?", "Dutch, French, German. Then another thing: the logo must be visible.", "Dutch, French, German"},
		{"Where should the bookings be kept?", "A table in Postgres, because it is there already.", "A table in Postgres"},
		{"How would you like to see the free rooms?", "A map of the floor.", "A map of the floor"},
	} {
		if got := lastDeltas(aim, "A: "+tt.asks, "U: "+tt.says); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made: "+tt.want) }) {
			t.Errorf("%s %s: %q", tt.asks, tt.says, got)
		}
	}
}

func TestNotEveryFragmentAfterAQuestionAnswersIt(t *testing.T) {
	for _, tt := range []struct{ asks, says string }{
		{"What should I do next?", "The parser."},
		{"What do you need from me?", "A password."},
		{"Which version is installed there?", "An old one from the admin."},
		{"What should the reminder look like?", "Good question."},
		{"What should the reminder look like?", "Whatever your team likes."},
		{"What should the reminder look like?", "Maybe a plain text message."},
		{"The mails are sent.", "A plain text message."},
		{"What should we do?", "The parser."},
	} {
		for _, d := range lastDeltas(aim, "A: "+tt.asks, "U: "+tt.says) {
			if strings.HasPrefix(d, "decision_made") {
				t.Errorf("%s %s: %q", tt.asks, tt.says, d)
			}
		}
	}
}
