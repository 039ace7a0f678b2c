package parser_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdfast/parser"
	"holdfast/parser/source"
)

var update = flag.Bool("update", false, "rewrite the outlines from what the parser sees")

// cases are the sources below testdata/symbols, one folder a language. Beside
// each stands its outline; those named snippet_… are pieces of files.
func cases(t testing.TB) []string {
	t.Helper()
	all, err := filepath.Glob("../testdata/symbols/*/*")
	if err != nil {
		t.Fatal(err)
	}
	paths := slices.DeleteFunc(all, func(p string) bool { return strings.HasSuffix(p, ".outline") })
	if len(paths) < 30 {
		t.Fatalf("only %d cases below testdata/symbols", len(paths))
	}
	return paths
}

func TestSymbolsOfEveryLanguage4_1(t *testing.T) {
	for _, path := range cases(t) {
		t.Run(strings.TrimPrefix(path, "../testdata/symbols/"), func(t *testing.T) {
			src := read(t, path)
			got := outline(parse(path, src))
			golden := path + ".outline"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := string(read(t, golden)); got != want {
				t.Errorf("the outline differs from %s:\n--- got\n%s--- want\n%s", golden, got, want)
			}
		})
	}
}

// parse reads a case as its name says.
func parse(path string, src []byte) *source.File {
	if strings.HasPrefix(filepath.Base(path), "snippet_") {
		return parser.ParseSnippet(filepath.Base(path), "", src)
	}
	return parser.Parse(filepath.Base(path), "", src)
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// outline prints a file one symbol a line: name, kind, lines, and what else is
// to be said of it.
func outline(f *source.File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s by %s", f.Language, f.Method)
	if f.Refused != "" {
		fmt.Fprintf(&b, ", refused: %s", f.Refused)
	}
	if f.Errors > 0 {
		fmt.Fprintf(&b, ", %d errors", f.Errors)
	}
	if f.Loose {
		b.WriteString(", loose code")
	}
	b.WriteByte('\n')
	for _, s := range f.Symbols {
		fmt.Fprintf(&b, "%s %s %s", s.Name, s.Kind, lines(f.Src, s.Extents))
		if !s.Top {
			b.WriteString(" member")
		}
		if s.Bare {
			b.WriteString(" bare")
		}
		if len(s.Docs) > 0 {
			fmt.Fprintf(&b, " doc %s", lines(f.Src, s.Docs))
		}
		if s.Errors > 0 {
			fmt.Fprintf(&b, " errors %d", s.Errors)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func lines(src []byte, ranges []source.Range) string {
	var out []string
	for _, r := range ranges {
		out = append(out, fmt.Sprintf("%d-%d", line(src, r.Start), line(src, r.End)))
	}
	return strings.Join(out, ",")
}

func line(src []byte, offset int) int { return 1 + bytes.Count(src[:offset], []byte("\n")) }
