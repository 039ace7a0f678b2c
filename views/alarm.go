package views

import "strings"

// Alarm is one row of the inbox: something that the operator should know of.
type Alarm struct {
	Key   string
	Sign  string // what sort it is: a reason of Stale, "lost", "failed", "" for any other
	When  string // it happened, "" where it stands until it is settled
	About string
	Text  string
	Goes  string // where enter goes, in a word or two
}

// ID implements Row.
func (a Alarm) ID() string { return a.Key }

// Match implements Row.
func (a Alarm) Match() string {
	is := a.Sign
	if d, ok := disagreements[a.Sign]; ok {
		is = d.search()
	}
	return strings.Join([]string{a.About, a.Text, a.When, is, "is:" + a.Sign}, " ")
}

func (a Alarm) sign(t *Theme) (string, Paint) {
	switch a.Sign {
	case "failed":
		return t.Glyphs.Fail, t.Bad
	case "lost", "":
		return t.Glyphs.Banner, t.Warn
	}
	return disagreementOf(a.Sign).sign(t)
}

// Draw implements Row: "> ▲ bufio/bufio.go  2 changed on disk". What it is about
// gives way to what is said of it.
func (a Alarm) Draw(t *Theme, w int, selected bool) string {
	ink := func(p Paint) Paint {
		if selected {
			return Paint{}
		}
		return p
	}
	glyph, paint := a.sign(t)
	var l Line
	l.Put(Paint{}, cursorOf(t, selected)+" ").Put(ink(paint), glyph).Gap(1)
	if a.When != "" {
		l.Put(ink(t.Dim), a.When).Gap(2)
	}
	if a.About != "" {
		room := w - l.Width() - 1
		l.Put(ink(t.Strong), FitKey(a.About, max(room*2/5, min(room-width(Clean(a.Text))-2, room), 8), t)).Gap(2)
	}
	return l.Put(Paint{}, cut(Clean(a.Text), max(w-1-l.Width(), 0), t.Glyphs.Ellipsis)).Fit(w, t)
}

// Foot says all of it, in at most most lines of w columns.
func (a Alarm) Foot(t *Theme, w, most int) []string {
	d := &Doc{}
	d.Prose(t.Dim, strings.Join(filled(a.About, a.Text), ": "), 0, w)
	lines := d.texts()
	if len(lines) > most {
		lines = append(lines[:most-1:most-1], t.Dim.On("enter goes to where all of it stands"))
	}
	return lines
}

// Standing says of the symbols of a file, or of a folder that is gone, how they and the
// disk disagree, by their reasons: "2 changed on disk, 1 not saved yet"; withheld is
// from how many requests they were.
func Standing(byReason map[string]int, deleted bool, withheld int) string {
	var parts []string
	for _, r := range [...]struct{ reason, says string }{
		{"vanished", "deleted"}, {"edited", "changed on disk"}, {"not_applied", "not saved yet"}, {"in_review", "in review"}, {"unreadable", "unreadable"},
	} {
		n := byReason[r.reason]
		switch {
		case n == 0:
		case deleted && r.reason == "vanished":
			parts = append(parts, "deleted, "+Count(n, "symbol", "symbols"))
		default:
			parts = append(parts, itoa(n)+" "+r.says)
		}
	}
	if withheld > 0 {
		parts = append(parts, "withheld from "+Count(withheld, "request", "requests"))
	}
	return strings.Join(parts, ", ")
}
