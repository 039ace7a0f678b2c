package etv

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// next is a Verifier of the same workspace in another run, and how often it
// reads a file.
func (w *workspace) next(kept string) (v *Verifier, read *int) {
	v = NewVerifier(w.disk, w.verifier.now)
	v.KeepIn(kept)
	read = new(int)
	w.disk.between = func(string) { *read++ }
	return v, read
}

func TestTheNextRunReadsEveryFileAndParsesThoseThatChanged(t *testing.T) {
	w := newWorkspace(t)
	kept := filepath.Join(t.TempDir(), "parsed")
	w.verifier.KeepIn(kept)
	w.write("a.go", pool)
	w.write("b.go", pool)
	w.fresh("a.go")
	w.fresh("b.go")
	if n := w.verifier.Unkept(); n != 2 {
		t.Fatalf("%d files were parsed", n)
	}
	w.do(w.verifier.Keep())
	if n := w.verifier.Unkept(); n != 0 {
		t.Errorf("%d files are not kept", n)
	}
	w.write("b.go", poolEdited)

	v, read := w.next(kept)
	got := v.Fresh(nil, "a.go", "b.go")
	if *read != 2 || v.Unkept() != 1 {
		t.Errorf("%d files were read and %d parsed, not 2 and the one that changed", *read, v.Unkept())
	}
	if x := expect(t, "a.go", "Acquire", pool); got[0].Check(x).Status != Agrees {
		t.Errorf("what is known of a file that did not change: %v", got[0].Check(x))
	}
	x := expect(t, "b.go", "Acquire", pool)
	if r := got[1].Check(x); r.Status == Agrees {
		t.Errorf("what changed between the runs is believed to be as it was: %v", r)
	}
	if v.Fresh(nil, "a.go"); *read != 2 {
		t.Error("a stat does not prove a file that this run has read")
	}
}

func TestWhatIsKeptCountsOnlyAsItWasWritten(t *testing.T) {
	w := newWorkspace(t)
	w.write("a.go", pool)
	w.write("tools/b.py", "def f():\n    return 1\n")
	versions := w.verifier.Fresh(nil, "a.go", "tools/b.py")
	data := appendKept(nil, "this", versions)
	back, err := readKept(data, "this")
	if err != nil || len(back) != 2 {
		t.Fatalf("%d versions, %v", len(back), err)
	}
	for i, v := range versions {
		if b := back[i]; b.path != v.path || b.sum != v.sum || b.status != Agrees || !slices.Equal(b.marks, v.marks) {
			t.Errorf("%s came back as %+v", v.path, b)
		}
	}
	if _, err := readKept(data, "another build"); err == nil {
		t.Error("what another program has parsed is believed")
	}
	for at := range data {
		damaged := bytes.Clone(data)
		damaged[at] ^= 1
		if _, err := readKept(damaged, "this"); err == nil {
			t.Errorf("byte %d is another, and nobody minds", at)
		}
		if _, err := readKept(data[:at], "this"); err == nil {
			t.Errorf("%d of %d bytes are enough", at, len(data))
		}
	}
}

func TestARunBeginsWithNothingWhereNothingUsableIsKept(t *testing.T) {
	w := newWorkspace(t)
	w.write("a.go", pool)
	dir := t.TempDir()
	for name, make := range map[string]func(path string) error{
		"nothing":  func(string) error { return nil },
		"rubbish":  func(path string) error { return os.WriteFile(path, []byte(keptMagic+"x"), 0o600) },
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"too much": func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("x"), keptBound+1), 0o600) },
	} {
		path := filepath.Join(dir, name)
		w.do(make(path))
		v, read := w.next(path)
		if got := v.Fresh(nil, "a.go")[0]; *read != 1 || v.Unkept() != 1 || !got.Defines("Acquire") {
			t.Errorf("%s: %d read, %d parsed, %+v", name, *read, v.Unkept(), got)
		}
	}
}

func FuzzReadKept(f *testing.F) {
	w := newWorkspace(f)
	w.write("a.go", pool)
	f.Add(appendKept(nil, "this", w.verifier.Fresh(nil, "a.go"))[len(keptMagic):])
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, rest []byte) {
		r := keptReader{rest: rest}
		r.digest()
		n := r.count(minKeptFile)
		for range n {
			if v := r.version(); !r.bad && v.weight() > 64*len(rest)+1024 {
				t.Errorf("%d bytes make a version of %d", len(rest), v.weight())
			}
		}
		if r.bad {
			return
		}
		again := keptReader{rest: rest[:len(rest)-len(r.rest)]}
		again.digest()
		if again.count(minKeptFile) != n {
			t.Error("the same bytes are read in another way")
		}
	})
}
