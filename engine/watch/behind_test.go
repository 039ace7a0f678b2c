package watch

import "testing"

func TestItIsToldHowFarTheFirstComparisonIs(t *testing.T) {
	var b behind
	for _, c := range []struct {
		done, total int
		want        string
	}{
		{0, 5000, "0 of 5000 files are compared with the disk since the start"},
		{1200, 5000, "1200 of 5000 files are compared with the disk since the start"},
		{5000, 5000, ""},
	} {
		b.set(c.done, c.total)
		if got := b.String(); got != c.want {
			t.Errorf("%d of %d: %q", c.done, c.total, got)
		}
	}
}
