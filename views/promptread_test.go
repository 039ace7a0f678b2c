package views

import (
	"testing"
	"time"
)

func TestWhatTheServerReadIsSaidInWords(t *testing.T) {
	for want, read := range map[string]PromptRead{
		"": {},
		"the server read a prompt of 12.1k tokens":                                              {Tokens: 12_100},
		"the server read a prompt of 12.1k tokens: 2.3k from its cache, 9.8k processed in 40 s": {12_100, 2_300, 9_800, 40 * time.Second},
		"the server read a prompt of 900 tokens: 0 from its cache, 900 processed in 0.4 s":      {900, 0, 900, 400 * time.Millisecond},
	} {
		if got := read.words(); got != want {
			t.Errorf("%+v: %q, want %q", read, got, want)
		}
	}
}

func TestTheExpectedWaitFitsItsRoom(t *testing.T) {
	long := Wait{40 * time.Second, 9800, 12_100}
	for w, want := range map[int]string{40: "≈ 40 s, 9.8k of 12.1k tokens new", 24: "≈ 40 s, 9.8k tokens new", 18: "≈ 40 s, 9.8k new", 15: "≈ 40 s", 5: ""} {
		if got := long.words(themes()[0], w); got != want {
			t.Errorf("in %d columns %q, want %q", w, got, want)
		}
	}
	if got := (Wait{For: 40 * time.Second}).words(themes()[0], 40); got != "≈ 40 s" {
		t.Errorf("without tokens: %q", got)
	}
	if got := (Wait{For: 40 * time.Second}).words(themes()[0], 40); got != "≈ 40 s" {
		t.Errorf("without tokens: %q", got)
	}
	if got := (Wait{}).words(themes()[0], 40); got != "" {
		t.Errorf("of what is not known %q", got)
	}
}
