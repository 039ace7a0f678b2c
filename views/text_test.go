package views

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestForeignTextCannotReachTheTerminal(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain text is untouched", "func (p *Pool) Acquire()", "func (p *Pool) Acquire()"},
		{"an escape sequence is shown", "a\x1b[2Jb", "a^[[2Jb"},
		{"an OSC with its bell is shown", "\x1b]0;title\a", "^[]0;title^G"},
		{"a C1 control is shown as hex", "a\u009b31mb", "a<9b>31mb"},
		{"a byte that is no UTF-8 is shown as hex", "a\x9bb", "a<9b>b"},
		{"a direction override is shown", "if a\u202e{", "if a<202e>{"},
		{"a zero-width space is shown", "a\u200bb", "a<200b>b"},
		{"line ends and tabs are spaces", "a\nb\tc\r\nd", "a b c d"},
		{"a lone carriage return is shown", "a\rb", "a^Mb"},
		{"delete is shown", "a\x7fb", "a^?b"},
		{"wide runes stay", "日本語", "日本語"},
		{"an emoji sequence stays whole", "👩‍💻", "👩‍💻"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Clean(c.in); got != c.want {
				t.Errorf("Clean(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestSourceLinesExpandTabsToColumns(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"no content has no lines", "", nil},
		{"the final line end opens no line", "a\nb\n", []string{"a", "b"}},
		{"an empty line is a line", "a\n\n", []string{"a", ""}},
		{"CRLF is a line end", "a\r\nb\r\n", []string{"a", "b"}},
		{"tabs stop at columns", "\ta\nab\tc", []string{"    a", "ab  c"}},
		{"a wide rune takes two columns", "日\tx", []string{"日  x"}},
		{"escapes are shown", "\t\x1b[31m", []string{"    ^[[31m"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := SourceLines(c.in)
			if strings.Join(got, "|") != strings.Join(c.want, "|") || len(got) != len(c.want) {
				t.Errorf("SourceLines(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// A line is put together from parts whose widths were taken one by one, so no
// character that is left in it may share a column with the sign before it or the
// blank after it.
func TestNoCharacterSwallowsItsNeighbour(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s := Clean(string(r))
		if alone, framed := width(s), width("+"+s+" "); framed != alone+2 {
			t.Errorf("%U comes out as %q, %d wide, and %d between two others", r, s, alone, framed)
		}
	}
}

func TestCutKeepsWithinItsColumns(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want string
		head string
	}{
		{"Acquire", 7, "Acquire", "Acquire"},
		{"Acquire", 4, "Acq…", "…ire"},
		{"Acquire", 1, "A", "…"},
		{"Acquire", 0, "", ""},
		{"日本語", 4, "日…", "…語"},
		{"日本語", 5, "日本…", "…本語"},
	} {
		if got := cut(c.in, c.w, "…"); got != c.want {
			t.Errorf("cut(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
		if got := cutHead(c.in, c.w, "…"); got != c.head {
			t.Errorf("cutHead(%q, %d) = %q, want %q", c.in, c.w, got, c.head)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"", "a\x1b[31mb", "\x9b", "\u202e", "日\t本", "a\r\nb", "\xff\xfe", "👩‍💻"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		lines := append(SourceLines(s), Clean(s))
		for _, l := range lines {
			if !utf8.ValidString(l) {
				t.Fatalf("%q is not UTF-8", l)
			}
			for _, r := range l {
				if r < 0x20 || r == 0x7f || invisible(r) {
					t.Fatalf("%q holds %U", l, r)
				}
			}
			if again := Clean(l); again != l {
				t.Fatalf("cleaning twice changes %q to %q", l, again)
			}
		}
		for w := range 12 {
			if got := width(cut(Clean(s), w, "…")); got > w {
				t.Fatalf("cut to %d columns is %d wide", w, got)
			}
			if got := width(cutHead(Clean(s), w, "…")); got > w {
				t.Fatalf("cutHead to %d columns is %d wide", w, got)
			}
		}
	})
}
