package ast

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"holdfast/parser/source"
)

// hostile are texts that bring parsers down: nesting, repetition, words without
// end, strings that never close.
var hostile = map[string]string{
	"empty":                 "",
	"one newline":           "\n",
	"only a mark":           "\uFEFF",
	"white space":           strings.Repeat(" \t\r\n\v\f", 125),
	"carriage returns":      strings.Repeat("\r", 625),
	"open parentheses":      strings.Repeat("(", 625),
	"open brackets":         "x = " + strings.Repeat("[", 625),
	"open braces":           strings.Repeat("{", 625),
	"nested brackets":       "x = " + strings.Repeat("[", 312) + strings.Repeat("]", 312),
	"nested calls":          strings.Repeat("f(", 312) + strings.Repeat(")", 312),
	"closing brackets":      strings.Repeat(")]}", 312),
	"a huge array":          "x = [" + strings.Repeat("1,", 1_562) + "]",
	"a long sum":            "x = " + strings.Repeat("1+", 1_250) + "1",
	"a long chain":          "x" + strings.Repeat(".y", 1_250),
	"unclosed arguments":    "x = " + strings.Repeat("%w(", 500),
	"angle brackets":        "x" + strings.Repeat("<T", 625),
	"operators":             strings.Repeat("!-~*&", 500),
	"quotes":                strings.Repeat("\"'`", 625),
	"an open string":        "x = \"" + strings.Repeat("a", 2_500),
	"an open comment":       "/* " + strings.Repeat("a\n", 1_250),
	"open comments":         strings.Repeat("/*", 1_250),
	"a long word":           strings.Repeat("a", 3_125),
	"a long line":           strings.Repeat("a b ", 750),
	"nested classes":        strings.Repeat("class A { ", 250),
	"nested namespaces":     strings.Repeat("namespace a { ", 187) + strings.Repeat("}", 187),
	"nested modules":        strings.Repeat("module A\n", 250) + strings.Repeat("end\n", 250),
	"nested rust modules":   strings.Repeat("mod a { ", 250) + strings.Repeat("}", 250),
	"deep indentation":      indented("if x:", 150),
	"deep classes":          indented("class A:", 150),
	"wide indentation":      "if x:\n" + strings.Repeat(" ", 70_000) + "y\n",
	"many functions":        strings.Repeat("func f() {}\n", 250),
	"many definitions":      strings.Repeat("def f(): pass\n", 187),
	"many classes":          strings.Repeat("class A { void m() { } }\n", 125),
	"ambient declarations":  strings.Repeat("declare ", 2_000) + "let a;",
	"linkages":              strings.Repeat("extern \"C\" ", 2_000) + "int f() {}",
	"conditionals":          strings.Repeat("#if A\n", 375),
	"directives":            strings.Repeat("#define A \\\n", 250),
	"heredocs":              strings.Repeat("cat <<E\n", 250),
	"heredocs on a line":    "cat " + strings.Repeat("<<EOF ", 375) + "\n",
	"a heredoc's long name": "cat <<" + strings.Repeat("A", 150) + "\nx\n",
	"a heredoc's long line": "cat <<E\n" + strings.Repeat("a", 3_125) + "\nE\n",
	"an open heredoc":       "x = <<'E\n" + strings.Repeat("a", 125),
	"heredoc names":         heredocs(),
	"interpolation":         strings.Repeat("\"#{", 312),
	"templates":             strings.Repeat("`${", 312),
	"f-strings":             strings.Repeat("f'{", 312),
	"nested shell":          strings.Repeat("$(", 312),
	"raw strings":           strings.Repeat("r#\"", 375),
	"raw delimiters":        strings.Repeat("R\"abc(", 250),
	"tags":                  strings.Repeat("<a><b>", 250),
	"php tags":              strings.Repeat("<?php ?>", 250),
	"attributes":            strings.Repeat("#[a]", 375),
	"decorators":            strings.Repeat("@a\n", 625),
	"semicolons":            strings.Repeat(";", 2_500),
	"bytes from 1 to 127":   strings.Repeat(asciiBytes(), 100),
	"wide runes":            strings.Repeat("\U0001F600é漢\u200B\u2028", 125),
}

func indented(line string, depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i))
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}

// heredocs sums the names of open heredocs up to every size around the buffer
// that the scanners write them to.
func heredocs() string {
	var b strings.Builder
	for n := 950; n < 1040; n++ {
		fmt.Fprintf(&b, "cat <<%s\nx\n", strings.Repeat("B", n))
	}
	return b.String()
}

func asciiBytes() string {
	var b []byte
	for c := byte(1); c < 0x80; c++ {
		b = append(b, c)
	}
	return string(b)
}

func TestNoTextBringsAGrammarDown(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine works through every grammar's worst cases")
	}
	for name, text := range hostile {
		for lang := range languages {
			src := []byte(text)
			for _, f := range []*source.File{Parse("x", lang, src), ParseSnippet("x", lang, src)} {
				if f != nil && (f.Refused == "") != (len(f.Symbols) > 0) {
					t.Errorf("%s in %s: refused %q with %d symbols", name, lang, f.Refused, len(f.Symbols))
				}
			}
			if string(src) != text {
				t.Errorf("%s in %s: the source was changed", name, lang)
			}
		}
	}
}

func TestWhatIsNoTextIsRefusedWithItsReason(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a NUL byte", "package a\x00", "NUL"},
		{"bad UTF-8", "package a // \xff", "UTF-8"},
		{"half a rune", "package a // \xe6\xbc", "UTF-8"},
		{"one byte too many", strings.Repeat("a", source.MaxSize+1), "too large"},
	} {
		f := Parse("a.go", source.Go, []byte(c.src))
		if !strings.Contains(f.Refused, c.want) || len(f.Symbols) > 0 {
			t.Errorf("%s: refused %q with %d symbols", c.name, f.Refused, len(f.Symbols))
		}
	}
	if f := Parse("a.go", source.Go, bytes.Repeat([]byte("\n"), source.MaxSize)); f.Refused != "" {
		t.Errorf("the largest text was refused: %s", f.Refused)
	}
}

// Left alone, these take minutes and gigabytes.
func TestAParseKeepsToItsBudget(t *testing.T) {
	for lang, src := range map[source.Language]string{
		source.CSharp: "x = " + strings.Repeat("<T", 10_000),
		source.Java:   "x = " + strings.Repeat("<T", 200_000),
		source.Rust:   "x = " + strings.Repeat("%w(", 100_000),
		source.C:      strings.Repeat("(", source.MaxSize),
	} {
		f := Parse("x", lang, []byte(src))
		if f.Refused != errOverTime.Error() && f.Refused != errOverMemory.Error() {
			t.Errorf("%s: refused %q with %d symbols", lang, f.Refused, len(f.Symbols))
		}
	}
	if f := Parse("a.go", source.Go, []byte("package a\n")); f.Refused != "" {
		t.Errorf("after them a small file was refused: %s", f.Refused)
	}
}

// What is linear in C is to be linear in Go as well: four times the text costs
// four times the looks at its nodes, and not sixteen times. The texts are far
// below what takes a parse long, also on a machine with other work to do.
func TestManyDeclarationsCostNoMoreThanTheirText(t *testing.T) {
	numbered := func(before, each, after string) func(size int) string {
		return func(size int) string {
			var b strings.Builder
			b.WriteString(before)
			for i := 0; b.Len() < size; i++ {
				fmt.Fprintf(&b, each, i)
			}
			b.WriteString(after)
			return b.String()
		}
	}
	repeated := func(each, after string) func(size int) string {
		return func(size int) string { return strings.Repeat(each, size/len(each)) + after }
	}
	const size = 16_000
	for _, c := range []struct {
		name    string
		lang    source.Language
		text    func(size int) string
		symbols int // of the longer text, at least
	}{
		{"on one line", source.JavaScript, numbered("", "function f%d(a) { return a } ", ""), 1_500},
		{"of one name", source.JavaScript, repeated("function f(a) { return a }\n", ""), 1},
		{"members on one line", source.JavaScript, numbered("class A { ", "/* d */ f%d(a) { } ", "}"), 1_500},
		{"by one statement", source.JavaScript, numbered("export var a = 1", ", a%d = 1", ";"), 1_500},
		{"by one spec", source.Go, numbered("package a\n\nvar a", ", a%d", " int\n"), 1_500},
		{"by one declaration", source.C, numbered("int a", ", a%d", ";\n"), 1_500},
		{"under one comment", source.JavaScript, repeated("// a\n", "function f() {}\n"), 1},
		{"decorated", source.Python, numbered("", "@a%d\n", "def f(): pass\n"), 1},
		{"decorated members", source.TypeScript, numbered("class A { ", "@a%d f%[1]d() {}\n", "}"), 1_000},
		{"under attributes", source.Rust, numbered("", "#[a%d]\n", "fn f() {}\n"), 1},
	} {
		small, few := looksAt(t, c.lang, c.text(size))
		large, many := looksAt(t, c.lang, c.text(4*size))
		if many < c.symbols || many < few {
			t.Errorf("%s: %d symbols, %d of a fourth of the text", c.name, many, few)
		}
		if large > 5*small {
			t.Errorf("%s: %d looks at nodes, %d at those of a fourth of the text", c.name, large, small)
		}
	}
}

// looksAt is how often the nodes of a text are looked at to find its symbols,
// and how many there are.
func looksAt(t *testing.T, lang source.Language, src string) (looks, symbols int) {
	t.Helper()
	parsed, err := parse(grammarFor(lang, []byte(src)), "", []byte(src), "")
	if err != nil {
		t.Fatalf("%s of %d bytes: %v", lang, len(src), err)
	}
	if n := parsed.errors(); n > 0 {
		t.Errorf("%s of %d bytes: %d errors", lang, len(src), n)
	}
	w := &walk{tree: parsed}
	parsed.walk(w)
	symbols = len(w.symbols())
	return parsed.looks, symbols
}

func TestTextsThatAScannerWouldNotSurviveAreLeftToThePatterns(t *testing.T) {
	long := strings.Repeat("A", 256)
	for _, c := range []struct {
		name string
		lang source.Language
		src  string
		left bool
	}{
		{"a name of 255 bytes", source.Ruby, "x = <<" + long[1:] + "\n" + long[1:] + "\n", false},
		{"a name of 256 bytes", source.Ruby, "x = <<" + long + "\n" + long + "\n", true},
		{"a squiggly one", source.Ruby, "x = <<~" + long + "\n", true},
		{"a quoted one", source.Ruby, "x = <<-'" + long + "'\n", true},
		{"a quote that stays open", source.Ruby, "x = <<\"E\n" + long, true},
		{"a quote that stays open for 255 bytes", source.Ruby, "x = <<'" + long[2:] + "\n", false},
		{"a quote that stays open without a newline", source.Ruby, "x = <<'" + long[1:], true},
		{"a quote that stays open over CRLF", source.Ruby, "x = <<'" + strings.Repeat("\r\n", 200), false},
		{"a superclass", source.Ruby, "class A <<<" + long + "\nend\n", true},
		{"a quoted superclass", source.Ruby, "class A <<<'" + long + "'\nend\n", true},
		{"an append", source.Ruby, "x << " + long + "\n", false},
		{"a long line", source.Bash, "cat <<E\n" + strings.Repeat("a", 5000) + "\nE\n", true},
		{"a long line without a heredoc", source.Bash, "echo " + strings.Repeat("a", 5000), false},
		{"many short lines", source.Bash, "cat <<E\n" + strings.Repeat(strings.Repeat("a", 80)+"\n", 4000) + "E\n", false},
		{"no grammar", "kotlin", "fun main() {}", true},
	} {
		if f := Parse("x", c.lang, []byte(c.src)); (f == nil) != c.left {
			t.Errorf("%s in %s: %v", c.name, c.lang, f)
		}
	}
}
