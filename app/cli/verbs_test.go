package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// desk is a workspace whose operator types commands, with the engine that the
// program has.
type desk struct {
	*testing.T
	dir string
}

func newDesk(t *testing.T) desk { return desk{t, t.TempDir()} }

func (d desk) write(name, content string) {
	d.Helper()
	path := filepath.Join(d.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		d.Fatal(err)
	}
}

func (d desk) remove(name string) {
	d.Helper()
	if err := os.RemoveAll(filepath.Join(d.dir, filepath.FromSlash(name))); err != nil {
		d.Fatal(err)
	}
}

// must runs a command that ends with a code and says these words.
func (d desk) must(code int, want string, args ...string) (out string) {
	d.Helper()
	got, out, errout := wired(d.T, d.dir, "", args...)
	if got != code || !strings.Contains(out+errout, want) {
		d.Fatalf("%v: exit code %d, want %d and %q:\n%s%s", args, got, code, want, out, errout)
	}
	return out
}

// says is must for words on the error stream.
func (d desk) says(want string, args ...string) {
	d.Helper()
	if code, _, errout := wired(d.T, d.dir, "", args...); code != 0 || !strings.Contains(errout, want) {
		d.Fatalf("%v: exit code %d, want %q on the error stream:\n%s", args, code, want, errout)
	}
}

// map lists the State Map.
func (d desk) entities() string {
	d.Helper()
	var view struct{ Entities map[string]any }
	if err := json.Unmarshal([]byte(d.must(0, "", "state", "--json")), &view); err != nil {
		d.Fatal(err)
	}
	var keys []string
	for key := range view.Entities {
		keys = append(keys, key)
	}
	return strings.Join(sorted(keys), " ")
}

func (d desk) holds(want ...string) {
	d.Helper()
	if got := d.entities(); got != strings.Join(want, " ") {
		d.Fatalf("the State Map holds %s, want %v", got, want)
	}
}

// proven has the whole record rebuilt and compared.
func (d desk) proven() {
	d.Helper()
	d.must(0, "agree", "verify")
}

const (
	one   = "def big():\n    return 1\n"
	two   = "def big():\n    return 2\n"
	three = "def big():\n    return 3\n"
)

func TestOldVersionsAreListedShownAndMadeCurrentAgain(t *testing.T) {
	d := newDesk(t)
	for _, text := range []string{one, two, three} {
		d.write("a.py", text)
		d.must(0, "Adopted 1 symbol", "adopt", "a.py")
	}
	list := d.must(0, "a.py::big\n  v3  current", "show", "big", "--versions")
	if strings.Count(list, "replaced ") != 2 || !strings.Contains(list, "\n  v1  replaced ") || !strings.Contains(list, "adopted from disk") {
		t.Errorf("versions:\n%s", list)
	}
	var object struct {
		Entity   string
		Versions []struct {
			Version int
			State   string
		}
	}
	if err := json.Unmarshal([]byte(d.must(0, "", "show", "big", "--versions", "--json")), &object); err != nil || len(object.Versions) != 3 || object.Versions[0].Version != 3 {
		t.Errorf("%+v, %v", object, err)
	}
	if out := d.must(0, "return 1", "show", "big", "--version", "1"); out != one {
		t.Errorf("v1 is %q", out)
	}
	d.says("this is v1, replaced", "show", "--version", "1", "big")
	d.must(1, "a.py::big has no v4: its versions are v1 to v3", "show", "big", "--version", "4")
	d.must(2, "versions count from 1", "show", "big", "--version", "0")
	d.must(1, "v3 of a.py::big holds the code that is current", "revert", "big", "3")
	d.must(2, `"x" is no number of a version`, "revert", "big", "x")

	d.must(0, "a.py::big has the code of v2 again, as a new version.\na.py::big is not saved yet (STALE)", "revert", "big")
	d.must(0, "return 2", "show", "big")
	d.says("a.py::big is not saved yet (STALE)", "show", "big")
	d.write("a.py", two)
	d.must(0, "Your files and the State Map agree.", "stale")
	d.must(0, "  v4  current", "show", "big", "--versions")

	// Whoever has edited the file settles that first, unless the file holds what
	// the operator goes back to.
	d.write("a.py", "def big():\n    return 'by hand'\n")
	d.must(2, "a.py::big is STALE (it was changed on disk): settle that first", "revert", "big", "1")
	d.write("a.py", one)
	d.must(0, "a.py::big has the code of v1 again", "revert", "big", "v1")
	d.must(0, "Your files and the State Map agree.", "stale")
	d.proven()
}

func TestTheLastDecisionIsTakenBack(t *testing.T) {
	d := newDesk(t)
	d.write("a.py", one)
	d.must(0, "Adopted ", "adopt", ".")
	d.must(0, "holdfast undo would take back: adopt", "undo", "--plan")
	d.must(0, "  a.py::big  leaves the State Map again", "undo")
	d.holds()
	d.must(0, "Taken back: undo of adopt, decided", "undo")
	d.holds("a.py::big")
	d.must(0, "  v2  current", "show", "big", "--versions")

	// An edit that was adopted is STALE again, as it was.
	d.write("a.py", two)
	d.must(0, "Adopted ", "adopt", "a.py")
	d.must(0, "  a.py::big  goes back to the code of v2\na.py::big differs from its file (STALE)", "undo")
	d.must(0, "return 1", "show", "big")
	d.must(0, `"reason": "edited"`, "stale", "--json")

	// So is one that was kept.
	d.must(0, "is kept as v4", "keep", "big")
	d.must(0, "Nothing waits for a decision.", "stale")
	d.must(0, "  a.py::big  is kept against the disk no more", "undo")
	d.must(0, `"reason": "edited"`, "stale", "--json")
	d.must(0, "Taken back: undo", "undo")
	d.must(0, "Nothing waits for a decision.", "stale")

	d.must(0, "Removed ", "tombstone", "big")
	d.holds()
	d.must(0, "  a.py::big  comes back with the code of v4", "undo")
	d.holds("a.py::big")
	d.must(0, `"verb": "undo"`, "undo", "--json")
	d.holds()
	d.must(0, "Restored ", "restore", "big")
	d.must(0, "  a.py::big  leaves the State Map again", "undo")
	d.holds()
	d.proven()
}

func TestWhatCannotBeTakenBackSaysWhy(t *testing.T) {
	d := newDesk(t)
	if code, _, errout := wired(t, d.dir, one, "paste", "--path", "a.py"); code != 0 {
		t.Fatal(errout)
	}
	d.must(0, "Taken back: paste", "undo")
	d.holds()
	if code, _, errout := wired(t, d.dir, one, "paste", "--path", "a.py"); code != 0 {
		t.Fatal(errout)
	}
	block := d.must(0, "CANON_STATE_DELTA", "checkpoint")
	code, _, errout := wired(t, d.dir, block, "recover", "-", "--yes")
	if code != 0 {
		t.Fatal(errout)
	}
	d.must(1, "the last decision was a recovery, which cannot be taken back", "undo")
	d.must(0, "", "session", "new", "other")
	d.must(1, "there is nothing to undo: no decision of yours about code is on record in session other", "undo")
	d.proven()
}

func TestADecisionAboutSeveralIsTakenBackAtOnce(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"big/one.py", "big/two.py", "c.py"} {
		d.write(name, one)
	}
	d.must(0, "Adopted 3 symbols", "adopt", "big", "c.py")
	d.must(0, "Removed 2 symbols of big; holdfast undo brings them back.", "tombstone", "big")
	d.holds("c.py::big")
	d.must(0, "Taken back: tombstone", "undo")
	d.holds("big/one.py::big", "big/two.py::big", "c.py::big")

	d.must(0, "Forgot 3 symbols", "forget", "big", "c.py")
	d.holds()
	if out := d.must(0, "forgotten", "state"); strings.Contains(out, "tombstoned\n") {
		t.Errorf("what was forgotten is listed as\n%s", out)
	}
	d.must(1, "the State Map holds nothing of big", "forget", "big")
	d.must(0, "Your files and the State Map agree.", "stale")
	d.must(0, "Adopted 3 symbols", "adopt", ".")
	d.must(2, `"c.py::big" is c.py::big, and forget takes files and folders`, "forget", "c.py::big")

	for _, name := range []string{"big/one.py", "c.py"} {
		d.write(name, two)
	}
	if out := d.must(0, "c.py::big is kept as v2", "keep", "big", "c.py"); strings.Count(out, "is kept") != 2 {
		t.Errorf("kept\n%s", out)
	}
	d.must(1, "there is nothing to keep: the file and the State Map agree about 2 symbols of big", "keep", "big")
	d.must(0, "Taken back: keep", "undo")
	d.must(0, `"entity": "c.py::big"`, "stale", "--json")
	d.proven()
}

// A path that the State Map knows is that path, whatever symbols there are.
func TestADeletedFolderIsNoSymbolOfItsName(t *testing.T) {
	d := newDesk(t)
	d.write("lib.py", one) // defines big
	d.write("big/a.py", "def a():\n    return 1\n")
	d.write("big/b.py", "def b():\n    return 1\n")
	d.must(0, "Adopted 3 symbols", "adopt", ".")
	d.remove("big")
	d.must(0, "Removed big/a.py::a: its file does not contain it any more.\nRemoved big/b.py::b", "adopt", "big")
	d.holds("lib.py::big")
	for _, args := range [][]string{{"tombstone", "big"}, {"keep", "big"}, {"forget", "big"}} {
		d.must(1, "the State Map holds nothing of big", args...)
	}
	d.must(1, "nothing was adopted: big: it is neither on the disk nor in the State Map any more", "adopt", "big")
	d.holds("lib.py::big")
	d.must(0, "Taken back: adopt", "undo")
	d.holds("big/a.py::a", "big/b.py::b", "lib.py::big")

	// A folder that is there offers what vanished in it.
	d.must(0, "2 symbols belong to deleted files: holdfast adopt --gone", "adopt", ".")
	d.must(0, `"gone": [`, "adopt", ".", "--json")
	d.must(0, "No file was deleted", "adopt", "--gone", "lib.py")
	d.must(0, "Removed big/a.py::a: its file was deleted.", "adopt", "--gone")
	d.holds("lib.py::big")
	d.must(0, "No file was deleted", "adopt", "--gone")

	// One that never was in the map stays a word: it may be a symbol.
	d.write("other", "text\n")
	d.must(0, "Removed lib.py::big", "tombstone", "lib.py::big")
	d.proven()
}

func TestWhatVanishedIsTakenOutWhereTheOperatorSaysSo(t *testing.T) {
	for answer, want := range map[string]string{"y\n": "Removed b.py::big", "\n": "1 symbol belongs to deleted files", "": "1 symbol belongs to deleted files"} {
		d := newDesk(t)
		d.write("a.py", one)
		d.write("b.py", one)
		d.must(0, "Adopted 2 symbols in 2 files.", "adopt", ".")
		d.remove("b.py")
		l := line{workspace: d.dir, stdin: answer, env: []string{"HOME=" + t.TempDir()}, deps: func(deps *Deps) { deps.Open = production().Open }, asks: func() bool { return true }}
		code := l.run(t, "adopt", ".")
		if code != 0 || !strings.Contains(l.out.String(), want) || !strings.Contains(l.errout.String(), "1 symbol belongs to deleted files (b.py). Remove them from the State Map? [y/N]") {
			t.Errorf("%q: exit code %d, %s%s", answer, code, l.out.String(), l.errout.String())
		}
	}
}

func TestARestoreSaysItsLimit(t *testing.T) {
	d := newDesk(t)
	d.write(".holdfast/config.toml", "[gates]\ntombstone_episodes = 2\n")
	d.write("a.py", one)
	d.must(0, "Adopted ", "adopt", "a.py")
	d.must(1, "a.py::big is live, v1 is current: there is nothing to restore", "restore", "big")
	d.must(0, "Removed a.py::big; holdfast restore brings it back, until 2 more requests have come.", "tombstone", "big")
	d.must(1, "a.py::big was deleted; holdfast restore a.py::big brings it back, until 2 more requests have come", "show", "big")
	for _, name := range []string{"b.py", "c.py"} {
		d.write(name, one)
		d.must(0, "Adopted ", "adopt", name)
	}
	d.remove("b.py")
	d.remove("c.py")
	d.must(0, "", "adopt", "--gone")
	d.must(1, "a.py::big could be restored until ", "restore", "a.py")
	d.must(1, "holdfast show a.py::big --version 1 prints it, holdfast revert a.py::big 1 makes it current again", "restore", "a.py")
	d.must(1, "it cannot be restored any more; holdfast show a.py::big --version 1 prints its last version", "show", "a.py")
	if out := d.must(0, "return 1", "show", "a.py::big", "--version", "1"); out != one {
		t.Errorf("it is %q", out)
	}
	d.must(0, "a.py::big has the code of v1 again", "revert", "a.py")
	d.holds("a.py::big")
	d.must(2, `there is no symbol "never.py"`, "restore", "never.py")
	d.proven()
}

// An adoption is one line with its number, however much it took in.
func TestRecentTellsAnAdoptionInOneLine(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"a.py", "b.py", "lib/c.py"} {
		d.write(name, "def f1():\n    return 1\n\n\ndef f2():\n    return 2\n\n\ndef f3():\n    return 3\n\n\ndef f4():\n    return 4\n\n\ndef f5():\n    return 5\n")
	}
	d.must(0, "Adopted 15 symbols in 3 files.", "adopt", ".")
	said := d.must(0, "You adopted 15 symbols in 3 files from disk.", "recent")
	if lines := strings.Count(said, "\n"); lines != 1 {
		t.Errorf("it takes %d lines:\n%s", lines, said)
	}
	d.must(0, "lib/c.py::f5  AUTHORITATIVE  CONFIRMED", "recent", "-v")
}

// A deleted folder is one line.
func TestStaleTellsADeletedFolderInOneLine(t *testing.T) {
	d := newDesk(t)
	d.write("a.py", one)
	d.write("lib/b.py", one)
	d.write("lib/deep/c.py", one)
	d.must(0, "Adopted 3 symbols in 3 files.", "adopt", ".")
	d.remove("lib/b.py")
	d.remove("lib/deep/c.py")
	d.must(0, "Deleted:\n  lib/  2 symbols\nThe model does not see this code.", "stale")
	d.must(0, "  lib/deep/c.py::big  v1", "stale", "-v")
}

// What is restored counts on from its last version, and one whose file is gone is
// an alert, as it was before.
func TestARestoreOfAVanishedEntityIsAnAlert(t *testing.T) {
	d := newDesk(t)
	d.write("a.py", one)
	d.must(0, "Adopted ", "adopt", "a.py")
	d.remove("a.py")
	d.must(0, "Removed ", "adopt", "a.py")
	d.must(0, "The file of a.py::big was deleted", "restore", "a.py::big")
	d.must(0, "Deleted:\n  a.py  1 symbol", "stale")
	d.says("The file of a.py::big was deleted", "show", "big")
	d.must(0, "is kept as v2", "keep", "a.py")
	d.must(0, "Nothing waits for a decision.", "stale")
	d.must(0, "v2 AUTHORITATIVE by operator", "explain", "big")
	d.proven()
}
