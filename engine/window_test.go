package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
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
		r := roomIn(c.window, c.request, budget)
		if r.code != c.want || r.code > r.all || (r.why != "") != c.told {
			t.Errorf("%s: room for %d bytes of code in %d, %q; want %d", c.name, r.code, r.all, r.why, c.want)
		}
		if c.told && !strings.Contains(r.why, fmt.Sprint(c.window)) {
			t.Errorf("%s: %q does not tell the window", c.name, r.why)
		}
	}
	if r := roomIn(32_768, 0, 0); r.code != 0 || r.why != "" {
		t.Errorf("where none is wanted there is room for %d bytes, %q", r.code, r.why)
	}
}

func TestAWindowIsAskedForOnceInAWhile(t *testing.T) {
	w, now := newWindows(), time.Unix(1000, 0)
	asked := func() int { return len(w.wanted) }
	if n := w.of("m", now); n != 0 || asked() != 1 {
		t.Fatalf("an unknown model has %d tokens, %d asked for", n, asked())
	}
	w.learn(<-w.wanted, 8192, now)
	if n := w.of("m", now.Add(believed-1)); n != 8192 || asked() != 0 {
		t.Errorf("a known model has %d tokens, %d asked for", n, asked())
	}
	if n := w.of("m", now.Add(believed)); n != 8192 || asked() != 1 {
		t.Errorf("an old answer says %d tokens, %d asked for", n, asked())
	}
	for i := range 3 * maxWindows {
		model := fmt.Sprint("m", i)
		w.of(model, now) // never waits, however many are wanted
		w.learn(model, i, now)
	}
	if len(w.known) > maxWindows {
		t.Errorf("%d models are kept", len(w.known))
	}
}
