package gateway_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

// quiet is a Pipeline that does nothing.
type quiet struct{}

func (quiet) Begin(context.Context, *wire.Request) (gateway.Turn, error) { return quiet{}, nil }
func (quiet) Insertion() []wire.Insertion                                { return nil }
func (quiet) Header() http.Header                                        { return nil }
func (quiet) Recorded(context.Context)                                   {}
func (quiet) Sent()                                                      {}
func (quiet) Progress(int)                                               {}
func (quiet) Finish(context.Context, wire.Reply)                         {}
func (quiet) Abort(wire.Reply, error)                                    {}

// BenchmarkTurn is a whole turn over loopback, against going direct: what it
// takes longer is the proxy's, and so are the allocations it adds.
func BenchmarkTurn(b *testing.B) {
	code := strings.Repeat(`\tif err := pool.Acquire(ctx, \"main\"); err != nil {\n\t\treturn err\n\t}\n`, (256<<10)/76)
	large := `{"stream":true,"messages":[{"role":"user","content":"` + code + `"},{"role":"assistant","content":"ok"},{"role":"user","content":"fix it"}]}`
	for _, bench := range []struct {
		name   string
		body   string
		chunks int
	}{{"small", chatBody, 2}, {"200 chunks", chatBody, 200}, {"256 KiB prompt", large, 2}} {
		up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			sends(append(repeat(evHi, bench.chunks), evStop, evUse, evDone)...)(w, r)
		}))
		defer up.Close()
		target, err := url.Parse(up.URL)
		if err != nil {
			b.Fatal(err)
		}
		s, err := gateway.New(gateway.Options{Pipeline: quiet{}, Upstream: target, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			b.Fatal(err)
		}
		through := httptest.NewServer(s)
		defer through.Close()
		for name, base := range map[string]string{"direct": up.URL, "proxied": through.URL} {
			b.Run(bench.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					resp, err := http.Post(base+"/v1/chat/completions", "application/json", strings.NewReader(bench.body))
					if err != nil {
						b.Fatal(err)
					}
					if n, err := io.Copy(io.Discard, resp.Body); err != nil || n < int64(bench.chunks*len(evHi)) {
						b.Fatal(n, err)
					}
					resp.Body.Close()
				}
			})
		}
	}
}

func repeat(s string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s
	}
	return out
}

// BenchmarkPassthrough streams many chunks through the proxy; one iteration is
// one chunk.
func BenchmarkPassthrough(b *testing.B) {
	next := make(chan bool)
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		control := http.NewResponseController(w)
		control.Flush()
		for range next {
			io.WriteString(w, evHi)
			control.Flush()
		}
	}))
	defer up.Close()
	target, err := url.Parse(up.URL)
	if err != nil {
		b.Fatal(err)
	}
	s, err := gateway.New(gateway.Options{Pipeline: quiet{}, Upstream: target, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	through := httptest.NewServer(s)
	defer through.Close()
	resp, err := http.Post(through.URL+"/v1/chat/completions", "application/json", strings.NewReader(chatBody))
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	defer close(next)
	chunk := make([]byte, len(evHi))
	b.ReportAllocs()
	for b.Loop() {
		next <- true
		if _, err := io.ReadFull(resp.Body, chunk); err != nil {
			b.Fatal(err)
		}
	}
}
