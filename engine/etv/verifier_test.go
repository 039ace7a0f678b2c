package etv

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAnUnchangedFileIsProvenByItsStat(t *testing.T) {
	w := newWorkspace(t)
	w.write("a.go", pool)
	first := w.fresh("a.go")
	read := 0
	w.disk.between = func(string) { read++ }
	if again := w.fresh("a.go"); again != first || read != 0 {
		t.Errorf("the same version %v, read %d times", again == first, read)
	}
	if again := w.verifier.Read("a.go"); again != first || read != 1 {
		t.Errorf("a promotion reads, and parses nothing that it knows: same %v, read %d times", again == first, read)
	}
	now := time.Now()
	w.do(os.Chtimes(w.abs("a.go"), now, now))
	if again := w.fresh("a.go"); again != first || read != 2 {
		t.Errorf("a touched file is read, and has the same version %v, read %d times", again == first, read)
	}
	w.write("a.go", poolEdited)
	if again := w.fresh("a.go"); again == first || read != 3 {
		t.Errorf("a new version %v, read %d times", again != first, read)
	}
}

func TestLoadingGivesTheTextOfTheVersionThatIsKnown(t *testing.T) {
	w := newWorkspace(t)
	w.write("a.go", pool)
	first := w.fresh("a.go")
	v, file := w.verifier.Load("a.go")
	if v != first || string(file.Src) != pool {
		t.Errorf("same version %v, text %q", v == first, file.Src)
	}
	if v.Sum() != Digest(digestOf(t, pool)) {
		t.Errorf("the sum of its bytes is %s", v.Sum())
	}
}

func digestOf(t *testing.T, text string) Digest {
	t.Helper()
	w := newWorkspace(t)
	w.write("x.txt", text)
	return w.fresh("x.txt").Sum()
}

// A file that was read within 2 s of its last write can change once more
// without its stamp changing. The memory is made to be wrong, as if it had.
func TestAFileReadRightAfterItWasWrittenIsReadAgain(t *testing.T) {
	w := newWorkspace(t)
	w.write("a.go", pool)
	info, err := os.Stat(w.abs("a.go"))
	w.do(err)
	for _, c := range []struct {
		after time.Duration
		again bool
	}{{-time.Hour, true}, {0, true}, {racy - time.Nanosecond, true}, {racy + time.Second, false}} {
		w.now = info.ModTime().Add(c.after)
		w.verifier.forget("a.go")
		w.fresh("a.go")
		m := *w.verifier.recall("a.go")
		wrong := &Version{path: "a.go", status: Agrees}
		m.version = wrong
		w.verifier.remember(&m, true)
		if got := w.fresh("a.go"); (got != wrong) != c.again {
			t.Errorf("%v after it was written it is read again: %v", c.after, got != wrong)
		}
	}
}

func TestATextOverTheLimitsIsTriedAgainInAWhile(t *testing.T) {
	w := newWorkspace(t)
	w.write("a.go", pool)
	w.fresh("a.go")
	m := *w.verifier.recall("a.go") // as if the machine had been busy
	busy := &Version{path: "a.go", status: Unverifiable, why: "over the time limit", sum: m.version.sum}
	m.version, m.retry = busy, w.now.Add(patience)
	w.verifier.remember(&m, true)
	for _, look := range []func() *Version{func() *Version { return w.fresh("a.go") }, func() *Version { return w.verifier.Read("a.go") }} {
		if look() != busy {
			t.Error("it was parsed again at once")
		}
	}
	w.now = w.now.Add(patience)
	if v := w.fresh("a.go"); v.status != Agrees {
		t.Errorf("after a while it is still %s", v.status)
	}
	w.verifier.remember(&m, true)
	if v, file := w.verifier.Load("a.go"); v.status != Agrees || file == nil {
		t.Errorf("who asks for the text gets it when it parses: %s", v.status)
	}
}

func TestWhatIsRememberedIsBounded(t *testing.T) {
	w := newWorkspace(t)
	for _, p := range []string{"a.go", "b.go", "c.go"} {
		w.write(p, pool)
	}
	weight := w.fresh("a.go").weight()
	w.verifier.bound = 2 * weight
	b := w.fresh("b.go")
	w.fresh("a.go")
	w.fresh("c.go")
	if w.verifier.recall("b.go") != nil || w.verifier.recall("a.go") == nil || w.verifier.recall("c.go") == nil {
		t.Error("the least recently used one did not leave")
	}
	if again := w.fresh("b.go"); again == b || again.sum != b.sum {
		t.Error("what left is not found anew")
	}
	if w.verifier.weight != 2*weight || w.verifier.recent.Len() != 2 {
		t.Errorf("%d bytes and %d files are remembered", w.verifier.weight, w.verifier.recent.Len())
	}
	w.verifier.bound = 1
	if v := w.fresh("a.go"); v.status != Agrees || w.verifier.recall("a.go") == nil {
		t.Error("one file always has room")
	}
	w.do(os.Remove(w.abs("a.go")))
	if w.fresh("a.go"); w.verifier.weight != 0 {
		t.Errorf("of a file that is gone %d bytes are kept", w.verifier.weight)
	}
}

// A look at everything that is more than may be remembered parses what there is
// no room for, and not all of it every time.
func TestASurveyDrivesOutNothing(t *testing.T) {
	w := newWorkspace(t)
	expected := make([]Expectation, 10)
	for i := range expected {
		path := fmt.Sprintf("f%d.go", i)
		w.write(path, pool)
		expected[i] = expect(t, path, "Acquire", pool)
	}
	w.verifier.bound = 6 * w.fresh("f9.go").weight()
	w.verifier.Verify(expected, true)
	known := map[string]*Version{}
	for i := range expected {
		if m := w.verifier.recall(expected[i].Path); m != nil {
			known[expected[i].Path] = m.version
		}
	}
	if len(known) != 6 {
		t.Fatalf("%d files are remembered", len(known))
	}
	for range 2 {
		for i, r := range w.verifier.Verify(expected, true) {
			if r.Status != Agrees {
				t.Errorf("%s: %+v", expected[i].Path, r)
			}
		}
	}
	for path, version := range known {
		if m := w.verifier.recall(path); m == nil || m.version != version {
			t.Errorf("%s was driven out", path)
		}
	}
	if w.verifier.Unkept() != 6 {
		t.Errorf("%d files are to be kept", w.verifier.Unkept())
	}
	w.fresh("f8.go") // who asks for one file has it remembered
	if w.verifier.recall("f8.go") == nil {
		t.Error("a single look is not remembered")
	}
}

// tenSymbols is a file with ten functions.
func tenSymbols(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package p%d\n", n)
	for i := range 10 {
		fmt.Fprintf(&b, "\nfunc HandleRequest%dOfKind%d(a, b int) int {\n\treturn a + b*%d\n}\n", n, i, i)
	}
	return b.String()
}

func TestAThousandFilesAreRememberedInThreeMegabytes(t *testing.T) {
	w := newWorkspace(t)
	paths := make([]string, 1000)
	for i := range paths {
		paths[i] = fmt.Sprintf("dir%d/file%d.go", i%30, i)
		w.write(paths[i], tenSymbols(i))
	}
	w.verifier.Fresh(nil, paths...) // fills the parser's own pools
	w.verifier = NewVerifier(w.disk, w.verifier.now)
	before := heap()
	w.verifier.Fresh(make([]*Version, 0, len(paths)), paths...)
	held := heap() - before
	if w.verifier.recent.Len() != len(paths) || held > 3<<20 {
		t.Errorf("%d files take %d bytes", w.verifier.recent.Len(), held)
	}
	t.Logf("%d KiB, by weight %d KiB", held>>10, w.verifier.weight>>10)
	if w.verifier.weight < int(held)*8/10 || w.verifier.weight > int(held)*12/10 {
		t.Errorf("their weight is taken for %d bytes, and is %d", w.verifier.weight, held)
	}
	runtime.KeepAlive(w.verifier)
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestWhoeverVerifiesAtTheSameTimeSeesAVersionThatWasWritten(t *testing.T) {
	w := newWorkspace(t)
	texts := []string{pool, poolEdited, poolWithout}
	valid := map[Digest]bool{}
	for _, text := range texts {
		w.write("a.go", text)
		valid[w.fresh("a.go").sum] = true
	}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for range 200 {
				for _, v := range w.verifier.Fresh(nil, "a.go", "b.go") {
					if v.path == "a.go" && v.status == Agrees && !valid[v.sum] || v.path == "b.go" && v.status != Missing {
						t.Errorf("%s: %s %s", v.path, v.status, v.sum)
					}
				}
			}
		})
	}
	for i := range 200 {
		w.write("new", texts[i%len(texts)])
		w.do(os.Rename(w.abs("new"), w.abs("a.go")))
	}
	all.Wait()
	if v := w.fresh("a.go"); v.sum != digestOf(t, texts[199%len(texts)]) {
		t.Errorf("at rest it is %s", v.sum)
	}
}

func TestReportsStandInTheOrderOfTheirEntities(t *testing.T) {
	w := newWorkspace(t)
	w.write("a.go", pool)
	w.write("b.go", poolEdited)
	acquire := expect(t, "a.go", "Acquire", pool)
	inB, release, gone := acquire, expect(t, "a.go", "Release", pool), acquire
	inB.Path, gone.Path = "b.go", "c.go"
	want := []Status{Agrees, Edited, Agrees, Missing}
	for i, r := range w.verifier.Verify([]Expectation{acquire, inB, release, gone}, false) {
		if r.Status != want[i] {
			t.Errorf("%d: %+v", i, r)
		}
	}
}

func BenchmarkFreshTenUnchangedFiles(b *testing.B) {
	for _, folders := range []int{1, 10} {
		b.Run(fmt.Sprintf("in %d folders", folders), func(b *testing.B) {
			w, paths := tenFiles(b, folders)
			into := w.verifier.Fresh(nil, paths...)
			b.ReportAllocs()
			for b.Loop() {
				into = w.verifier.Fresh(into[:0], paths...)
			}
		})
	}
}

func tenFiles(b *testing.B, folders int) (*workspace, []string) {
	w := newWorkspace(b)
	paths := make([]string, 10)
	for i := range paths {
		paths[i] = fmt.Sprintf("engine/dir%d/file%d.go", i%folders, i)
		w.write(paths[i], tenSymbols(i))
	}
	return w, paths
}

func BenchmarkReadTenUnchangedFiles(b *testing.B) {
	w, paths := tenFiles(b, 1)
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range paths {
			w.verifier.Read(p)
		}
	}
}

func BenchmarkVerifyAfterAChange(b *testing.B) {
	w, paths := tenFiles(b, 1)
	e := expect(b, paths[0], "HandleRequest0OfKind3", tenSymbols(0))
	expected := []Expectation{e}
	for n := 0; b.Loop(); n++ {
		b.StopTimer()
		w.write(paths[0], fmt.Sprintf("%s\nvar N = %d\n", tenSymbols(0), n))
		b.StartTimer()
		if r := w.verifier.Verify(expected, false)[0]; r.Status != Agrees {
			b.Fatal(r)
		}
	}
}

func TestALinkInTheFoldersPlaceIsSeenByStat15_3(t *testing.T) {
	for _, c := range []struct{ file, folder string }{
		{"a/f.go", "a"}, {"a/b/f.go", "a/b"}, {"a/b/f.go", "a"}, {"a/b/c/f.go", "a/b"}, {"a/b/c/d/f.go", "a/b"}, {"a/b/c/d/f.go", "a/b/c/d"},
	} {
		w := newWorkspace(t)
		w.write(c.file, pool)
		neighbour := parent(parent(c.file)) + "/other/g.go"
		if neighbour[0] == '/' {
			neighbour = "other/g.go"
		}
		w.write(neighbour, pool)
		for range 2 { // the second time by what was learnt
			for _, v := range w.verifier.Fresh(nil, c.file, neighbour, c.file) {
				if v.status != Agrees {
					t.Fatalf("%s: %s", v.path, v.why)
				}
			}
		}
		if w.verifier.folders.in[parent(c.file)] == (stamp{}) {
			t.Errorf("nothing was learnt of %s", parent(c.file))
		}
		w.do(os.Rename(w.abs(c.folder), w.abs(c.folder+"-moved")))
		w.do(os.Symlink(filepath.Base(c.folder)+"-moved", w.abs(c.folder)))
		if v := w.fresh(c.file); v.status != Unverifiable {
			t.Errorf("%s through a link at %s: %s", c.file, c.folder, v.status)
		}
		w.do(os.Remove(w.abs(c.folder)))
		if v := w.fresh(c.file); v.status != Missing {
			t.Errorf("%s without %s: %s", c.file, c.folder, v.status)
		}
		w.do(os.Rename(w.abs(c.folder+"-moved"), w.abs(c.folder)))
		if v := w.fresh(c.file); v.status != Agrees {
			t.Errorf("%s in its place again: %s", c.file, v.why)
		}
	}
}

func TestNothingIsLearntOfAFolderThatWasJustChanged15_3(t *testing.T) {
	w := newWorkspace(t)
	w.now = time.Now()
	w.write("a/b/f.go", pool)
	w.fresh("a/b/f.go")
	if n := len(w.verifier.folders.in); n != 0 {
		t.Errorf("%d folders", n)
	}
	w.now = w.now.Add(time.Hour)
	w.fresh("a/b/f.go")
	if n := len(w.verifier.folders.in); n != 1 {
		t.Errorf("an hour later: %d folders", n)
	}
	for n := range 2 * maxFolders {
		w.verifier.folders.learn(fmt.Sprint(n), stamp{ino: 1})
	}
	if n := len(w.verifier.folders.in); n > maxFolders {
		t.Errorf("%d folders are remembered", n)
	}
}

// A file whose bytes are those of which its entities were adopted is compared without
// being parsed, however many files there are.
func TestAnAdoptedFileIsNotParsedToBeCompared_15_4(t *testing.T) {
	w := newWorkspace(t)
	w.write("a.go", "package a\n\nfunc A() {}\n")
	full := w.fresh("a.go")
	adopted := Expectation{Path: "a.go", Symbol: "A", Hash: full.mark("A").hash, File: full.Sum()}
	w.verifier = NewVerifier(w.disk, w.verifier.now)
	if r := w.verifier.Verify([]Expectation{adopted}, true); r[0].Status != Agrees || r[0].Disk != adopted.Hash {
		t.Fatalf("the adopted file is said to be %v", r[0])
	}
	if m := w.verifier.recall("a.go"); m == nil || !m.version.bare {
		t.Fatal("it was parsed, or is not remembered")
	}
	other := Expectation{Path: "a.go", Symbol: "A", Hash: Absent, File: Digest{1}}
	if r := w.verifier.Verify([]Expectation{adopted, other}, true); r[0].Status != Agrees || r[1].Status != Edited {
		t.Errorf("beside an entity of another version: %v", r)
	}
	if v := w.fresh("a.go"); v.bare || !v.Defines("A") {
		t.Error("whoever asks what it defines is not told")
	}
	w.write("a.go", "package a\n\nfunc A() { panic(1) }\n")
	if r := w.verifier.Verify([]Expectation{adopted}, true); r[0].Status != Edited {
		t.Errorf("after an edit it is said to be %v", r[0])
	}
}
