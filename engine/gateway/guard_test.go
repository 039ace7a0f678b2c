package gateway_test

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"holdfast/engine/gateway"
)

func TestOnlyThisMachineMayCome(t *testing.T) {
	s, base := serve(t, gateway.Options{Pipeline: newPipeline(), Upstream: handle(t, echo)})
	_, port, err := net.SplitHostPort(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		host, origin string
		want         int
	}{
		{s.Addr(), "", 200},
		{"localhost:" + port, "", 200},
		{"LOCALHOST", "", 200},
		{"localhost.", "", 200},
		{"app.localhost:" + port, "", 200},
		{"[::1]:" + port, "", 200},
		{"127.9.9.9", "", 200},
		{"evil.example", "", 403},
		{"evil.example:" + port, "", 403},
		{"127.0.0.1.evil.example", "", 403},
		{"localhost.evil.example", "", 403},
		{"192.168.1.7:" + port, "", 403},
		{"2130706433", "", 403},
		{"localhost", "http://localhost:3000", 200},
		{"localhost", "https://127.0.0.1", 200},
		{"localhost", "http://[::1]:5173", 200},
		{"localhost", "null", 403},
		{"localhost", "https://evil.example", 403},
		{"localhost", "http://localhost.evil.example", 403},
		{"localhost", "http://localhost@evil.example", 403},
		{"localhost", "http://evil.example#localhost", 403},
		{"localhost", "localhost", 403},
		{"localhost", "http://", 403},
		{"evil.example", "http://evil.example", 403},
	}
	for _, path := range []string{"/v1/models", "/s/main/v1/models", "/state", "/nothing"} {
		for _, tc := range tests {
			t.Run(tc.host+" "+tc.origin+" "+path, func(t *testing.T) {
				r := newRequest(t, "GET", base+path, "")
				r.Host = tc.host
				if tc.origin != "" {
					r.Header.Set("Origin", tc.origin)
				}
				resp := do(t, r)
				if tc.want == 403 {
					wantError(t, resp, 403)
					if resp.Header.Get("Access-Control-Allow-Origin") != "" {
						t.Error("a foreign origin may read the refusal")
					}
					return
				}
				if resp.StatusCode == 403 || strings.HasSuffix(path, "models") && resp.StatusCode != 200 {
					t.Errorf("%d", resp.StatusCode)
				}
				if tc.origin != "" && resp.Header.Get("Access-Control-Allow-Origin") != tc.origin {
					t.Errorf("the page may not read the answer: %v", resp.Header)
				}
			})
		}
	}
	t.Run("two origins, one foreign", func(t *testing.T) {
		r := newRequest(t, "GET", base+"/v1/models", "")
		r.Header["Origin"] = []string{"http://localhost", "http://evil.example"}
		wantError(t, do(t, r), 403)
	})
}

func TestPagesOfThisMachineMayUseTheProxy(t *testing.T) {
	p := newPipeline()
	base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/own" {
			w.Header().Set("Access-Control-Allow-Origin", "*")
		}
		sends(whole)(w, r)
	})
	t.Run("preflight", func(t *testing.T) {
		r := newRequest(t, "OPTIONS", base+"/v1/chat/completions", "")
		r.Header.Set("Origin", "http://localhost:3000")
		r.Header.Set("Access-Control-Request-Method", "POST")
		r.Header.Set("Access-Control-Request-Headers", "authorization,content-type")
		resp := do(t, r)
		h := resp.Header
		if resp.StatusCode != 204 || h.Get("Access-Control-Allow-Origin") != "http://localhost:3000" ||
			!strings.Contains(h.Get("Access-Control-Allow-Methods"), "POST") || h.Get("Access-Control-Allow-Headers") != "authorization,content-type" {
			t.Errorf("%d %v", resp.StatusCode, h)
		}
	})
	for path, want := range map[string]string{"/v1/chat/completions": "http://localhost:3000", "/v1/own": "*"} {
		t.Run(path, func(t *testing.T) {
			r := newRequest(t, "POST", base+path, chatBody)
			r.Header.Set("Origin", "http://localhost:3000")
			resp := do(t, r)
			if got := resp.Header.Values("Access-Control-Allow-Origin"); len(got) != 1 || got[0] != want {
				t.Errorf("may be read by %q", got)
			}
		})
	}
	t.Run("no origin, no header", func(t *testing.T) {
		if h := ask(t, base, chatBody).Header; h.Get("Access-Control-Allow-Origin") != "" || h.Get("Vary") != "" {
			t.Errorf("%v", h)
		}
	})
}

func TestATokenIsDemandedAndKept(t *testing.T) {
	seen := make(chan string, 10)
	up := handle(t, func(w http.ResponseWriter, r *http.Request) { seen <- r.Header.Get("Authorization"); echo(w, r) })
	up.User = mustURL(t, "http://joe:pw@x").User
	_, base := serve(t, gateway.Options{Pipeline: newPipeline(), Upstream: up, Token: "s3cret"})
	for _, path := range []string{"/v1/models", "/health"} {
		for _, given := range []string{"", "Bearer wrong", "Bearer ", "Basic s3cret", "s3cret"} {
			r := newRequest(t, "GET", base+path, "")
			if given != "" {
				r.Header.Set("Authorization", given)
			}
			resp := do(t, r)
			wantError(t, resp, 401, "token")
			if resp.Header.Get("Www-Authenticate") == "" {
				t.Error("no WWW-Authenticate")
			}
		}
	}
	r := newRequest(t, "GET", base+"/v1/models", "")
	r.Header.Set("Authorization", "bearer s3cret")
	if resp := do(t, r); resp.StatusCode != 200 {
		t.Errorf("the right token: %d", resp.StatusCode)
	}
	if got := <-seen; got != "Basic am9lOnB3" {
		t.Errorf("the upstream got Authorization %q", got)
	}
}

func TestOtherMachinesNeedAToken(t *testing.T) {
	for listen, needs := range map[string]bool{"0.0.0.0:0": true, ":0": true, "[::]:0": true, "192.168.1.7:4141": true, "example.org:1": true, "127.0.0.1:0": false, "localhost:0": false, "[::1]:0": false} {
		_, err := gateway.New(gateway.Options{Pipeline: newPipeline(), Listen: listen})
		if (err != nil) != needs || needs && !strings.Contains(err.Error(), "--token") {
			t.Errorf("%s: %v", listen, err)
		}
	}
	if _, err := gateway.New(gateway.Options{Pipeline: newPipeline(), Listen: "4141"}); err == nil || !strings.Contains(err.Error(), "host:port") {
		t.Errorf("a bare port: %v", err)
	}
	if _, err := gateway.New(gateway.Options{}); err == nil {
		t.Error("no pipeline, no error")
	}
}

func TestListeningEverywhereAnswersToItsOwnAddress(t *testing.T) {
	s, _ := serve(t, gateway.Options{Pipeline: newPipeline(), Upstream: handle(t, echo), Listen: "0.0.0.0:0", Token: "t"})
	_, port, err := net.SplitHostPort(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]int{"127.0.0.1:" + port: 200, "10.1.2.3:" + port: 403, "my.name": 403} {
		r := newRequest(t, "GET", "http://127.0.0.1:"+port+"/v1/models", "")
		r.Host = host
		r.Header.Set("Authorization", "Bearer t")
		if resp := do(t, r); resp.StatusCode != want {
			t.Errorf("%s: %d", host, resp.StatusCode)
		}
	}
}
