package events

import (
	"strings"
	"unicode/utf8"
)

// FirstLine is the first line of a text with words in it, cut for a list, in a copy
// that does not keep the whole text in memory.
func FirstLine(text string) string {
	const most = 200
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if len(line) <= most {
			return strings.Clone(line)
		}
		cut := most
		for cut > 0 && !utf8.RuneStart(line[cut]) {
			cut--
		}
		return line[:cut] + "…"
	}
	return ""
}
