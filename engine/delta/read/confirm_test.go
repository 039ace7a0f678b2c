package read

import (
	"slices"
	"testing"
)

// The assistant tells what a value is of that the user gave without saying so.
func TestTheAssistantNamesWhatAValueIsOf(t *testing.T) {
	before := []string{aim, "A: ok", "U: The booklet may have at most 64 pages.", "A: Noted.", "U: Letters are worth 3 stamps.", "A: Noted."}
	for _, tt := range []struct {
		says, reports string
		want          []string
	}{
		{"I counted, we are over. So be it, 80.", "The booklet has 80 pages at most now.", []string{"constraint_revised: relaxed The booklet may have at most 80 pages"}},
		{"I counted, we are over. So be it, 80.", "Would 80 pages still be one booklet?", nil},
		{"I counted, we are over. So be it, 80.", "The shelf holds 80 jars now.", nil},
		{"I counted again.", "The booklet has 80 pages at most now.", nil},
	} {
		got := slices.DeleteFunc(lastDeltas(append(slices.Clone(before), "U: "+tt.says, "A: "+tt.reports)...), func(d string) bool { return d[:10] == "hypothesis" })
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q, %q yields %q, want %q", tt.says, tt.reports, got, tt.want)
		}
	}
}
