package views

import "strings"

// Block is what fills a pane: its title, and lines that are as wide as its Rect
// and as many as its inner height.
type Block struct {
	Title string // without paint
	Key   string // after the title, a name that is shortened at its head
	Place string // at the right end of the title line: "12/142"
	Focus bool
	Lines []string
}

// Screen is a screen to be drawn: the blocks of a Layout, in its order.
type Screen struct {
	Top, Bar string   // as wide as the screen
	Banner   []string // as many lines as the layout has for it
	Panes    []Block
	Detail   Block
}

// Compose draws s as l lays it out: exactly l.H lines of exactly l.W columns.
func Compose(l Layout, s Screen, t *Theme) []string {
	lines := make([]string, 0, l.H)
	lines = append(lines, s.Top)
	lines = append(lines, s.Banner...)
	for y := l.Body.Y; y < l.Body.Y+l.Body.H; y++ {
		lines = append(lines, bodyLine(l, s, y, t))
	}
	return append(lines, s.Bar)
}

// bodyLine draws the line at y out of the panes that it crosses.
func bodyLine(l Layout, s Screen, y int, t *Theme) string {
	left := ""
	for i, r := range l.Panes {
		if !r.Holds(r.X, y) {
			continue
		}
		if r.W == l.W { // a strip or a single column
			return blockLine(r, s.Panes[i], y, l.Wall, t)
		}
		left = blockLine(r, s.Panes[i], y, 0, t)
		break
	}
	if l.Wall == 0 {
		return blockLine(l.Detail, s.Detail, y, 0, t)
	}
	wall := t.Glyphs.Wall
	switch {
	case y == l.Detail.Y:
		wall = t.Glyphs.Tee
	case titleAt(l, y):
		wall = t.Glyphs.Join
	}
	return left + t.Border.On(wall) + blockLine(l.Detail, s.Detail, y, 0, t)
}

func titleAt(l Layout, y int) bool {
	for _, r := range l.Panes {
		if r.H > 0 && r.Y == y {
			return true
		}
	}
	return false
}

// blockLine is the line of one pane at y: its title or one of its lines.
func blockLine(r Rect, b Block, y, wall int, t *Theme) string {
	if y == r.Y {
		return titleLine(r.W, b, wall, t)
	}
	if i := y - r.Y - 1; i < len(b.Lines) {
		return b.Lines[i]
	}
	return spaces(r.W)
}

// titleLine draws "─ 1 State Map 142 ───── 12/142 ─"; where a wall ends on it,
// the rule shows that at column wall.
func titleLine(w int, b Block, wall int, t *Theme) string {
	rule, ink, border := t.Glyphs.Rule, t.Title, t.Border
	if b.Focus {
		rule, ink, border = t.Glyphs.FocusRule, t.FocusTitle, t.FocusTitle
	}
	title, place := "", ""
	if b.Place != "" {
		place = " " + b.Place + " "
	}
	if room := w - 4 - width(place); room > 0 && b.Title+b.Key != "" {
		title = " " + cut(b.heading(room, t), room, t.Glyphs.Ellipsis) + " "
	}
	from := 1 + width(title)
	to := max(w-1-width(place), from)
	var l Line
	l.Put(border, rule).Put(ink, title)
	if wall > from && wall < to {
		l.Put(border, strings.Repeat(rule, wall-from)+t.Glyphs.Close+strings.Repeat(rule, to-wall-1))
	} else {
		l.Put(border, strings.Repeat(rule, to-from))
	}
	return l.Put(t.Dim, place).Put(border, rule).Fit(w, t)
}

// Fits reports whether the title and the place both stand whole on a line of w columns.
func (b Block) Fits(w int) bool { return width(Clean(b.Title))+width(b.Place)+6 <= w }

// heading is the title and the key in at most room columns, as far as the key's
// end leaves any.
func (b Block) heading(room int, t *Theme) string {
	title := Clean(b.Title)
	if b.Key == "" {
		return fewerCounts(title, room, t)
	}
	if title != "" {
		title += " "
	}
	return title + FitKey(b.Key, max(room-width(title), 0), t)
}

// fewerCounts leaves out the last counts of a title that has no room for all of them: of
// "3 Stale 2 · 1 vanished · 1 unreadable" no word is cut.
func fewerCounts(title string, room int, t *Theme) string {
	say := title
	for width(say) > room {
		at := strings.LastIndex(title, sep(t))
		if at < 0 || title[at+len(sep(t))] < '0' || title[at+len(sep(t))] > '9' {
			return say
		}
		title = title[:at]
		say = title + " " + t.Glyphs.Ellipsis
	}
	return say
}

// TooSmall fills a screen that is below the smallest size with a line that says
// so.
func TooSmall(w, h int) []string {
	lines := make([]string, 0, max(h, 0))
	say := "holdfast needs " + itoa(MinWidth) + "x" + itoa(MinHeight) + ", this is " + itoa(w) + "x" + itoa(h)
	for i := range max(h, 0) {
		l := ""
		if i == h/2 {
			l = cut(say, w, "")
		}
		lines = append(lines, pad(l, width(l), w))
	}
	return lines
}
