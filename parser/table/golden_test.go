package table

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/parser/source"
)

var update = flag.Bool("update", false, "write the outlines of testdata/table anew")

const samples = "../../testdata/table"

// 4.1: the outline of each sample: kind, name, lines, doc comments, doubts.
func TestSection41OutlinesOfTheSamples(t *testing.T) {
	for path, src := range readSamples(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := Parse(path, "", src)
			if f == nil {
				t.Fatal("no language of symbols.json has rules for this sample")
			}
			golden := path + ".outline"
			got := outline(f)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the outline differs from %s (run with -update to accept):\n%s", golden, got)
			}
		})
	}
}

// 4.1: no language has rules that no sample shows.
func TestSection41EveryLanguageWithRulesHasASample(t *testing.T) {
	shown := map[source.Language]bool{}
	for path := range readSamples(t) {
		shown[source.ForPath(path)] = true
	}
	for _, d := range source.Languages() {
		if len(d.Rules) > 0 && !shown[d.Name] {
			t.Errorf("no sample of %s stands in testdata/table", d.Name)
		}
	}
}

func readSamples(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(samples, "*"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, path := range paths {
		if strings.HasSuffix(path, ".outline") {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = src
	}
	if len(all) == 0 {
		t.Fatalf("no samples in %s", samples)
	}
	return all
}

func outline(f *source.File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s by %s", f.Language, f.Method)
	if f.Errors > 0 {
		fmt.Fprintf(&b, ", %d errors", f.Errors)
	}
	if f.Loose {
		b.WriteString(", loose")
	}
	b.WriteString("\n")
	for i := range f.Symbols {
		s := &f.Symbols[i]
		fmt.Fprintf(&b, "%-9s %s  %s", s.Kind, s.Name, lines(f, s.Extents))
		if len(s.Docs) > 0 {
			fmt.Fprintf(&b, "  docs %s", lines(f, s.Docs))
		}
		if s.Container != "" {
			fmt.Fprintf(&b, "  in %s", s.Container)
		}
		if !s.Top {
			b.WriteString("  inner")
		}
		if s.Errors > 0 {
			fmt.Fprintf(&b, "  %d errors", s.Errors)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func lines(f *source.File, ranges []source.Range) string {
	var list []string
	for _, r := range ranges {
		list = append(list, fmt.Sprintf("%d-%d", lineOf(f.Src, r.Start), lineOf(f.Src, r.End)))
	}
	return strings.Join(list, "+")
}

func lineOf(src []byte, offset int) int { return 1 + bytes.Count(src[:offset], []byte("\n")) }
