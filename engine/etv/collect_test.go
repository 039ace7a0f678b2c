package etv

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"holdfast/parser/source"
)

// collected lists what was collected, and read, as "path" or "path: reason".
func (w *workspace) collected(paths ...string) []string {
	w.t.Helper()
	var out []string
	for c, err := range w.disk.Collect(context.Background(), paths) {
		w.do(err)
		if c.Skipped == "" {
			if version, file := w.verifier.Load(c.Path); file == nil {
				c.Skipped = version.Check(Expectation{}).Why
				if !version.Lasting() {
					c.Skipped += " at the moment"
				}
			}
		}
		line := c.Path
		if c.Skipped != "" {
			line += ": " + c.Skipped
		}
		out = append(out, line)
	}
	return out
}

func adoptionTree(t *testing.T) *workspace {
	w := newWorkspace(t)
	for path, text := range map[string]string{
		".gitignore":              "*.log\n/out/\n",
		".git/config":             "x",
		".holdfast/holdfast.db":   "x",
		"main.go":                 "package main\n",
		"a.log":                   "log\n",
		"out/gen.go":              "package out\n",
		"src/.gitignore":          "!keep.log\ngen_*\n",
		"src/b.go":                "package src\n",
		"src/a.go":                "package src\n",
		"src/keep.log":            "kept\n",
		"src/gen_a.go":            "package src\n",
		"src/deep/gen_b.go":       "package deep\n",
		"src/deep/c.go":           "package deep\n",
		"src/deep/.git":           "gitdir: elsewhere\n",
		"src/deep/.holdfast/x.db": "x",
		"src/logo.png":            "\x89PNG\x00\x01",
		"src/latin.txt":           "caf\xe9\n",
		"src/huge.json":           strings.Repeat("1", source.MaxSize+1),
		"src.txt":                 "beside\n",
		".deltamind/TASKS.md":     "# Tasks\n",
	} {
		w.write(path, text)
	}
	w.do(os.Symlink("a.go", w.abs("src/link.go")))
	w.do(os.Symlink("deep", w.abs("src/linked")))
	return w
}

func TestAFolderIsCollectedWithoutWhatIsNotCode(t *testing.T) {
	w := adoptionTree(t)
	src := []string{
		"src/.gitignore",
		"src/a.go",
		"src/b.go",
		"src/deep/.git: belongs to git or holdfast",
		"src/deep/.holdfast: belongs to git or holdfast",
		"src/deep/c.go",
		"src/deep/gen_b.go: ignored by src/.gitignore: gen_*",
		"src/gen_a.go: ignored by src/.gitignore: gen_*",
		"src/huge.json: too large: 513 KiB, the limit is 512 KiB",
		"src/keep.log",
		"src/latin.txt: not valid UTF-8",
		"src/link.go: is a symbolic link",
		"src/linked: is a symbolic link",
		"src/logo.png: holds a NUL byte: not a text",
	}
	all := slices.Concat([]string{
		".deltamind: holds an export", ".git: belongs to git or holdfast", ".gitignore", ".holdfast: belongs to git or holdfast",
		"a.log: ignored by .gitignore: *.log", "main.go", "out: ignored by .gitignore: /out/",
	}, src, []string{"src.txt"})
	for _, c := range []struct {
		name  string
		paths []string
		want  []string
	}{
		{name: "the workspace", paths: []string{"."}, want: all},
		{name: "the workspace by its own path", paths: []string{w.dir}, want: all},
		{name: "a folder", paths: []string{"src"}, want: src},
		{name: "a folder as people write it", paths: []string{"./src//deep/../"}, want: src},
		{name: "a folder and a file in it", paths: []string{"src/a.go", "src", "src/a.go"}, want: append(without(src, []string{"src/a.go"}), "src/a.go")},
		{name: "a folder in it", paths: []string{w.abs("src/deep")}, want: src[3:7]},
		{name: "a file that is ignored", paths: []string{"src/gen_a.go"}, want: []string{"src/gen_a.go"}},
		{name: "a folder that is ignored", paths: []string{"out"}, want: []string{"out/gen.go"}},
		{name: "an export by its own path", paths: []string{".deltamind"}, want: []string{".deltamind/TASKS.md"}},
		{name: "what is not there", paths: []string{"no.go", "no/where"}, want: []string{"no.go: does not exist", "no/where: does not exist"}},
		{name: "what is not in the workspace", paths: []string{"../a.go", "/etc/passwd", "src/linked/c.go"}, want: []string{
			"../a.go: leaves the workspace", "/etc/passwd: leaves the workspace", "src/linked/c.go: goes through a symbolic link",
		}},
		{name: "what is not code", paths: []string{".git", ".git/config", ".holdfast", "src/deep/.holdfast/x.db"}, want: []string{
			".git: belongs to git or holdfast", ".git/config: belongs to git or holdfast", ".holdfast: belongs to holdfast", "src/deep/.holdfast/x.db: belongs to git or holdfast",
		}},
		{name: "nothing", want: nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := w.collected(c.paths...); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestCollectingStopsWhenItIsToldTo(t *testing.T) {
	w := adoptionTree(t)
	for stop := range 12 {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		var last error
		if stop == 0 {
			cancel()
		}
		for _, err := range w.disk.Collect(ctx, []string{"../x", "src", "main.go"}) {
			if last = err; err == nil {
				n++
			}
			if n == stop {
				cancel()
			}
		}
		cancel()
		if !errors.Is(last, context.Canceled) || n > max(stop, 1) {
			t.Errorf("told to stop after %d it went on to %d: %v", stop, n, last)
		}
		n = 0
		for range w.disk.Collect(context.Background(), []string{"../x", "src", "main.go"}) {
			if n++; n > stop {
				break
			}
		}
	}
}
