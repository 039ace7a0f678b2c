package target

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/parser/call"
	"holdfast/parser/edit"
)

func change(op edit.Op, path string) []call.Action {
	return []call.Action{{Kind: call.Change, Path: path, Change: edit.Change{Op: op, Path: path}}}
}

func TestTheFileThatWillChangeIsFound(t *testing.T) {
	outer, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(outer, "shop")
	for _, dir := range []string{"shop/pkg/deep", "shop/other", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(outer, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"shop/pkg/pool.go", "shop/other/a.go", "elsewhere/far.go"} {
		if err := os.WriteFile(filepath.Join(outer, file), []byte("package a\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"shop/link.go": "pkg/pool.go", "shop/up": "pkg/deep", "shop/chain.go": "link.go", "shop/abs.go": root + "/pkg/pool.go",
		"shop/out.go": "../elsewhere/far.go", "shop/outside": "../elsewhere", "elsewhere/in.go": "../shop/pkg/pool.go", "alias": "shop",
		"shop/dangling.go": "pkg/new.go", "shop/round.go": "trip.go", "shop/trip.go": "round.go", "shop/deepest": "deeper/..", "shop/deeper": "pkg/deep",
	} {
		if err := os.Symlink(to, filepath.Join(outer, link)); err != nil {
			t.Fatal(err)
		}
	}
	pool := root + "/pkg/pool.go"
	for _, c := range []struct {
		name, folder, path string
		op                 edit.Op
		want               string
	}{
		{"a plain name", "", "pkg/pool.go", edit.Write, "pkg/pool.go"},
		{"a new file", "", "pkg/fresh/new.go", edit.Write, "pkg/fresh/new.go"},
		{"a link", "", "link.go", edit.Replace, pool},
		{"a link to a link", "", "chain.go", edit.Write, pool},
		{"a link by an absolute name", "", "abs.go", edit.Define, pool},
		{"the absolute name of a link", "", root + "/link.go", edit.Write, pool},
		{"a folder's link", "", "up/../pool.go", edit.Write, "up/../pool.go"}, // a client cleans a name before it opens it
		{"a file beneath a folder's link", "", "up/x.go", edit.Create, root + "/pkg/deep/x.go"},
		{"a link that goes up after a link", "", "deepest/pool.go", edit.Write, pool},
		{"in a subfolder", "other", "../link.go", edit.Write, pool},
		{"in a folder that is a link", "up", "x.go", edit.Write, root + "/pkg/deep/x.go"},
		{"a link that has no file yet", "", "dangling.go", edit.Write, root + "/pkg/new.go"},
		{"a link that leaves", "", "out.go", edit.Write, outer + "/elsewhere/far.go"},
		{"a folder's link that leaves", "", "outside/far.go", edit.Write, outer + "/elsewhere/far.go"},
		{"a link that comes in", "", outer + "/elsewhere/in.go", edit.Write, pool},
		{"another name of the workspace", "", outer + "/alias/pkg/pool.go", edit.Write, pool},
		{"a circle", "", "round.go", edit.Write, "round.go"},
		{"a link that is removed", "", "link.go", edit.Delete, "link.go"},
		{"a link that is renamed", "", "link.go", edit.Rename, "link.go"},
		{"a file beneath a folder's link that is removed", "", "up/x.go", edit.Delete, root + "/pkg/deep/x.go"},
		{"at home", "", "~/shop/pkg/pool.go", edit.Write, pool},
		{"at home, by a link", "", "~/alias/link.go", edit.Write, pool},
		{"at somebody's home", "", "~ann/shop/pool.go", edit.Write, "~ann/shop/pool.go"},
		{"a folder", "", "up/", edit.Write, "up/"},
		{"no name", "", "", edit.Write, ""},
		{"far up", "", strings.Repeat("../", 100) + "x.go", edit.Write, strings.Repeat("../", 100) + "x.go"},
	} {
		given := change(c.op, c.path)
		got := Resolved(given, Place{Root: root, Folder: c.folder, Home: outer})
		if got[0].Path != c.want || got[0].Change.Path != c.want || given[0].Path != c.path {
			t.Errorf("%s: %q, want %q", c.name, got[0].Path, c.want)
		}
	}
}

// folding is a disk that does not tell cases apart.
type folding struct{ dir string }

func (f folding) Lstat(name string) (fs.FileInfo, error) {
	info, err := os.Lstat(name)
	entries, _ := os.ReadDir(filepath.Dir(name))
	for i := 0; err != nil && i < len(entries); i++ {
		if strings.EqualFold(entries[i].Name(), filepath.Base(name)) {
			return os.Lstat(filepath.Join(filepath.Dir(name), entries[i].Name()))
		}
	}
	return info, err
}

func TestAFileIsSpelledAsItsFolderSpellsIt(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(root, "Pkg"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "Pkg", "pool.go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"pkg/POOL.go": root + "/Pkg/pool.go", "Pkg/pool.go": "Pkg/pool.go", "pkg/new.go": root + "/Pkg/new.go", "Pkg/Pool.go": root + "/Pkg/pool.go",
	} {
		got := resolved(change(edit.Write, path), Place{Root: root}, disk{folding{root}.Lstat, os.ReadDir})
		if got[0].Path != want {
			t.Errorf("%s is %s, want %s", path, got[0].Path, want)
		}
		if got := Resolved(change(edit.Write, path), Place{Root: root})[0].Path; got != path && want == path {
			t.Errorf("on a disk that tells cases apart %s is %s", path, got)
		}
	}
}

func TestHostileNamesAreFollowedQuickly(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(".", filepath.Join(root, "a")); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"missing folders": strings.Repeat("x/", 50<<10) + "y", "links": strings.Repeat("a/", 50<<10) + "y", "up": strings.Repeat("../", 30<<10) + "y",
		"a long name": strings.Repeat("<", 100<<10), "nul": "a\x00b", "blank": " ",
	} {
		began := time.Now()
		Resolved(change(edit.Write, path), Place{Root: root})
		if took := time.Since(began); took > 10*time.Second { // 100 ms where nothing else runs
			t.Errorf("%s took %s", name, took)
		}
	}
}

// FuzzResolved holds that where a path names something, the file is found that the
// system finds.
func FuzzResolved(f *testing.F) {
	for _, path := range []string{"a.go", "~/a", "../../x", "/etc/passwd", `..\b`, "a/./b/", "file:///x", "up/x", "far/../a.go", "round", "pkg/out", "~/up/x", "PKG/X"} {
		f.Add(path, "pkg")
		f.Add(path, "up")
	}
	outer, err := filepath.EvalSymlinks(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	root := filepath.Join(outer, "w")
	for _, err := range []error{
		os.MkdirAll(root+"/pkg/deep", 0o755), os.WriteFile(root+"/pkg/x", nil, 0o644), os.WriteFile(root+"/a.go", nil, 0o644), os.WriteFile(outer+"/b", nil, 0o644),
		os.Symlink("pkg", root+"/up"), os.Symlink("pkg/deep/..", root+"/far"), os.Symlink("round", root+"/round"), os.Symlink("../..", root+"/pkg/out"),
		os.Symlink(root+"/a.go", root+"/pkg/deep/x"), os.Symlink("../pkg/deep/x", root+"/pkg/b"),
	} {
		if err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, path, folder string) {
		got := Resolved(change(edit.Write, path), Place{Root: root, Folder: folder, Home: root})[0].Path
		if got != path && !filepath.IsAbs(filepath.FromSlash(got)) {
			t.Errorf("%q became %q", path, got)
		}
		named := filepath.FromSlash(strings.ReplaceAll(path, `\`, "/"))
		if home, ok := strings.CutPrefix(named, "~/"); ok {
			named = filepath.Join(root, home)
		} else if !filepath.IsAbs(named) {
			named = filepath.Join(root, folder, named)
		}
		want, err := filepath.EvalSymlinks(filepath.Clean(named))
		if err != nil || path == "" || strings.HasSuffix(path, "/") || strings.ContainsRune(path, 0) {
			return
		}
		if got == path {
			got = filepath.Clean(named)
		}
		if got != want {
			t.Errorf("%q in %q is said to be %q, and is %q", path, folder, got, want)
		}
	})
}
