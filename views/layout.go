package views

import "slices"

// The sizes at which the screen changes its form.
const (
	// MinWidth and MinHeight are the smallest screen; below, a line says so.
	MinWidth, MinHeight = 50, 12
	// TwoColumns is the width from which lists and detail stand side by side.
	TwoColumns = 80
	// maxBanner is how many lines a banner takes at most.
	maxBanner = 2
	// SplitWidth is the width from which a diff shows both sides.
	SplitWidth = 140
)

// Rect is a place on the screen in columns and lines.
type Rect struct{ X, Y, W, H int }

// Holds reports whether the point lies in r.
func (r Rect) Holds(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Inner is r without its title line.
func (r Rect) Inner() Rect { return Rect{r.X, r.Y + 1, r.W, max(r.H-1, 0)} }

// Slot is what a pane asks of the layout: a pane has as much room as it has to
// show, and one without rows is its title alone.
type Slot struct {
	Rows  int  // lines that it would show
	Strip bool // it stands across the bottom instead
}

// OnDetail is the focus of the detail pane.
const OnDetail = -1

// Ask is what a layout depends on besides the size.
type Ask struct {
	Slots  []Slot
	Focus  int  // index into Slots, or OnDetail
	From   int  // the slot that the detail belongs to
	Tall   bool // the others are but their titles
	Zoom   bool // the focused pane takes all
	Banner int  // lines of a banner
}

// Layout tells where everything stands. A pane's Rect begins with its title line;
// a pane that is not shown has no height.
type Layout struct {
	W, H     int
	TooSmall bool
	Wall     int  // column between lists and detail, 0 for one column
	Body     Rect // everything between top line, banner and bar
	Panes    []Rect
	Detail   Rect
}

// Arrange lays a screen of w by h out.
func Arrange(w, h int, ask Ask) Layout {
	l := Layout{W: w, H: h, Panes: make([]Rect, len(ask.Slots))}
	if w < MinWidth || h < MinHeight {
		l.TooSmall = true
		return l
	}
	banner := min(ask.Banner, maxBanner)
	l.Body = Rect{0, 1 + banner, w, h - 2 - banner}
	switch {
	case ask.Zoom && ask.Focus == OnDetail, w < TwoColumns && ask.Focus == OnDetail:
		l.Detail = l.Body
	case ask.Zoom:
		l.Panes[ask.Focus] = l.Body
	case w < TwoColumns:
		l.oneColumn(ask)
	default:
		l.twoColumns(ask)
	}
	return l
}

// oneColumn stacks all panes; the focused one takes what the others leave.
func (l *Layout) oneColumn(ask Ask) {
	all := make([]int, len(ask.Slots))
	for i := range all {
		all[i] = i
	}
	l.stack(all, l.Body, ask, ask.Focus)
}

// twoColumns puts the lists on the left, the detail on the right and strips
// across the bottom.
func (l *Layout) twoColumns(ask Ask) {
	body := l.Body
	var column []int
	for i := len(ask.Slots) - 1; i >= 0; i-- {
		if ask.Slots[i].Strip {
			h := l.strip(ask, i)
			body.H -= h
			l.Panes[i] = Rect{0, body.Y + body.H, l.W, h}
		} else {
			column = append([]int{i}, column...)
		}
	}
	l.Wall = min(l.W*2/5, 72)
	l.Detail = Rect{l.Wall + 1, body.Y, l.W - l.Wall - 1, body.H}
	body.W = l.Wall
	l.stack(column, body, ask, column[0])
}

// strip is the height of a strip: its title and an eighth of the screen at most, a
// third where the operator is in it.
func (l *Layout) strip(ask Ask, i int) int {
	most := max(1, min(8, l.H/8))
	switch {
	case ask.in() != i:
	case ask.Tall:
		return l.Body.H * 2 / 3
	default:
		most = max(most, l.H/3)
	}
	return 1 + min(most, ask.Slots[i].Rows)
}

// in is the slot that the operator is in.
func (a Ask) in() int {
	if a.Focus == OnDetail {
		return a.From
	}
	return a.Focus
}

// stack places panes one below the other in body: first a few rows for each that
// has any, then all rows of the one that the operator is in, then those of the
// others. What is left over is the pane's named by rest.
func (l *Layout) stack(panes []int, body Rect, ask Ask, rest int) {
	few := max(1, body.H/8)
	if ask.Tall && slices.Contains(panes, ask.in()) {
		few, rest = 0, ask.in()
	}
	h := map[int]int{}
	left := body.H
	for _, i := range panes {
		h[i] = 1 + min(ask.Slots[i].Rows, few)
		left -= h[i]
	}
	for ; left < 0; left++ { // a banner over the smallest screen
		high := panes[0]
		for _, i := range panes {
			if h[i] > h[high] && i != ask.in() || high == ask.in() {
				high = i
			}
		}
		h[high]--
	}
	order := append([]int{ask.in()}, panes...)
	for _, i := range order {
		if few > 0 && slices.Contains(panes, i) {
			more := max(min(left, 1+ask.Slots[i].Rows-h[i]), 0)
			h[i] += more
			left -= more
		}
	}
	h[rest] += left
	y := body.Y
	for _, i := range panes {
		l.Panes[i] = Rect{body.X, y, body.W, h[i]}
		y += h[i]
	}
}
