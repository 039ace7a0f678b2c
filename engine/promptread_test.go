package engine_test

import (
	"context"
	"fmt"
	"testing"

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
