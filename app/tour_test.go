package app

import "testing"

// guided is a tour of two steps.
type guided struct{ steps []string }

func (g *guided) Step() string {
	if len(g.steps) == 0 {
		return ""
	}
	return g.steps[0]
}
func (g *guided) Next()        { g.steps = g.steps[1:] }
func (g *guided) Watch(func()) {}

func TestATourStandsInTheDetailAndGoesOnByOneKey(t *testing.T) {
	d := drive(t, story())
	d.m.opts.Tour = &guided{[]string{"1/2 Look at what waits: press 2, then enter.", "2/2 That is all."}}
	for _, size := range [][2]int{{60, 20}, {80, 24}, {200, 60}} {
		d.Size(size[0], size[1]).Sees("1/2 Look at what waits", "n next step")
	}
	d.Size(80, 24).Sees("│ 1/2 Look at what waits").Press("z").Sees("\n 1/2 Look").Press("z")
	d.Press("2", "enter").Sees("\n 1/2 Look at what waits: press 2, then enter.\n━ Review")
	d.Press("esc").Size(80, 24).Press("2", "enter").Sees("1/2 Look at what waits", "Review").SeesNo("n next step") // n is the review's here
	d.Press("esc", "n").Sees("2/2 That is all.").SeesNo("1/2")
	d.Press("n").SeesNo("2/2", "n next step")
}
