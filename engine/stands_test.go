package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"holdfast/engine"
	"holdfast/engine/sessions"
)

// catcher is a model server that speaks every format, says little and keeps what it
// was sent.
type catcher struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
	// long has it say something that no other reply does.
	long bool
}

// says is what it says to the n-th request.
func (c *catcher) says(n int) string {
	if c.long {
		return fmt.Sprintf("Of request %d there is nothing more to be said than this.", n)
	}
	return "Fine."
}

// said is what it said last.
func (c *catcher) said() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.says(len(c.bodies))
}

func startCatcher(t *testing.T) *catcher {
	c := &catcher{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost {
			return
		}
		c.mu.Lock()
		c.bodies = append(c.bodies, string(body))
		n := len(c.bodies)
		c.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, map[string]string{
			"/v1/chat/completions": `{"id":"r%d","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"%s"}}]}`,
			"/v1/messages":         `{"id":"r%d","type":"message","role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":"%s"}]}`,
			"/v1/responses":        `{"id":"r%d","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"%s"}]}]}`,
			"/api/chat":            `{"model":"m%d","done":true,"done_reason":"stop","message":{"role":"assistant","content":"%s"}}`,
		}[r.URL.Path], n, c.says(n))
	}))
	t.Cleanup(c.Close)
	return c
}

// last is the body of the last request, prompt what of it a model reads.
func (c *catcher) last() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bodies[len(c.bodies)-1]
}

func (c *catcher) prompt() string { return promptOf(c.last()) }

// promptOf renders a body as a chat template does: system, tools, then the messages
// one behind the other.
func promptOf(body string) string {
	var b strings.Builder
	for _, name := range []string{"system", "instructions", "tools"} {
		fmt.Fprintf(&b, "%s\n", gjson.Get(body, name).Raw)
	}
	for _, name := range []string{"messages", "input"} {
		for _, m := range gjson.Get(body, name).Array() {
			fmt.Fprintf(&b, "<%s>", m.Get("role").String()+m.Get("type").String())
			m.ForEach(func(key, value gjson.Result) bool {
				switch key.String() {
				case "role", "type":
				case "content":
					b.WriteString(contentText(value))
				default:
					b.WriteString(value.Raw)
				}
				return true
			})
		}
	}
	return b.String()
}

// threeFuncs is a file of three functions; says is what the first one returns.
func threeFuncs(says string) string {
	return "package a\n\nfunc One() string {\n\treturn \"" + says + "\"\n}\n\nfunc Two() string {\n\treturn \"two\"\n}\n\nfunc Three() string {\n\treturn \"three\"\n}\n"
}

// adopted opens an engine before a server, with a file of three functions in its map.
func adopted(t *testing.T, upstream string, flags map[string]string) *engine.Engine {
	t.Helper()
	e := openWith(t, upstream, flags)
	save(t, e, "a.go", threeFuncs("one"))
	if _, err := e.AdoptPaths(context.Background(), []string{"a.go"}, nil); err != nil {
		t.Fatal(err)
	}
	return e
}

func save(t *testing.T, e *engine.Engine, path, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(e.Status().Workspace, path), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// postTo posts a body and returns what holdfast says of it.
func postTo(t testing.TB, e *engine.Engine, path string, body object) http.Header {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Post("http://"+e.Status().Listen+path, "application/json", strings.NewReader(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if said, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %v", resp.Status, said, err)
	}
	return resp.Header
}

// eachFormat runs a test for each way of sending a conversation whole.
func eachFormat(t *testing.T, test func(t *testing.T, path, list string, message func(role, text string) object)) {
	plain := func(role, text string) object { return object{"role": role, "content": text} }
	for path, list := range map[string]string{
		"/v1/chat/completions": "messages", "/v1/messages": "messages", "/v1/responses": "input", "/api/chat": "messages",
	} {
		t.Run(path, func(t *testing.T) { test(t, path, list, plain) })
	}
	t.Run("/v1/messages with marks of the cache", func(t *testing.T) {
		test(t, "/v1/messages", "messages", func(role, text string) object {
			part := object{"type": "text", "text": text}
			if role == "user" {
				part["cache_control"] = object{"type": "ephemeral"}
			}
			return object{"role": role, "content": []any{part}}
		})
	})
	t.Run("/v1/responses in parts", func(t *testing.T) {
		test(t, "/v1/responses", "input", func(role, text string) object {
			return object{"type": "message", "role": role, "content": []any{object{"type": map[string]string{"user": "input_text", "assistant": "output_text"}[role], "text": text}}}
		})
	})
}

// What a request put before a message stands there in the next ones: each prompt
// begins with the whole of the one before.
func TestAPromptGoesOnWhereTheOneBeforeEnded_Product15(t *testing.T) {
	t.Parallel()
	eachFormat(t, func(t *testing.T, path, list string, message func(role, text string) object) {
		model := startCatcher(t)
		e := adopted(t, model.URL, nil)
		var chat []any
		before := ""
		for i, prompt := range []string{"explain `One()`", "and `Two()`?", "is `One()` better?", "explain `One()` and `Three()`"} {
			chat = append(chat, message("user", prompt))
			header := postTo(t, e, path, object{"model": "m", "max_tokens": 99, "stream": false, list: chat})
			chat = append(chat, message("assistant", "Fine."))
			now := model.prompt()
			if !strings.HasPrefix(now, before) {
				t.Fatalf("request %d does not go on with the one before:\n%s\n---\n%s", i+1, before, now)
			}
			before = now
			if want := strconv.Itoa(min(i+1, 2) + i/3); header.Get("X-Holdfast-Hydrated") != want {
				t.Errorf("request %d shows %s entities, want %s", i+1, header.Get("X-Holdfast-Hydrated"), want)
			}
		}
		for name, times := range map[string]int{"One": 1, "Two": 1, "Three": 1} {
			if n := strings.Count(before, "Entity: a.go::"+name+"\n"); n != times {
				t.Errorf("%s stands %d times in\n%s", name, n, before)
			}
		}
	})
}

// What the disk contradicts goes at once, wherever it stands.
func TestAStaleBlockGoesWhereverItStands_156(t *testing.T) {
	t.Parallel()
	eachFormat(t, func(t *testing.T, path, list string, message func(role, text string) object) {
		model := startCatcher(t)
		e := adopted(t, model.URL, nil)
		chat := []any{message("user", "explain `One()` and `Two()`")}
		body := func() object { return object{"model": "m", "max_tokens": 99, "stream": false, list: chat} }
		postTo(t, e, path, body())
		save(t, e, "a.go", threeFuncs("edited by hand"))
		chat = append(chat, message("assistant", "Fine."), message("user", "thanks, go on"))
		postTo(t, e, path, body())
		if now := model.prompt(); strings.Contains(now, "a.go::One") || !strings.Contains(now, "Entity: a.go::Two\n") {
			t.Errorf("the prompt is\n%s", now)
		}
	})
}

// threeHouse is a house whose map holds a file of three functions, and whose model
// says little.
func threeHouse(t *testing.T, settings string) *house {
	t.Helper()
	h := openHouse(t, func(prompt string) reply {
		return say("Of that there is this to be said: " + prompt[strings.LastIndexByte(prompt, '\n')+1:])
	})
	if settings != "" {
		h.configure("[hydrate]\n" + settings + "\n")
	}
	h.write("a.go", threeFuncs("one"))
	h.adopt("a.go")
	return h
}

// sent is the last prompt as the model reads it.
func (h *house) sent() string { return promptOf(string(h.lastBody())) }

// lastBody is the last request.
func (h *house) lastBody() []byte {
	h.model.mu.Lock()
	defer h.model.mu.Unlock()
	return h.model.bodies[len(h.model.bodies)-1]
}

func TestWhatStandsOutlivesARestart(t *testing.T) {
	t.Parallel()
	h := threeHouse(t, "")
	h.ask("explain `One()`")
	h.ask("explain `Two()`")
	before := h.sent()
	h.reopen()
	h.ask("explain `Three()`")
	if now := h.sent(); !strings.HasPrefix(now, before) || strings.Count(now, "CURRENT STATE: AUTHORITATIVE") != 3 {
		t.Errorf("after a restart\n%s\ngoes on with\n%s", before, now)
	}
	h.verified()
}

func TestWhatIsOutdatedGoesOrIsTold(t *testing.T) {
	t.Parallel()
	for settings, far := range map[string]bool{"": false, "rewind_kib = 0": true} {
		h := threeHouse(t, settings)
		h.ask("explain `One()` and `Two()`")
		first, before := h.sent(), h.state()["a.go::One"]
		h.write("a.go", threeFuncs("adopted"))
		h.adopt("a.go")
		h.ask("explain `One()`")
		now := h.sent()
		notice := "[STATE NOTICE]\nSuperseded: a.go::One " + before + "\n[END NOTICE]\n\n[CURRENT STATE: AUTHORITATIVE]\nEntity: a.go::One\n"
		if strings.HasPrefix(now, first) != far || strings.Contains(now, `return "one"`) != far || strings.Contains(now, notice) != far || strings.Count(now, `return "adopted"`) != 1 {
			t.Errorf("far %v: the prompt is\n%s", far, now)
		}
		episode := h.Activities()[0].Episode
		h.reopen()
		x, err := h.Exchange(context.Background(), episode)
		if err != nil || !strings.Contains(now, x.Inserted+x.Prompt) || x.Inserted == "" {
			t.Errorf("far %v: read back as %q, %v", far, x.Inserted, err)
		}
		h.ask("and then?")
		if again := h.sent(); !strings.HasPrefix(again, now) {
			t.Errorf("far %v: the next prompt is\n%s", far, again)
		}
		// The version of before is the truth again: what says otherwise goes.
		h.write("a.go", threeFuncs("one"))
		h.adopt("a.go")
		h.ask("and now `One()`?")
		if now := h.sent(); strings.Contains(now, "Superseded: a.go::One "+before) || strings.Count(now, `return "one"`) != 1 {
			t.Errorf("far %v: with the version of before the prompt is\n%s", far, now)
		}
		h.verified()
	}
}

// What a client changes in its history takes away what stood there, and nothing is
// put before other words.
func TestAHistoryThatIsNotTheOneOfBeforeKeepsNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(chat []message) []message
		stands string // the entities that stand where they stood
	}{
		"white space":       {func(c []message) []message { c[0].Content = "explain\n  `One()` "; return c }, "One Two"},
		"an edited message": {func(c []message) []message { c[0].Content = "explain something else"; return c }, "Two"},
		"a summary of all of it": {func(c []message) []message {
			return []message{{"user", "what was said: nothing"}, {"assistant", "Fine."}}
		}, ""},
		"the beginning dropped":         {func(c []message) []message { return c[2:] }, ""},
		"messages in another order":     {func(c []message) []message { c[0], c[2] = c[2], c[0]; return c }, ""},
		"a message twice":               {func(c []message) []message { return append(c[:2:2], c...) }, "One"},
		"the newest turn dropped":       {func(c []message) []message { return c[:2] }, "One"},
		"a system prompt put before it": {func(c []message) []message { return append([]message{{"system", "be brief"}}, c...) }, "One Two"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := threeHouse(t, "reach_kib = 0")
			h.ask("explain `One()`")
			h.ask("explain `Two()`")
			h.chat = c.change(h.chat)
			h.ask("explain `Three()`")
			var stood []string
			for _, m := range h.model.last(t) {
				for _, name := range []string{"One", "Two"} {
					if strings.Contains(m.Content, "Entity: a.go::"+name+"\n") {
						stood = append(stood, name)
						if !strings.HasSuffix(m.Content, "`"+name+"()`") && !strings.HasSuffix(m.Content, "`"+name+"()` ") {
							t.Errorf("%s stands before %q", name, m.Content)
						}
					}
				}
			}
			if got := strings.Join(stood, " "); got != c.stands || !strings.Contains(h.prompt(), "Entity: a.go::Three\n") {
				t.Errorf("%q stands, want %q: %s", got, c.stands, h.sent())
			}
		})
	}
}

// Two conversations that begin alike keep what stands apart.
func TestConversationsThatBeginAlikeStandApart(t *testing.T) {
	t.Parallel()
	h := threeHouse(t, "")
	h.ask("explain `One()`")
	one := h.chat
	h.chat = nil
	h.ask("explain `One()`")
	h.ask("and `Two()`")
	h.chat = one
	h.ask("and `Three()`")
	if now := h.sent(); strings.Contains(now, "a.go::Two") || strings.Count(now, "Entity: a.go::One\n") != 1 {
		t.Errorf("the first conversation goes on with\n%s", now)
	}
}

func TestPlacementNewestIsAsBefore(t *testing.T) {
	t.Parallel()
	h := threeHouse(t, `placement = "newest"`)
	h.ask("explain `One()`")
	h.ask("explain `Two()`")
	now := h.sent()
	if strings.Contains(now, "Entity: a.go::One\n") || strings.Count(now, "Entity: a.go::Two\n") != 1 {
		t.Errorf("the prompt is\n%s", now)
	}
}

// More than may be kept goes by halves, the oldest first.
func TestTheOldestHalfGoesAtOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("Fine.") })
	h.configure("[hydrate]\nkept_kib = 4\n")
	file := "package a\n"
	for i := range 8 {
		file += fmt.Sprintf("\nfunc Long%d() string {\n\treturn %q\n}\n", i, strings.Repeat("x", 900))
	}
	h.write("long.go", file)
	h.adopt("long.go")
	breaks, before := 0, ""
	for i := range 8 {
		h.ask(fmt.Sprintf("explain `Long%d()`", i))
		now := h.sent()
		if !strings.HasPrefix(now, before) {
			breaks++
		}
		if n := strings.Count(now, "[CURRENT STATE: AUTHORITATIVE]"); n > 5 {
			t.Errorf("%d blocks in a prompt", n)
		}
		before = now
	}
	if breaks == 0 || breaks > 3 {
		t.Errorf("the prefix broke %d times in 8 turns", breaks)
	}
}

// A fork has the code of its origin, and nothing that stands in conversations: what a
// client goes on with there may not be what stood here. Back in the first session all
// stands where it stood.
func TestAForkBeginsWithNothingThatStands(t *testing.T) {
	t.Parallel()
	h := threeHouse(t, "")
	ctx := context.Background()
	h.ask("explain `One()`")
	h.ask("explain `Two()`")
	here := h.sent()
	chat := slices.Clone(h.chat)
	must(t, h.Fork(ctx, "", "fork"))
	h.ask("explain `Three()`")
	if got := shows(h.sent()); got != "Three" {
		t.Errorf("in the fork %q stands in\n%s", got, h.sent())
	}
	h.chat = chat
	must(t, h.Switch(ctx, sessions.Default))
	h.ask("explain `Three()`")
	if now := h.sent(); !strings.HasPrefix(now, here) || shows(now) != "One Two Three" {
		t.Errorf("back in the first session\n%s\ngoes on with\n%s", here, now)
	}
	h.verified()
}
