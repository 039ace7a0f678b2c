package excerpt

import (
	"bytes"
	"slices"
	"sort"

	"holdfast/parser/source"
	"holdfast/parser/table"
)

// Least is the size of both versions together below which an excerpt saves nothing, in
// bytes.
const Least = 24 << 10

// furthest is how far from its beginning a file may change, and widest how far it is from
// the first change to the last, in bytes: all of that is read, for how a change is read.
const furthest, widest = 2 << 20, 768 << 10

// around is how many definitions, at least, stand unchanged on either side of the
// change in an excerpt: the parser has found its way again behind them.
const around = 2

// Pair is the same excerpt of two versions of a file.
type Pair struct {
	Before, After []byte
	// Changed is where the change stands in Before, in order: what lies outside of it is
	// the same in After.
	Changed []source.Range
	// open reports whether the change may reach further than the excerpt.
	open bool
}

// Size is that of both versions together, in bytes.
func (p Pair) Size() int { return len(p.Before) + len(p.After) }

// Versions are two versions of a file of one language.
type Versions struct {
	lang          source.Language
	before, after []byte
	was, now      *cutter // of all of either, once it was made
}

// New returns two versions of a file, of which nothing is read yet.
func New(lang source.Language, before, after []byte) *Versions {
	return &Versions{lang: lang, before: before, after: after}
}

// Excerpt cuts both versions down to where they differ and some definitions around it.
// ok is false where it is not sure where they could be cut, where the file is small, or
// where both excerpts together had more than most bytes.
//
// A cut stands before a line of code that begins in the first column below a blank or
// comment line, outside of every bracket, string and comment: what stands above such
// lines and below them is the same in both versions, and read alike. What is between
// them proves something of the whole file, if it parses without an error (see Proves).
func (v *Versions) Excerpt(most int) (p Pair, ok bool) {
	s, ok := v.span()
	if !ok {
		return Pair{}, false
	}
	if p = s.all(); p.Size() > most {
		p = s.pieces()
	}
	return p, p.Size() <= most
}

// read reads both versions between two places, side by side. nowEnd is the end in the
// second.
func (v *Versions) read(start, end, nowEnd int) (was, now *cutter) {
	if v.was != nil && v.now != nil && start == 0 {
		return v.was, v.now
	}
	made := make(chan *cutter, 1)
	go func() { made <- newCutter(v.lang, v.after, start, nowEnd) }()
	was = newCutter(v.lang, v.before, start, end)
	now = <-made
	if start == 0 && end == len(v.before) && nowEnd == len(v.after) {
		v.was, v.now = was, now
	}
	return was, now
}

// Masks are both versions with comments and literals hidden; nil where nothing is known of
// the language.
func (v *Versions) Masks() (before, after Mask) {
	was, now := v.read(0, len(v.before), len(v.after))
	if was == nil || now == nil {
		return Mask{}, Mask{}
	}
	return was.mask(), now.mask()
}

// Mask is a text whose comments are blanks and whose literals are NUL, byte for byte, and
// where those begin that never close.
type Mask struct {
	Text     []byte
	Unclosed []int
}

// span is the part of two versions of a file in which they differ, from cut to cut.
type span struct {
	before, after []byte // the part alone
	was, now      []int  // the cuts in each, in order, its own ends left out
	from, end     int    // where the change stands in before
	open          bool   // see Pair
}

func (v *Versions) span() (s span, ok bool) {
	before, after := v.before, v.after
	if !Reads(v.lang) || len(before)+len(after) < Least {
		return s, false
	}
	from, below := differ(before, after)
	if from == len(before) && from == len(after) || from > furthest || max(len(before), len(after))-below-from > widest {
		return s, false
	}
	// How the text above the change is read is told by reading it; the text behind it is
	// read up to the cut alone, in both versions.
	start, end, shift := 0, len(before)-below, len(after)-len(before) // in before
	first := newCutter(v.lang, before, 0, lineEnd(before, from))
	if first == nil {
		return s, false
	}
	if above := first.cuts(0, from); len(above) > around {
		start = above[len(above)-1-around]
	}
	behind := window(before, end)
	was, now := v.read(start, behind, behind+shift)
	if was == nil || now == nil {
		return s, false
	}
	wasCuts, nowCuts := was.cuts(start, was.end), now.cuts(start, now.end)
	ends := wasCuts[sort.SearchInts(wasCuts, end):]
	both := slices.DeleteFunc(slices.Clone(ends), func(c int) bool {
		_, found := slices.BinarySearch(nowCuts, c+shift)
		return !found
	})
	stop := len(before)
	switch {
	case len(both) > around:
		stop = both[around]
	case len(both) == 0 && len(ends) > around: // the change opens what it does not close
		stop, s.open = ends[around], true
	}
	s.before, s.after, s.from, s.end = before[start:stop], after[start:stop+shift], from-start, end-start
	s.was, s.now = within(wasCuts, start, stop), within(nowCuts, start, stop+shift)
	return s, true
}

// within are the cuts between two places, counted from the first.
func within(cuts []int, start, stop int) (list []int) {
	for _, c := range cuts {
		if c > start && c < stop {
			list = append(list, c-start)
		}
	}
	return list
}

// all is the whole span.
func (s span) all() Pair {
	return Pair{Before: s.before, After: s.after, Changed: []source.Range{{Start: s.from, End: s.end}}, open: s.open}
}

// differ returns how many bytes two texts share at their beginnings and, behind that,
// at their ends, in whole lines.
func differ(a, b []byte) (from, below int) {
	n := min(len(a), len(b))
	for from < n && a[from] == b[from] {
		from++
	}
	if from < len(a) || from < len(b) {
		from = bytes.LastIndexByte(a[:from], '\n') + 1
	}
	for below < n-from && a[len(a)-1-below] == b[len(b)-1-below] {
		below++
	}
	if below > 0 {
		if line := bytes.IndexByte(a[len(a)-below:], '\n'); line >= 0 && len(a)-below > 0 && a[len(a)-below-1] != '\n' {
			below -= line + 1
		} else if line < 0 {
			below = 0
		}
	}
	return from, below
}

// reach is how far behind a change a cut is looked for, in bytes.
const reach = 32 << 10

// window is the end of the lines behind at in which a cut is looked for.
func window(text []byte, at int) int {
	return lineEnd(text, at+reach)
}

// lineEnd is where the next line begins behind at, or the end of the text.
func lineEnd(text []byte, at int) int {
	if at < len(text) {
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			return at + n + 1
		}
	}
	return len(text)
}

// cutter finds where a part of a text may be cut, from a place on where it may be.
type cutter struct {
	text       []byte
	masked     []byte // the part, its comments and literals hidden
	unclosed   []int
	start, end int
}

func (c *cutter) mask() Mask { return Mask{c.masked, c.unclosed} }

// newCutter reads a part of a text; it is nil where that cannot be done.
func newCutter(lang source.Language, text []byte, start, end int) (c *cutter) {
	defer func() {
		if recover() != nil { // as of a parse: no text may end the process (parser.Parse)
			c = nil
		}
	}()
	if start > end || end > len(text) {
		return nil
	}
	masked, unclosed := table.Masked(lang, text[start:end])
	if len(masked) != end-start {
		return nil
	}
	return &cutter{text, masked, unclosed, start, end}
}

// cuts are the places from from to to at which the text may be cut, in order.
func (c *cutter) cuts(from, to int) (list []int) {
	depth, blank := 0, true
	for at := 0; at < len(c.masked); {
		end := len(c.masked)
		if n := bytes.IndexByte(c.masked[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		line, place := c.masked[at:end], c.start+at
		if place > to {
			break
		}
		if blank && depth == 0 && place >= from && place > c.start && begins(line[0]) && line[0] == c.text[place] {
			list = append(list, place)
		}
		blank = true
		for _, b := range line {
			switch b {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			case ' ', '\t', '\r', '\n':
				continue
			}
			blank = false
		}
		at = end
	}
	return list
}

// begins reports whether a line that begins so may be that of a definition: it goes on
// with none that stands above.
func begins(c byte) bool {
	return c == '_' || c == '@' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
