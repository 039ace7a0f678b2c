package edit

import (
	"bytes"
	"slices"
	"strings"
)

// Bounds on what one change may cost, far above any honest edit.
const (
	maxWork   = 1 << 30  // bytes that its searches may scan together
	maxResult = 64 << 20 // bytes of the file that results
	maxPlaces = 100_000  // places that one replace-all may change
)

// Compose applies c to base in memory and returns the file that results; nil
// for Delete. exists tells a missing file from an empty one.
//
// The old text of every hunk must stand in the base exactly once, to the byte.
// Where it stands more often, only a proof that the edit itself carries may
// choose: a unified hunk's line number that names one of the places exactly,
// or a V4A anchor under which exactly one of them stands. A base whose lines
// all end in CRLF is edited as LF and gets its CRLF back; a byte order mark
// stays. Every refusal is a *MismatchError.
func Compose(base []byte, exists bool, c Change) ([]byte, error) {
	fail := func(reason string) ([]byte, error) {
		return nil, &MismatchError{Path: c.Path, Of: len(c.Hunks), Reason: reason}
	}
	switch c.Op {
	case Write:
		return c.Content, nil
	case Create:
		if exists && len(base) > 0 && !bytes.Equal(base, c.Content) {
			return fail("it creates the file, but the file is already there with other content")
		}
		return c.Content, nil
	case Delete:
		if !exists {
			return fail("it deletes the file, but there is no such file")
		}
		return nil, nil
	case Rename, Replace:
	default:
		return fail("it could not be read")
	}
	if !exists && (c.Op == Rename || !opens(c.Hunks)) {
		return fail("there is no such file to edit")
	}
	text, restore := plain(base)
	hunks := c.Hunks
	if !strings.Contains(text, "\r") {
		hunks = unixHunks(hunks)
	}
	apply := applySequence
	if c.AtOnce {
		apply = applyAtOnce
	}
	out, miss := apply(text, hunks)
	if miss != nil {
		miss.Path, miss.Of = c.Path, len(c.Hunks)
		return nil, miss
	}
	return restore(out), nil
}

// opens reports whether the first hunk can start a file from nothing.
func opens(hunks []Hunk) bool {
	return len(hunks) > 0 && hunks[0].Old == "" && (!hunks[0].Insert || hunks[0].InsertLine == 0)
}

// plain returns base without byte order mark and, if all its lines end in
// CRLF, with LF, and the function that undoes both.
func plain(base []byte) (string, func(string) []byte) {
	const mark = "\ufeff"
	text := string(base)
	prefix := ""
	if strings.HasPrefix(text, mark) {
		prefix, text = mark, text[len(mark):]
	}
	n := strings.Count(text, "\r\n")
	if n == 0 || n != strings.Count(text, "\n") || n != strings.Count(text, "\r") {
		return text, func(s string) []byte { return []byte(prefix + s) }
	}
	return strings.ReplaceAll(text, "\r\n", "\n"), func(s string) []byte {
		return []byte(prefix + strings.ReplaceAll(s, "\n", "\r\n"))
	}
}

// unixHunks returns the hunks with LF for CRLF.
func unixHunks(hunks []Hunk) []Hunk {
	if !slices.ContainsFunc(hunks, func(h Hunk) bool { return strings.Contains(h.Old+h.New, "\r\n") }) {
		return hunks
	}
	out := slices.Clone(hunks)
	for i := range out {
		out[i].Old = strings.ReplaceAll(out[i].Old, "\r\n", "\n")
		out[i].New = strings.ReplaceAll(out[i].New, "\r\n", "\n")
	}
	return out
}

// splice is a replacement at a proven place: text[start:end] becomes with.
type splice struct {
	start, end int
	with       string
}

// applySequence applies each hunk to what the one before it left.
func applySequence(text string, hunks []Hunk) (string, *MismatchError) {
	work := 0
	for i, h := range hunks {
		places, miss := place(text, h)
		if miss == nil {
			work += len(text)
			miss = affordable(text, places, work)
		}
		if miss != nil {
			miss.Hunk = i + 1
			return "", miss
		}
		text = join(text, places)
	}
	return text, nil
}

// affordable refuses what would cost too much time or memory.
func affordable(text string, places []splice, work int) *MismatchError {
	size := len(text)
	for _, p := range places {
		size += len(p.with) - (p.end - p.start)
	}
	if work > maxWork || size > maxResult || len(places) >= maxPlaces {
		return &MismatchError{Reason: "it has too many parts, or makes the file too large"}
	}
	return nil
}

// applyAtOnce places every hunk in the base, then applies them together.
func applyAtOnce(text string, hunks []Hunk) (string, *MismatchError) {
	var all []splice
	for i, h := range hunks {
		places, miss := place(text, h)
		if miss == nil {
			all = append(all, places...)
			miss = affordable(text, places, (i+1)*len(text))
		}
		if miss != nil {
			miss.Hunk = i + 1
			return "", miss
		}
	}
	slices.SortStableFunc(all, func(a, b splice) int { return a.start - b.start })
	for i := 1; i < len(all); i++ {
		if all[i].start < all[i-1].end {
			return "", &MismatchError{Reason: "two of its parts change the same lines"}
		}
	}
	if miss := affordable(text, all, 0); miss != nil {
		return "", miss
	}
	return join(text, all), nil
}

// join builds the text that the splices, in order, leave.
func join(text string, places []splice) string {
	var b strings.Builder
	b.Grow(len(text))
	last := 0
	for _, p := range places {
		b.WriteString(text[last:p.start])
		b.WriteString(p.with)
		last = p.end
	}
	b.WriteString(text[last:])
	return b.String()
}
