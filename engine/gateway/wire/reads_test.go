package wire_test

import (
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// A model reads a picture for about a thousand tokens, however many bytes it is.
func TestAPictureCountsForWhatItCosts(t *testing.T) {
	picture := strings.Repeat("iVBORw0K", 100_000)
	for _, c := range []struct {
		format     wire.Format
		head, tail string
	}{
		{wire.ChatCompletions, `{"messages":[{"role":"user","content":[{"type":"text","text":"what is it?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,`, `"}}]}]}`},
		{wire.Messages, `{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","data":"`, `"}},{"type":"text","text":"what is it?"}]}]}`},
		{wire.Responses, `{"input":[{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,`, `"},{"type":"input_text","text":"what is it?"}]}]}`},
		{wire.OllamaChat, `{"messages":[{"role":"user","content":"what is it?","images":["`, `"]}]}`},
	} {
		req := parseAs(t, c.format, c.head+picture+c.tail)
		if n := req.Reads(); n < 4<<10 || n > 5<<10 {
			t.Errorf("%s: a model reads %d bytes of %d", c.format, n, len(req.Body))
		}
		small := parseAs(t, c.format, c.head+c.tail)
		if n := small.Reads(); n != len(small.Body) {
			t.Errorf("%s: a model reads %d bytes of %d without a picture", c.format, n, len(small.Body))
		}
	}
}

func TestOnlyOllamaIsToldTheWindow(t *testing.T) {
	for body, want := range map[string]int{
		`{"options":{"temperature":0,"num_ctx":8192},"messages":[]}`: 8192,
		`{"options":{"num_ctx":-1},"messages":[]}`:                   0,
		`{"options":{"num_ctx":"8192"},"messages":[]}`:               0,
		`{"options":null,"messages":[]}`:                             0,
		`{"options":{"num_ctx":1},"options":{}}`:                     0,
	} {
		if got := parseAs(t, wire.OllamaChat, body).Window; got != want {
			t.Errorf("%s: %d, not %d", body, got, want)
		}
		if got := parseAs(t, wire.ChatCompletions, body).Window; got != 0 {
			t.Errorf("chat completions: %s: %d", body, got)
		}
	}
}
