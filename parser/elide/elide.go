package elide

import (
	"bytes"
	"slices"
	"strings"

	"holdfast/parser/source"
)

// Marker is one place where code was left out.
type Marker struct {
	// Line counts from 1.
	Line int
	// Text is the line without the blanks around it.
	Text string
}

// Find lists the elision markers of src in their order, one a line at most. A
// line that base holds too is not a marker: real files contain such lines, and
// what was there before is not left out now. lang may be empty; then comments
// of all common kinds count.
func Find(lang source.Language, src, base []byte) []Marker { return FindIn("", lang, src, base) }

// FindIn is Find in the file of that path: in a stub file of Python's (".pyi")
// "..." is the body of every function.
func FindIn(path string, lang source.Language, src, base []byte) []Marker {
	var markers []Marker
	lines := split(src)
	c := code{lang: lang, stubs: strings.HasSuffix(path, ".pyi"), lines: lines}
	scanned := scan(lang, lines)
	for i, l := range scanned {
		if !l.remarks() && !goesOn(scanned[i:]) && !c.leavesOut(i, strings.TrimSpace(l.code)) {
			continue
		}
		markers = append(markers, Marker{Line: i + 1, Text: strings.TrimSpace(lines[i])})
	}
	held := heldIn(base, markers)
	return slices.DeleteFunc(markers, func(m Marker) bool { return held[m.Text] })
}

// remarks reports whether a comment of the line says that code was left out.
func (l line) remarks() bool {
	if l.example && (l.adjacent || l.inBlock) {
		return false
	}
	for _, c := range l.comments {
		if suspicious(c) && says(c, l.place(c)) {
			return true
		}
	}
	return false
}

// mostJoined is how many comment lines one remark may take.
const mostJoined = 4

// goesOn reports whether the first of these lines begins a remark of several lines
// that says so: from an ellipsis to an ellipsis, or with one between its two lines.
func goesOn(lines []line) bool {
	if len(lines) < 2 || !lines[0].only || !lines[1].only || lines[0].inBlock || lines[1].inBlock || len(lines[0].comments) != 1 {
		return false
	}
	text := lines[0].comments[0]
	first, last := ellipses(text)
	if !first && !last || lines[0].example {
		return false
	}
	for i := 1; i < min(len(lines), mostJoined) && lines[i].only; i++ {
		next := lines[i].comments[0]
		again, closed := ellipses(next)
		if i == 1 && last && again {
			return ending.MatchString(strings.ToLower(strings.Trim(text, trimmings)))
		}
		if text += " " + next; first && closed {
			return says(text, alone) && (bracketed(text) || ending.MatchString(strings.ToLower(strings.Trim(text, trimmings))))
		}
	}
	return false
}

// suspicious is a cheap test that every marker passes.
func suspicious(s string) bool {
	if hasEllipsis(s) {
		return true
	}
	if len(s) > maxPhrase || strings.TrimSpace(s) == "" {
		return false
	}
	lower := strings.ToLower(s)
	for _, stem := range stems {
		if strings.Contains(lower, stem) {
			return true
		}
	}
	return maybeForeign(lower)
}

func hasEllipsis(s string) bool { return strings.Contains(s, "...") || strings.Contains(s, "…") }

// split cuts src into lines without their line ends.
func split(src []byte) []string {
	if len(src) == 0 {
		return nil
	}
	text := strings.TrimSuffix(string(src), "\n")
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}

// heldIn tells of the texts of markers whether base holds them as lines, without the
// blanks around those.
func heldIn(base []byte, markers []Marker) map[string]bool {
	held := make(map[string]bool, len(markers))
	if len(markers) == 0 {
		return held
	}
	for _, m := range markers {
		held[m.Text] = false
	}
	for l := range bytes.Lines(base) {
		if _, asked := held[string(bytes.TrimSpace(l))]; asked {
			held[string(bytes.TrimSpace(l))] = true
		}
	}
	return held
}
