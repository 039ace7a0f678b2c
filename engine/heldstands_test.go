package engine_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
)

var shownBlock = regexp.MustCompile(`Entity: a\.go::(\w+)\n|Superseded: a\.go::(\w+) `)

// shows lists the blocks and the notices of a prompt, in order.
func shows(prompt string) string {
	var list []string
	for _, m := range shownBlock.FindAllStringSubmatch(prompt, -1) {
		if m[2] != "" {
			list = append(list, "-"+m[2])
		} else {
			list = append(list, m[1])
		}
	}
	return strings.Join(list, " ")
}

func said(prompt string) []any { return []any{object{"role": "user", "content": prompt}} }

// Where the server keeps the history, what was put into it stands there: it is not put
// in again, and told of when it is no more the truth (context.md, rules 2 and 3).
func TestWhatAServerKeepsIsNotPutInAgain(t *testing.T) {
	t.Parallel()
	model := startCatcher(t)
	e := adopted(t, model.URL, nil)
	ask := func(previous, prompt string) (shown, hydrated string) {
		t.Helper()
		body := object{"model": "m", "input": said(prompt)}
		if previous != "" {
			body["previous_response_id"] = previous
		}
		header := postTo(t, e, "/v1/responses", body)
		return shows(model.prompt()), header.Get("X-Holdfast-Hydrated")
	}
	adopt := func() {
		t.Helper()
		if _, err := e.AdoptPaths(context.Background(), []string{"a.go"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range []struct {
		before                   func()
		previous, prompt         string
		shown, hydrated, request string
	}{
		{nil, "", "explain `One()`", "One", "1", "r1"},
		{nil, "r1", "and `One()` with `Two()`?", "Two", "2", "r2"},
		{nil, "r1", "another way: `Two()`", "Two", "2", "r3, on another branch"},
		{nil, "r3", "`One()` again", "", "2", "r4, goes on with it"},
		{nil, "r2", "back: `Two()` and `Three()`", "Three", "3", "r5"},
		{func() { save(t, e, "a.go", threeFuncs("adopted")); adopt() }, "r5", "thanks", "-One", "2", "r6"},
		{nil, "r6", "is `One()` better?", "One", "3", "r7"},
		{func() { save(t, e, "a.go", threeFuncs("one")); adopt() }, "r7", "and now `One()`?", "-One One", "3", "r8: the version of before is the truth again"},
		{nil, "r8", "explain `One()`", "", "3", "r9"},
		{func() { save(t, e, "a.go", threeFuncs("by hand")) }, "r9", "thanks", "-One", "2", "r10: it is STALE"},
		{nil, "r10", "go on", "", "2", "r11: it was told"},
		{nil, "unknown", "explain `Two()`", "Two", "1", "r12: nobody knows what stands there"},
		{nil, "", "explain `Two()`", "Two", "1", "r13: a conversation begins"},
	} {
		if c.before != nil {
			c.before()
		}
		shown, hydrated := ask(c.previous, c.prompt)
		if shown != c.shown || hydrated != c.hydrated {
			t.Errorf("request %d (%s): shows %q and says %s, want %q and %s", i+1, c.request, shown, hydrated, c.shown, c.hydrated)
		}
		x, err := e.Exchange(context.Background(), e.Activities()[0].Episode)
		if err != nil || !strings.Contains(model.prompt(), x.Inserted+c.prompt) || shows(x.Inserted) != c.shown || strings.Contains(x.Inserted, "RECENT CONTEXT") {
			t.Errorf("request %d: read back as %q, %v", i+1, x.Inserted, err)
		}
	}
	if findings, err := e.Verify(context.Background(), nil); err != nil || len(findings) > 0 {
		t.Errorf("%+v, %v", findings, err)
	}
}

// What was put in far back is put in again, and in a tool loop nothing is.
func TestWhatAServerKeepsFarBackIsPutInAgain(t *testing.T) {
	t.Parallel()
	model := startCatcher(t)
	e := adopted(t, model.URL, nil)
	tools := []any{object{"type": "function", "name": "bash"}}
	postTo(t, e, "/v1/responses", object{"model": "m", "tools": tools, "input": said("explain `One()`")})
	output := func(text string) []any {
		return []any{object{"type": "function_call_output", "call_id": "c", "output": text}}
	}
	postTo(t, e, "/v1/responses", object{"model": "m", "tools": tools, "previous_response_id": "r1", "input": output("ok")})
	if got := shows(model.prompt()); got != "" {
		t.Errorf("in a tool loop %q is put in", got)
	}
	postTo(t, e, "/v1/responses", object{"model": "m", "tools": tools, "previous_response_id": "r2", "input": said("and `One()`?")})
	if got := shows(model.prompt()); got != "" {
		t.Errorf("%q is put in again", got)
	}
	postTo(t, e, "/v1/responses", object{"model": "m", "tools": tools, "previous_response_id": "r3", "input": output(strings.Repeat("a long result ", 3000))})
	postTo(t, e, "/v1/responses", object{"model": "m", "tools": tools, "previous_response_id": "r4", "input": said("once more: `One()`")})
	if got := shows(model.prompt()); got != "One" {
		t.Errorf("from far back %q is put in", got)
	}
}
