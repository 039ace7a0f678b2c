package views

// Mark marks the selected row, or takes its mark away. Marks stay with their
// rows, whatever comes, goes or is filtered; a row that goes takes its own along.
func (l *List) Mark() {
	r := l.Selected()
	if r == nil {
		return
	}
	if l.marks[r.ID()] {
		l.Unmark(r.ID())
		return
	}
	if l.marks == nil {
		l.marks = map[string]bool{}
	}
	l.marks[r.ID()] = true
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
