package gateway_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

func TestBodiesReachTheUpstreamByteForByte_TSLP8_2(t *testing.T) {
	const odd = "{ \"x\" : 1.00 ,\n\t\"messages\":[ {\"role\":\"user\" , \"content\":\"a\\u00e9\\/b\"}],\"logit_bias\":{\"1\":-1e2},\"x\":1.0 }"
	tests := map[string]struct{ insert, want string }{
		"nothing to insert": {"", odd},
		"insertion":         {`[STATE]\n`, strings.Replace(odd, `"a\u00e9`, `"[STATE]\na\u00e9`, 1)},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p := newPipeline()
			p.insert = tc.insert
			got := make(chan string, 1)
			base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
				b, err := io.ReadAll(r.Body)
				if err != nil || r.ContentLength != int64(len(b)) {
					t.Errorf("read %d of %d bytes: %v", len(b), r.ContentLength, err)
				}
				got <- string(b)
				sends(whole)(w, r)
			})
			read(t, ask(t, base, odd).Body)
			if b := <-got; b != tc.want {
				t.Errorf("upstream got %q\nwant         %q", b, tc.want)
			}
		})
	}
}

func TestStreamsPassByteForByte_TSLP8(t *testing.T) {
	crlf := strings.ReplaceAll(whole, "\n", "\r\n")
	tests := map[string]string{
		"plain":    whole,
		"comments": ": open\n\n" + evHi + ": ping\n\nevent: x\nid: 1\n" + whole,
		"CRLF":     crlf,
		"unusual":  "data:{\"choices\":[{\"delta\":{\"content\":\"é😀\"}}]}\n\n" + evStop + evDone + ": after the end\n\n",
		"no end":   evHi + evHi,
	}
	for name, stream := range tests {
		for _, size := range []int{1, 7, 64, 1 << 20} {
			t.Run(fmt.Sprintf("%s in pieces of %d", name, size), func(t *testing.T) {
				var pieces []string
				for rest := stream; rest != ""; {
					n := min(size, len(rest))
					pieces = append(pieces, rest[:n])
					rest = rest[n:]
				}
				p := newPipeline()
				resp := ask(t, proxy(t, p, sends(pieces...)), chatBody)
				if got := read(t, resp.Body); got != stream {
					t.Errorf("got  %q\nwant %q", got, stream)
				}
				<-p.finished
				p.settledOnce(t)
			})
		}
	}
}

func TestAWholeReplyFinishesTheTurn_TSLP8(t *testing.T) {
	json := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, document)
	}
	untyped := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, whole)
	}
	tests := map[string]struct {
		answer http.HandlerFunc
		want   string
		done   bool
	}{
		"events":            {sends(evHi, evStop, evUse, evDone), whole, true},
		"document":          {json, document, false},
		"events by content": {untyped, whole, true},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p := newPipeline()
			if got := read(t, ask(t, proxy(t, p, tc.answer), chatBody).Body); got != tc.want {
				t.Errorf("got %q", got)
			}
			want := wire.Reply{Text: "hi", Model: "m", Finish: "stop", TokensIn: 7, TokensOut: 2, Status: 200, Done: tc.done}
			if r := <-p.finished; fmt.Sprint(r) != fmt.Sprint(want) {
				t.Errorf("finished with %+v", r)
			}
			p.settledOnce(t)
		})
	}
}

func TestChunksPassAtOnce_TSLP13(t *testing.T) {
	p := newPipeline()
	next := make(chan bool)
	base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(200)
		for range 3 {
			w.(http.Flusher).Flush()
			<-next
			io.WriteString(w, evHi)
		}
		io.WriteString(w, evStop)
	})
	resp := ask(t, base, chatBody) // the header alone arrives first
	for range 3 {
		next <- true
		if got := readN(t, resp.Body, len(evHi)); got != evHi { // only then goes the next one
			t.Fatalf("got %q", got)
		}
	}
	if got := read(t, resp.Body); got != evStop {
		t.Errorf("end %q", got)
	}
	<-p.finished
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.progress != 3*len(evHi)+len(evStop) {
		t.Errorf("progress %d", p.progress)
	}
}

func TestTheFirstChunkWaitsUntilTheEpisodeIsRecorded_TSLP3_2(t *testing.T) {
	p := newPipeline()
	var log diary
	sent := make(chan bool)
	p.recorded = func(context.Context) { <-sent; log.note("recorded") }
	base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
		sends(evHi)(w, r)
		close(sent)
		io.WriteString(w, evStop)
	})
	resp := ask(t, base, chatBody)
	log.note("client")
	if got := read(t, resp.Body); got != evHi+evStop || log.String() != "recorded, client" {
		t.Errorf("%s; %q", log.String(), got)
	}
}

func TestTheEndWaitsUntilTheTurnIsDurable_TSLP3_2(t *testing.T) {
	seen := make(chan bool)
	tests := map[string]struct {
		answer http.HandlerFunc
		before string // what the client gets before the turn is finished
		end    string
	}{
		"finish reason": {sends(evHi, evStop, evUse, evDone), evHi, evStop + evUse + evDone},
		"end in one":    {sends(evHi + evStop + evUse + evDone), evHi, evStop + evUse + evDone},
		"marker alone":  {sends(evHi, evDone), evHi, evDone},
		"end of stream": {sends(evHi, evHi), evHi + evHi, ""},
		"document": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, document)
		}, "", document},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p := newPipeline()
			var log diary
			p.finish = func(wire.Reply) {
				if tc.before != "" {
					<-seen // the client has what comes before
				}
				log.note("durable")
			}
			resp := ask(t, proxy(t, p, tc.answer), chatBody)
			if got := readN(t, resp.Body, len(tc.before)); got != tc.before {
				t.Fatalf("before the end: %q", got)
			}
			if tc.before != "" {
				seen <- true
			}
			if got := read(t, resp.Body); got != tc.end {
				t.Errorf("end %q", got)
			}
			if log.note("client"); log.String() != "durable, client" {
				t.Error(log.String())
			}
		})
	}
}

func TestASilentStreamAfterItsEndIsLetGo(t *testing.T) {
	p := newPipeline()
	release := make(chan bool)
	up := handle(t, func(w http.ResponseWriter, r *http.Request) {
		sends(evHi, evStop)(w, r)
		<-release
		io.WriteString(w, evUse+evDone)
	})
	_, base := serve(t, gateway.Options{Pipeline: p, Upstream: up, SettleTimeout: time.Millisecond})
	resp := ask(t, base, chatBody)
	if got := readN(t, resp.Body, len(evHi+evStop)); got != evHi+evStop {
		t.Fatalf("got %q", got)
	}
	if r := <-p.finished; r.Finish != "stop" || r.Text != "hi" {
		t.Errorf("finished with %+v", r)
	}
	close(release)
	if got := read(t, resp.Body); got != evUse+evDone {
		t.Errorf("rest %q", got)
	}
	p.settledOnce(t)
}

func TestSeveralChoicesEndAtTheMarker(t *testing.T) {
	const other = `data: {"choices":[{"index":1,"delta":{"content":"no"},"finish_reason":"length"}]}` + "\n\n"
	p := newPipeline()
	body := strings.Replace(chatBody, `"stream"`, `"n":2,"stream"`, 1)
	if got := read(t, ask(t, proxy(t, p, sends(evHi, other, evHi, evStop, evDone)), body).Body); got != evHi+other+evHi+evStop+evDone {
		t.Errorf("got %q", got)
	}
	if r := <-p.finished; r.Text != "hihi" || r.Finish != "stop" {
		t.Errorf("finished with %+v", r)
	}
}

func TestAReplyOverTheCapPassesWhole(t *testing.T) {
	long := strings.Repeat(evHi, 200)
	doc := `{"choices":[{"message":{"content":"` + strings.Repeat("x", 100<<10) + `"}}]}`
	tests := map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"events": {sends(long, evStop, evDone), long + evStop + evDone},
		"document": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, doc)
		}, doc},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p := newPipeline()
			_, base := serve(t, gateway.Options{Pipeline: p, Upstream: handle(t, tc.answer), MaxReply: 1000})
			if got := read(t, ask(t, base, chatBody).Body); got != tc.want {
				t.Errorf("%d bytes, want %d", len(got), len(tc.want))
			}
			if r := <-p.finished; !r.Truncated || r.Error != "" {
				t.Errorf("finished with %+v", r)
			}
		})
	}
}

func TestCompressedRepliesPassUnchangedAndAreRead(t *testing.T) {
	zip := func(flushed bool, parts ...string) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		for _, part := range parts {
			io.WriteString(z, part)
			if flushed {
				z.Flush()
			}
		}
		z.Close()
		return b.Bytes()
	}
	tests := map[string]struct {
		kind, coding string
		body         []byte
		text         string
		aborted      string
	}{
		"events":        {"text/event-stream", "gzip", zip(true, evHi, evStop, evDone), "hi", ""},
		"events at end": {"text/event-stream", "gzip", zip(false, evHi, evStop, evDone), "hi", ""},
		"document":      {"application/json", "gzip", zip(false, document), "hi", ""},
		"identity":      {"application/json", "identity", []byte(document), "hi", ""},
		"not gzip":      {"text/event-stream", "gzip", []byte(whole), "", "not valid gzip"},
		"document, bad": {"application/json", "gzip", []byte(document), "", "not valid gzip"},
		"other coding":  {"text/event-stream", "br", []byte("\x01\x02\x03"), "", "compressed with br"},
		"document, br":  {"application/json", "br", []byte("\x01\x02\x03"), "", "compressed with br"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p := newPipeline()
			base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
				if got := r.Header.Get("Accept-Encoding"); got != "identity" {
					t.Errorf("Accept-Encoding %q", got)
				}
				w.Header().Set("Content-Type", tc.kind)
				w.Header().Set("Content-Encoding", tc.coding)
				for _, b := range tc.body {
					w.Write([]byte{b})
					w.(http.Flusher).Flush()
				}
			})
			resp := ask(t, base, chatBody)
			if got := read(t, resp.Body); got != string(tc.body) || resp.Header.Get("Content-Encoding") != tc.coding {
				t.Errorf("%d bytes, coding %q", len(got), resp.Header.Get("Content-Encoding"))
			}
			select {
			case r := <-p.finished:
				if r.Text != tc.text || tc.aborted != "" {
					t.Errorf("finished with %+v", r)
				}
			case a := <-p.aborted:
				if tc.aborted == "" || !strings.Contains(a.cause.Error(), tc.aborted) {
					t.Errorf("aborted: %v", a.cause)
				}
			}
			p.settledOnce(t)
		})
	}
}

func TestTrailersPass(t *testing.T) {
	p := newPipeline()
	base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "X-Cost")
		sends(evHi, evStop)(w, r)
		w.Header().Set("X-Cost", "7")
	})
	resp := ask(t, base, chatBody)
	read(t, resp.Body)
	if got := resp.Trailer.Get("X-Cost"); got != "7" {
		t.Errorf("trailer %q in %v", got, resp.Trailer)
	}
}

// What is put in and the client's own body go upstream in pieces of any size,
// and arrive as one text.
func TestALargeSplicedBodyArrivesWhole_8_1(t *testing.T) {
	for _, size := range []int{1, 4 << 10, 64 << 10, 2 << 20} {
		p := newPipeline()
		p.insert = strings.Repeat("state ", size/6+1)
		before, after := `{"messages":[{"role":"user","content":"`, strings.Repeat("x", size)+`"}]}`
		arrived := make(chan string, 1)
		base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			arrived <- fmt.Sprint(string(body), err)
			io.WriteString(w, `{"choices":[]}`)
		})
		read(t, ask(t, base, before+after).Body)
		if got, want := <-arrived, before+p.insert+after+"<nil>"; got != want {
			t.Errorf("%d bytes arrived, want %d", len(got), len(want))
		}
	}
}
