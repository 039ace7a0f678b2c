package scripted_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"holdfast/engine/gateway/scripted"
	"holdfast/engine/gateway/wire"
)

// requests are, for each format, how a prompt is sent, and how the result of a
// call follows it.
var requests = map[wire.Format]struct{ path, prompt, result string }{
	wire.ChatCompletions: {"/v1/chat/completions", `{"stream":%v,"tools":[{}],"messages":[{"role":"user","content":"edit it"}]}`,
		`{"stream":%v,"tools":[{}],"messages":[{"role":"user","content":"edit it"},{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"write","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"ok"}]}`},
	wire.Messages: {"/v1/messages", `{"stream":%v,"tools":[{}],"messages":[{"role":"user","content":"edit it"}]}`,
		`{"stream":%v,"tools":[{}],"messages":[{"role":"user","content":"edit it"},{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"write","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"ok"}]}]}`},
	wire.Responses: {"/v1/responses", `{"stream":%v,"tools":[{}],"input":"edit it"}`,
		`{"stream":%v,"tools":[{}],"input":[{"role":"user","content":"edit it"},{"type":"function_call","call_id":"c","name":"write","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"ok"}]}`},
	wire.OllamaChat: {"/api/chat", `{"stream":%v,"tools":[{}],"messages":[{"role":"user","content":"edit it"}]}`,
		`{"stream":%v,"tools":[{}],"messages":[{"role":"user","content":"edit it"},{"role":"assistant","content":"","tool_calls":[{"function":{"name":"write","arguments":{}}}]},{"role":"tool","tool_name":"write","content":"ok"}]}`},
}

// answered posts a body and reads the answer as the gateway does.
func answered(t *testing.T, f wire.Format, url, body string, stream bool) wire.Reply {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	c := wire.Collector{Format: f}
	if _, err := io.Copy(&c, resp.Body); err != nil {
		t.Fatal(err)
	}
	return c.Reply(f.Framing(resp.Header.Get("Content-Type"), stream, nil))
}

// eachFormat runs a test for each format, streamed and not.
func eachFormat(t *testing.T, test func(t *testing.T, f wire.Format, stream bool)) {
	for f := range requests {
		for _, stream := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s stream=%v", f, stream), func(t *testing.T) { test(t, f, stream) })
		}
	}
}

func TestOneScriptSpeaksEveryFormat(t *testing.T) {
	base := start(t, scripted.Script{Model: "m", Turns: []scripted.Turn{{
		Match: []string{"edit"}, Reply: "I write it.\n", Reasoning: "hm",
		ToolCalls: []wire.ToolCall{{ID: "c1", Name: "write", Arguments: json.RawMessage(`{"path":"ä.go"}`)}, {Name: "patch", Input: "*** Begin Patch\n"}},
		Then:      "It is written.",
	}}})
	eachFormat(t, func(t *testing.T, f wire.Format, stream bool) {
		api := requests[f]
		r := answered(t, f, base+api.path, fmt.Sprintf(api.prompt, stream), stream)
		if r.Text != "I write it.\n" || r.Reasoning != "hm" || r.Finish != "tool_calls" || r.Model != "m" || r.TokensIn == 0 || r.TokensOut == 0 || r.Error != "" {
			t.Errorf("%+v", r)
		}
		if len(r.ToolCalls) != 2 || r.ToolCalls[0].Name != "write" || string(r.ToolCalls[0].Arguments) != `{"path":"ä.go"}` || r.ToolCalls[1].Name != "patch" {
			t.Fatalf("calls %s", r.ToolCalls)
		}
		custom := r.ToolCalls[1]
		switch f {
		case wire.ChatCompletions, wire.Responses: // know custom tools
			if custom.Input != "*** Begin Patch\n" || custom.Arguments != nil {
				t.Errorf("custom call %s", custom)
			}
		default:
			if string(custom.Arguments) != `{"input":"*** Begin Patch\n"}` {
				t.Errorf("custom call %s", custom)
			}
		}
		if ids := r.ToolCalls[0].ID == "c1" && r.ToolCalls[1].ID != ""; ids != (f != wire.OllamaChat) {
			t.Errorf("ids %q and %q", r.ToolCalls[0].ID, custom.ID)
		}
		then := answered(t, f, base+api.path, fmt.Sprintf(api.result, stream), stream)
		if then.Text != "It is written." || then.Finish != "stop" || len(then.ToolCalls) > 0 {
			t.Errorf("after the results: %+v", then)
		}
	})
}

// TestATurnGoesOnInSteps gives each answer of a turn when the calls before it
// have their results, whatever the format, and side requests an answer of
// their own.
func TestATurnGoesOnInSteps(t *testing.T) {
	step := func(name string) scripted.Turn {
		return scripted.Turn{ToolCalls: []wire.ToolCall{{Name: name, Arguments: json.RawMessage(`{}`)}}}
	}
	first := step("read")
	first.Next, first.Then = []scripted.Turn{step("edit"), {Reply: "Half way."}}, "never said"
	base := start(t, scripted.Script{Default: first, Side: &scripted.Turn{Reply: "A title"}})
	eachFormat(t, func(t *testing.T, f wire.Format, stream bool) {
		api := requests[f]
		ask := func(body string) wire.Reply {
			return answered(t, f, base+api.path, fmt.Sprintf(body, stream), stream)
		}
		if r := ask(api.prompt); len(r.ToolCalls) != 1 || r.ToolCalls[0].Name != "read" {
			t.Errorf("at first: %+v", r)
		}
		if r := ask(api.result); len(r.ToolCalls) != 1 || r.ToolCalls[0].Name != "edit" {
			t.Errorf("after one result: %+v", r)
		}
		again := api.result[strings.Index(api.result, `"edit it"},`)+len(`"edit it"},`) : strings.LastIndex(api.result, "]")]
		if r := ask(strings.Replace(api.result, again, again+","+again, 1)); r.Text != "Half way." || len(r.ToolCalls) > 0 {
			t.Errorf("after two results: %+v", r)
		}
		side := strings.ReplaceAll(api.result, `"tools":[{}],`, "")
		if r := ask(side); r.Text != "A title" {
			t.Errorf("a side request: %+v", r)
		}
	})
}

func TestEveryFormatSaysWhyItStopped(t *testing.T) {
	base := start(t, scripted.Script{Default: scripted.Turn{Reply: "half", Finish: "length"}})
	eachFormat(t, func(t *testing.T, f wire.Format, stream bool) {
		api := requests[f]
		if r := answered(t, f, base+api.path, fmt.Sprintf(api.prompt, stream), stream); r.Finish != "length" || r.Text != "half" {
			t.Errorf("%+v", r)
		}
	})
}

func TestEveryFormatFailsInItsOwnShape(t *testing.T) {
	base := start(t, scripted.Script{Default: scripted.Turn{Reply: "maximum context length", Fault: scripted.Fault{Status: 400}}})
	eachFormat(t, func(t *testing.T, f wire.Format, stream bool) {
		api := requests[f]
		for _, body := range []string{fmt.Sprintf(api.prompt, stream), "{"} {
			c := wire.Collector{Format: f}
			resp, err := http.Post(base+api.path, "application/json", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if _, err := io.Copy(&c, resp.Body); err != nil {
				t.Fatal(err)
			}
			if r := c.Reply(wire.Document); resp.StatusCode != 400 || r.Error == "" || strings.HasPrefix(r.Error, "{") {
				t.Errorf("%d %+v", resp.StatusCode, r)
			}
		}
	})
}

func TestWhatClientsAskBesideTheirTurnsIsAnswered(t *testing.T) {
	base := start(t, scripted.Script{Model: "m"})
	for path, want := range map[string]string{"/api/tags": `"name":"m"`, "/api/version": `"version"`, "/v1/models": `"id":"m"`} {
		resp, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != 200 || !strings.Contains(string(body), want) {
			t.Errorf("%s: %d %s", path, resp.StatusCode, body)
		}
	}
	resp, err := http.Post(base+"/v1/messages/count_tokens", "application/json", strings.NewReader(`{"messages":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || string(body) != `{"input_tokens":3}` {
		t.Errorf("%s, %v", body, err)
	}
}

// Codex calls the tools of a namespace by two names.
func TestAToolOfANamespaceIsCalledByBothNames(t *testing.T) {
	base := start(t, scripted.Script{Default: scripted.Turn{ToolCalls: []wire.ToolCall{{Name: "team.spawn", Arguments: json.RawMessage(`{}`)}}}})
	resp, err := http.Post(base+"/v1/responses", "application/json", strings.NewReader(`{"input":"go"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || !strings.Contains(string(body), `"name":"spawn"`) || !strings.Contains(string(body), `"namespace":"team"`) {
		t.Errorf("%s, %v", body, err)
	}
}
