package prompt

import (
	"fmt"
	"testing"
	"time"
)

func TestAWindowIsAskedForOnceInAWhile(t *testing.T) {
	w, now := NewWindows(), time.Unix(1000, 0)
	asked := func() int { return len(w.wanted) }
	if n := w.Of("m", now); n != 0 || asked() != 1 {
		t.Fatalf("an unknown model has %d tokens, %d asked for", n, asked())
	}
	w.learn(<-w.wanted, 8192, now)
	if n := w.Of("m", now.Add(believed-1)); n != 8192 || asked() != 0 {
		t.Errorf("a known model has %d tokens, %d asked for", n, asked())
	}
	if n := w.Of("m", now.Add(believed)); n != 8192 || asked() != 1 {
		t.Errorf("an old answer says %d tokens, %d asked for", n, asked())
	}
	for i := range 3 * maxWindows {
		model := fmt.Sprint("m", i)
		w.Of(model, now) // never waits, however many are wanted
		w.learn(model, i, now)
	}
	if len(w.known) > maxWindows {
		t.Errorf("%d models are kept", len(w.known))
	}
}
