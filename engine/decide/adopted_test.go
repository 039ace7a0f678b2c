package decide

import (
	"bytes"
	"testing"

	"holdfast/engine/resolve"
	"holdfast/parser"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// What CutCore makes of one piece of a file is what the parser makes of it.
func FuzzCutCore(f *testing.F) {
	f.Add([]byte("class A:\n    def m(self):\r\n        return 1\r\n\n"), 13, 45)
	f.Add([]byte("\tx = func() {\n\t\ty\n\t}"), 5, 23)
	f.Add([]byte("a\rb"), 0, 3)
	f.Fuzz(func(t *testing.T, file []byte, from, to int) {
		core, err := event.CutCore(file, []int{from, to})
		if (err != nil) != (from < 0 || to < from || to > len(file)) {
			t.Fatalf("%d to %d of %d bytes: %v", from, to, len(file), err)
		}
		if err != nil || len(file) > 4096 || bytes.Contains(file, []byte("\xef\xbb\xbf")) {
			return
		}
		if want := source.Canonical(file, []source.Range{{Start: from, End: to}}, false); !bytes.Equal(core, want) {
			t.Errorf("%q from %d to %d is cut as %q, and canonically is %q", file, from, to, core, want)
		}
	})
}

// Most of what is adopted is a place of its file, whatever the language, and what such a
// place holds is the text that the parser gives.
func TestWhatIsAdoptedIsAPlaceOfItsFile(t *testing.T) {
	for path, c := range map[string]struct {
		src    string
		places int // of contents
	}{
		"a.go":   {"package a\r\n\r\n// F is.\r\nfunc F() {\r\n\treturn\r\n}\r\n\r\nvar (\r\n\ta = 1\r\n\tb = 2\r\n)\r\n", 6},
		"a.py":   {"@deco\nclass A:\n    x = 1\n\n    @other\n    def m(self):\n        if x:\n            return 1\n\ndef f():\n    pass\n", 4},
		"a.ts":   {"export class A {\n  /** m is. */\n  m(): void {\n    go()\n  }\n}\nexport const f = () => {\n  return 1\n}\n", 4},
		"a.java": {"class A {\n  int x = 1;\n  /** Doc. */\n  void m() {\n    x++;\n  }\n}\n", 2},
		"a.md":   {"# A\n\ntext\n\n", 1},
		"a.yaml": {"a: 1\nb:\n  - 2\n", 2},
	} {
		file := parser.Parse(path, "", []byte(c.src))
		if file.Refused != "" || len(file.Symbols) == 0 {
			t.Fatalf("%s: %s", path, file.Refused)
		}
		places := 0
		for i := range file.Symbols {
			sym := &file.Symbols[i]
			text := resolve.Text(file.Src, *sym)
			if span := coreSpan(file.Src, sym); span != nil {
				places++
				if core, err := event.CutCore(file.Src, span); err != nil || event.Hash(core) != sym.Hash {
					t.Errorf("%s, %s: the place %v holds %q, %v", path, sym.Name, span, core, err)
				}
			}
			if span := textSpan(file.Src, sym, text); span != nil {
				places++
				if cut, err := event.CutText(file.Src, span); err != nil || !bytes.Equal(cut, text) {
					t.Errorf("%s, %s: the place %v holds %q, %v", path, sym.Name, span, cut, err)
				}
			}
		}
		if places < c.places {
			t.Errorf("%s: %d contents of %d symbols are places, want %d at least", path, places, len(file.Symbols), c.places)
		}
	}
}
