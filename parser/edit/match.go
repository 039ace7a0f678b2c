package edit

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// place proves where h belongs in text. It never guesses: no place, or more
// than one, is a mismatch.
func place(text string, h Hunk) ([]splice, *MismatchError) {
	switch {
	case h.Insert:
		return placeInsertion(text, h)
	case h.Old == "":
		return placeUnanchored(text, h)
	case h.All:
		return placeAll(text, h)
	}
	if h.Lines && strings.Contains(text, "\r\n") && !strings.Contains(h.Old, "\r") {
		return placeAmidCR(text, h)
	}
	found := matches(text, h, MatchLimit)
	if h.AtEnd && len(found) > 1 {
		if last := found[len(found)-1]; len(found) < MatchLimit && last.end == len(text) {
			found = found[len(found)-1:]
		}
	}
	if h.Line > 0 && len(found) > 1 {
		if p, ok := matchAt(text, h, offsetOfLine(text, h.Line)); ok {
			return []splice{p}, nil
		}
	}
	if len(h.Anchors) > 0 && len(found) > 0 {
		var miss *MismatchError
		if found, miss = underAnchors(text, h, found); miss != nil {
			return nil, miss
		}
	}
	if len(found) == 1 {
		return found, nil
	}
	miss := &MismatchError{Matches: len(found)}
	if len(found) == 0 {
		miss.differ(text, h.Old)
	}
	return nil, miss
}

// placeInsertion puts New after line InsertLine.
func placeInsertion(text string, h Hunk) ([]splice, *MismatchError) {
	at := 0
	if h.InsertLine != 0 {
		lines := strings.Count(text, "\n")
		if text != "" && !strings.HasSuffix(text, "\n") {
			lines++
		}
		if h.InsertLine < 0 || h.InsertLine > lines {
			return nil, &MismatchError{Reason: fmt.Sprintf(
				"it inserts after line %d, but the file has %d lines", h.InsertLine, lines)}
		}
		at = min(offsetOfLine(text, h.InsertLine+1), len(text))
	}
	with := h.New
	if at < len(text) && !strings.HasSuffix(with, "\n") {
		with += "\n"
	}
	if at > 0 && text[at-1] != '\n' {
		with = "\n" + with
	}
	return []splice{{start: at, end: at, with: with}}, nil
}

// placeUnanchored places a hunk that names no old text.
func placeUnanchored(text string, h Hunk) ([]splice, *MismatchError) {
	switch {
	case text == "":
		return []splice{{with: h.New}}, nil
	case h.AtEnd:
		with := h.New
		if !strings.HasSuffix(text, "\n") {
			with = "\n" + strings.TrimSuffix(with, "\n")
		}
		return []splice{{start: len(text), end: len(text), with: with}}, nil
	}
	return nil, &MismatchError{Reason: "it adds lines without any line of the file around them, so their place cannot be proven"}
}

// placeAll finds every occurrence that does not overlap the one before.
func placeAll(text string, h Hunk) ([]splice, *MismatchError) {
	var all []splice
	for from := 0; len(all) < maxPlaces; {
		p, ok := nextMatch(text, h, from)
		if !ok {
			break
		}
		all = append(all, p)
		from = p.end
	}
	if len(all) == 0 {
		miss := &MismatchError{}
		miss.differ(text, h.Old)
		return nil, miss
	}
	return all, nil
}

// matches lists the places of h.Old, overlapping ones too, at most limit.
func matches(text string, h Hunk, limit int) []splice {
	var all []splice
	for from := 0; len(all) < limit; {
		p, ok := nextMatch(text, h, from)
		if !ok {
			break
		}
		all = append(all, p)
		_, size := utf8.DecodeRuneInString(text[p.start:])
		from = p.start + max(size, 1)
	}
	return all
}

// nextMatch finds the first place of h.Old at or after from.
func nextMatch(text string, h Hunk, from int) (splice, bool) {
	for from <= len(text) {
		// The last line of a file may lack the newline that Old ends in, so
		// the search is for Old without it.
		i := strings.Index(text[from:], needle(h))
		if i < 0 {
			return splice{}, false
		}
		if p, ok := matchAt(text, h, from+i); ok {
			return p, true
		}
		// In line mode the next match can only begin at the next line.
		next := strings.IndexByte(text[from+i:], '\n')
		if next < 0 {
			return splice{}, false
		}
		from += i + next + 1
	}
	return splice{}, false
}

// needle is the part of h.Old that every match holds.
func needle(h Hunk) string {
	if h.Lines {
		return strings.TrimSuffix(h.Old, "\n")
	}
	return h.Old
}

// matchAt reports whether h.Old stands at text[at:], and what replaces it.
func matchAt(text string, h Hunk, at int) (splice, bool) {
	if at < 0 || at > len(text) || !strings.HasPrefix(text[at:], needle(h)) {
		return splice{}, false
	}
	p := splice{start: at, end: at + len(h.Old), with: h.New}
	if !h.Lines {
		return p, true
	}
	if at > 0 && text[at-1] != '\n' {
		return splice{}, false
	}
	if !strings.HasSuffix(h.Old, "\n") {
		return p, p.end == len(text) // Old says: last line, no newline after it
	}
	if strings.HasPrefix(text[at:], h.Old) {
		return p, true
	}
	// A final newline is invisible to a model: a file that lacks it matches,
	// and goes on lacking it. So does one whose end has a blank line less, unless
	// the old text stands in the file as it is.
	p.end = len(text)
	p.with = strings.TrimSuffix(h.New, "\n")
	atEnd := at+len(h.Old)-1 == len(text) && at < len(text)
	return p, atEnd && !(strings.HasSuffix(text, "\n") && standsAsLines(text, h.Old))
}

// standsAsLines reports whether lines stand in a text to the byte.
func standsAsLines(text, lines string) bool {
	return strings.HasPrefix(text, lines) || strings.Contains(text, "\n"+lines)
}

// offsetOfLine is where the 1-based line n of text begins, past its end if
// there is none.
func offsetOfLine(text string, n int) int {
	at := 0
	for ; n > 1; n-- {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text) + 1
		}
		at += i + 1
	}
	return at
}
