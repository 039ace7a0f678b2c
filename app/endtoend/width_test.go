package endtoend

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// A type that grows over these gives some of its methods to a type of their own.
const (
	mostMethods = 60
	mostFiles   = 12
)

// TestNoTypeDoesEverything holds every type to a width at which a reader finds what
// it does. The database and the parsers may have more methods, since a query or a
// form of a language is one each, but no more files.
func TestNoTypeDoesEverything(t *testing.T) {
	t.Parallel()
	widest := 0
	for _, r := range rooms(t) {
		if r.own() == "" {
			continue
		}
		narrow := within(r.own(), "app/...", "views/...", "engine/...")
		types, err := widths(r)
		if err != nil {
			t.Fatal(err)
		}
		for name, w := range types {
			widest = max(widest, w.methods)
			if narrow && w.methods > mostMethods || len(w.files) > mostFiles {
				t.Errorf("%s.%s has %d methods in %d files; at most %d in %d", r.own(), name, w.methods, len(w.files), mostMethods, mostFiles)
			}
		}
	}
	if widest == 0 {
		t.Error("no type of these rooms has a method: nothing was measured")
	}
}

type width struct {
	methods int
	files   map[string]bool
}

// widths are how wide the types of a room are, without its tests.
func widths(r room) (map[string]width, error) {
	out := map[string]width{}
	for _, file := range r.GoFiles {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(r.Dir, file), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil {
				continue
			}
			name := typeName(f.Recv.List[0].Type)
			w, ok := out[name]
			if !ok {
				w.files = map[string]bool{}
			}
			w.methods++
			w.files[file] = true
			out[name] = w
		}
	}
	return out, nil
}

// typeName is the name of a receiver's type, with no star and no parameters.
func typeName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return typeName(x.X)
	case *ast.IndexExpr:
		return typeName(x.X)
	case *ast.IndexListExpr:
		return typeName(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// TestEachRoomSaysWhatItIs reads the documentation of every package, which stands in a
// file of its own: what the package is, what it owns and who calls it.
func TestEachRoomSaysWhatItIs(t *testing.T) {
	t.Parallel()
	said := 0
	for _, r := range rooms(t) {
		if r.own() == "" || r.Name == "main" || len(r.GoFiles) == 0 {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(r.Dir, "doc.go"), nil, parser.ParseComments)
		if err != nil {
			t.Errorf("%s has no documentation: %v", r.own(), err)
			continue
		}
		said++
		doc := file.Doc.Text()
		if !strings.HasPrefix(doc, "Package "+r.Name+" ") {
			t.Errorf("the documentation of %s does not say what the package is: %q", r.own(), doc)
		}
		if !strings.Contains(doc, "\nIt owns ") {
			t.Errorf("the documentation of %s has no paragraph on what it owns and who calls it", r.own())
		}
	}
	if said < 40 {
		t.Errorf("only %d packages were read", said)
	}
}
