package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holdfast/app/internal/tmuxtest"
)

// place is a workspace with the program under test, as a user has them.
type place struct {
	t              *testing.T
	holdfast, root string
	env            []string
}

// newPlace makes a workspace of these files, by their paths.
func newPlace(t *testing.T, files map[string]string) place {
	t.Helper()
	p := place{t, binary(t), t.TempDir(), []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}}
	for path, content := range files {
		p.save(path, content)
	}
	return p
}

// save writes a file of the workspace as editors do.
func (p place) save(path, content string) {
	p.t.Helper()
	file := filepath.Join(p.root, path)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		p.t.Fatal(err)
	}
	save(p.t, file, content)
}

// run runs a command beside the screen and returns what it prints.
func (p place) run(args ...string) string {
	p.t.Helper()
	c := exec.Command(p.holdfast, append(args, "--workspace", p.root)...)
	c.Env, c.Dir = p.env, p.root
	out, err := c.CombinedOutput()
	if err != nil {
		p.t.Fatalf("%v: %v: %s", args, err, out)
	}
	return string(out)
}

// screen starts the screen and the proxy before a model server.
func (p place) screen(w, h int, upstream string) *tmuxtest.Session {
	p.t.Helper()
	return tmuxtest.Start(p.t, w, h, p.env, p.holdfast, "--workspace", p.root, "--listen", "127.0.0.1:0", "--upstream", upstream)
}

// address is where the proxy of a screen listens, as its top line tells.
func address(t *testing.T, s *tmuxtest.Session) string {
	t.Helper()
	port := regexp.MustCompile(`:(\d+)→`).FindStringSubmatch(s.Screen())
	if port == nil {
		t.Fatalf("the screen names no port:\n%s", s.Screen())
	}
	return "http://127.0.0.1:" + port[1]
}

// ask sends one prompt as a plain chat client does, and reads the reply to its end.
func ask(t *testing.T, base, prompt string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"model": "m", "messages": []any{map[string]any{"role": "user", "content": prompt}}})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Post(base+"/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if reply, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", resp.Status, reply, err)
	}
}

// speaker is a model server that streams a reply in parts: each is sent when it is
// taken from parts, and the reply ends when parts is closed.
func speaker(t *testing.T, parts <-chan string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"m"}]}`)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		send := func(delta map[string]any, finish any) {
			chunk, _ := json.Marshal(map[string]any{
				"id": "1", "object": "chat.completion.chunk", "model": "m",
				"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
			})
			fmt.Fprintf(w, "data: %s\n\n", chunk)
			w.(http.Flusher).Flush()
		}
		for {
			select {
			case <-r.Context().Done():
				return
			case text, more := <-parts:
				if !more {
					send(map[string]any{}, "stop")
					_, _ = io.WriteString(w, "data: [DONE]\n\n")
					return
				}
				send(map[string]any{"content": text}, nil)
			}
		}
	}))
	t.Cleanup(server.Close)
	return server
}

// fenced is a reply that gives code for a file.
func fenced(language, path, code string) string {
	return "Here it is:\n\n```" + language + " " + path + "\n" + strings.TrimRight(code, "\n") + "\n```\n"
}
