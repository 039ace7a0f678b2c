package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MismatchError tells why a Change does not fit its base.
type MismatchError struct {
	// Path is the file as the change names it.
	Path string
	// Hunk counts from 1 of Of; 0 is the change as a whole.
	Hunk, Of int
	// Matches is how often the old text was found; counting stops at
	// MatchLimit.
	Matches int
	// OldLine is the 1-based line of the old text that the base does not have,
	// BaseLine the line of the base where it was expected; 0 if unknown.
	OldLine, BaseLine int
	// Want and Got are those two lines, shortened for display.
	Want, Got string
	// Base is what the change was tried on, "the file" where it is empty.
	Base string
	// Reason is what else is wrong, as a clause: "the file already exists".
	Reason string
}

// MatchLimit is the number of matches at which counting stops.
const MatchLimit = 100

func (e *MismatchError) Error() string {
	base := e.Base
	if base == "" {
		base = "the file"
	}
	var b strings.Builder
	b.WriteString("the edit")
	if e.Path != "" {
		b.WriteString(" of " + e.Path)
	}
	b.WriteString(" does not fit")
	if e.Of > 1 && e.Hunk > 0 {
		fmt.Fprintf(&b, " at part %d of %d", e.Hunk, e.Of)
	}
	switch {
	case e.Reason != "":
		b.WriteString(": " + e.Reason)
	case e.Matches > 1:
		n := strconv.Itoa(e.Matches)
		if e.Matches >= MatchLimit {
			n = "at least " + n
		}
		fmt.Fprintf(&b, ": its old text stands %s times in %s; it must be there exactly once", n, base)
	case e.BaseLine > 0:
		fmt.Fprintf(&b, ": line %d of its old text is %q, but line %d of %s is %q",
			e.OldLine, e.Want, e.BaseLine, base, e.Got)
	case e.OldLine > 0:
		fmt.Fprintf(&b, ": %s has no line %q", base, e.Want)
	default:
		b.WriteString(": its old text is not in " + base)
	}
	return b.String()
}

// Nearer reports whether the change came further with its base than with that of
// other: more of its parts fitted, or more lines of the one that did not.
func (e *MismatchError) Nearer(other *MismatchError) bool {
	reach := func(e *MismatchError) []int { return []int{e.Hunk, min(e.Matches, 2), e.OldLine, e.BaseLine} }
	return slices.Compare(reach(e), reach(other)) > 0
}

// differ fills in the first line at which old departs from the base, measured
// at the place of the base that agrees with it for longest.
func (e *MismatchError) differ(base, old string) {
	want := strings.Split(strings.TrimSuffix(old, "\n"), "\n")
	got := strings.Split(strings.TrimSuffix(base, "\n"), "\n")
	best, at, tried := 0, -1, 0
	for i := 0; i < len(got) && tried < MatchLimit; i++ {
		if got[i] != want[0] {
			continue
		}
		tried++
		n := 1
		for n < len(want) && i+n < len(got) && want[n] == got[i+n] {
			n++
		}
		if n > best {
			best, at = n, i
		}
	}
	if at < 0 {
		e.OldLine, e.Want = 1, clip(want[0])
		return
	}
	if best == len(want) {
		return
	}
	e.OldLine, e.Want = best+1, clip(want[best])
	if at+best < len(got) {
		e.BaseLine, e.Got = at+best+1, clip(got[at+best])
	}
}

// clip shortens a line for display, on a rune boundary.
func clip(s string) string {
	const most = 80
	for i := range s {
		if i >= most {
			return s[:i] + "…"
		}
	}
	return s
}
