package engine_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holdfast/engine"
	"holdfast/engine/events"
	"holdfast/engine/prompt"
)

// Who made the server process a prompt again is told by name.
func TestWhoEndedThePrefixIsTold(t *testing.T) {
	t.Parallel()
	h := threeHouse(t, "")
	ask := func(prompt, by, what string) {
		t.Helper()
		h.ask(prompt)
		list, err := h.Recent(context.Background(), "", 1)
		if err != nil || len(list) != 1 || list[0].Prefix == nil {
			t.Fatalf("%+v, %v", list, err)
		}
		if p := list[0].Prefix; p.By != by || !strings.Contains(p.What, what) || p.Bytes < p.Same {
			t.Errorf("%q: %+v, want %s: %s", prompt, *p, by, what)
		}
		if a := h.Activities()[0]; a.Prefix == nil || *a.Prefix != *list[0].Prefix {
			t.Errorf("%q: Activity shows %+v", prompt, a.Prefix)
		}
	}
	ask("explain `One()`", "new", "")
	ask("explain `Two()`", "nobody", "")
	h.write("a.go", threeFuncs("edited"))
	ask("please go on with the rest of it", "holdfast", "a.go::One: its entity must not be shown")
	h.chat[0].Content = "explain something else"
	ask("and on", "client", "what it had sent before")
	mine := h.chat
	h.chat = nil
	ask("another conversation of many words that go on and on", "new", "")
	h.chat = mine
	ask("back to the first one", "other", "another conversation")
	h.reopen()
	ask("after a restart", "new", "holdfast knows no earlier request")
}

// doctor sums up what the server did with the session's prompts.
func TestDoctorSumsUpThePrompts(t *testing.T) {
	t.Parallel()
	h := threeHouse(t, "")
	if r, err := h.Doctor(context.Background()); err != nil || r.Prompts != nil {
		t.Fatalf("before any request: %+v, %v", r.Prompts, err)
	}
	h.model.mu.Lock()
	h.model.raw = `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Fine."}}],"usage":{"prompt_tokens":900,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":100}}}`
	h.model.mu.Unlock()
	if _, err := h.post([]message{{"user", "explain `One()`"}}, false); err != nil {
		t.Fatal(err)
	}
	r, err := h.Doctor(context.Background())
	if err != nil || r.Prompts == nil || r.Prompts.Requests != 1 || r.Prompts.Cached != 100 || r.Prompts.Processed != 800 || len(r.Prompts.By) != 0 {
		t.Errorf("%+v, %v", r.Prompts, err)
	}
}

// A long wait for a prompt is told while it lasts, as soon as the server's pace is
// known: it had 36 tokens a second.
func TestTheWaitForAPromptIsTold(t *testing.T) {
	t.Parallel()
	h := threeHouse(t, "")
	var waits []prompt.Wait
	defer h.Subscribe(func(ev events.Event) {
		if ev.Kind == events.KindActivity && ev.Activity.Phase == events.Waiting {
			waits = append(waits, ev.Activity.Wait)
		}
	})()
	h.model.mu.Lock()
	h.model.raw = `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Fine."}}],"usage":{"prompt_tokens":100},"timings":{"cache_n":10,"prompt_n":90,"prompt_ms":2500}}`
	h.model.mu.Unlock()
	filler := strings.Repeat("Go on with what was said. ", 100)
	for _, ask := range []string{"explain `One()` " + filler, "and on. " + filler, "thanks"} {
		if _, err := h.post(append(h.chat, message{"user", ask}), false); err != nil {
			t.Fatal(err)
		}
		h.chat = append(h.chat, message{"user", ask}, message{"assistant", "Fine."})
	}
	if len(waits) != 3 || waits[0] != (prompt.Wait{}) || waits[1].For < time.Second || waits[1].New > waits[1].Tokens/2+10 || waits[2] != (prompt.Wait{}) {
		t.Errorf("%+v", waits)
	}
}

// Where the server tells no time, it is measured until the reply begins, on requests that
// go on with the one before: of others nobody knows what the server had.
func TestTheWaitIsMeasuredWhereTheServerTellsNone(t *testing.T) {
	t.Parallel()
	var clock atomic.Int64
	var takes atomic.Int64
	began := time.Now()
	h := openHouseWith(t, engine.Options{Now: func() time.Time { return began.Add(time.Duration(clock.Load())) }}, func(string) reply { return say("Fine.") })
	h.model.before = func(context.Context, string) { clock.Add(takes.Load()) }
	var waits []prompt.Wait
	defer h.Subscribe(func(ev events.Event) {
		if ev.Kind == events.KindActivity && ev.Activity.Phase == events.Waiting {
			waits = append(waits, ev.Activity.Wait)
		}
	})()
	takes.Store(int64(6 * time.Second))
	filler := strings.Repeat("Go on with what was said. ", 250)
	for range 4 {
		h.ask("and on. " + filler)
	}
	takes.Store(0)
	h.ask("and once more. " + filler)
	unknown := waits[:len(waits)-2]
	for i, w := range unknown {
		if w != (prompt.Wait{}) {
			t.Errorf("request %d: %+v", i+1, w)
		}
	}
	for _, w := range waits[3:] {
		if w.For < 5*time.Second || w.For > 8*time.Second || w.New > w.Tokens {
			t.Errorf("%d requests, %+v", len(waits), waits)
		}
	}
	if len(waits) != 5 {
		t.Errorf("%d requests were shown", len(waits))
	}
}
