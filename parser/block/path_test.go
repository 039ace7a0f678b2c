package block

import (
	"path"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPathsAreMadeCanonicalOrRefused(t *testing.T) {
	const root = "/home/me/proj"
	tests := []struct{ in, want, err string }{
		{"src/a.go", "src/a.go", ""},
		{"./src/a.go", "src/a.go", ""},
		{" src//a.go ", "src/a.go", ""},
		{"src/x/../a.go", "src/a.go", ""},
		{`src\win\a.cs`, "src/win/a.cs", ""},
		{"/home/me/proj/src/a.go", "src/a.go", ""},
		{"/home/me/./proj/a.go", "a.go", ""},
		{"app/[id]/(x)/+page.tsx", "app/[id]/(x)/+page.tsx", ""},
		{"src/服务.go", "src/服务.go", ""},
		{"..a.go", "..a.go", ""},
		{"", "", "the path is empty"},
		{".", "", `the path "." is a folder, not a file`},
		{"src/", "", `the path "src/" is a folder, not a file`},
		{"..", "", `the path ".." leaves the workspace`},
		{"../a.go", "", `the path "../a.go" leaves the workspace`},
		{"src/../../a.go", "", `the path "src/../../a.go" leaves the workspace`},
		{`..\a.go`, "", `the path "../a.go" leaves the workspace`},
		{"/etc/passwd", "", `the path "/etc/passwd" lies outside the workspace`},
		{"/home/me/project/a.go", "", `the path "/home/me/project/a.go" lies outside the workspace`},
		{"/home/me/proj/../x.go", "", `the path "/home/me/proj/../x.go" lies outside the workspace`},
		{"/home/me/proj", "", `the path "/home/me/proj" lies outside the workspace`},
		{`\\server\share\a.go`, "", `the path "//server/share/a.go" lies outside the workspace`},
		{"C:/x/a.go", "", `the path "C:/x/a.go" begins with a drive letter; name the file relative to the workspace`},
		{`c:a.go`, "", `the path "c:a.go" begins with a drive letter; name the file relative to the workspace`},
		{"/home/me/proj/C:a.go", "", `the path "C:a.go" begins with a drive letter; name the file relative to the workspace`},
		{"x/../c:a.go", "", `the path "c:a.go" begins with a drive letter; name the file relative to the workspace`},
		{"x/c:a.go", "x/c:a.go", ""},
		{"~/a.go", "", `the path "~/a.go" holds a ~, which stands for a home folder`},
		{"https://x.org/a.go", "", `"https://x.org/a.go" is a URL, not a path`},
		{"a\nb.go", "", `the path "a\nb.go" holds a control or invisible character`},
		{"a\x00.go", "", `the path "a\x00.go" holds a control or invisible character`},
		{"a\u202eog.b", "", `the path "a\u202eog.b" holds a control or invisible character`},
		{"a\xff.go", "", "the path is not valid UTF-8"},
		{strings.Repeat("é", 250), strings.Repeat("é", 250), ""},
		{strings.Repeat("a", 251), "", "the path is longer than 250 characters"},
	}
	for _, tt := range tests {
		got, err := CleanPath(tt.in, root)
		msg := ""
		if err != nil {
			msg = err.Error()
		}
		if got != tt.want || msg != tt.err {
			t.Errorf("%q: got %q, %q; want %q, %q", tt.in, got, msg, tt.want, tt.err)
		}
	}
	if _, err := CleanPath("/a.go", ""); err == nil {
		t.Error("without a root an absolute path must be refused")
	}
	for _, p := range []string{"/link/a.go", "/real/w/a.go"} {
		if got, err := CleanPath(p, "/link", "/real/w"); err != nil || got != "a.go" {
			t.Errorf("%s below one of two roots: %q, %v", p, got, err)
		}
	}
	if got, err := CleanPath("/a.go", "/"); err != nil || got != "a.go" {
		t.Errorf("below the root folder: %q, %v", got, err)
	}
}

func TestARelativePathBeginsInTheFolderOfItsWriter(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"a.go", "pkg/a.go"}, {"./sub/a.go", "pkg/sub/a.go"}, {"../a.go", "a.go"}, {`sub\a.go`, "pkg/sub/a.go"},
		{"/w/a.go", "a.go"}, {"../../a.go", ""}, {"/x/a.go", ""}, {"sub/", ""}, {"..", ""}, {"./C:a", ""}, {"~/a.go", ""}, {"", ""},
	} {
		got, err := CleanPathIn("pkg", tt.in, "/w")
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%q: got %q, %v; want %q", tt.in, got, err, tt.want)
		}
	}
}

func FuzzCleanPath(f *testing.F) {
	for _, s := range []string{"a/b.go", "../x", "/r/a", `C:\x`, "a//b/../c", "~", "\x00", "a/..", "0 /.", "/r/ a", "/r/C:a", "./C:a"} {
		f.Add(s, "/r")
	}
	f.Fuzz(func(t *testing.T, p, root string) {
		got, err := CleanPath(p, root)
		if err != nil {
			if got != "" {
				t.Fatalf("%q is refused, yet %q", p, got)
			}
			return
		}
		if got == "" || path.Clean(got) != got || path.IsAbs(got) || got == ".." || strings.HasPrefix(got, "../") ||
			strings.ContainsAny(got, "\\\n\x00~") || !utf8.ValidString(got) {
			t.Fatalf("%q below %q became %q", p, root, got)
		}
		if again, err := CleanPath(got, root); again != got || err != nil {
			t.Fatalf("%q is not stable: %q, %v", got, again, err)
		}
	})
}

func TestAPathToldFromAnotherFolderIsTheSameFile(t *testing.T) {
	for _, c := range []struct {
		above, first string
		known        string // the file that the workspace has
		want         string
		doubted      bool
	}{
		{above: "web/src/ui/card.tsx", first: "ui/card.tsx", want: "web/src/ui/card.tsx"},
		{above: "ui/card.tsx", first: "src/ui/card.tsx", want: "ui/card.tsx"},
		{above: "ui/card.tsx", first: "src/ui/card.tsx", known: "src/ui/card.tsx", want: "src/ui/card.tsx"},
		{above: "ui/card.tsx", first: "src/ui/card.tsx", known: "ui/card.tsx", want: "ui/card.tsx"},
		{above: "card.tsx", first: "src/ui/card.tsx", want: "src/ui/card.tsx"},
		{above: "ui/card.tsx", first: "ui/cards.tsx", want: "ui/card.tsx", doubted: true},
		{above: "ui/card.tsx", first: "src/my-ui/card.tsx", want: "ui/card.tsx", doubted: true},
		{above: "web/ui/card.tsx", first: "ui/card.tsx", known: "ui/card.tsx", want: "web/ui/card.tsx", doubted: true},
	} {
		reply := c.above + "\n```tsx\n// " + c.first + "\nexport function Card() {\n  return null\n}\n```\n"
		blocks := Extract(reply, Options{Known: func(path string) bool { return path == c.known }})
		if len(blocks) != 1 {
			t.Fatalf("%s and %s: %d blocks", c.above, c.first, len(blocks))
		}
		if b := blocks[0]; b.Path != c.want || (b.Confidence != Confirmed) != c.doubted {
			t.Errorf("%s above, %s on the first line, %q known: %s, %s: %v", c.above, c.first, c.known, b.Path, b.Confidence, b.Reasons)
		}
	}
}
