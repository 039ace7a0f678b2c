package views

import "strings"

// Session is one row of the sessions.
type Session struct {
	Name, Parent                    string
	Active, Archived                bool
	Entities, Stale, Pending, Turns int
	Begun, Last                     string // ages
}

// ID implements Row.
func (s Session) ID() string { return s.Name }

// Match implements Row.
func (s Session) Match() string { return s.Name + " " + s.standing() }

func (s Session) standing() string {
	switch {
	case s.Active:
		return "active"
	case s.Archived:
		return "archived"
	}
	return ""
}

// The columns behind the name: those that have no room leave from the right of
// this list, the age stays longest.
var sessionColumns = []struct {
	title string
	w     int
	from  int // the width of a row from which it is shown
}{
	{"", 9, 0}, {"last", 7, 30}, {"stale", 7, 44}, {"pending", 9, 52}, {"symbols", 9, 62}, {"turns", 7, 70},
}

// cells are what stands in the columns.
func (s Session) cells(t *Theme) []string {
	marked := func(n int, glyph string) string {
		if n == 0 {
			return ""
		}
		return glyph + itoa(n)
	}
	stale := marked(s.Stale, t.Glyphs.Stale)
	if s.Archived {
		stale = ""
	}
	return []string{s.standing(), s.Last, stale, marked(s.Pending, t.Glyphs.Pending), itoa(s.Entities), itoa(s.Turns)}
}

// Draw implements Row: the name, its standing, and its counts right-aligned
// under the heading.
func (s Session) Draw(t *Theme, w int, selected bool) string {
	ink := Paint{}
	switch {
	case selected:
	case s.Archived:
		ink = t.Dim
	case s.Active:
		ink = t.Accent
	}
	sign := " "
	if s.Active {
		sign = t.Glyphs.Pass
	}
	return sessionLine(cursorOf(t, selected)+sign+" "+s.Name, s.cells(t), ink, t, w)
}

// SessionsHead is the heading of the list in w columns.
func SessionsHead(t *Theme, w int) string {
	titles := make([]string, len(sessionColumns))
	for i, c := range sessionColumns {
		titles[i] = c.title
	}
	return sessionLine("   session", titles, t.Dim, t, w)
}

func sessionLine(name string, cells []string, ink Paint, t *Theme, w int) string {
	room := w
	for _, c := range sessionColumns {
		if w >= c.from {
			room -= c.w
		}
	}
	var l Line
	l.Put(ink, cut(Clean(name), room-1, t.Glyphs.Ellipsis)).To(room)
	for i, c := range sessionColumns {
		if w < c.from {
			continue
		}
		cell := Clean(cells[i])
		if i == 0 {
			l.Put(ink, cell).To(room + c.w)
			continue
		}
		l.Gap(c.w-width(cell)).Put(ink, cell)
	}
	return l.Fit(w, t)
}

// Foot says of a session what its row does not.
func (s Session) Foot(t *Theme, w int) string {
	parts := []string{"begun " + s.Begun + " ago"}
	if s.Parent != "" {
		parts = append(parts, "forked from "+s.Parent)
	}
	if s.Archived {
		parts = append(parts, "not compared with the disk")
	}
	var l Line
	return l.Put(t.Dim, "   "+strings.Join(parts, sep(t))).Fit(w, t)
}
