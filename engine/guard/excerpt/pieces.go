package excerpt

import (
	"hash/maphash"
	"slices"
	"sort"

	"holdfast/parser/source"
)

// piece is what stands between two cuts of a text.
type piece struct {
	source.Range
	sum uint64
}

// piecesOf are the pieces of a text, in order.
func piecesOf(text []byte, cuts []int, seed maphash.Seed) []piece {
	list := make([]piece, 0, len(cuts)+1)
	start := 0
	for _, end := range append(slices.Clone(cuts), len(text)) {
		list = append(list, piece{source.Range{Start: start, End: end}, maphash.Bytes(seed, text[start:end])})
		start = end
	}
	return list
}

// pieces are those of the span's pieces that one version alone holds in their place, and
// some around each.
func (s span) pieces() Pair {
	seed := maphash.MakeSeed()
	was, now := piecesOf(s.before, s.was, seed), piecesOf(s.after, s.now, seed)
	p := Pair{open: s.open}
	same := aligned(was, now)
	for i := range same[1:] { // between two matches stands what differs, or nothing
		m := same[i+1]
		p.take(s, was[same[i].was+1:m.was], now[same[i].now+1:m.now], false)
		if i+2 < len(same) && nearChange(same, i+1) {
			p.take(s, was[m.was:m.was+1], now[m.now:m.now+1], true)
		}
	}
	return p
}

// take adds pieces of both versions, which are the same or not.
func (p *Pair) take(s span, was, now []piece, same bool) {
	a, b := textOf(s.before, was), textOf(s.after, now)
	if !same && len(a)+len(b) > 0 {
		from, below := differ(a, b)
		p.Changed = append(p.Changed, source.Range{Start: len(p.Before) + from, End: len(p.Before) + len(a) - below})
	}
	p.Before, p.After = append(p.Before, a...), append(p.After, b...)
}

// textOf is what pieces that follow each other hold together.
func textOf(text []byte, list []piece) []byte {
	if len(list) == 0 {
		return nil
	}
	return text[list[0].Start:list[len(list)-1].End]
}

// match is a piece that both versions hold.
type match struct{ was, now int }

// nearChange reports whether pieces that differ stand beside the i-th match, or one that
// is close to it.
func nearChange(same []match, i int) bool {
	for k := max(0, i-around); k < min(len(same)-1, i+around); k++ {
		if same[k+1].was-same[k].was > 1 || same[k+1].now-same[k].now > 1 {
			return true
		}
	}
	return false
}

// aligned are the pieces that both versions hold in the same order: those that stand once
// in each, and what is the same beside them. The first and the last match are the ends of
// both, which are no pieces.
func aligned(was, now []piece) []match {
	list := []match{{-1, -1}}
	for _, m := range append(ordered(unique(was, now)), match{len(was), len(now)}) {
		last := list[len(list)-1]
		for last.was+1 < m.was && last.now+1 < m.now && was[last.was+1].sum == now[last.now+1].sum {
			last = match{last.was + 1, last.now + 1}
			list = append(list, last)
		}
		above := m
		for above.was-1 > last.was && above.now-1 > last.now && was[above.was-1].sum == now[above.now-1].sum {
			above = match{above.was - 1, above.now - 1}
		}
		for ; above != m; above = (match{above.was + 1, above.now + 1}) {
			list = append(list, above)
		}
		list = append(list, m)
	}
	return list
}

// unique are the pieces that stand once in either version, in the order of the first.
func unique(was, now []piece) (list []match) {
	type seen struct{ was, now, at int }
	all := make(map[uint64]seen, len(was)+len(now))
	for _, p := range was {
		s := all[p.sum]
		s.was++
		all[p.sum] = s
	}
	for i, p := range now {
		s := all[p.sum]
		s.now, s.at = s.now+1, i
		all[p.sum] = s
	}
	for i, p := range was {
		if s := all[p.sum]; s.was == 1 && s.now == 1 {
			list = append(list, match{i, s.at})
		}
	}
	return list
}

// ordered are the most of the matches that stand in the same order in both versions.
func ordered(list []match) []match {
	var ends []int // the last match of the best order of each length
	before := make([]int, len(list))
	for i, m := range list {
		n := sort.Search(len(ends), func(k int) bool { return list[ends[k]].now >= m.now })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		}
		ends[n] = i
	}
	if len(ends) == 0 {
		return nil
	}
	var back []match
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		back = append(back, list[i])
	}
	slices.Reverse(back)
	return back
}
