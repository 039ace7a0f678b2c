package gateway_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/engine/gateway"
)

func TestParallelStreamsDoNotMix_TSLP13(t *testing.T) {
	p := newPipeline()
	base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Id")
		var pieces []string
		for n := range 50 {
			pieces = append(pieces, fmt.Sprintf("data: {\"choices\":[{\"delta\":{\"content\":\"%s.%d \"}}]}\n\n", id, n))
		}
		sends(append(pieces, evStop, evDone)...)(w, r)
	})
	var wait sync.WaitGroup
	for i := range 32 {
		wait.Go(func() {
			r := newRequest(t, http.MethodPost, base+"/v1/chat/completions", chatBody)
			r.Header.Set("X-Id", fmt.Sprint(i))
			resp, err := client(t).Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			b, err := io.ReadAll(resp.Body)
			if err != nil || strings.Count(string(b), fmt.Sprintf("\"%d.", i)) != 50 {
				t.Errorf("stream %d: %v, %q", i, err, b)
			}
		})
	}
	wait.Wait()
	for range 32 {
		id, _, _ := strings.Cut((<-p.finished).Text, ".")
		if id == "" {
			t.Error("a reply was not collected")
		}
	}
	p.settledOnce(t)
}

func TestAClientThatReadsNothingHoldsTheUpstreamBack_TSLP13(t *testing.T) {
	const endless = 256 << 20
	p := newPipeline()
	written := make(chan int, 1)
	up := raw(t, func(_ *http.Request, c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 999999999\r\n\r\n")
		block := bytes.Repeat([]byte(evHi), 1000)
		total := 0
		for total < endless {
			// A write that takes this long is one that waits for the reader.
			c.SetWriteDeadline(time.Now().Add(time.Second))
			n, err := c.Write(block)
			total += n
			if err != nil {
				break
			}
		}
		written <- total
	})
	_, base := serve(t, gateway.Options{Pipeline: p, Upstream: up, MaxReply: 1 << 20})
	resp := ask(t, base, chatBody)
	if n := <-written; n >= endless/2 {
		t.Errorf("the upstream could write %d bytes that nobody read", n)
	}
	resp.Body.Close()
	<-p.aborted
}

func TestAClientThatLeavesCancelsTheUpstream_TSLP8(t *testing.T) {
	leave := map[string]func(c net.Conn){
		"closed":      func(c net.Conn) { c.Close() },
		"reset":       func(c net.Conn) { c.(*net.TCPConn).SetLinger(0); c.Close() },
		"half closed": func(c net.Conn) { c.(*net.TCPConn).CloseWrite() },
	}
	for name, how := range leave {
		for _, when := range []string{"before the header", "in the stream", "while the end is held"} {
			t.Run(name+" "+when, func(t *testing.T) {
				p := newPipeline()
				arrived, cancelled := make(chan bool), make(chan bool)
				base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
					io.Copy(io.Discard, r.Body) // net/http notices a close only after that
					switch when {
					case "in the stream":
						sends(evHi)(w, r)
					case "while the end is held":
						sends(evHi, evStop)(w, r)
					}
					close(arrived)
					<-r.Context().Done()
					close(cancelled)
				})
				c := dial(t, base)
				fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(chatBody), chatBody)
				<-arrived
				how(c)
				<-cancelled
				if a := <-p.aborted; !errors.Is(a.cause, gateway.ErrClientLeft) {
					t.Errorf("aborted: %v", a.cause)
				}
				p.settledOnce(t)
			})
		}
	}
}

func dial(t *testing.T, base string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}
