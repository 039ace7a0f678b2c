package acts

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// maxEntries bounds the items that a turn can refer to: the newest ones.
const maxEntries = 250

// remember lists the items of a state, oldest first.
func remember(state *delta.State, before []Turn) []*entry {
	items := state.Last(maxEntries)
	out := make([]*entry, 0, len(items)+8)
	for _, it := range items {
		e := &entry{
			id: it.ID, kind: it.Kind, branch: it.IsBranch(), summary: it.Summary, options: it.Alternatives,
			stems: it.Content(), age: len(before) + 1, born: it.SourceTurns[0].TurnID, open: it.Open(),
		}
		last := it.SourceTurns[len(it.SourceTurns)-1].TurnID
		for i, t := range before {
			if t.ID == last {
				e.age = len(before) - i
			}
		}
		for _, o := range it.Alternatives {
			e.each = append(e.each, english.Content(o))
		}
		out = append(out, e)
	}
	return out
}

// look sets the scene for a turn.
func look(state *delta.State, before []Turn, turn Turn) *scene {
	return lookAt(open(turn), state, before)
}

// lookAt is look for a turn that is taken apart already.
func lookAt(p *page, state *delta.State, before []Turn) *scene {
	turn := p.turn
	if len(before) > Window {
		before = before[len(before)-Window:]
	}
	sc := &scene{page: p, first: true, early: len(before) <= 2, entries: remember(state, before)}
	for _, t := range before {
		if t.Role == turn.Role {
			sc.first = false
		}
	}
	if n := len(before); n > 0 && before[n-1].Role != turn.Role {
		sc.before = open(before[n-1])
		sc.left = leftBy(sc.before, sc.entries)
		sc.count()
	}
	return sc
}

// leftBy is what a turn leaves for an answer.
func leftBy(p *page, entries []*entry) left {
	var l left
	for i := range p.units {
		u := &p.units[i]
		late := len(p.units)-i <= 4
		l.asks = l.asks || late && u.sentence.Asked
		l.offers = l.offers || late && u.clause.Has(english.OfferHelp)
		l.options = l.options || u.clause.Has(english.Options)
		l.stems = append(l.stems, u.content...)
		if u.sentence.Asked {
			l.asked = append(l.asked, u.content...)
		}
	}
	for _, e := range entries {
		if e.open && e.born == p.turn.ID && e.kind == delta.Hypothesis {
			l.options = l.options || e.branch
			l.ideas = l.ideas || !e.branch
		}
	}
	slices.Sort(l.stems)
	l.stems = slices.Compact(l.stems)
	return l
}

// count counts what the turn before has made.
func (sc *scene) count() {
	sc.born = [7]int{}
	for _, e := range sc.entries {
		if k := kindOf(e); k >= 0 && e.born == sc.before.turn.ID {
			sc.born[k]++
		}
	}
}
