package views

import (
	"sort"
	"strings"
)

// Grouped are rows of which neighbours may stand under a row of their own, such as
// the symbols of a file.
type Grouped interface {
	Rows
	// Group names what row i belongs to, "" for nothing. Neighbours of one name stand
	// under a row of their own from Least of them on.
	Group(i int) string
	Least(group string) int
	// Folds reports whether a group is folded until the operator unfolds it.
	Folds(group string) bool
	// Below is row i as it is drawn under the row of its group, and Head makes that
	// row of the group's rows.
	Below(i int) Row
	Head(group string, from, to int, folded bool) Row
}

// group is a run of rows under a row of their own.
type group struct {
	name     string
	from, to int
	head     Row // nil until it is drawn
}

// HeadID is the ID of the row of a group.
func HeadID(group string) string { return "group " + group }

// gather finds the groups of the rows.
func (l *List) gather() {
	l.groups = l.groups[:0]
	rows, ok := l.rows.(Grouped)
	if !ok {
		return
	}
	for from := 0; from < rows.Len(); {
		name, to := rows.Group(from), from+1
		for to < rows.Len() && name != "" && rows.Group(to) == name {
			to++
		}
		if name != "" && to-from >= rows.Least(name) {
			l.groups = append(l.groups, group{name: name, from: from, to: to})
		}
		from = to
	}
}

// direct reports whether the list shows its rows just as they are.
func (l *List) direct() bool { return l.filter == "" && len(l.groups) == 0 }

// entry is what stands at place i of what is shown: a row by its index, or the row of
// group g as -g-1.
func (l *List) entry(i int) int {
	if l.direct() {
		return i
	}
	return l.shown[i]
}

func (l *List) idAt(i int) string {
	if e := l.entry(i); e >= 0 {
		return l.rows.ID(e)
	} else {
		return HeadID(l.groups[-e-1].name)
	}
}

func (l *List) rowAt(i int) Row {
	e := l.entry(i)
	if e >= 0 {
		if l.groupOf(e) >= 0 {
			return l.rows.(Grouped).Below(e)
		}
		return l.rows.At(e)
	}
	g := &l.groups[-e-1]
	if g.head == nil {
		g.head = l.rows.(Grouped).Head(g.name, g.from, g.to, l.folded(g.name))
	}
	return g.head
}

// groupOf is the group that a row stands under, -1 for none.
func (l *List) groupOf(row int) int {
	g := sort.Search(len(l.groups), func(i int) bool { return l.groups[i].to > row })
	if g < len(l.groups) && l.groups[g].from <= row {
		return g
	}
	return -1
}

func (l *List) folded(name string) bool {
	if folded, said := l.folds[name]; said {
		return folded
	}
	return l.rows.(Grouped).Folds(name)
}

func (l *List) fold(g int, folded bool) {
	if l.folds == nil {
		l.folds = map[string]bool{}
	}
	l.folds[l.groups[g].name] = folded
	l.groups[g].head = nil
	l.apply()
}

// Fold folds the group under the cursor or unfolds it; from one of its rows it folds
// the group and goes to its row. It reports whether there is a group.
func (l *List) Fold() bool {
	if l.Len() == 0 || l.rows == nil {
		return false
	}
	e := l.entry(l.cursor)
	g := -e - 1
	if e >= 0 {
		g = l.groupOf(e)
	}
	switch {
	case g < 0:
		return false
	case e < 0:
		l.fold(g, !l.folded(l.groups[g].name))
	default:
		l.fold(g, true)
	}
	l.Select(HeadID(l.groups[g].name))
	return true
}

// unfolds selects a row that is folded away.
func (l *List) unfolds(id string) bool {
	if l.filter != "" {
		return false
	}
	for g := range l.groups {
		for i := l.groups[g].from; i < l.groups[g].to; i++ {
			if l.rows.ID(i) == id {
				l.fold(g, false)
				return l.Select(id)
			}
		}
	}
	return false
}

// show lists what passes the words of a filter, group by group. What a filter finds
// is seen, folded or not.
func (l *List) show(words Query) {
	l.shown, l.found = l.shown[:0], 0
	g := 0
	for i := 0; i < l.Total(); i++ {
		if g < len(l.groups) && l.groups[g].from == i {
			l.shown = append(l.shown, -g-1)
			before, open := l.found, l.filter != "" || !l.folded(l.groups[g].name)
			for ; i < l.groups[g].to; i++ {
				if l.passes(words, i) && open {
					l.shown = append(l.shown, i)
				}
			}
			if l.found == before {
				l.shown = l.shown[:len(l.shown)-1]
			}
			i--
			g++
			continue
		}
		if l.passes(words, i) {
			l.shown = append(l.shown, i)
		}
	}
}

// passes reports whether a filter lets a row pass, and counts it.
func (l *List) passes(words Query, i int) bool {
	if l.filter != "" && !words.Finds(l.lower[i]) {
		return false
	}
	l.found++
	return true
}

// Gathered are the rows of the group whose row is under the cursor, those that pass
// the filter; nil where the cursor is on no such row.
func (l *List) Gathered() []Row {
	if l.rows == nil || l.cursor >= l.Len() {
		return nil
	}
	e := l.entry(l.cursor)
	if e >= 0 {
		return nil
	}
	var out []Row
	for _, i := range l.under(l.groups[-e-1]) {
		out = append(out, l.rows.At(i))
	}
	return out
}

// under are the rows of a group that pass the filter.
func (l *List) under(g group) []int {
	words := l.words(l.filter)
	var out []int
	for i := g.from; i < g.to; i++ {
		if l.filter == "" || words.Finds(l.lower[i]) {
			out = append(out, i)
		}
	}
	return out
}

// Found is the number of rows that pass the filter, without those of groups.
func (l *List) Found() int {
	if l.direct() {
		return l.Total()
	}
	return l.found
}

// File is the row of a file, or of a folder that is gone, under which its symbols
// stand.
type File struct {
	Name                              string
	Count                             int
	Files                             int // that the symbols stand in, of a folder
	Stale, Vanished, Unreadable, Wait int
	Folded                            bool
}

// ID implements Row.
func (f File) ID() string { return HeadID(f.Name) }

// Match implements Row: its symbols are what a filter looks in.
func (f File) Match() string { return f.Name }

// Draw implements Row: "> ▾ bufio/bufio.go  48 ▲2 ◆1".
func (f File) Draw(t *Theme, w int, selected bool) string {
	ink := func(p Paint) Paint {
		if selected {
			return Paint{}
		}
		return p
	}
	fold := t.Glyphs.Unfolded
	if f.Folded {
		fold = t.Glyphs.Folded
	}
	var right Line
	right.Put(ink(t.Dim), itoa(f.Count))
	for _, c := range []struct {
		n     int
		p     Paint
		glyph string
	}{{f.Stale, t.Warn, t.Glyphs.Stale}, {f.Vanished, t.Bad, t.Glyphs.Vanished}, {f.Unreadable, t.Bad, t.Glyphs.Unreadable}, {f.Wait, t.Accent, t.Glyphs.Pending}} {
		switch {
		case c.n == f.Count && c.glyph == t.Glyphs.Vanished && w >= 36:
			right.Put(ink(c.p), " "+c.glyph+" deleted")
		case c.n > 0:
			right.Put(ink(c.p), " "+c.glyph+itoa(c.n))
		}
	}
	right.Gap(1)
	var l Line
	l.Put(Paint{}, cursorOf(t, selected)+" ").Put(ink(t.Dim), fold+" ")
	l.Put(ink(t.Strong), cutHead(Clean(f.Name), max(w-l.Width()-right.Width()-2, 0), t.Glyphs.Ellipsis)).Gap(2)
	left := max(w-right.Width(), 0)
	return fit(l.Fit(left, t)+right.String(), left+right.Width(), w, t)
}

// shortKey is a key without what the row above it says, "" where none does.
func shortKey(key, above string) string {
	if above == "" {
		return key
	}
	return "  " + strings.TrimPrefix(key, above)
}
