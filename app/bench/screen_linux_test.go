package bench

import (
	"os"
	"testing"
)

func TestTheTimeOfAProcessIsReadBehindItsName(t *testing.T) {
	const stat = "4242 (a name) 7 (x) S 1 4242 4242 0 -1 4194560 1219 0 3 0 31 11 0 0 20 0 9 0 123456 1 2"
	if n, err := ticksOf([]byte(stat)); err != nil || n != 42 {
		t.Errorf("%d ticks, %v", n, err)
	}
	for _, bad := range []string{"", "1 (a) S 1 2", "1 (a) S 1 1 1 1 1 1 1 1 1 1 x y z"} {
		if n, err := ticksOf([]byte(bad)); err == nil {
			t.Errorf("%q is read as %d ticks", bad, n)
		}
	}
	if _, err := ticks(os.Getpid()); err != nil {
		t.Error(err)
	}
}
