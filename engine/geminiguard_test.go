package engine_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"holdfast/engine"
	"holdfast/engine/gateway/wire"
)

// geminiCLI speaks Gemini's own format, which does not cross holdfast: it reaches its
// model by itself, and is guarded all the same.
var geminiCLI = &realClient{
	name: "gemini-cli", connect: "gemini-cli", npm: "@google/gemini-cli@0.61.0", bin: "gemini",
	quiet: []string{"GOOGLE_GENAI_USE_VERTEXAI=true", "GOOGLE_API_KEY=key", "GEMINI_CLI_TRUST_WORKSPACE=true", "GEMINI_TELEMETRY_ENABLED=false", "GEMINI_CLI_NO_RELAUNCH=true"},
	ask:   before("-m", "gemini-2.5-flash", "-y", "-p"),
	write: func(path, content string) wire.ToolCall {
		return tool("write_file", object{"file_path": path, "content": content})
	},
	edit: func(path, old, text string) wire.ToolCall {
		return tool("replace", object{"file_path": path, "old_string": old, "new_string": text, "instruction": "tidy up"})
	},
	read: func(path string) wire.ToolCall { return tool("read_file", object{"file_path": path}) },
}

// geminiUpstream is a model server of Gemini's format that makes calls one by one: the
// next one once all before it have their results.
type geminiUpstream struct {
	*httptest.Server
	steps []wire.ToolCall
	sees  func(body []byte)

	mu   sync.Mutex
	last string // request of the conversation
}

func startGemini(t *testing.T, steps []wire.ToolCall, sees func([]byte)) *geminiUpstream {
	g := &geminiUpstream{steps: steps, sees: sees}
	g.Server = httptest.NewServer(g)
	t.Cleanup(g.Close)
	return g
}

func (g *geminiUpstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client left
	}
	part := object{"text": "Done."}
	if calls := gjson.GetBytes(body, "tools"); calls.Exists() {
		g.mu.Lock()
		g.last = string(body)
		g.mu.Unlock()
		g.sees(body)
		if n := len(gjson.GetBytes(body, "contents.#.parts.#.functionResponse|@flatten").Array()); n < len(g.steps) {
			part = object{"functionCall": object{"name": g.steps[n].Name, "args": json.RawMessage(g.steps[n].Arguments)}}
		}
	}
	reply, err := json.Marshal(object{
		"candidates":    []object{{"content": object{"role": "model", "parts": []object{part}}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": object{"promptTokenCount": 100, "candidatesTokenCount": 10, "totalTokenCount": 110},
	})
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if strings.HasSuffix(r.URL.Path, ":streamGenerateContent") {
		w.Header().Set("Content-Type", "text/event-stream")
		reply = slices.Concat([]byte("data: "), reply, []byte("\n\n"))
	} else {
		w.Header().Set("Content-Type", "application/json")
	}
	_, _ = w.Write(reply) // the client may have left
}

// leadGemini has Gemini CLI play the story of a guarded client.
func (shop *shop) leadGemini(t *testing.T, program string) {
	defer func() { shop.note(geminiCLI.name, t) }()
	s := &stage{t: t, client: geminiCLI, home: t.TempDir(), start: geminiCLI.bin}
	s.path = shop.install(t, geminiCLI, s.home)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s.house = &house{t: t, dir: dir, model: &model{Server: httptest.NewServer(http.NotFoundHandler())}, opts: engine.Options{Home: s.home}}
	t.Cleanup(s.model.Close)
	s.open()
	t.Cleanup(func() { _ = s.Close() }) // once more, where it was closed
	if out, _, err := s.shell("git init -q " + dir); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	for file, text := range geminiCLI.extra {
		s.atHome(file, text)
	}
	s.save(guardedFile, guardedText)
	w := &watched{house: s.house, program: s.hooked(program), refused: 2}
	upstream := startGemini(t, guardedSteps(geminiCLI, filepath.Join(dir, guardedFile)), w.sees)
	s.quiet = append(slices.Clone(geminiCLI.quiet), "GOOGLE_VERTEX_BASE_URL="+upstream.URL)
	t.Cleanup(s.leaveNothing)
	out, _, err := s.shell(s.start, geminiCLI.ask(askGuarded)...)
	if err != nil {
		t.Errorf("%v\n%.4000s", err, out)
	}
	upstream.mu.Lock()
	defer upstream.mu.Unlock()
	w.ends(out + upstream.last)
}
