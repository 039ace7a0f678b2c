package call

import "regexp"

// ended is how clients say with which code a command ended.
var ended = regexp.MustCompile(`(?i)\bexit(?:ed)?(?:[ _](?:with|code|status))*["':=\s]{1,4}\d{1,3}\b`)

// endedWithin is how far from either end of a result a client says it.
const endedWithin = 300

// Ended reports whether a result says with which code its command ended: it ran
// then, whatever came of it.
func Ended(text string) bool {
	return ended.MatchString(text[:min(len(text), endedWithin)]) || ended.MatchString(text[max(0, len(text)-endedWithin):])
}
