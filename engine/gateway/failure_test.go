package gateway_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

// wantError demands an answer in the API's error shape.
func wantError(t *testing.T, resp *http.Response, status int, words ...string) {
	t.Helper()
	var body struct {
		Error struct{ Message, Type, Code string }
	}
	text := read(t, resp.Body)
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		t.Fatalf("%d %s: %v", resp.StatusCode, text, err)
	}
	if resp.StatusCode != status || body.Error.Message == "" || body.Error.Type == "" || body.Error.Code == "" {
		t.Errorf("%d, want %d: %s", resp.StatusCode, status, text)
	}
	for _, word := range words {
		if !strings.Contains(body.Error.Message, word) {
			t.Errorf("%q does not say %q", body.Error.Message, word)
		}
	}
}

func TestAStreamThatDiesUpstreamLooksDead_TSLP12(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
	chunk := func(s string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(s), s) }
	const chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
	tests := map[string]struct{ answer, passed string }{
		"cut between chunks":               {chunked + chunk(evHi), evHi},
		"cut inside a chunk":               {chunked + "1000\r\n" + evHi, evHi},
		"shorter than its length":          {head + "Content-Length: 5000\r\n\r\n" + evHi, evHi},
		"cut after the finish reason":      {chunked + chunk(evHi) + chunk(evStop), evHi},
		"closed without length or reason":  {head + "Connection: close\r\n\r\n" + evHi, evHi},
		"before the first chunk":           {chunked, ""},
		"rubbish where a chunk size stood": {chunked + chunk(evHi) + "zz\r\n", evHi},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p := newPipeline()
			up := raw(t, func(_ *http.Request, c net.Conn) { io.WriteString(c, tc.answer) })
			_, base := serve(t, gateway.Options{Pipeline: p, Upstream: up})
			if got := wantDead(t, ask(t, base, chatBody)); got != tc.passed {
				t.Errorf("passed %q", got)
			}
			a := <-p.aborted
			if (a.reply.Text == "hi") != (tc.passed != "") || a.reply.Status != 200 || !strings.Contains(a.cause.Error(), up.String()) {
				t.Errorf("aborted with %+v: %v", a.reply, a.cause)
			}
			p.settledOnce(t)
		})
	}
}

func TestInterimAnswersAreNoReply(t *testing.T) {
	p := newPipeline()
	up := raw(t, func(_ *http.Request, c net.Conn) {
		io.WriteString(c, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"+whole)
	})
	_, base := serve(t, gateway.Options{Pipeline: p, Upstream: up})
	if got := read(t, ask(t, base, chatBody).Body); got != whole {
		t.Errorf("got %q", got)
	}
	<-p.finished
}

func TestACompleteReplyMayEndByClosing(t *testing.T) {
	for name, end := range map[string]string{"finish reason": evStop, "marker": evDone} {
		t.Run(name, func(t *testing.T) {
			p := newPipeline()
			up := raw(t, func(_ *http.Request, c net.Conn) {
				io.WriteString(c, "HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"+evHi+end)
			})
			_, base := serve(t, gateway.Options{Pipeline: p, Upstream: up})
			if got := read(t, ask(t, base, chatBody).Body); got != evHi+end {
				t.Errorf("got %q", got)
			}
			<-p.finished
		})
	}
}

func TestAnUpstreamThatGivesNoAnswerIs502_TSLP12(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	answers := map[string]func(*http.Request, net.Conn){
		"reset before the header": func(_ *http.Request, c net.Conn) { c.(*net.TCPConn).SetLinger(0) },
		"closed at once":          func(*http.Request, net.Conn) {},
		"rubbish":                 func(_ *http.Request, c net.Conn) { io.WriteString(c, "SSH-2.0-OpenSSH_9.6\r\n") },
		"silence":                 func(_ *http.Request, c net.Conn) { io.Copy(io.Discard, c) },
		"document cut short": func(_ *http.Request, c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"+document)
		},
		"error cut short": func(_ *http.Request, c net.Conn) {
			io.WriteString(c, "HTTP/1.1 500 Oops\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{")
		},
	}
	check := func(t *testing.T, opts gateway.Options) {
		p := newPipeline()
		opts.Pipeline = p
		_, base := serve(t, opts)
		resp := ask(t, base, chatBody)
		if resp.Header.Get("X-Holdfast-Episode") == "" {
			t.Error("the failed turn's episode is not told")
		}
		wantError(t, resp, http.StatusBadGateway, opts.Upstream.String())
		<-p.aborted
		p.settledOnce(t)
	}
	t.Run("nobody listens", func(t *testing.T) {
		check(t, gateway.Options{Upstream: mustURL(t, "http://"+closed.Addr().String())})
	})
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			check(t, gateway.Options{Upstream: raw(t, answer), HeaderTimeout: 50 * time.Millisecond})
		})
	}
	t.Run("none found", func(t *testing.T) {
		p := newPipeline()
		_, base := serve(t, gateway.Options{Pipeline: p})
		wantError(t, ask(t, base, chatBody), http.StatusBadGateway, "--upstream")
		wantError(t, do(t, newRequest(t, "GET", base+"/v1/models", "")), http.StatusBadGateway, "--upstream")
		<-p.aborted
	})
}

func TestErrorsOfTheUpstreamPassByteForByte(t *testing.T) {
	tests := map[string]struct {
		status int
		body   string
		told   string // why the turn was aborted
	}{
		"too long for the model": {400, `{"error":{"message":"This model's maximum context length is 4096 tokens","code":"context_length_exceeded"}}`,
			"the model server answered 400 Bad Request: This model's maximum context length is 4096 tokens"},
		"busy":              {429, `{"error":"slow down"}`, "the model server answered 429 Too Many Requests: slow down"},
		"a key is repeated": {401, `{"error":"no such key: sk-1234"}`, "the model server answered 401 Unauthorized"},
		"unavailable":       {503, "<html>loading</html>", "the model server answered 503 Service Unavailable"},
		"no content":        {204, "", "the model server answered 204 No Content"},
		"large":             {500, strings.Repeat("x", 300<<10), "the model server answered 500 Internal Server Error"},
		"large words":       {500, `{"error":"` + strings.Repeat("語", 300) + `"}`, "the model server answered 500 Internal Server Error: " + strings.Repeat("語", 133)},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p := newPipeline()
			up := handle(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Retry-After", "7")
				w.Header().Set("Content-Type", "application/problem")
				w.WriteHeader(tc.status)
				io.WriteString(w, tc.body)
			})
			_, base := serve(t, gateway.Options{Pipeline: p, Upstream: up, MaxReply: 100 << 10})
			resp := ask(t, base, chatBody)
			if got := read(t, resp.Body); got != tc.body || resp.StatusCode != tc.status || resp.Header.Get("Retry-After") != "7" || resp.Header.Get("Content-Type") != "application/problem" {
				t.Errorf("%d %v, %d bytes", resp.StatusCode, resp.Header, len(got))
			}
			if a := <-p.aborted; a.reply.Status != tc.status || a.cause.Error() != tc.told {
				t.Errorf("aborted with %+v: %v", a.reply, a.cause)
			}
			p.settledOnce(t)
		})
	}
}

func TestAnErrorInsideAReplyAbortsTheTurn_TSLP12(t *testing.T) {
	const broken = `data: {"error":{"message":"out of memory"}}` + "\n\n"
	p := newPipeline()
	if got := read(t, ask(t, proxy(t, p, sends(evHi, broken, evDone)), chatBody).Body); got != evHi+broken+evDone {
		t.Errorf("got %q", got)
	}
	if a := <-p.aborted; a.reply.Text != "hi" || !strings.Contains(a.cause.Error(), "out of memory") {
		t.Errorf("aborted with %+v: %v", a.reply, a.cause)
	}
	p.settledOnce(t)
}

func TestADeadKeptConnectionIsReplaced(t *testing.T) {
	p := newPipeline()
	var conns atomic.Int32
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() { // ends when l is closed
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			conns.Add(1)
			go func() {
				defer c.Close()
				in := bufio.NewReader(c)
				for n := range 2 {
					r, err := http.ReadRequest(in)
					if err != nil || n == 1 {
						return // the second request on a connection meets a close
					}
					io.Copy(io.Discard, r.Body)
					fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(document), document)
				}
			}()
		}
	}()
	_, base := serve(t, gateway.Options{Pipeline: p, Upstream: mustURL(t, "http://"+l.Addr().String())})
	for range 2 {
		resp := ask(t, base, chatBody)
		if got := read(t, resp.Body); got != document || resp.StatusCode != 200 {
			t.Fatalf("%d %q", resp.StatusCode, got)
		}
		<-p.finished
	}
	if n := conns.Load(); n != 2 || len(p.requests) != 2 {
		t.Errorf("%d connections, %d turns", n, len(p.requests))
	}
}

func TestBodiesThatAreRefused(t *testing.T) {
	p := newPipeline()
	forwarded := make(chan string, 10)
	_, base := serve(t, gateway.Options{Pipeline: p, MaxBody: 1 << 20, Upstream: handle(t, func(_ http.ResponseWriter, r *http.Request) {
		forwarded <- r.URL.Path
	})})
	t.Run("bad JSON says what and where", func(t *testing.T) {
		wantError(t, ask(t, base, `{"messages":[}`), 400, "byte 13")
	})
	t.Run("no object", func(t *testing.T) { wantError(t, ask(t, base, `[1]`), 400) })
	t.Run("over the cap", func(t *testing.T) { wantError(t, ask(t, base, strings.Repeat(" ", 50<<20)), 413, "1 MiB") })
	t.Run("over the cap, length unknown", func(t *testing.T) {
		r := newRequest(t, "POST", base+"/v1/chat/completions", "x")
		r.Body, r.ContentLength = io.NopCloser(io.LimitReader(spaces{}, 3<<20)), -1
		wantError(t, do(t, r), 413, "1 MiB")
	})
	t.Run("over the cap, not sent unless asked for", func(t *testing.T) {
		c := dial(t, base)
		fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", 2<<20)
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || resp.StatusCode != 413 {
			t.Errorf("%v, %v", resp, err)
		}
	})
	t.Run("shorter than its length", func(t *testing.T) {
		c := dial(t, base)
		io.WriteString(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"+chatBody)
		c.(*net.TCPConn).CloseWrite()
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		wantError(t, resp, 400, "ended early")
	})
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "TEXT/PLAIN;charset=utf-8", "text/plain; x=\"", "", "application/xml"} {
		t.Run("type "+kind, func(t *testing.T) {
			r := newRequest(t, "POST", base+"/v1/chat/completions", chatBody)
			r.Header.Set("Content-Type", kind)
			wantError(t, do(t, r), 415, "application/json")
		})
	}
	t.Run("a form is refused everywhere", func(t *testing.T) {
		r := newRequest(t, "POST", base+"/v1/embeddings", "x=1")
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		wantError(t, do(t, r), 415)
	})
	t.Run("compressed", func(t *testing.T) {
		r := newRequest(t, "POST", base+"/v1/chat/completions", chatBody)
		r.Header.Set("Content-Encoding", "gzip")
		wantError(t, do(t, r), 415, "gzip")
	})
	if len(p.requests) > 0 || len(forwarded) > 0 {
		t.Errorf("%d turns began, %d requests went upstream", len(p.requests), len(forwarded))
	}
	r := newRequest(t, "POST", base+"/v1/chat/completions", chatBody)
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	if resp := do(t, r); resp.StatusCode != 200 {
		t.Errorf("JSON with a charset: %d", resp.StatusCode)
	}
}

type spaces struct{}

func (spaces) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

func TestAPipelineThatPanicsIsContained(t *testing.T) {
	t.Run("before the answer began", func(t *testing.T) {
		p := newPipeline()
		p.begin = func(*wire.Request) error { panic("in Begin") }
		wantError(t, ask(t, proxy(t, p, sends(evHi, evStop)), chatBody), 500)
	})
	t.Run("after the answer began", func(t *testing.T) {
		p := newPipeline()
		p.finish = func(wire.Reply) { panic("in Finish") }
		if got := wantDead(t, ask(t, proxy(t, p, sends(evHi, evStop)), chatBody)); got != evHi {
			t.Errorf("passed %q", got)
		}
		p.settledOnce(t)
	})
}

func TestAPipelineThatRefusesIsTold(t *testing.T) {
	t.Run("for any reason", func(t *testing.T) {
		p := newPipeline()
		p.begin = func(*wire.Request) error { return fmt.Errorf("disk full") }
		wantError(t, ask(t, proxy(t, p, sends(evHi)), chatBody), 500, "disk full")
	})
	t.Run("for the session", func(t *testing.T) {
		p := newPipeline()
		p.begin = func(r *wire.Request) error {
			return &gateway.SessionError{Message: "there is no session " + r.Session}
		}
		wantError(t, do(t, newRequest(t, "POST", proxy(t, p, sends(evHi))+"/s/gone/v1/chat/completions", chatBody)), 404, "gone")
	})
}
