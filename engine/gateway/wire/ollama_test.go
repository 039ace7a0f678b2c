package wire_test

import (
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// ollamaLoop is a request in the middle of a tool loop.
const ollamaLoop = `{"model":"qwen3","tools":[{"type":"function"}],"options":{"num_ctx":8192},"messages":[
	{"role":"system","content":"You edit."},{"role":"user","content":"fix A","images":null},
	{"role":"assistant","content":"","thinking":"hm","tool_calls":[{"function":{"name":"read","arguments":{"path":"a.go"}}},{"function":{"name":"read","arguments":{"path":"b.go"}}},{"function":{"name":"ls","arguments":{}}}]},
	{"role":"tool","tool_name":"read","content":"package a"},{"role":"tool","tool_name":"ls","content":"a.go"},{"role":"tool","content":"package b"}]}`

func TestOllamaChatIsRead_TSLP8_1(t *testing.T) {
	r := parseAs(t, wire.OllamaChat, ollamaLoop)
	if r.Model != "qwen3" || !r.Stream || !r.HasTools || r.System != "You edit." || r.Turn != 1 || r.Written != "fix A" || !r.Continues || r.Side {
		t.Errorf("%+v", r)
	}
	callsAre(t, r.Since[0].ToolCalls,
		wire.ToolCall{ID: "#1", Name: "read", Arguments: []byte(`{"path":"a.go"}`)},
		wire.ToolCall{ID: "#2", Name: "read", Arguments: []byte(`{"path":"b.go"}`)},
		wire.ToolCall{ID: "#3", Name: "ls", Arguments: []byte(`{}`)})
	resultsAre(t, r.Since[1].ToolResults, wire.ToolResult{CallID: "#1", Name: "read", Text: "package a"})
	resultsAre(t, r.Since[2].ToolResults, wire.ToolResult{CallID: "#3", Name: "ls", Text: "a.go"})
	resultsAre(t, r.Since[3].ToolResults, wire.ToolResult{CallID: "#2", Name: "read", Text: "package b"})
}

func TestOllamaStreamsUnlessItIsToldNotTo(t *testing.T) {
	for body, want := range map[string]bool{`{}`: true, `{"stream":null}`: true, `{"stream":true}`: true, `{"stream":false}`: false} {
		if r := parseAs(t, wire.OllamaChat, body); r.Stream != want {
			t.Errorf("%s: stream %v", body, r.Stream)
		}
	}
}

func TestAPictureIsATurnWhereverItStandsInItsMessage(t *testing.T) {
	for _, body := range []string{`{"messages":[{"role":"user","images":["x"],"content":""}]}`, `{"messages":[{"role":"user","content":"","images":["x"]}]}`} {
		if r := parseAs(t, wire.OllamaChat, body); r.Turn != 1 {
			t.Errorf("%s: turn %d", body, r.Turn)
		}
	}
}

func TestLoadingAModelIsNoTurn(t *testing.T) {
	for _, body := range []string{`{"model":"m"}`, `{"model":"m","messages":[],"keep_alive":0}`} {
		if r := parseAs(t, wire.OllamaChat, body); !r.Side || r.Turn != 0 {
			t.Errorf("%s: side %v, turn %d", body, r.Side, r.Turn)
		}
	}
}

func TestOllamaInsertion_TSLP8_2(t *testing.T) {
	insertions{
		"string":     {`{"messages":[{"role":"user","content":"a","images":["x"]}]}`, `{"messages":[{"role":"user","content":"<\n>a","images":["x"]}]}`},
		"no content": {`{"messages":[{"role":"user","images":["x"]}]}`, ``},
		"results":    {`{"messages":[{"role":"user","content":"a"},{"role":"tool","content":"x"}]}`, `{"messages":[{"role":"user","content":"<\n>a"},{"role":"tool","content":"x"}]}`},
	}.run(t, wire.OllamaChat)
}

const (
	ollamaText = `{"model":"qwen3","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"hi "},"done":false}` + "\n" +
		`{"model":"qwen3","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"you"},"done":false}` + "\n"
	ollamaEnd   = `{"model":"qwen3","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":5,"eval_count":4}` + "\n"
	ollamaCalls = `{"model":"qwen3","message":{"role":"assistant","content":"","tool_calls":[{"function":{"index":0,"name":"todo","arguments":{"done":true}}},{"id":"c2","function":{"name":"todo","arguments":{"done":true}}}]},"done":false}` + "\n" +
		`{"model":"qwen3","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"todo","arguments":{}}}]},"done":false}` + "\n"
)

func TestOllamaRepliesAreCollected_TSLP8(t *testing.T) {
	whole := wire.Reply{Text: "hi you", Model: "qwen3", Finish: "stop", TokensIn: 5, TokensOut: 4, Done: true}
	calls := whole
	calls.Finish = "tool_calls"
	calls.ToolCalls = []wire.ToolCall{{Name: "todo", Arguments: []byte(`{"done":true}`)}, {ID: "c2", Name: "todo", Arguments: []byte(`{"done":true}`)}, {Name: "todo", Arguments: []byte(`{}`)}}
	broken := wire.Reply{Text: "hi you", Model: "qwen3", Error: "out of memory"}
	replies{
		"text":                     {wire.Lines, ollamaText + ollamaEnd, whole},
		"CRLF":                     {wire.Lines, strings.ReplaceAll(ollamaText+ollamaEnd, "\n", "\r\n"), whole},
		"no line break at the end": {wire.Lines, strings.TrimSpace(ollamaText + ollamaEnd), whole},
		"calls":                    {wire.Lines, ollamaText + ollamaCalls + ollamaEnd, calls},
		"cut":                      {wire.Lines, ollamaText + ollamaEnd[:60], wire.Reply{Text: "hi you", Model: "qwen3"}},
		"error":                    {wire.Lines, ollamaText + `{"error":"out of memory"}` + "\n", broken},
		"thinking":                 {wire.Lines, `{"message":{"content":"","thinking":"hm"},"done":false}`, wire.Reply{Reasoning: "hm"}},
		"no reason":                {wire.Lines, `{"message":{"content":"a"},"done":true}`, wire.Reply{Text: "a", Finish: "stop", Done: true}},
		"too long":                 {wire.Lines, `{"message":{"content":"a"},"done":true,"done_reason":"length"}`, wire.Reply{Text: "a", Finish: "length", Done: true}},
		"one document":             {wire.Document, ollamaEnd, wire.Reply{Model: "qwen3", Finish: "stop", TokensIn: 5, TokensOut: 4, Done: true}},
		"one document over lines":  {wire.Document, "{\"model\":\"qwen3\",\n\"done\":\ntrue}\n", wire.Reply{Model: "qwen3", Finish: "stop", Done: true}},
	}.run(t, wire.OllamaChat)
}

func FuzzOllamaRequest(f *testing.F) {
	fuzzRequests(f, wire.OllamaChat, ollamaLoop, `{"stream":false,"messages":[{"role":"user","content":"a"}]}`)
}

func FuzzOllamaReply(f *testing.F) {
	fuzzReplies(f, wire.OllamaChat, ollamaText+ollamaCalls+ollamaEnd, ollamaEnd, "{\"done\":\ntrue}")
}
