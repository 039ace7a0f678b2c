package read

import (
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// refused reads a no to the assistant's proposal.
func (r *reader) refused(u unit) bool {
	deferred := u.Has(english.Defer) && u.Negated() && !u.Command
	if !(u.Starts(english.Reject) || deferred) || !r.opening(u) || u.Asked {
		return false
	}
	p := r.memory.recent(kind(delta.Hypothesis), 2)
	if p == nil {
		return false
	}
	bare := len(u.Tokens) == 1 && u.Word(0) == "no"
	if bare && (p.age > 1 && r.last.asks || !p.proposal) || !bare && u.Word(0) == "no" && len(u.Tokens) > 1 && u.Word(1) != "," && len(minus(u.Content(), p.stems)) > 0 && !deferred {
		return false
	}
	newID := ""
	if deferred {
		d := &delta.DecisionMade{Creation: r.creation(sentenceCase(sentenceText(u)+": "+p.summary), delta.High), Alternatives: []string{}}
		r.propose(d)
		newID = d.ID
		r.passOver(english.Defer)
	}
	r.supersede(p, newID, u.s.Text, delta.High)
	return !prohibition(u.Clause)
}

// passOver marks what only says the same again with a pronoun: "we do it in
// Q4".
func (r *reader) passOver(q english.Cue) {
	for _, u := range r.units() {
		if u.Has(q) && u.HasWord("it", "that", "this", "them") {
			r.mark(u.Clause)
		}
	}
}

// confirmed reads that a suspicion was right: what the speaker says about it
// is a fact.
func (r *reader) confirmed(u unit) bool {
	s := r.memory.recent(suspicions, 2)
	if s == nil || u.Asked || u.Has(english.Hedge) {
		return false
	}
	cued := false
	for i := range u.s.Clauses {
		c := &u.s.Clauses[i]
		cued = cued || c.Has(english.Confirm) && !c.Negated()
	}
	if !cued || len(u.s.Content()) < 2 {
		return false
	}
	f := &delta.FactLearned{Creation: r.creation(sentenceCase(strings.TrimRight(u.s.Text, ".! ")), delta.High)}
	r.propose(f)
	r.supersede(s, f.ID, "Confirmed: "+u.s.Text, delta.High)
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	return true
}

// denied reads that an assumption was wrong: it falls, and what is so instead
// is a fact.
func (r *reader) denied(u unit) bool {
	plainNo := (len(u.Tokens) == 1 || english.IsFinite(u.Word(u.Verb)) && u.Negated() && len(u.Tokens) <= 4 && len(u.Content()) == 0) && r.opening(u) && r.memory.recent(suspicions, 1) != nil && (u.Word(0) == "it" || u.Word(0) == "they" || u.Word(0) == "that" || u.Word(0) == "there") || len(u.Tokens) == 1 && (u.Word(0) == "no" || u.Word(0) == "wrong") && u.after() != nil && u.after().Verb > 0 && r.opening(u) && r.memory.recent(suspicions, 1) != nil
	if !u.Has(english.Deny) && !plainNo || u.Asked || u.Has(english.Hedge) {
		return false
	}
	h := r.memory.recent(kind(delta.Hypothesis), 2)
	if plainNo {
		h = r.memory.recent(suspicions, 1)
	}
	if e, _ := r.memory.alike(minus(u.Content(), english.Content("wrong right true incorrect false")), kind(delta.Hypothesis), 0.5); e != nil {
		h = e
	}
	if h == nil {
		return false
	}
	instead, id := r.insteadOf(u), ""
	if instead != "" {
		f := &delta.FactLearned{Creation: r.creation(sentenceCase(instead), delta.High)}
		r.propose(f)
		id = f.ID
	}
	reason := u.s.Text
	if instead != "" {
		reason += " " + instead
	}
	r.supersede(h, id, reason, delta.High)
	return true
}

// insteadOf is the statement that follows a denial, in its sentence or the
// next one, which is marked as read.
func (r *reader) insteadOf(u unit) string {
	if c := u.after(); c != nil && c.Verb >= 0 && len(c.Content()) >= 2 && !c.Asked && !c.Has(english.Hedge) {
		r.mark(c)
		return core(c)
	}
	if own := minus(u.Content(), english.Content("wrong right true incorrect false")); len(own) >= 3 {
		return core(u.Clause)
	}
	for k := range u.p.sentences {
		if &u.p.sentences[k] != u.s || k+1 >= len(u.p.sentences) {
			continue
		}
		next := &u.p.sentences[k+1]
		c := &next.Clauses[0]
		if c.Verb < 0 || c.Asked || c.Command || c.Has(english.Hedge) || len(c.Content()) < 2 {
			return ""
		}
		for i := range next.Clauses {
			r.mark(&next.Clauses[i])
		}
		return strings.TrimRight(next.Text, ".! ")
	}
	return ""
}
