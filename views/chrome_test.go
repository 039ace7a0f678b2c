package views

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
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
