package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"holdfast/engine/report"
	"holdfast/engine/sessions"
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

// keptHouse is a house whose model server keeps what was said, and whose map holds a
// file of three functions.
func keptHouse(t *testing.T) (*house, *catcher) {
	t.Helper()
	c := startCatcher(t)
	h := openHouse(t, func(string) reply { return say("Fine.") })
	h.model = &model{Server: c.Server}
	h.reopen()
	h.write("a.go", threeFuncs("one"))
	h.adopt("a.go")
	return h, c
}

// respond goes on with a reply, "" for none, and returns what is put in and what the
// request is said to show.
func (h *house) respond(c *catcher, previous, prompt string) (shown, hydrated string) {
	h.t.Helper()
	body := object{"model": "m", "input": said(prompt)}
	if previous != "" {
		body["previous_response_id"] = previous
	}
	header := postTo(h.t, h.Engine, "/v1/responses", body)
	return shows(c.prompt()), header.Get("X-Holdfast-Hydrated")
}

// Where the server keeps the history, what was put into it stands there: it is not put
// in again, and told of when it is no more the truth (context.md, rules 2 and 3). That
// outlives a restart, and holdfast's death.
func TestWhatAServerKeepsIsNotPutInAgain(t *testing.T) {
	t.Parallel()
	for name, between := range map[string]func(*house){
		"one engine": func(*house) {},
		"restarted":  (*house).reopen,
		"killed":     func(h *house) { (&truthWalk{house: h}).kill() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whatAServerKeeps(t, between)
		})
	}
}

func whatAServerKeeps(t *testing.T, between func(*house)) {
	h, model := keptHouse(t)
	changed := func(says string) func() {
		return func() {
			h.write("a.go", threeFuncs(says))
			h.adopt("a.go")
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
		{changed("adopted"), "r5", "thanks", "-One", "2", "r6"},
		{nil, "r6", "is `One()` better?", "One", "3", "r7"},
		{changed("one"), "r7", "and now `One()`?", "-One One", "3", "r8: the version of before is the truth again"},
		{nil, "r8", "explain `One()`", "", "3", "r9"},
		{func() { h.write("a.go", threeFuncs("by hand")) }, "r9", "thanks", "-One", "2", "r10: it is STALE"},
		{nil, "r10", "go on", "", "2", "r11: it was told"},
		{nil, "unknown", "explain `Two()`", "Two", "1", "r12: nobody knows what stands there"},
		{nil, "", "explain `Two()`", "Two", "1", "r13: a conversation begins"},
		{nil, "r4", "on the other branch", "-One", "1", "r14: nothing was told there"},
		{nil, "r14", "`Three()`", "Three", "2", "r15"},
	} {
		if c.before != nil {
			c.before()
		}
		between(h)
		shown, hydrated := h.respond(model, c.previous, c.prompt)
		if shown != c.shown || hydrated != c.hydrated {
			t.Errorf("request %d (%s): shows %q and says %s, want %q and %s", i+1, c.request, shown, hydrated, c.shown, c.hydrated)
		}
		if x := h.lastExchange(); !strings.Contains(model.prompt(), x.Inserted+c.prompt) || shows(x.Inserted) != c.shown || strings.Contains(x.Inserted, "RECENT CONTEXT") {
			t.Errorf("request %d: read back as %q", i+1, x.Inserted)
		}
	}
	h.verified()
}

// What the client has the end of is known after SIGKILL.
func TestWhatAServerKeepsOutlivesSIGKILL(t *testing.T) {
	t.Parallel()
	h, model := keptHouse(t)
	must(t, h.Close())
	defer h.open() // to be closed at the end
	previous := ""
	for i, want := range []string{"One", "", ""} {
		v := startVictim(t, h.dir, model.URL)
		body, _ := json.Marshal(object{"model": "m", "input": said("explain `One()`"), "previous_response_id": previous})
		resp, err := http.Post(strings.TrimSuffix(v.url, "chat/completions")+"responses", "application/json", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		var doc struct{ ID string }
		if err := json.NewDecoder(resp.Body).Decode(&doc); err != nil {
			t.Fatal(err)
		}
		v.kill(t)
		_ = resp.Body.Close()
		if shown := shows(model.prompt()); shown != want {
			t.Errorf("life %d puts in %q, want %q", i+1, shown, want)
		}
		previous = doc.ID
	}
}

// What a server keeps is the same in whatever session the client goes on: there it is
// held against what that session has.
func TestWhatAServerKeepsIsKnownInOtherSessions(t *testing.T) {
	t.Parallel()
	h, model := keptHouse(t)
	ctx := context.Background()
	h.respond(model, "", "explain `One()` and `Two()`") // r1
	must(t, h.Fork(ctx, "", "fork"))
	if shown, _ := h.respond(model, "r1", "`One()` and `Three()`"); shown != "Three" { // r2
		t.Errorf("in the fork %q is put in", shown)
	}
	h.write("a.go", threeFuncs("adopted"))
	h.adopt("a.go")
	if shown, _ := h.respond(model, "r2", "thanks"); shown != "-One" { // r3
		t.Errorf("in the fork %q is told", shown)
	}
	must(t, h.NewSession(ctx, "empty"))
	if shown, hydrated := h.respond(model, "r1", "`One()` here?"); shown != "-One -Two" || hydrated != "0" { // r4
		t.Errorf("in a session without code %q is told, %s shown", shown, hydrated)
	}
	must(t, h.Switch(ctx, sessions.Default))
	h.reopen()
	if shown, hydrated := h.respond(model, "r3", "and `Two()`?"); shown != "" || hydrated != "2" { // r5: One is not current here
		t.Errorf("back in the first session %q is put in, %s shown", shown, hydrated)
	}
	h.verified()
}

// Branches that look alike are told apart: the same words in the same turn, behind
// another version of the code.
func TestBranchesOfAServersHistoryDoNotMix(t *testing.T) {
	t.Parallel()
	h, model := keptHouse(t)
	h.respond(model, "", "begin")                                              // r1
	if shown, _ := h.respond(model, "r1", "explain `One()`"); shown != "One" { // r2
		t.Errorf("%q is put in", shown)
	}
	h.write("a.go", threeFuncs("adopted"))
	h.adopt("a.go")
	if shown, _ := h.respond(model, "r1", "explain `One()`"); shown != "One" { // r3
		t.Errorf("on the second branch %q is put in", shown)
	}
	for _, c := range []struct{ previous, shown string }{{"r2", "-One One"}, {"r3", ""}, {"r2", "-One One"}} {
		if shown, _ := h.respond(model, c.previous, "and `One()` now?"); shown != c.shown {
			t.Errorf("behind %s %q is put in, want %q", c.previous, shown, c.shown)
		}
	}
}

// A conversation that the server names is known after a restart by that name, and its
// replies by theirs.
func TestAConversationOfTheServersOutlivesARestart(t *testing.T) {
	t.Parallel()
	h, model := keptHouse(t)
	ask := func(prompt, want string) {
		t.Helper()
		postTo(t, h.Engine, "/v1/responses", object{"model": "m", "conversation": object{"id": "conv_1"}, "input": said(prompt)})
		if shown := shows(model.prompt()); shown != want {
			t.Errorf("%q: %q is put in, want %q", prompt, shown, want)
		}
	}
	ask("explain `One()`", "One") // r1
	ask("and `Two()`", "Two")     // r2
	h.reopen()
	ask("`One()`, `Two()` and `Three()`", "Three") // r3
	h.write("a.go", threeFuncs("adopted"))
	h.adopt("a.go")
	h.reopen()
	ask("thanks", "-One") // r4
	h.reopen()
	if shown, _ := h.respond(model, "r2", "`Two()` and `Three()`"); shown != "-One Three" {
		t.Errorf("behind the second reply %q is put in", shown)
	}
	if turn := h.lastExchange().Episode.Turn; turn != 3 {
		t.Errorf("the request is said to be turn %d of its conversation", turn)
	}
	h.verified()
}

// A tool loop goes on after a restart as it would have, with the prompt of its turn; so
// does one whose prompt is too long to be kept in memory.
func TestAToolLoopOfAServersHistoryOutlivesARestart(t *testing.T) {
	t.Parallel()
	h, model := keptHouse(t)
	tools := []any{object{"type": "function", "name": "bash"}}
	prompt := "explain `One()` " + strings.Repeat("at length ", 5000)
	postTo(t, h.Engine, "/v1/responses", object{"model": "m", "tools": tools, "input": said(prompt)})
	for _, between := range []func(){func() {}, h.reopen} {
		between()
		postTo(t, h.Engine, "/v1/responses", object{"model": "m", "tools": tools, "previous_response_id": "r1",
			"input": []any{object{"type": "function_call_output", "call_id": "c", "output": "ok"}}})
		if x := h.lastExchange(); x.Prompt != prompt || x.Episode.Turn != 1 || shows(model.prompt()) != "" {
			t.Errorf("the loop goes on in turn %d, with a prompt of %d bytes and %q put in", x.Episode.Turn, len(x.Prompt), shows(model.prompt()))
		}
	}
}

// lastExchange reads the latest request back.
func (h *house) lastExchange() report.Exchange {
	h.t.Helper()
	x, err := h.Exchange(context.Background(), h.Activities()[0].Episode)
	if err != nil {
		h.t.Fatal(err)
	}
	return x
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
