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

// Slot is what a pane asks of the layout.
type Slot struct {
	Weight int  // its share of the column
	Strip  bool // it stands across the bottom instead
	// Rows are the rows that it always has, and shows all of while the operator is
	// in it; 0 where rows come and go.
	Rows int
}

// OnDetail is the focus of the detail pane.
const OnDetail = -1

// Ask is what a layout depends on besides the size.
type Ask struct {
	Slots  []Slot
	Focus  int  // index into Slots, or OnDetail
	From   int  // the slot that the detail belongs to
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
	others := len(ask.Slots) - 1
	small := 1 + min(3, l.Body.H/6)
	for small > 1 && l.Body.H-small*others < 4 { // down to bare titles
		small--
	}
	y := l.Body.Y
	for i := range ask.Slots {
		h := small
		if i == ask.Focus {
			h = l.Body.H - small*others
		}
		l.Panes[i] = Rect{0, y, l.W, h}
		y += h
	}
}

// twoColumns puts the lists on the left, the detail on the right and strips
// across the bottom.
func (l *Layout) twoColumns(ask Ask) {
	body := l.Body
	strip := 1 + max(1, min(8, l.H/8))
	var column []int
	for i := len(ask.Slots) - 1; i >= 0; i-- {
		if ask.Slots[i].Strip {
			body.H -= strip
			l.Panes[i] = Rect{0, body.Y + body.H, l.W, strip}
		} else {
			column = append([]int{i}, column...)
		}
	}
	l.Wall = min(l.W*2/5, 72)
	l.Detail = Rect{l.Wall + 1, body.Y, l.W - l.Wall - 1, body.H}
	y := body.Y
	shares := sharesOf(body.H, ask.Slots, column)
	if in := slices.Index(column, ask.in()); in >= 0 {
		enough(shares, in, ask.Slots[column[in]].Rows)
	}
	for n, i := range column {
		h := shares[n]
		l.Panes[i] = Rect{0, y, l.Wall, h}
		y += h
	}
}

// in is the slot that the operator is in.
func (a Ask) in() int {
	if a.Focus == OnDetail {
		return a.From
	}
	return a.Focus
}

// enough gives one pane of a column the lines for its title and that many rows,
// each from the highest of the others. What is taken depends on where the
// operator is, never on what the panes hold: nothing moves because data came.
func enough(shares []int, in, rows int) {
	const least = 3
	for rows > 0 && shares[in] < rows+1 {
		high := -1
		for i, h := range shares {
			if i != in && h > least && (high < 0 || h > shares[high]) {
				high = i
			}
		}
		if high < 0 {
			return
		}
		shares[high]--
		shares[in]++
	}
}

// sharesOf divides h among the panes of a column by weight: two lines at least
// for each, and what rounding leaves to the first.
func sharesOf(h int, slots []Slot, column []int) []int {
	const least = 2
	total := 0
	for _, i := range column {
		total += slots[i].Weight
	}
	shares := make([]int, len(column))
	free, used := h-least*len(column), 0
	for n, i := range column {
		shares[n] = least + max(free, 0)*slots[i].Weight/max(total, 1)
		used += shares[n]
	}
	if len(shares) > 0 {
		shares[0] += h - used
	}
	return shares
}
