package views

import "strings"

// Source is a text that a Doc is made of.
type Source interface {
	// Key names the content: two sources with one key make the same Doc for the
	// same theme and width.
	Key() string
	// Fluid reports whether the Doc depends on the width.
	Fluid() bool
	// Draft makes at once what can be made at once; whole reports whether nothing is
	// left for Render.
	Draft(t *Theme, w int) (d *Doc, whole bool)
	// Render makes the Doc. It may take long: call it where nobody waits, and not
	// twice at a time.
	Render(t *Theme, w int) *Doc
}

// draftLines is how much of a long text its draft holds: more than a screen.
const draftLines = 400

// draftBytes bounds a draft whose lines are long.
const draftBytes = 32 << 10

// draftOf makes a plain Doc of the beginning of a text.
func draftOf(content string) *Doc {
	return NewDoc(SourceLines(content[:beginning(content)])...)
}

// beginning is how many bytes of a text its draft holds. A rune may be cut in
// two there; what is cut is drawn for a moment only.
func beginning(content string) int {
	end := 0
	for n := 0; n < draftLines && end < len(content); n++ {
		i := strings.IndexByte(content[end:], '\n')
		if i < 0 || end+i >= draftBytes {
			return min(len(content), max(end, draftBytes))
		}
		end += i + 1
	}
	return end
}

// Copied is a Source that is copied as another text than it is drawn as.
type Copied interface{ Text() string }

// Words is a Source that is drawn at once and not worth keeping: a report, a page
// of facts.
type Words func(t *Theme, w int) *Doc

// Key implements Source: words have no name.
func (Words) Key() string { return "" }

// Fluid implements Source.
func (Words) Fluid() bool { return true }

// Draft implements Source.
func (s Words) Draft(t *Theme, w int) (*Doc, bool) { return s(t, w), true }

// Render implements Source.
func (s Words) Render(t *Theme, w int) *Doc { return s(t, w) }
