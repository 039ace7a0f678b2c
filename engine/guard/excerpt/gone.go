package excerpt

import (
	"bytes"
	"slices"

	"holdfast/parser/source"
)

// Whole is both versions of a file in pieces, for what is to be known of a file that is
// changed all over.
type Whole struct {
	before, after *cutter
	was, now      []source.Range
	words         map[string]bool // of the code of after
}

// Whole cuts both versions wholly; nil where it is not sure where they could be cut.
func (v *Versions) Whole() *Whole {
	if !Reads(v.lang) {
		return nil
	}
	w := &Whole{}
	if w.before, w.after = v.read(0, len(v.before), len(v.after)); w.before == nil || w.after == nil {
		return nil
	}
	w.words = wordsOf(w.after.masked)
	w.was, w.now = w.before.ranges(), w.after.ranges()
	return w
}

// ranges are the pieces of a whole text.
func (c *cutter) ranges() (list []source.Range) {
	start := 0
	for _, end := range append(c.cuts(0, c.end), c.end) {
		list = append(list, source.Range{Start: start, End: end})
		start = end
	}
	return list
}

// Names reports whether the code of the second version holds a word.
func (w *Whole) Names(word string) bool { return w.words[word] }

// Gone are the pieces of the first version that may define what the second does not even
// name, at most so many bytes of them: first those with such a word on a line that begins
// in the first column. share is how much of the file those are, of 1.
func (w *Whole) Gone(most int) (list [][]byte, share float64) {
	var sure, perhaps []source.Range
	for _, r := range w.was {
		switch first, any := w.unnamed(r); {
		case first:
			sure = append(sure, r)
		case any:
			perhaps = append(perhaps, r)
		}
	}
	for _, r := range slices.Concat(sure, perhaps) {
		if most -= r.Len(); most >= 0 {
			list = append(list, w.before.text[r.Start:r.End])
		} else {
			most += r.Len() // a smaller one may fit
		}
	}
	return list, float64(len(sure)) / float64(max(1, len(w.was)))
}

// unnamed reports whether a piece of the first version holds a word of code that the
// second does not, and whether it does so on a line that begins in the first column.
func (w *Whole) unnamed(r source.Range) (first, any bool) {
	for line := range bytes.Lines(w.before.masked[r.Start:r.End]) {
		top := begins(line[0])
		if any && !top {
			continue
		}
		for word := range words(line) {
			if !w.words[string(word)] {
				first, any = first || top, true
				break
			}
		}
		if first {
			break
		}
	}
	return first, any
}

// Shrunk are the definitions that both versions begin with the same line, and that have
// lost the most of their text in the second: at most so many bytes of both.
func (w *Whole) Shrunk(most int) (p Pair) {
	type piece struct {
		was, now source.Range
		n        int
	}
	heads := map[string]*piece{}
	head := func(c *cutter, r source.Range) string {
		line, _, _ := bytes.Cut(c.text[r.Start:r.End], []byte("\n"))
		return string(bytes.TrimSpace(line))
	}
	for _, r := range w.was {
		h := head(w.before, r)
		if heads[h] == nil {
			heads[h] = &piece{was: r}
		} else {
			heads[h].n = 2 // which of them is meant is not known
		}
	}
	for _, r := range w.now {
		if h := heads[head(w.after, r)]; h != nil {
			h.now = r
			h.n++
		}
	}
	var list []*piece
	for _, h := range heads {
		if h.n == 1 && 4*h.now.Len() < 3*h.was.Len() {
			list = append(list, h)
		}
	}
	slices.SortFunc(list, func(a, b *piece) int {
		if d := (b.was.Len() - b.now.Len()) - (a.was.Len() - a.now.Len()); d != 0 {
			return d
		}
		return a.was.Start - b.was.Start
	})
	for _, h := range list {
		if p.Size()+h.was.Len()+h.now.Len() <= most {
			p.Before = append(p.Before, w.before.text[h.was.Start:h.was.End]...)
			p.After = append(p.After, w.after.text[h.now.Start:h.now.End]...)
		}
	}
	p.Changed = []source.Range{{Start: 0, End: len(p.Before)}}
	return p
}

// wordsOf are the words of a text.
func wordsOf(text []byte) map[string]bool {
	all := map[string]bool{}
	for word := range words(text) {
		if !all[string(word)] {
			all[string(word)] = true
		}
	}
	return all
}

// words gives the words of a text that begin with no digit, as names do.
func words(text []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for at := 0; at < len(text); {
			if !inWord(text[at]) {
				at++
				continue
			}
			start := at
			for at < len(text) && inWord(text[at]) {
				at++
			}
			if text[start]-'0' > 9 && !yield(text[start:at]) {
				return
			}
		}
	}
}

// inWord reports whether a byte stands in names, as all that are no ASCII do.
func inWord(b byte) bool {
	return b == '_' || b == '$' || 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b >= 0x80
}
