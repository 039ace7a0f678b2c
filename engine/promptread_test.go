package engine_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"holdfast/engine"
	"holdfast/engine/gateway/wire"
	"holdfast/store/event"
)

// What the server says of the prompt is kept with the episode; what it does not say,
// and what cannot be, is unknown.
func TestWhatTheServerSaysOfThePromptIsOnRecord(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("ok") })
	ask := func(usage string) *event.PromptRead {
		h.model.raw = `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"ok"}}]` + usage + `}`
		h.askBody("c", `{"model":"m","messages":[{"role":"user","content":"hello"}]}`)
		list, err := h.Recent(context.Background(), "", 1)
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		return list[0].Prompt
	}
	for usage, want := range map[string]string{
		``: "<nil>",
		`,"usage":{"prompt_tokens":100},"timings":{"cache_n":64,"prompt_n":36,"prompt_ms":1500.4}`:    "&{100 64 36 1500}",
		`,"usage":{"prompt_tokens":100,"completion_tokens":1}`:                                        "&{100 0 0 0}",
		`,"usage":{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":-1}}`:                 "&{100 0 0 0}",
		`,"usage":{"prompt_tokens":"many","prompt_tokens_details":{"cached_tokens":5}}`:               "<nil>",
		`,"usage":{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":101}},"timings":null`: "&{100 0 0 0}",
		`,"usage":{"prompt_tokens":0}`:  "<nil>",
		`,"usage":{"prompt_tokens":-7}`: "<nil>",
		`,"usage":{"prompt_tokens":9000000,"prompt_tokens_details":{"cached_tokens":5}}`: "<nil>",
	} {
		if got := fmt.Sprint(ask(usage)); got != want {
			t.Errorf("%s is on record as %s, want %s", usage, got, want)
		}
	}
	ask(`,"usage":{"prompt_tokens":7}`)
	if got := h.Activities()[0].Read.Tokens; got != 7 {
		t.Errorf("the screen shows a prompt of %d tokens", got)
	}
}

// warned counts what a log warns of.
type warned struct {
	slog.Handler
	mu   *sync.Mutex
	told map[string]int // by the kind of what cannot be
}

func (w warned) Enabled(context.Context, slog.Level) bool { return true }

func (w warned) Handle(_ context.Context, r slog.Record) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "kind" && r.Level == slog.LevelWarn {
			w.told[a.Value.String()]++
		}
		return true
	})
	return nil
}

// What cannot be is unknown, and told once a kind, not once a request.
func TestCountsThatCannotBeAreToldOnce(t *testing.T) {
	t.Parallel()
	log := warned{slog.DiscardHandler, &sync.Mutex{}, map[string]int{}}
	h := openHouseWith(t, engine.Options{Logger: slog.New(log)}, func(string) reply { return say("ok") })
	kinds := map[string]string{
		`{"prompt_tokens":0}`:       wire.OddNone,
		`{"prompt_tokens":-7}`:      wire.OddNegative,
		`{"prompt_tokens":"many"}`:  wire.OddText,
		`{"prompt_tokens":9000000}`: wire.OddMore,
		`{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":101}}`:    wire.OddSum,
		`{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":-1}}`:     wire.OddNegative,
		`{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":"some"}}`: wire.OddText,
		`{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":0.5}}`:    wire.OddText,
	}
	for range 3 {
		for usage := range kinds {
			h.model.raw = `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"ok"}}],"usage":` + usage + `}`
			h.askBody("c", `{"model":"m","messages":[{"role":"user","content":"hello"}]}`)
			list, err := h.Recent(context.Background(), "", 1)
			if err != nil || len(list) != 1 || list[0].Prompt != nil && (list[0].Prompt.Cached != 0 || list[0].Prompt.Processed != 0) {
				t.Errorf("%s is on record as %+v, %v", usage, list, err)
			}
		}
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	for usage, kind := range kinds {
		if log.told[kind] != 1 {
			t.Errorf("%s: told %d times", usage, log.told[kind])
		}
	}
}
