package read

import (
	"slices"
	"strings"
	"testing"
)

// ends are the reports of the last turn that work is done or given up.
func ends(lines ...string) []string {
	var out []string
	for _, d := range lastDeltas(lines...) {
		if of, ok := strings.CutPrefix(d, "task_closed: "); ok {
			out = append(out, of)
		}
	}
	return out
}

func TestWhatTheAssistantCouldNotTryIsNotDone(t *testing.T) {
	for _, tt := range []struct {
		says string
		want bool
	}{
		{"The pump script is in `bin/pump`. I have no pump here.", false},
		{"The pump script compiles, but I couldn't try it.", false},
		{"I made the pump script a service. Untested so far.", false},
		{"The pump script runs on paper, I have never seen your board though.", false},
		{"I am assuming that the pump script holds the limit.", false},
		{"The pump script is done. I have no pump here, so watch it for a day.", true},
		{"The pump script is in `bin/pump`. I have no further questions.", true},
		{"All 14 readings match, the pump script is done.", true},
		{"The readings match and the pump script is finished, but it takes 9 s.", true},
		{"The pump script is in, it starts at 6.", true},
	} {
		got := ends(aim, "A: Noted.", "U: Please write the pump script. It starts at 6.", "A: "+tt.says)
		if (len(got) == 1) != tt.want {
			t.Errorf("%q ends %q", tt.says, got)
		}
	}
}

func TestWhoTriesForTheAssistantEndsTheWork(t *testing.T) {
	for _, tt := range []struct {
		says string
		want []string
	}{
		{"The pump runs, bravo.", []string{"completed Write the pump script"}},
		{"But it shows zeros all day.", nil},
		{"It shows nothing.", nil},
		{"Is it done?", nil},
		{"Maybe it works.", nil},
	} {
		got := ends(aim, "A: Noted.", "U: Please write the pump script.", "A: Here it is. I can't see your pump from here.", "U: "+tt.says)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q ends %q, not %q", tt.says, got, tt.want)
		}
	}
}
