package eval

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"holdfast/parser"
	"holdfast/parser/table"
)

// goroot is where the standard library's sources are.
func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatalf("ask the go command where the standard library is: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// The parser's own promise, over the packages of the standard library that say
// most about Go's forms, and the test data of its type checker.
func TestSymbolsOfTheStandardLibraryAreExact4_1(t *testing.T) {
	for _, dir := range []string{"go", "text", "encoding", "net/http", "internal/types/testdata/fixedbugs"} {
		root := filepath.Join(goroot(t), "src", filepath.FromSlash(dir))
		wantExact(t, root, parser.Parse)
	}
}

// The patterns of symbols.json are as true on Go as the grammar: other languages
// have nothing else.
func TestSymbolsByPatternsAreExact4_1(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads megabytes")
	}
	for _, dir := range []string{"net/http", "go/types", "encoding/json", "strconv", "reflect", "text/template/parse", "cmd/compile/internal/ssagen"} {
		wantExact(t, filepath.Join(goroot(t), "src", filepath.FromSlash(dir)), table.Parse)
	}
}

func wantExact(t *testing.T, root string, parse Parser) {
	t.Helper()
	r, err := Measure(t.Context(), os.DirFS(root), parse)
	if err != nil {
		t.Fatal(err)
	}
	if r.Precision() < Target || r.Recall() < Target || r.Refused > 0 {
		t.Errorf("%s: precision %.5f, recall %.5f, %d refused: %s", root, r.Precision(), r.Recall(), r.Refused, strings.Join(r.Misses, "; "))
	}
}

const (
	exact = "package a\n\n// F is.\nfunc F() {}\n\nconst (\n\tA, B = 1, 2\n\t_ = 3\n)\n\ntype T[P any] struct{}\n\nfunc (t *T[P]) M() {}\n"
	// Go's parser takes this receiver, which no compiler does, for no name.
	inexact = "package a\n\nfunc (time.Time) m() {}\n"
)

func TestAMeasurementCountsWhatItCompared(t *testing.T) {
	r, err := Measure(t.Context(), fstest.MapFS{
		"a/exact.go":     {Data: []byte(exact)},
		"a/inexact.go":   {Data: []byte(inexact)},
		"a/invalid.go":   {Data: []byte("package a\nfunc (\n")},
		"a/large.go":     {Data: append([]byte(exact), strings.Repeat("// a\n", 200_000)...)},
		"a/other.py":     {Data: []byte("def f(): pass\n")},
		"a/more/none.go": {Data: []byte("package more\n")},
	}, parser.Parse)
	if err != nil {
		t.Fatal(err)
	}
	if r.Files != 3 || r.Invalid != 1 || r.Large != 1 || r.Refused != 0 {
		t.Errorf("%+v", r)
	}
	if r.Expected != 6 || r.Found != 6 || r.Exact != 5 || len(r.Misses) != 2 {
		t.Errorf("%d expected, %d found, %d exact, misses %q", r.Expected, r.Found, r.Exact, r.Misses)
	}
	if r.P50 <= 0 || r.P50 > r.P99 || r.P99 > r.Max {
		t.Errorf("times %v, %v, %v", r.P50, r.P99, r.Max)
	}
}

func TestRunFailsBelowTheTarget(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      error
	}{
		{"exact symbols", exact, nil},
		{"a symbol that is missed", inexact, ErrBelowTarget},
	} {
		root := t.TempDir()
		if err := os.MkdirAll(filepath.Join(root, "src"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, "src", "a.go"), []byte(c.src), 0o644); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := Run(t.Context(), &out, root); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, word := range []string{"precision", "recall", "0.9999", "p50"} {
			if !strings.Contains(out.String(), word) {
				t.Errorf("%s: the table lacks %q:\n%s", c.name, word, out.String())
			}
		}
	}
	if err := Run(t.Context(), io.Discard, t.TempDir()); err == nil || errors.Is(err, ErrBelowTarget) {
		t.Errorf("a folder without Go's library: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(ctx, io.Discard, goroot(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("a measurement that was called off: %v", err)
	}
}
