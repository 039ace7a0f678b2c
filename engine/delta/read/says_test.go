package read

import (
	"slices"
	"testing"
)

// replied is what a user says to something the assistant said, and a delta that comes of it.
type replied struct{ before, says, want string }

// comeOf fails for each reply of which the delta does not come.
func comeOf(t *testing.T, replies []replied) {
	t.Helper()
	for _, r := range replies {
		if got := lastDeltas(aim, "A: "+r.before, "U: "+r.says); !slices.Contains(got, r.want) {
			t.Errorf("%s – %s: %q", r.before, r.says, got)
		}
	}
}
