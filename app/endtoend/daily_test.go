package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/app/internal/tmuxtest"
)

// versioned is a workspace whose function was adopted twice, with code that another
// file waits for to be adopted.
func versioned(t *testing.T) place {
	t.Helper()
	p := newPlace(t, map[string]string{"store/pool.go": poolGo, "store/conn.go": "package store\n\nfunc Dial() {}\n", "web/app.ts": "export function render() { return 1 }\n"})
	p.run("adopt", "store/pool.go", "web")
	p.save("store/pool.go", strings.Replace(poolGo, "return 1", "return 10", 1))
	p.run("adopt", "store/pool.go")
	return p
}

// A command is found by its words and run, and an earlier version is read, compared
// and made the truth again.
func TestAnEarlierVersionBecomesTheTruthAgainInATerminal(t *testing.T) {
	t.Parallel()
	p := versioned(t)
	s := p.screen(100, 30, "demo").WaitFor("1 State Map 3", "> store/pool.go::Open")
	s.Keys(":").WaitFor("┌─ Commands").Keys("versions").WaitFor(": versions", "show --version N").Keys("Enter")
	s.WaitFor("━ Versions", "return 10").Keys("v").WaitFor("return 1 }", "v1").Keys("j").WaitFor("> v1")
	s.Keys("a").WaitFor("┌─ Make current", "store/pool.go::Open v1", "y make it current").Keys("y").WaitFor("v3 AUTHORITATIVE", "v1 SUPERSEDED", "▲1 stale")
	if now := p.run("show", "Open"); !strings.Contains(now, "return 1 }") {
		t.Errorf("the current code is\n%s", now)
	}
}

// A prompt completes paths, and keeps what was typed where it cannot be taken.
func TestAPromptCompletesAndKeepsItsTextInATerminal(t *testing.T) {
	t.Parallel()
	p := versioned(t)
	s := p.screen(100, 30, "demo").WaitFor("1 State Map 3")
	s.Keys("A").WaitFor("adopt from disk: store").Keys("sto").WaitFor("adopt from disk: sto ").Keys("Tab").WaitFor("adopt from disk: store/").Keys("c").WaitFor("store/c").Keys("Tab").WaitFor("adopt from disk: store/conn.go")
	s.Keys("x").WaitFor("conn.gox").Keys("Enter").WaitFor("conn.gox", "there is no such file or folder").Keys("BSpace").WaitGone("conn.gox").Keys("Enter")
	s.WaitFor("y adopt it").Keys("y").WaitFor("1 file read").Keys("Escape").WaitGone("1 file read").WaitFor("1 State Map 4")
	s.Keys("s").WaitFor("┌─ Sessions").Keys("n").WaitFor("new session:").Keys("a/b").WaitFor("new session: a/b").Keys("Enter")
	s.WaitFor("new session: a/b", "A name holds only")
}

// Rows are found by what they are, in which file; a filter, an order and the size of a
// pane stay with it.
func TestRowsAreFilteredSortedAndSizedInATerminal(t *testing.T) {
	t.Parallel()
	p := versioned(t)
	p.save("web/app.ts", "export function render() { return 2 }\n")
	p.save("store/pool.go", poolGo)
	s := p.screen(100, 28, "demo").WaitFor("1 State Map 3", "▲2 stale")
	s.Keys("/").WaitFor("esc drops it").Keys("is:stale file:store").WaitFor("1 State Map 1 of 3 /is:stale file:s").Keys("Enter").WaitGone("esc drops it")
	s.Keys("3").WaitFor("━ 3 Stale 2").Keys("1").WaitFor("━ 1 State Map 1 of 3 /is:stale")
	s.Keys("Escape").WaitFor("━ 1 State Map 3").Keys("O").WaitFor("3 by change")
	s.Keys("+").WaitGone("▲ changed").Keys("+").WaitGone("┬").Keys("_").WaitFor("┬").WaitGone("▲ changed").Keys("_").WaitFor("▲ changed")
	s.Keys("*").WaitFor("3 marked").Keys("*").WaitGone("3 marked")
}

// The inbox lists what is wrong, and enter goes to the row of it.
func TestTheInboxGoesToTheRowInATerminal(t *testing.T) {
	t.Parallel()
	p := versioned(t)
	s := p.screen(100, 30, "demo").WaitFor("1 State Map 3")
	p.save("web/app.ts", "export function render() { return 2 }\n")
	if err := os.Remove(filepath.Join(p.root, "store/pool.go")); err != nil {
		t.Fatal(err)
	}
	s.WaitFor("▲1 stale", "!2 alerts").Keys("!").WaitFor("┌─ Alerts 2", "web/app.ts")
	s.Keys("j").WaitFor("> ").Keys("Enter").WaitGone("┌─ Alerts").WaitFor("━ 3 Stale")
}

// An answer that was accepted and is not saved can be had shown to the model, by two
// keys that write the workspace's configuration.
func TestWhatIsNotSavedIsShownByTwoKeysInATerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"pool.py": poolPy})
	p.run("adopt", ".")
	s := p.screen(100, 30, model(t, fenced("python", "pool.py", "def connect(host):\n    pool = Pool()\n    return pool\n")).URL).WaitFor("1 State Map 4")
	ask(t, address(t, s), "Change connect in pool.py")
	s.WaitFor("Accepted, not saved yet: pool.py::connect", "c copies it").Keys("3").WaitFor("━ 3 Stale 1", "not saved yet").Keys("Enter").WaitFor("━ Review pool.py::connect")
	s.Keys("s").WaitFor("etv.not_applied = \"hydrate\"", "y write it").Keys("y").WaitFor("Written to")
	if written, err := os.ReadFile(filepath.Join(p.root, ".holdfast/config.toml")); err != nil || !strings.Contains(string(written), `not_applied = "hydrate"`) {
		t.Errorf("the configuration is %q, %v", written, err)
	}
}

// The mouse chooses panes, rows and keys of the bar, and decides nothing.
func TestTheMouseChoosesInATerminal(t *testing.T) {
	t.Parallel()
	p := versioned(t)
	p.save("web/app.ts", "export function render() { return 2 }\n")
	s := p.screen(100, 30, "demo").WaitFor("1 State Map 3", "▲1 stale")
	s.Click("store/pool.go::Close").WaitFor("> store/pool.go::Close")
	s.Click("versions").WaitFor("[versions]")
	s.Keys("J").WaitFor("? help").Click("? help").WaitFor("┌─ Keys").Keys("Escape").WaitGone("┌─ Keys")
	s.Click("▲ changed").WaitFor("━ 3 Stale").Click("enter settle").WaitFor("━ Review web/app.ts::render").Click("d take the disk").WaitFor("y take the disk  d take")
	s.Click("y take the disk  d take").Keys("Escape").WaitFor("▲1 stale", "━ 3 Stale 1") // a click confirms nothing
}

// A terminal that can only print lines is refused, and one without UTF-8 is drawn in
// ASCII.
func TestATerminalThatCannotIsToldSo(t *testing.T) {
	t.Parallel()
	p := versioned(t)
	command := []string{p.holdfast, "--workspace", p.root, "--listen", "127.0.0.1:0", "--upstream", "demo"}
	s := tmuxtest.Start(t, 100, 30, p.env, append([]string{"env", "TERM=dumb"}, command...)...)
	if code := s.WaitExit(); code != 2 {
		t.Errorf("TERM=dumb ends with %d", code)
	}
	s.WaitFor("TERM=dumb cannot show the screen: use `holdfast serve`")
	s = tmuxtest.Start(t, 100, 30, append(p.env, "LC_ALL=C"), command...).WaitFor("1 State Map 3")
	for _, r := range s.Screen() {
		if r > 0x7e {
			t.Fatalf("without UTF-8 the screen holds %q:\n%s", r, s.Screen())
		}
	}
	c := exec.Command(p.holdfast, "--workspace", p.root)
	c.Env = p.env
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "holdfast serve") {
		t.Errorf("without a terminal it says %s, %v", out, err)
	}
}
