package table

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"strings"

	"holdfast/parser/source"
)

// symbols merges what was found by name, in order of first appearance.
func (w *walker) symbols() []source.Symbol {
	members := make([][]source.Range, len(w.found))
	for _, f := range w.found {
		if f.parent >= 0 {
			members[f.parent] = append(members[f.parent], f.extent)
		}
	}
	index := map[string]int{}
	var list []source.Symbol
	container := map[int]bool{}
	for i, f := range w.found {
		k, known := index[f.qualified]
		if !known {
			k = len(list)
			index[f.qualified] = k
			list = append(list, source.Symbol{Name: f.qualified, Kind: f.rule.Kind, Container: f.container, Top: f.parent < 0})
		}
		s := &list[k]
		s.Count++
		s.Top = s.Top || f.parent < 0
		s.Extents = append(s.Extents, f.extent)
		s.Own = append(s.Own, without(f.extent, members[i])...)
		if f.docs.Len() > 0 {
			s.Docs = append(s.Docs, f.docs)
		}
		container[k] = container[k] || f.rule.Container
	}
	for k := range list {
		w.measure(&list[k], container[k])
	}
	return list
}

// whole is the one symbol of a text without declarations.
func (w *walker) whole() source.Symbol {
	all := []source.Range{{End: len(w.src)}}
	s := source.Symbol{Name: source.Whole, Kind: "file", Top: true, Extents: all, Own: all, Count: 1}
	w.measure(&s, false)
	return s
}

// measure fills in what is counted and hashed over Own.
func (w *walker) measure(s *source.Symbol, container bool) {
	s.Canon = canonical(w.src, s.Own, container)
	s.Hash = digest(s.Canon)
	shape := &strings.Builder{}
	for _, r := range s.Own {
		s.Tokens += words(shape, string(r.Of(w.src)), w.Style == "indent")
		s.Errors += sort.SearchInts(w.faults, r.End) - sort.SearchInts(w.faults, r.Start)
	}
	s.Nodes = s.Tokens
	s.Structure = digest([]byte(shape.String()))
}

// words appends the words of a text to shape and counts them. Where blocks are
// told by indentation, a line's depth against the first line's is part of it.
func words(shape *strings.Builder, text string, indented bool) (n int) {
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if indented && i > 0 {
			shape.WriteString(line[:len(line)-len(strings.TrimLeft(line, " \t"))])
		}
		for _, f := range fields {
			shape.WriteString(f)
			shape.WriteByte(0)
		}
		n += len(fields)
	}
	return n
}

// without is a range less the ranges inside of it, which are in order.
func without(r source.Range, inner []source.Range) []source.Range {
	var own []source.Range
	for _, m := range inner {
		if m.Start > r.Start {
			own = append(own, source.Range{Start: r.Start, End: m.Start})
		}
		r.Start = max(r.Start, m.End)
	}
	if r.Len() > 0 {
		own = append(own, r)
	}
	return own
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}
