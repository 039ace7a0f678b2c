package views

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Filter keeps only rows that pass f (see Query).
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
	if !l.direct() {
		l.show(l.words(l.filter))
	}
	l.cursor = max(0, min(l.cursor, l.Len()-1))
}

// words are what a filter looks for; where it looks for any, what it looks in is
// made.
func (l *List) words(filter string) Query {
	words := QueryOf(filter)
	if filter != "" && l.lower == nil {
		l.lower = lowered(l.rows)
	}
	return words
}

// Searched are rows of which it is known what a filter searches without making them.
type Searched interface {
	Rows
	// Match is that of row i.
	Match(i int) string
}

// lowered are what a filter searches of rows, in lower case. Those of many rows are parts
// of one string: of 200,000 rows each would be two pieces of memory otherwise.
func lowered(rows Rows) []string {
	match := func(i int) string { return rows.At(i).Match() }
	if searched, ok := rows.(Searched); ok {
		match = searched.Match
	}
	list := make([]string, rows.Len())
	var room []byte
	ends := make([]int, 0, together)
	for i := range list {
		room = appendLower(room, match(i))
		ends = append(ends, len(room))
		if len(ends) < together && i+1 < len(list) {
			continue
		}
		text, from := string(room), 0
		for j, end := range ends {
			list[i+1-len(ends)+j], from = text[from:end], end
		}
		room, ends = room[:0], ends[:0]
	}
	return list
}

// together is of how many rows the texts are one string.
const together = 4096

// appendLower appends a text in lower case.
func appendLower(b []byte, s string) []byte {
	from := len(b)
	b = slices.Grow(b, len(s))
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			return append(b[:from], strings.ToLower(s)...)
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return b
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
		if e := l.entry(i); e >= 0 && words.Finds(l.lower[e]) {
			l.cursor = i
			return true
		}
	}
	return false
}

// Query is a filter as it is understood: every word must be found, in any case.
// "!word" must not be. "is:stale", "kind:method" and the like are found as the words
// that a row has of its state, "file:pool" in its path, and "re:…" is a regular
// expression over all of it. A word of this language that is none is looked for as it
// stands, and Fault says so.
type Query []term

// filterWords are what may stand before the colon, isWords what may follow "is:".
var (
	filterWords = []string{"is", "file", "kind", "re"}
	isWords     = []string{
		"stale", "changed", "edited", "not_saved_yet", "not_applied", "deleted", "vanished", "unreadable", "in_review", "kept", "contested", "removed", "forgotten", "tombstoned",
		"pending", "confirmed", "inferred", "unresolved", "unlinked", "accepted", "rejected", "withheld", "live", "waiting", "streaming", "settling", "done", "failed", "lost", "open", "new",
	}
)

// FilterFault says which word of a filter is none of its language, "" where all are.
func FilterFault(filter string) string {
	for _, word := range strings.Fields(filter) {
		kind, rest, ok := strings.Cut(strings.TrimPrefix(word, "!"), ":")
		kind = strings.ToLower(kind)
		if !ok || strings.HasPrefix(rest, ":") || strings.ContainsAny(kind, "./\\") || rest == "" && kind != "re" {
			continue // path::symbol, a place such as a.go:3, or a word that is still typed
		}
		switch {
		case kind == "re":
			if _, err := regexp.Compile(rest); err != nil {
				return "re: is no regular expression: " + rest
			}
		case kind == "is":
			if !slices.ContainsFunc(isWords, func(w string) bool { return strings.HasPrefix(w, strings.ToLower(rest)) }) {
				return "is:" + rest + " is unknown: is: goes with " + strings.Join(isWords[:1], "") + ", pending, kept, deleted, unlinked, failed …"
			}
		case !slices.Contains(filterWords, kind) && isLetters(kind):
			return kind + ": is unknown: " + strings.Join(filterWords, ": ") + ": are known"
		}
	}
	return ""
}

func isLetters(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < 'a' || r > 'z' }) < 0
}

type term struct {
	word string
	re   *regexp.Regexp
	file bool
	not  bool
}

// QueryOf reads a filter.
func QueryOf(filter string) Query {
	var q Query
	for _, word := range strings.Fields(filter) {
		t := term{word: strings.ToLower(word)}
		if rest, ok := strings.CutPrefix(t.word, "!"); ok && rest != "" {
			t.word, t.not = rest, true
		}
		switch kind, rest, ok := strings.Cut(t.word, ":"); {
		case !ok || rest == "" || strings.HasPrefix(rest, ":"): // path::symbol is a word
		case kind == "file":
			t.word, t.file = rest, true
		case kind == "re":
			if re, err := regexp.Compile("(?i)" + word[strings.Index(word, ":")+1:]); err == nil {
				t.re = re
			}
		}
		q = append(q, t)
	}
	return q
}

// Finds reports whether text, in lower case, passes.
func (q Query) Finds(text string) bool {
	for _, t := range q {
		if t.found(text) == t.not {
			return false
		}
	}
	return true
}

func (t term) found(text string) bool {
	switch {
	case t.re != nil:
		return t.re.MatchString(text)
	case t.file:
		return inPath(text, t.word)
	}
	return strings.Contains(text, t.word)
}

// inPath reports whether a path that a text names holds a word: one before "::", or
// where it names no symbol, its beginning.
func inPath(text, word string) bool {
	symbols := false
	for field := range strings.FieldsSeq(text) {
		if path, _, ok := strings.Cut(field, "::"); ok {
			symbols = true
			if strings.Contains(path, word) {
				return true
			}
		}
	}
	first, _, _ := strings.Cut(text, " ")
	return !symbols && strings.Contains(first, word)
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
