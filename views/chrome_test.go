package views

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

func TestAnEmptyPaneEndsWithASentence(t *testing.T) {
	const say = "All is well. What is not, stands here; x shows how. Nothing else."
	for _, c := range []struct {
		w, h int
		want string
	}{
		{80, 3, "All is well. What is not, stands here; x shows how. Nothing else."},
		{80, 1, "All is well. What is not, stands here; x shows how. Nothing else."},
		{30, 2, "All is well. What is not, stands here; x shows how."},
		{30, 1, "All is well."},
		{12, 1, "All is…"},
		{12, 0, ""},
	} {
		lines := Empty(say, NewTheme(true, 0, false), c.w, c.h)
		if len(lines) != c.h {
			t.Errorf("in %dx%d there are %d lines", c.w, c.h, len(lines))
		}
		got := strings.Join(strings.Fields(ansi.Strip(strings.Join(lines, " "))), " ")
		if got != c.want {
			t.Errorf("in %dx%d it says %q, want %q", c.w, c.h, got, c.want)
		}
		for _, l := range lines {
			if width(l) != c.w {
				t.Errorf("in %dx%d the line %q is %d wide", c.w, c.h, l, width(l))
			}
		}
	}
}

// begin is the sequence that begins a paint.
func begin(p Paint) string {
	sequence, _, _ := strings.Cut(p.On("x"), "x")
	return sequence
}

func TestABoxStandsOutFromWhatLiesUnderIt(t *testing.T) {
	theme := NewTheme(true, termenv.ANSI256, false)
	var screen []string
	for range 7 {
		screen = append(screen, theme.Bad.On(strings.Repeat("x", 10))+theme.Good.On(strings.Repeat("日", 5)))
	}
	out := Box(screen, "T", []string{theme.Warn.On("inside")}, 12, 3, theme)
	for i, l := range out {
		if width(l) != 20 {
			t.Errorf("line %d is %d wide: %q", i, width(l), l)
		}
		if strings.Contains(l, begin(theme.Bad)) || strings.Contains(l, begin(theme.Good)) {
			t.Errorf("line %d keeps its colours under the box: %q", i, l)
		}
	}
	if got := ansi.Strip(out[3]); got != "xxx │ inside   │ 日 " && got != "xxx │ inside   │  日" {
		t.Errorf("the box is drawn as %q", got)
	}
	if !strings.Contains(out[3], theme.Warn.On("inside")) {
		t.Errorf("what stands in the box lost its colour: %q", out[3])
	}
	if got := ansi.Strip(Box(screen, "T", nil, 20, 3, theme)[2]); !strings.HasPrefix(got, "┌─ T ─") {
		t.Errorf("a box as wide as the screen is drawn as %q", got)
	}
}
