package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/app/internal/tmuxtest"
)

// Sessions are begun, forked and archived on screen, and what a command beside
// it does shows at once.
func TestSessionsAreManagedInATerminal(t *testing.T) {
	t.Parallel()
	holdfast := binary(t)
	root, home := t.TempDir(), t.TempDir()
	save(t, filepath.Join(root, "pool.go"), poolGo)
	env := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	command := func(args ...string) string {
		t.Helper()
		c := exec.Command(holdfast, append(args, "--workspace", root)...)
		c.Env, c.Dir, c.Stdin = env, root, strings.NewReader(poolGo)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
		return string(out)
	}
	start := func() *tmuxtest.Session {
		return tmuxtest.Start(t, 100, 30, env, holdfast, "--workspace", root, "--listen", "127.0.0.1:0", "--upstream", "demo")
	}
	command("paste", "--path", "pool.go")
	s := start().WaitFor("holdfast DEMO · default", "1 State Map 2")
	s.Keys("s").WaitFor("┌─ Sessions", "✓ default").Keys("f").WaitFor("fork as:")
	s.Keys("tried").WaitFor("fork as: tried").Keys("Enter").WaitFor("DEMO · tried", "1 State Map 2", "Session tried is active").WaitGone("┌─ Sessions")
	s.Keys("s").WaitFor("┌─ Sessions", "✓ tried").Keys("n").WaitFor("new session:").Keys("empty").WaitFor("new session: empty").Keys("Enter").WaitFor("DEMO · empty", "Nothing is known yet").WaitGone("┌─ Sessions")

	command("session", "switch", "tried")
	s.WaitFor("DEMO · tried", "1 State Map 2")
	s.Keys("s").WaitFor("✓ tried", "empty", "default").Keys("j").WaitFor(">  empty").Keys("A")
	s.WaitFor("Archive", "y archive it").Keys("y").WaitFor("Archived empty")
	if out := command("sessions"); !strings.Contains(out, "archived") || !strings.Contains(out, "forked from default") {
		t.Errorf("the command lists\n%s", out)
	}
	s.Keys("Escape").WaitGone("┌─ Sessions").Keys("q")
	if code := s.WaitExit(); code != 0 {
		t.Errorf("the program ended with %d", code)
	}
	start().WaitFor("DEMO · tried", "1 State Map 2")
	command("verify")
}
