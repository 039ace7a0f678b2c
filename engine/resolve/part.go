package resolve

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"holdfast/parser/outline"
)

// partOf is why a text is no whole new version of a file without symbols, "" where
// it is one: it begins and ends as the file does, or it is a text of the file's
// format that keeps its top-level keys and most of its lines (product 8).
func partOf(path string, text, base []byte) string {
	was, now := telling(base), telling(text)
	if len(was) == 0 {
		return ""
	}
	if len(was) >= 3 && len(now) >= 2 && was[0] == now[0] && was[len(was)-1] == now[len(now)-1] {
		return ""
	}
	o := outline.Of(path, text)
	if o.Broken != "" {
		return "it may be a part of " + path + ": " + o.Broken
	}
	if gone := without(outline.Of(path, base).Keys, o.Keys); len(gone) > 0 {
		return fmt.Sprintf("it may be a part of %s: it lacks %s", path, clip(strings.Join(gone, ", ")))
	}
	kept := len(was) - len(without(was, now))
	if len(was) < 3 && len(now) >= len(was) || 2*kept >= len(was) {
		return ""
	}
	return fmt.Sprintf("it may be a part of %s: it keeps %d of %d lines", path, kept, len(was))
}

// telling are the lines of a text that hold a letter or a digit.
func telling(text []byte) (lines []string) {
	for line := range bytes.Lines(text) {
		if t := strings.TrimSpace(string(line)); strings.ContainsFunc(t, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			lines = append(lines, t)
		}
	}
	return lines
}

// without are the elements of a list that another lacks, each counted.
func without(list, other []string) (gone []string) {
	left := make(map[string]int, len(other))
	for _, s := range other {
		left[s]++
	}
	for _, s := range list {
		if left[s]--; left[s] < 0 {
			gone = append(gone, s)
		}
	}
	return gone
}
