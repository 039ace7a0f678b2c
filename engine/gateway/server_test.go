package gateway_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"holdfast/engine/gateway"
)

// started is a server whose Serve the test itself ends.
func started(t *testing.T, opts gateway.Options) (base string, stop context.CancelFunc, done chan error) {
	t.Helper()
	opts.Listen, opts.Logger = "127.0.0.1:0", slog.New(slog.DiscardHandler)
	s, err := gateway.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Listen(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	done = make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	return "http://" + s.Addr(), cancel, done
}

func TestStoppingLetsRepliesFinish(t *testing.T) {
	p := newPipeline()
	next := make(chan bool)
	up := handle(t, func(w http.ResponseWriter, r *http.Request) {
		sends(evHi)(w, r)
		<-next
		io.WriteString(w, evStop)
	})
	base, stop, done := started(t, gateway.Options{Pipeline: p, Upstream: up, DrainTimeout: time.Minute})
	resp := ask(t, base, chatBody)
	readN(t, resp.Body, len(evHi))
	stop()
	for { // until the listener is closed
		c, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
		if err != nil {
			break
		}
		c.Close()
	}
	close(next)
	if got := read(t, resp.Body); got != evStop {
		t.Errorf("got %q", got)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	<-p.finished
}

func TestStoppingCutsWhatDoesNotFinish(t *testing.T) {
	p := newPipeline()
	up := handle(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		sends(evHi)(w, r)
		<-r.Context().Done()
	})
	base, stop, done := started(t, gateway.Options{Pipeline: p, Upstream: up, DrainTimeout: 10 * time.Millisecond})
	resp := ask(t, base, chatBody)
	readN(t, resp.Body, len(evHi))
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if len(p.aborted) != 1 { // Serve waits for its handlers
		t.Error("Serve returned before the turn was aborted")
	}
	wantDead(t, resp)
}

func TestABusyPortSaysWhoHoldsIt(t *testing.T) {
	listen := func(addr string) error {
		s, err := gateway.New(gateway.Options{Pipeline: newPipeline(), Listen: addr})
		if err != nil {
			t.Fatal(err)
		}
		return s.Listen()
	}
	t.Run("another holdfast", func(t *testing.T) {
		ok := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, `{"status":"ok"}`) })
		s, _ := serve(t, gateway.Options{Pipeline: newPipeline(), Diagnostics: ok})
		err := listen(s.Addr())
		var busy *gateway.BusyError
		if !errors.As(err, &busy) || !busy.Holdfast || !strings.Contains(err.Error(), "another holdfast") || !strings.Contains(err.Error(), "--listen 127.0.0.1:") {
			t.Errorf("%v", err)
		}
	})
	t.Run("another program", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		err = listen(l.Addr().String())
		var busy *gateway.BusyError
		if !errors.As(err, &busy) || busy.Holdfast || busy.PID != 0 && busy.PID != os.Getpid() {
			t.Fatalf("%#v", err)
		}
		if _, proc := os.Stat("/proc/net/tcp"); proc == nil && (busy.PID != os.Getpid() || busy.Command == "") {
			t.Errorf("the holder was not found: %v", err)
		}
	})
	t.Run("not this machine's address", func(t *testing.T) {
		s, err := gateway.New(gateway.Options{Pipeline: newPipeline(), Listen: "192.0.2.1:4141", Token: "t"})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Listen(); err == nil || !strings.Contains(err.Error(), "192.0.2.1:4141") {
			t.Errorf("%v", err)
		}
	})
}

func TestAnUpstreamThatIsHoldfastItselfIsRefused(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	_, port, _ := net.SplitHostPort(addr)
	s, err := gateway.New(gateway.Options{Pipeline: newPipeline(), Listen: addr, Upstream: mustURL(t, "http://localhost:"+port+"/v1")})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Listen(); err == nil || !strings.Contains(err.Error(), "itself") {
		t.Errorf("%v", err)
	}
}

func TestAClientThatNeverEndsItsHeaderIsCut(t *testing.T) {
	_, base := serve(t, gateway.Options{Pipeline: newPipeline(), ClientTimeout: 20 * time.Millisecond})
	c := dial(t, base)
	io.WriteString(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
	io.Copy(io.Discard, c) // returns only when the server closes the connection
}

func TestTheUpstreamMayChange(t *testing.T) {
	s, base := serve(t, gateway.Options{Pipeline: newPipeline()})
	s.SetUpstream(handle(t, echo))
	if got := read(t, do(t, newRequest(t, "GET", base+"/v1/models", "")).Body); got != "GET /v1/models " {
		t.Errorf("got %q", got)
	}
	if s.Upstream() == nil || s.Upstream().Host == "" {
		t.Error("Upstream is not told")
	}
}

func TestAddressesThatCannotBeServedAreErrors(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s, err := gateway.New(gateway.Options{Pipeline: newPipeline(), Listen: l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	var busy *gateway.BusyError
	if err := s.Serve(t.Context()); !errors.As(err, &busy) {
		t.Errorf("Serve: %v", err)
	}
}
