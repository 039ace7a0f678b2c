package connect_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"holdfast/app/connect"
	"holdfast/app/connect/settings"
)

// others are settings that hold the hooks of somebody else, by the client; own is a part
// of each that must stay.
var others = map[string]string{
	"claude-code": "{\n\t// mine\n\t\"model\": \"opus\", /* \"hooks\" */\n\t\"hooks\": {\n\t\t\"PostToolUse\": [],\n\t\t\"PreToolUse\": [\n\t\t\t{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"other // own\"}]}, // the last\n\t\t],\n\t},\n}\n",
	"qwen-code":   "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"other // own\"}]}]},\"a\":1}",
	"gemini-cli":  "{\r\n    \"hooks\": {\r\n        \"BeforeTool\": [], // \"own\"\r\n        \"AfterTool\": [{\"hooks\": [{\"command\": \"other // own\"}]}]\r\n    }\r\n}",
	"codex":       "# mine\nmodel = \"m\" # own\n\n[[hooks.PreToolUse]]\nmatcher = \"x\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"other // own\"",
	"crush":       "\ufeff{\n  \"$schema\": \"s\",\n  \"hooks\": {\"PreToolUse\": [{\"command\": \"other // own\"}]}\n}\n",
	"cursor":      "{\n  \"version\": 1,\n  \"hooks\": {\n    \"stop\": [{\"command\": \"other // own\"}] // mine\n    // the end\n  }\n}\n",
	"copilot":     "{\"hooks\": {\"preToolUse\": [{\"type\": \"command\", \"bash\": \"other // own\"}]}}",
}

// fileOf is the settings file of a client in a house of its own.
func fileOf(t *testing.T, g connect.Guard, text string) settings.File {
	t.Helper()
	dir := t.TempDir()
	f := g.File("holdfast", filepath.Join(dir, "project"), filepath.Join(dir, "home"), func(string) string { return "" })
	if text != "" {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func contents(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAHookIsAddedToWhatAClientHas(t *testing.T) {
	for _, g := range connect.Guards() {
		was := others[g.ID]
		f := fileOf(t, g, was)
		if added, err := f.Add(); err != nil || !added {
			t.Fatalf("%s: %v, %v", g.ID, added, err)
		}
		now := contents(t, f.Path)
		if strings.Count(now, "guard --client "+g.ID) != 1 {
			t.Errorf("%s: it holds\n%s", g.ID, now)
		}
		rest := now
		for _, part := range strings.FieldsFunc(was, func(r rune) bool { return strings.ContainsRune(" ,\t\r\n", r) }) {
			for _, word := range strings.SplitAfter(part, "[") { // between whose brackets there may be more now
				at := strings.Index(rest, strings.TrimRight(word, "]}"))
				if at < 0 {
					t.Fatalf("%s: %q is lost:\n%s", g.ID, word, now)
				}
				rest = rest[at:]
			}
		}
		if strings.Count(now, "\r\n") != strings.Count(now, "\n") && strings.Contains(was, "\r") {
			t.Errorf("%s: its lines end in two ways: %q", g.ID, now)
		}
		if was != "" {
			if info, err := os.Stat(f.Path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: it has the mode %v, %v", g.ID, info.Mode(), err)
			}
		}
		if added, err := f.Add(); err != nil || added || contents(t, f.Path) != now {
			t.Errorf("%s, again: %v, %v\n%s", g.ID, added, err, contents(t, f.Path))
		}
		if f.Runs {
			if info, err := os.Stat(f.Path); err != nil || info.Mode().Perm() != fs.FileMode(0o755) {
				t.Errorf("%s: it cannot be run: %v, %v", g.ID, info.Mode(), err)
			}
		}
	}
}

// The file that is made where there was none is what connect prints.
func TestAFileThatIsMissingIsMade(t *testing.T) {
	for _, g := range connect.Guards() {
		for _, was := range []string{"", "\n", "{}", "{\n}\n", "{ /* nothing yet */ }"} {
			if was == "{}" && (g.ID == "codex" || others[g.ID] == "") {
				break
			}
			f := fileOf(t, g, was)
			if added, err := f.Add(); err != nil || !added {
				t.Fatalf("%s: %q: %v, %v", g.ID, was, added, err)
			}
			now := contents(t, f.Path)
			if strings.TrimSpace(was) == "" && strings.TrimSpace(now) != strings.TrimSpace(f.Text) {
				t.Errorf("%s: %q became\n%s", g.ID, was, now)
			}
			switch {
			case g.ID == "codex":
				var v map[string]any
				if err := toml.Unmarshal([]byte(now), &v); err != nil {
					t.Errorf("%s: %v\n%s", g.ID, err, now)
				}
			case f.Syntax == "json" && !strings.Contains(was, "/*"):
				if !json.Valid([]byte(now)) {
					t.Errorf("%s: %q became\n%s", g.ID, was, now)
				}
			}
		}
	}
}

func TestALinkedFileIsWrittenThrough(t *testing.T) {
	for _, g := range connect.Guards() {
		f := fileOf(t, g, "x")
		kept := filepath.Join(t.TempDir(), "kept")
		if err := os.WriteFile(kept, []byte(others[g.ID]), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(f.Path); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(kept, f.Path); err != nil {
			t.Fatal(err)
		}
		added, err := f.Add()
		if info, lerr := os.Lstat(f.Path); err != nil || !added || lerr != nil || info.Mode()&fs.ModeSymlink == 0 || !strings.Contains(contents(t, kept), f.Mark) {
			t.Errorf("%s: %v, %v, %v\n%s", g.ID, added, err, lerr, contents(t, kept))
		}
		if err := os.Remove(kept); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Add(); err == nil || !strings.Contains(err.Error(), "not there") {
			t.Errorf("%s: a link to nothing: %v", g.ID, err)
		}
	}
}

// What cannot be added to without a doubt stays as it is.
func TestAFileThatIsInDoubtIsLeftAlone(t *testing.T) {
	broken := map[string]map[string]string{
		"json": {
			"{\"hooks\": {\n\"a\": 1,,\n}": "line 2", "[]": "whole is no object", "{\"hooks\": []}": "hooks is no object", "text": "line 1", "{} {}": "valid", "{\"a\": \"": "valid",
			"{\"hooks\": {\"PreToolUse\": {}, \"BeforeTool\": 3, \"preToolUse\": \"\"}}": "is no list", "\xff\xfe{\x00": "UTF-8", strings.Repeat("[", 5000) + strings.Repeat("]", 5000): "deep",
		},
		"toml":       {"a = ": "TOML", "[hooks]\nPreToolUse = []\n": "safely", "hooks = 1": "safely", "\xff": "UTF-8"},
		"shell":      {"#!/bin/sh\nother\n": "something else"},
		"javascript": {"export const Other = 1;\n": "something else"},
	}
	for _, g := range connect.Guards() {
		for was, tells := range broken[g.Steps[0].Syntax] {
			f := fileOf(t, g, was)
			added, err := f.Add()
			if err == nil || added || !strings.Contains(err.Error(), tells) {
				t.Errorf("%s: %.60q: %v, %v; want %s", g.ID, was, added, err, tells)
			}
			if contents(t, f.Path) != was {
				t.Errorf("%s: %.60q became %.300q", g.ID, was, contents(t, f.Path))
			}
		}
		f := fileOf(t, g, "x")
		for mode, text := range map[fs.FileMode]string{0o444: others[g.ID]} {
			if err := os.WriteFile(f.Path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(f.Path, mode); err != nil {
				t.Fatal(err)
			}
			if _, err := f.Add(); err == nil || !strings.Contains(err.Error(), "read-only") || contents(t, f.Path) != text {
				t.Errorf("%s: read-only: %v", g.ID, err)
			}
		}
		f = fileOf(t, g, "")
		if err := os.MkdirAll(f.Path, 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Add(); err == nil || !strings.Contains(err.Error(), "no plain file") {
			t.Errorf("%s: a folder: %v", g.ID, err)
		}
	}
}

func TestSettingsLieWhereTheEnvironmentSays(t *testing.T) {
	env := map[string]string{"CODEX_HOME": "/c", "XDG_CONFIG_HOME": "/x"}
	for id, want := range map[string]string{
		"codex": "/c/config.toml", "kilo": "/x/kilo/plugin/holdfast.js", "claude-code": "/p/.claude/settings.json", "pi": "/h/.pi/agent/extensions/holdfast.ts",
		"cline": "/h/.cline/hooks/PreToolUse", "crush": "/p/crush.json", "copilot": "/h/.copilot/hooks/holdfast.json",
	} {
		g, _ := connect.FindGuard(id)
		if got := g.File("holdfast", "/p", "/h", func(name string) string { return env[name] }).Path; got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
