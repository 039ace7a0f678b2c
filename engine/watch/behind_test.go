package watch

import "testing"

func TestItIsToldHowFarTheFirstComparisonIs(t *testing.T) {
	var b behind
	b.begin(5000)
	for _, c := range []struct {
		more int
		want string
	}{
		{0, "0 of 5000 files are compared with the disk since the start"},
		{1200, "1200 of 5000 files are compared with the disk since the start"},
		{3800, ""},
	} {
		b.compared(c.more)
		if got := b.String(); got != c.want {
			t.Errorf("%d more: %q", c.more, got)
		}
	}
}
