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

// A code base enters the map, is edited by hand, and is settled: with the real
// engine, on real files, which no command writes.
func TestTheDiskIsSettledByCommands_15_5(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must := func(code int, want string, args ...string) {
		t.Helper()
		got, out, errout := wired(t, dir, "", args...)
		if got != code || !strings.Contains(out+errout, want) {
			t.Fatalf("%v: exit code %d, want %d and %q:\n%s%s", args, got, code, want, out, errout)
		}
	}
	const first = "package greet\n\nfunc Hello() string { return \"hello\" }\n\nfunc Bye() string { return \"bye\" }\n"
	const edited = "package greet\n\nfunc Hello() string { return \"by hand\" }\n\nfunc Bye() string { return \"bye\" }\n"
	const less = "package greet\n\nfunc Hello() string { return \"by hand\" }\n"
	write("pkg/greet.go", first)
	write("image.bin", "\x00\x01\x02")

	must(0, "Adopted 2 symbols in 1 file.", "adopt", ".")
	must(0, "all 2 symbols in 1 file were already up to date", "adopt", "pkg")
	must(1, "nothing was adopted: image.bin: ", "adopt", "image.bin")
	must(0, "Your files and the State Map agree.", "stale")
	must(0, "Nothing new: the 1 symbol was already up to date.", "adopt", "Bye")

	write("pkg/greet.go", edited)
	must(0, `"reason": "edited"`, "stale", "--json")
	must(1, "there is nothing to keep: the file and the State Map agree about pkg/greet.go::Bye", "keep", "Bye")
	must(0, "pkg/greet.go::Hello is kept as v1", "keep", "Hello")
	must(0, "Nothing waits for a decision.\nKept although the file differs:\n  pkg/greet.go::Hello\n", "stale")
	must(0, "  kept, although the file differs", "state")
	must(1, "pkg/greet.go::Hello is kept already; the next edit of its file makes it STALE again", "keep", "Hello")
	must(0, `return "hello"`, "show", "Hello")
	must(0, "Adopted 1 symbol.", "adopt", "Hello") // though it was kept
	must(0, `return "by hand"`, "show", "Hello")

	write("pkg/greet.go", less)
	must(0, `"disk": "absent"`, "stale", "--json")
	must(0, "1 symbol is STALE", "doctor", "--upstream", "demo")
	must(0, "Removed pkg/greet.go::Bye: its file does not contain it any more.", "adopt", "Bye")
	must(0, "Your files and the State Map agree.", "stale")

	if err := os.Remove(filepath.Join(dir, "pkg", "greet.go")); err != nil {
		t.Fatal(err)
	}
	must(0, "Deleted:", "stale")
	must(0, "{\n  \"stale\": []\n}", "stale", "--json")
	must(0, "its file was deleted: see holdfast stale", "state")
	must(0, "is kept as v2", "keep", "Hello")
	must(0, "Nothing waits for a decision.", "stale")
	must(1, "is kept already", "keep", "Hello")
	must(0, "agree", "verify")
	must(0, "All in all: ok.", "doctor", "--upstream", "demo")
}
