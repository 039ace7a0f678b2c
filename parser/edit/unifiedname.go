package edit

import (
	"regexp"
	"strconv"
	"strings"
)

var stamp = regexp.MustCompile(`\s+(?:\d{4}-\d\d-\d\d|[A-Z][a-z]{2} [A-Z][a-z]{2} +\d)[^/]*$`)

// diffName reads the file name of a "---" or "+++" line, without time stamp.
func diffName(s string) string {
	if strings.HasPrefix(s, `"`) {
		return unquote(s)
	}
	s, _, _ = strings.Cut(s, "\t")
	if at := stamp.FindStringIndex(s); at != nil {
		s = s[:at[0]]
	}
	return strings.TrimSpace(s)
}

// unquote undoes git's C-style quoting of names.
func unquote(s string) string {
	s = strings.TrimSpace(s)
	if len(s) < 2 || s[0] != '"' {
		return s
	}
	if q, err := strconv.QuotedPrefix(s); err == nil {
		if u, err := strconv.Unquote(q); err == nil {
			return u
		}
	}
	return s
}

// stripPrefixes takes git's prefixes off both names, where both carry one.
func stripPrefixes(old, new string) (string, string) {
	o, oldHas := cutSide(old)
	n, newHas := cutSide(new)
	switch {
	case old == devNull && strings.HasPrefix(new, "b/"):
		return old, n
	case new == devNull && strings.HasPrefix(old, "a/"):
		return o, new
	case oldHas && newHas && old[0] != new[0]:
		return o, n
	}
	return old, new
}

// cutSide takes off one of git's prefixes: a/ b/, or the mnemonic i/ w/ c/ o/.
func cutSide(s string) (string, bool) {
	if len(s) > 2 && s[1] == '/' && strings.ContainsRune("abiwco", rune(s[0])) {
		return s[2:], true
	}
	return s, false
}

// gitNames reads the two names of a "diff --git" line that no "---" line
// repeats: a rename, a mode change, an empty file. They are equal but for the
// prefix, or quoted; else the line is ambiguous and both are empty.
func gitNames(s string) (old, new string) {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, `"`) {
		q, err := strconv.QuotedPrefix(s)
		if err != nil {
			return "", ""
		}
		return unquote(q), unquote(s[len(q):])
	}
	half := len(s) / 2
	if len(s)%2 == 0 || s[half] != ' ' {
		return "", ""
	}
	old, new = s[:half], s[half+1:]
	o, n := stripPrefixes(old, new)
	if o != n {
		return "", ""
	}
	return old, new
}
