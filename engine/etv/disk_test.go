//go:build unix

package etv

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"holdfast/parser/source"
)

func TestWhatIsNotReadIsSaid15_3(t *testing.T) {
	for _, c := range []struct {
		name   string
		path   string // "f.go" unless told
		make   func(w *workspace) error
		status Status
		why    string // a part
	}{
		{name: "no file", status: Missing},
		{name: "no folder", path: "a/b/f.go", status: Missing},
		{name: "a file where the folder was", path: "a/f.go", make: func(w *workspace) error { return os.WriteFile(w.abs("a"), nil, 0o644) }, status: Missing},
		{name: "a folder", make: func(w *workspace) error { return os.Mkdir(w.abs("f.go"), 0o755) }, status: Unverifiable, why: "is a folder"},
		{name: "a named pipe", make: func(w *workspace) error { return unix.Mkfifo(w.abs("f.go"), 0o644) }, status: Unverifiable, why: "named pipe"},
		{name: "a socket", make: func(w *workspace) error {
			l, err := net.Listen("unix", w.abs("f.go"))
			if err == nil {
				w.t.Cleanup(func() { l.Close() })
			}
			return err
		}, status: Unverifiable, why: "not a regular file"},
		{name: "a link", make: func(w *workspace) error { w.write("g.go", pool); return os.Symlink("g.go", w.abs("f.go")) }, status: Unverifiable, why: "symbolic link"},
		{name: "a link that leads out", make: func(w *workspace) error { return os.Symlink("/etc/passwd", w.abs("f.go")) }, status: Unverifiable, why: "symbolic link"},
		{name: "a link to nothing", make: func(w *workspace) error { return os.Symlink("nothing", w.abs("f.go")) }, status: Unverifiable, why: "symbolic link"},
		{name: "a linked folder", path: "a/b/f.go", make: func(w *workspace) error { w.write("r/b/f.go", pool); return os.Symlink("r", w.abs("a")) }, status: Unverifiable, why: "symbolic link"},
		{name: "a linked folder deeper", path: "a/b/f.go", make: func(w *workspace) error {
			w.write("a/r/f.go", pool)
			return os.Symlink("r", w.abs("a/b"))
		}, status: Unverifiable, why: "symbolic link"},
		{name: "a way out", path: "../f.go", status: Unverifiable, why: "leaves the workspace"},
		{name: "a way out and back", path: "a/../f.go", status: Unverifiable, why: "leaves the workspace"},
		{name: "an absolute path", path: "/etc/passwd", status: Unverifiable, why: "leaves the workspace"},
		{name: "the workspace itself", path: ".", status: Unverifiable, why: "leaves the workspace"},
		{name: "the database", path: ".holdfast/holdfast.db", make: func(w *workspace) error { w.write(".holdfast/holdfast.db", "a"); return nil }, status: Unverifiable, why: "belongs to holdfast"},
		{name: "the database in capitals", path: ".Holdfast/holdfast.db", make: func(w *workspace) error { w.write(".Holdfast/holdfast.db", "a"); return nil }, status: Unverifiable, why: "belongs to holdfast"},
		{name: "NUL", make: func(w *workspace) error { w.write("f.go", "a\x00b"); return nil }, status: Unverifiable, why: "NUL"},
		{name: "bad UTF-8", make: func(w *workspace) error { w.write("f.go", "\xff"); return nil }, status: Unverifiable, why: "UTF-8"},
		{name: "the limit", make: func(w *workspace) error { w.write("f.go", strings.Repeat("\n", source.MaxSize)); return nil }, status: Agrees},
		{name: "one byte more", make: func(w *workspace) error { w.write("f.go", strings.Repeat("\n", source.MaxSize+1)); return nil }, status: Unverifiable, why: "too large: 513 KiB"},
		{name: "a name that no file can have", path: strings.Repeat("n", 300), status: Unreadable, why: "file name too long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkspace(t)
			path := "f.go"
			if c.path != "" {
				path = c.path
			}
			if c.make != nil {
				w.do(c.make(w))
			}
			v := w.fresh(path)
			if v.status != c.status || !strings.Contains(v.why, c.why) || (c.why == "") != (v.why == "") {
				t.Fatalf("%s: %q, want %s: %q", v.status, v.why, c.status, c.why)
			}
			if v.Path() != path || v.Missing() != (c.status == Missing) || (v.Failure() != "") != (c.status == Unreadable) {
				t.Errorf("path %q, missing %v, failure %q", v.Path(), v.Missing(), v.Failure())
			}
			loaded, file := w.verifier.Load(path)
			if loaded.status != c.status || (file != nil) != (c.status == Agrees) {
				t.Errorf("loading says %s with a file %v", loaded.status, file != nil)
			}
			if r := v.Check(Expectation{Path: path, Symbol: "F"}); c.status != Agrees && r.Status != c.status {
				t.Errorf("the report says %s", r.Status)
			}
			if w.disk.Exists(path) != (c.status == Agrees || c.why == "NUL" || c.why == "UTF-8" || strings.HasPrefix(c.why, "too large")) {
				t.Errorf("that it exists is %v", w.disk.Exists(path))
			}
		})
	}
}

func TestAFileWithoutPermissionIsAReadFailure15_7(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read every file")
	}
	w := newWorkspace(t)
	w.write("f.go", pool)
	w.do(os.Chmod(w.abs("f.go"), 0))
	r := w.verifier.Verify([]Expectation{expect(t, "f.go", "Acquire", pool)}, false)[0]
	if r.Status != Unreadable || r.Why != "permission denied" || r.Status.Trusted() || r.Status.Stale() {
		t.Errorf("%+v", r)
	}
}

func TestNothingIsKnownWhenTheWorkspaceIsGone(t *testing.T) {
	for name, away := range map[string]func(dir string) error{
		"removed":              os.RemoveAll,
		"moved":                func(dir string) error { return os.Rename(dir, dir+"-moved") },
		"moved and made again": func(dir string) error { return errorsOf(os.Rename(dir, dir+"-moved"), os.Mkdir(dir, 0o755)) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir() + "/w"
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			disk := openDisk(t, dir)
			if v, _ := disk.load("a.go"); v.status != Missing {
				t.Fatalf("%+v", v)
			}
			if err := away(dir); err != nil {
				t.Fatal(err)
			}
			if v, _ := disk.load("a.go"); v.status != Unreadable || v.why != "the workspace's folder is gone" {
				t.Errorf("%s: %s", v.status, v.why)
			}
		})
	}
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestAFileThatChangesWhileItIsReadIsReadAgain(t *testing.T) {
	for _, c := range []struct {
		name    string
		changes int
		change  func(w *workspace, n int)
		want    Status
	}{
		{"written once", 1, func(w *workspace, n int) { w.write("f.go", fmt.Sprintf("package p%d\n\nfunc F() {}\n", n)) }, Agrees},
		{"replaced once", 1, func(w *workspace, n int) {
			w.write("new", "package p\n\nfunc F() {}\n")
			w.do(os.Rename(w.abs("new"), w.abs("f.go")))
		}, Agrees},
		{"removed and written anew", 1, func(w *workspace, n int) {
			w.do(os.Remove(w.abs("f.go")))
			w.write("f.go", "package p\n\nfunc F() {}\n")
		}, Agrees},
		{"removed", 1, func(w *workspace, n int) { w.do(os.Remove(w.abs("f.go"))) }, Missing},
		{"written without end", 100, func(w *workspace, n int) { w.write("f.go", strings.Repeat("a", n)) }, Unverifiable},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkspace(t)
			w.write("f.go", "package old\n")
			n := 0
			w.disk.between = func(string) {
				if n++; n <= c.changes {
					c.change(w, n)
				}
			}
			v := w.fresh("f.go")
			if v.status != c.want || c.want == Agrees && !v.Defines("F") || c.want == Unverifiable && v.why != "is being written" {
				t.Errorf("%s %s", v.status, v.why)
			}
			if n > attempts {
				t.Errorf("it was read %d times", n)
			}
		})
	}
}

func TestABrokenFileCanBeAcknowledged(t *testing.T) {
	w := newWorkspace(t)
	e := expect(t, "pool.go", "Acquire", pool)
	r := w.check(e, "a\x00b")
	if r.Status != Unverifiable || r.Disk == (Digest{}) {
		t.Fatalf("%+v", r)
	}
	e.Acknowledged = []Digest{r.Disk}
	if r := w.check(e, "a\x00b"); r.Status != Acknowledged {
		t.Errorf("%+v", r)
	}
	if r := w.check(e, "a\x00c"); r.Status != Unverifiable {
		t.Errorf("another version: %+v", r)
	}
}

// FuzzNoPathLeavesTheRoot reads with any path: what comes back is a file of the
// workspace, never the secret beside it.
func FuzzNoPathLeavesTheRoot(f *testing.F) {
	for _, seed := range []string{"a.go", "../secret", "out/secret", "d/../../secret", "/etc/passwd", "d//a.go", "d/out", "C:\\x", "a\x00b", "./a.go", ".holdfast/x", "d/.holdfast/x"} {
		f.Add(seed)
	}
	base := f.TempDir()
	for _, err := range []error{
		os.MkdirAll(base+"/w/d/.holdfast", 0o755), os.MkdirAll(base+"/w/.holdfast", 0o755),
		os.WriteFile(base+"/secret", []byte("secret"), 0o644), os.WriteFile(base+"/w/.holdfast/x", []byte("secret"), 0o644),
		os.WriteFile(base+"/w/a.go", []byte("open"), 0o644), os.WriteFile(base+"/w/d/a.go", []byte("open"), 0o644),
		os.WriteFile(base+"/w/d/.holdfast/x", []byte("open"), 0o644),
		os.Symlink("..", base+"/w/out"), os.Symlink("../../secret", base+"/w/d/out"), os.Symlink(".", base+"/w/.hold"),
	} {
		if err != nil {
			f.Fatal(err)
		}
	}
	disk := openDisk(f, base+"/w")
	f.Fuzz(func(t *testing.T, path string) {
		src, _, err := disk.read(path)
		if err == nil && string(src) != "open" {
			t.Fatalf("%q gave %q", path, src)
		}
		if v, file := disk.load(path); file != nil && v.status != Agrees {
			t.Fatalf("%q: a file with status %s", path, v.status)
		}
	})
}
