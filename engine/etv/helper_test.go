package etv

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"holdfast/parser"
)

// workspace is a folder with files, and what verifies it. Its clock is an hour
// ahead, so that every file was written long ago; now says otherwise.
type workspace struct {
	t        testing.TB
	dir      string
	disk     *Disk
	verifier *Verifier
	now      time.Time
}

func newWorkspace(t testing.TB) *workspace {
	t.Helper()
	w := &workspace{t: t, dir: t.TempDir(), now: time.Now().Add(time.Hour)}
	w.disk = openDisk(t, w.dir)
	w.verifier = NewVerifier(w.disk, func() time.Time { return w.now })
	return w
}

func openDisk(t testing.TB, dir string) *Disk {
	t.Helper()
	disk, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := disk.Close(); err != nil {
			t.Error(err)
		}
	})
	return disk
}

func (w *workspace) abs(path string) string { return filepath.Join(w.dir, filepath.FromSlash(path)) }

func (w *workspace) write(path, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.abs(path)), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.abs(path), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workspace) do(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// fresh is the version of one path.
func (w *workspace) fresh(path string) *Version {
	w.t.Helper()
	return w.verifier.Fresh(nil, path)[0]
}

// expect is what the State Map would hold of an entity of that text.
func expect(t testing.TB, path, symbol, text string) Expectation {
	t.Helper()
	file := parser.Parse(path, "", []byte(text))
	s := file.Find(symbol)
	if s == nil {
		t.Fatalf("the text of %s defines no %s", path, symbol)
		return Expectation{}
	}
	e := Expectation{Path: path, Symbol: symbol}
	e.Hash, _ = ParseDigest(s.Hash)
	e.Structure, _ = ParseDigest(s.Structure)
	return e
}

// check writes text to path and compares e with it.
func (w *workspace) check(e Expectation, text string) Report {
	w.t.Helper()
	w.write(e.Path, text)
	return w.verifier.Verify([]Expectation{e}, false)[0]
}
