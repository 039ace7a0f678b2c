package resolve

import (
	"bytes"
	"fmt"
	"strings"

	"holdfast/parser/pattern"
)

// unwritten are the words with which code says that it is still to be written.
var unwritten = pattern.New(`(?i)\bnot[ _-]?(?:yet[ _-]?)?implemented\b|\bNotImplemented(?:Error|Exception)\b|\bunimplemented\b|\btodo!|` +
	`\b(?:todo|fixme)\b[^\n]{0,40}\bimplement|\byour code (?:goes )?here\b|\bimplementation (?:goes )?here\b`)

// findUnwritten is where the first of these words stands in a text, nil for nowhere. Each
// of them holds one of three that are looked for first: most code holds none.
func findUnwritten(text []byte) []int {
	lower := bytes.ToLower(text)
	for _, word := range []string{"implement", "todo!", "your code"} {
		if bytes.Contains(lower, []byte(word)) {
			return unwritten.FindIndex(text)
		}
	}
	return nil
}

// nothing is a line by which a body does nothing.
var nothing = pattern.New(`(?i)^(?:pass|\.\.\.|…|return;?|(?:raise|throw)\b.*not.?implemented.*|panic\(.*not.?implemented.*|todo!\(.*|unimplemented!\(.*)$`)

// empty is a function whose braces hold nothing but comments.
var empty = pattern.New(`\)[^{}()=]*\{(?:\s|//[^\n]*|/\*[^*]*\*/)*\};?\s*$`)

// emptyType is a type whose braces hold nothing, without its comments and the line of a
// brace alone, and emptyEnd a definition whose next word is its end.
var (
	emptyType = pattern.New(`^[^{}()=]*\{\s*\}?;?$`)
	emptyEnd  = pattern.New(`^[^;\n()]*(?:\([^()\n]*\)[ \t]*)?[;\s]\s*end\s*$`)
)

// idle returns the line by which a body does nothing at all, "" for a body that does
// something. What opens and closes the body is none of its lines.
func idle(text []byte) (line string) {
	own := ownLines(text)
	switch code := strings.Join(own, "\n"); {
	case empty.Match(text), emptyType.MatchString(code):
		return "{}"
	case emptyEnd.MatchString(code), bytes.HasSuffix(text, []byte("\nend")) && emptyEnd.MatchString(code+"\nend"):
		return "end"
	}
	for _, l := range own {
		if _, body, ok := strings.Cut(l, "):"); ok { // on the line of its head
			l = strings.TrimSpace(body)
		} else if body := strings.TrimSpace(l[1+strings.LastIndexByte(l, ':'):]); nothing.MatchString(body) {
			l = body
		} else if _, body, ok := strings.Cut(l, "{"); ok {
			l = strings.TrimSpace(strings.TrimRight(body, "} "))
		}
		switch {
		case l == "", strings.HasSuffix(l, ":"), strings.HasPrefix(l, "@"), strings.HasSuffix(l, ",") || strings.HasSuffix(l, "("):
		case nothing.MatchString(l):
			line = l
		default:
			return ""
		}
	}
	return line
}

// stub is why a text that takes the place of base is a placeholder of it and no
// full definition: its body does nothing, as that of base does not, or, shorter
// by a quarter or more, it says that it is to be written. Users who ask for a
// change do not ask for that, whatever they waive. A skeleton of what is new has
// no base, and is one.
func stub(text, base []byte) string {
	line := idle(text)
	hollow := line != "" && len(base) > 0 && idle(base) == ""
	at := findUnwritten(text)
	switch {
	case at == nil && hollow:
		return "its body does nothing now: " + clip(line)
	case at == nil || !hollow && (4*dense(text) >= 3*dense(base) || unwritten.Match(base)):
		return ""
	}
	number := 1 + bytes.Count(text[:at[0]], []byte("\n"))
	from := 1 + bytes.LastIndexByte(text[:at[0]], '\n')
	rest, _, _ := bytes.Cut(text[from:], []byte("\n"))
	return fmt.Sprintf("a placeholder takes the place of the code, at line %d: %q", number, clip(string(rest)))
}

// dense is the length of a text without its blanks, in bytes.
func dense(text []byte) (n int) {
	for _, word := range bytes.Fields(text) {
		n += len(word)
	}
	return n
}
