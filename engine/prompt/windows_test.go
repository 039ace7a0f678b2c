package prompt

import (
	"context"
	"fmt"
	"testing"
	"time"
)

func TestAWindowIsAskedForOnceInAWhile(t *testing.T) {
	w, now := NewWindows(), time.Unix(1000, 0)
	asked := func() int { return len(w.wanted) }
	if n := w.Of("m", now).Tokens(); n != 0 || asked() != 1 {
		t.Fatalf("an unknown model has %d tokens, %d asked for", n, asked())
	}
	w.learn(<-w.wanted, Window{Runs: 8192}, now)
	if n := w.Of("m", now.Add(believed-1)).Tokens(); n != 8192 || asked() != 0 {
		t.Errorf("a known model has %d tokens, %d asked for", n, asked())
	}
	if n := w.Of("m", now.Add(believed)).Tokens(); n != 8192 || asked() != 1 {
		t.Errorf("an old answer says %d tokens, %d asked for", n, asked())
	}
	for i := range 3 * maxWindows {
		model := fmt.Sprint("m", i)
		w.Of(model, now) // never waits, however many are wanted
		w.learn(wanted{model, false}, Window{Runs: i}, now)
	}
	if len(w.known) > maxWindows {
		t.Errorf("%d models are kept", len(w.known))
	}
	var none *Windows
	none.Replied("m", 1, now)
	none.Doubt()
	if none.Of("m", now) != (Window{}) {
		t.Error("nothing knows a window")
	}
}

// A server may tell the window that it runs a model with once the model is loaded, or
// another one after it was started anew.
func TestAWindowIsAskedForAgainWhenItMayBeAnother(t *testing.T) {
	begin := time.Unix(1000, 0)
	for name, c := range map[string]struct {
		was    Window
		loaded bool
		then   func(w *Windows, now time.Time)
		again  bool
	}{
		"the model was not loaded, and is now":         {Window{Most: 131072}, false, func(w *Windows, now time.Time) { w.Replied("m", 900, now) }, true},
		"the server does not tell, and was asked then": {Window{}, true, func(w *Windows, now time.Time) { w.Replied("m", 900, now) }, false},
		"it is the one that it runs with":              {Window{Runs: 4096}, false, func(w *Windows, now time.Time) { w.Replied("m", 4096, now) }, false},
		"more was read than it holds":                  {Window{Runs: 4096}, true, func(w *Windows, now time.Time) { w.Replied("m", 4097, now.Add(soon)) }, true},
		"and was before, a moment ago":                 {Window{Runs: 4096}, true, func(w *Windows, now time.Time) { w.Replied("m", 4097, now) }, false},
		"the server did not answer":                    {Window{Runs: 4096}, true, func(w *Windows, now time.Time) { w.Doubt(); w.Of("m", now) }, true},
		"nobody has asked after the model":             {Window{}, false, func(w *Windows, now time.Time) { w.Replied("other", 1, now) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := NewWindows()
			w.learn(wanted{"m", c.loaded}, c.was, begin)
			c.then(w, begin)
			asked := 0
			ctx, cancel := context.WithCancel(t.Context())
			w.want(wanted{model: "the last"})
			w.Learn(ctx, func() time.Time { return begin }, func(_ context.Context, model string) (Window, bool) {
				if model == "the last" {
					cancel()
				} else {
					asked++
				}
				return Window{Runs: 8192}, true
			})
			if (asked > 0) != c.again || asked > 1 {
				t.Errorf("it was asked %d times", asked)
			}
			if got := w.Of("m", begin); c.again && got.Runs != 8192 {
				t.Errorf("the window is %+v", got)
			}
		})
	}
}

func TestARequestMayAskForAWindow(t *testing.T) {
	for _, c := range []struct {
		w     Window
		asked int
		want  Window
	}{
		{Window{4096, 32768}, 0, Window{4096, 32768}}, {Window{4096, 32768}, 8192, Window{8192, 32768}},
		{Window{4096, 32768}, 131072, Window{32768, 32768}}, {Window{}, 8192, Window{8192, 0}},
	} {
		if got := c.w.Asked(c.asked); got != c.want {
			t.Errorf("%+v asked for %d: %+v, want %+v", c.w, c.asked, got, c.want)
		}
	}
}
