package engine_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/store"
)

// model is an upstream that speaks chat completions: answer gives the reply to
// the newest message, and every body that came in is kept.
type model struct {
	*httptest.Server
	mu     sync.Mutex
	bodies [][]byte
	answer func(prompt string) reply
	final  string // what it says once a tool has answered; "" = Done.
	loops  bool   // it answers a tool as it answers a prompt
	raw    string // the body of whatever is not streamed, "" for an answer
	// before is called before a prompt is answered; its context ends when the
	// proxy gives the request up.
	before func(ctx context.Context, prompt string)
}

type reply struct {
	text   string
	finish string // "" = stop
	cut    bool   // the connection breaks before the end
	status int
	tool   string // a tool call in place of text
	args   map[string]string
	hold   func() // is called between a call and what follows it
	pause  func() // it waits here, before it ends
}

func say(text string) reply { return reply{text: text} }

func startModel(t testing.TB, answer func(prompt string) reply) *model {
	m := &model{answer: answer}
	m.Server = httptest.NewServer(http.HandlerFunc(m.serve))
	t.Cleanup(m.Close)
	return m
}

func (m *model) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		fmt.Fprint(w, `{"object":"list","data":[{"id":"m"}]}`)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	m.mu.Lock()
	m.bodies = append(m.bodies, body)
	n := len(m.bodies)
	m.mu.Unlock()
	newest := gjson.GetBytes(body, "messages|@reverse|0")
	keeps := strings.HasSuffix(r.URL.Path, "/responses")
	if keeps {
		newest = gjson.GetBytes(body, "input|@reverse|0")
	}
	m.mu.Lock()
	answer, final, loops := m.answer, m.final, m.loops
	m.mu.Unlock()
	a := say(cmp.Or(final, "Done."))
	if loops || newest.Get("role").String() != "tool" {
		if m.before != nil {
			m.before(r.Context(), contentText(newest.Get("content")))
		}
		a = answer(contentText(newest.Get("content")))
	}
	if a.status != 0 {
		w.WriteHeader(a.status)
		fmt.Fprint(w, a.text)
		return
	}
	if a.finish == "" {
		a.finish = "stop"
	}
	if !gjson.GetBytes(body, "stream").Bool() {
		if m.raw != "" {
			fmt.Fprint(w, m.raw)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if keeps {
			m.respond(w, a, n)
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{
			"index": 0, "finish_reason": a.finish, "message": map[string]any{"role": "assistant", "content": a.text},
		}}})
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if a.tool != "" {
		args, _ := json.Marshal(a.args)
		sendChunk(w, map[string]any{"tool_calls": []any{map[string]any{
			"index": 0, "id": "call_1", "type": "function", "function": map[string]any{"name": a.tool, "arguments": string(args)},
		}}}, nil)
		a.finish = "tool_calls"
		if a.hold != nil {
			a.hold()
		}
	}
	for chunk := range chunks(a.text, 7) {
		sendChunk(w, map[string]any{"content": chunk}, nil)
	}
	if a.pause != nil {
		a.pause()
	}
	if a.cut {
		panic(http.ErrAbortHandler)
	}
	sendChunk(w, map[string]any{}, a.finish)
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// respond is the n-th reply, of a server that keeps the history.
func (m *model) respond(w io.Writer, a reply, n int) {
	part := map[string]any{"type": "output_text", "text": a.text}
	doc := map[string]any{"id": fmt.Sprintf("r%d", n), "status": "completed", "output": []any{
		map[string]any{"type": "message", "role": "assistant", "content": []any{part}},
	}}
	if a.finish == "length" {
		doc["status"], doc["incomplete_details"] = "incomplete", map[string]any{"reason": "max_output_tokens"}
	}
	_ = json.NewEncoder(w).Encode(doc)
}

// contentText is a message's text, be it a string or a list of parts.
func contentText(content gjson.Result) string {
	if !content.IsArray() {
		return content.String()
	}
	var text strings.Builder
	for _, part := range content.Array() {
		text.WriteString(part.Get("text").String())
	}
	return text.String()
}

func sendChunk(w http.ResponseWriter, delta map[string]any, finish any) {
	data, _ := json.Marshal(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}})
	fmt.Fprintf(w, "data: %s\n\n", data)
	w.(http.Flusher).Flush()
}

func chunks(s string, n int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for len(s) > 0 {
			k := min(n, len(s))
			if !yield(s[:k]) {
				return
			}
			s = s[k:]
		}
	}
}

// last is the newest body that the model got, decoded.
func (m *model) last(t testing.TB) (messages []message) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	var req struct{ Messages []message }
	if err := json.Unmarshal(m.bodies[len(m.bodies)-1], &req); err != nil {
		t.Fatal(err)
	}
	return req.Messages
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// house is an engine that serves a workspace, with a client that talks to it.
type house struct {
	*engine.Engine
	t     testing.TB
	dir   string
	model *model
	chat  []message
	told  int // deltas
	opts  engine.Options
	// session is what --session names when it is opened, "" for none.
	session string
	env     []string // of the configuration
}

func openHouse(t testing.TB, answer func(prompt string) reply) *house {
	t.Helper()
	return openHouseWith(t, engine.Options{}, answer)
}

func openHouseWith(t testing.TB, o engine.Options, answer func(prompt string) reply) *house {
	t.Helper()
	o.Patience = cmp.Or(o.Patience, time.Minute) // a busy machine is not a broken database
	if o.Home == "" {
		o.Home = t.TempDir()
	}
	h := &house{t: t, opts: o, dir: t.TempDir(), model: startModel(t, answer)}
	h.furnish()
	h.open()
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// unused is a workspace's folder with a database in which nothing is recorded
// yet. Most tests are not about how it is made, which takes longer than what
// many of them do.
var unused = sync.OnceValues(func() (fs.FS, error) {
	dir, err := os.MkdirTemp("", "holdfast")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(context.Background(), dir, store.Options{})
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	kept := fstest.MapFS{}
	return kept, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		kept[name] = &fstest.MapFile{Data: content, Mode: 0o600}
		return err
	})
})

// furnish spares the making of the database.
func (h *house) furnish() {
	h.t.Helper()
	files, err := unused()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(h.dir, ".holdfast"), files); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) open() {
	h.t.Helper()
	flags := map[string]string{"listen": "127.0.0.1:0", "upstream": h.model.URL}
	if h.session != "" {
		flags["session"] = h.session
	}
	cfg, err := config.Load(config.LoadOptions{Workspace: h.dir, Env: append([]string{}, h.env...), Flags: flags})
	if err != nil {
		h.t.Fatal(err)
	}
	if h.Engine, err = engine.Open(context.Background(), cfg, h.opts); err != nil {
		h.t.Fatal(err)
	}
	if err := h.Start(context.Background()); err != nil {
		h.t.Fatal(err)
	}
}

// reopen restarts the engine over the same workspace.
func (h *house) reopen() {
	h.t.Helper()
	if err := h.Close(); err != nil {
		h.t.Fatal(err)
	}
	h.open()
}

func (h *house) url(path string) string { return "http://" + h.Status().Listen + path }

// ask sends the conversation so far and a prompt, streamed, and reads the reply
// to its end. The reply becomes part of the conversation.
func (h *house) ask(prompt string) string {
	h.t.Helper()
	h.chat = append(h.chat, message{"user", prompt})
	text, err := h.post(h.chat, true)
	if err != nil {
		h.t.Fatal(err)
	}
	h.chat = append(h.chat, message{"assistant", text})
	return text
}

func (h *house) post(messages []message, stream bool) (string, error) {
	body, _ := json.Marshal(map[string]any{"model": "m", "stream": stream, "messages": messages})
	resp, err := http.Post(h.url("/v1/chat/completions"), "application/json", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return string(raw), err
	}
	if resp.StatusCode != http.StatusOK {
		return string(raw), fmt.Errorf("%s: %s", resp.Status, raw)
	}
	if !stream {
		var doc struct {
			Choices []struct{ Message message }
		}
		if err := json.Unmarshal(raw, &doc); err != nil {
			return "", err
		}
		return doc.Choices[0].Message.Content, nil
	}
	var text strings.Builder
	for line := range strings.Lines(string(raw)) {
		data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: ")
		if !ok || data == "[DONE]" {
			continue
		}
		var ev struct {
			Choices []struct{ Delta message }
		}
		if err := json.Unmarshal([]byte(data), &ev); err != nil {
			return "", err
		}
		for _, c := range ev.Choices {
			text.WriteString(c.Delta.Content)
		}
	}
	return text.String(), nil
}

// state is GET /state: entity → artifact hash.
func (h *house) state() map[string]string {
	h.t.Helper()
	var doc struct {
		Entities map[string]struct{ Artifact, State string }
	}
	h.get("/state", &doc)
	out := map[string]string{}
	for k, v := range doc.Entities {
		if v.State != "AUTHORITATIVE" {
			h.t.Errorf("/state lists %s as %s", k, v.State)
		}
		out[k] = v.Artifact
	}
	return out
}

func (h *house) get(path string, into any) {
	h.t.Helper()
	resp, err := http.Get(h.url(path))
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		h.t.Fatalf("%s: %s: %v", path, resp.Status, err)
	}
}

// verified fails the test where the database and its replay disagree.
func (h *house) verified() {
	h.t.Helper()
	findings, err := h.Verify(context.Background(), nil)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range findings {
		h.t.Errorf("verify: %+v", f)
	}
}

func readCase(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../testdata/turns/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
