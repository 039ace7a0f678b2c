package config

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTheWorkspaceIsDiscovered(t *testing.T) {
	base := t.TempDir()
	for _, dir := range []string{
		"repo/.git", "repo/a/b",
		"held/.holdfast", "held/inner/.git", "held/inner/c",
		"plain/d",
		"filegit/e",
	} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(base, "filegit", ".git"), "gitdir: elsewhere")
	write(t, filepath.Join(base, "plain", "d", ".holdfast"), "a file, not a folder")

	tests := []struct {
		name           string
		flag, current  string
		want, wantedBy string
	}{
		{"the flag rules", "repo", "held/inner/c", "repo", "flag --workspace"},
		{"the nearest .holdfast, over a nearer git root", "", "held/inner/c", "held", ".holdfast folder"},
		{"the current folder itself may hold it", "", "held", "held", ".holdfast folder"},
		{"the git root", "", "repo/a/b", "repo", "git root"},
		{"a .git file marks a root too", "", "filegit/e", "filegit", "git root"},
		{"neither: the current folder", "", "plain/d", "plain/d", "current folder"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			flag := test.flag
			if flag != "" {
				flag = filepath.Join(base, flag)
			}
			w, err := Discover(flag, filepath.Join(base, test.current))
			if err != nil {
				t.Fatal(err)
			}
			if w.Root != filepath.Join(base, test.want) || w.Found != test.wantedBy {
				t.Errorf("got %s by %s, want %s by %s", w.Root, w.Found, test.want, test.wantedBy)
			}
		})
	}
}

func TestAWorkspaceMayBeNamedRelatively(t *testing.T) {
	base := t.TempDir()
	if err := os.MkdirAll(filepath.Join(base, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	w, err := Discover("../a/b/", filepath.Join(base, "a"))
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(base, "a", "b"); w.Root != want || w.Folder() != filepath.Join(want, ".holdfast") {
		t.Errorf("got %s and %s", w.Root, w.Folder())
	}
}

func TestAWorkspaceBehindASymbolicLinkIsKnownByBothNames(t *testing.T) {
	base := t.TempDir()
	target, link := filepath.Join(base, "target"), filepath.Join(base, "link")
	if err := os.Mkdir(target, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip("no symbolic links here: " + err.Error())
	}
	w, err := Discover(link, base)
	if err != nil {
		t.Fatal(err)
	}
	resolved, err := filepath.EvalSymlinks(target)
	if err != nil {
		t.Fatal(err)
	}
	if w.Root != link || w.Real != resolved {
		t.Errorf("got %+v", w)
	}
}

func TestAWorkspaceThatCannotBeUsedIsAnError(t *testing.T) {
	base := t.TempDir()
	write(t, filepath.Join(base, "file"), "x")
	for name, want := range map[string]string{
		"gone": "the workspace " + filepath.Join(base, "gone") + " does not exist; create it or name another with --workspace",
		"file": "the workspace " + filepath.Join(base, "file") + " is not a folder; name the folder that holds the code",
	} {
		_, err := Discover(filepath.Join(base, name), base)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
