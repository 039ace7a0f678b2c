package elide

import (
	_ "embed"
	"strings"
	"testing"

	"holdfast/parser/source"
)

//go:embed testdata/styles.tsv
var styles string

// around is a piece of a file of each kind, into the gap of which a line is put.
var around = map[string]string{
	"go":            "package a\n\nfunc A() int {\n\tx := load()\n\n\t@\n\n\treturn x\n}\n",
	"python":        "import os\n\ndef load(path):\n    x = 1\n@\n",
	"javascript":    "export function a() {\n  const x = 1\n\n  @\n\n  return x\n}\n",
	"jsx":           "export default function P() {\n  return (\n    <main>\n      <Card />\n      @\n    </main>\n  )\n}\n",
	"html":          "<html>\n<body>\n<h1>Shop</h1>\n@\n</body>\n</html>\n",
	"css":           ".a {\n  color: red;\n}\n\n@\n",
	"yaml":          "a: 1\nb:\n  c: 2\n@\n",
	"rust":          "fn f(a: A) -> u8 {\n    let x = 1;\n    @\n    x\n}\n",
	"java":          "class A {\n  int x = 1;\n\n  @\n\n  int f() { return x; }\n}\n",
	"sql":           "create table a (id int);\n@\n",
	"bash":          "#!/bin/sh\nset -e\n\n@\n\necho done\n",
	"vue":           "<template>\n<p>{{ a }}</p>\n@\n</template>\n",
	"vue script":    "<template>\n<p>{{ a }}</p>\n</template>\n<script setup>\nconst a = 1\n@\n</script>\n",
	"svelte":        "<script>\nlet a = 1;\n</script>\n<p>{a}</p>\n@\n",
	"svelte script": "<script>\nconst a = 1\n@\n</script>\n<p>x</p>\n",
	"json":          "{\n  \"x\": 1,\n@\n}\n",
}

func TestTSLP6_EveryStyleOfLeavingCodeOutIsSeen(t *testing.T) {
	n := 0
	for row := range strings.Lines(styles) {
		tag, text, ok := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		if !ok {
			continue
		}
		n++
		file := tag
		if strings.HasPrefix(text, "//") && around[tag+" script"] != "" {
			file = tag + " script"
		}
		lang := source.ForTag(tag)
		if lang == "" {
			lang = source.ForPath("a." + tag)
		}
		src := strings.Replace(around[file], "@", strings.ReplaceAll(text, `\n`, "\n"), 1)
		if len(Find(lang, []byte(src), nil)) == 0 {
			t.Errorf("%s: %q is not seen", tag, text)
		}
	}
	if n < 300 {
		t.Errorf("only %d styles were read", n)
	}
}

func TestTSLP6_HonestFilesLeaveNothingOut(t *testing.T) {
	for name, c := range map[string]struct {
		lang source.Language
		src  string
	}{
		"a spread":                         {source.TypeScript, "export const next = {\n  ...state,\n  open: true,\n}\nf(...args, ...more)\n"},
		"an ellipsis in a string":          {source.JavaScript, "// Saving... is shown meanwhile\nconst a = [\"...\", 'more, ...']\n"},
		"a sentence that code interrupts":  {source.Go, "f()\n// ... and then again, to be sure\nf()\n// ...but only once\n"},
		"a comment on the next line":       {source.Python, "# existing file\np = make()\n# the rest of the line\nq = p[1:]\n"},
		"an example in a comment":          {source.Go, "// Use it so:\n//\n//\t... set up ...\n//\tf()\nfunc f() {}\n"},
		"a list in a comment":              {source.C, "/* a\n * ...\n * z\n */\nint x;\n"},
		"an empty class":                   {source.Python, "class Marker: ...\n\nclass Gone(Marker):\n    ...\n"},
		"an empty function in a test":      {source.Python, "def test_a():\n    def f(x): ...\n    class C:\n        def g(self):\n            '''Nothing.'''\n            ...\n"},
		"a lambda":                         {source.Python, "f = lambda: ...\n"},
		"a condition over several lines":   {source.Python, "return ((a, b) ==\n        (other.a, other.b,\n         rest))\n"},
		"an address in a page":             {"html", "<p>See http://example.org/... or\nhttps://example.org/rest of the page</p>\n"},
		"JSON with an ellipsis in a value": {"json", "{\"a\": \"wait, ...\", \"b\": [1, 2]}\n"},
		"a type of any length":             {source.Go, "// [...]T is an array.\ntype A [3]int\n"},
		"a heading over existing things":   {source.Python, "# Existing entries win, the rest is kept below.\nx = 1\n"},
		"rest in another sense":            {source.Go, "// resto, from the Spanish\nvar resto = 7 % 3\n"},
	} {
		if got := Find(c.lang, []byte(c.src), nil); len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestTSLP6_ARemarkOfTwoLinesIsOne(t *testing.T) {
	for _, src := range []string{
		"x = 1\n\n# ... (the other commands of this tool stay\n# as they are) ...\n",
		"// the entire page ...\n// ... goes here\n",
	} {
		if got := Find("", []byte(src), nil); len(got) == 0 {
			t.Errorf("%q: nothing was found", src)
		}
	}
}
