package hydrate

import (
	"bytes"
	"slices"
	"strings"
)

// Insertion is what one turn puts before the user's own words. It never
// changes, so that every request of the turn carries the same bytes. Its parts
// are those of the cached blocks: an insertion holds no copy of them.
type Insertion struct{ parts [][]byte }

// escapedGap is the blank line behind a section.
const escapedGap = `\n\n`

// Compose puts an insertion together in the order of TSLP 8.4: hydration,
// notices, recent context. A blank line stands between two sections and behind
// the last. It is nil where there is nothing to insert.
func Compose(blocks []*Block, notices, recent string) *Insertion {
	if len(blocks) == 0 && notices == "" && recent == "" {
		return nil
	}
	gap := []byte(escapedGap)
	parts := make([][]byte, 0, 2*len(blocks)+2)
	for _, b := range blocks {
		parts = append(parts, b.Escaped, gap)
	}
	for _, s := range [...]string{notices, recent} {
		if s != "" {
			parts = append(parts, append(appendEscaped(make([]byte, 0, len(s)+len(s)/8+len(gap)), s), gap...))
		}
	}
	return &Insertion{parts}
}

// Join puts sections one behind the other, leaving out what is empty.
func Join(sections ...string) string {
	return strings.Join(slices.DeleteFunc(sections, func(s string) bool { return s == "" }), gap)
}

// Escaped is the insertion as the inside of a JSON string, in parts that are
// ready to be spliced into a body one behind the other. Do not modify them.
func (in *Insertion) Escaped() [][]byte {
	if in == nil {
		return nil
	}
	return in.parts
}

// Text is the insertion as the model sees it. It is made anew at each call.
func (in *Insertion) Text() string {
	if in == nil {
		return ""
	}
	return unescaped(bytes.Join(in.parts, nil))
}

// Strip removes an insertion from the head of a text: clients may store or echo
// what was sent. Text that does not begin with one is returned as it is.
//
// A section ends at the first line that is its closing delimiter and has a
// blank line or the end of the text behind it. Code that holds such a line of
// its own is cut there; the remainder then differs from what the user wrote,
// which costs a repetition in the recent context and nothing else.
func Strip(text string) string {
	rest := text
	for {
		next, ok := afterSection(rest)
		if !ok {
			return rest
		}
		rest = next
	}
}

// afterSection returns what follows the section at the head of text.
func afterSection(text string) (rest string, ok bool) {
	for _, s := range sections {
		if !strings.HasPrefix(text, s.open+"\n") {
			continue
		}
		for at := len(s.open); ; {
			k := strings.Index(text[at:], "\n"+s.close)
			if k < 0 {
				return text, false
			}
			at += k + 1 + len(s.close)
			rest = text[at:]
			if strings.TrimRight(rest, "\n") == "" {
				return "", true
			}
			if strings.HasPrefix(rest, gap) {
				return rest[len(gap):], true
			}
		}
	}
	return text, false
}
