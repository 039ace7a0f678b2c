package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAHookIsAddedToTheSettingsOfAClient(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, ".claude", "settings.json")
	write := []string{"connect", "claude-code", "--guard", "--write"}
	code, out, errout := wired(t, dir, "", write...)
	if code != 0 || errout != "" || !strings.Contains(out, "Added to "+file) || !strings.Contains(out, "To undo it, remove what holds guard --client claude-code from") {
		t.Fatalf("exit code %d, %s%s", code, out, errout)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "guard --client claude-code") {
		t.Errorf("it holds %s, %v", text, err)
	}
	if code, out, _ := wired(t, dir, "", write...); code != 0 || out != "The hook is in "+file+" already.\n" {
		t.Errorf("again: exit code %d, %s", code, out)
	}
	if code, out, _ := wired(t, dir, "", append(write, "--json")...); code != 0 || !strings.Contains(out, `"added": false`) {
		t.Errorf("again: exit code %d, %s", code, out)
	}
	if err := os.WriteFile(file, []byte("{,"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errout := wired(t, dir, "", write...); code != 1 || !strings.Contains(errout, "was left as it is: it is no valid JSON: line 1") {
		t.Errorf("a broken file: exit code %d, %s", code, errout)
	}
	for _, args := range [][]string{{"connect", "--guard", "--write"}, {"connect", "claude-code", "--write"}, {"connect", "emacs", "--guard", "--write"}} {
		if code, _, errout := wired(t, dir, "", args...); code != 2 || errout == "" {
			t.Errorf("%v: exit code %d, %s", args, code, errout)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("it made %v, %v", entries, err)
	}
}
