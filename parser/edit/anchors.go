package edit

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// underAnchors keeps the matches that stand under the hunk's anchors. A match
// that is unique in the whole file needs only to stand after them; of several,
// those inside the definition that the last anchor opens are kept.
func underAnchors(text string, h Hunk, found []splice) ([]splice, *MismatchError) {
	after, indent := 0, 0
	for _, a := range h.Anchors {
		next, width, ok := findAnchor(text, a, after)
		if !ok {
			return nil, &MismatchError{Reason: fmt.Sprintf("the file has no line %q, under which it says to look", clip(a))}
		}
		after, indent = next, width
	}
	end := len(text)
	if len(found) > 1 {
		end = endOfDefinition(text, after, indent)
	}
	// A hunk may repeat its anchor as its first line.
	repeats := strings.TrimSpace(firstLine(h.Old)) == strings.TrimSpace(h.Anchors[len(h.Anchors)-1])
	var kept []splice
	for _, p := range found {
		inside := p.start >= after || repeats && p.start+len(firstLine(h.Old))+1 == after
		if inside && p.start < end {
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 {
		return nil, &MismatchError{Reason: fmt.Sprintf("its old text does not stand under %q", clip(h.Anchors[len(h.Anchors)-1]))}
	}
	return kept, nil
}

// findAnchor finds the first line at or after from that is the anchor, or
// begins with it and goes on with something other than a name. It returns
// where the next line begins and how far the anchor is indented.
func findAnchor(text, anchor string, from int) (next, indent int, ok bool) {
	anchor = strings.TrimSpace(anchor)
	if anchor == "" {
		return from, 0, true
	}
	for from < len(text) {
		line := firstLine(text[from:])
		from = min(from+len(line)+1, len(text))
		body := strings.TrimLeft(line, " \t")
		rest, has := strings.CutPrefix(body, anchor)
		if !has {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(rest); rest == "" || !wordRune(r) {
			return from, len(line) - len(body), true
		}
	}
	return 0, 0, false
}

// endOfDefinition is where the definition ends whose first line, indented by
// indent, ends just before from: at the next line that is indented no deeper
// and begins with a word. Closing brackets do not begin with one.
func endOfDefinition(text string, from, indent int) int {
	for at := from; at < len(text); {
		line := firstLine(text[at:])
		body := strings.TrimLeft(line, " \t")
		r, _ := utf8.DecodeRuneInString(body)
		if body != "" && len(line)-len(body) <= indent && (wordRune(r) || r == '@') {
			return at
		}
		at += len(line) + 1
	}
	return len(text)
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// firstLine is s up to its first newline.
func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
