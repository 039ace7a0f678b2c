package endtoend

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
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
	if want := "accepted store/pool.go::Open: the model saw it, or it is new"; !strings.Contains(log.String(), want) {
		t.Errorf("the log lacks %q:\n%s", want, log.String())
	}
}

// A start that fails is no start: the folder is as it was.
func TestServingOnABusyPortLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	holdfast := binary(t)
	busy := model(t, "")
	_, address, _ := strings.Cut(busy.URL, "://")
	serve := func(root string) (int, string) {
		c := exec.Command(holdfast, "serve", "--workspace", root, "--listen", address, "--upstream", "demo")
		c.Dir, c.Env = root, []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
		out, err := c.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return c.ProcessState.ExitCode(), string(out)
	}
	refused := "holdfast: " + address + " is in use by "

	fresh := t.TempDir()
	if code, said := serve(fresh); code != 2 || !strings.HasPrefix(said, refused) {
		t.Errorf("exit code %d: %s", code, said)
	}
	if left, err := os.ReadDir(fresh); err != nil || len(left) > 0 {
		t.Errorf("the start left %v, %v", left, err)
	}

	known := t.TempDir()
	c := exec.Command(holdfast, "adopt", "--workspace", known, ".")
	c.Dir = known
	if err := os.WriteFile(filepath.Join(known, "a.go"), []byte("package a\n\nfunc F() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("adopt: %s, %v", out, err)
	}
	if code, said := serve(known); code != 2 || !strings.HasPrefix(said, refused) {
		t.Errorf("a workspace that there is: exit code %d: %s", code, said)
	}
}
