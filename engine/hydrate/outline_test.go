package hydrate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSignature_TellsHowATextDeclares(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{"a.py", "@wraps(\n    f,\n)\n@cached\ndef f(a, b=1):\n    return a", "def f(a, b=1):"},
		{"a.py", "# why\n\ndef f(\n    a: int,\n    b: dict[str, int],\n) -> int:\n    return a", "def f( a: int, b: dict[str, int], ) -> int:"},
		{"a.py", "class A(B):\n    x = 1", "class A(B):"},
		{"a.go", "// F does it.\nfunc (s *S) F(x interface{}) (int, error) {\n\treturn 0, nil\n}", "func (s *S) F(x interface{}) (int, error)"},
		{"a.go", "/*\nF does it.\n*/\ntype T struct {\n\tx int\n}", "type T struct"},
		{"a.go", "func Nothing() {}", "func Nothing() {}"},
		{"a.rs", "/// Why.\n#[inline]\n#[cfg(\n  x)]\npub fn f<T>(a: &T) -> u8 {\n  1\n}", "pub fn f<T>(a: &T) -> u8"},
		{"a.java", "/** Why. */\n@Override\npublic int f(int a) {\n  return 1;\n}", "public int f(int a)"},
		{"a.ts", "export const f = (a: string) => {\n  return a\n}", "export const f = (a: string) =>"},
		{"a.py", "", ""},
		{"a.go", "/* never closed", ""},
		{"a.go", "var x = \"" + strings.Repeat("é", 200) + "\"", "var x = \"" + strings.Repeat("é", 75) + "…"},
	} {
		if got := signature(c.path, c.text); got != c.want {
			t.Errorf("%s: %q\n got %q\nwant %q", c.path, c.text, got, c.want)
		}
	}
}

// What brings much along brings it whole only where that is what was asked for
// and there is room.
func TestSelect_8_1_ALargeFileIsShownByItsSignatures(t *testing.T) {
	cache := newCache(func(hash string) ([]byte, error) {
		var n int
		var name string
		if _, err := fmt.Sscanf(hash, "%d:%s", &n, &name); err != nil {
			return nil, err
		}
		return fmt.Appendf(nil, "def %s(a, b):\n%s", name, strings.Repeat("x", n)), nil
	}, 0)
	file := func(path string, functions, size int) []Mention {
		var list []Mention
		for i := range functions {
			e := entity(path, fmt.Sprint("f", i), i)
			e.TextHash = fmt.Sprintf("%d:f%d", size, i)
			list = append(list, Mention{Entity: e, Rank: ByPath, Group: path})
		}
		return list
	}
	asked := func(list []Mention, at int) []Mention {
		m := list[at]
		m.Rank, m.Group = ByKey, ""
		list = append(append([]Mention{m}, list[:at]...), list[at+1:]...)
		for i := range list[1:] {
			list[1+i].Apart = true
		}
		return list
	}
	lifted := func(list []Mention) []Mention { list[0].Word = true; return list }
	for _, c := range []struct {
		name            string
		list            []Mention
		shown, outlined int
		named           int // of the outlined ones
	}{
		{"a file that fits", file("a.py", 10, 900), 10, 0, 0},
		{"a file that does not fit", file("a.py", 30, 900), 0, 30, 30},
		{"a small file of which something is named", asked(file("a.py", 5, 900), 3), 5, 0, 0},
		{"a file over a third of the budget of which something is named", asked(file("a.py", 10, 900), 3), 1, 9, 9},
		{"a file that does not fit, and an ordinary word", lifted(file("a.py", 30, 900)), 1, 29, 29},
		{"two files, of which one fits", append(file("a.py", 30, 900), file("b.py", 3, 900)...), 3, 30, 30},
		{"more signatures than there is room for", file("a.py", 400, 900), 0, 400, 143},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Select(Input{Candidates: c.list, Block: cache.Block})
			notice := Notices(s, false)
			if len(s.Hydrated) != c.shown || len(s.Outlined) != c.outlined || strings.Count(notice, ": def f") != 0 || strings.Count(notice, "  def f") != c.named {
				t.Errorf("%d shown, %d outlined, %d with their signature; want %d, %d, %d\n%s",
					len(s.Hydrated), len(s.Outlined), strings.Count(notice, "  def f"), c.shown, c.outlined, c.named, notice)
			}
			if most := DefaultBudget/outlinePart + 400; len(notice) > most {
				t.Errorf("the notice has %d bytes", len(notice))
			}
			if c.outlined > c.named && !strings.Contains(notice, fmt.Sprintf("- and %d more\n", c.outlined-c.named)) {
				t.Errorf("what has no room is not counted:\n%s", notice)
			}
		})
	}
	stale := file("a.py", 30, 900)
	s := Select(Input{Candidates: stale, Block: cache.Block, Verdicts: map[string]Verdict{stale[4].Entity.Key(): {Withhold: Edited}}})
	if strings.Contains(outline(s.Outlined), "f4(") || len(s.Withheld) != 1 {
		t.Error("15.6: the signature of a STALE entity is shown")
	}
}

// saying is a request of one text.
type saying struct{ *RequestText }

func (s saying) Shows(b *Block) bool { return s.MayHold(b) && s.Holds(b.Code()) }

// A prompt that names a large map does not load all of it.
func TestSelect_8_1_ManyFilesAreNotAllLoaded(t *testing.T) {
	loads := 0
	load := func(hash string) ([]byte, error) { loads++; return sized(hash) }
	var list []Mention
	for i := range 3000 {
		path := fmt.Sprintf("%d.py", i/30)
		e := entity(path, fmt.Sprint("f", i), i)
		e.TextHash = fmt.Sprint(2000, ":", i)
		list = append(list, Mention{Entity: e, Rank: ByPath, Group: path})
	}
	for name, shown := range map[string]Shown{"a request without code": nil, "one with other code": saying{NewRequestText(slices.Values([]string{"func g() {}\n"}), 1<<10)}} {
		loads = 0
		s := Select(Input{Candidates: list, Block: newCache(load, 0).Block, Shown: shown})
		if loads > maxMisses*20 {
			t.Errorf("%s: %d loads", name, loads)
		}
		if len(s.Outlined)+len(s.Omitted) != len(list) {
			t.Errorf("%s: %d outlined, %d omitted of %d", name, len(s.Outlined), len(s.Omitted), len(list))
		}
	}
}

func FuzzSignature(f *testing.F) {
	for _, seed := range []string{"@a(\ndef f(", "/*\n*/ x", "#[x\n", "func f() {", "\n\n(((((", "é"} {
		f.Add("a.py", seed)
		f.Add("a.go", seed)
	}
	f.Fuzz(func(t *testing.T, path, text string) {
		if got := signature(path, text); strings.Contains(got, "\n") || len(got) > maxSignature+len("…") {
			t.Errorf("signature(%q, %q) = %q", path, text, got)
		}
	})
}
