package scripted_test

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/scripted"
	"holdfast/engine/gateway/wire"
)

func start(t *testing.T, s scripted.Script) string {
	t.Helper()
	server, err := scripted.Start(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.URL().String()
}

func post(t *testing.T, base, body string) (*http.Response, error) {
	t.Helper()
	tr := &http.Transport{}
	t.Cleanup(tr.CloseIdleConnections)
	resp, err := (&http.Client{Transport: tr}).Post(base+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err == nil {
		t.Cleanup(func() { resp.Body.Close() })
	}
	return resp, err
}

func body(prompt string, stream bool) string {
	streams := "false"
	if stream {
		streams = "true"
	}
	return `{"model":"holdfast-demo","stream":` + streams + `,"messages":[{"role":"user","content":"` + prompt + `"}]}`
}

// reply asks and reads the answer as the gateway does.
func reply(t *testing.T, base, prompt string, stream bool) wire.Reply {
	t.Helper()
	resp, err := post(t, base, body(prompt, stream))
	if err != nil {
		t.Fatal(err)
	}
	var c wire.Collector
	if _, err := io.Copy(&c, resp.Body); err != nil {
		t.Fatal(err)
	}
	return c.Reply(wire.ChatCompletions.Framing(resp.Header.Get("Content-Type"), stream, nil))
}

func instant(context.Context, time.Duration) error { return nil }

func TestTheStoryIsTold(t *testing.T) {
	story, err := scripted.Story()
	if err != nil {
		t.Fatal(err)
	}
	story.Wait = instant
	base := start(t, story)
	for i, want := range []string{"func (p *Pool) Release", "a good deal shorter", "the complete method"} {
		for _, stream := range []bool{true, false} {
			r := reply(t, base, story.Turns[i].Prompt, stream)
			if !strings.Contains(r.Text, want) || !strings.Contains(r.Text, "```go store/pool.go\n") || r.Text != story.Turns[i].Reply {
				t.Errorf("turn %d: %q", i, r.Text)
			}
			if r.Finish != "stop" || r.Model != "holdfast-demo" || r.TokensOut == 0 || r.TokensIn == 0 || r.Done != stream {
				t.Errorf("turn %d: %+v", i, r)
			}
		}
	}
	seen := "[CURRENT STATE: AUTHORITATIVE]\\nEntity: store/pool.go::Pool.Acquire\\nwrite pool.go\\n[END CURRENT STATE]\\n\\nhello"
	r := reply(t, base, seen, true)
	if !strings.Contains(r.Text, "`store/pool.go::Pool.Acquire`") || !strings.Contains(r.Text, "- "+story.Turns[0].Prompt) || strings.Contains(r.Text, "{") {
		t.Errorf("default: %q", r.Text)
	}
	models, err := gateway.ListModels(t.Context(), mustURL(t, base))
	if err != nil || len(models) != 1 || models[0] != (gateway.Model{ID: "holdfast-demo", Context: 32768, Serving: true}) {
		t.Errorf("%v, %v", models, err)
	}
}

func TestTheStorysCodeIsGo(t *testing.T) {
	story, err := scripted.Story()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{3, 1, 2} {
		_, code, _ := strings.Cut(story.Turns[i].Reply, "```go store/pool.go\n")
		code, _, closed := strings.Cut(code, "\n```")
		if !strings.HasPrefix(code, "package") {
			code = "package store\n" + code
		}
		file, err := parser.ParseFile(token.NewFileSet(), "pool.go", code, 0)
		if err != nil || !closed {
			t.Fatalf("turn %d: %v", i, err)
		}
		methods := 0
		for _, d := range file.Decls {
			if _, ok := d.(*ast.FuncDecl); ok {
				methods++
			}
		}
		if methods != want {
			t.Errorf("turn %d defines %d methods", i, methods)
		}
	}
}

func TestStreamsArePaced(t *testing.T) {
	var waited time.Duration
	s := scripted.Script{TokensPerSecond: 10, Default: scripted.Turn{Reply: "one two thr"}}
	s.Wait = func(_ context.Context, d time.Duration) error { waited += d; return nil }
	if r := reply(t, start(t, s), "x", true); r.Text != "one two thr" || waited != 300*time.Millisecond {
		t.Errorf("%q after %v", r.Text, waited)
	}
}

func TestToolCallsAreSplitOverDeltas(t *testing.T) {
	calls := []wire.ToolCall{{ID: "a", Name: "write", Arguments: []byte(`{"path":"x.go"}`)}, {ID: "b", Name: "read", Arguments: []byte(`{}`)}}
	base := start(t, scripted.Script{Default: scripted.Turn{Reasoning: "hm", ToolCalls: calls}})
	for _, stream := range []bool{true, false} {
		r := reply(t, base, "x", stream)
		if !reflect.DeepEqual(r.ToolCalls, calls) || r.Finish != "tool_calls" || r.Reasoning != "hm" {
			t.Errorf("%+v", r)
		}
	}
}

func TestFaults(t *testing.T) {
	base := start(t, scripted.Script{Turns: []scripted.Turn{
		{Match: []string{"STATUS"}, Reply: "maximum context length", Fault: scripted.Fault{Status: 400}},
		{Match: []string{"rubbish"}, Fault: scripted.Fault{Rubbish: true}},
		{Match: []string{"cut", "now"}, Fault: scripted.Fault{Cut: -1}},
		{Match: []string{"cut"}, Reply: "some text", Fault: scripted.Fault{Cut: 1}},
		{Match: []string{"hang", "now"}, Fault: scripted.Fault{Hang: -1}},
		{Match: []string{"hang"}, Reply: "some text", Fault: scripted.Fault{Hang: 1}},
	}})
	t.Run("status", func(t *testing.T) {
		resp, err := post(t, base, body("a status", true))
		if err != nil || resp.StatusCode != 400 || resp.Header.Get("Retry-After") == "" {
			t.Errorf("%v, %v", resp, err)
		}
	})
	for _, prompt := range []string{"rubbish", "cut now"} {
		t.Run(prompt, func(t *testing.T) {
			if resp, err := post(t, base, body(prompt, true)); err == nil {
				t.Errorf("an answer: %v", resp.Status)
			}
		})
	}
	t.Run("cut", func(t *testing.T) {
		resp, err := post(t, base, body("cut", true))
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(resp.Body)
		if err == nil || !bytes.Contains(b, []byte(`"some"`)) || bytes.Contains(b, []byte("text")) {
			t.Errorf("%q, %v", b, err)
		}
	})
	for prompt, want := range map[string]string{"hang now": "", "hang": `"some"`} {
		t.Run(prompt, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, "POST", base+"/v1/chat/completions", strings.NewReader(body(prompt, true)))
			if err != nil {
				t.Fatal(err)
			}
			var got []byte
			if want == "" {
				time.AfterFunc(20*time.Millisecond, cancel)
			}
			if resp, err := http.DefaultClient.Do(r); err == nil {
				defer resp.Body.Close()
				for !bytes.Contains(got, []byte(want)) || want == "" {
					b := make([]byte, 100)
					n, err := resp.Body.Read(b)
					if got = append(got, b[:n]...); err != nil {
						t.Fatalf("%q, %v", got, err)
					}
				}
			} else if want != "" {
				t.Fatal(err)
			}
		})
	}
	t.Run("other paths", func(t *testing.T) {
		resp, err := http.Get(base + "/v1/nothing")
		if err != nil {
			t.Fatal(err)
		}
		if resp.Body.Close(); resp.StatusCode != 404 {
			t.Errorf("%d", resp.StatusCode)
		}
		if resp, err := post(t, base, "{"); err != nil || resp.StatusCode != 400 {
			t.Errorf("bad JSON: %v, %v", resp, err)
		}
	})
}

func TestScriptsAreReadStrictly(t *testing.T) {
	for name, text := range map[string]string{"no file": "", "no JSON": "{", "unknown key": `{"modle":"x"}`, "missing reply": `{"default":{"reply_file":"gone.md"}}`} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{}
			if text != "" {
				files["s.json"] = &fstest.MapFile{Data: []byte(text)}
			}
			if s, err := scripted.Load(files, "s.json"); err == nil {
				t.Errorf("%+v", s)
			}
		})
	}
}

func mustURL(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// A client that sends what no model server takes is told so in the words of the
// API that it calls.
func TestWhatNoServerAnswersIsRefused(t *testing.T) {
	base := start(t, scripted.Script{Default: scripted.Turn{Reply: "hello"}})
	user := `{"role":"user","content":"hi"}`
	for _, c := range []struct {
		path, body string
		status     int
		says       string
	}{
		{"/v1/chat/completions", `{"messages":[]}`, 400, `{"error":{"message":"\"messages\" holds no message","type":"invalid_request_error"`},
		{"/v1/chat/completions", `{"model":"x"}`, 400, `holds no message`},
		{"/v1/chat/completions", `{"messages":{}}`, 400, `holds no message`},
		{"/v1/chat/completions", `{"messages":[` + user + `,{"role":"wizard","content":"hi"}]}`, 400, `role \"wizard\"`},
		{"/v1/chat/completions", `{"messages":[{"content":"hi"}]}`, 400, `role \"\"`},
		{"/v1/chat/completions", `{"messages":[{"role":"developer","content":"x"},` + user + `]}`, 200, "hello"},
		{"/v1/chat/completions", `{"messages":[{"role":"user","content":""}]}`, 200, "hello"},
		{"/v1/messages", `{"messages":[]}`, 400, `{"type":"error","error":{"type":"invalid_request_error"`},
		{"/v1/messages", `{"system":"x","messages":[` + user + `]}`, 200, "hello"},
		{"/v1/responses", `{"input":[]}`, 400, `holds nothing to answer`},
		{"/v1/responses", `{"input":[],"previous_response_id":"a"}`, 200, "hello"},
		{"/v1/responses", `{"input":"hi"}`, 200, "hello"},
		{"/api/chat", `{"model":"x","messages":[],"stream":false}`, 200, `"done_reason":"load"`},
		{"/api/chat", `{"model":"x","stream":false}`, 200, `"done_reason":"load"`},
		{"/api/chat", `{"messages":[{"role":"wizard","content":"hi"}]}`, 400, `{"error":"a message has the role`},
	} {
		resp, err := http.Post(base+c.path, "application/json", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != c.status || !strings.Contains(string(text), c.says) {
			t.Errorf("%s %s: %d %s %v", c.path, c.body, resp.StatusCode, text, err)
		}
	}
}
