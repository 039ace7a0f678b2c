package wire_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

func TestAReplyHasFinishedByWhateverNameAServerSaysIt_Product9(t *testing.T) {
	for said, want := range map[string]string{
		// What servers are known to say, and what they might.
		"stop": "stop", "STOP": "stop", "Stop": "stop", " stop ": "stop", "stopped": "stop", "eos": "stop", "EOS": "stop", "eos_token": "stop",
		"EOS_TOKEN": "stop", "eosFound": "stop", "stopStringFound": "stop", "stop_sequence": "stop", "stop-token": "stop", "end_turn": "stop",
		"END_OF_TURN": "stop", "endoftext": "stop", "COMPLETE": "stop", "completed": "stop", "finished": "stop", "FINISH_REASON_STOP": "stop",
		"<|im_end|>": "stop", "</s>": "stop",
		"tool_calls": "tool_calls", "TOOL_CALLS": "tool_calls", "tool_use": "tool_calls", "function_call": "tool_calls", "toolCalls": "tool_calls",
		"length": "length", "LENGTH": "length", "max_tokens": "length", "MAX_TOKENS": "length", "model_length": "length", "token_limit": "length",
		"max_new_tokens": "length", "maxPredictedTokensReached": "length", "model_context_window_exceeded": "length", "limit": "length",
		"content_filter": "content_filter", "refusal": "content_filter",
		// Nobody can vouch for these.
		"userStopped": "userStopped", "not_finished": "not_finished", "incomplete": "incomplete", "time_limit": "time_limit", "abort": "abort",
		"error": "error", "network_error": "network_error", "MALFORMED_FUNCTION_CALL": "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL": "UNEXPECTED_TOOL_CALL",
		"pause_turn": "pause_turn", "SAFETY": "SAFETY", "cancelled": "cancelled", "load": "load", "stop_length": "stop_length", "OTHER": "OTHER",
		"reason": "reason", "turn": "turn", "7": "7", "<": "<", "unstopped": "unstopped", "停止": "停止",
		strings.Repeat("stop ", 40): strings.TrimSpace(strings.Repeat("stop ", 16)[:80]),
	} {
		stream := sse(hi, fmt.Sprintf(`{"choices":[{"index":0,"delta":{},"finish_reason":%q}]}`, said), "[DONE]")
		if said == strings.Repeat("stop ", 40) {
			want = "stop" // its beginning says all that it says
		}
		if r := collect([]byte(stream), 1<<20); r.Finish != want {
			t.Errorf("%q is read as %q, want %q", said, r.Finish, want)
		}
		lines := fmt.Sprintf(`{"message":{"content":"hi"},"done":true,"done_reason":%q}`+"\n", said)
		if r := collectAs(wire.OllamaChat, wire.Lines, []byte(lines), 1<<20); r.Finish != want {
			t.Errorf("Ollama: %q is read as %q, want %q", said, r.Finish, want)
		}
		if said != "refusal" {
			message := sse(`{"type":"content_block_delta","delta":{"text":"hi"}}`, fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":%q}}`, said),
				`{"type":"message_stop"}`)
			if r := collectAs(wire.Messages, wire.Events, []byte(message), 1<<20); r.Finish != want {
				t.Errorf("Messages: %q is read as %q, want %q", said, r.Finish, want)
			}
		}
	}
}

func TestAnEndMarkSaysThatAReplyFinishedWhereNoReasonDoes_Product9(t *testing.T) {
	const text, call = `{"choices":[{"delta":{"content":"x"}}]}`, `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"w","arguments":"{}"}}]}}]}`
	reason := func(value string) string { return `{"choices":[{"delta":{},"finish_reason":` + value + `}]}` }
	for name, tc := range map[string]struct {
		format  wire.Format
		framing wire.Framing
		stream  string
		want    string
	}{
		"no reason, then the mark":      {"", wire.Events, sse(text, reason(`null`), "[DONE]"), "stop"},
		"a call, then the mark":         {"", wire.Events, sse(call, "[DONE]"), "tool_calls"},
		"an empty reason":               {"", wire.Events, sse(text, reason(`""`), "[DONE]"), "stop"},
		"null as a text on every chunk": {"", wire.Events, sse(`{"choices":[{"delta":{"content":"x"},"finish_reason":"null"}]}`, text, "[DONE]"), "stop"},
		"none as a text":                {"", wire.Events, sse(text, reason(`"None"`), "[DONE]"), "stop"},
		"neither":                       {"", wire.Events, sse(text, reason(`null`)), ""},
		"a mark that was cut":           {"", wire.Events, sse(text) + "data: [DON", ""},
		"an error, then the mark":       {"", wire.Events, sse(text, `{"error":{"message":"out of memory"}}`, "[DONE]"), ""},
		"a limit, then the mark":        {"", wire.Events, sse(text, reason(`"length"`), "[DONE]"), "length"},
		"an object that says stop":      {"", wire.Events, sse(text, reason(`{"type":"stop","matched":2}`), "[DONE]"), "stop"},
		"an object that says length":    {"", wire.Events, sse(text, reason(`{"type":"length","length":9}`), "[DONE]"), "length"},
		"a number":                      {"", wire.Events, sse(text, reason(`1`), "[DONE]"), "1"},
		"a document without a reason":   {"", wire.Document, `{"choices":[{"message":{"content":"x"},"finish_reason":null}]}`, ""},
		"Messages: the mark alone":      {wire.Messages, wire.Events, sse(`{"type":"content_block_delta","delta":{"text":"x"}}`, `{"type":"message_stop"}`), "stop"},
		"Ollama: done alone":            {wire.OllamaChat, wire.Lines, `{"message":{"content":"x"},"done":true}` + "\n", "stop"},
		"Ollama: not done":              {wire.OllamaChat, wire.Lines, `{"message":{"content":"x"},"done":false}` + "\n", ""},
		"Responses: completed without a status": {wire.Responses, wire.Events, sse(`{"type":"response.output_text.delta","delta":"x"}`,
			`{"type":"response.completed","response":{}}`), "stop"},
		"Responses: incomplete without one": {wire.Responses, wire.Events, sse(`{"type":"response.output_text.delta","delta":"x"}`,
			`{"type":"response.incomplete","response":{}}`), "incomplete"},
		"Responses: the limit": {wire.Responses, wire.Events, sse(`{"type":"response.output_text.delta","delta":"x"}`,
			`{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}`), "length"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 13, 1 << 20} {
				if r := collectAs(tc.format, tc.framing, []byte(tc.stream), size); r.Finish != tc.want {
					t.Errorf("in pieces of %d read as %q, want %q: %+v", size, r.Finish, tc.want, r)
				}
			}
		})
	}
}

// Chunks of a chat stream that carry a finish reason and something that is said.
const (
	early     = `{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"stop"}]}`
	both      = `{"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}`
	bothTurn  = `{"choices":[{"finish_reason":"stop","index":0,"delta":{"content":"hi"}}]}`
	thinks    = `{"choices":[{"index":0,"delta":{"reasoning_content":"hm"},"finish_reason":"stop"}]}`
	calls     = `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"w","arguments":"{}"}}]},"finish_reason":null}]}`
	cutEarly  = `{"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"length"}]}`
	wholeLate = `{"choices":[{"index":0,"message":{"content":"hi"},"finish_reason":null}]}`
)

// showsEnd is the whole of a line, or a sign of an end.
var showsEnd = regexp.MustCompile(`\n|stop"|turn"|completed"|\[DONE\]`)

func TestAReasonThatOthersFollowIsNoEnd_Gateway7(t *testing.T) {
	const msgDelta = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi"}}`
	const msgReason, msgStops = `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, `{"type":"message_stop"}`
	for name, tc := range map[string]struct {
		format wire.Format
		passes []string // the events that pass
		held   []string
		text   string
		finish string
	}{
		"on the first, empty chunk":        {"", []string{early, hi, you}, []string{stop, "[DONE]"}, "hi you", "stop"},
		"on the first, and then only mark": {"", []string{early, hi, you}, []string{"[DONE]"}, "hi you", "stop"},
		"on the first, and then nothing":   {"", []string{early, hi, you}, nil, "hi you", ""},
		"on every chunk":                   {"", []string{both, both}, []string{both, "[DONE]"}, "hihihi", "stop"},
		"on every chunk, said first":       {"", []string{bothTurn, bothTurn}, []string{bothTurn, "[DONE]"}, "hihihi", "stop"},
		"while it thinks":                  {"", []string{thinks, thinks, hi}, []string{stop}, "hi ", "stop"},
		"before a call":                    {"", []string{both, calls}, []string{stop, "[DONE]"}, "hi", "tool_calls"},
		"null as a text":                   {"", []string{strings.Replace(both, `"stop"`, `"null"`, 1), hi}, []string{"[DONE]"}, "hihi ", "stop"},
		"a limit stays one":                {"", []string{cutEarly, you}, []string{"[DONE]"}, "hiyou", "length"},
		"what only counts does not go on": {"", []string{hi}, []string{stop, use, stop, `{"choices":[{"index":0,"delta":{"content":"","role":"assistant"}}]}`, "[DONE]"},
			"hi ", "stop"},
		"a whole message does not go on":   {"", []string{hi}, []string{stop, wholeLate, "[DONE]"}, "hi ", "stop"},
		"the words in a text do not go on": {"", []string{hi}, []string{stop, `{"note":"{\"choices\":[{\"delta\":{\"content\":\"x\"}}]}"}`, "[DONE]"}, "hi ", "stop"},
		"Messages: a reason and more":      {wire.Messages, []string{msgReason, msgDelta}, []string{msgReason, msgStops}, "hi", "stop"},
		"Messages: a reason and a call": {wire.Messages, []string{msgReason,
			`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"W","input":{}}}`}, []string{msgStops}, "", "tool_calls"},
		"Messages: a ping does not go on": {wire.Messages, []string{msgDelta}, []string{msgReason, `{"type":"ping"}`, msgStops}, "hi", "stop"},
		"Messages: usage does not go on": {wire.Messages, []string{msgDelta}, []string{msgReason, `{"type":"message_delta","delta":{},"usage":{"output_tokens":2}}`,
			msgStops}, "hi", "stop"},
		"Messages: stopped on every chunk": {wire.Messages, []string{`{"delta":{"stop_reason":"end_turn","text":"hi"}}`,
			`{"delta":{"stop_reason":"end_turn","text":"hi"}}`}, []string{`{"delta":{"text":"hi","stop_reason":"end_turn"}}`, msgStops}, "hihihi", "stop"},
		"Responses: one event says the end": {wire.Responses, []string{`{"type":"response.output_text.delta","delta":"hi"}`},
			[]string{`{"type":"response.completed","response":{"status":"completed"}}`}, "hi", "stop"},
	} {
		t.Run(name, func(t *testing.T) {
			before, stream := sse(tc.passes...), sse(append(tc.passes[:len(tc.passes):len(tc.passes)], tc.held...)...)
			for size := 1; size <= len(stream); size += 1 + size/16 {
				e := wire.Ending{Format: tc.format}
				passed := passes(t, &e, []byte(stream), size)
				// In small pieces the start of the last line may pass: it shows nothing.
				if passed < len(before) || showsEnd.MatchString(stream[len(before):passed]) {
					t.Fatalf("in pieces of %d %d of %d passed, %d may", size, passed, len(stream), len(before))
				}
				if e.Found() != (len(tc.held) > 0) {
					t.Fatalf("in pieces of %d the end was found: %v", size, e.Found())
				}
				if r := collectAs(tc.format, wire.Events, []byte(stream), size); r.Text != tc.text || r.Finish != tc.finish {
					t.Fatalf("in pieces of %d read as %+v", size, r)
				}
			}
		})
	}
}

func TestWhatIsHeldBackMayBeReleased(t *testing.T) {
	e := wire.Ending{}
	first, rest := sse(early), sse(hi, you, stop)
	if n := e.Safe([]byte(first)); n != 0 || !e.Found() {
		t.Fatalf("%d of an end may pass", n)
	}
	if e.Release(); e.Found() {
		t.Error("what was released is an end")
	}
	if n := e.Safe([]byte(rest)); n != len(sse(hi, you)) || !e.Found() {
		t.Errorf("%d of what follows may pass, found %v", n, e.Found())
	}
}
