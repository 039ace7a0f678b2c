package second

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// How much of a proposal an item must hold for it to be the same: of an item
// that came from the very turns the half, for the rules have read the same words
// and put them otherwise; of one from before nearly all.
const (
	sameTurn = 0.5
	before   = 0.8
)

// known reports whether the state holds what is proposed: a restatement changes
// nothing, and what the rules have found is not told twice.
func (c *checker) known(p *Proposal, target *delta.Item) bool {
	if target != nil {
		return c.changed(p, target)
	}
	kind, _ := delta.Makes(p.delta(0, delta.Provenance{}))
	text := p.Summary
	for _, a := range p.Alternatives {
		if p.Kind == delta.BranchCreatedKind {
			text += "\n" + a
		}
	}
	stems := english.Content(text)
	if len(stems) == 0 {
		return false
	}
	for _, it := range c.state.Items() {
		shared := english.Shared(stems, it.Content())
		switch {
		case shared == 0:
		case c.fromNow(it.SourceTurns[:1]):
			if p.decides() && it.Kind == delta.Hypothesis {
				continue // that it must not become, which is for the guard to say
			}
			if english.Overlap(stems, it.Content()) >= sameTurn {
				return true
			}
		case it.Open() && it.Kind == kind:
			if float64(shared) >= before*float64(len(stems)) && !otherNumber(stems, it.Content()) {
				return true
			}
		}
	}
	return slices.ContainsFunc(c.taken, func(d delta.Delta) bool {
		made := delta.Created(d)
		return made != nil && d.Kind() == p.Kind && english.Overlap(stems, english.Content(made.Summary)) >= before
	})
}

// changed reports whether this turn has changed an item in that way already, or a
// revision says what stands.
func (c *checker) changed(p *Proposal, target *delta.Item) bool {
	if revises := p.Kind == delta.DecisionRevisedKind || p.Kind == delta.ConstraintRevisedKind; revises && slices.Equal(english.Meaning(p.Summary), english.Meaning(target.Summary)) {
		return true
	}
	for _, d := range slices.Concat(c.state.Deltas(), c.taken) {
		if at := delta.Target(d); at != nil && *at == p.Target && c.fromNow(d.From().SourceTurns) {
			return true
		}
	}
	return c.fromNow(target.SourceTurns[:1]) // it came into being by these words
}

// fromNow reports whether one of some turns is asked about.
func (c *checker) fromNow(turns []delta.SourceTurn) bool {
	return slices.ContainsFunc(turns, func(s delta.SourceTurn) bool {
		for _, t := range c.q.Now {
			if t.ID == s.TurnID {
				return true
			}
		}
		return false
	})
}

// otherNumber reports whether a text holds a number that another lacks.
func otherNumber(stems, than []string) bool {
	return slices.ContainsFunc(stems, func(s string) bool { return s[0] >= '0' && s[0] <= '9' && !slices.Contains(than, s) })
}
