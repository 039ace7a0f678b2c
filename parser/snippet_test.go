package parser_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/parser"
	"holdfast/parser/ast"
	"holdfast/parser/source"
)

// Every function, method and class of the cases, cut out with its indentation
// and read as a piece of a file, has the hash that it has in its file. So an
// answer that repeats one is recognised as what the disk holds (TSLP 15.4).
func TestAPieceHasTheHashItHasInItsFile(t *testing.T) {
	compared := map[source.Language]int{}
	for _, path := range cases(t) {
		if strings.HasPrefix(filepath.Base(path), "snippet_") {
			continue
		}
		src := read(t, path)
		f := parser.Parse(filepath.Base(path), "", src)
		for i := range f.Symbols {
			s := &f.Symbols[i]
			text := cutOut(src, s)
			if text == nil {
				continue
			}
			piece := parser.ParseSnippet(f.Path, f.Language, text)
			got := piece.Symbols[0]
			switch {
			case !strings.HasSuffix(s.Name, got.Name):
				t.Errorf("%s: %s came back as\n%s", path, s.Name, outline(piece))
			case got.Hash != s.Hash:
				t.Errorf("%s: %s has another hash: %q was %q", path, s.Name, got.Canon, s.Canon)
			case got.Structure != s.Structure && !ambiguous[s.Name]:
				t.Errorf("%s: %s has another structure", path, s.Name)
			}
			compared[f.Language]++
		}
	}
	for _, lang := range ast.Languages() {
		if compared[lang] < 2 {
			t.Errorf("only %d symbols of %s were compared", compared[lang], lang)
		}
	}
}

// ambiguous alone are members whose words read otherwise outside their class,
// or inside one.
var ambiguous = map[string]bool{
	"Server.handler": true, "Store.onChange": true, "Twice": true,
	"geo.Vec.Iterator": true, "geo.Vec.Mode": true, "geo.Vec.Iterator.next": true, "geo.Vec<bool,1>.flip": true,
}

// cutOut is the text of a symbol from the beginning of its line, nil where it
// is of another kind, in several places or not alone on its lines.
func cutOut(src []byte, s *source.Symbol) []byte {
	switch s.Kind {
	case "function", "method", "class", "struct", "trait", "interface", "enum":
	default:
		return nil
	}
	switch {
	case s.Count != 1 || s.Errors > 0:
		return nil
	case s.Name == "Doer" || s.Name == "pair" || s.Name == "Audit.value":
		return nil // nothing without the group or annotation that holds it
	}
	at := s.Extents[0]
	start := 1 + bytes.LastIndexByte(src[:at.Start], '\n')
	if len(bytes.TrimSpace(src[start:at.Start])) > 0 {
		return nil
	}
	return src[start:at.End]
}

func TestABareMemberIsRecognised4_1(t *testing.T) {
	for _, c := range []struct {
		name, src string
		lang      source.Language
		want      string // the outline without its first line
	}{
		{"a method", "send(a) { return a }\n", source.JavaScript, "send method 1-1 member bare\n"},
		{"a getter", "get size() {\n  return 1;\n}\n", source.JavaScript, "size method 1-3 member bare\n"},
		{"a constructor", "constructor(a) { this.a = a; }", source.JavaScript, "constructor method 1-1 member bare\n"},
		{"a static one", "static async of(x) { return x; }", source.TypeScript, "of method 1-1 member bare\n"},
		{"a private one", "#send() {}", source.JavaScript, "#send method 1-1 member bare\n"},
		{"a field that holds a function", "onChange = (e) => { go(e); };", source.TSX, "onChange method 1-1 member bare\n"},
		{"a function is none", "function send(a) { return a }", source.JavaScript, "send function 1-1\n"},
		{"a call is none", "send(a);\n", source.TypeScript, "* file 1-2\n"},
		{"a condition is none", "if (a) {\n  b();\n}\n", source.JavaScript, "* file 1-4\n"},
		{"a class is none", "class A {\n  f() {}\n}\n", source.CSharp, "A class 1-3\nA.f method 2-2 member\n"},
		{"a method and a field", "int a;\nvoid f() { }\n", source.CSharp, "f method 2-2 member bare\n"},
		{"a constructor", "public Ledger(int a) { }", source.Java, "Ledger method 1-1 member bare\n"},
		{"several", "void a() { }\n\nint b() { return 1; }", source.Java, "a method 1-1 member bare\nb method 3-3 member bare\n"},
		{"one that says Self", "pub fn new() -> Self { Self }", source.Rust, "new method 1-1 member bare\n"},
		{"a function is none", "fn new() -> u32 { 1 }", source.Rust, "new function 1-1\n"},
		{"a static one", "  @staticmethod\n  def f(): pass\n", source.Python, "f method 1-2 member bare\n"},
		{"a class is none", "    class A:\n        def f(self): pass\n", source.Python, "A class 1-2\nA.f method 2-2 member\n"},
		{"one of the class", "def self.load(a) = a\n", source.Ruby, "self.load method 1-1 member bare\n"},
		{"an indented one", "  def load(a) = a\n", source.Ruby, "load method 1-1 member bare\n"},
		{"a function is none", "def load(a) = a\n", source.Ruby, "load function 1-1\n"},
		{"one with its tag", "<?php\nfunction f() {}\n", source.PHP, "f function 2-2\n"},
		{"one without a tag", "private function f() {}", source.PHP, "f method 1-1 member bare\n"},
		{"a Go method has its receiver", "\tfunc (s *Server) Close() {}\n", source.Go, "Server.Close method 1-1\n"},
	} {
		_, got, _ := strings.Cut(outline(parser.ParseSnippet("x", c.lang, []byte(c.src))), "\n")
		if got != c.want {
			t.Errorf("%s in %s:\n%sinstead of\n%s", c.name, c.lang, got, c.want)
		}
	}
}
