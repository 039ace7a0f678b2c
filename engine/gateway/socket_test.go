package gateway_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdfast/engine/gateway"
)

// watcher is a pipeline that hears of WebSockets.
type watcher struct {
	*pipeline
	told chan string
}

func (w watcher) Socket(_ context.Context, session, path, refused string) {
	w.told <- fmt.Sprintf("%s|%s|%v", session, path, refused != "")
}

// tunnelling is an upstream that changes to any protocol it is asked for and
// then says everything back, as far as it is asked; asked has each request that
// reached it.
func tunnelling(t *testing.T) (gateway.Options, watcher, chan *http.Request) {
	t.Helper()
	asked := make(chan *http.Request, 10)
	up := raw(t, func(r *http.Request, c net.Conn) {
		asked <- r
		if kind := r.Header.Get("Upgrade"); kind != "" {
			fmt.Fprintf(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n", kind)
			io.Copy(c, c)
			return
		}
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
	})
	w := watcher{newPipeline(), make(chan string, 10)}
	w.sessions = map[string]bool{"main": true}
	return gateway.Options{Pipeline: w, Upstream: up}, w, asked
}

// handshake sends a request byte for byte and returns the answer's head and the
// connection behind it.
func handshake(t *testing.T, base, method, path, headers, body string) (*http.Response, net.Conn, *bufio.Reader) {
	t.Helper()
	host := strings.TrimPrefix(base, "http://")
	c, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	fmt.Fprintf(c, "%s %s HTTP/1.1\r\nHost: %s\r\n%s\r\n%s", method, path, host, headers, body)
	answer := bufio.NewReader(c)
	resp, err := http.ReadResponse(answer, &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	return resp, c, answer
}

const wsHead = "Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bm90IGEgc2VjcmV0IGtleQ==\r\n"

func TestAWebSocketOnAnUnderstoodPathIsRefusedAndTold_Gateway9(t *testing.T) {
	for _, tc := range []struct{ method, path, headers, told string }{
		{"GET", "/v1/responses", wsHead, "|/v1/responses|true"},
		{"GET", "/v1/responses?x=1", wsHead, "|/v1/responses?x=1|true"},
		{"GET", "/v1//responses/", wsHead, "|/v1//responses/|true"},
		{"GET", "/v1/chat/completions", wsHead, "|/v1/chat/completions|true"},
		{"GET", "/v1/messages", wsHead, "|/v1/messages|true"},
		{"GET", "/api/chat", wsHead, "|/api/chat|true"},
		{"GET", "/api/v0/chat/completions", wsHead, "|/api/v0/chat/completions|true"},
		{"GET", "/s/main/v1/responses", wsHead, "main|/v1/responses|true"},
		{"PUT", "/v1/responses", wsHead, "|/v1/responses|true"},
		{"GET", "/v1/responses", strings.Replace(wsHead, "WebSocket", "h2c, websocket", 1), "|/v1/responses|true"},
		{"GET", "/v1/responses", "Connection: keep-alive\r\nConnection: upgrade\r\nUpgrade: h2c\r\nUpgrade: websocket\r\n", "|/v1/responses|true"},
	} {
		t.Run(tc.method+" "+tc.path, func(t *testing.T) {
			opts, w, asked := tunnelling(t)
			_, base := serve(t, opts)
			resp, _, _ := handshake(t, base, tc.method, tc.path, tc.headers, "")
			if h := resp.Header; h.Get("Upgrade") != "HTTP/1.1" || !strings.EqualFold(h.Get("Connection"), "upgrade") {
				t.Errorf("the answer names no protocol to speak: %v", h)
			}
			shape := `"code":"websocket_refused"`
			switch at := strings.TrimPrefix(tc.path, "/s/main"); {
			case strings.HasPrefix(at, "/v1/messages"):
				shape = `{"type":"error","error":{"type":"invalid_request_error"`
			case at == "/api/chat":
				shape = `{"error":"`
			}
			if text := read(t, resp.Body); resp.StatusCode != 426 || !strings.Contains(text, shape) || !strings.Contains(text, "POST to /") {
				t.Errorf("%d %s", resp.StatusCode, text)
			}
			if got := <-w.told; got != tc.told {
				t.Errorf("told %q", got)
			}
			if len(asked) > 0 || len(w.requests) > 0 {
				t.Error("the handshake went on to the upstream or to the pipeline")
			}
		})
	}
}

// A client that was refused asks on the same connection.
func TestAfterARefusedWebSocketTheClientPosts_Gateway9(t *testing.T) {
	opts, w, asked := tunnelling(t)
	_, base := serve(t, opts)
	resp, c, answer := handshake(t, base, "GET", "/v1/responses", wsHead, "")
	io.Copy(io.Discard, resp.Body)
	body := `{"model":"m","input":"fix it"}`
	fmt.Fprintf(c, "POST /v1/responses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	resp, err := http.ReadResponse(answer, nil)
	if err != nil || resp.StatusCode != 200 || read(t, resp.Body) != "{}" {
		t.Errorf("%v, %v", resp, err)
	}
	if r := <-w.requests; r.Written != "fix it" {
		t.Errorf("read %q", r.Written)
	}
	<-asked
}

func TestAPostWithAnUpgradeIsAPost_Gateway9(t *testing.T) {
	for _, kind := range []string{"websocket", "h2c"} {
		opts, w, asked := tunnelling(t)
		_, base := serve(t, opts)
		head := fmt.Sprintf("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: %s\r\nHTTP2-Settings: AAMAAABk\r\n"+
			"Content-Type: application/json\r\nContent-Length: %d\r\n", kind, len(chatBody))
		resp, _, _ := handshake(t, base, "POST", "/v1/chat/completions", head, chatBody)
		if text := read(t, resp.Body); resp.StatusCode != 200 || text != "{}" {
			t.Errorf("%s: %d %s", kind, resp.StatusCode, text)
		}
		if r := <-asked; r.Header.Get("Upgrade") != "" || r.Header.Get("Connection") != "" || r.Header.Get("Http2-Settings") != "" {
			t.Errorf("%s reached the upstream: %v", kind, r.Header)
		}
		if r := <-w.requests; r.Written != "fix it" || len(w.told) > 0 {
			t.Errorf("read %q, and told of %d", r.Written, len(w.told))
		}
	}
}

// A WebSocket at another path passes, with a line; any other protocol would
// carry requests for the understood paths past holdfast.
func TestElsewhereOnlyAWebSocketPasses_Gateway9(t *testing.T) {
	opts, w, asked := tunnelling(t)
	_, base := serve(t, opts)
	resp, c, answer := handshake(t, base, "GET", "/s/main/v1/realtime?model=m", wsHead, "")
	if resp.StatusCode != 101 {
		t.Fatalf("a WebSocket on a path that is only forwarded: %d", resp.StatusCode)
	}
	io.WriteString(c, "frame")
	if got := readN(t, answer, 5); got != "frame" {
		t.Errorf("the tunnel says %q", got)
	}
	if got := <-w.told; got != "main|/v1/realtime?model=m|false" {
		t.Errorf("told %q", got)
	}
	<-asked
	c.Close()
	for _, path := range []string{"/v1/models", "/v1/responses", "/"} {
		resp, _, _ := handshake(t, base, "GET", path, "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n", "")
		if resp.StatusCode != 200 || len(w.told) > 0 {
			t.Errorf("an offer of HTTP/2 at %s: %d", path, resp.StatusCode)
		}
		if r := <-asked; r.Header.Get("Upgrade") != "" {
			t.Errorf("%s reached the upstream with %v", path, r.Header)
		}
	}
	mixed := strings.Replace(wsHead, "WebSocket", "h2c, websocket", 1)
	if resp, _, _ := handshake(t, base, "GET", "/v1/realtime", mixed, ""); resp.StatusCode != 101 || resp.Header.Get("Upgrade") != "websocket" {
		t.Errorf("two offers: %d %v", resp.StatusCode, resp.Header)
	}
}

func TestASocketOfAnUnknownSessionOrAForeignPageGoesNowhere_Gateway9(t *testing.T) {
	opts, w, asked := tunnelling(t)
	_, base := serve(t, opts)
	for path, extra := range map[string]string{
		"/s/gone/v1/responses": "", "/s/gone/v1/realtime": "",
		"/v1/responses": "Origin: http://evil.example\r\n", "/v1/realtime": "Origin: null\r\n",
	} {
		if resp, _, _ := handshake(t, base, "GET", path, wsHead+extra, ""); resp.StatusCode != 404 && resp.StatusCode != 403 {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
	for _, target := range []string{"127.0.0.1:80", "localhost:443", "/v1/responses"} {
		if resp, _, _ := handshake(t, base, "CONNECT", target, "", ""); resp.StatusCode < 400 {
			t.Errorf("CONNECT %s: %d", target, resp.StatusCode)
		}
	}
	if len(asked)+len(w.told) > 0 {
		t.Errorf("%d requests reached the upstream, %d were told", len(asked), len(w.told))
	}
}

// A Pipeline that does not care is none the worse for it.
func TestAPipelineNeedNotHearOfSockets_Gateway9(t *testing.T) {
	up := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(up.Close)
	_, base := serve(t, gateway.Options{Pipeline: newPipeline(), Upstream: mustURL(t, up.URL)})
	if resp, _, _ := handshake(t, base, "GET", "/v1/responses", wsHead, ""); resp.StatusCode != 426 {
		t.Errorf("%d", resp.StatusCode)
	}
}
