package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes files below a new folder and returns it.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const goPool = `package store

// Pool lends connections.
type Pool struct{ free chan int }

func init() { a() }

func (p *Pool) Acquire() int {
	return <-p.free
}

func init() { b() }
`

func TestSymbolsOfFilesAndFolders(t *testing.T) {
	root := tree(t, map[string]string{
		"store/pool.go":         goPool,
		"store/util.py":         "def f():\n    return 1\n",
		"store/notes.unknown":   "x",
		"README.md":             "# hello\n",
		".git/hooks/x.py":       "def hidden(): pass\n",
		"node_modules/a/b.js":   "function hidden() {}\n",
		"store/.holdfast/y.go":  "package y\nfunc Hidden() {}\n",
		"store/broken.go":       "package store\n\nfunc Broken( {\n}\n",
		"store/binary.go":       "package store\x00",
		"store/deep/er/code.go": "package er\n\nfunc Deep() {}\n",
	})
	for name, args := range map[string][]string{
		"symbols":      {"symbols", "store", "README.md", "store/notes.unknown"},
		"symbols.json": {"symbols", "--json", "./store/pool.go", "store/deep/"},
	} {
		t.Run(name, func(t *testing.T) {
			l := line{workspace: root}
			if code := l.run(t, args...); code != 0 {
				t.Fatalf("exit code %d: %s", code, l.errout.String())
			}
			golden(t, name, l.out.String())
		})
	}
}

func TestSymbolsGiveExactRangesOfEachDefinition(t *testing.T) {
	l := line{workspace: tree(t, map[string]string{"pool.go": goPool})}
	if code := l.run(t, "symbols", "pool.go", "--json"); code != 0 {
		t.Fatal(l.errout.String())
	}
	var printed struct{ Files []symbolFile }
	if err := json.Unmarshal(l.out.Bytes(), &printed); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(goPool, "\n")
	want := []string{"type Pool", "func init() { a() }", "func (p *Pool) Acquire", "func init() { b() }"}
	symbols := printed.Files[0].Symbols
	if len(symbols) != len(want) {
		t.Fatalf("%+v", symbols)
	}
	for i, s := range symbols {
		if text := goPool[s.StartByte:s.EndByte]; !strings.HasPrefix(text, want[i]) {
			t.Errorf("%s is %q", s.Name, text)
		}
		if text := strings.Join(lines[s.StartLine-1:s.EndLine], "\n"); text != goPool[s.StartByte:s.EndByte] {
			t.Errorf("%s stands on lines %d to %d, which hold %q", s.Name, s.StartLine, s.EndLine, text)
		}
	}
}

func TestSymbolsOfWhatCannotBeReadFailAfterTheOthers(t *testing.T) {
	l := line{workspace: tree(t, map[string]string{"a.go": "package a\n\nfunc F() {}\n"})}
	code := l.run(t, "symbols", "gone.go", "a.go", "nowhere/")
	if want := "holdfast: gone.go cannot be read: no such file or directory; nowhere cannot be read: no such file or directory\n"; code != 2 || l.errout.String() != want {
		t.Errorf("exit code %d, %s", code, l.errout.String())
	}
	if !strings.HasPrefix(l.out.String(), "a.go (go)\n  F  function  3-3\n") {
		t.Errorf("%q", l.out.String())
	}
}
