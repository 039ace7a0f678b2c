package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/app/internal/tmuxtest"
)

// A database that was lost is brought back by one pasted block and the disk; and
// where there is no block, a fresh start is declared. All of it on screen.
func TestALostDatabaseIsRecoveredFromAPasteInATerminal(t *testing.T) {
	t.Parallel()
	holdfast := binary(t)
	root, home := t.TempDir(), t.TempDir()
	save(t, filepath.Join(root, "pool.go"), poolGo)
	env := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	command := func(stdin string, args ...string) string {
		t.Helper()
		c := exec.Command(holdfast, append(args, "--workspace", root)...)
		c.Env, c.Dir, c.Stdin = env, root, strings.NewReader(stdin)
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
		return string(out)
	}
	start := func() *tmuxtest.Session {
		return tmuxtest.Start(t, 100, 30, env, holdfast, "--workspace", root, "--listen", "127.0.0.1:0", "--upstream", "demo")
	}
	quit := func(s *tmuxtest.Session) {
		t.Helper()
		if code := s.Keys("q").WaitExit(); code != 0 {
			t.Errorf("the program ended with %d", code)
		}
	}
	lose := func() {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(root, ".holdfast", "holdfast.db*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("there is no database: %v, %v", files, err)
		}
		for _, f := range files {
			if err := os.Remove(f); err != nil {
				t.Fatal(err)
			}
		}
	}
	command(poolGo, "paste", "--path", "pool.go")
	command("func Lost() {}\n", "paste", "--path", "lost.go") // the disk never holds it
	s := start().WaitFor("1 State Map 3", "pool.go::Open")
	block := command("", "checkpoint")
	quit(s)
	lose()

	s = start().WaitFor("READ-ONLY: p recovers from a block, F starts empty", "HEAD says that session default stood at row", "F fresh start")
	s.Keys("p").WaitFor("Paste a backup block", "path:").Keys("Escape").WaitGone("path:")
	s.Paste("no block at all\n", true).WaitFor("Nothing takes a paste here")
	s.Paste(block[:len(block)/2], true).WaitFor("✗ invalid: 1 fault, nothing is changed").Keys("Escape").WaitGone("✗ invalid")
	s.Keys("p").WaitFor("✗ invalid").Keys("p").WaitFor("path:") // also where the terminal does not bracket a paste
	s.Paste("Here it is:\n"+block, false).WaitFor("✓ valid").Keys("Escape").WaitGone("✓ valid")
	s.Paste("Here it is:\n```json\n"+block+"```\n", true)
	s.WaitFor("✓ valid", "The block holds 3 symbols, of which 2 come back, 1 is missing.", "2 symbols come back from the disk", "// Open opens it.", "1 symbol cannot come back", "lost.go::Lost")
	s.WaitFor("y recover the session").Keys("Escape").WaitGone("✓ valid")
	s.Keys("p").WaitFor("✓ valid") // it was kept
	save(t, filepath.Join(root, "lost.go"), "package lost\n\nfunc Lost() {}\n")
	s.WaitFor("y recover the session").Keys("y").WaitFor("Not done: it changed while you looked at it", "3 symbols come back from the disk")
	s.WaitFor("y recover the session").Keys("y").WaitFor("Session default is recovered from state", "3 symbols came back from the disk", "Read-only mode is over")
	s.Keys("Escape").WaitFor("1 State Map 3", "lost.go::Lost").WaitGone("READ-ONLY")
	quit(s)
	if out := command("", "verify"); !strings.Contains(out, "agree") {
		t.Errorf("verify: %s", out)
	}

	// The chain goes on from the block.
	prior := filepath.Join(home, "block.json")
	save(t, prior, block)
	if out := command(command("", "checkpoint"), "validate", "--delta", "-", "--prior", prior); !strings.HasPrefix(out, "valid") {
		t.Errorf("the delta of the recovery: %s", out)
	}

	lose()
	s = start().WaitFor("READ-ONLY: p recovers").Keys("F").WaitFor("Every session of this workspace begins anew", "Nothing is deleted", "y start empty").Keys("y")
	s.WaitFor("A fresh start is declared").WaitGone("READ-ONLY").Keys("Escape").WaitGone("A fresh start is declared")
	s.Keys("F").WaitFor("F: what is recorded is sound")
	s.Keys("A").WaitFor("adopt from disk").Keys("Enter").WaitFor("y adopt it").Keys("y").WaitFor("2 files read").Keys("Escape").WaitGone("2 files read").WaitFor("1 State Map 3")
	quit(s)
	command("", "verify")
}
