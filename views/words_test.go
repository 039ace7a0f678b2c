package views

import "testing"

func TestBytesAreToldWithTheirUnit(t *testing.T) {
	for n, want := range map[int]string{0: "0 B", 371: "371 B", 999: "999 B", 1000: "1 kB", 6200: "6.2 kB", 24_576: "24.6 kB", 1_300_000: "1.3 MB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d bytes are %q, want %q", n, got, want)
		}
	}
}

func TestARowOfActivityHasRoomForWhatWasAsked(t *testing.T) {
	theme := NewTheme(true, 0, false)
	r := Request{Key: "e", Kind: "turn", Phase: "done", Promoted: 1, Proposed: 2, Hydrated: 3, HydratedSize: 6200, Prompt: "Make Release wake one waiter"}
	for w, want := range map[int]string{
		60:  "  ✓ done      0:00  1 of 3 promoted  +6.2 kB   Make Release…",
		80:  "  ✓ done      0:00  1 promoted · 2 not    +6.2 kB hydrated (3)  Make Release wa…",
		120: "  ✓ done      0:00  1 promoted · 2 proposed  +6.2 kB hydrated (3 entities)               Make Release wake one waiter   ",
	} {
		if got := stripped(r.Draw(theme, w, false)); got != want {
			t.Errorf("at %d columns it reads\n%q, want\n%q", w, got, want)
		}
	}
}
