package gateway_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

// echo answers with what reached the upstream.
func echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	fmt.Fprintf(w, "%s %s %s", r.Method, r.RequestURI, body)
}

func TestRequestsAreRoutedByPath_TSLP14(t *testing.T) {
	p := newPipeline()
	p.sessions = map[string]bool{"main.2": true}
	diagnostics := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "diagnostics %s %s", r.URL.RequestURI(), r.Header.Get("X-Holdfast-Session"))
	})
	_, base := serve(t, gateway.Options{Pipeline: p, Upstream: handle(t, echo), Diagnostics: diagnostics})
	const json = `{"a":1}`
	tests := []struct {
		method, path, body string
		status             int
		want               string // the answer's body, or a word of its error
	}{
		{"GET", "/v1/models", "", 200, "GET /v1/models "},
		{"GET", "/v1/models/a%2Fb?x=1&y=%20;z", "", 200, "GET /v1/models/a%2Fb?x=1&y=%20;z "},
		{"POST", "/v1/embeddings", json, 200, "POST /v1/embeddings " + json},
		{"POST", "/v1/responses/compact", json, 200, "POST /v1/responses/compact " + json},
		{"POST", "/v1/messages/count_tokens?beta=true", json, 200, "POST /v1/messages/count_tokens?beta=true " + json},
		{"DELETE", "/api/delete", json, 200, "DELETE /api/delete " + json},
		{"PATCH", "/api/x", json, 200, "PATCH /api/x " + json},
		{"GET", "/v1/chat/completions", "", 200, "GET /v1/chat/completions "},
		{"OPTIONS", "/v1/models", "", 200, "OPTIONS /v1/models "},
		{"GET", "/s/main.2/v1/models?q", "", 200, "GET /v1/models?q "},
		{"GET", "/s/main.2/v1/a%2Fb", "", 200, "GET /v1/a%2Fb "},
		{"POST", "/s/main.2/v1/chat/completions?b=1", chatBody, 200, "POST /v1/chat/completions?b=1 " + chatBody},
		{"GET", "/s/gone/v1/models", "", 404, "gone"},
		{"GET", "/s/gone/state", "", 404, "gone"},
		{"GET", "/s/no way/v1/models", "", 404, "base URL"},
		{"GET", "/s/" + strings.Repeat("x", 65) + "/v1/models", "", 404, "base URL"},
		{"GET", "/s/main.2", "", 404, "base URL"},
		{"GET", "/health", "", 200, "diagnostics /health "},
		{"HEAD", "/health", "", 200, ""},
		{"GET", "/recent?n=3", "", 200, "diagnostics /recent?n=3 "},
		{"GET", "/debug/last-prompt", "", 200, "diagnostics /debug/last-prompt "},
		{"GET", "/s/main.2/state", "", 200, "diagnostics /state main.2"},
		{"POST", "/state", json, 405, "read"},
		{"DELETE", "/s/main.2/recent", "", 405, "read"},
		{"OPTIONS", "/doctor", "", 405, "read"},
		{"GET", "/", "", 200, "GET / "},
		{"HEAD", "/", "", 200, ""},
		{"GET", "/?x=1", "", 200, "GET /?x=1 "},
		{"GET", "/s/main.2/", "", 200, "GET / "},
		{"GET", "/s/gone/", "", 404, "gone"},
		{"POST", "/", json, 404, "base URL"},
		{"DELETE", "/s/main.2/", "", 404, "base URL"},
		{"OPTIONS", "/", "", 404, "base URL"},
		{"GET", "/api/v0/models", "", 200, "GET /api/v0/models "},
		{"GET", "/v1", "", 404, "base URL"},
		{"GET", "/v2/models", "", 404, "base URL"},
		{"GET", "/chat/completions", "", 404, "base URL"},
		{"GET", "/healthz", "", 404, "base URL"},
		{"GET", "/v1/../admin", "", 404, "base URL"},
		{"GET", "/v1/%2e%2e/admin", "", 404, "base URL"},
		{"GET", "/s/main.2/v1/../../state", "", 404, "base URL"},
	}
	for _, path := range []string{"/memory", "/search", "/replay", "/summaries", "/similar", "/rewrite"} { // TSLP 14.4
		for _, method := range []string{"GET", "POST"} {
			tests = append(tests, struct {
				method, path, body string
				status             int
				want               string
			}{method, path, "", 404, "base URL"})
		}
	}
	for _, tc := range tests {
		t.Run(tc.method+" "+tc.path, func(t *testing.T) {
			r := newRequest(t, tc.method, base, tc.body)
			r.URL.Opaque = "//" + r.URL.Host + strings.ReplaceAll(tc.path, " ", "%20")
			resp := do(t, r)
			if tc.status != 200 {
				wantError(t, resp, tc.status, tc.want)
				return
			}
			if got := read(t, resp.Body); resp.StatusCode != 200 || got != tc.want {
				t.Errorf("%d %q", resp.StatusCode, got)
			}
		})
	}
	if r := <-p.requests; r.Session != "main.2" || r.Path != "/v1/chat/completions?b=1" {
		t.Errorf("session %q, path %q", r.Session, r.Path)
	}
	if len(p.requests) > 0 {
		t.Error("forwarded requests reached the pipeline")
	}
}

func TestAnUnderstoodPathIsReadHoweverItIsWritten_Gateway9(t *testing.T) {
	p := newPipeline()
	base := proxy(t, p, echo)
	for path, format := range map[string]wire.Format{
		"/api/v0/chat/completions":        wire.ChatCompletions,
		"/v1/chat/completions/":           wire.ChatCompletions,
		"/v1//chat/completions":           wire.ChatCompletions,
		"/v1/%72esponses":                 wire.Responses,
		"/s/main/api//chat":               wire.OllamaChat,
		"/s/main/api/v0/chat/completions": wire.ChatCompletions,
	} {
		r := newRequest(t, http.MethodPost, base, chatBody)
		r.URL.Opaque = "//" + r.URL.Host + path
		want := "POST " + strings.TrimPrefix(path, "/s/main") + " " + chatBody
		if got := read(t, do(t, r).Body); got != want {
			t.Errorf("%s reached the upstream as %q", path, got)
		}
		if len(p.requests) != 1 {
			t.Fatalf("%s was not read", path)
		}
		if got := (<-p.requests).Format; got != format {
			t.Errorf("%s was read as %s", path, got)
		}
	}
}

func TestWithoutAModelServerTheRootSaysSo_Gateway9(t *testing.T) {
	_, base := serve(t, gateway.Options{Pipeline: newPipeline()})
	wantError(t, do(t, newRequest(t, "GET", base+"/", "")), 502, "--upstream")
	if resp := do(t, newRequest(t, "HEAD", base+"/", "")); resp.StatusCode != 502 {
		t.Errorf("HEAD / answers %d", resp.StatusCode)
	}
	foreign := newRequest(t, "GET", base+"/", "")
	foreign.Host = "rebound.example"
	wantError(t, do(t, foreign), 403)
}

func TestWithoutDiagnosticsTheirPathsAre404(t *testing.T) {
	_, base := serve(t, gateway.Options{Pipeline: newPipeline(), Upstream: handle(t, echo)})
	wantError(t, do(t, newRequest(t, "GET", base+"/debug/last-prompt", "")), 404)
}

func TestTheUpstreamURLMayEndInV1(t *testing.T) {
	for given, want := range map[string]string{"": "/v1/models", "/": "/v1/models", "/v1": "/v1/models", "/v1/": "/v1/models", "/openai/v1": "/openai/v1/models", "/a%2Fb": "/a%2Fb/v1/models"} {
		t.Run(given, func(t *testing.T) {
			up := handle(t, echo)
			u, err := gateway.ParseUpstream(strings.TrimPrefix(up.String(), "http://") + given)
			if err != nil {
				t.Fatal(err)
			}
			_, base := serve(t, gateway.Options{Pipeline: newPipeline(), Upstream: u})
			if got := read(t, do(t, newRequest(t, "GET", base+"/v1/models", "")).Body); got != "GET "+want+" " {
				t.Errorf("got %q", got)
			}
		})
	}
	for _, bad := range []string{"", "ftp://x", "http://", "::", "http://[::1"} {
		if u, err := gateway.ParseUpstream(bad); err == nil {
			t.Errorf("%q was read as %v", bad, u)
		}
	}
}

func TestEndToEndHeadersPassBothWays(t *testing.T) {
	for _, path := range []string{"/v1/chat/completions", "/v1/embeddings"} {
		t.Run(path, func(t *testing.T) {
			got := make(chan *http.Request, 1)
			base := proxy(t, newPipeline(), func(w http.ResponseWriter, r *http.Request) {
				got <- r
				h := w.Header()
				h.Set("X-Request-Id", "r-9")
				h.Add("Set-Cookie", "a=1")
				h.Add("Set-Cookie", "b=2")
				h.Set("Keep-Alive", "timeout=5")
				h.Set("Connection", "X-Private")
				h.Set("X-Private", "p")
				h["Content-Type"] = nil
				w.WriteHeader(200)
				io.WriteString(w, document)
			})
			r := newRequest(t, "POST", base+path, chatBody)
			ends := map[string]string{
				"Authorization": "Bearer sk-1", "X-Api-Key": "k", "Anthropic-Version": "1", "X-Stainless-Lang": "js",
				"X-Session-Id": "s", "X-Forwarded-For": "10.0.0.1", "Forwarded": "for=x", "User-Agent": "tool/1", "Idempotency-Key": "i",
			}
			for name, value := range ends {
				r.Header.Set(name, value)
			}
			for _, name := range []string{"X-Holdfast-Session", "X-Holdfast-Conversation", "X-Holdfast-Any", "Keep-Alive", "Proxy-Authorization", "X-Hop"} {
				r.Header.Set(name, "x")
			}
			r.Header.Set("Connection", "X-Hop")
			resp := do(t, r)
			read(t, resp.Body)
			up := <-got
			for name, value := range ends {
				if up.Header.Get(name) != value {
					t.Errorf("%s reached the upstream as %q", name, up.Header.Get(name))
				}
			}
			for name := range up.Header {
				if strings.HasPrefix(name, "X-Holdfast") || name == "Keep-Alive" || name == "X-Hop" || name == "Proxy-Authorization" {
					t.Errorf("%s reached the upstream", name)
				}
			}
			if up.Host != up.Context().Value(http.LocalAddrContextKey).(net.Addr).String() {
				t.Errorf("Host %q", up.Host)
			}
			h := resp.Header
			if h.Get("X-Request-Id") != "r-9" || len(h.Values("Set-Cookie")) != 2 || h.Get("X-Private") != "" || h.Get("Keep-Alive") != "" {
				t.Errorf("response headers %v", h)
			}
			if _, guessed := h["Content-Type"]; guessed && path != "/v1/embeddings" {
				t.Errorf("a Content-Type was made up: %v", h)
			}
		})
	}
	t.Run("none is made up", func(t *testing.T) {
		got := make(chan http.Header, 1)
		base := proxy(t, newPipeline(), func(w http.ResponseWriter, r *http.Request) { got <- r.Header; sends(whole)(w, r) })
		r := newRequest(t, "POST", base+"/v1/chat/completions", chatBody)
		r.Header["User-Agent"] = nil
		read(t, do(t, r).Body)
		if h := <-got; len(h) != 3 { // Accept-Encoding, Content-Type, Content-Length
			t.Errorf("upstream got %v", h)
		}
	})
}

func TestForwardedAnswersPassAsTheyAre(t *testing.T) {
	p := newPipeline()
	p.sessions = map[string]bool{}
	next := make(chan bool)
	base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/none":
			w.WriteHeader(204)
		case "/v1/same":
			w.Header().Set("Etag", `"x"`)
			w.WriteHeader(304)
		case "/v1/hints":
			w.Header().Set("Link", "</a>")
			w.WriteHeader(103)
			io.WriteString(w, "ok")
		case "/v1/head":
			w.Header().Set("Content-Length", "77")
		case "/api/stream":
			for range 2 {
				io.WriteString(w, "{}\n")
				w.(http.Flusher).Flush()
				<-next
			}
		case "/v1/dies":
			w.Header().Set("Content-Length", "50")
			io.WriteString(w, "x")
		case "/v1/moved":
			w.Header().Set("Location", "/else")
			w.WriteHeader(307)
		default:
			n, _ := io.Copy(io.Discard, r.Body)
			fmt.Fprint(w, n)
		}
	})
	get := func(method, path string) *http.Response { return do(t, newRequest(t, method, base+path, "")) }
	for path, status := range map[string]int{"/v1/none": 204, "/v1/same": 304, "/v1/hints": 200, "/v1/moved": 307} {
		if resp := get("GET", path); resp.StatusCode != status {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
	if resp := get("HEAD", "/v1/head"); resp.ContentLength != 77 || resp.StatusCode != 200 {
		t.Errorf("HEAD: %d, length %d", resp.StatusCode, resp.ContentLength)
	}
	stream := get("GET", "/api/stream")
	for range 2 {
		if got := readN(t, stream.Body, 3); got != "{}\n" {
			t.Errorf("stream %q", got)
		}
		next <- true
	}
	wantDead(t, get("GET", "/v1/dies"))
	large := newRequest(t, "POST", base+"/api/blobs/x", "x")
	large.Body, large.ContentLength = io.NopCloser(io.LimitReader(spaces{}, 40<<20)), -1
	if got := read(t, do(t, large).Body); got != fmt.Sprint(40<<20) {
		t.Errorf("a large upload arrived as %s bytes", got)
	}
	known := newRequest(t, "POST", base+"/api/blobs/x", strings.Repeat("x", 9<<20))
	if got := read(t, do(t, known).Body); got != fmt.Sprint(9<<20) {
		t.Errorf("a large upload arrived as %s bytes", got)
	}
	named := newRequest(t, "GET", base+"/v1/models", "")
	named.Header.Set("X-Holdfast-Session", "gone")
	wantError(t, do(t, named), 404, "gone")
}
