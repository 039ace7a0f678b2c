package read

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// otherValue tells that a statement names a thing by another name or number
// than the assumption does.
func otherValue(c *english.Clause, assumed string) bool {
	named, same := 0, 0
	old := english.Tokens(assumed)
	for _, t := range c.Tokens {
		if t.Class != english.Code && t.Class != english.Number {
			continue
		}
		named++
		for _, o := range old {
			if o.Word == t.Word {
				same++
			}
		}
	}
	for _, o := range old {
		if (o.Class == english.Code || o.Class == english.Number) && named > 0 && same == 0 {
			return true
		}
	}
	return otherCount(c.Tokens, old)
}

// otherCount tells that a statement counts something differently in words: "one tab" for
// "two tabs".
func otherCount(tokens, old []english.Token) bool {
	for i := 0; i+1 < len(tokens); i++ {
		if !english.IsNumeral(tokens[i].Word) {
			continue
		}
		for k := 0; k+1 < len(old); k++ {
			if english.IsNumeral(old[k].Word) && old[k].Word != tokens[i].Word && english.Shared(english.ContentOf(tokens[i+1:i+2]), english.ContentOf(old[k+1:k+2])) > 0 {
				return true
			}
		}
	}
	return false
}

// lacksOther tells that what a clause denies is that something has what the suspicion
// does not speak of: "the cache has no limit".
func lacksOther(c *english.Clause, h *entry) bool {
	if v := c.Word(c.Verb); v != "has" && v != "have" || c.Word(c.Verb+1) != "no" {
		return false
	}
	return english.Shared(english.ContentOf(c.Tokens[c.Verb+2:]), h.stems) == 0
}

// felling are verbs of what puts an end to a suspicion, felled words of how it stands then.
var (
	felling = classOf("kills kill sinks exonerates acquits disproves refutes eliminates clears excludes")
	felled  = classOf("out innocent dead acquitted exonerated cleared ruled gone dismissed")
	charges = classOf("theory theories hypothesis suspect suspects suspicion guess hunch culprit explanation")
)

// fells tells that what was found puts an end to a suspicion: "that kills the second
// suspect", "that one is ruled out".
func fells(c *english.Clause) bool {
	if !charges.in(c) || c.Asked || c.Negated() || c.Verb < 1 && !felling.in(c) || c.Has(english.Hedge) && c.HasWord("may", "might", "could", "would", "maybe", "perhaps") {
		return false
	}
	at := c.FirstOf(charges.WordSet)
	if end := c.FirstOf(felling.WordSet); end > 0 && end < at && pointedAt(c, "that", "this", "which", "it") {
		return true
	}
	return c.Verb == at+1 && english.IsBe(c.Word(c.Verb)) && c.Is(c.Verb+1, felled.WordSet)
}

// fallen is the suspicion that such words mean: the only one that is open, or the one
// that they count to among those that came together.
func (r *reader) fallen(u unit) *entry {
	open := r.memory.all(func(e *entry) bool { return suspicions(e) && !e.fresh }, 8)
	if len(open) == 1 && !r.lastFell() {
		return open[0]
	}
	at := slices.IndexFunc(u.Tokens, func(t english.Token) bool { _, ok := ordinals[t.Word]; return ok })
	if len(open) == 0 || at < 0 {
		return nil
	}
	n := 0
	for _, e := range r.memory.entries {
		if e.kind != delta.Hypothesis || e.branch || e.born != open[0].born {
			continue
		}
		if n == ordinals[u.Word(at)] && e.open {
			return e
		}
		n++
	}
	return nil
}
