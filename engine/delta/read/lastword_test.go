package read

import (
	"slices"
	"strings"
	"testing"
)

func TestTheLastWordPicks(t *testing.T) {
	for _, tt := range []struct{ options, says, want string }{
		{"There are a few ways around it:\n\n- a blind on the skylight\n- a torch that blinks\n- moving the clock", "the blinking torch is SO cool but the blind is 12 euros. blind", "A blind on the skylight"},
		{"Should the rate be a tick box per row, or a number that you type yourself?", "type it. thanks", "a number that you type yourself"},
		{"Do you want a copy of the file, or a Parquet export?", "They have Office 2016. Parquet falls off then, so the copy.", "a copy of the file"},
	} {
		want := "decision_made: " + strings.ToLower(tt.want)
		if got := lastDeltas(aim, "A: "+tt.options, "U: "+tt.says); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(strings.ToLower(d), want) }) {
			t.Errorf("%s: %q", tt.says, got)
		}
	}
}

func TestAnOptionThatFallsAwayIsNotPicked(t *testing.T) {
	for _, says := range []string{"The export drops out.", "The export falls away then.", "the export is out"} {
		for _, d := range lastDeltas(aim, "A: Do you want a copy of the file, or a Parquet export?", "U: "+says) {
			if strings.HasPrefix(d, "decision_made: ") && strings.Contains(d, "arquet") {
				t.Errorf("%s: %q", says, d)
			}
		}
	}
}

func TestAStatementOfOthersFavoursNothing(t *testing.T) {
	for _, says := range []string{
		"My daughter looked at those last year, they cost 90 a month and want an export account.", "Six systems have a Parquet export, two have neither.", "In his script stands an export that failed each Monday.", "She wrote an export once.",
	} {
		if got := chosenIn(aim, "A: Do you want a copy of the file, or a Parquet export?", "U: "+says); len(got) > 0 {
			t.Errorf("%s: %q", says, got)
		}
	}
}
