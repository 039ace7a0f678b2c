package views

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

// sketch draws a layout with the bare names of what stands where, in ASCII.
func sketch(w, h int, ask Ask) string {
	t := NewTheme(true, termenv.Ascii, true)
	l := Arrange(w, h, ask)
	if l.TooSmall {
		return strings.Join(TooSmall(w, h), "\n")
	}
	s := Screen{
		Top: pad("top", 3, w), Bar: pad("bar", 3, w),
		Panes: make([]Block, len(ask.Slots)),
	}
	for range ask.Banner {
		s.Banner = append(s.Banner, pad("banner", 6, w))
	}
	for i := range ask.Slots {
		s.Panes[i] = sketchBlock("pane "+itoa(i+1), l.Panes[i], i == ask.Focus)
	}
	s.Detail = sketchBlock("detail", l.Detail, ask.Focus == OnDetail)
	return stripped(strings.Join(Compose(l, s, t), "\n"))
}

func sketchBlock(name string, r Rect, focus bool) Block {
	b := Block{Title: name, Place: "1/9", Focus: focus}
	for i := range r.Inner().H {
		l := cut(strings.Repeat(itoa(i%10), 3), r.W, "")
		b.Lines = append(b.Lines, pad(l, width(l), r.W))
	}
	return b
}

// stripped removes paints.
func stripped(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		if strings.HasPrefix(s, "\x1b[") {
			s = s[strings.IndexByte(s, 'm')+1:]
			continue
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String()
}

var (
	threePanes = []Slot{{Rows: 30}, {Rows: 2}, {Strip: true, Rows: 4}}
	rowedPanes = []Slot{{Rows: 30}, {Rows: 9}, {}, {Rows: 5}, {Strip: true, Rows: 9}}
	fivePanes  = []Slot{{Rows: 3}, {}, {Rows: 40}, {Rows: 5}, {Strip: true}}
)

func TestLayoutIsDrawnAsSketched(t *testing.T) {
	for _, c := range []struct {
		name string
		w, h int
		ask  Ask
	}{
		{"two columns at 80x24", 80, 24, Ask{Slots: threePanes}},
		{"two columns at 80x24 with five panes and a banner", 80, 24, Ask{Slots: fivePanes, Focus: 2, Banner: 1}},
		{"two columns where the operator is in a pane of five rows", 80, 24, Ask{Slots: rowedPanes, Focus: 3}},
		{"two columns where its detail is open", 80, 24, Ask{Slots: rowedPanes, Focus: OnDetail, From: 3}},
		{"one column below 80", 60, 20, Ask{Slots: threePanes, Focus: 1}},
		{"one column shows the detail alone", 60, 14, Ask{Slots: threePanes, Focus: OnDetail}},
		{"zoom gives the focused pane all", 80, 14, Ask{Slots: threePanes, Focus: 2, Zoom: true}},
		{"the smallest screen", 50, 12, Ask{Slots: fivePanes, Banner: 1}},
		{"a smaller screen says so", 49, 5, Ask{Slots: threePanes}},
	} {
		t.Run(c.name, func(t *testing.T) {
			golden(t, filepath.Join("layout", strings.ReplaceAll(c.name, " ", "-")+".txt"), sketch(c.w, c.h, c.ask)+"\n")
		})
	}
}

func TestLayoutHoldsAtEverySize(t *testing.T) {
	for _, slots := range [][]Slot{threePanes, fivePanes, rowedPanes} {
		for w := 1; w <= 250; w++ {
			for h := 1; h <= 80; h++ {
				for _, ask := range []Ask{
					{Slots: slots}, {Slots: slots, Focus: len(slots) - 1, Banner: 2},
					{Slots: slots, Focus: OnDetail}, {Slots: slots, Focus: 1, Zoom: true}, {Slots: slots, Focus: len(slots) - 2}, {Slots: slots, Focus: 1, Tall: true}, {Slots: slots, Focus: len(slots) - 1, Tall: true},
				} {
					checkLayout(t, w, h, ask)
				}
			}
		}
	}
}

// checkLayout fails unless every cell of the body belongs to exactly one pane or
// the wall.
func checkLayout(t *testing.T, w, h int, ask Ask) {
	t.Helper()
	l := Arrange(w, h, ask)
	if l.TooSmall {
		if w >= MinWidth && h >= MinHeight {
			t.Fatalf("%dx%d is said to be too small", w, h)
		}
		return
	}
	area := 0
	for _, r := range append([]Rect{l.Detail}, l.Panes...) {
		if r.W < 0 || r.H < 0 || r.H > 0 && (r.X < 0 || r.Y < l.Body.Y || r.X+r.W > w || r.Y+r.H > l.Body.Y+l.Body.H) {
			t.Fatalf("%dx%d %+v: %+v leaves the body %+v", w, h, ask, r, l.Body)
		}
		area += r.W * r.H
	}
	if l.Wall > 0 {
		area += l.Detail.H
	}
	if area != l.Body.W*l.Body.H {
		t.Fatalf("%dx%d %+v: panes cover %d cells of %d", w, h, ask, area, l.Body.W*l.Body.H)
	}
}

// golden compares got with a file of testdata, or writes it where
// HOLDFAST_UPDATE is set.
func golden(t *testing.T, name, got string) {
	t.Helper()
	lines := strings.Split(got, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	got = strings.Join(lines, "\n")
	path := filepath.Join("testdata", name)
	if os.Getenv("HOLDFAST_UPDATE") != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (HOLDFAST_UPDATE=1 writes it)", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s\nwant:\n%s", path, got, want)
	}
}
