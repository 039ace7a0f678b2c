package source

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Lines are whole lines of a text, from 1, the last included.
type Lines struct{ First, Last int }

// String is "7", or "7-9".
func (l Lines) String() string {
	if l.First == l.Last {
		return fmt.Sprint(l.First)
	}
	return fmt.Sprintf("%d-%d", l.First, l.Last)
}

// Damage is which part of a file its faults leave in doubt: the lines that could
// not be read, of which nothing is known but the symbols that begin or end in
// them, and the symbols that hold a fault or may go on in those lines.
func (f *File) Damage() (unread []Lines, symbols []string) {
	ends := lineEnds(f.Src)
	taken := f.taken()
	for _, fault := range f.Faults {
		for _, r := range outside(f.Src, fault, taken) {
			l := ends.of(r)
			if n := len(unread); n > 0 && l.First <= unread[n-1].Last+1 {
				unread[n-1].Last = max(unread[n-1].Last, l.Last)
				continue
			}
			unread = append(unread, l)
		}
	}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if s.IsRest() {
			continue // a fault in it is one beside the definitions
		}
		within := func(r Range) bool { return meet(unread, ends.of(r)) }
		if s.Errors > 0 || slices.ContainsFunc(s.Extents, within) {
			symbols = append(symbols, s.Name)
		}
	}
	return unread, symbols
}

// meet reports whether some of all share a line with l.
func meet(all []Lines, l Lines) bool {
	at, _ := slices.BinarySearchFunc(all, l.First, func(u Lines, first int) int { return cmp.Compare(u.Last, first) })
	return at < len(all) && all[at].First <= l.Last
}

// ends are the offsets at which the lines of a text end.
type ends []int

func lineEnds(src []byte) ends {
	var e ends
	for i, c := range src {
		if c == '\n' {
			e = append(e, i)
		}
	}
	return e
}

// of are the lines that a range without a line end behind it covers.
func (e ends) of(r Range) Lines {
	first, _ := slices.BinarySearch(e, r.Start)
	last, _ := slices.BinarySearch(e, max(r.Start, r.End-1))
	return Lines{first + 1, last + 1}
}

// taken is what belongs to the symbols, in order and not overlapping.
func (f *File) taken() []Range {
	var all []Range
	for i := range f.Symbols {
		if f.Symbols[i].IsRest() {
			continue
		}
		all = append(append(all, f.Symbols[i].Extents...), f.Symbols[i].Docs...)
	}
	slices.SortFunc(all, func(a, b Range) int { return cmp.Compare(a.Start, b.Start) })
	merged := all[:0]
	for _, r := range all {
		if n := len(merged); n > 0 && r.Start <= merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, r.End)
			continue
		}
		merged = append(merged, r)
	}
	return merged
}

// outside are the pieces of a fault that stand outside of what is taken, without
// the blanks around them. A fault of no length is something missing: it stands
// inside also at the end of what is taken.
func outside(src []byte, fault Range, taken []Range) (pieces []Range) {
	at, _ := slices.BinarySearchFunc(taken, fault.Start, func(r Range, start int) int { return cmp.Compare(r.End, start) })
	if fault.Len() == 0 {
		if at < len(taken) && taken[at].Start <= fault.Start {
			return nil
		}
		return []Range{fault}
	}
	add := func(start, end int) {
		text := src[start:end]
		start += len(text) - len(bytes.TrimLeft(text, blanks))
		if end -= len(text) - len(bytes.TrimRight(text, blanks)); start < end {
			pieces = append(pieces, Range{start, end})
		}
	}
	start := fault.Start
	for ; at < len(taken) && taken[at].Start < fault.End; at++ {
		if taken[at].Start > start {
			add(start, taken[at].Start)
		}
		start = max(start, taken[at].End)
	}
	if start < fault.End {
		add(start, fault.End)
	}
	return pieces
}

const blanks = " \t\r\n\v\f"

// JoinLines names lines in a few words: "line 7", "lines 7-9, 12"; "" for none.
func JoinLines(all []Lines) string {
	switch {
	case len(all) == 0:
		return ""
	case len(all) == 1 && all[0].First == all[0].Last:
		return "line " + all[0].String()
	}
	named := make([]string, len(all))
	for i, l := range all {
		named[i] = l.String()
	}
	return "lines " + strings.Join(named, ", ")
}
