package ast

import (
	"cmp"
	"slices"

	"holdfast/parser/source"
)

// symbols turns the declarations of a walk into symbols: members are cut out
// of their containers' shells, and what has one name becomes one entity.
func (w *walk) symbols() []source.Symbol {
	w.addRest()
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
		merged[at].define(d, holes[i])
	}
	out := make([]source.Symbol, len(merged))
	var digest structure
	for i := range merged {
		if i > 0 && merged[i].shares(&merged[i-1]) {
			merged[i].copyMeasures(&out[i-1])
		} else {
			merged[i].measure(w.tree, &digest)
		}
		out[i] = merged[i].Symbol
	}
	if at, ok := index[source.Whole]; ok && out[at].IsRest() {
		rest := out[at] // one, however many statements it is, behind all
		rest.Count = 1
		out = append(slices.Delete(out, at, at+1), rest)
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
func (a *assembly) define(d *decl, holes []span) {
	if n := len(a.pieces); n > 0 && a.pieces[n-1].span == d.span {
		return
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

// holed reports whether symbols are cut out of it.
func (a *assembly) holed() bool {
	return slices.ContainsFunc(a.pieces, func(p piece) bool { return len(p.holes) > 0 })
}

func appendRange(own []source.Range, start, end int) []source.Range {
	if start < end {
		own = append(own, source.Range{Start: start, End: end})
	}
	return own
}

// measure computes what can be compared. s is scratch memory.
func (a *assembly) measure(t *tree, s *structure) {
	s.reset()
	for _, p := range a.pieces {
		s.add(t, p)
	}
	a.Nodes, a.Tokens, a.Errors = s.nodes, s.tokens, s.errors
	a.Structure = s.sum()
	a.Canon = source.Canonical(t.src, a.Own, a.shell || a.Kind == source.Rest && a.holed())
	a.Hash = source.Sum(a.Canon)
}

// shares reports whether a is declared by the one statement that declares b. A
// statement can declare thousands of names.
func (a *assembly) shares(b *assembly) bool {
	return len(a.pieces) == 1 && len(b.pieces) == 1 && a.pieces[0].span == b.pieces[0].span && a.shell == b.shell
}

func (a *assembly) copyMeasures(from *source.Symbol) {
	a.Nodes, a.Tokens, a.Errors = from.Nodes, from.Tokens, from.Errors
	a.Structure, a.Canon, a.Hash = from.Structure, from.Canon, from.Hash
}
