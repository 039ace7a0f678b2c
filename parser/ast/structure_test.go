package ast

import (
	"strings"
	"testing"

	"holdfast/parser/source"
)

// Two versions of one symbol: reformatted, or changed (TSLP 15.4: only the
// second is divergence).
func TestStructureTellsReformattingFromChange15_4(t *testing.T) {
	const reformatted, changed = true, false
	for _, c := range []struct {
		name string
		lang source.Language
		a, b string
		same bool
	}{
		{"Go indented anew", source.Go, "func f() {\n\tif a {\n\t\tb()\n\t}\n}\n", "func f() {\n  if a {\n      b()\n  }\n}\n", reformatted},
		{"Go on other lines", source.Go, "func f(a, b int) { g(a,b) }\n", "func f(a, b int) {\n\n\tg(a, b)\n}\n", reformatted},
		{"another operator", source.Go, "func f() { a = b + c }\n", "func f() { a = b - c }\n", changed},
		{"two statements change places", source.Go, "func f() { a(); b() }\n", "func f() { b(); a() }\n", changed},
		{"white space in a string", source.Go, "func f() { a(\"x y\") }\n", "func f() { a(\"x  y\") }\n", changed},
		{"white space in a raw string", source.Go, "func f() { a(`x\ny`) }\n", "func f() { a(`x\n y`) }\n", changed},
		{"a rune", source.Go, "func f() { a(' ') }\n", "func f() { a('\t') }\n", changed},
		{"a word in a comment", source.Go, "func f() {\n\t// waits\n\ta()\n}\n", "func f() {\n\t// sleeps\n\ta()\n}\n", changed},
		{"a comment indented anew", source.Go, "func f() {\n\t/* a\n\t   b */\n\ta()\n}\n", "func f() {\n  /* a\n  b */\n  a()\n}\n", reformatted},
		{"a comment comes", source.Go, "func f() { a() }\n", "func f() { a() /* b */ }\n", changed},
		{"a pointer goes", source.Go, "func (a *T) f() {}\n", "func (a T) f() {}\n", changed},

		{"a line moves out of its if", source.Python, "def f():\n    if a:\n        b()\n        c()\n", "def f():\n    if a:\n        b()\n    c()\n", changed},
		{"Python indented by two", source.Python, "def f():\n    if a:\n        b()\n    c()\n", "def f():\n  if a:\n    b()\n  c()\n", reformatted},
		{"a call over several lines", source.Python, "def f():\n    return g(1, 2)\n", "def f():\n    return g(\n        1,\n        2)\n", reformatted},
		{"a docstring's word", source.Python, "def f():\n    \"\"\"Waits.\"\"\"\n", "def f():\n    \"\"\"Sleeps.\"\"\"\n", changed},
		{"an f-string's text", source.Python, "def f():\n    return f'a {b} c'\n", "def f():\n    return f'a  {b} c'\n", changed},
		{"an f-string's expression", source.Python, "def f():\n    return f'{a + b}'\n", "def f():\n    return f'{a+b}'\n", reformatted},
		{"strings beside each other", source.Python, "def f():\n    return 'a' 'b'\n", "def f():\n    return 'a'   'b'\n", reformatted},
		{"a decorator", source.Python, "@a\ndef f(): pass\n", "@b\ndef f(): pass\n", changed},

		{"JavaScript over several lines", source.JavaScript, "function f(){return [1,2]}\n", "function f() {\n  return [\n    1,\n    2\n  ]\n}\n", reformatted},
		{"a template's text", source.JavaScript, "function f() { return `a ${b} c` }\n", "function f() { return `a  ${b} c` }\n", changed},
		{"a template's line", source.JavaScript, "function f() { return `a\n  b` }\n", "function f() { return `a\nb` }\n", changed},
		{"a template's expression", source.JavaScript, "function f() { return `${ a+b }` }\n", "function f() { return `${a + b}` }\n", reformatted},
		{"a regular expression", source.JavaScript, "function f() { return /a b/ }\n", "function f() { return /a  b/ }\n", changed},
		{"text between tags", source.TSX, "function F() { return <b>a b</b> }\n", "function F() { return <b>a  b</b> }\n", changed},
		{"a semicolon comes", source.TypeScript, "export function f(a: number) {\n  return { a, b: 2 }\n}\n", "export function f(a: number) {\n  return { a, b: 2 };\n}\n", reformatted},
		{"the semicolon of a function in a variable", source.JavaScript, "const f = () => 1\n", "const f = () => 1;\n", reformatted},
		{"semicolons of a class", source.TypeScript, "class A { a = 1\n b = 2\n}\n", "class A { a = 1;\n b = 2;\n}\n", reformatted},
		{"semicolons of a type", source.TypeScript, "interface A { a: string\n b: number }\n", "interface A { a: string; b: number; }\n", reformatted},
		{"a line end that returns", source.JavaScript, "function f() { return [a] }\n", "function f() { return;\n[a] }\n", changed},
		{"the parts of a for", source.JavaScript, "function f() { for (; a;) b() }\n", "function f() { for (a; ;) b() }\n", changed},
		{"a statement that is empty", source.JavaScript, "function f() { while (a) ; b() }\n", "function f() { while (a) b() }\n", changed},
		{"other quotes", source.JavaScript, "function f() { return 'a' + \"b\" }\n", "function f() { return \"a\" + 'b' }\n", reformatted},
		{"other quotes, one of them inside", source.TSX, "function f() { return 'it\\'s \\n' + \"a\" }\n", "function f() { return \"it's \\n\" + 'a' }\n", reformatted},
		{"quotes of an attribute", source.TSX, "function F() { return <a href='x'>a</a> }\n", "function F() { return <a href=\"x\">a</a> }\n", reformatted},
		{"another string", source.JavaScript, "function f() { return 'a' }\n", "function f() { return \"b\" }\n", changed},
		{"an escape in a string", source.JavaScript, "function f() { return '\\\\' }\n", "function f() { return '\\n' }\n", changed},
		{"a string becomes a template", source.JavaScript, "function f() { return 'a' }\n", "function f() { return `a` }\n", changed},
		{"a string becomes a name", source.JavaScript, "function f() { return { 'a': 1 } }\n", "function f() { return { a: 1 } }\n", changed},
		{"commas at the end", source.TypeScript, "function f(a: X<B, C>) { return g([1, 2], { a, b }, c) }\n", "function f(a: X<B, C,>,) { return g([1, 2,], { a, b, }, c,) }\n", reformatted},
		{"a comma before a comment at the end", source.JavaScript, "function f() { return [1 // one\n] }\n", "function f() { return [1, // one\n] }\n", reformatted},
		{"the comma of a hole", source.JavaScript, "function f() { return [a,,] }\n", "function f() { return [a,] }\n", changed},
		{"a comma between", source.JavaScript, "function f() { return [a, b] }\n", "function f() { return [a] }\n", changed},
		{"a hole alone", source.JavaScript, "function f() { return [,] }\n", "function f() { return [] }\n", changed},
		{"a semicolon in another language", source.Go, "func f() { a() }\n", "func f() { a(); }\n", changed},
		{"a comma in another language", source.Python, "def f():\n    return g(1, 2)\n", "def f():\n    return g(1, 2,)\n", changed},
		{"a comma that makes a tuple", source.Python, "def f():\n    return (1)\n", "def f():\n    return (1,)\n", changed},
		{"quotes in another language", source.Python, "def f():\n    return 'a'\n", "def f():\n    return \"a\"\n", changed},
		{"a semicolon that Rust's value depends on", source.Rust, "fn f() -> u8 { g() }\n", "fn f() -> u8 { g(); }\n", changed},
		{"a type's parameters", source.TypeScript, "function f<A,B>() {}\n", "function f< A, B >() {}\n", reformatted},

		{"C++ template", source.CPP, "template <typename T>\nT f(T a) { return a; }\n", "template<typename T> T f(T a)\n{\n\treturn a;\n}\n", reformatted},
		{"a raw string", source.CPP, "void f() { a(R\"x( a b )x\"); }\n", "void f() { a(R\"x( a  b )x\"); }\n", changed},
		{"a macro's body", source.C, "#define F(x) ((x) + 1)\n", "#define F(x) ((x) + 2)\n", changed},
		{"Java braces", source.Java, "class A { void f() { g(\"a\"); } }\n", "class A\n{\n  void f()\n  {\n    g(\"a\");\n  }\n}\n", reformatted},
		{"a text block", source.Java, "class A { String f() { return \"\"\"\n  a b\"\"\"; } }\n", "class A { String f() { return \"\"\"\n  a  b\"\"\"; } }\n", changed},
		{"an interpolated string", source.CSharp, "class A { void F() { G($\"a {b} c\"); } }\n", "class A { void F() { G($\"a  {b} c\"); } }\n", changed},
		{"a Rust character", source.Rust, "fn f() { g(' ') }\n", "fn f() { g('\t') }\n", changed},
		{"a heredoc's text", source.Ruby, "def f\n  <<~E\n    a b\n  E\nend\n", "def f\n  <<~E\n    a  b\n  E\nend\n", changed},
		{"a list of words", source.Ruby, "def f\n  %w[a b]\nend\n", "def f\n  %w[a  b]\nend\n", reformatted},
		{"PHP braces", source.PHP, "<?php\nfunction f(){return 'a';}\n", "<?php\nfunction f()\n{\n    return 'a';\n}\n", reformatted},
		{"a nowdoc's text", source.PHP, "<?php\nfunction f() { return <<<'E'\na b\nE;\n}\n", "<?php\nfunction f() { return <<<'E'\na  b\nE;\n}\n", changed},
		{"a shell string", source.Bash, "f() { echo \"a b\"; }\n", "f() { echo \"a  b\"; }\n", changed},
		{"a shell heredoc", source.Bash, "f() {\n  cat <<E\na b\nE\n}\n", "f() {\n  cat <<E\na  b\nE\n}\n", changed},
		{"shell words", source.Bash, "f() { echo a   b; }\n", "f() {   echo a b;   }\n", reformatted},
	} {
		x, y := only(t, c.lang, c.a), only(t, c.lang, c.b)
		if (x.Structure == y.Structure) != c.same {
			t.Errorf("%s in %s: the same structure is %v", c.name, c.lang, x.Structure == y.Structure)
		}
		if x.Hash == y.Hash {
			t.Errorf("%s in %s: the two texts have one hash", c.name, c.lang)
		}
		if c.same && (x.Nodes != y.Nodes || x.Tokens != y.Tokens) {
			t.Errorf("%s in %s: %d nodes and %d tokens became %d and %d", c.name, c.lang, x.Nodes, x.Tokens, y.Nodes, y.Tokens)
		}
	}
}

// only is the last symbol of a text that holds no error.
func only(t *testing.T, lang source.Language, src string) *source.Symbol {
	t.Helper()
	f := Parse("x", lang, []byte(src))
	if f.Refused != "" || f.Errors > 0 || f.Method != source.AST {
		t.Fatalf("%q in %s: refused %q, %d errors, %s", src, lang, f.Refused, f.Errors, f.Method)
	}
	return &f.Symbols[len(f.Symbols)-1]
}

// A class is stale only when the class itself changed, a neighbour never is.
func TestAnEditTouchesOneEntityOnly(t *testing.T) {
	const class = `# Doc of A.
class A(Base):
    """A."""

    limit = 10

    # Doc of f.
    def f(self):
        return 1

    def g(self):
        return 2


def h():
    return 3
`
	for _, c := range []struct {
		name, old, new string
		changed        string // names, in order
	}{
		{"a method's body", "return 1", "return 10", "A.f"},
		{"a method's doc comment", "# Doc of f.", "# Another doc of f.", ""},
		{"a class's doc comment", "# Doc of A.", "# Another doc of A.", ""},
		{"a class's field", "limit = 10", "limit = 11", "A"},
		{"a class's base", "Base", "Other", "A"},
		{"a function", "return 3", "return 30", "h"},
		{"a new method", "    def g", "    # Doc.\n    def new(self): pass\n\n    def g", "A.new"},
		{"a method goes", "    # Doc of f.\n    def f(self):\n        return 1\n\n", "", "A.f"},
		{"more blank lines", "\n\ndef h", "\n\n\n\ndef h", ""},
	} {
		edited := strings.Replace(class, c.old, c.new, 1)
		if edited == class {
			t.Fatalf("%s: the edit changed nothing", c.name)
		}
		before, after := Parse("a.py", source.Python, []byte(class)), Parse("a.py", source.Python, []byte(edited))
		if got := difference(before, after); got != c.changed {
			t.Errorf("%s changed %q instead of %q", c.name, got, c.changed)
		}
	}
}

// difference names the symbols that differ between two files or are in one.
func difference(a, b *source.File) string {
	var names []string
	for _, s := range a.Symbols {
		if other := b.Find(s.Name); other == nil || other.Hash != s.Hash || other.Structure != s.Structure {
			names = append(names, s.Name)
		}
	}
	for _, s := range b.Symbols {
		if a.Find(s.Name) == nil {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, " ")
}

// The shell of a container is the same whatever members it has, in every
// language that has containers.
func TestAShellIsWhatIsLeftWithoutMembers(t *testing.T) {
	for _, c := range []struct {
		lang             source.Language
		with, with2, sub string
	}{
		{source.TypeScript, "class A {\n  x = 1;\n\n  /** doc */\n  f() {}\n}\n", "class A {\n  x = 1;\n  g() {}\n\n  // doc\n  f() {}\n}\n", "class A {\n  x = 1;\n}\n"},
		{source.Java, "class A {\n    int x;\n    @B void f() { }\n}\n", "class A {\n    int x;\n\n    class C { }\n    void g() { }\n}\n", "class A {\n    int x;\n}\n"},
		{source.CSharp, "class A {\n    int x;\n    public int P { get; set; }\n}\n", "class A {\n    int x;\n    void g() { }\n}\n", "class A {\n    int x;\n}\n"},
		{source.CPP, "class A {\n public:\n  int x;\n  void f() {}\n};\n", "class A {\n public:\n  int x;\n  template <class T> void g() {}\n};\n", "class A {\n public:\n  int x;\n};\n"},
		{source.Rust, "impl A for B {\n    /// doc\n    #[inline]\n    fn f() {}\n}\n", "impl A for B {\n    fn g() {}\n    type X = u8;\n}\n", "impl A for B {\n}\n"},
		{source.Ruby, "class A < B\n  attr_reader :x\n\n  # doc\n  def f; end\nend\n", "class A < B\n  attr_reader :x\n  def self.g; end\n  def h; end\nend\n", "class A < B\n  attr_reader :x\nend\n"},
		{source.PHP, "<?php\nclass A {\n    use T;\n    /** doc */\n    function f() {}\n}\n", "<?php\nclass A {\n    use T;\n    function g() {}\n}\n", "class A {\n    use T;\n}\n"},
	} {
		a, b := Parse("x", c.lang, []byte(c.with)), Parse("x", c.lang, []byte(c.with2))
		if got := string(a.Symbols[0].Canon); got != c.sub {
			t.Errorf("%s: the shell is %q instead of %q", c.lang, got, c.sub)
		}
		if a.Symbols[0].Hash != b.Symbols[0].Hash || a.Symbols[0].Structure != b.Symbols[0].Structure {
			t.Errorf("%s: the shell changed with its members to %q", c.lang, b.Symbols[0].Canon)
		}
	}
}
