package resolve

import (
	"bytes"
	"fmt"
	"regexp"
)

// unwritten are the words with which code says that it is still to be written.
var unwritten = regexp.MustCompile(`(?i)\bnot[ _-]?(?:yet[ _-]?)?implemented\b|\bNotImplemented(?:Error|Exception)\b|\bunimplemented\b|\btodo!|` +
	`\b(?:todo|fixme)\b[^\n]{0,40}\bimplement|\byour code (?:goes )?here\b|\bimplementation (?:goes )?here\b`)

// stub is why a text that takes the place of base is a placeholder of it and no
// full definition: shorter by a quarter or more, it says that it is to be written, as
// base does not. Users who ask for a change do not ask for that, whatever they
// waive. A skeleton of what is new has no base, and is one.
func stub(text, base []byte) string {
	at := unwritten.FindIndex(text)
	if at == nil || 4*dense(text) >= 3*dense(base) || unwritten.Match(base) {
		return ""
	}
	line := 1 + bytes.Count(text[:at[0]], []byte("\n"))
	from := 1 + bytes.LastIndexByte(text[:at[0]], '\n')
	rest, _, _ := bytes.Cut(text[from:], []byte("\n"))
	return fmt.Sprintf("a placeholder takes the place of the code, at line %d: %q", line, clip(string(rest)))
}

// dense is the length of a text without its blanks, in bytes.
func dense(text []byte) (n int) {
	for _, word := range bytes.Fields(text) {
		n += len(word)
	}
	return n
}
