package read

import (
	"slices"
	"strings"
	"testing"
)

func TestARefusalNamesWhatInstead(t *testing.T) {
	for _, tt := range []struct{ proposes, says, want string }{
		{"Maybe split the list over two pages, by floor?", "No, by wing.", "By wing"},
		{"I'd ring the bell once for each booking.", "No, twice per booking.", "Twice per booking"},
		{"I'd send one mail an hour.", "No, a digest every evening.", "A digest every evening"},
		{"I'd interpolate linearly between the points.", "No, too coarse. Cosine interpolation, a point every ten minutes.", "Cosine interpolation"},
		{"How about a password for each room?", "No, with the badge.", "With the badge"},
	} {
		if got := lastDeltas(aim, "A: "+tt.proposes, "U: "+tt.says); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made: "+tt.want) }) {
			t.Errorf("%s: %q", tt.says, got)
		}
	}
}

func TestARefusalWithAReasonNamesNothing(t *testing.T) {
	for _, says := range []string{"No, too many mails.", "No, thanks.", "No. Another question: who pays?", "No. Sorry, bad day.", "No, legal reasons."} {
		for _, d := range lastDeltas(aim, "A: I'd send one mail an hour.", "U: "+says) {
			if strings.HasPrefix(d, "decision_made") {
				t.Errorf("%s: %q", says, d)
			}
		}
	}
}
