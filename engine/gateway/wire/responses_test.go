package wire_test

import (
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// responsesLoop is a request in the middle of a tool loop.
const responsesLoop = `{"model":"gpt","instructions":"You edit.","stream":true,"store":false,"tools":[{"type":"function","name":"shell"}],"input":[
	{"type":"message","role":"developer","content":[{"type":"input_text","text":"Be safe."}]},
	{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>\n<cwd>/w</cwd>\n</environment_context>"}]},
	{"type":"message","role":"user","content":[{"type":"input_text","text":"fix A"}]},
	{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}],"content":null,"encrypted_content":"x"},
	{"type":"message","role":"assistant","content":[{"type":"output_text","text":"I look."}]},
	{"type":"function_call","id":"fc_1","call_id":"c1","name":"exec_command","arguments":"{\"cmd\":\"cat a.go\"}"},
	{"type":"function_call_output","call_id":"c1","output":"package a\n"},
	{"type":"custom_tool_call","call_id":"c2","name":"apply_patch","input":"*** Begin Patch\n"},
	{"type":"custom_tool_call_output","call_id":"c2","output":[{"type":"input_text","text":"Done"},{"type":"input_text","text":"."}]},
	{"type":"local_shell_call","call_id":"c3","status":"completed","action":{"type":"exec","command":["ls"]}},
	{"type":"local_shell_call_output","call_id":"c3","output":"{\"output\":\"a.go\"}"},
	{"type":"apply_patch_call","call_id":"c4","operation":{"type":"create_file","path":"b.go","diff":"+x"}},
	{"type":"apply_patch_call_output","call_id":"c4","status":"failed","output":"no"},
	{"type":"web_search_call","id":"ws_1","status":"completed","action":{"query":"q"}}]}`

func TestResponsesAreRead_TSLP8_1(t *testing.T) {
	r := parseAs(t, wire.Responses, responsesLoop)
	if r.Model != "gpt" || !r.Stream || !r.HasTools || r.System != "You edit.\n\nBe safe." || r.Side {
		t.Errorf("%+v", r)
	}
	if r.Turn != 1 || r.Written != "fix A" || !r.Continues || len(r.History) != 2 || len(r.Since) != 9 {
		t.Errorf("turn %d, written %q, continues %v, %d before, %d since", r.Turn, r.Written, r.Continues, len(r.History), len(r.Since))
	}
	var calls []wire.ToolCall
	var results []wire.ToolResult
	for _, m := range r.Since {
		calls, results = append(calls, m.ToolCalls...), append(results, m.ToolResults...)
	}
	callsAre(t, calls,
		wire.ToolCall{ID: "c1", Name: "exec_command", Arguments: []byte(`{"cmd":"cat a.go"}`)},
		wire.ToolCall{ID: "c2", Name: "apply_patch", Input: "*** Begin Patch\n"},
		wire.ToolCall{ID: "c3", Name: "local_shell", Arguments: []byte(`{"type":"exec","command":["ls"]}`)},
		wire.ToolCall{ID: "c4", Name: "apply_patch", Arguments: []byte(`{"type":"create_file","path":"b.go","diff":"+x"}`)})
	resultsAre(t, results,
		wire.ToolResult{CallID: "c1", Text: "package a\n"}, wire.ToolResult{CallID: "c2", Text: "Done\n."},
		wire.ToolResult{CallID: "c3", Text: `{"output":"a.go"}`}, wire.ToolResult{CallID: "c4", Text: "no", IsError: true})
	if r.Since[0].Text != "I look." || r.Since[0].Role != "assistant" || r.Since[2].Role != "tool" {
		t.Errorf("%+v", r.Since)
	}
}

func TestWhatAServerKeepsOfAConversationIsNamed(t *testing.T) {
	tests := map[string]struct {
		body, previous, thread string
		turn                   int
		continues              bool
	}{
		"a further prompt":      {`{"previous_response_id":"resp_1","input":"more"}`, "resp_1", "", 1, false},
		"results only":          {`{"previous_response_id":"resp_1","input":[{"type":"function_call_output","call_id":"c","output":"x"}]}`, "resp_1", "", 0, true},
		"a conversation":        {`{"conversation":"conv_1","input":[{"role":"user","content":"more"}]}`, "", "conv_1", 1, false},
		"a conversation object": {`{"conversation":{"id":"conv_1"},"input":"more"}`, "", "conv_1", 1, false},
		"none":                  {`{"previous_response_id":null,"input":"first"}`, "", "", 1, false},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			r := parseAs(t, wire.Responses, tc.body)
			if r.Previous != tc.previous || r.Thread != tc.thread || r.Turn != tc.turn || r.Continues != tc.continues {
				t.Errorf("previous %q, turn %d, continues %v", r.Previous, r.Turn, r.Continues)
			}
			if tc.turn == 0 && (len(r.Since) != 1 || len(r.History) != 0 || r.InsertAt >= 0) {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestResponsesInsertion_TSLP8_2(t *testing.T) {
	insertions{
		"input is a string": {`{"input": "a","x":1.0}`, `{"input": "<\n>a","x":1.0}`},
		"string content":    {`{"input":[{"role":"user","content":"a"}]}`, `{"input":[{"role":"user","content":"<\n>a"}]}`},
		"parts": {
			`{"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"a"}]}]}`,
			`{"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"<\n>"},{"type":"input_text","text":"a"}]}]}`,
		},
		"not into what the environment says": {
			`{"input":[{"role":"user","content":"a"},{"role":"user","content":"<environment_context>\nx\n</environment_context>"}]}`,
			`{"input":[{"role":"user","content":"<\n>a"},{"role":"user","content":"<environment_context>\nx\n</environment_context>"}]}`,
		},
		"results alone": {`{"input":[{"type":"function_call_output","call_id":"c","output":"x"}]}`, ``},
		"no input":      {`{"model":"m"}`, ``},
	}.run(t, wire.Responses)
}

const (
	respStart = `event: response.created` + "\n" + `data: {"type":"response.created","response":{"id":"resp_1","model":"gpt","status":"in_progress","output":[],"error":null}}` + "\n\n"
	respText  = `data: {"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m","role":"assistant","content":[]}}` + "\n\n" +
		`data: {"type":"response.output_text.delta","item_id":"m","output_index":0,"content_index":0,"delta":"hi "}` + "\n\n" +
		`data: {"type":"response.output_text.delta","item_id":"m","output_index":0,"content_index":0,"delta":"you"}` + "\n\n" +
		`data: {"type":"response.output_text.done","item_id":"m","output_index":0,"content_index":0,"text":"hi you"}` + "\n\n"
	respTextItem = `{"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","text":"hi you"}]}`
	respTextDone = `data: {"type":"response.output_item.done","output_index":0,"item":` + respTextItem + `}` + "\n\n"
	respCallItem = `{"type":"function_call","id":"fc","call_id":"c1","name":"write","arguments":"{\"path\":\"a.go\"}"}`
	respCall     = `data: {"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","id":"fc","call_id":"c1","name":"write","arguments":""}}` + "\n\n" +
		`data: {"type":"response.function_call_arguments.delta","output_index":1,"item_id":"fc","delta":"{\"path\":"}` + "\n\n" +
		`data: {"type":"response.function_call_arguments.delta","output_index":1,"item_id":"fc","delta":"\"a.go\"}"}` + "\n\n" +
		`data: {"type":"response.function_call_arguments.done","output_index":1,"item_id":"fc","arguments":"{\"path\":\"a.go\"}"}` + "\n\n" +
		`data: {"type":"response.output_item.done","output_index":1,"item":` + respCallItem + `}` + "\n\n"
	respPatchItem = `{"type":"custom_tool_call","id":"ct","call_id":"c2","name":"apply_patch","input":"*** Begin"}`
)

// respEnd is the event that ends a response, with all of it.
func respEnd(items ...string) string {
	return "event: response.completed\n" + `data: {"type":"response.completed","response":{"id":"resp_1","model":"gpt","status":"completed","output":[` + strings.Join(items, ",") + `],"error":null,"usage":{"input_tokens":5,"output_tokens":4}}}` + "\n\n"
}

func TestResponsesRepliesAreCollected_TSLP8(t *testing.T) {
	whole := wire.Reply{ID: "resp_1", Text: "hi you", Model: "gpt", Finish: "stop", TokensIn: 5, TokensOut: 4, Done: true}
	write := wire.ToolCall{ID: "c1", Name: "write", Arguments: []byte(`{"path":"a.go"}`)}
	calls := whole
	calls.Finish, calls.ToolCalls = "tool_calls", []wire.ToolCall{write, {ID: "c2", Name: "apply_patch", Input: "*** Begin"}}
	begun := wire.Reply{ID: "resp_1", Text: "hi you", Model: "gpt"}
	failed := begun
	failed.Error, failed.Done = "out of memory", true
	short := begun
	short.Finish, short.Done = "length", true
	replies{
		"text":                       {wire.Events, respStart + respText + respTextDone + respEnd(respTextItem), whole},
		"items without deltas":       {wire.Events, respStart + respTextDone + respEnd(respTextItem), whole},
		"only the response":          {wire.Events, respStart + respEnd(respTextItem), whole},
		"deltas only":                {wire.Events, respStart + respText + respEnd(), whole},
		"marker after the end":       {wire.Events, respStart + respText + respEnd() + "data: [DONE]\n\n", whole},
		"calls":                      {wire.Events, respStart + respText + respCall + sse(`{"type":"response.output_item.done","output_index":2,"item":`+respPatchItem+`}`) + respEnd(respTextItem, respCallItem, respPatchItem), calls},
		"calls only in the response": {wire.Events, respStart + respText + respEnd(respTextItem, respCallItem, respPatchItem), calls},
		"custom input in deltas": {wire.Events, sse(`{"type":"response.output_item.added","output_index":0,"item":{"type":"custom_tool_call","call_id":"c2","name":"apply_patch","input":""}}`,
			`{"type":"response.custom_tool_call_input.delta","output_index":0,"delta":"*** "}`, `{"type":"response.custom_tool_call_input.delta","output_index":0,"delta":"Begin"}`),
			wire.Reply{ToolCalls: []wire.ToolCall{{ID: "c2", Name: "apply_patch", Input: "*** Begin"}}}},
		"cut":       {wire.Events, respStart + respText, begun},
		"failed":    {wire.Events, respStart + respText + sse(`{"type":"response.failed","response":{"status":"failed","error":{"code":"x","message":"out of memory"}}}`), failed},
		"too long":  {wire.Events, respStart + respText + sse(`{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}`), short},
		"error":     {wire.Events, sse(`{"type":"error","code":"x","message":"boom","param":null}`), wire.Reply{Error: "boom"}},
		"two texts": {wire.Events, respText + sse(`{"type":"response.output_text.delta","output_index":1,"content_index":0,"delta":"and"}`), wire.Reply{Text: "hi you\nand"}},
		"reasoning": {wire.Events, sse(`{"type":"response.reasoning_summary_text.delta","output_index":0,"delta":"hm"}`), wire.Reply{Reasoning: "hm"}},
		"the words of the end in a text": {wire.Events, respText + sse(`{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"\"type\":\"response.completed\""}`,
			`{"type":"response.output_item.done","output_index":1,"item":{"type":"response.completed"}}`), wire.Reply{Text: `hi you"type":"response.completed"`}},
		"document": {wire.Document, `{"id":"resp_1","object":"response","model":"gpt","status":"completed","error":null,"incomplete_details":null,"output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]},` + respTextItem + `,` + respCallItem + `],"usage":{"input_tokens":5,"output_tokens":4}}`,
			wire.Reply{ID: "resp_1", Text: "hi you", Reasoning: "hm", Model: "gpt", Finish: "tool_calls", TokensIn: 5, TokensOut: 4, ToolCalls: []wire.ToolCall{write}}},
		"document that is not over": {wire.Document, `{"id":"resp_1","status":"in_progress","output":[]}`, wire.Reply{ID: "resp_1"}},
		"document, failed":          {wire.Document, `{"status":"failed","error":null}`, wire.Reply{Error: "the response failed and says no reason"}},
	}.run(t, wire.Responses)
}

func FuzzResponsesRequest(f *testing.F) {
	fuzzRequests(f, wire.Responses, responsesLoop, `{"input":"a"}`, `{"input":[{"role":"user","content":["x",{"text":"y"}]},"z"]}`)
}

func FuzzResponsesReply(f *testing.F) {
	fuzzReplies(f, wire.Responses, respStart+respText+respCall+respEnd(respTextItem, respCallItem), respStart+respEnd(),
		`{"status":"completed","output":[`+respTextItem+`,`+respPatchItem+`]}`)
}

func TestTwoCallsOfOneToolInADocumentAreTwo(t *testing.T) {
	c := wire.Collector{Format: wire.Responses}
	_, _ = c.Write([]byte(`{"id":"r","status":"completed","output":[
		{"type":"function_call","id":"f1","call_id":"c1","name":"write","arguments":"{\"path\":\"a\"}"},
		{"type":"function_call","id":"f2","call_id":"c2","name":"write","arguments":"{\"path\":\"b\"}"}]}`))
	calls := c.Reply(wire.Document).ToolCalls
	if len(calls) != 2 || calls[0].ID != "c1" || calls[1].ID != "c2" || string(calls[1].Arguments) != `{"path":"b"}` {
		t.Errorf("%+v", calls)
	}
}
