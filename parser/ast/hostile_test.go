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
	"white space":           strings.Repeat(" \t\r\n\v\f", 1_000),
	"carriage returns":      strings.Repeat("\r", 5_000),
	"open parentheses":      strings.Repeat("(", 5_000),
	"open brackets":         "x = " + strings.Repeat("[", 5_000),
	"open braces":           strings.Repeat("{", 5_000),
	"nested brackets":       "x = " + strings.Repeat("[", 2_500) + strings.Repeat("]", 2_500),
	"nested calls":          strings.Repeat("f(", 2_500) + strings.Repeat(")", 2_500),
	"closing brackets":      strings.Repeat(")]}", 2_500),
	"a huge array":          "x = [" + strings.Repeat("1,", 12_500) + "]",
	"a long sum":            "x = " + strings.Repeat("1+", 10_000) + "1",
	"a long chain":          "x" + strings.Repeat(".y", 10_000),
	"angle brackets":        "x" + strings.Repeat("<T", 5_000),
	"operators":             strings.Repeat("!-~*&", 4_000),
	"quotes":                strings.Repeat("\"'`", 5_000),
	"an open string":        "x = \"" + strings.Repeat("a", 20_000),
	"an open comment":       "/* " + strings.Repeat("a\n", 10_000),
	"open comments":         strings.Repeat("/*", 10_000),
	"a long word":           strings.Repeat("a", 25_000),
	"a long line":           strings.Repeat("a b ", 6_000),
	"nested classes":        strings.Repeat("class A { ", 2_000),
	"nested namespaces":     strings.Repeat("namespace a { ", 1_500) + strings.Repeat("}", 1_500),
	"nested modules":        strings.Repeat("module A\n", 2_000) + strings.Repeat("end\n", 2_000),
	"nested rust modules":   strings.Repeat("mod a { ", 2_000) + strings.Repeat("}", 2_000),
	"deep indentation":      indented("if x:", 900),
	"deep classes":          indented("class A:", 900),
	"wide indentation":      "if x:\n" + strings.Repeat(" ", 3_500) + "y\n",
	"many functions":        strings.Repeat("func f() {}\n", 2_000),
	"many definitions":      strings.Repeat("def f(): pass\n", 1_500),
	"many classes":          strings.Repeat("class A { void m() { } }\n", 1_000),
	"conditionals":          strings.Repeat("#if A\n", 3_000),
	"directives":            strings.Repeat("#define A \\\n", 2_000),
	"heredocs":              strings.Repeat("cat <<E\n", 2_000),
	"heredocs on a line":    "cat " + strings.Repeat("<<EOF ", 3_000) + "\n",
	"a heredoc's long name": "cat <<" + strings.Repeat("A", 300) + "\nx\n",
	"a heredoc's long line": "cat <<E\n" + strings.Repeat("a", 25_000) + "\nE\n",
	"an open heredoc":       "x = <<'E\n" + strings.Repeat("a", 1000),
	"heredoc names":         heredocs(),
	"interpolation":         strings.Repeat("\"#{", 2_500),
	"templates":             strings.Repeat("`${", 2_500),
	"f-strings":             strings.Repeat("f'{", 2_500),
	"nested shell":          strings.Repeat("$(", 2_500),
	"raw strings":           strings.Repeat("r#\"", 3_000),
	"raw delimiters":        strings.Repeat("R\"abc(", 2_000),
	"tags":                  strings.Repeat("<a><b>", 2_000),
	"php tags":              strings.Repeat("<?php ?>", 2_000),
	"attributes":            strings.Repeat("#[a]", 3_000),
	"decorators":            strings.Repeat("@a\n", 5_000),
	"semicolons":            strings.Repeat(";", 20_000),
	"bytes from 1 to 127":   strings.Repeat(asciiBytes(), 100),
	"wide runes":            strings.Repeat("\U0001F600é漢\u200B\u2028", 1_000),
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

// A text that takes hours costs no more than the limit, and says so.
func TestAParseEndsAtItsTimeLimit(t *testing.T) {
	f := Parse("a.js", source.JavaScript, bytes.Repeat([]byte("<T"), source.MaxSize/2))
	if f.Refused != errOverTime.Error() {
		t.Errorf("refused %q with %d symbols", f.Refused, len(f.Symbols))
	}
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
