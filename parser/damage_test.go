package parser_test

import (
	"slices"
	"testing"

	"holdfast/parser"
	"holdfast/parser/source"
)

func TestWhatAFaultLeavesInDoubtIsToldByLinesAndSymbols(t *testing.T) {
	for name, c := range map[string]struct {
		path, src string
		unread    string
		symbols   []string
	}{
		"a whole file":                       {"a.go", "package a\n\nimport \"x\"\n\nfunc F() { x.Do() }\n", "", nil},
		"an error in a symbol":               {"a.py", "def one():\n    return 1\n\ndef two(:\n    return 2\n", "", []string{"two"}},
		"one that ends where it is missing":  {"a.kt", "fun one() = 1\nfun two(): Int {\n  return foo(1\n}\n", "", []string{"two"}},
		"text between symbols":               {"a.go", "package a\n\nfunc F() {}\n\n}}}\n\n// G is documented.\nfunc G() {}\n", "line 5", nil},
		"a block that never ends":            {"a.go", "package a\n\nimport \"x\"\n\n// One is fine.\nfunc One() int { return 1 }\n\nfunc Two() int {\n\tif x.Y {\n\t\treturn 2\n\nfunc Three() int { return 3 }\n", "lines 8-12", []string{"Two"}},
		"two places":                         {"a.go", "package a\n\n}\n\nfunc F() {}\n\n}\n\nfunc G() {}\n", "lines 3, 7", nil},
		"neighbouring lines, with CRLF":      {"a.go", "package a\r\n\r\nfunc F() {}\r\n)\r\n)\r\nfunc G() {}\r\n", "lines 4-5", nil},
		"a file that is one entity is whole": {"a.md", "# (\n", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := parser.Parse(c.path, "", []byte(c.src))
			unread, symbols := f.Damage()
			if got := source.JoinLines(unread); got != c.unread || !slices.Equal(symbols, c.symbols) {
				t.Errorf("unread %q, in doubt %q; faults %v", got, symbols, f.Faults)
			}
		})
	}
}
