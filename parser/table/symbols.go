package table

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"holdfast/parser/source"
)

// symbols merges what was found by name, in order of first appearance, and
// cuts members with their doc comments out of their containers.
func (w *walker) symbols() []source.Symbol {
	holes := make([][]source.Range, len(w.found))
	for _, f := range w.found {
		if f.parent >= 0 {
			holes[f.parent] = append(holes[f.parent], f.docs, f.extent)
		}
	}
	index := map[string]int{}
	var list []source.Symbol
	var shell []bool
	for i, f := range w.found {
		k, known := index[f.name]
		if !known {
			k = len(list)
			index[f.name] = k
			list = append(list, source.Symbol{Name: f.name, Kind: f.rule.Kind, Container: f.container})
			shell = append(shell, false)
		}
		list[k].Top = list[k].Top || f.top
		shell[k] = shell[k] || f.rule.Container
		define(&list[k], f, holes[i])
	}
	for k := range list {
		w.measure(&list[k], shell[k])
	}
	rest := w.restOf()
	if _, taken := index[source.Whole]; !taken && len(rest.Extents) > 0 {
		w.measure(&rest, !slices.Equal(rest.Own, rest.Extents))
		list = append(list, rest)
	}
	return list
}

// restOf is what stands outside of every declaration, as one more symbol.
func (w *walker) restOf() source.Symbol {
	s := source.Symbol{Name: source.Whole, Kind: source.Rest, Top: true, Count: 1}
	var taken []source.Range
	for _, f := range w.found {
		taken = append(taken, f.docs, f.extent)
	}
	sort.SliceStable(taken, func(i, k int) bool { return taken[i].Start < taken[k].Start })
	from := 0
	for _, r := range w.rest {
		for from < len(taken) && taken[from].End <= r.Start {
			from++
		}
		to := from
		for to < len(taken) && taken[to].Start < r.End {
			to++
		}
		if own := without(r, taken[from:to]); len(own) > 0 {
			s.Extents = append(s.Extents, r)
			s.Own = append(s.Own, own...)
		}
	}
	return s
}

// define adds one definition to a symbol.
func define(s *source.Symbol, f found, holes []source.Range) {
	s.Count++
	s.Extents = append(s.Extents, f.extent)
	s.Own = append(s.Own, without(f.extent, holes)...)
	if f.docs.Len() > 0 {
		s.Docs = append(s.Docs, f.docs)
	}
}

// measure fills in what is counted and hashed over Own.
func (w *walker) measure(s *source.Symbol, shell bool) {
	s.Canon = source.Canonical(w.src, s.Own, shell)
	s.Hash = source.Sum(s.Canon)
	s.Structure = source.WordStructure(w.Name, solid(&w.lexis, s.Canon))
	s.Tokens = source.CountWords(s.Canon)
	s.Nodes = s.Tokens
	for _, r := range s.Own {
		s.Errors += sort.SearchInts(w.faults, r.End) - sort.SearchInts(w.faults, r.Start)
	}
}

// solid is text with the white space in its literals made bytes that are none
// and that no UTF-8 holds: in a literal it is content, and a formatter keeps it.
func solid(l *lexis, text []byte) []byte {
	out := bytes.Clone(text)
	for i, c := range mask(l, text).text {
		if at := strings.IndexByte(" \t\n\v\f\r", text[i]); c == filler && at >= 0 {
			out[i] = 0xFA + byte(at)
		}
	}
	return out
}

// without is a range less the holes in it, which are in order of their starts
// and may be empty.
func without(r source.Range, holes []source.Range) []source.Range {
	var own []source.Range
	for _, h := range holes {
		if h.Len() == 0 || h.End <= r.Start {
			continue
		}
		if h.Start > r.Start {
			own = append(own, source.Range{Start: r.Start, End: h.Start})
		}
		r.Start = h.End
	}
	if r.Len() > 0 {
		own = append(own, r)
	}
	return own
}
