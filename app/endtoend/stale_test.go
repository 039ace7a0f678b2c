package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/app/internal/tmuxtest"
)

const poolGo = "package store\n\n// Open opens it.\nfunc Open() int { return 1 }\n\n// Close closes it.\nfunc Close() int { return 2 }\n"

// save replaces a file as editors and sed -i do: by a new one of the same name.
func save(t testing.TB, file, content string) {
	t.Helper()
	if err := os.WriteFile(file+".new", []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
}

// What someone changes on disk shows as STALE at once and is settled with two
// keys, without a file being written (TSLP 15.5).
func TestWhatChangesOnDiskIsSettledWithTwoKeysInATerminal(t *testing.T) {
	t.Parallel()
	holdfast := binary(t)
	root, home := t.TempDir(), t.TempDir()
	file := filepath.Join(root, "pool.go")
	save(t, file, poolGo)
	env := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	paste := exec.Command(holdfast, "paste", "--path", "pool.go", "--workspace", root)
	paste.Env, paste.Dir, paste.Stdin = env, root, strings.NewReader(poolGo)
	if out, err := paste.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// The operator's editor undoes what was changed, and tells how it was called.
	script, called := filepath.Join(home, "my editor"), filepath.Join(home, "called")
	undo := "#!/bin/sh\nprintf '%s\\n' \"$@\" >'" + called + "'\nprintf 'EDITING\\n'; read -r key\n" +
		"cp '" + filepath.Join(home, "before") + "' '" + file + "'\n"
	if err := os.WriteFile(script, []byte(undo), 0o755); err != nil {
		t.Fatal(err)
	}
	s := tmuxtest.Start(t, 100, 30, append(env, "VISUAL='"+script+"'"), holdfast, "--workspace", root, "--listen", "127.0.0.1:0", "--upstream", "demo")
	s.WaitFor("1 State Map 2", "3 Stale · files match", "pool.go::Open")

	kept := strings.Replace(poolGo, "return 1", "return 10", 1)
	save(t, file, kept)
	s.WaitFor("▲1 stale", "3 Stale 1", "pool.go::Open is STALE")
	s.Keys("3", "Enter").WaitFor("▲ STALE: someone changed it on disk", "choose first")
	s.Keys("m").WaitFor("y keep mine: ignore this version of the file").Keys("y")
	s.WaitFor("Kept yours of pool.go::Open", "Nothing to settle. The disk differs").WaitGone("▲1 stale")

	save(t, file, strings.Replace(kept, "return 2", "return 20", 1))
	s.WaitFor("▲1 stale", "pool.go::Close")
	s.Keys("Enter").WaitFor("Review pool.go::Close", "choose first").Keys("d").WaitFor("y take the disk")
	save(t, file, strings.Replace(kept, "return 2", "return 21", 1))
	s.WaitFor("It changed while you looked at it", "choose first")
	s.Keys("d").WaitFor("y take the disk: its version becomes the current one").Keys("y")
	s.WaitFor("Adopted pool.go::Close from disk", "Nothing to settle").WaitGone("▲1 stale")

	now := strings.Replace(kept, "return 2", "return 21", 1)
	if err := os.WriteFile(filepath.Join(home, "before"), []byte(now), 0o644); err != nil {
		t.Fatal(err)
	}
	save(t, file, strings.Replace(now, "func Close", "\n\nfunc Close", 1)[:len(now)-2]+" + 3 }\n")
	s.WaitFor("▲1 stale").Keys("Enter").WaitFor("choose first").Keys("e").WaitFor("EDITING").Keys("y", "Enter")
	s.WaitFor("It cannot be decided", "agree").Keys("Escape").WaitFor("Nothing to settle").WaitGone("▲1 stale")

	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.WaitFor("3 Stale 0 · 2 vanished", "deleted")
	s.Keys("a").WaitFor("pool.go was deleted: 2 symbols of 1 file", "y take the disk for all 2").Keys("y").WaitFor("Took the disk for 2 symbols of pool.go", "3 Stale · files match")
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the file that was removed is there again: %v", err)
	}
}

// A folder of code that was there before holdfast enters the State Map from the
// screen; the doctor and the re-verification see the same disk.
func TestAnExistingCodeBaseIsAdoptedInATerminal(t *testing.T) {
	t.Parallel()
	holdfast := binary(t)
	root := t.TempDir()
	for path, content := range map[string]string{
		"store/pool.go": poolGo, "store/conn.go": "package store\n\nfunc Dial() {}\n", "web/app.ts": "export function render() { return 1 }\n",
		".gitignore": "*.gen.go\n", "store/x.gen.go": "package store\n\nfunc Gen() {}\n", "web/logo.png": "\x89PNG\r\n\x1a\n\x00\x00",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		save(t, filepath.Join(root, path), content)
	}
	env := []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	s := tmuxtest.Start(t, 100, 30, env, holdfast, "--workspace", root, "--listen", "127.0.0.1:0", "--upstream", "demo")
	s.WaitFor("Nothing is known yet").Keys("A").WaitFor("adopt from disk: .").Keys("BSpace", "./store/", "Enter")
	s.WaitFor("The files there become the current code", "y adopt it").Keys("y")
	s.WaitFor("2 files read", "3 symbols adopted", "Skipped").Keys("Escape").WaitGone("Adopted ./store/").WaitFor("1 State Map 3", "store/pool.go::Open")
	s.Keys("A").WaitFor("adopt from disk: store").Keys("BSpace", "BSpace", "BSpace", "BSpace", "BSpace", ".", "Enter").WaitFor("y adopt it").Keys("y")
	s.WaitFor("3 unchanged", "web/logo.png").Keys("Escape").WaitGone("3 unchanged").WaitFor("web/app.ts::render")
	s.Keys("R").WaitFor("the disk and the State Map agree")
	save(t, filepath.Join(root, "store/conn.go"), "package store\n\nfunc Dial() { panic(1) }\n")
	s.WaitFor("▲1 stale").Keys("R").WaitFor("was read again: 1 STALE")
	s.Keys("D").WaitFor("1 symbol is STALE", "sqlite integrity", "watcher").Keys("Escape").WaitGone("sqlite integrity")
}
