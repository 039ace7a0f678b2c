package table

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holdfast/parser/source"
)

func TestSection41ALanguageWithoutRulesIsNotRead(t *testing.T) {
	for _, path := range []string{"a.md", "a.sql", "a.yaml", "Dockerfile", "a.unheard-of", "a.hs"} {
		if f := Parse(path, "", []byte("x")); f != nil {
			t.Errorf("Parse(%s) found %v, want nil: the file is one entity", path, f.Symbols)
		}
	}
}

func TestSection41TextsThatAreNotReadSayWhy(t *testing.T) {
	tests := []struct {
		name string
		src  []byte
	}{
		{"a NUL byte", []byte("func a() {}\x00")},
		{"bad UTF-8", []byte("func a() {} // \xff")},
		{"too large", bytes.Repeat([]byte("\n"), source.MaxSize+1)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := Parse("a.go", source.Go, test.src)
			if f.Refused == "" || len(f.Symbols) != 0 {
				t.Errorf("Refused = %q with %d symbols, want a reason and none", f.Refused, len(f.Symbols))
			}
			if d := Doubts(f, "a"); len(d) != 1 || d[0] != f.Refused {
				t.Errorf("Doubts = %q, want the reason %q", d, f.Refused)
			}
		})
	}
}

func TestSection41ATextWithoutDeclarationsIsOneEntity(t *testing.T) {
	f := Parse("build.gradle", "", []byte("apply plugin: 'java'\n"))
	if len(f.Symbols) != 1 || f.Symbols[0].Name != source.Whole || f.Method != source.WholeFile {
		t.Errorf("symbols %v by %s, want the whole file", f.Symbols, f.Method)
	}
}

// 4.1 step 2: a unique, exact match is CONFIRMED, a partial one INFERRED.
func TestSection41OnlyAUniqueExactMatchIsBeyondDoubt(t *testing.T) {
	tests := []struct {
		name, path, src, symbol string
		want                    []string // a part of each doubt
	}{
		{"one function", "a.kt", "fun a() { b() }", "a", nil},
		{"imports and comments are no code", "a.kt", "package x\n// c\nimport y\n\nfun a() = 1\n", "a", nil},
		{"two functions", "a.kt", "fun a() {}\nfun b() {}", "b", nil},
		{"an overload", "a.kt", "fun a() {}\nfun a(x: Int) {}", "a", []string{"declared 2 times"}},
		{"clauses of one function", "a.ex", "def a(0), do: 1\ndef a(n), do: n\n", "a", nil},
		{"code beside it", "a.kt", "fun a() {}\nprintln(1)", "a", []string{"outside of every declaration"}},
		{"it does not close", "a.kt", "fun a() { if (x) {", "a", []string{"a is not balanced"}},
		{"another does not close", "a.kt", "fun a() {}\nfun b() {", "a", []string{"the text is not balanced"}},
		{"it closes too often", "a.kt", "fun a() {} }", "a", []string{"the text is not balanced"}},
		{"a literal does not close", "a.kt", "fun a() { b(\"x) }\n", "a", []string{"a is not balanced"}},
		{"a comment does not close", "a.kt", "fun a() {} /*", "a", []string{"the text is not balanced"}},
		{"an end is missing", "a.rb", "def a\n  if x\n    1\nend\n", "a", []string{"a is not balanced"}},
		{"it is not there", "a.kt", "fun a() {}", "b", []string{"no declaration of b"}},
		{"nothing is there", "a.kt", "// nothing", source.Whole, []string{"no declaration was recognised"}},
		{"several at once", "a.kt", "fun a() {\nfun a() {", "a", []string{"not balanced"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Doubts(Parse(test.path, "", []byte(test.src)), test.symbol)
			if len(got) != len(test.want) {
				t.Fatalf("Doubts = %q, want %q", got, test.want)
			}
			for i, part := range test.want {
				if !strings.Contains(got[i], part) {
					t.Errorf("doubt %q, want one of %q", got[i], part)
				}
			}
		})
	}
}

func TestSection41ExtentsAndDocsOfASymbol(t *testing.T) {
	src := "package p\n\n// A doc.\n@Deco(x = \"}\")\nfun a() {\n  b()\n}\n\n// not a doc\n\nclass C {\n  // of m\n  fun m() {}\n\n  val x = 1\n}\n"
	f := Parse("a.kt", "", []byte(src))
	of := func(r source.Range) string { return string(r.Of(f.Src)) }

	a := f.Find("a")
	if got := of(a.Extents[0]); got != "@Deco(x = \"}\")\nfun a() {\n  b()\n}" {
		t.Errorf("extent of a = %q", got)
	}
	if got := of(a.Docs[0]); got != "// A doc." {
		t.Errorf("docs of a = %q", got)
	}
	c := f.Find("C")
	if len(c.Docs) != 0 {
		t.Errorf("a comment with a blank line below documents C: %q", of(c.Docs[0]))
	}
	if got := string(c.Canon); got != "class C {\n  val x = 1\n}\n" {
		t.Errorf("the shell of C = %q, want it without m and its doc comment", got)
	}
	if m := f.Find("C.m"); m.Top || m.Container != "C" || of(m.Docs[0]) != "// of m" {
		t.Errorf("C.m = %+v", m)
	}
}

// 15.4: neither line ends nor the depth of a definition make a difference.
func TestSection154LineEndsMakeNoDifference(t *testing.T) {
	for path, src := range readSamples(t) {
		t.Run(path, func(t *testing.T) {
			a := Parse(path, "", src)
			b := Parse(path, "", bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")))
			if len(a.Symbols) != len(b.Symbols) || a.Loose != b.Loose {
				t.Fatalf("with CRLF %d symbols, loose %v; with LF %d, %v", len(b.Symbols), b.Loose, len(a.Symbols), a.Loose)
			}
			for i := range a.Symbols {
				if x, y := &a.Symbols[i], &b.Symbols[i]; x.Name != y.Name || x.Hash != y.Hash || x.Structure != y.Structure {
					t.Errorf("%s is %s with CRLF", x.Name, y.Name)
				}
			}
		})
	}
}

func TestSection41SamplesKeepTheInvariants(t *testing.T) {
	for path, src := range readSamples(t) {
		checkFile(t, Parse(path, "", src))
	}
}

// checkFile fails where a file breaks what source.File promises.
func checkFile(t *testing.T, f *source.File) {
	t.Helper()
	seen := map[string]bool{}
	var own []source.Range
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if s.Name == "" || seen[s.Name] || s.Count < 1 || !s.IsRest() && s.Count != len(s.Extents) || len(s.Docs) > len(s.Extents) {
			t.Fatalf("symbol %q: count %d, %d extents, %d docs", s.Name, s.Count, len(s.Extents), len(s.Docs))
		}
		seen[s.Name] = true
		for _, r := range slices.Concat(s.Extents, s.Own, s.Docs) {
			if r.Start < 0 || r.Start > r.End || r.End > len(f.Src) {
				t.Fatalf("symbol %q has the range %v of %d bytes", s.Name, r, len(f.Src))
			}
		}
		own = append(own, s.Own...)
	}
	checkDisjoint(t, f, own)
}

// checkDisjoint: two symbols share text only if one statement declares both.
func checkDisjoint(t *testing.T, f *source.File, own []source.Range) {
	t.Helper()
	slices.SortFunc(own, func(a, b source.Range) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	own = slices.Compact(own)
	for i := 1; i < len(own); i++ {
		if own[i].Start < own[i-1].End {
			t.Fatalf("%s: own ranges overlap: %v %v", f.Language, own[i-1], own[i])
		}
	}
}

// hostile are texts of n bytes that a reader may choke on: nothing but
// openers, closers without openers, definitions without end on one line.
func hostile(n int) (all []string) {
	for _, s := range []string{
		"{", "}", "(", "[", "<", "\"", "'", "`", "/", "/*", "//", "#", "\\", "\n", " ", ";", "=", "%", "$", "~", "@", "-", "?",
		"a ", "a\n", "a:\n", "a(\n", "@a ", "@a(", "@a\n", "#[", "[[", "r#\"", "R\"(", "<<A\n", "<<~B ", "\"${", "#{", "s{", "%w(", "'''", "\"\"\"",
		"class A{", "class A:\n", "class A\n", "def f end ", "do end ", "if x\n", "end ", "end\n", "function f() end ", "fun a(){}", "fn f(){}",
		"func f(){}\n", "type (", "var a,", "const a = (\n", "#if\n{\n#else\n", "#define a\\\n", "defmodule A do ", "@interface A ", "// a\n", "/**/", "a<", "a.", "a::", "impl A<B> for ",
		"public static ", "template<", "proc a =\n", "a = /", "x ? y : ", "let a = {", "=begin\n", "__END__", "\n=cut", "\u00e9", "{% ", "a,", "f(a) -> b; ",
	} {
		all = append(all, strings.Repeat(s, n/len(s)))
	}
	var deep strings.Builder
	for i := 0; deep.Len() < n; i++ {
		fmt.Fprintf(&deep, "%*sclass A%d:\n", i%900, "", i)
	}
	return append(all, deep.String())
}

func TestHostileTextsAreReadAndKeepTheInvariants(t *testing.T) {
	for _, d := range source.Languages() {
		if len(d.Rules) == 0 {
			continue
		}
		t.Run(string(d.Name), func(t *testing.T) {
			for _, text := range hostile(2 << 10) {
				checkFile(t, Parse("x", d.Name, []byte(text)))
			}
		})
	}
}

func TestTextsWhoseSymbolsWouldOutgrowThemAreRefused(t *testing.T) {
	tests := []struct{ name, path, src, want string }{
		{"definitions without end on one line", "a.kt", strings.Repeat("fun a(){}", 50_000), "one line"},
		{"names without end in one statement", "a.go", "var a" + strings.Repeat(",\nb", 50_000) + " int", "too many names"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := Parse(test.path, "", []byte(test.src))
			if !strings.Contains(f.Refused, test.want) || len(f.Symbols) != 0 {
				t.Errorf("Refused = %q with %d symbols, want %q and none", f.Refused, len(f.Symbols), test.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	list := source.Languages()
	for path, src := range readSamples(f) {
		f.Add(slices.IndexFunc(list, func(d *source.Definition) bool { return d.Name == source.ForPath(path) }), src)
	}
	f.Add(0, []byte("\ufefffunc a() {\r\n}"))
	f.Fuzz(func(t *testing.T, language int, src []byte) {
		d := list[max(0, language)%len(list)]
		file := Parse("x", d.Name, src)
		if (file == nil) != (len(d.Rules) == 0) {
			t.Fatalf("Parse of %s is %v with %d rules", d.Name, file, len(d.Rules))
		}
		if file == nil {
			return
		}
		checkFile(t, file)
		for _, s := range file.Symbols {
			Doubts(file, s.Name)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for _, name := range []string{"go.go", "kotlin.kt", "ruby.rb", "python.py", "cpp.cpp"} {
		src := readSamples(b)[samples+"/"+name]
		src = bytes.Repeat(src, 1+4096/len(src))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(name, "", src)
			}
		})
	}
}

// BenchmarkParseHostile reads the largest texts: all of them should take about
// as long, a fraction of a second.
func BenchmarkParseHostile(b *testing.B) {
	for _, text := range hostile(source.MaxSize - 1024) {
		b.Run(strconv.Quote(text[:min(len(text), 12)]), func(b *testing.B) {
			for b.Loop() {
				Parse("a.kt", "", []byte(text))
			}
		})
	}
}

// 15.4: reformatting is no change, but white space in a literal is content.
func TestSection154ReformattingChangesNoLiteral(t *testing.T) {
	for _, c := range []struct {
		name, path, a, b string
		same             bool
	}{
		{"deeper lines", "a.kt", "fun f() {\n  g()\n}\n", "fun f() {\n      g()\n}\n", true},
		{"a raw string over lines", "a.kt", "fun f() = \"\"\"\n  a\n  b\n\"\"\"\n", "fun f() = \"\"\"\n  a\n    b\n\"\"\"\n", false},
		{"a blank line in it", "a.kt", "fun f() = \"\"\"\n  a\n  b\n\"\"\"\n", "fun f() = \"\"\"\n  a\n\n  b\n\"\"\"\n", false},
		{"a long bracket", "a.lua", "function f()\n  return [[\n a\n]]\nend\n", "function f()\n  return [[\n  a\n]]\nend\n", false},
		{"code beside a long bracket", "a.lua", "function f()\n  return [[\n a\n]]\nend\n", "function f()\n    return [[\n a\n]]\nend\n", true},
		{"a heredoc", "a.tf", "resource \"a\" \"b\" {\n  c = <<EOT\nx\nEOT\n}\n", "resource \"a\" \"b\" {\n  c = <<EOT\n x\nEOT\n}\n", false},
		{"words of a literal without quotes", "a.cr", "def f\n  %w(a b)\nend\n", "def f\n  %w(a  b)\nend\n", false},
		{"a value on the next line", "a.kt", "fun f(): Int {\n  return a\n}\n", "fun f(): Int {\n  return\n  a\n}\n", false},
	} {
		a, b := Parse(c.path, "", []byte(c.a)), Parse(c.path, "", []byte(c.b))
		if a == nil || len(a.Symbols) != 1 || len(b.Symbols) != 1 || a.Symbols[0].Name == source.Whole {
			t.Fatalf("%s: %+v", c.name, a)
		}
		x, y := &a.Symbols[0], &b.Symbols[0]
		if x.Hash == y.Hash || (x.Structure == y.Structure) != c.same {
			t.Errorf("%s: the texts are one %v, the structures %v", c.name, x.Hash == y.Hash, x.Structure == y.Structure)
		}
	}
}
