package recovery

import (
	"strings"
	"testing"
	"time"
)

func TestARecoverySaysWhatIsNotInTheBlock_F19(t *testing.T) {
	x := exported{".deltamind/snapshot.json", 4, time.Date(2026, 3, 4, 5, 6, 0, 0, time.UTC)}
	const offer = "the export of 2026-03-04 05:06 holds 4: holdfast import .deltamind/snapshot.json brings them back"
	for _, c := range []struct {
		has  int
		x    exported
		lost bool
		want string
	}{
		{0, exported{}, false, ""},
		{0, exported{}, true, "the session has 0: holdfast import brings back those of a snapshot.json that was exported"},
		{0, x, true, "the session has 0; " + offer},
		{3, x, true, "the session has 3, and " + offer + ", with --replace"},
		{3, x, false, "the session has 3, which stay as they are"},
		{1, exported{}, true, "the session has 1, which stays as it is"},
	} {
		got := sayBeyond(c.has, c.x, c.lost)
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("of %d items it says %q, want %q", c.has, got, c.want)
		}
	}
}
