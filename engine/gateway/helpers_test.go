package gateway_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

// pipeline is a Pipeline that tells tests what reaches it. Its hooks may be nil.
type pipeline struct {
	insert   string
	begin    func(*wire.Request) error
	recorded func(context.Context)
	finish   func(wire.Reply)
	sessions map[string]bool // known names; nil knows all

	requests chan *wire.Request
	finished chan wire.Reply
	aborted  chan abortion

	mu       sync.Mutex
	progress int
}

type abortion struct {
	reply wire.Reply
	cause error
}

func newPipeline() *pipeline {
	return &pipeline{
		requests: make(chan *wire.Request, 1000),
		finished: make(chan wire.Reply, 1000),
		aborted:  make(chan abortion, 1000),
	}
}

func (p *pipeline) Begin(_ context.Context, r *wire.Request) (gateway.Turn, error) {
	if p.begin != nil {
		if err := p.begin(r); err != nil {
			return nil, err
		}
	}
	p.requests <- r
	return turn{p, r.Newest()}, nil
}

func (p *pipeline) CheckSession(_ context.Context, name string) error {
	if p.sessions != nil && !p.sessions[name] {
		return &gateway.SessionError{Message: "there is no session " + name}
	}
	return nil
}

type turn struct {
	*pipeline
	at wire.Place
}

func (t turn) Insertion() []wire.Insertion {
	if t.insert == "" {
		return nil
	}
	half := len(t.insert) / 2
	return []wire.Insertion{{Place: t.at, Parts: [][]byte{[]byte(t.insert[:half]), []byte(t.insert[half:])}}}
}

func (turn) Header() http.Header { return http.Header{"X-Holdfast-Episode": {"e-1"}} }

func (t turn) Recorded(ctx context.Context) {
	if t.recorded != nil {
		t.recorded(ctx)
	}
}

func (turn) Sent() {}

func (t turn) Progress(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.progress = n
}

func (t turn) Finish(_ context.Context, r wire.Reply) {
	if t.finish != nil {
		t.finish(r)
	}
	t.finished <- r
}

func (t turn) Abort(r wire.Reply, cause error) { t.aborted <- abortion{r, cause} }

// settledOnce fails the test if more turns were settled than were taken out of
// the channels.
func (p *pipeline) settledOnce(t *testing.T) {
	t.Helper()
	if len(p.finished)+len(p.aborted) > 0 {
		t.Errorf("settled too often: finished %d, aborted %d more", len(p.finished), len(p.aborted))
	}
}

// serve runs a server for the test and returns its base URL.
func serve(t *testing.T, opts gateway.Options) (*gateway.Server, string) {
	t.Helper()
	if opts.Listen == "" {
		opts.Listen = "127.0.0.1:0"
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	s, err := gateway.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Listen(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return s, "http://" + s.Addr()
}

// proxy runs a server in front of an upstream handler.
func proxy(t *testing.T, p *pipeline, upstream http.HandlerFunc) string {
	t.Helper()
	_, base := serve(t, gateway.Options{Pipeline: p, Upstream: handle(t, upstream)})
	return base
}

func handle(t *testing.T, h http.HandlerFunc) *url.URL {
	t.Helper()
	up := httptest.NewServer(h)
	t.Cleanup(up.Close)
	return mustURL(t, up.URL)
}

func mustURL(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// raw runs an upstream that speaks in bytes: answer gets each request that
// came and the connection to write to; the connection is closed after it.
func raw(t *testing.T, answer func(r *http.Request, c net.Conn)) *url.URL {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			wait.Go(func() {
				defer c.Close()
				r, err := http.ReadRequest(bufio.NewReader(c))
				if err != nil {
					return
				}
				io.Copy(io.Discard, r.Body)
				answer(r, c)
			})
		}
	})
	t.Cleanup(func() { l.Close(); wait.Wait() })
	return mustURL(t, "http://"+l.Addr().String())
}

const chatBody = `{"model":"m","stream":true,"messages":[{"role":"user","content":"fix it"}]}`

// ask posts a chat request.
func ask(t *testing.T, base, body string) *http.Response {
	t.Helper()
	return do(t, newRequest(t, http.MethodPost, base+"/v1/chat/completions", body))
}

func newRequest(t *testing.T, method, url, body string) *http.Request {
	t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r, err := http.NewRequest(method, url, reader)
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

func do(t *testing.T, r *http.Request) *http.Response {
	t.Helper()
	resp, err := client(t).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

// client shows answers as they are: no redirects, no decompression.
func client(t *testing.T) *http.Client {
	tr := &http.Transport{DisableCompression: true}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func read(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("after %q: %v", b, err)
	}
	return string(b)
}

// wantDead demands that a reply breaks off instead of ending.
func wantDead(t *testing.T, resp *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(resp.Body)
	if !errors.Is(err, io.ErrUnexpectedEOF) && !strings.Contains(errText(err), "reset") {
		t.Fatalf("the reply looks complete: %q, error %v", b, err)
	}
	return string(b)
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func readN(t *testing.T, r io.Reader, n int) string {
	t.Helper()
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Events of a stream.
const (
	evHi   = `data: {"model":"m","choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":null}]}` + "\n\n"
	evStop = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n"
	evUse  = `data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}` + "\n\n"
	evDone = "data: [DONE]\n\n"
	whole  = evHi + evStop + evUse + evDone

	document = `{"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":2}}`
)

// sends answers with a stream of the given pieces, each flushed.
func sends(pieces ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, piece := range pieces {
			io.WriteString(w, piece)
			w.(http.Flusher).Flush()
		}
	}
}

// diary notes what happened in which order.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) note(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, line)
}

func (d *diary) String() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(d.lines, ", ")
}
