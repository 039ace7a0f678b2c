package workplace

import (
	"slices"
	"strings"
	"testing"
)

// tree is a workspace with some folders.
func tree(folders ...string) func(string) bool {
	return func(path string) bool { return slices.Contains(folders, path) }
}

func TestARequestTellsWhereItsClientWorks_2(t *testing.T) {
	folders := tree("pkg", "pkg/sub", "pkg/(app)", "two words", "docs", "docs.d")
	for _, c := range []struct {
		name, text, want string // "-" for none
	}{
		{"an element", "<environment>\n  <cwd>/repo/pkg</cwd>\n</environment>", "pkg"},
		{"an element over lines", "<cwd>\n/repo/pkg\n</cwd>", "pkg"},
		{"a label", "Working directory: /repo/pkg\nIs it a repository: yes", "pkg"},
		{"a label with a bullet", " - Primary working directory: /repo/pkg\n", "pkg"},
		{"a starred label", "* **Current working directory:** `/repo/pkg`\n", "pkg"},
		{"a label above", "Current directory:\n\n  - /repo/pkg\n", "pkg"},
		{"a heading", "# Current Working Directory (/repo/pkg) Files\na.py", "pkg"},
		{"a sentence", "I'm currently working in the directory: /repo/pkg\nHere it is:\n/repo/pkg/\n├── a", "pkg"},
		{"a sentence with a full stop", "Your current working directory is /repo/pkg. Stay there.", "pkg"},
		{"a change", "The working directory is now /repo/pkg/sub", "pkg/sub"},
		{"a member", `{"os":"linux","cwd":"/repo/pkg","shell":"sh"}`, "pkg"},
		{"a variable", "PWD=/repo/pkg\nHOME=/x", "pkg"},
		{"a member of two words", `"workingDirectory": "/repo/pkg"`, "pkg"},
		{"the workspace itself", "Working directory: /repo", ""},
		{"the workspace itself, with a slash", "cwd: /repo/", ""},
		{"parentheses in its name", "cwd: /repo/pkg/(app)\n", "pkg/(app)"},
		{"blanks in its name", "cwd: /repo/two words\n", "two words"},
		{"by the other name of the workspace", "cwd: /private/repo/pkg", "pkg"},
		{"the newest of two", "cwd: /repo/pkg\nlater\ncwd: /repo/docs\n", "docs"},
		{"the newest of two names", "cwd: /private/repo/docs\ncwd: /repo/pkg\n", "pkg"},
		{"not the root beside it", "Working directory: /repo/pkg\nWorkspace root folder: /repo\n", "pkg"},
		{"a full stop that belongs to it", "cwd: /repo/docs.d", "docs.d"},

		{"no folder of that name", "cwd: /repo/none", "-"},
		{"a file", "Files in the working directory: /repo/pkg/a.py", "-"},
		{"another workspace", "cwd: /repository/pkg", "-"},
		{"a workspace below another", "cwd: /home/repo/pkg", "-"},
		{"no label", "see /repo/pkg for more", "-"},
		{"further folders", "Additional working directories:\n - /repo/docs\n", "-"},
		{"a label of something else", "Output directory: /repo/docs", "-"},
		{"a label far away", "The working directory has files that somebody moved to /repo/docs", "-"},
		{"a relative path", "cwd: pkg", "-"},
		{"a path that leaves it", "cwd: /repo/../docs", "-"},
		{"a path that comes back", "cwd: /repo/pkg/../docs", "docs"},
	} {
		dir, ok := Told([]string{c.text}, []string{"/repo", "/private/repo"}, folders)
		if !ok {
			dir = "-"
		}
		if dir != c.want {
			t.Errorf("%s: %q tells %q, want %q", c.name, c.text, dir, c.want)
		}
	}
}

func TestTheNewestTextThatTellsItCounts_2(t *testing.T) {
	texts := []string{"now fix it", "cwd: /repo/docs", "Working directory: /repo/pkg"}
	if dir, ok := Told(texts, []string{"/repo"}, tree("docs", "pkg")); dir != "docs" || !ok {
		t.Errorf("%q, %t", dir, ok)
	}
	if dir, ok := Told(texts, []string{"/"}, tree("docs", "pkg")); ok {
		t.Errorf("with the whole disk as workspace: %q", dir)
	}
}

func TestACallMeansTheFolderInWhichItsFilesAre_2(t *testing.T) {
	there := tree("calc.py", "pkg/calc.py", "pkg/util.py", "docs", "docs/calc.py")
	for _, c := range []struct {
		folders, needs []string
		want           string
	}{
		{[]string{"pkg", ""}, nil, "pkg"},
		{[]string{"pkg", ""}, []string{"calc.py"}, "pkg"},
		{[]string{"", "pkg"}, []string{"calc.py"}, ""},
		{[]string{"", "pkg"}, []string{"util.py"}, "pkg"},
		{[]string{"", "pkg"}, []string{"calc.py", "util.py", "new.py"}, "pkg"},
		{[]string{"pkg", ""}, []string{"docs"}, ""},
		{[]string{"pkg", ""}, []string{"none.py"}, "pkg"},
		{[]string{"docs", "pkg", ""}, []string{"../pkg/util.py"}, "docs"},
		{[]string{""}, nil, ""},
	} {
		if got := Fit(c.folders, c.needs, there); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.needs, c.folders, got, c.want)
		}
	}
}

func TestAPathOfAFolder_2(t *testing.T) {
	for _, c := range [][3]string{
		{"pkg", "a.py", "pkg/a.py"}, {"pkg", `sub\a.py`, "pkg/sub/a.py"}, {"pkg", "../a.py", "a.py"}, {"pkg", "../../a.py", "../a.py"},
		{"pkg", "/repo/a.py", "/repo/a.py"}, {"", "a.py", "a.py"}, {"", "lib/", "lib/"},
	} {
		if got := Join(c[0], c[1]); got != c[2] {
			t.Errorf("%q in %q: %q, want %q", c[1], c[0], got, c[2])
		}
	}
}

func TestOfLongTextsTheDiskIsAskedLittle(t *testing.T) {
	asked := 0
	folder := func(string) bool { asked++; return false }
	for _, unit := range []string{"cwd: /repo/x ", "/repo", "cwd: /repo/a b c d e f g\n", "/repo/file.py\n", "working directory "} {
		asked = 0
		Told([]string{strings.Repeat(unit, 20<<20/len(unit))}, []string{"/repo", "/r"}, folder)
		if asked > 10*maxLabelled {
			t.Errorf("%q: the disk was asked %d times", unit, asked)
		}
	}
}

func BenchmarkTold(b *testing.B) {
	text := strings.Repeat("Some line of a long prompt, which says nothing of any folder.\n", 1<<20/62) + "Working directory: /home/somebody/repo/pkg\n"
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if dir, ok := Told([]string{text}, []string{"/home/somebody/repo"}, tree("pkg")); dir != "pkg" || !ok {
			b.Fatal(dir)
		}
	}
}

func FuzzTold(f *testing.F) {
	f.Add("Working directory: /repo/pkg\n")
	f.Add("<cwd>/repo/pkg</cwd>")
	f.Fuzz(func(t *testing.T, text string) {
		dir, ok := Told([]string{text}, []string{"/repo"}, func(p string) bool {
			if p == "" || p[0] == '/' || strings.Contains("/"+p+"/", "/../") {
				t.Errorf("asked for %q", p)
			}
			return p == "pkg"
		})
		if ok && dir != "" && dir != "pkg" || !ok && dir != "" {
			t.Errorf("%q, %t", dir, ok)
		}
	})
}

// On a disk that folds case a file is one path, whatever case it is written in: the one
// under which it is tracked, else the disk's.
func TestAFileIsOnePathOnADiskThatFoldsCase_Choice2(t *testing.T) {
	disk := []string{"src/Foo.go", "src/now.go", "README.md"}
	names := Names{
		Roots:   []string{"/w"},
		Tracked: func() []string { return []string{"src/Foo.go", "src/Now.go"} }, // git has renamed the second
		Known:   func(string) bool { return true },
		OnDisk: func(path string) string {
			for _, d := range disk {
				if strings.EqualFold(d, path) {
					return d
				}
			}
			return path
		},
	}
	for given, want := range map[string]string{
		"src/FOO.go": "src/Foo.go", "SRC/foo.GO": "src/Foo.go", "src/Foo.go": "src/Foo.go", "/w/src/foo.go": "src/Foo.go",
		"src/now.go": "src/Now.go", "src/NOW.go": "src/Now.go",
		"readme.MD": "README.md", "src/New.go": "src/New.go",
	} {
		if got, err := names.Clean("", given); err != nil || got != want {
			t.Errorf("%s is %s, %v, want %s", given, got, err, want)
		}
	}
	names.OnDisk = nil
	if got, err := names.Clean("", "src/FOO.go"); err != nil || got != "src/FOO.go" {
		t.Errorf("elsewhere two spellings are two files: %s, %v", got, err)
	}
}
