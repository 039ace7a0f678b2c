package table

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/parser/source"
)

// 4.1: on Go's own packages the table finds what Go's own parser finds: names
// with their receivers, and the exact lines of text.
func TestSection41GoSymbolsAgreeWithGosOwnParser(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads megabytes")
	}
	const floor = 0.9999
	files, both, extra, missing, exact := 0, 0, 0, 0, 0
	for _, pkg := range []string{"net/http", "go/types", "encoding/json", "strconv", "reflect", "text/template/parse", "cmd/compile/internal/ssagen"} {
		paths, _ := filepath.Glob(filepath.Join(goroot(t), "src", pkg, "*.go"))
		for _, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f := Parse(path, source.Go, src)
			want := goSymbols(t, path, src)
			if want == nil || f.Refused != "" {
				continue
			}
			files++
			if f.Errors > 0 {
				t.Errorf("%s: %d errors in a valid file", path, f.Errors)
			}
			for i := range f.Symbols {
				ranges, known := want[f.Symbols[i].Name]
				switch {
				case f.Symbols[i].Name == source.Whole:
				case !known:
					extra++
					t.Logf("%s: %s is none", path, f.Symbols[i].Name)
				default:
					both++
					if len(ranges) == f.Symbols[i].Count && ranges[0] == f.Symbols[i].Extents[0] {
						exact++
					}
					delete(want, f.Symbols[i].Name)
				}
			}
			missing += len(want)
		}
	}
	if files < 100 {
		t.Skipf("only %d of the standard library's sources are here", files)
	}
	precision, recall := ratio(both, both+extra), ratio(both, both+missing)
	t.Logf("%d files, %d symbols: precision %.4f, recall %.4f, exact extents %.4f", files, both, precision, recall, ratio(exact, both))
	if precision < floor || recall < floor || ratio(exact, both) < floor {
		t.Errorf("precision %.4f, recall %.4f, exact extents %.4f; want %v", precision, recall, ratio(exact, both), floor)
	}
}

func ratio(part, all int) float64 { return float64(part) / float64(max(1, all)) }

// goSymbols are the qualified names and ranges that go/ast gives, nil where it
// cannot parse the file.
func goSymbols(t *testing.T, path string, src []byte) map[string][]source.Range {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	found := map[string][]source.Range{}
	add := func(name string, n ast.Node) {
		if name != "_" && !strings.HasSuffix(name, "._") {
			r := source.Range{Start: set.Position(n.Pos()).Offset, End: set.Position(n.End()).Offset}
			found[name] = append(found[name], r)
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(receiver(d)+d.Name.Name, d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				var extent ast.Node = spec
				if !d.Lparen.IsValid() {
					extent = d
				}
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Name.Name, extent)
				case *ast.ValueSpec:
					for _, n := range spec.Names {
						add(n.Name, extent)
					}
				}
			}
		}
	}
	return found
}

// receiver is the type of a method with a dot, "" for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	for t := d.Recv.List[0].Type; ; {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "."
		default:
			return ""
		}
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
