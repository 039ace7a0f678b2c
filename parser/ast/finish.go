package ast

import (
	"cmp"
	"slices"

	"holdfast/parser/source"
)

// symbols turns the declarations of a walk into symbols: members are cut out
// of their containers' shells, and what has one name becomes one entity.
func (w *walk) symbols() []source.Symbol {
	slices.SortStableFunc(w.decls, func(a, b decl) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to))
	})
	index := map[string]int{}
	var merged []assembly
	holes := w.holes()
	for i := range w.decls {
		d := &w.decls[i]
		at, known := index[d.name]
		if !known {
			at = len(merged)
			index[d.name] = at
			merged = append(merged, assembly{Symbol: source.Symbol{
				Name: d.name, Kind: d.kind, Container: d.container, Top: !d.inner, Bare: d.bare,
			}})
		}
		merged[at].define(w.tree, d, holes[i])
	}
	out := make([]source.Symbol, len(merged))
	for i := range merged {
		out[i] = merged[i].finish(w.tree)
	}
	return out
}

// holes lists for each declaration what is cut out of it: the outermost
// declarations inside it, with their doc comments. Declarations stand in the
// order in which they begin, the longer first, so that a stack finds the
// enclosing one. Names that one statement declares have the same holes.
func (w *walk) holes() [][]span {
	holes := make([][]span, len(w.decls))
	leader := make([]int, len(w.decls)) // the first declaration of the same span
	var open []int
	for i := range w.decls {
		d := &w.decls[i]
		for len(open) > 0 && w.decls[open[len(open)-1]].to <= d.from {
			open = open[:len(open)-1]
		}
		if len(open) > 0 && d.span == w.decls[open[len(open)-1]].span {
			leader[i] = open[len(open)-1]
			w.decls[leader[i]].shell = w.decls[leader[i]].shell || d.shell
			continue
		}
		if len(open) > 0 {
			outer := open[len(open)-1]
			if d.doc.from < w.decls[outer].from {
				d.doc = span{} // stands before the container
			}
			if d.doc.to > 0 {
				holes[outer] = append(holes[outer], d.doc)
			}
			holes[outer] = append(holes[outer], d.hole)
		}
		leader[i] = i
		open = append(open, i)
	}
	for i, l := range leader {
		holes[i] = holes[l]
		w.decls[i].shell = w.decls[l].shell
	}
	return holes
}

// assembly is a symbol that is being put together.
type assembly struct {
	source.Symbol
	pieces []piece
	shell  bool
}

// piece is one definition less its holes.
type piece struct {
	span
	holes []span
}

// define adds one definition. The same text under the same name again, as in
// C's "typedef struct T {…} T", is no second one.
func (a *assembly) define(t *tree, d *decl, holes []span) {
	for _, p := range a.pieces {
		if p.span == d.span {
			return
		}
	}
	a.Count++
	a.shell = a.shell || d.shell
	a.Extents = append(a.Extents, d.Range)
	if d.doc.to > 0 {
		a.Docs = append(a.Docs, d.doc.Range)
	}
	a.pieces = append(a.pieces, piece{d.span, holes})
	start := d.Start
	for _, h := range holes {
		a.Own = appendRange(a.Own, start, h.Start)
		start = h.End
	}
	a.Own = appendRange(a.Own, start, d.End)
}

func appendRange(own []source.Range, start, end int) []source.Range {
	if start < end {
		own = append(own, source.Range{Start: start, End: end})
	}
	return own
}

func (a *assembly) finish(t *tree) source.Symbol {
	var s structure
	for _, p := range a.pieces {
		s.add(t, p)
	}
	a.Nodes, a.Tokens, a.Errors = s.nodes, s.tokens, s.errors
	a.Structure = s.sum()
	a.Canon = source.Canonical(t.src, a.Own, a.shell)
	a.Hash = source.Sum(a.Canon)
	return a.Symbol
}
