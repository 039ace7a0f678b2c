package views

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

func read(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "source", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// shown renders a Source without paints, as lines.
func shown(s Source, t *Theme, w int) string {
	d := s.Render(t, w)
	v := Viewport{}
	lines := v.Render(d, max(w, d.Width()), d.Len(), t)
	return stripped(strings.Join(lines, "\n")) + "\n"
}

func TestDiffIsDrawnAsSketched(t *testing.T) {
	theme := NewTheme(true, termenv.Ascii, true)
	before, after := read(t, "pool_before.go"), read(t, "pool_after.go")
	for _, c := range []struct {
		name string
		d    Diff
		w    int
	}{
		{"unified", Diff{Before: before, After: after}, 80},
		{"split", Diff{Before: before, After: after, Split: true}, 120},
		{"new", Diff{After: "package a\n\nfunc b() {}\n", New: true, Language: "go"}, 60},
		{"line end", Diff{Before: "a\nb", After: "a\r\nb\n"}, 60},
		{"same", Diff{Before: "a\n", After: "a\n"}, 60},
		{"removed", Diff{Before: "a\nb\n", After: ""}, 60},
	} {
		t.Run(c.name, func(t *testing.T) {
			golden(t, filepath.Join("diff", strings.ReplaceAll(c.name, " ", "-")+".txt"), shown(c.d, theme, c.w))
		})
	}
}

func TestHunksCanBeJumpedTo(t *testing.T) {
	theme := NewTheme(true, termenv.Ascii, true)
	d := Diff{Before: read(t, "pool_before.go"), After: read(t, "pool_after.go")}.Render(theme, 80)
	if len(d.Marks) < 2 {
		t.Fatalf("the diff has %d hunks, want several", len(d.Marks))
	}
	const w, h = 80, 4
	v := Viewport{}
	for want := 1; want <= len(d.Marks); want++ {
		if got := v.Jump(d, 1, w, h); got != want || v.Top != d.Marks[want-1] {
			t.Fatalf("jump %d came to hunk %d, line %d", want, got, v.Top)
		}
	}
	if got := v.Jump(d, 1, w, h); got != 0 {
		t.Errorf("a jump past the last hunk came to %d", got)
	}
	if got := v.Jump(d, -1, w, h); got != len(d.Marks)-1 {
		t.Errorf("a jump back came to hunk %d, want %d", got, len(d.Marks)-1)
	}
	v.Wrap = true
	v.Top = 0
	if got := v.Jump(d, 1, 20, h); got != 1 {
		t.Errorf("a jump in wrapped lines came to %d, want 1", got)
	}
}

func TestAnEditWithinALineIsMarked(t *testing.T) {
	for _, c := range []struct{ name, before, after, was, is string }{
		{"a word", "\treturn p.acquire(1)\n", "\treturn p.acquire(22)\n", "1", "22"},
		{"wide runes", "x := \"日本語です\"\n", "x := \"日本国です\"\n", "語", "国"},
		{"an insertion", "f(a, b)\n", "f(a, c, b)\n", "", "c, "},
		{"most of the line is not marked", "alpha\n", "omega\n", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			hunks, _, _ := diffOf(c.before, c.after)
			was, is := hunks[0].lines[0], hunks[0].lines[1]
			if got := was.text[was.from:was.to]; got != c.was {
				t.Errorf("before: marked %q, want %q", got, c.was)
			}
			if got := is.text[is.from:is.to]; got != c.is {
				t.Errorf("after: marked %q, want %q", got, c.is)
			}
		})
	}
}

func FuzzDiff(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n")
	f.Add("", "x")
	f.Add("日本\r\n\x1b[31m", "日\t本")
	f.Add("a", "a\n")
	f.Add("\u0601", "\u0d4e")
	f.Fuzz(func(t *testing.T, before, after string) {
		theme := NewTheme(true, termenv.Ascii, true)
		hunks, added, removed := diffOf(before, after)
		if (len(hunks) == 0) != (before == after) {
			t.Fatalf("%d hunks between %q and %q", len(hunks), before, after)
		}
		a, r := 0, 0
		for _, h := range hunks {
			for _, l := range h.lines {
				if l.added() {
					a++
				}
				if l.removed() {
					r++
				}
				if l.from < 0 || l.from > l.to || l.to > len(l.text) {
					t.Fatalf("mark %d-%d of %q", l.from, l.to, l.text)
				}
			}
		}
		if a != added || r != removed {
			t.Fatalf("counted +%d -%d, said +%d -%d", a, r, added, removed)
		}
		for _, split := range []bool{false, true} {
			d := Diff{Before: before, After: after, Split: split}.Render(theme, 40)
			v := Viewport{}
			for _, l := range v.Render(d, 40, d.Len(), theme) {
				if width(l) != 40 {
					t.Fatalf("line %q is %d wide", l, width(l))
				}
			}
		}
	})
}

// The code of a diff keeps the colours of its language on both sides; the sign of
// each line and the changed words stay what they are without any.
func TestTheCodeOfADiffIsColoured(t *testing.T) {
	d := Diff{Language: "go", Before: "func a() {\n\treturn 1 // one\n}\n", After: "func a() {\n\treturn 2 // one\n}\n"}
	theme := NewTheme(true, termenv.ANSI256, false)
	for _, split := range []bool{false, true} {
		d.Split = split
		doc := d.Render(theme, 160)
		all := strings.Join(doc.texts(), "\n")
		for what, want := range map[string]string{
			"a keyword of an unchanged line": theme.Code.Keyword.On("func"),
			"a keyword of a removed line":    theme.RemovedLine.with(theme.Code.Keyword).On("return"),
			"a keyword of an added line":     theme.AddedLine.with(theme.Code.Keyword).On("return"),
			"the removed word":               theme.RemovedWord.On("1"),
			"the added word":                 theme.AddedWord.On("2"),
			"a comment of an added line":     theme.AddedLine.with(theme.Code.Comment).On("// one"),
			"the sign of an added line":      theme.AddedLine.with(theme.Added).On("+ "),
		} {
			if !strings.Contains(all, want) {
				t.Errorf("split %v: %s is not %q in\n%q", split, what, want, all)
			}
		}
	}
	d.Split = false
	for _, profile := range []termenv.Profile{termenv.ANSI, termenv.Ascii} {
		few := NewTheme(true, profile, false)
		if all := strings.Join(d.Render(few, 80).texts(), "\n"); !strings.Contains(all, few.RemovedWord.On("1")) || strings.Contains(all, few.AddedLine.with(few.Code.Keyword).On("return")) && profile == termenv.ANSI {
			t.Errorf("with few colours a changed line is not in one ink:\n%q", all)
		}
	}
}

// Wrapping a coloured line loses neither its text nor what lies under it.
func TestAColouredDiffIsWrapped(t *testing.T) {
	theme := NewTheme(true, termenv.ANSI256, false)
	d := Diff{Language: "go", Before: "a := 1\n", After: "a := \"" + strings.Repeat("long ", 30) + "\"\n"}.Render(theme, 40)
	v := Viewport{Wrap: true}
	lines := v.Render(d, 40, 12, theme)
	for i, l := range lines[4:8] {
		if width(l) != 40 || !strings.HasPrefix(l, "\x1b[38;5;253;48;5;22;38;5;149m") {
			t.Errorf("wrapped line %d is %q", i, l)
		}
	}
}

func TestBesideEachOtherNothingIsCut(t *testing.T) {
	theme := NewTheme(true, termenv.Ascii, true)
	long := "x := \"" + strings.Repeat("all of it ", 12) + "\""
	got := shown(Diff{Language: "go", Before: "a\n" + long + "\n", After: "a\nb\n", Split: true}, theme, 60)
	if strings.Contains(got, "~") || strings.Count(got, "all") != 12 {
		t.Errorf("a long line is cut:\n%s", got)
	}
}
