package similar

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// body makes a text of lines that are all different, eight tokens each.
func body(name string, from, to int) []byte {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "\t%s%d := compute(%d, %d)\n", name, i, i, i*i)
	}
	return []byte(b.String())
}

func TestSection11SimilarityAlignsWithOneExistingEntity(t *testing.T) {
	tests := []struct {
		name       string
		code       []byte
		candidates []Candidate
		want       string
	}{
		{"the same text", body("a", 0, 10), []Candidate{{"x", body("a", 0, 10)}, {"y", body("b", 0, 10)}}, "x"},
		{"three quarters of the lines", body("a", 0, 9), []Candidate{{"x", body("a", 0, 12)}}, "x"},
		{"six tenths of the lines are enough", body("a", 0, 6), []Candidate{{"x", body("a", 0, 10)}}, "x"},
		{"less than six tenths are not", body("a", 0, 5), []Candidate{{"x", body("a", 0, 10)}}, ""},
		{"no entities, no match: similarity introduces none", body("a", 0, 10), nil, ""},
		{"nothing in common", body("a", 0, 10), []Candidate{{"x", body("b", 0, 10)}}, ""},
		{"two equal entities: neither leads", body("a", 0, 10), []Candidate{{"x", body("a", 0, 10)}, {"y", body("a", 0, 10)}}, ""},
		{"a second within the lead", body("a", 0, 20), []Candidate{{"x", body("a", 0, 20)}, {"y", body("a", 0, 18)}}, ""},
		{"a second out of the lead", body("a", 0, 20), []Candidate{{"y", body("a", 0, 16)}, {"x", body("a", 0, 20)}}, "x"},
		{"fewer than thirty tokens", body("a", 0, 2), []Candidate{{"x", body("a", 0, 2)}}, ""},
		{"an entity of fewer than thirty tokens", body("a", 0, 4), []Candidate{{"x", body("a", 0, 2)}}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, ok := Best(test.code, test.candidates)
			if got.Key != test.want || ok != (test.want != "") {
				t.Errorf("Best = %+v, %v; want %q", got, ok, test.want)
			}
			x := NewIndex()
			for _, c := range test.candidates {
				x.Put(c.Key, c.Text)
			}
			if again, same := x.Best(test.code); again != got || same != ok {
				t.Errorf("Index.Best = %+v, %v; Best = %+v, %v", again, same, got, ok)
			}
		})
	}
}

func TestSection11LinesAreComparedWithoutTheirLayout(t *testing.T) {
	code := []byte("func a() {\n  total := first + second * third\n\n  if total > limit { return  total }\n}\n// a comment, ten words long, so that tokens suffice")
	same := []byte("func a() {\r\n\t\ttotal :=   first + second * third\r\n\t\tif total > limit { return total }\r\n\t\t})\r\n\r\n// a comment, ten words long, so that tokens suffice  \r\n")
	got, ok := Best(code, []Candidate{{"x", same}})
	if !ok || got.Score != 1 {
		t.Errorf("Best = %+v, %v; want a score of 1", got, ok)
	}
}

func TestAnIndexForgetsAndReplaces(t *testing.T) {
	x := NewIndex()
	x.Put("a", body("a", 0, 10))
	x.Put("b", body("b", 0, 10))
	x.Put("a", body("c", 0, 10))
	if m, ok := x.Best(body("a", 0, 10)); ok {
		t.Errorf("the replaced text still matches: %+v", m)
	}
	if m, _ := x.Best(body("c", 0, 10)); m.Key != "a" {
		t.Errorf("the new text matches %q, want a", m.Key)
	}
	x.Delete("a")
	x.Delete("a")
	x.Delete("never there")
	if m, ok := x.Best(body("c", 0, 10)); ok {
		t.Errorf("a deleted entity still matches: %+v", m)
	}
	x.Put("d", body("d", 0, 10))
	if m, _ := x.Best(body("d", 0, 10)); m.Key != "d" || x.Len() != 2 {
		t.Errorf("after reuse: match %q of %d, want d of 2", m.Key, x.Len())
	}
	x.Put("short", []byte("x"))
	if x.Len() != 2 {
		t.Errorf("a text too short was indexed")
	}
}

// functions are the texts of the functions in a package of the standard
// library, by name.
func functions(tb testing.TB, pkg string) (list []Candidate) {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(goroot(tb), "src", pkg, "*.go"))
	if err != nil || len(files) == 0 {
		tb.Skipf("no sources of package %s here", pkg)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, src, parser.SkipObjectResolution)
		if err != nil {
			tb.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				from, to := set.Position(fn.Pos()).Offset, set.Position(fn.End()).Offset
				list = append(list, Candidate{fmt.Sprintf("%s:%d", filepath.Base(path), from), src[from:to]})
			}
		}
	}
	return list
}

// 11: a body whose name and one line in eight changed finds its entity again,
// and all but never another's.
func TestSection11RenamedBodiesAreAlignedAndOthersAreNot(t *testing.T) {
	list := functions(t, "net/http")
	x := NewIndex()
	for _, c := range list {
		x.Put(c.Key, c.Text)
	}
	tried, aligned, wrong := 0, 0, 0
	for _, c := range list {
		lines := strings.SplitAfter(string(c.Text), "\n")
		if len(lines) < 6 {
			continue
		}
		for i := 0; i < len(lines); i += 8 {
			lines[i] = fmt.Sprintf("changed(%d) // entirely\n", i)
		}
		tried++
		switch m, ok := x.Best([]byte(strings.Join(lines, ""))); {
		case ok && m.Key == c.Key:
			aligned++
		case ok:
			wrong++
		}
	}
	t.Logf("%d entities, %d tried, %d aligned, %d wrong", x.Len(), tried, aligned, wrong)
	if tried < 500 || float64(aligned) < 0.7*float64(tried) || float64(wrong) > 0.012*float64(tried) {
		t.Errorf("of %d bodies %d were aligned and %d wrongly; want 70 %% and at most 1.2 %%", tried, aligned, wrong)
	}
}

func FuzzBest(f *testing.F) {
	f.Add(body("a", 0, 10), body("a", 0, 12), body("b", 0, 10))
	f.Add([]byte("}\n)\r\r\n\t\x00"), []byte(strings.Repeat("a b c d\n", 9)), []byte("\xff"))
	f.Fuzz(func(t *testing.T, code, a, b []byte) {
		list := []Candidate{{"a", a}, {"b", b}}
		got, ok := Best(code, list)
		if ok && (got.Score < Threshold || got.Score > 1 || got.Second > got.Score) {
			t.Fatalf("a match of %+v", got)
		}
		if turned, _ := Best(code, []Candidate{list[1], list[0]}); turned != got {
			t.Fatalf("the order of candidates makes a difference: %+v, %+v", got, turned)
		}
		x := NewIndex()
		for _, c := range list {
			x.Put(c.Key, c.Text)
		}
		if indexed, same := x.Best(code); indexed != got || same != ok {
			t.Fatalf("the index says %+v, %v; Best %+v, %v", indexed, same, got, ok)
		}
	})
}

// entities are n texts of 40 lines, of which a third are common to many.
func entities(n int) []Candidate {
	list := make([]Candidate, n)
	for i := range list {
		text := body(fmt.Sprintf("e%d_", i), 0, 27)
		text = append(text, body("common", i%50, i%50+13)...)
		list[i] = Candidate{fmt.Sprintf("f.go::E%d", i), text}
	}
	return list
}

func BenchmarkBestOf1000(b *testing.B) {
	list := entities(1000)
	for b.Loop() {
		Best(list[7].Text, list)
	}
}

func BenchmarkIndexBestOf10000(b *testing.B) {
	list := entities(10000)
	x := NewIndex()
	for _, c := range list {
		x.Put(c.Key, c.Text)
	}
	for b.Loop() {
		x.Best(list[7].Text)
	}
}

func BenchmarkIndexReplaceIn10000(b *testing.B) {
	list := entities(10000)
	x := NewIndex()
	for _, c := range list {
		x.Put(c.Key, c.Text)
	}
	for b.Loop() {
		x.Put(list[7].Key, list[7].Text)
	}
}

// goroot is where Go's own sources are.
func goroot(tb testing.TB) string {
	tb.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Skipf("no go command here: %v", err)
	}
	return strings.TrimSpace(string(out))
}
