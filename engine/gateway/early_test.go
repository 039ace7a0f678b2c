package gateway_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"holdfast/engine/gateway"
)

// Chunks that carry a finish reason before the reply's end.
const (
	evEarly = `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"stop"}]}` + "\n\n"
	evBoth  = `data: {"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}` + "\n\n"
)

func TestAStreamThatGoesOnBehindItsReasonIsReadToItsEnd_Gateway7(t *testing.T) {
	tests := map[string]struct {
		passes, end  string // what the client has before the turn ends, and after
		text, finish string
	}{
		"a reason on the first, empty chunk": {evEarly + evHi + evHi, evStop + evUse + evDone, "hihi", "stop"},
		"and no other":                       {evEarly + evHi, evDone, "hi", "stop"},
		"on every chunk":                     {evBoth + evBoth, evBoth + evDone, "hihihi", "stop"},
		"in other words":                     {evHi + strings.ReplaceAll(evBoth, "stop", "EOS"), strings.ReplaceAll(evStop, "stop", "eos_token"), "hihi", "stop"},
		"a cut one, and no other":            {strings.ReplaceAll(evBoth, "stop", "length") + evHi, evDone, "hihi", "length"},
		"nothing, and no mark":               {evEarly + evHi, "", "hi", ""},
	}
	for name, tc := range tests {
		for _, pieces := range []int{1, 40, 1 << 20} {
			t.Run(name, func(t *testing.T) {
				p := newPipeline()
				stream := tc.passes + tc.end
				var parts []string
				for rest := stream; rest != ""; {
					n := min(pieces, len(rest))
					parts, rest = append(parts, rest[:n]), rest[n:]
				}
				if got := read(t, ask(t, proxy(t, p, sends(parts...)), chatBody).Body); got != stream {
					t.Errorf("got  %q\nwant %q", got, stream)
				}
				if r := <-p.finished; r.Text != tc.text || r.Finish != tc.finish {
					t.Errorf("finished with %+v", r)
				}
				p.settledOnce(t)
			})
		}
	}
}

// A client has what comes behind an early reason when it comes, and the pause before
// it does not end the reply.
func TestAReasonBeforeAnythingIsSaidDoesNotHoldTheStream_TSLP13(t *testing.T) {
	p := newPipeline()
	next := make(chan bool)
	up := handle(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, evEarly)
		w.(http.Flusher).Flush()
		for range 3 {
			<-next
			io.WriteString(w, evHi)
			w.(http.Flusher).Flush()
		}
		io.WriteString(w, evStop+evDone)
	})
	_, base := serve(t, gateway.Options{Pipeline: p, Upstream: up, SettleTimeout: time.Millisecond})
	resp := ask(t, base, chatBody)
	if got := readN(t, resp.Body, len(evEarly)); got != evEarly { // released: nothing was said, and nothing came
		t.Fatalf("got %q", got)
	}
	for range 3 {
		next <- true
		if got := readN(t, resp.Body, len(evHi)); got != evHi { // only then goes the next one
			t.Fatalf("got %q", got)
		}
	}
	if got := read(t, resp.Body); got != evStop+evDone {
		t.Errorf("end %q", got)
	}
	if r := <-p.finished; r.Text != "hihihi" || r.Finish != "stop" {
		t.Errorf("finished with %+v", r)
	}
	p.settledOnce(t)
}

// A reason that comes with the first words is doubted for longer: a reply of one
// chunk that the server does not end has hardly ended.
func TestAReasonWithTheFirstWordsIsDoubted_Gateway7(t *testing.T) {
	p := newPipeline()
	const limit = 300 * time.Millisecond
	up := handle(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, evBoth)
		w.(http.Flusher).Flush()
		<-time.After(limit + limit/3)
		io.WriteString(w, evHi+evStop+evDone)
	})
	_, base := serve(t, gateway.Options{Pipeline: p, Upstream: up, SettleTimeout: limit})
	if got := read(t, ask(t, base, chatBody).Body); got != evBoth+evHi+evStop+evDone {
		t.Errorf("got %q", got)
	}
	if r := <-p.finished; r.Text != "hihi" || r.Finish != "stop" {
		t.Errorf("finished with %+v", r)
	}
	p.settledOnce(t)
}

func TestAOneChunkReplyThatStaysOpenIsLetGoAtLast(t *testing.T) {
	p := newPipeline()
	release := make(chan bool)
	up := handle(t, func(w http.ResponseWriter, r *http.Request) {
		sends(evBoth)(w, r)
		<-release
	})
	_, base := serve(t, gateway.Options{Pipeline: p, Upstream: up, SettleTimeout: time.Millisecond})
	resp := ask(t, base, chatBody)
	if got := readN(t, resp.Body, len(evBoth)); got != evBoth {
		t.Fatalf("got %q", got)
	}
	if r := <-p.finished; r.Text != "hi" || r.Finish != "stop" {
		t.Errorf("finished with %+v", r)
	}
	close(release)
	read(t, resp.Body)
	p.settledOnce(t)
}

func TestAStreamThatDiesBehindAnEarlyReasonLooksDead_TSLP12(t *testing.T) {
	p := newPipeline()
	base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
		sends(evEarly, evHi)(w, r)
		panic(http.ErrAbortHandler)
	})
	if got := wantDead(t, ask(t, base, chatBody)); got != evEarly+evHi {
		t.Errorf("passed %q", got)
	}
	if a := <-p.aborted; a.reply.Text != "hi" || a.reply.Finish != "" {
		t.Errorf("aborted with %+v", a.reply)
	}
	p.settledOnce(t)
}

// llama.cpp calls a response completed that its limit has cut.
func TestAReplyThatUsedUpItsTokensWasCut_Product9(t *testing.T) {
	const said = `data: {"type":"response.output_text.delta","delta":"hi"}` + "\n\n" +
		`data: {"type":"response.completed","response":{"status":"completed","usage":{"input_tokens":7,"output_tokens":2}}}` + "\n\n"
	for limit, want := range map[string]string{`"max_output_tokens":2,`: "length", `"max_output_tokens":3,`: "stop", `"max_output_tokens":-1,`: "stop", ``: "stop"} {
		p := newPipeline()
		resp := apis[2].post(t, proxy(t, p, apis[2].serve(said)), `{`+limit+`"stream":true,"input":"fix it"}`)
		if got := read(t, resp.Body); got != said {
			t.Errorf("got %q", got)
		}
		if r := <-p.finished; r.Finish != want {
			t.Errorf("with %q finished with %+v", limit, r)
		}
	}
}
