package hydrate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestRequestText_Product14_FindsCodeWordForWord(t *testing.T) {
	const code = "    def area(w, h):\n        side = w * h\n\n        return side"
	file := "import os\n\n\nclass Room:\n" + code + "\n\n    def rim(w, h):\n        return w\n"
	numbered := func(form string) string {
		var b strings.Builder
		for i, line := range strings.Split(file, "\n") {
			fmt.Fprintf(&b, form+"%s\n", i+1, line)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"the file", file, true},
		{"in a fence", "geo.py\n```python\n" + file + "```\n", true},
		{"in an element", "<file path=\"geo.py\">\n" + file + "</file>", true},
		{"with Windows line ends", strings.ReplaceAll(file, "\n", "\r\n"), true},
		{"with blanks at the ends of lines", strings.ReplaceAll(file, "\n", "  \n"), true},
		{"with other blank lines", strings.ReplaceAll(file, "\n", "\n\n"), true},
		{"alone, without its indentation", "def area(w, h):\n    side = w * h\n    return side\n", true},
		{"indented further", "- here:\n\n" + strings.ReplaceAll("  "+strings.ReplaceAll(code, "\n", "\n  "), "  \n", "\n"), true},
		{"numbers and an arrow", numbered("%6d→"), true},
		{"numbers and a tab", numbered("%d\t"), true},
		{"numbers and a colon", numbered("%d: "), true},
		{"numbers and a bar", numbered("%05d| "), true},
		{"numbers and a bar between blanks", numbered(" %d | "), true},
		{"another version", strings.Replace(file, "w * h", "h * w", 1), false},
		{"a line less", strings.Replace(file, "        side = w * h\n", "", 1), false},
		{"a line more", strings.Replace(file, "        return side", "        side += 1\n        return side", 1), false},
		{"cut", file[:strings.Index(file, "        return side")], false},
		{"another indentation inside", strings.Replace(file, "        return side", "    return side", 1), false},
		{"quoted", "> " + strings.ReplaceAll(file, "\n", "\n> "), false},
		{"within a line", strings.ReplaceAll(file, "\n", " "), false},
		{"half a line", strings.Replace(file, "return side", "return sideways", 1), false},
		{"twice, the second time whole", code[:30] + "\n" + file, true},
		{"nothing", "", false},
	} {
		if got := NewRequestText(slices.Values([]string{"hello", c.text}), 1<<20).Holds(code); got != c.want {
			t.Errorf("%s: %v, want %v\n%s", c.name, got, c.want, c.text)
		}
	}
	if NewRequestText(slices.Values([]string{"\n \n"}), 100).Holds(" \n\n") {
		t.Error("blank code stands nowhere")
	}
}

func TestRequestText_Product14_ReachesAsFarAsItIsTold(t *testing.T) {
	const code = "func a() {\n}"
	texts := []string{strings.Repeat("x", 100), "func b() {\n}\n" + code + "\nfunc c() {\n}\n"}
	for _, c := range []struct {
		reach int
		want  bool
	}{{0, false}, {100, false}, {100 + 13, false}, {100 + 14 + len(code), true}, {200, true}} {
		if got := NewRequestText(slices.Values(texts), c.reach).Holds(code); got != c.want {
			t.Errorf("%d bytes: %v", c.reach, got)
		}
	}
}

func BenchmarkRequestText(b *testing.B) {
	code := strings.Repeat("a\n", 40_000) + "b"
	for name, text := range map[string]string{
		"lines": strings.Repeat("a\n", 50_000), "one line": strings.Repeat("a", 100_000),
		"numbers": strings.Repeat("1: a\n", 20_000), "blanks": strings.Repeat(" ", 100_000),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if NewRequestText(slices.Values([]string{text}), 1<<20).Holds(code) {
					b.Fatal("it holds what it does not")
				}
			}
		})
	}
}

func FuzzRequestText(f *testing.F) {
	f.Add("12→def a():\n13→    pass", "def a():\n    pass")
	f.Add("  x\n  y", "x\ny")
	f.Fuzz(func(t *testing.T, text, code string) {
		r := NewRequestText(slices.Values([]string{text}), 1<<20)
		r.Holds(code)
		_, _, first := codeLines(code)
		if own := NewRequestText(slices.Values([]string{"a\n" + code + "\nb"}), 1<<20); first != "" && !strings.Contains(code, "\r") && !own.Holds(code) {
			t.Errorf("%q does not hold itself", code)
		}
	})
}
