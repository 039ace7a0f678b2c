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
