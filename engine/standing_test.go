package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/engine/gateway/scripted"
)

// What a request shows itself, as clients of all kinds put it there, is not put in
// again, and counts as seen (product 11, 14).
func TestWhatTheRequestShowsIsNotPutInAgain_Product14(t *testing.T) {
	t.Parallel()
	const file = "import math\n\n\nclass Room:\n    \"\"\"A room.\"\"\"\n\n    walls = 4\n\n    def area(self, w, h):\n        side = w * h\n\n        return side\n\n" +
		"    def rim(self, w, h):\n        return 2 * (w + h)\n\n\ndef volume(w, h, d):\n    return w * h * d\n"
	const area = "    def area(self, w, h):\n        side = w * h\n\n        return side\n"
	numbered := func(form string) string {
		var b strings.Builder
		for i, line := range strings.Split(strings.TrimSuffix(file, "\n"), "\n") {
			fmt.Fprintf(&b, form+"%s\n", i+1, line)
		}
		return b.String()
	}
	const ask = "Make `area`, `rim` and `Room` in geo/room.py faster."
	far := strings.Repeat("Nothing of interest was said here for a while.\n", 600) // 28 kB
	user, assistant := func(s string) string { return `{"role":"user","content":` + quoted(s) + `}` }, func(s string) string { return `{"role":"assistant","content":` + quoted(s) + `}` }
	result := func(s string) string {
		return `{"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{\"path\":\"geo/room.py\"}"}}]},{"role":"tool","tool_call_id":"c1","content":` + quoted(s) + `}`
	}
	for _, c := range []struct {
		name, path, messages string
		shown                int // entities, in all
		put                  []string
	}{
		{"nothing shown", "", user(ask), 4, []string{"Room", "Room.area", "Room.rim", "volume"}},
		{"aider's files in the chat", "", user("I have *added these files to the chat* so you can go ahead and edit them.\n\ngeo/room.py\n```\n"+file+"```\n") + "," + assistant("Ok.") + "," + user(ask), 4, nil},
		{"a code block in the prompt", "", user("```python geo/room.py\n" + file + "```\n" + ask), 4, nil},
		{"an element in the prompt", "", user("<file_content path=\"geo/room.py\">\n" + file + "</file_content>\n\n" + ask), 4, nil},
		{"an attachment in a part", "", `{"role":"user","content":[{"type":"text","text":` + quoted("<attached_files>\n<file path=\"geo/room.py\">\n"+file+"</file>\n</attached_files>") + `},{"type":"text","text":` + quoted(ask) + `}]}`, 4, nil},
		{"with Windows line ends", "", user("geo/room.py\r\n```\r\n"+strings.ReplaceAll(file, "\n", "\r\n")+"```\r\n") + "," + assistant("Ok.") + "," + user(ask), 4, nil},
		{"a result with line numbers", "", user("look") + "," + result("<file>\n"+numbered("%05d| ")+"</file>") + "," + assistant("I see.") + "," + user(ask), 4, nil},
		{"a result with colons", "", user("look") + "," + result(numbered("%d: ")) + "," + assistant("I see.") + "," + user(ask), 4, nil},
		{"an answer of before", "", user("show it") + "," + assistant("It is:\n```python\n"+file+"```\n") + "," + user(ask), 4, nil},
		{"what a call has written", "", user("write") + `,{"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"write","arguments":` + quoted(`{"path":"geo/room.py","content":`+quoted(file)+`}`) + `}}]},{"role":"tool","tool_call_id":"c1","content":"Ok."},` + assistant("Done.") + "," + user(ask), 4, nil},
		{"one function, dedented", "", user("```python\ndef area(self, w, h):\n    side = w * h\n\n    return side\n```\n" + ask), 4, []string{"Room", "Room.rim", "volume"}},
		{"another version of it", "", user(strings.ReplaceAll(file, "w * h\n", "h * w\n") + "\n" + ask), 4, []string{"Room.area"}},
		{"too far back", "", user(file) + "," + assistant(far) + "," + user(ask), 4, []string{"Room", "Room.area", "Room.rim", "volume"}},
		{"partly too far back", "", user(file) + "," + assistant(far[:len(far)-3000]+"\n"+area) + "," + user(ask), 4, []string{"Room", "Room.rim", "volume"}},
		{"Messages: a result with arrows", "/v1/messages", user("look") + `,{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"geo/room.py"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":` + quoted(numbered("%6d→")) + `}]},` + assistant("I see.") + "," + user(ask), 4, nil},
		{"Messages: the system prompt", "/v1/messages", user(ask), 4, nil},
		{"Responses: an output", "/v1/responses", `{"type":"message","role":"user","content":[{"type":"input_text","text":"look"}]},{"type":"function_call","call_id":"c1","name":"shell","arguments":"{\"command\":[\"cat\",\"geo/room.py\"]}"},{"type":"function_call_output","call_id":"c1","output":` + quoted(file) + `},{"type":"message","role":"user","content":[{"type":"input_text","text":` + quoted(ask) + `}]}`, 4, nil},
		{"Ollama: a message", "/api/chat", user(file) + "," + assistant("Ok.") + "," + user(ask), 4, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			model, err := scripted.Start(t.Context(), scripted.Script{Default: scripted.Turn{
				Reply: "Here.\n\n```python geo/room.py\nclass Room:\n    def area(self, w, h):\n        side = w * h + 0\n\n        return side\n```\n"}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { model.Close() })
			e := openWith(t, model.URL().String(), map[string]string{"debug": "true"})
			name := filepath.Join(e.Status().Workspace, "geo/room.py")
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(file), 0o644)); err != nil {
				t.Fatal(err)
			}
			if _, err := e.AdoptPaths(context.Background(), []string{"geo/room.py"}, nil); err != nil {
				t.Fatal(err)
			}
			path, list := c.path, "messages"
			if path == "" {
				path = "/v1/chat/completions"
			}
			if path == "/v1/responses" {
				list = "input"
			}
			extra := ""
			if strings.Contains(c.name, "system") {
				extra = `"system":` + quoted("Files:\n"+file) + `,`
			}
			if strings.Contains(c.messages, `"c1"`) || strings.Contains(c.messages, `"t1"`) {
				extra += `"tools":[{"type":"function","name":"read","function":{"name":"read"}}],`
			}
			resp, err := http.Post("http://"+e.Status().Listen+path, "application/json",
				strings.NewReader(fmt.Sprintf(`{"model":"m","max_tokens":900,"stream":false,%s"%s":[%s]}`, extra, list, c.messages)))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != 200 {
				t.Fatal(resp.Status, err)
			}
			resp.Body.Close()
			x, err := e.Exchange(context.Background(), resp.Header.Get("X-Holdfast-Episode"))
			if err != nil {
				t.Fatal(err)
			}
			var put []string
			for _, part := range strings.Split(x.Inserted, "Entity: geo/room.py::")[1:] {
				name, _, _ := strings.Cut(part, "\n")
				put = append(put, name)
			}
			if strings.Join(put, " ") != strings.Join(c.put, " ") {
				t.Errorf("put in: %q, want %q", put, c.put)
			}
			if got := resp.Header.Get("X-Holdfast-Hydrated"); got != fmt.Sprint(c.shown) {
				t.Errorf("X-Holdfast-Hydrated: %s, want %d", got, c.shown)
			}
			d, err := e.Detail(context.Background(), "geo/room.py::Room.area")
			if err != nil || !strings.Contains(string(d.Content), "+ 0") {
				t.Errorf("the reply was not taken: %v, %+v", err, d.Gates.Reasons)
			}
		})
	}
}

// quoted is a text as JSON writes it.
func quoted(s string) string {
	b, _ := json.Marshal(s) // a string always can be
	return string(b)
}
