package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wired runs a command line with the engine that the program has, in a folder.
func wired(t *testing.T, dir, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	home := t.TempDir()
	l := line{workspace: dir, stdin: stdin, env: []string{"HOME=" + home}, deps: func(d *Deps) {
		p := production()
		d.Open, d.Verify, d.Doctor = p.Open, p.Verify, p.Doctor
	}}
	code = l.run(t, args...)
	return code, l.out.String(), l.errout.String()
}

func TestCommandsThatBringNoCodeCreateNoWorkspace(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"state"}, {"state", "--json"}, {"pending"}, {"recent"}, {"stale"}, {"show", "F"}, {"explain", "F"}, {"verify"},
		{"accept", "a1"}, {"reject", "a1"}, {"tombstone", "F"}, {"restore", "F"}, {"keep", "F"},
	} {
		code, out, errout := wired(t, dir, "", args...)
		if code != 2 || out != "" || !strings.HasPrefix(errout, "holdfast: there is no holdfast workspace in "+dir+" yet; start holdfast there") {
			t.Errorf("%v: exit code %d, %q, %q", args, code, out, errout)
		}
	}
	if code, out, errout := wired(t, dir, "", "doctor", "--upstream", "demo"); code != 0 || !strings.Contains(out, "All in all: degraded.") {
		t.Errorf("doctor: exit code %d, %s, %s", code, out, errout)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("made %v, %v", entries, err)
	}
}

func TestALostDatabaseIsNoNewWorkspace(t *testing.T) {
	dir := t.TempDir()
	if code, _, errout := wired(t, dir, "func F() {}\n", "paste", "--path", "a.go"); code != 0 {
		t.Fatal(errout)
	}
	database := filepath.Join(dir, ".holdfast", "holdfast.db")
	if err := os.Remove(database); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"state"}, {"verify"}} {
		code, _, errout := wired(t, dir, "", args...)
		if code != 2 || !strings.Contains(errout, "HEAD says that session default stood at row") {
			t.Errorf("%v: exit code %d, %s", args, code, errout)
		}
	}
	code, out, _ := wired(t, dir, "", "doctor", "--upstream", "demo")
	if code != 1 || !strings.Contains(out, "All in all: failing.") {
		t.Errorf("doctor: exit code %d, %s", code, out)
	}
	if _, err := os.Stat(database); !os.IsNotExist(err) {
		t.Errorf("a database was made: %v", err)
	}
}

func TestADamagedDatabaseIsAFailingReport(t *testing.T) {
	dir := t.TempDir()
	if code, _, errout := wired(t, dir, "func F() {}\n", "paste", "--path", "a.go"); code != 0 {
		t.Fatal(errout)
	}
	database := filepath.Join(dir, ".holdfast", "holdfast.db")
	content, err := os.ReadFile(database)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096; i < len(content); i++ {
		content[i] ^= byte(i*7 + 1)
	}
	if err := os.WriteFile(database, content, 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errout := wired(t, dir, "", "doctor", "--upstream", "demo", "--json")
	if code != 1 || !strings.Contains(out, `"status": "failing"`) || !strings.Contains(errout, "sqlite_integrity") {
		t.Errorf("exit code %d, %s, %s", code, out, errout)
	}
}
