package wire_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// collect reads a stream in pieces of the given size.
func collect(stream []byte, size int) wire.Reply {
	c := wire.Collector{Several: true}
	for piece := range chunks(stream, size) {
		c.Write(piece)
	}
	return c.Reply(wire.ChatCompletions.Framing("", true, stream))
}

func chunks(b []byte, size int) func(func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(b) > 0 {
			n := min(size, len(b))
			if !yield(b[:n]) {
				return
			}
			b = b[n:]
		}
	}
}

func sse(events ...string) string {
	return "data: " + strings.Join(events, "\n\ndata: ") + "\n\n"
}

const (
	hi   = `{"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"hi "},"finish_reason":null}]}`
	you  = `{"choices":[{"index":0,"delta":{"content":"you"}}]}`
	stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	use  = `{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}`
)

func TestRepliesAreCollected_TSLP8(t *testing.T) {
	whole := wire.Reply{Text: "hi you", Model: "m", Finish: "stop", TokensIn: 7, TokensOut: 2, Done: true}
	tests := map[string]struct {
		stream string
		want   wire.Reply
	}{
		"events":           {sse(hi, you, stop, use, "[DONE]"), whole},
		"CRLF":             {strings.ReplaceAll(sse(hi, you, stop, use, "[DONE]"), "\n", "\r\n"), whole},
		"CR alone":         {strings.ReplaceAll(sse(hi, you, stop, use, "[DONE]"), "\n", "\r"), whole},
		"no space":         {strings.ReplaceAll(sse(hi, you, stop, use, "[DONE]"), "data: ", "data:"), whole},
		"comments, names":  {": ping\n\nevent: message\nid: 3\n" + sse(hi, you) + ": keep-alive\n\nretry: 5\n" + sse(stop, use, "[DONE]"), whole},
		"byte order mark":  {"\ufeff" + sse(hi, you, stop, use, "[DONE]"), whole},
		"event over lines": {"data: " + strings.Replace(hi, `"choices"`, "\ndata: \"choices\"", 1) + "\n\n" + sse(you, stop, use, "[DONE]"), whole},
		"no blank line at the end": {
			strings.TrimRight(sse(hi, you, stop, use, "[DONE]"), "\n"), whole,
		},
		"cut inside an event": {
			sse(hi) + "data: " + you[:30], wire.Reply{Text: "hi ", Model: "m"},
		},
		"cut inside a rune": {
			sse(hi) + "data: {\"choices\":[{\"delta\":{\"content\":\"\xe2\x82", wire.Reply{Text: "hi ", Model: "m"},
		},
		"rubbish between events": {
			sse(hi, "{not json", "[1]", you, stop), wire.Reply{Text: "hi you", Model: "m", Finish: "stop"},
		},
		"after the marker nothing counts": {
			sse(hi, "[DONE]", you), wire.Reply{Text: "hi ", Model: "m", Finish: "stop", Done: true},
		},
		"other choices": {
			sse(hi, `{"choices":[{"index":1,"delta":{"content":"no"},"finish_reason":"length"}]}`, you, stop), wire.Reply{Text: "hi you", Model: "m", Finish: "stop", Others: []wire.Reply{{Text: "no"}}},
		},
		"calls of other choices": {
			sse(hi, `{"choices":[{"index":2,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"w","arguments":"{\"a\":"}}]}}]}`,
				`{"choices":[{"index":1,"delta":{"content":"no"}},{"index":2,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]}`, you, stop),
			wire.Reply{Text: "hi you", Model: "m", Finish: "stop", Others: []wire.Reply{{Text: "no"}, {ToolCalls: []wire.ToolCall{{ID: "c", Name: "w", Arguments: []byte(`{"a":1}`)}}}}},
		},
		"a choice beyond all bounds": {
			sse(hi, `{"choices":[{"index":100000000,"delta":{"content":"no"}}]}`, you, stop), wire.Reply{Text: "hi you", Model: "m", Finish: "stop", Others: []wire.Reply{{Text: "no"}}},
		},
		"a whole message beside the deltas": {
			sse(hi, you, `{"choices":[{"delta":{},"message":{"content":"hi you"},"finish_reason":"stop"}]}`), wire.Reply{Text: "hi you", Model: "m", Finish: "stop"},
		},
		"reasoning": {
			sse(`{"choices":[{"delta":{"reasoning_content":"hm","reasoning":"hm"}}]}`, `{"choices":[{"delta":{"reasoning":" ok"}}]}`, stop), wire.Reply{Reasoning: "hm ok", Finish: "stop"},
		},
		"content in parts": {
			sse(`{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"a"}]}}]}`, stop), wire.Reply{Text: "a", Finish: "stop"},
		},
		"error event": {
			sse(hi, `{"error":{"message":"out of memory","code":500}}`), wire.Reply{Text: "hi ", Model: "m", Error: "out of memory"},
		},
		"error text": {
			sse(`{"error":"boom"}`), wire.Reply{Error: "boom"},
		},
		"document": {
			`{"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"hi you"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":2}}`,
			wire.Reply{Text: "hi you", Model: "m", Finish: "stop", TokensIn: 7, TokensOut: 2},
		},
		"document with null content and calls": {
			`{"choices":[{"message":{"content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"write","arguments":"{\"p\":1}"}}]},"finish_reason":"tool_calls"}]}`,
			wire.Reply{Finish: "tool_calls", ToolCalls: []wire.ToolCall{{ID: "a", Name: "write", Arguments: []byte(`{"p":1}`)}}},
		},
		"document that is no JSON": {
			`<html>`, wire.Reply{Error: "the reply is not JSON: invalid JSON at byte 0: '{' was expected, found '<'"},
		},
		"nothing": {``, wire.Reply{}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 7, 1 << 20} {
				if got := collect([]byte(tc.stream), size); !reflect.DeepEqual(got, tc.want) {
					t.Errorf("in pieces of %d:\ngot  %+v\nwant %+v", size, got, tc.want)
				}
			}
		})
	}
}

func delta(calls string) string {
	return `{"choices":[{"delta":{"tool_calls":[` + calls + `]}}]}`
}

func TestToolCallDeltasAreJoinedByIndexOrID(t *testing.T) {
	a := wire.ToolCall{ID: "a", Name: "write", Arguments: []byte(`{"path":"x"}`)}
	b := wire.ToolCall{ID: "b", Name: "edit", Arguments: []byte(`{"path":"y"}`)}
	noID := func(c wire.ToolCall) wire.ToolCall { c.ID = ""; return c }
	tests := map[string]struct {
		events []string
		want   []wire.ToolCall
	}{
		"split by index": {[]string{
			delta(`{"index":0,"id":"a","type":"function","function":{"name":"write","arguments":""}}`),
			delta(`{"index":0,"function":{"arguments":"{\"path\""}}`),
			delta(`{"index":1,"id":"b","function":{"name":"edit","arguments":"{\"path\":"}}`),
			delta(`{"index":0,"function":{"arguments":":\"x\"}"}}`),
			delta(`{"index":1,"function":{"arguments":"\"y\"}"}}`),
		}, []wire.ToolCall{a, b}},
		"whole, all with index 0": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"write","arguments":"{\"path\":\"x\"}"}}`),
			delta(`{"index":0,"id":"b","function":{"name":"edit","arguments":"{\"path\":\"y\"}"}}`),
		}, []wire.ToolCall{a, b}},
		"whole, in one event, no index": {[]string{
			delta(`{"id":"a","function":{"name":"write","arguments":"{\"path\":\"x\"}"}},{"id":"b","function":{"name":"edit","arguments":"{\"path\":\"y\"}"}}`),
		}, []wire.ToolCall{a, b}},
		"whole, neither index nor id": {[]string{
			delta(`{"function":{"name":"write","arguments":"{\"path\":\"x\"}"}},{"function":{"name":"edit","arguments":{"path":"y"}}}`),
		}, []wire.ToolCall{noID(a), noID(b)}},
		"id repeated in every delta": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"write","arguments":"{\"path\":"}}`),
			delta(`{"index":0,"id":"a","function":{"name":"write","arguments":"\"x\"}"}}`),
		}, []wire.ToolCall{a}},
		"id after the first delta": {[]string{
			delta(`{"index":0,"function":{"name":"write","arguments":"{\"path\":"}}`),
			delta(`{"index":0,"id":"a","function":{"arguments":"\"x\"}"}}`),
		}, []wire.ToolCall{a}},
		"another id in the second delta": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"write","arguments":"{\"pa"}}`),
			delta(`{"index":0,"id":"z","function":{"name":null,"arguments":"th\":"}}`),
			delta(`{"index":0,"id":"z","function":{"arguments":"\"x\"}"}}`),
			delta(`{"index":0,"id":"z","function":{"arguments":""}}`),
		}, []wire.ToolCall{a}},
		"another id in every delta, with its name": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"write","arguments":""}}`),
			delta(`{"index":0,"id":"y","function":{"name":"write","arguments":"{\"path\":"}}`),
			delta(`{"index":0,"id":"z","function":{"name":"write","arguments":"\"x\"}"}}`),
		}, []wire.ToolCall{a}},
		"another id in every delta, no index": {[]string{
			delta(`{"id":"a","function":{"name":"write","arguments":"{\"path\":"}}`),
			delta(`{"id":"z","function":{"arguments":"\"x\"}"}}`),
		}, []wire.ToolCall{a}},
		"ids that change in two calls": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"write","arguments":"{\"path\":"}}`),
			delta(`{"index":0,"id":"y","function":{"arguments":"\"x\"}"}}`),
			delta(`{"index":1,"id":"b","function":{"name":"edit","arguments":"{\"path\""}}`),
			delta(`{"index":1,"id":"z","function":{"arguments":":\"y\"}"}}`),
		}, []wire.ToolCall{a, b}},
		"two calls of one tool under one index": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"write","arguments":"{\"path\":"}}`),
			delta(`{"index":0,"id":"a","function":{"arguments":"\"x\"}"}}`),
			delta(`{"index":0,"id":"b","function":{"name":"write","arguments":"{\"path\":"}}`),
			delta(`{"index":0,"id":"b","function":{"arguments":"\"}{\"}"}}`),
		}, []wire.ToolCall{a, {ID: "b", Name: "write", Arguments: []byte(`{"path":"}{"}`)}}},
		"a call that has begun, and another": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"list","arguments":""}}`),
			delta(`{"index":0,"id":"b","function":{"name":"edit","arguments":"{\"path\":\"y\"}"}}`),
		}, []wire.ToolCall{{ID: "a", Name: "list"}, b}},
		"an empty delta with another id at the end": {[]string{
			delta(`{"index":0,"id":"a","function":{"name":"write","arguments":"{\"path\":\"x\"}"}}`),
			delta(`{"index":0,"id":"z","function":{}}`),
		}, []wire.ToolCall{a}},
		"older function call": {[]string{
			`{"choices":[{"delta":{"function_call":{"name":"write","arguments":"{\"path\":"}}}]}`,
			`{"choices":[{"delta":{"function_call":{"arguments":"\"x\"}"}}}]}`,
		}, []wire.ToolCall{noID(a)}},
		"of other kinds": {[]string{delta(`1,null`), `{"choices":[{"delta":{"tool_calls":null}}]}`}, nil},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if got := collect([]byte(sse(tc.events...)), 1<<20).ToolCalls; !reflect.DeepEqual(got, tc.want) {
				t.Errorf("got  %+v\nwant %+v", got, tc.want)
			}
		})
	}
}

func TestACollectorStopsAtItsCap(t *testing.T) {
	c := wire.Collector{Cap: 100}
	stream := sse(hi, you, stop)
	for piece := range chunks([]byte(stream), 30) {
		if n, err := c.Write(piece); n != len(piece) || err != nil {
			t.Fatalf("Write: %d, %v", n, err)
		}
	}
	r := c.Reply(wire.Events)
	if !r.Truncated || r.Finish != "" || len(c.Bytes()) != 100 || c.Room() != 0 {
		t.Errorf("%+v, %d kept", r, len(c.Bytes()))
	}
	if c.Reset(); c.Truncated() || c.Room() != 100 {
		t.Error("Reset kept something")
	}
	d := wire.Collector{Cap: 10}
	d.Write([]byte(`{"choices":[]}`))
	if r := d.Reply(wire.Document); r.Error != "" || !r.Truncated {
		t.Errorf("a truncated document is called broken: %+v", r)
	}
}

func TestTheEndIsHeldBackAndNothingElse(t *testing.T) {
	body := sse(hi, you)
	tests := map[string]struct{ before, end string }{
		"finish reason":            {body, sse(stop, use, "[DONE]")},
		"finish, spaces, CRLF":     {strings.ReplaceAll(body, "\n", "\r\n"), "data: {\"choices\":[{\"finish_reason\" : \"length\"}]}\r\n\r\n"},
		"marker alone":             {body, sse("[DONE]")},
		"marker without space":     {body, "data:[DONE]\n\n"},
		"empty reasons go on":      {sse(`{"choices":[{"finish_reason":""}]}`), sse(stop)},
		"the words inside a text":  {sse(`{"choices":[{"delta":{"content":"\"finish_reason\":\"stop\" data: [DONE]"}}]}`, `{"choices":[{"delta":{"content":"finish_reason"}}]}`), sse(stop)},
		"the words in arguments":   {sse(`{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":{"finish_reason":"stop"}}}]},"finish_reason":null}]}`), sse(stop)},
		"event over lines":         {body + "data: {\"choices\":\ndata: [{\"finish_reason\"\n", "data: :\"stop\"}]}\n\n"},
		"byte order mark":          {"", "\ufeffdata: [DONE]\n\n"},
		"comments after the last":  {body + ": ping\n\n", sse(stop)},
		"finish with content":      {body, sse(`{"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}`, "[DONE]")},
		"a reason like null":       {body, sse(`{"choices":[{"finish_reason":"network_error"}]}`)},
		"never":                    {body, ""},
		"a long line stays behind": {sse(`{"choices":[{"delta":{"content":"` + strings.Repeat("x", 5000) + `"}}]}`), sse(stop)},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			stream := tc.before + tc.end
			for size := 1; size <= len(stream); size += 1 + size/64 {
				var e wire.Ending
				var passed bytes.Buffer
				for piece := range chunks([]byte(stream), size) {
					passed.Write(piece[:e.Safe(piece)])
				}
				got := passed.String()
				rest := strings.TrimPrefix(got, tc.before)
				// In small pieces the start of the last line may pass: it shows nothing.
				if !strings.HasPrefix(got, tc.before) || strings.ContainsAny(rest, "\r\n") {
					t.Fatalf("in pieces of %d passed %q", size, got)
				}
				if strings.Contains(rest, "[DONE]") || strings.Contains(rest, `"stop`) {
					t.Fatalf("in pieces of %d the end showed: %q", size, got)
				}
				if e.Found() != (tc.end != "") {
					t.Fatalf("in pieces of %d found %v", size, e.Found())
				}
			}
		})
	}
	t.Run("several choices wait for the marker", func(t *testing.T) {
		e := wire.Ending{MarkerOnly: true}
		if piece := []byte(sse(stop, you)); e.Safe(piece) != len(piece) {
			t.Error("held back at a finish reason")
		}
		if e.Safe([]byte(sse("[DONE]"))) != 0 {
			t.Error("the marker passed")
		}
	})
}

func TestStreamsInTheFormsOfServersAreCollected(t *testing.T) {
	files, err := filepath.Glob("testdata/*.sse")
	if err != nil || len(files) == 0 {
		t.Fatalf("no streams in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			stream, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".sse") + ".want")
			if err != nil {
				t.Fatal(err)
			}
			r := collect(stream, 1<<20)
			got := fmt.Sprintf("text: %s\nreasoning: %s\ncalls: %s\nfinish: %s\nmodel: %s\nusage: %d %d\ndone: %v\n",
				r.Text, r.Reasoning, r.ToolCalls, r.Finish, r.Model, r.TokensIn, r.TokensOut, r.Done)
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// FuzzCollector feeds arbitrary streams in arbitrary pieces: nothing panics,
// and how a stream was cut into pieces makes no difference.
func FuzzCollector(f *testing.F) {
	f.Add([]byte(sse(hi, you, stop, use, "[DONE]")), uint8(3))
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"x\",\"arguments\":\"{}\"}}]}}]}\r\n\r\n"), uint8(1))
	f.Add([]byte(`{"choices":[{"message":{"content":"x"}}],"error":"e"}`), uint8(9))
	f.Add([]byte(":\n\ndata\ndata:\n\nevent: x\ndata: {}\r\rdata: \xff"), uint8(2))
	f.Add([]byte(sse(`{"choices":[{"finish_reason":",x"}]}`)), uint8(255))
	f.Add([]byte(sse(stop, hi, `{"choices":[{"finish_reason":"stop","delta":{"content":"x"}}]}`, "[DONE]")), uint8(20))
	f.Add([]byte(sse(delta(`{"index":0,"id":"a","function":{"name":"x","arguments":"{"}}`), delta(`{"index":0,"id":"b","function":{"arguments":"}"}}`),
		`{"choices":[{"finish_reason":{"type":"eos"}}]}`, "[DONE]")), uint8(40))
	f.Fuzz(func(t *testing.T, stream []byte, size uint8) {
		whole := collect(stream, len(stream)+1)
		pieces := collect(stream, int(size)+1)
		if !reflect.DeepEqual(whole, pieces) {
			t.Fatalf("whole  %+v\npieces %+v", whole, pieces)
		}
		var e wire.Ending
		passed := passes(t, &e, stream, int(size)+1)
		if r := collect(stream[:passed], len(stream)+1); !goesOn("", stream) && wire.ChatCompletions.Framing("", true, stream) == wire.Events && (r.Done || r.Finish != "") {
			t.Fatalf("the end passed in %q: %+v", stream[:passed], r)
		}
	})
}
