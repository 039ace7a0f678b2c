package endtoend

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder with 7,000 symbols that is deleted is one row of Stale and one decision, and
// one undo brings all of it back.
func TestADeletedFolderOf7000SymbolsIsOneDecisionInATerminal(t *testing.T) {
	t.Parallel()
	files := map[string]string{"keep.go": "package keep\n\nfunc Keep() {}\n"}
	for i := range 7 {
		var file strings.Builder
		fmt.Fprintf(&file, "package old\n\nconst (\n")
		for j := range 1000 {
			fmt.Fprintf(&file, "\tC%d_%03d = %d\n", i, j, j)
		}
		files[fmt.Sprintf("old/c%d.go", i)] = file.String() + ")\n"
	}
	p := newPlace(t, files)
	p.run("adopt", ".")
	s := p.screen(100, 30, "demo").WaitFor("1 State Map 7001")
	if err := os.RemoveAll(filepath.Join(p.root, "old")); err != nil {
		t.Fatal(err)
	}
	s.WaitFor("7000 vanished").Keys("3").WaitFor("> ▸ old/", "7000 ▽ deleted").Keys("a")
	s.WaitFor("old/ was deleted: 7000 symbols of 7 files", "y take the disk for all 7000").Keys("y")
	s.WaitFor("Took the disk for 7000 symbols of old/", "1 State Map 1 ", "3 Stale · files match")
	s.Keys("u").WaitFor("┌─ Undo", "y take it back").Keys("y")
	s.WaitFor("Taken back: adopt", "1 State Map 7001", "7000 vanished")
}

const poolPy = `class Pool:
    def acquire(self):
        return self.idle.pop()

    def release(self, conn):
        if conn.broken:
            self.open -= 1
            return
        self.idle.append(conn)
        self.waiters.notify()


def connect(host):
    return Pool()
`

// What failed a check is decided by a first key that says how; a decision that was a
// mistake is taken back, and done again.
func TestAMistakenAcceptIsTakenBackAndDoneAgainInATerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"pool.py": poolPy})
	p.run("adopt", ".")
	half := model(t, fenced("python", "pool.py", "class Pool:\n    def release(self, conn):\n        # ... rest unchanged\n        self.idle.append(conn)\n"))
	s := p.screen(100, 30, half.URL).WaitFor("1 State Map 4")
	ask(t, address(t, s), "Change Pool.release in pool.py")
	s.WaitFor("◆").Keys("2").WaitFor("━ 2 Pending")
	s.Keys("Enter").WaitFor("━ Review")
	s.Keys("y").WaitFor("y: a accepts it, x rejects it: elided at line 2")
	s.Keys("a").WaitFor("y accept")
	s.Keys("y").WaitFor("Accepted")
	s.Keys("u").WaitFor("┌─ Undo", "Your last decision: accept", "y take it back")
	s.Keys("y").WaitFor("Taken back: accept", "2 Pending")
	s.Keys("u").WaitFor("┌─ Undo", "Your last decision: undo of accept", "y take it back").Keys("y").WaitFor("2 Pending · nothing waits", "▲  v4", "not saved yet")
}

// A method that came without its class is said to be that of one, and reviewed against
// the code that is there.
func TestAMethodWithoutItsClassIsLinkedInATerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"pool.py": poolPy, "web/app.py": "def render():\n    return 1\n"})
	p.run("adopt", ".")
	loose := model(t, fenced("python", "", "def release(self, conn):\n    if conn.broken:\n        self.open -= 1\n        self.waiters.notify()\n        return\n    self.idle.append(conn)\n    self.waiters.notify()\n"))
	s := p.screen(100, 30, loose.URL).WaitFor("1 State Map")
	ask(t, address(t, s), "Wake a waiter in release too")
	s.WaitFor("◆").Keys("2").WaitFor("━ 2 Pending")
	s.Keys("i").WaitFor("━ Review", "it is: pool.py::Pool.release").Keys("pool.py::Pool.r").WaitFor("it is: pool.py::Pool.r ").Keys("Tab").WaitFor("it is: pool.py::Pool.release")
	s.Keys("Enter").WaitFor("Review pool.py::Pool.release", "+     self.waiters.notify()", "y accept")
	s.Keys("y").WaitFor("2 Pending · nothing waits", "not saved yet", "✓1")
	if now := p.run("show", "Pool.release"); !strings.Contains(now, "self.waiters.notify()\n        return") && !strings.Contains(now, "self.waiters.notify()\n    return") {
		t.Errorf("the current code is\n%s", now)
	}
}

// A reply is read while it streams, with the symbols that it brings.
func TestALiveReplyIsReadWhileItStreamsInATerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"pool.py": poolPy})
	p.run("adopt", ".")
	parts := make(chan string)
	s := p.screen(100, 30, speaker(t, parts).URL).WaitFor("1 State Map")
	base, answered := address(t, s), make(chan struct{})
	go func() {
		defer close(answered)
		ask(t, base, "Change connect in pool.py")
	}()
	parts <- "I read the file first.\n\n```python pool.py\ndef connect(host):\n    pool = Pool()\n"
	s.WaitFor("●1 live").Keys("5").WaitFor("━ 5 Activity 1", "Change connect").Keys("Enter").WaitFor("I read the file first.", "pool = Pool()")
	parts <- "    return pool\n```\n\nThat is all.\n"
	s.WaitFor("That is all.")
	close(parts)
	<-answered
	s.WaitGone("●1 live")
	s.Keys("Escape").WaitFor("━ 5 Activity").Keys("q")
	if code := s.WaitExit(); code != 0 {
		t.Errorf("the program ended with %d", code)
	}
}
