package views

import "strings"

// Filter keeps only rows that hold each word of f, in any case.
func (l *List) Filter(f string) {
	if f == l.filter {
		return
	}
	id := l.selectedID()
	if l.filter = f; f != "" {
		l.last = f
	}
	l.apply()
	if !l.Select(id) {
		l.cursor = 0
	}
}

// Filtered returns the filter, "" for none.
func (l *List) Filtered() string { return l.filter }

func (l *List) apply() {
	l.shown = l.shown[:0]
	if l.filter != "" {
		words := l.words(l.filter)
		for i := range l.Total() {
			if len(words) == 0 || Finds(words, l.lower[i]) {
				l.shown = append(l.shown, i)
			}
		}
	}
	l.cursor = max(0, min(l.cursor, l.Len()-1))
}

// words are what a filter looks for; where it looks for any, what it looks in is
// made.
func (l *List) words(filter string) []string {
	words := FilterWords(filter)
	if len(words) > 0 && l.lower == nil {
		l.lower = make([]string, l.Total())
		for i := range l.lower {
			l.lower[i] = strings.ToLower(l.rows.At(i).Match())
		}
	}
	return words
}

// Sought is the filter that Seek goes by: the one that holds, or the last one.
func (l *List) Sought() string {
	if l.filter != "" {
		return l.filter
	}
	return l.last
}

// Seek moves the cursor to the next row (dir 1) or the one before (dir -1) that
// the filter finds, the last one where none holds, and reports whether there is one.
func (l *List) Seek(dir int) bool {
	words := l.words(l.Sought())
	for i := l.cursor + dir; i >= 0 && i < l.Len(); i += dir {
		if Finds(words, l.lower[l.place(i)]) {
			l.cursor = i
			return true
		}
	}
	return false
}

// FilterWords are the words of a filter, in lower case.
func FilterWords(filter string) []string { return strings.Fields(strings.ToLower(filter)) }

// Finds reports whether text, in lower case, holds every word of a filter.
func Finds(words []string, text string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
