package wire_test

import (
	"testing"

	"holdfast/engine/gateway/wire"
)

// messagesLoop is a request in the middle of a tool loop.
const messagesLoop = `{"model":"claude","max_tokens":100,"stream":true,"system":[{"type":"text","text":"x-anthropic-billing-header: v=1; c=9f;"},
	{"type":"text","text":"You edit.","cache_control":{"type":"ephemeral"}}],"tools":[{"name":"Edit"}],"messages":[
	{"role":"user","content":[{"type":"text","text":"<system-reminder>\nbe brief\n</system-reminder>"},{"type":"text","text":"fix A","cache_control":{"type":"ephemeral"}}]},
	{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"I look."},
		{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"a.go"}},{"type":"tool_use","id":"t2","name":"Edit","input":{ "old_string" : "x\n" }}]},
	{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"1\tpackage a"},
		{"type":"tool_result","tool_use_id":"t2","is_error":true,"content":[{"type":"text","text":"not"},{"type":"text","text":"found"}]},
		{"type":"text","text":"<system-reminder>\ntodo\n</system-reminder>"}]}]}`

func TestMessagesAreRead_TSLP8_1(t *testing.T) {
	r := parseAs(t, wire.Messages, messagesLoop)
	if r.Format != wire.Messages || r.Model != "claude" || !r.Stream || !r.HasTools || r.System != "You edit." || r.Side {
		t.Errorf("%+v", r)
	}
	if r.Turn != 1 || r.Written != "fix A" || !r.Continues || len(r.History) != 0 || len(r.Since) != 2 {
		t.Errorf("turn %d, written %q, continues %v, %d before, %d since", r.Turn, r.Written, r.Continues, len(r.History), len(r.Since))
	}
	callsAre(t, r.Since[0].ToolCalls,
		wire.ToolCall{ID: "t1", Name: "Read", Arguments: []byte(`{"file_path":"a.go"}`)},
		wire.ToolCall{ID: "t2", Name: "Edit", Arguments: []byte(`{ "old_string" : "x\n" }`)})
	resultsAre(t, r.Since[1].ToolResults, wire.ToolResult{CallID: "t1", Text: "1\tpackage a"}, wire.ToolResult{CallID: "t2", Text: "not\nfound", IsError: true})
	if r.Since[0].Text != "I look." {
		t.Errorf("assistant said %q", r.Since[0].Text)
	}
}

func TestMessagesWithResultsAreNoTurnUnlessTheUserSpeaks_TSLP8_1(t *testing.T) {
	const head = `{"messages":[{"role":"user","content":"one"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"R","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}`
	tests := map[string]struct {
		rest    string
		turn    int
		written string
	}{
		"results alone":          {`]}]}`, 1, "one"},
		"a reminder beside them": {`,{"type":"text","text":"<system-reminder>x</system-reminder>"}]}]}`, 1, "one"},
		"an unknown wrapper":     {`,{"type":"text","text":"<thing>\nx\n</thing>"}]}]}`, 1, "one"},
		"an image":               {`,{"type":"image","source":{}}]}]}`, 1, "one"},
		"interrupted":            {`,{"type":"text","text":"[Request interrupted by user for tool use]"}]}]}`, 1, "one"},
		"words of the user":      {`,{"type":"text","text":"no, stop"}]}]}`, 2, "no, stop"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			r := parseAs(t, wire.Messages, head+tc.rest)
			if r.Turn != tc.turn || r.Written != tc.written || r.Continues != (tc.turn == 1) {
				t.Errorf("turn %d, written %q, continues %v", r.Turn, r.Written, r.Continues)
			}
		})
	}
}

func TestMessagesInsertion_TSLP8_2(t *testing.T) {
	insertions{
		"string": {
			`{"messages":[{"role":"user","content":"a"}]}`, `{"messages":[{"role":"user","content":"<\n>a"}]}`,
		},
		"parts with cache control": {
			`{"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}]}`,
			`{"messages":[{"role":"user","content":[{"type":"text","text":"<\n>"},{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}]}`,
		},
		"after results": {
			`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"} , {"type":"tool_result","tool_use_id":"u"},{"type":"text","text":"a"}]}]}`,
			`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"} , {"type":"tool_result","tool_use_id":"u"},{"type":"text","text":"<\n>"},{"type":"text","text":"a"}]}]}`,
		},
		"before an image": {
			`{"messages":[{"role":"user","content":[{"type":"image","source":{}},{"type":"text","text":"a"}]}]}`,
			`{"messages":[{"role":"user","content":[{"type":"text","text":"<\n>"},{"type":"image","source":{}},{"type":"text","text":"a"}]}]}`,
		},
		"at the user's message in a loop": {
			`{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"R","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}]}`,
			`{"messages":[{"role":"user","content":"<\n>a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"R","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}]}`,
		},
		"results alone": {`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}]}`, ``},
		"no messages":   {`{"messages":[]}`, ``},
	}.run(t, wire.Messages)
}

const (
	msgStart = `event: message_start` + "\n" + `data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":5,"cache_read_input_tokens":2,"cache_creation_input_tokens":1,"output_tokens":1}}}` + "\n\n"
	msgText  = `event: content_block_start` + "\n" + `data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}` + "\n\n" +
		"event: ping\ndata: {\"type\":\"ping\"}\n\n" +
		`event: content_block_delta` + "\n" + `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi "}}` + "\n\n" +
		`event: content_block_delta` + "\n" + `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"you"}}` + "\n\n" +
		`event: content_block_stop` + "\n" + `data: {"type":"content_block_stop","index":0}` + "\n\n"
	msgStop = `event: message_delta` + "\n" + `data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":4}}` + "\n\n" +
		`event: message_stop` + "\n" + `data: {"type":"message_stop"}` + "\n\n"
	msgUse = `data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t1","name":"Write","input":{}}}` + "\n\n" +
		`data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":""}}` + "\n\n" +
		`data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"file_path\":"}}` + "\n\n" +
		`data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"\"a.go\"}"}}` + "\n\n" +
		`data: {"type":"content_block_stop","index":1}` + "\n\n" +
		`data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"t2","name":"List","input":{"stop_reason":"x"}}}` + "\n\n" +
		`data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":9}}` + "\n\n" + `data: {"type":"message_stop"}` + "\n\n"
)

func TestMessagesRepliesAreCollected_TSLP8(t *testing.T) {
	whole := wire.Reply{ID: "msg_1", Text: "hi you", Model: "claude", Finish: "stop", TokensIn: 8, TokensOut: 4, Done: true, Prompt: wire.Prompt{Cached: 2, Processed: 6}}
	calls := whole
	calls.Finish, calls.TokensOut = "tool_calls", 9
	calls.ToolCalls = []wire.ToolCall{{ID: "t1", Name: "Write", Arguments: []byte(`{"file_path":"a.go"}`)}, {ID: "t2", Name: "List", Arguments: []byte(`{"stop_reason":"x"}`)}}
	begun := wire.Reply{ID: "msg_1", Text: "hi you", Model: "claude", TokensIn: 8, TokensOut: 1, Prompt: wire.Prompt{Cached: 2, Processed: 6}}
	broken := begun
	broken.Error = "Overloaded"
	replies{
		"text":      {wire.Events, msgStart + msgText + msgStop, whole},
		"calls":     {wire.Events, msgStart + msgText + msgUse, calls},
		"cut":       {wire.Events, msgStart + msgText, begun},
		"error":     {wire.Events, msgStart + msgText + "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n", broken},
		"thinking":  {wire.Events, sse(`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}`), wire.Reply{Reasoning: "hm"}},
		"two texts": {wire.Events, sse(`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"a"}}`, `{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}`, `{"type":"content_block_delta","index":1,"delta":{"text":"b"}}`, `{"type":"content_block_delta","index":1,"delta":{"text":"c"}}`), wire.Reply{Text: "a\nbc"}},
		"tools of the server": {wire.Events, sse(`{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`,
			`{"type":"message_delta","delta":{"stop_reason":"pause_turn"}}`), wire.Reply{Finish: "pause_turn"}},
		"document": {wire.Document, `{"id":"msg_1","type":"message","role":"assistant","model":"claude","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"hi"},{"type":"tool_use","id":"t","name":"W","input":{"a":[1]}}],"stop_reason":"tool_use","usage":{"input_tokens":3,"output_tokens":2}}`,
			wire.Reply{ID: "msg_1", Text: "hi", Reasoning: "hm", Model: "claude", Finish: "tool_calls", TokensIn: 3, TokensOut: 2, ToolCalls: []wire.ToolCall{{ID: "t", Name: "W", Arguments: []byte(`{"a":[1]}`)}}}},
		"cut off by the limit": {wire.Document, `{"content":[{"type":"text","text":"hi"}],"stop_reason":"max_tokens"}`, wire.Reply{Text: "hi", Finish: "length"}},
		"document, error":      {wire.Document, `{"type":"error","error":{"type":"api_error","message":"boom"}}`, wire.Reply{Error: "boom"}},
	}.run(t, wire.Messages)
}

func FuzzMessagesRequest(f *testing.F) {
	fuzzRequests(f, wire.Messages, messagesLoop,
		`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"},"x",{"type":"text","text":"a"}]}]}`,
		`{"system":"s","messages":[{"role":"user","content":[]},{"content":"","role":"user"}]}`)
}

func FuzzMessagesReply(f *testing.F) {
	fuzzReplies(f, wire.Messages, msgStart+msgText+msgStop, msgStart+msgUse, `{"content":[{"type":"text","text":"hi"}],"stop_reason":"end_turn"}`)
}
