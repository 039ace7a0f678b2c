package gateway_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

// api is one of the understood APIs, with a turn of it as bytes.
type api struct {
	format   wire.Format
	path     string
	streamed string // request body
	whole    string // the same, for one document
	inserted string // streamed with "[S]" put in
	kind     string // content type of a stream
	text     string // of a stream, before its end can be seen
	end      string
	document string
	// failure reads an error of holdfast's own.
	failure func(t *testing.T, body string) string
}

var apis = []api{
	{
		format: wire.ChatCompletions, path: "/v1/chat/completions", kind: "text/event-stream",
		streamed: chatBody, whole: strings.Replace(chatBody, "true", "false", 1), inserted: strings.Replace(chatBody, "fix it", "[S]fix it", 1),
		text: evHi, end: evStop + evUse + evDone, document: document,
		failure: func(t *testing.T, body string) string {
			var e struct {
				Error struct{ Message, Type, Code string }
			}
			decode(t, body, &e)
			if e.Error.Type == "" || e.Error.Code == "" {
				t.Errorf("not the shape of chat completions: %s", body)
			}
			return e.Error.Message
		},
	},
	{
		format: wire.Messages, path: "/v1/messages?beta=true", kind: "text/event-stream; charset=utf-8",
		streamed: `{"max_tokens":9,"stream":true,"messages":[{"role":"user","content":[{"type":"text","text":"fix it"}]}]}`,
		whole:    `{"max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"fix it"}]}]}`,
		inserted: `{"max_tokens":9,"stream":true,"messages":[{"role":"user","content":[{"type":"text","text":"[S]"},{"type":"text","text":"fix it"}]}]}`,
		text: "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"m\",\"stop_reason\":null,\"usage\":{\"input_tokens\":7}}}\n\n" +
			"event: ping\ndata: {\"type\":\"ping\"}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"hi\"}}\n\nevent: message_delta\n",
		end:      "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":2}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
		document: `{"type":"message","model":"m","content":[{"type":"text","text":"hi"}],"stop_reason":"end_turn","usage":{"input_tokens":7,"output_tokens":2}}`,
		failure: func(t *testing.T, body string) string {
			var e struct {
				Type  string
				Error struct{ Type, Message string }
			}
			decode(t, body, &e)
			if e.Type != "error" || e.Error.Type == "" {
				t.Errorf("not the shape of messages: %s", body)
			}
			return e.Error.Message
		},
	},
	{
		format: wire.Responses, path: "/v1/responses", kind: "text/event-stream",
		streamed: `{"stream":true,"input":"fix it"}`, whole: `{"input":"fix it"}`, inserted: `{"stream":true,"input":"[S]fix it"}`,
		text: "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"model\":\"m\",\"status\":\"in_progress\"}}\n\n" +
			"event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"hi\"}\n\nevent: response.completed\n",
		end: "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"instructions\":\"" + strings.Repeat("long ", 40<<10) +
			"\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"hi\"}]}],\"usage\":{\"input_tokens\":7,\"output_tokens\":2}}}\n\n",
		document: `{"model":"m","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"hi"}]}],"usage":{"input_tokens":7,"output_tokens":2}}`,
	},
	{
		format: wire.OllamaChat, path: "/api/chat", kind: "application/x-ndjson",
		streamed: `{"messages":[{"role":"user","content":"fix it"}]}`, whole: `{"stream":false,"messages":[{"role":"user","content":"fix it"}]}`,
		inserted: `{"messages":[{"role":"user","content":"[S]fix it"}]}`,
		text:     `{"model":"m","message":{"role":"assistant","content":"hi"},"done":false}` + "\n",
		end:      `{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":7,"eval_count":2}` + "\n",
		document: `{"model":"m","message":{"role":"assistant","content":"hi"},"done":true,"done_reason":"stop","prompt_eval_count":7,"eval_count":2}`,
		failure: func(t *testing.T, body string) string {
			var e struct{ Error string }
			decode(t, body, &e)
			return e.Error
		},
	},
}

func decode(t *testing.T, body string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), into); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
}

// eachAPI runs a test for every understood API.
func eachAPI(t *testing.T, test func(t *testing.T, a api)) {
	for _, a := range apis {
		if a.failure == nil {
			a.failure = apis[0].failure
		}
		t.Run(string(a.format), func(t *testing.T) { test(t, a) })
	}
}

func (a api) post(t *testing.T, base, body string) *http.Response {
	t.Helper()
	return do(t, newRequest(t, http.MethodPost, base+a.path, body))
}

// wantFailure demands an error of holdfast's own in the API's shape.
func (a api) wantFailure(t *testing.T, resp *http.Response, status int, words string) {
	t.Helper()
	body := read(t, resp.Body)
	if message := a.failure(t, body); resp.StatusCode != status || !strings.Contains(message, words) {
		t.Errorf("%d %s, want %d with %q", resp.StatusCode, body, status, words)
	}
}

func (a api) serve(pieces ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", a.kind)
		for _, piece := range pieces {
			io.WriteString(w, piece)
			w.(http.Flusher).Flush()
		}
	}
}

func TestEveryFormatPassesByteForByte_TSLP8(t *testing.T) {
	eachAPI(t, func(t *testing.T, a api) {
		tests := map[string]struct{ body, insert, want string }{
			"streamed":       {a.streamed, "", a.streamed},
			"one document":   {a.whole, "", a.whole},
			"with insertion": {a.streamed, "[S]", a.inserted},
			"odd":            {"{\t\"x\" : 1.0," + a.streamed[1:] + "\n", "", "{\t\"x\" : 1.0," + a.streamed[1:] + "\n"},
		}
		for name, tc := range tests {
			t.Run(name, func(t *testing.T) {
				p := newPipeline()
				p.insert = tc.insert
				sent := make(chan string, 1)
				base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
					body, err := io.ReadAll(r.Body)
					if err != nil || r.URL.RequestURI() != a.path {
						t.Errorf("%s: %v", r.URL.RequestURI(), err)
					}
					sent <- string(body)
					if tc.body == a.whole {
						w.Header().Set("Content-Type", "application/json; charset=utf-8")
						io.WriteString(w, a.document)
						return
					}
					a.serve(a.text, a.end)(w, r)
				})
				want := a.text + a.end
				if tc.body == a.whole {
					want = a.document
				}
				if got := read(t, a.post(t, base+"/s/main", tc.body).Body); got != want {
					t.Errorf("the client got %.300q", got)
				}
				if got := <-sent; got != tc.want {
					t.Errorf("the upstream got %q", got)
				}
				r := <-p.requests
				if r.Format != a.format || r.Path != a.path || r.Session != "main" || r.Written != "fix it" || r.Stream != (tc.body != a.whole) {
					t.Errorf("%+v", r)
				}
				if r := <-p.finished; r.Text != "hi" || r.Finish != "stop" || r.TokensIn != 7 || r.TokensOut != 2 || r.Model != "m" {
					t.Errorf("finished with %+v", r)
				}
				p.settledOnce(t)
			})
		}
	})
}

func TestEveryStreamPassesAtOnceButForItsEnd_TSLP3_2(t *testing.T) {
	eachAPI(t, func(t *testing.T, a api) {
		p := newPipeline()
		var log diary
		seen := make(chan bool)
		p.finish = func(wire.Reply) { <-seen; log.note("durable") }
		resp := a.post(t, proxy(t, p, a.serve(a.text, a.end)), a.streamed)
		if got := readN(t, resp.Body, len(a.text)); got != a.text {
			t.Fatalf("got %q", got)
		}
		seen <- true
		if got := read(t, resp.Body); got != a.end {
			t.Errorf("end %.200q", got)
		}
		if log.note("client"); log.String() != "durable, client" {
			t.Error(log.String())
		}
	})
}

func TestEveryStreamThatDiesLooksDead_TSLP12(t *testing.T) {
	eachAPI(t, func(t *testing.T, a api) {
		for _, cut := range []int{0, len(a.text) / 2, len(a.text), len(a.text) + len(a.end)/2} {
			p := newPipeline()
			up := raw(t, func(_ *http.Request, c net.Conn) {
				fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: 999999\r\n\r\n%s", a.kind, (a.text + a.end)[:cut])
			})
			_, base := serve(t, gateway.Options{Pipeline: p, Upstream: up})
			if got := wantDead(t, a.post(t, base, a.streamed)); !strings.HasPrefix((a.text + a.end)[:cut], got) {
				t.Errorf("cut at %d passed %q", cut, got)
			}
			if r := (<-p.aborted).reply; r.Finish != "" && cut < len(a.text) {
				t.Errorf("cut at %d aborted with %+v", cut, r)
			}
			p.settledOnce(t)
		}
	})
}

func TestEveryErrorOfTheUpstreamPassesByteForByte_TSLP12(t *testing.T) {
	eachAPI(t, func(t *testing.T, a api) {
		for _, status := range []int{400, 401, 404, 429, 500, 503, 529} {
			const body = `{"type":"error" , "error":{"type":"x","message":"maximum context length is 4096 tokens"}}`
			p := newPipeline()
			resp := a.post(t, proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Retry-After", "3")
				w.Header().Set("Request-Id", "req_1")
				w.WriteHeader(status)
				io.WriteString(w, body)
			}), a.streamed)
			if got := read(t, resp.Body); got != body || resp.StatusCode != status || resp.Header.Get("Retry-After") != "3" || resp.Header.Get("Request-Id") != "req_1" {
				t.Errorf("%d %v %q", resp.StatusCode, resp.Header, got)
			}
			if r := (<-p.aborted).reply; r.Status != status {
				t.Errorf("aborted with %+v", r)
			}
			p.settledOnce(t)
		}
	})
}

func TestEveryErrorOfHoldfastHasTheShapeOfTheAPI_TSLP12(t *testing.T) {
	eachAPI(t, func(t *testing.T, a api) {
		p := newPipeline()
		p.begin = func(r *wire.Request) error {
			if r.Session == "gone" {
				return &gateway.SessionError{Message: "there is no session gone"}
			}
			return nil
		}
		_, base := serve(t, gateway.Options{Pipeline: p, MaxBody: 1000})
		a.wantFailure(t, a.post(t, base, "{"), 400, "invalid JSON")
		a.wantFailure(t, a.post(t, base, a.streamed+strings.Repeat(" ", 1000)), 413, "over holdfast's limit")
		a.wantFailure(t, a.post(t, base+"/s/gone", a.streamed), 404, "no session gone")
		a.wantFailure(t, a.post(t, base, a.streamed), 502, "no model server was found")
		a.wantFailure(t, a.post(t, base+"/s/bad name", a.streamed), 404, "nothing at")
		foreign := newRequest(t, http.MethodPost, base+a.path, a.streamed)
		foreign.Header.Set("Origin", "https://example.org")
		a.wantFailure(t, do(t, foreign), 403, "may not use holdfast")
	})
}

func TestEveryClientThatLeavesCancelsTheUpstream_TSLP8(t *testing.T) {
	eachAPI(t, func(t *testing.T, a api) {
		p := newPipeline()
		cancelled := make(chan bool)
		base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			a.serve(a.text)(w, r)
			<-r.Context().Done()
			close(cancelled)
		})
		resp := a.post(t, base, a.streamed)
		readN(t, resp.Body, len(a.text))
		resp.Body.Close()
		<-cancelled
		if aborted := <-p.aborted; aborted.cause != gateway.ErrClientLeft || aborted.reply.Text != "hi" {
			t.Errorf("aborted with %+v: %v", aborted.reply, aborted.cause)
		}
		p.settledOnce(t)
	})
}

func TestWhatIsNotUnderstoodIsForwarded(t *testing.T) {
	p := newPipeline()
	base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // a test's own bytes
		fmt.Fprintf(w, "%s %s %s %s", r.Method, r.URL.RequestURI(), r.Header.Get("Anthropic-Version"), body)
	})
	for _, path := range []string{"/v1/messages/count_tokens?beta=true", "/v1/responses/compact", "/v1/responses/resp_1/cancel", "/api/generate", "/api/show", "/v1/completions", "/v1/messages/batches"} {
		r := newRequest(t, http.MethodPost, base+path, `{"prompt":"x"}`)
		r.Header.Set("Anthropic-Version", "2023-06-01")
		if got := read(t, do(t, r).Body); got != "POST "+path+` 2023-06-01 {"prompt":"x"}` {
			t.Errorf("%s", got)
		}
	}
	for _, path := range []string{"/api/tags", "/v1/responses/resp_1", "/v1/models?limit=2"} {
		if got := read(t, do(t, newRequest(t, http.MethodGet, base+path, "")).Body); got != "GET "+path+"  " {
			t.Errorf("%s", got)
		}
	}
	if len(p.requests) > 0 {
		t.Errorf("%d turns began", len(p.requests))
	}
}
