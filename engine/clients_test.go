package engine_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"
)

// realClient is a client from the npm registry, run headless.
type realClient struct {
	name string // of the test
	npm  string // package@version
	bin  string
	// prepare writes the client's configuration into its workspace.
	prepare func(t *testing.T, dir, base string)
	env     func(base string) []string
	ask     func(prompt string) []string
	more    func(prompt string) []string // a further prompt of the same conversation
	write   func(path, content string) (tool string, args map[string]string)
}

var realClients = []realClient{
	{
		name: "opencode", npm: "opencode-ai@1.18.33", bin: "opencode",
		prepare: func(t *testing.T, dir, base string) {
			writeJSON(t, filepath.Join(dir, "opencode.json"), map[string]any{
				"provider": map[string]any{"hf": map[string]any{
					"npm": "@ai-sdk/openai-compatible", "name": "hf",
					"options": map[string]any{"baseURL": base, "apiKey": "x"},
					"models":  map[string]any{"m": map[string]any{"name": "m"}},
				}},
				"model": "hf/m", "autoupdate": false, "share": "disabled",
			})
		},
		env:  func(string) []string { return nil },
		ask:  func(prompt string) []string { return []string{"run", prompt} },
		more: func(prompt string) []string { return []string{"run", "--continue", prompt} },
		write: func(path, content string) (string, map[string]string) {
			return "write", map[string]string{"filePath": path, "content": content}
		},
	},
	{
		name: "qwen-code", npm: "@qwen-code/qwen-code@0.15.10", bin: "qwen",
		prepare: func(*testing.T, string, string) {},
		env: func(base string) []string {
			return []string{"OPENAI_API_KEY=x", "OPENAI_BASE_URL=" + base, "OPENAI_MODEL=m"}
		},
		ask:  func(prompt string) []string { return []string{"-p", prompt, "-y"} },
		more: func(prompt string) []string { return []string{"--continue", "-p", prompt, "-y"} },
		write: func(path, content string) (string, map[string]string) {
			return "write_file", map[string]string{"file_path": path, "content": content}
		},
	},
}

func writeJSON(t *testing.T, path string, doc any) {
	t.Helper()
	b, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRealClientsWorkThroughHoldfast runs clients from the npm registry against
// an engine and a scripted upstream: a turn whose fenced code is promoted, a
// further turn that is hydrated, and a file written by a tool call. It is
// skipped unless HOLDFAST_CLIENTS is set, since it installs packages.
func TestRealClientsWorkThroughHoldfast(t *testing.T) {
	if os.Getenv("HOLDFAST_CLIENTS") == "" {
		t.Skip("HOLDFAST_CLIENTS is not set: the clients from the npm registry are not run")
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("npm is not installed: the clients from its registry are not run")
	}
	for _, c := range realClients {
		t.Run(c.name, func(t *testing.T) { c.run(t) })
	}
}

func (c *realClient) run(t *testing.T) {
	prefix, home := t.TempDir(), t.TempDir()
	c.command(t, "npm", nil, prefix, home, "install", "--prefix", prefix, "--no-audit", "--no-fund", "--loglevel=error", c.npm)
	h := openHouse(t, nil)
	written := filepath.Join(h.dir, "b.go")
	h.model.answer = c.answer(written)
	c.command(t, "git", nil, h.dir, home, "init", "-q")
	base := h.url("/v1")
	c.prepare(t, h.dir, base)
	bin := filepath.Join(prefix, "node_modules", ".bin", c.bin)
	env := c.env(base)

	out := c.command(t, bin, env, h.dir, home, c.ask("please write the greeter")...)
	if !strings.Contains(out, `return "hi"`) {
		t.Errorf("the client did not show the reply: %s", out)
	}
	hash := h.state()["src/greet.go::Hello"]
	if hash == "" {
		t.Fatalf("the reply's function is not AUTHORITATIVE: %v", h.state())
	}
	c.command(t, bin, env, h.dir, home, c.more("what does Hello return?")...)
	prompt := h.model.turnPrompt("what does Hello return?")
	if !strings.Contains(prompt, "Entity: src/greet.go::Hello\nArtifact: "+hash) {
		t.Errorf("the further turn was not hydrated: %.600s", prompt)
	}
	c.command(t, bin, env, h.dir, home, c.ask("now write b.go with your tool")...)
	if got, err := os.ReadFile(written); err != nil || string(got) != "package b\n" {
		t.Errorf("the tool call through the proxy wrote %q, %v", got, err)
	}
	h.verified()
}

// answer scripts the upstream for one client.
func (c *realClient) answer(file string) func(prompt string) reply {
	tool, args := c.write(file, "package b\n")
	return func(prompt string) reply {
		switch {
		case strings.Contains(prompt, "write b.go with your tool"):
			return reply{tool: tool, args: args}
		case strings.Contains(prompt, "write the greeter"):
			return say("Here it is.\n\n```go src/greet.go\npackage src\n\nfunc Hello() string {\n\treturn \"hi\"\n}\n```\n")
		}
		return say("Done.")
	}
}

// turnPrompt is the newest user message that holds the words, as the upstream
// got it in a turn of the user's; helpers that resend it as history do not count.
func (m *model) turnPrompt(words string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, body := range m.bodies {
		users := gjson.GetBytes(body, `messages.#(role=="user")#.content`).Array()
		if len(users) == 0 || !gjson.GetBytes(body, "tools").Exists() {
			continue
		}
		if text := contentText(users[len(users)-1]); strings.Contains(text, words) {
			return text
		}
	}
	return ""
}

func (c *realClient) command(t *testing.T, bin string, env []string, dir, home string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home+"/.config", "XDG_DATA_HOME="+home+"/.local/share", "PWD="+dir), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(bin), strings.Join(args, " "), err, out)
	}
	return string(out)
}
