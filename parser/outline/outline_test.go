package outline_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdfast/parser/outline"
)

func TestKeysStandAtTheTopOfTheirFormat_Product8(t *testing.T) {
	for _, c := range []struct {
		file, text string
		keys       string
		broken     bool
	}{
		{"a.json", "{\n  \"a\": {\"b\": \"x: y\"},\n  \"c\": [1]\n}\n", "a|c", false},
		{"a.json", "\"c\": [1]\n", "", true},
		{"a.json", "{\"a\": 1", "a", true},
		{"tsconfig.jsonc", "// of the build\n{\n  /* } */ \"a\": \"\\\"}\", // }\n  \"b\": 2\n}\n", "a|b", false},
		{"a.yml", "a: 1\nb:\n  c: 2\n  d:\n- x: 1\n# e: 1\n\"f g\": 3\n", "a|b|\"f g\"", false},
		{"a.yml", "  c: 2\n  d: 3\n", "", true},
		{"a.toml", "top = 1\n[a]\nb = 1\n[[c]]\nd = 2\n", "top|[a]|[[c]]", false},
		{"setup.cfg", "[x]\ny = 1\n", "[x]", false},
		{".env.local", "A=1\nexport B = 2\n# C=3\n", "A|B", false},
		{"Dockerfile", "# syntax\nFROM a AS b\nRUN x\nFROM c\n", "FROM|FROM", false},
		{"Dockerfile", "RUN x\n", "", true},
		{"Makefile", "X := 1\nall: a b\n\tgo: away\na.o: a.c\n", "all|a.o", false},
		{"A.vue", "<template>\n  <p/>\n</template>\n<script setup>\nx\n</script>\n", "template|script", false},
		{"a.html", "x = 1\n", "", true},
		{"a.css", "/* { */\nbody, p { margin: 0; }\n@import \"x\";\n@media print {\n  .a { color: red }\n}\n.b{}\n", "body, p|@media print|.b", false},
		{"a.css", ".b { color: red;\n", ".b", true},
		{"a.sql", "-- x\nCREATE TABLE a (b int);\nCREATE INDEX i ON a (b);\n", "CREATE TABLE A|CREATE INDEX I", false},
		{"a.md", "# A\n\n## B\n\n```\n# no\n```\n### c\n", "# A|## B", false},
		{"notes.txt", "a: b\n", "", false},
	} {
		o := outline.Of(c.file, []byte(c.text))
		if strings.Join(o.Keys, "|") != c.keys || (o.Broken != "") != c.broken {
			t.Errorf("%s %q: %q, %q", c.file, c.text, o.Keys, o.Broken)
		}
		if crlf := outline.Of(c.file, []byte(strings.ReplaceAll(c.text, "\n", "\r\n"))); !slices.Equal(crlf.Keys, o.Keys) {
			t.Errorf("%s with CRLF: %q", c.file, crlf.Keys)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, file := range []string{"a.json", "a.yml", "a.css", "a.sql", "a.md", "Dockerfile", ".env", "a.toml", "a.vue", "Makefile"} {
		f.Add(file, []byte("{\"a\": [/*\n*/ '\\'\n# x\n<b>\n[c]\nd = 1; }"))
	}
	f.Fuzz(func(t *testing.T, file string, text []byte) {
		o := outline.Of(file, text)
		if len(o.Keys) > len(text) {
			t.Fatalf("%d keys in %d bytes", len(o.Keys), len(text))
		}
		if crlf := outline.Of(file, bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))); !bytes.Contains(text, []byte("\r")) && !reflect.DeepEqual(crlf, o) {
			t.Fatalf("%q is %+v, and %+v in CRLF", text, o, crlf)
		}
	})
}
