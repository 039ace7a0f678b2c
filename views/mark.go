package views

// Mark marks the selected row, or takes its mark away. Marks stay with their
// rows, whatever comes, goes or is filtered; a row that goes takes its own along.
func (l *List) Mark() {
	if l.Selected() == nil {
		return
	}
	l.toggle(l.span(l.cursor, l.cursor))
}

// MarkAll marks all rows that the filter shows, or takes their marks away.
func (l *List) MarkAll() {
	if l.Len() > 0 {
		l.toggle(l.span(0, l.Len()-1))
	}
}

// Range begins a range at the cursor, or marks all rows of the one that was begun.
// It reports whether it has begun one.
func (l *List) Range() (begun bool) {
	if l.anchor == "" {
		l.anchor = l.selectedID()
		return l.anchor != ""
	}
	from := l.cursor
	for i := range l.Len() {
		if l.idAt(i) == l.anchor {
			from = i
		}
	}
	l.anchor = ""
	for _, id := range l.span(min(from, l.cursor), max(from, l.cursor)) {
		l.mark(id)
	}
	return false
}

// span are the rows between two places, those of a group for the group's row.
func (l *List) span(from, to int) []string {
	var ids []string
	for i := from; i <= to; i++ {
		e := l.entry(i)
		if e >= 0 {
			ids = append(ids, l.rows.ID(e))
			continue
		}
		for _, row := range l.under(l.groups[-e-1]) {
			ids = append(ids, l.rows.ID(row))
		}
	}
	return ids
}

// toggle marks rows, or where all of them are marked, takes their marks away.
func (l *List) toggle(ids []string) {
	all := true
	for _, id := range ids {
		all = all && l.marks[id]
	}
	for _, id := range ids {
		if all {
			l.Unmark(id)
		} else {
			l.mark(id)
		}
	}
}

func (l *List) mark(id string) {
	if l.marks == nil {
		l.marks = map[string]bool{}
	}
	l.marks[id] = true
}

// Unmark takes the mark of the row named id away.
func (l *List) Unmark(id string) { delete(l.marks, id) }

// Unmarked takes all marks away and reports whether there were any.
func (l *List) Unmarked() bool {
	had := len(l.marks) > 0
	l.marks = nil
	return had
}

// Marks counts the marked rows.
func (l *List) Marks() int { return len(l.marks) }

// Marked returns the marked rows in their order, also those that a filter hides.
func (l *List) Marked() []Row {
	if len(l.marks) == 0 {
		return nil
	}
	out := make([]Row, 0, len(l.marks))
	for i := range l.Total() {
		if l.marks[l.rows.ID(i)] {
			out = append(out, l.rows.At(i))
		}
	}
	return out
}

// Holds reports whether there is a row named id, shown or not.
func (l *List) Holds(id string) bool {
	return id != "" && l.Find(func(x string) bool { return x == id }) != ""
}

// keepMarks drops the marks of rows that are gone.
func (l *List) keepMarks() {
	if len(l.marks) == 0 {
		return
	}
	kept := make(map[string]bool, len(l.marks))
	for _, r := range l.Marked() {
		kept[r.ID()] = true
	}
	l.marks = kept
}

// marked puts the mark of a row into its second column.
func (l *List) marked(r Row, drawn string, t *Theme) string {
	if len(l.marks) == 0 || !l.marks[r.ID()] || len(drawn) < 2 || drawn[1] != ' ' {
		return drawn
	}
	return drawn[:1] + t.Glyphs.Mark + drawn[2:]
}
