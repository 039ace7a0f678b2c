package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"holdfast/engine/gateway/scripted"
)

// A client that says how small the window is gets no more code than fits, and is
// told what was left out; so is the operator, with the reason.
func TestASmallWindowGetsWhatFits_Gateway10(t *testing.T) {
	long := "func Long() string {\n\treturn \"" + strings.Repeat("long ", 1000) + "\"\n}\n"
	const short = "func Short() string {\n\treturn \"s\"\n}\n"
	model, err := scripted.Start(t.Context(), scripted.Script{
		Turns:   []scripted.Turn{{Match: []string{"write both"}, Reply: "```go src/l.go\npackage src\n\n" + long + "```\n\n```go src/s.go\npackage src\n\n" + short + "```\n"}},
		Default: scripted.Turn{Reply: "They return strings.{seen}"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { model.Close() })
	e := openWith(t, model.URL().String(), map[string]string{"debug": "true"})
	const both = `{"role":"user","content":"write both"},{"role":"assistant","content":"ok"},`
	ask := func(window int, messages string) *http.Response {
		t.Helper()
		body := fmt.Sprintf(`{"model":"m","stream":false,"options":{"num_ctx":%d},"messages":[%s]}`, window, messages)
		resp, err := http.Post("http://"+e.Status().Listen+"/api/chat", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != 200 {
			t.Fatalf("%d, %v", resp.StatusCode, err)
		}
		return resp
	}
	ask(32_768, `{"role":"user","content":"write both"}`)
	if n := ask(32_768, both+`{"role":"user","content":"what do src/l.go and src/s.go do?"}`).Header.Get("X-Holdfast-Hydrated"); n != "2" {
		t.Errorf("a large window gets %s entities", n)
	}
	if n := ask(1024, both+`{"role":"user","content":"what do src/l.go and src/s.go do together?"}`).Header.Get("X-Holdfast-Hydrated"); n != "1" {
		t.Errorf("a small window gets %s entities", n)
	}

	x, err := e.Exchange(context.Background(), e.Activities()[0].Episode)
	if err != nil || len(x.Omitted) != 1 || x.Omitted[0].Entity != "src/l.go::Long" || !strings.Contains(x.NoRoom, "1024 tokens") {
		t.Errorf("what was left out is %+v, for %q, %v", x.Omitted, x.NoRoom, err)
	}
	if !strings.Contains(x.Inserted, "src/s.go::Short") || !strings.Contains(x.Inserted, "OMITTED") || strings.Contains(x.Inserted, "long long") {
		t.Errorf("the model saw %s", x.Inserted)
	}
	resp, err := http.Get("http://" + e.Status().Listen + "/debug/last-prompt")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var last struct {
		LeftOut []struct{ What, Reason string } `json:"left_out"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&last); err != nil || len(last.LeftOut) != 1 ||
		last.LeftOut[0].What != "src/l.go::Long" || last.LeftOut[0].Reason != x.NoRoom {
		t.Errorf("/debug/last-prompt tells %+v, %v", last, err)
	}
}

// Of the recent context the newest pairs stay.
func TestASmallWindowShortensTheRecentContext_Gateway10(t *testing.T) {
	model, err := scripted.Start(t.Context(), scripted.Script{Default: scripted.Turn{Reply: strings.Repeat("on and on ", 100)}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { model.Close() })
	e := openWith(t, model.URL().String(), nil)
	for n, c := range []struct{ window, pairs, left int }{{8192, 0, 0}, {8192, 1, 0}, {8192, 2, 0}, {512, 1, 2}} {
		body := fmt.Sprintf(`{"model":"m","options":{"num_ctx":%d},"messages":[{"role":"user","content":"part %d"}]}`, c.window, n)
		req, err := http.NewRequest(http.MethodPost, "http://"+e.Status().Listen+"/api/chat", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header = http.Header{"Content-Type": {"application/json"}, "X-Holdfast-Conversation": {"tale"}}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Fatal(err)
		}
		x, err := e.Exchange(context.Background(), e.Activities()[0].Episode)
		if err != nil || x.ContextLeft != c.left || strings.Count(x.Inserted, "on and on") != 100*c.pairs {
			t.Errorf("turn %d in a window of %d: %d pairs are left out of %s, %v", n, c.window, x.ContextLeft, x.Inserted, err)
		}
		if c.pairs > 0 && !strings.Contains(x.Inserted, fmt.Sprintf("part %d", n-1)) {
			t.Errorf("turn %d lacks the one before: %s", n, x.Inserted)
		}
	}
}
