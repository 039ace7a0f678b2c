package signs_test

import (
	"testing"

	"holdfast/engine/guard/signs"
	"holdfast/parser/source"
	"holdfast/parser/table"
)

func TestWhatDoesNotCloseIsFound(t *testing.T) {
	for _, c := range []struct {
		lang source.Language
		text string
		want signs.Open
		ok   bool
	}{
		{source.Go, "func F() {\n\ta[1](\"}\")\n}\n", signs.Open{}, true},
		{source.Go, "func F() {\n\ta[1](2\n}\n", signs.Open{Line: 3, Text: "}", Closes: true}, false},
		{source.Go, "func F() {\n", signs.Open{Line: 1, Text: "{"}, false},
		{source.Go, "// {\nvar a = `\nfunc F() {}\n", signs.Open{Line: 2, Text: "`"}, false},
		{source.Go, "\n]\n", signs.Open{Line: 2, Text: "]", Closes: true}, false},
		{source.Python, "def f():\n    \"\"\"It has no end.\n    return (1\n", signs.Open{Line: 2, Text: `"""`}, false},
		{source.JavaScript, "const re = /[(]/\nf(`${ {a: 1}.a }`)\n", signs.Open{}, true},
	} {
		masked, unclosed := table.Masked(c.lang, []byte(c.text))
		if got, ok := signs.Unclosed([]byte(c.text), masked, unclosed); ok != c.ok || got != c.want {
			t.Errorf("%q: %+v, %v; want %+v, %v", c.text, got, ok, c.want, c.ok)
		}
	}
}
