package excerpt

import (
	"bytes"
	"slices"

	"holdfast/parser/source"
	"holdfast/parser/table"
)

// Least is the size of both versions together below which an excerpt saves nothing, in
// bytes.
const Least = 24 << 10

// around is how many definitions, at least, stand unchanged on either side of the
// change in an excerpt: the parser has found its way again behind them.
const around = 2

// Pair is the same excerpt of two versions of a file.
type Pair struct {
	Before, After []byte
	// From and To are where the change stands in Before: what ends before From or begins
	// at To or later is the same in After.
	From, To int
	// open reports whether the change may reach further than the excerpt.
	open bool
}

// Size is that of both versions together, in bytes.
func (p Pair) Size() int { return len(p.Before) + len(p.After) }

// Beginning is as much of the beginning of a text, up to so many bytes, as ends where it
// may be cut; nil where no such place is found. That it was one, parsing it tells: what is
// cut inside of a string or comment does not parse.
func Beginning(lang source.Language, text []byte, most int) []byte {
	if !Reads(lang) {
		return nil
	}
	if len(text) <= most {
		return text
	}
	c := newCutter(lang, text, 0, most)
	if c == nil {
		return nil
	}
	cuts := c.cuts(0, most)
	if len(cuts) == 0 {
		return nil
	}
	return text[:cuts[len(cuts)-1]]
}

// Of cuts two versions of a file of that language down to where they differ and some
// definitions around it. ok is false where it is not sure where they could be cut, where
// little would be cut off, or where both excerpts together had more than most bytes.
//
// A cut stands before a line of code that begins in the first column below a blank or
// comment line, outside of every bracket, string and comment: what stands above such
// lines and below them is the same in both versions, and read alike. What is between
// them proves something of the whole file, if it parses without an error (see Proves).
func Of(lang source.Language, before, after []byte, most int) (p Pair, ok bool) {
	if !Reads(lang) || len(before)+len(after) < Least {
		return Pair{}, false
	}
	from, below := differ(before, after)
	if from == len(before) && from == len(after) || len(before)+len(after)-2*(from+below) > most {
		return Pair{}, false
	}
	start := 0
	// How the text above the change is read is told by reading it; the text behind it is
	// read up to the cut alone, in both versions.
	first := newCutter(lang, before, 0, len(before)-below)
	if first == nil {
		return Pair{}, false
	}
	cuts := first.cuts(0, from)
	if len(cuts) > around {
		start = cuts[len(cuts)-1-around]
	}
	end := len(before) - below // in before
	behind := window(before, end)
	was := newCutter(lang, before, start, behind)
	now := newCutter(lang, after, start, len(after)-(len(before)-behind))
	if was == nil || now == nil {
		return Pair{}, false
	}
	shift := len(after) - len(before)
	ends, later := was.cuts(end, was.end), now.cuts(end+shift, now.end)
	both := slices.DeleteFunc(slices.Clone(ends), func(c int) bool { return !slices.Contains(later, c+shift) })
	stop := len(before)
	switch {
	case len(both) > around:
		stop = both[around]
	case len(both) == 0 && len(ends) > around: // the change opens what it does not close
		stop, p.open = ends[around], true
	}
	p.Before, p.After, p.From, p.To = before[start:stop], after[start:stop+shift], from-start, end-start
	return p, 2*p.Size() < len(before)+len(after) && p.Size() <= most
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
	if len(text)-at <= reach {
		return len(text)
	}
	line := bytes.IndexByte(text[at+reach:], '\n')
	if line < 0 {
		return len(text)
	}
	return at + reach + line + 1
}

// cutter finds where a part of a text may be cut, from a place on where it may be.
type cutter struct {
	text       []byte
	masked     []byte // the part, its comments and literals hidden
	start, end int
}

func newCutter(lang source.Language, text []byte, start, end int) *cutter {
	if start > end || end > len(text) {
		return nil
	}
	masked := table.Mask(lang, text[start:end])
	if len(masked) != end-start {
		return nil
	}
	return &cutter{text: text, masked: masked, start: start, end: end}
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
