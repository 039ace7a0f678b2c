package etv

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestWhatGitignoreIgnores(t *testing.T) {
	for _, c := range []struct {
		rules   string
		ignored string // names separated by blanks; a folder ends in "/"
		kept    string
	}{
		{"*.log", "a.log d/a.log d.log/", "a.logs log"},
		{"*.log\n!keep.log", "a.log", "keep.log d/keep.log"},
		{"!keep.log\n*.log", "keep.log", ""},
		{"build/", "build/ d/build/", "build d/build"},
		{"/build", "build build/", "d/build d/build/"},
		{"a/b", "a/b a/b/", "d/a/b"},
		{"a/*", "a/b a/c/", "a/ a/b/c"},
		{"a/**", "a/b a/b/c", "a/ a"},
		{"**/a", "a d/a e/d/a", "ab"},
		{"a/**/b", "a/b a/c/b a/c/d/b", "b c/b"},
		{"a**b", "ab acb d/ab", "a c/b"},
		{"# a", "", "a #"},
		{"\\#a", "#a", "a"},
		{"\\!a", "!a", "a"},
		{"a  ", "a", ""},
		{"a\\ ", "a\\", ""},
		{"\n\n  \n/\n!\n", "", "a d/"},
		{"a\r\nb\r\n", "a b", "c"},
		{"\uFEFFa", "a", ""},
		{"*.py[cod]", "a.pyc a.pyo", "a.py a.pyx"},
		{"[!a]x", "bx", "ax x"},
		{"[^a]x", "bx", "ax"},
		{"[]a]x", "]x ax", "bx"},
		{"[[:digit:]_]x", "1x _x", "ax dx :x"},
		{"[![:alpha:]]x", "1x", "ax"},
		{"[:alpha:]x", "ax :x", "bx 1x"},
		{"{a,b}", "{a,b}", "a b"},
		{"[", "", "["},
		{"[a", "", "a [a"},
		{"a\\", "", "a"},
		{"?", "a ä", "ab"},
	} {
		if c.rules == "a\\ " {
			c.ignored = "a\u00a0" // stands for a name that ends in a blank
		}
		for _, list := range []struct {
			names string
			want  bool
		}{{c.ignored, true}, {c.kept, false}} {
			for _, p := range strings.Fields(strings.ReplaceAll(list.names, "\u00a0", "\x01")) {
				p, folder := strings.CutSuffix(strings.ReplaceAll(p, "\x01", " "), "/")
				if got := parseIgnores("", c.rules).match(p, folder); (got != nil) != list.want {
					t.Errorf("%q: %q (folder %v) is ignored: %v", c.rules, p, folder, got != nil)
				}
				if got := parseIgnores("in/here", c.rules).match("in/here/"+p, folder); (got != nil) != list.want {
					t.Errorf("%q below a folder: %q (folder %v) is ignored: %v", c.rules, p, folder, got != nil)
				}
				if parseIgnores("in/here", c.rules).match("in/"+p, folder) != nil {
					t.Errorf("%q of a folder below: %q is ignored", c.rules, p)
				}
			}
		}
	}
}

// Trees and rules by chance, and what git itself lists.
func TestGitIgnoresTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	files := 0
	for n := range 30 {
		w := newWorkspace(t)
		runIn(t, w.dir, "git", "init", "-q")
		growTree(w, r, "", 0)
		out := runIn(t, w.dir, "git", "ls-files", "-z", "--others", "--exclude-per-directory=.gitignore")
		want := strings.FieldsFunc(out, func(c rune) bool { return c == 0 })
		slices.Sort(want)
		var got []string
		for c, err := range w.disk.Collect(context.Background(), []string{"."}) {
			w.do(err)
			if c.Skipped == "" {
				got = append(got, c.Path)
			}
		}
		slices.Sort(got)
		files += len(want)
		if !slices.Equal(got, want) {
			t.Errorf("tree %d: too many %v, too few %v", n, without(got, want), without(want, got))
		}
	}
	t.Logf("%d files", files)
}

func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

func growTree(w *workspace, r *rand.Rand, dir string, depth int) {
	for _, name := range []string{"a", "b", "ab", "abc", "x.go", "y.log", "build", "1", "{a,b}", "[a]", "a b"} {
		switch {
		case depth < 3 && r.IntN(4) == 0:
			growTree(w, r, dir+name+"/", depth+1)
		case r.IntN(2) == 0:
			w.write(dir+name, "text\n")
		}
	}
	if depth == 0 || r.IntN(4) == 0 {
		var rules strings.Builder
		for range 1 + r.IntN(4) {
			rules.WriteString(anyRule(r))
		}
		w.write(dir+ignoreFile, rules.String())
	}
}

func anyRule(r *rand.Rand) string {
	parts := []string{
		"a", "b", "ab", "abc", "x.go", "build", "*", "*.go", "*.log", "a*", "*b*", "?", "??", "[ab]", "[!a]*", "[a-b]?", "**",
		"**b", "\\a", "[[:alpha:]]", "[[:alpha:][:digit:]]*", "{a,b}", "[^b]", "x.*", "[]a]", "\\[a\\]", "a\\ b",
	}
	maybe := func(s string, in int) string {
		if r.IntN(in) == 0 {
			return s
		}
		return ""
	}
	rule := maybe("!", 4) + maybe("/", 4) + parts[r.IntN(len(parts))]
	for range r.IntN(3) {
		rule += "/" + parts[r.IntN(len(parts))]
	}
	return rule + maybe("/", 4) + maybe("  ", 10) + maybe("\r", 20) + "\n"
}

func FuzzIgnoreRules(f *testing.F) {
	f.Add("*.log\n!a/**/b\n", "a/x/b")
	f.Add("[[:alpha:]-\\", "[")
	f.Add("**/**/a{b,}\\", "a")
	f.Fuzz(func(t *testing.T, rules, path string) {
		parsed := parseIgnores("", rules)
		found := parsed.match(path, false)
		if found == nil {
			return
		}
		if found.keeps || found.folders {
			t.Fatalf("a file is ignored by %+v", found)
		}
		if strings.ContainsAny(found.line, " \r\n") {
			return // a blank that a backslash keeps may end otherwise behind another rule
		}
		if again := parseIgnores("", rules+"\n!"+found.line).match(path, false); again != nil {
			t.Fatalf("%q is ignored although %q is taken back", path, found.line)
		}
	})
}

func BenchmarkCollectAThousandFiles(b *testing.B) {
	w := newWorkspace(b)
	w.write(ignoreFile, "*.log\nbuild/\n!keep.log\n/dist\n**/node_modules/\n*.py[cod]\n")
	for i := range 1000 {
		w.write(fmt.Sprintf("dir%d/sub/file%d.go", i%50, i), tenSymbols(i))
	}
	w.do(os.Mkdir(w.abs("build"), 0o755))
	for b.Loop() {
		n := 0
		for _, err := range w.disk.Collect(context.Background(), []string{"."}) {
			w.do(err)
			n++
		}
		if n != 1002 {
			b.Fatal(n)
		}
	}
}
