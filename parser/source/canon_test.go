package source

import (
	"testing"
)

func TestCanonicalText15_4(t *testing.T) {
	whole := func(s string) []Range { return []Range{{0, len(s)}} }
	for _, c := range []struct {
		name      string
		src       string
		own       []Range // nil is all of src
		container bool
		want      string
	}{
		{name: "nothing is one line end", src: "", want: "\n"},
		{name: "a final newline is added", src: "a", want: "a\n"},
		{name: "exactly one is kept", src: "a\n\n\n", want: "a\n"},
		{name: "CRLF is LF", src: "a\r\nb\r\n", want: "a\nb\n"},
		{name: "CR is LF", src: "a\rb\r", want: "a\nb\n"},
		{name: "a byte order mark is dropped", src: "\uFEFFa\n", want: "a\n"},
		{name: "a mark elsewhere is text", src: "a\uFEFF\n", want: "a\uFEFF\n"},
		{name: "blank lines and trailing spaces stay", src: "a  \n\nb", want: "a  \n\nb\n"},
		{
			name: "the first line's indentation goes from the later lines",
			src:  "class A:\n    def f():\n        x\n\n      # less\n  # least\n",
			own:  []Range{{13, 56}}, want: "def f():\n    x\n\n  # less\n# least\n",
		},
		{
			name: "tabs go only as tabs",
			src:  "\tf {\n\t\tx\n    y\n\t}", own: []Range{{1, 17}}, want: "f {\n\tx\n    y\n}\n",
		},
		{
			name: "what stands after something goes by its line",
			src:  "  a = f(\n    1,\n  )", own: []Range{{6, 19}}, want: "f(\n  1,\n)\n",
		},
		{
			name: "definitions of one name follow each other, each with its own indentation",
			src:  "f {\n}\nx\n  f {\n    y\n  }\n", own: []Range{{0, 5}, {10, 24}}, want: "f {\n}\nf {\n  y\n}\n",
		},
		{
			name: "a container's shell closes over its members",
			src:  "class A {\n  int a;\n\n  m() {}\n\n  int b;\n}", own: []Range{{0, 22}, {28, len("class A {\n  int a;\n\n  m() {}\n\n  int b;\n}")}},
			container: true, want: "class A {\n  int a;\n  int b;\n}\n",
		},
	} {
		own := c.own
		if own == nil {
			own = whole(c.src)
		}
		got := string(Canonical([]byte(c.src), own, c.container))
		if got != c.want {
			t.Errorf("%s: %q instead of %q", c.name, got, c.want)
		}
		if again := string(Canonical([]byte(got), whole(got), c.container)); again != got {
			t.Errorf("%s: applied again it gives %q", c.name, again)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	f.Add([]byte("\uFEFF  a\r\n\tb\r\rc"), uint16(3), uint16(9), false)
	f.Add([]byte("class A {\n  m() {}\n}"), uint16(0), uint16(12), true)
	f.Fuzz(func(t *testing.T, src []byte, start, end uint16, container bool) {
		r := Range{int(start) % (len(src) + 1), int(end) % (len(src) + 1)}
		if r.Start > r.End {
			r.Start, r.End = r.End, r.Start
		}
		once := Canonical(src, []Range{r}, container)
		if len(once) == 0 || once[len(once)-1] != '\n' {
			t.Fatalf("%q does not end with a newline", once)
		}
		if twice := Canonical(once, []Range{{0, len(once)}}, container); string(twice) != string(once) {
			t.Fatalf("%q became %q", once, twice)
		}
	})
}

func TestWordStructureTellsReformattingFromChange(t *testing.T) {
	for _, c := range []struct {
		name string
		lang Language
		a, b string
		same bool
	}{
		{"blank lines", "nim", "a\nb\n", "a\n\n\nb\n", true},
		{"wider levels", "nim", "a:\n  b\n  c:\n    d\n", "a:\n    b\n    c:\n        d\n", true},
		{"a line moved out", "nim", "a:\n  b\n  c\n", "a:\n  b\nc\n", false},
		{"a line moved deeper", "python", "if a:\n  b\nc\n", "if a:\n  b\n  c\n", false},
		{"joined lines", "nim", "a\nb\n", "a b\n", false},
		{"a line moved deeper between braces", "kotlin", "{\na\n}\n", "{\n    a\n}\n", true},
		{"a line that ends a statement", "kotlin", "return a\n", "return\na\n", false},
		{"a line that ends nothing", "protobuf", "int32 a = 1;\n", "int32 a\n  = 1;\n", true},
		{"JSON on one line", "json", "{\n  \"a\": 1\n}\n", "{ \"a\": 1 }\n", true},
		{"another word", "json", "{ \"a\": 1 }\n", "{ \"a\": 2 }\n", false},
		{"white space in a string", "json", "{ \"a b\": 1 }\n", "{ \"a  b\": 1 }\n", false},
		{"white space beside a string", "json", "{ \"a b\": 1 }\n", "{ \"a b\":  1 }\n", true},
		{"an apostrophe alone", "json", "it's a  b\n", "it's a b\n", true},
		{"words that run together", "json", "a b\n", "ab\n", false},
	} {
		x, y := WordStructure(c.lang, []byte(c.a)), WordStructure(c.lang, []byte(c.b))
		if (x == y) != c.same {
			t.Errorf("%s: same structure is %v", c.name, x == y)
		}
		if CountWords([]byte(c.a)) == 0 {
			t.Errorf("%s: no words were counted", c.name)
		}
	}
}

// 15.4: what no grammar and no rule reads is compared as it stands, since any
// white space in it may be content.
func TestSection154AWholeFileHasNoStructureButJSON(t *testing.T) {
	for _, c := range []struct {
		name string
		lang Language
		a, b string
		same bool
	}{
		{"a line of a block scalar", "yaml", "a: |\n  b\n  c\n", "a: |\n  b\n\n  c\n", false},
		{"wider levels of YAML", "yaml", "a:\n  b: 1\n", "a:\n    b: 1\n", false},
		{"two paragraphs made one", "markdown", "a\n\nb\n", "a\nb\n", false},
		{"code made a paragraph", "markdown", "a\n\n    b\n", "a\n\nb\n", false},
		{"a preformatted line", "html", "<pre>a\n b</pre>\n", "<pre>a\n  b</pre>\n", false},
		{"a cell", "csv", "a  b,c\n", "a b,c\n", false},
		{"a recipe's tab", "makefile", "a:\n\tb\n", "a:\n    b\n", false},
		{"a string over lines", "sql", "select 'a\n b'\n", "select 'a\n  b'\n", false},
		{"a text of no known language", "", "a  b\n", "a b\n", false},
		{"JSON on one line", "json", "{\n  \"a\": 1\n}\n", "{ \"a\": 1 }\n", true},
		{"a string of JSON5 over lines", "json", "{ a: 'b\\\n c' }\n", "{ a: 'b\\\n  c' }\n", false},
	} {
		x, y := WholeSymbol(c.lang, []byte(c.a)), WholeSymbol(c.lang, []byte(c.b))
		if x.Hash == y.Hash {
			t.Errorf("%s: the two texts are one", c.name)
		}
		if same := x.Structure == y.Structure && x.Structure != ""; same != c.same {
			t.Errorf("%s: told as a reformatting is %v", c.name, same)
		}
	}
}

func TestAWholeFileIsOneSymbol(t *testing.T) {
	src := []byte("\uFEFFa: 1\r\nb: 2")
	s := WholeSymbol("yaml", src)
	if s.Name != Whole || s.Kind != "file" || !s.Top || s.Count != 1 || s.Nodes != 4 || s.Tokens != 4 {
		t.Errorf("%+v", s)
	}
	if string(s.Canon) != "a: 1\nb: 2\n" || s.Hash != Sum([]byte("a: 1\nb: 2\n")) {
		t.Errorf("canonical text %q, hash %s", s.Canon, s.Hash)
	}
	if s.Extents[0] != (Range{0, len(src)}) {
		t.Errorf("extents %v", s.Extents)
	}
}
