package engine_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/gateway/scripted"
	"holdfast/engine/gateway/wire"
	"holdfast/store/event"
)

// TestEveryFormatFeedsTheStateMap speaks each understood API through an engine:
// a reply's function is promoted, and hydrated in the conversation's next turn.
func TestEveryFormatFeedsTheStateMap_TSLP8(t *testing.T) {
	model, err := scripted.Start(t.Context(), scripted.Script{
		Turns: []scripted.Turn{{
			Match: []string{"write the greeter"},
			Reply: "Here it is.\n\n```go src/greet.go\npackage src\n\nfunc Hello() string {\n\treturn \"hi\"\n}\n```\n",
		}},
		Default: scripted.Turn{Reply: "It says hi.{seen}"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { model.Close() })
	const first, next = `{"role":"user","content":"write the greeter"}`,
		`{"role":"user","content":"write the greeter"},{"role":"assistant","content":"Here it is."},{"role":"user","content":"what does Hello of src/greet.go return?"}`
	for path, list := range map[string]string{
		"/v1/chat/completions": "messages", "/v1/messages?beta=true": "messages", "/v1/responses": "input", "/api/chat": "messages",
	} {
		for _, stream := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s stream=%v", path, stream), func(t *testing.T) {
				e := openAt(t, model.URL().String())
				ask := func(messages string) (*http.Response, wire.Reply) {
					body := fmt.Sprintf(`{"model":"m","max_tokens":900,"stream":%v,"%s":[%s]}`, stream, list, messages)
					resp, err := http.Post("http://"+e.Status().Listen+path, "application/json", strings.NewReader(body))
					if err != nil {
						t.Fatal(err)
					}
					defer resp.Body.Close()
					format, _ := wire.FormatOf(resp.Request.URL.Path)
					reply := wire.Collector{Format: format}
					if _, err := io.Copy(&reply, resp.Body); err != nil || resp.StatusCode != 200 {
						t.Fatalf("%d %s: %v", resp.StatusCode, reply.Bytes(), err)
					}
					return resp, reply.Reply(format.Framing(resp.Header.Get("Content-Type"), stream, nil))
				}
				ask(first)
				view, err := e.State(context.Background(), "")
				if stands := maps.Collect(view.All()); err != nil || stands["src/greet.go::Hello"].State != "AUTHORITATIVE" {
					t.Fatalf("%+v, %v", stands, err)
				}
				resp, reply := ask(next)
				if resp.Header.Get("X-Holdfast-Hydrated") != "1" || !strings.Contains(reply.Text, "`src/greet.go::Hello`") {
					t.Errorf("the next turn was not hydrated: %v: %+v", resp.Header, reply)
				}
			})
		}
	}
}

// TestACallWithoutAnIDIsFollowed speaks Ollama's chat, whose calls carry no id:
// what a client reports of them is still told apart by their order.
func TestACallWithoutAnIDIsFollowed_Product10(t *testing.T) {
	file := wire.ToolCall{Name: "write", Arguments: []byte(`{"path":"a.go","content":"package a\n\nfunc A() {}\n"}`)}
	other := wire.ToolCall{Name: "write", Arguments: []byte(`{"path":"b.go","content":"package a\n\nfunc B() {}\n"}`)}
	model, err := scripted.Start(t.Context(), scripted.Script{Default: scripted.Turn{ToolCalls: []wire.ToolCall{file, other}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { model.Close() })
	e := openAt(t, model.URL().String())
	const prompt, call, results = `{"role":"user","content":"write both"}`,
		`{"role":"assistant","content":"","tool_calls":[{"function":{"name":"write","arguments":{}}},{"function":{"name":"write","arguments":{}}}]}`,
		`{"role":"tool","tool_name":"write","content":"Wrote it."},{"role":"tool","tool_name":"write","content":"The user denied this call."}`
	for _, messages := range []string{prompt, prompt + "," + call + "," + results} {
		body := `{"model":"m","tools":[{}],"messages":[` + messages + `]}`
		resp, err := http.Post("http://"+e.Status().Listen+"/api/chat", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Fatal(err)
		}
	}
	for entity, why := range map[string]string{"a.go::A": "there is no file a.go", "b.go::B": "denied"} {
		d, err := e.Detail(context.Background(), entity)
		if err != nil || len(d.Versions) != 1 || d.Versions[0].Origin != event.ByTool || !strings.Contains(d.Versions[0].Reason, why) {
			t.Errorf("%s: %+v, %v", entity, d.Versions, err)
		}
	}
}

// openAt opens an engine on a workspace of its own that serves before upstream.
func openAt(t *testing.T, upstream string) *engine.Engine {
	t.Helper()
	return openWith(t, upstream, nil)
}

// openWith opens one with further flags.
func openWith(t *testing.T, upstream string, flags map[string]string) *engine.Engine {
	t.Helper()
	all := map[string]string{"listen": "127.0.0.1:0", "upstream": upstream}
	maps.Copy(all, flags)
	cfg, err := config.Load(config.LoadOptions{Workspace: t.TempDir(), Env: []string{}, Flags: all})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(context.Background(), cfg, engine.Options{Patience: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := e.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	return e
}
