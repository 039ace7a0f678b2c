package eval

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// Definition is one name at one place.
type Definition struct {
	Name       string // qualified: "Type.Method"
	Start, End int    // byte offsets
}

// oracle lists what Go's own parser finds in a file, with the ranges that
// symbols are meant to have. It fails on a file that is not valid Go.
func oracle(path string, src []byte) ([]Definition, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	o := collector{at: files.File(file.FileStart)}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			o.add(receiver(d), d.Name, d)
		case *ast.GenDecl:
			o.group(d)
		}
	}
	return o.found, nil
}

type collector struct {
	at    *token.File
	found []Definition
}

func (o *collector) add(container string, name *ast.Ident, extent ast.Node) {
	if name.Name == "_" {
		return
	}
	full := name.Name
	if container != "" {
		full = container + "." + full
	}
	o.found = append(o.found, Definition{full, o.at.Offset(extent.Pos()), o.at.Offset(extent.End())})
}

// group adds the specs of a declaration; the only one without parentheses has
// the extent of all of it.
func (o *collector) group(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		var extent ast.Node = d
		if d.Lparen.IsValid() {
			extent = spec
		}
		switch s := spec.(type) {
		case *ast.TypeSpec:
			o.add("", s.Name, extent)
		case *ast.ValueSpec:
			for _, name := range s.Names {
				o.add("", name, extent)
			}
		}
	}
}

// receiver is the name of a method's type.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
