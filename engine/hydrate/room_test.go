package hydrate

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestCodeTakesWhatTheModelsWindowLeaves_Gateway10(t *testing.T) {
	const budget = 24 << 10
	for _, c := range []struct {
		name            string
		window, request int // tokens, bytes
		want            int // bytes of code
		told            bool
	}{
		{"a window that nobody told", 0, 1 << 20, budget, false},
		{"a large window", 128_000, 90_000, budget, false},
		{"an agent's prompt and tools in a window of 32k", 32_768, 80_000, budget, false},
		{"an agent that fills most of it", 32_768, 100_000, 32_768*4 - 32_768*4/8 - 100_000, true},
		{"a small window, of which an eighth is the reply's", 4096, 2000, 4096*4 - 4096*4/8 - 2000, true},
		{"a request that fills it", 32_768, 32_768 * 4, leastRoom, true},
		{"a request over it", 32_768, 1 << 20, leastRoom, true},
		{"a window so small that its reply needs all", 1024, 1 << 20, 512, true},
		{"a window beyond counting", math.MaxInt, 1 << 20, budget, false},
	} {
		r := RoomIn(c.window, c.request, budget)
		if r.Code != c.want || r.Code > r.All || (r.Why != "") != c.told {
			t.Errorf("%s: room for %d bytes of code in %d, %q; want %d", c.name, r.Code, r.All, r.Why, c.want)
		}
		if c.told && !strings.Contains(r.Why, fmt.Sprint(c.window)) {
			t.Errorf("%s: %q does not tell the window", c.name, r.Why)
		}
	}
	if r := RoomIn(32_768, 0, 0); r.Code != 0 || r.Why != "" {
		t.Errorf("where none is wanted there is room for %d bytes, %q", r.Code, r.Why)
	}
}
