package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// model answers every chat with the same reply.
func model(t *testing.T, reply string) *httptest.Server {
	t.Helper()
	answer, err := json.Marshal(map[string]any{
		"id": "1", "object": "chat.completion", "model": "m",
		"choices": []any{map[string]any{
			"index": 0, "finish_reason": "stop",
			"message": map[string]any{"role": "assistant", "content": reply},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"m"}]}`)
			return
		}
		_, _ = w.Write(answer)
	}))
	t.Cleanup(server.Close)
	return server
}

func TestServeRecordsWhileCommandsRunBesideItAndStopsOnASignal(t *testing.T) {
	t.Parallel()
	holdfast := binary(t)
	root := t.TempDir()
	upstream := model(t, "```go store/pool.go\npackage store\n\nfunc Open() int { return 1 }\n```\n")
	command := func(args ...string) *exec.Cmd {
		c := exec.Command(holdfast, append(args, "--workspace", root)...)
		c.Dir, c.Env = root, []string{"HOME=" + filepath.Join(root, "home"), "PATH=" + os.Getenv("PATH")}
		return c
	}

	serve := command("serve", "--listen", "127.0.0.1:0", "--upstream", upstream.URL)
	stdout, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	serve.Stderr = &log
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := false
	defer func() {
		if !stopped {
			_ = serve.Process.Kill()
			_ = serve.Wait()
		}
	}()
	greeting, err := bufio.NewReader(stdout).ReadString('\n')
	at := strings.Index(greeting, "http://")
	if err != nil || at < 0 {
		t.Fatalf("printed %q, %v: %s", greeting, err, log.String())
	}

	prompt := `{"model":"m","messages":[{"role":"user","content":"write store/pool.go"}]}`
	response, err := http.Post(strings.TrimSpace(greeting[at:])+"/chat/completions", "application/json", strings.NewReader(prompt))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s, %v", response.Status, err)
	}
	response.Body.Close()

	// Whoever has read the end of a reply finds its effect recorded.
	out, err := command("show", "Open").Output()
	if err != nil || string(out) != "func Open() int { return 1 }\n" {
		t.Errorf("show: %q, %v", out, err)
	}
	if out, err := command("tombstone", "Open").CombinedOutput(); err != nil {
		t.Errorf("tombstone: %s, %v", out, err)
	}
	second := command("serve", "--listen", "127.0.0.1:0", "--upstream", upstream.URL)
	if out, err := second.CombinedOutput(); second.ProcessState.ExitCode() != 2 || bytes.Count(out, []byte("\n")) != 1 {
		t.Errorf("a second engine: %s, %v", out, err)
	}
	if out, err := command("verify").CombinedOutput(); err != nil {
		t.Errorf("verify: %s, %v", out, err)
	}

	if err := serve.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	err, stopped = serve.Wait(), true
	if err != nil {
		t.Errorf("serve ended with %v", err)
	}
	if want := "promoted store/pool.go::Open by parity grant"; !strings.Contains(log.String(), want) {
		t.Errorf("the log lacks %q:\n%s", want, log.String())
	}
}
