package read

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// acceptedLean reads a yes to the option for which the assistant's last turn speaks:
// "I'd recommend nom." – "ok", "go with your recommendation".
func (r *reader) acceptedLean(u unit) bool {
	if r.turn.Role != User || u.at > 0 || !r.begins(u) || u.Asked || u.s.Marked || u.Negated() || !u.Starts(english.Accept, english.Ack, english.LetUs) && !chooses(u.Clause) && u.Words() != "me too" || len(r.units()) > 2 || u.Has(english.Hedge, english.Undecided, english.Defer, english.Thanks) || u.Has(english.Done) && !u.Starts(english.Accept) || !r.memory.none(proposals, 1) || hinges(u) || misgives(u.after()) || r.takenBack(u) {
		return false
	}
	b := r.memory.recent(branches, 2)
	if b == nil || len(minus(u.Content(), leaningOn)) > 0 || !within(minus(r.content(r.turn.Content), leaningOn), nil) {
		return false
	}
	n, outright := r.leanTo(b)
	weak := !u.Starts(english.Accept, english.LetUs) && !chooses(u.Clause) && u.Words() != "me too"
	if n < 0 || weak && (!outright || r.last.asks) {
		return false
	}
	text := shorten(b.alternatives[n])
	if topic := topicOfChoice(b); topic != "" && english.Shared(english.Content(topic), english.Content(text)) == 0 {
		text = about(text, topic)
	}
	r.by = filling
	d := &delta.DecisionMade{Creation: r.creation(r.summary(text), delta.High), Alternatives: slices.Delete(slices.Clone(b.alternatives), n, n+1)}
	if !r.propose(d) {
		return false
	}
	r.supersede(b, d.ID, "Accepted: "+u.s.Text+" ("+head(b.alternatives[n])+")", delta.High)
	return true
}

// leaningOn are stems of the words that take what was recommended.
var leaningOn = union(accepting, english.Content("your recommendation recommended suggestion advice follow use take choose pick let option one then that lets"))

// compared are words that speak for one of several.
var compared = classOf("simpler easier better faster safer cleaner cheaper lighter best")

// leanTo is the option of a branch for which alone the last turn speaks, and whether it
// does by recommending it; or -1.
func (r *reader) leanTo(b *entry) (n int, outright bool) {
	n = -1
	if slices.ContainsFunc(b.distinct(), func(own []string) bool { return len(own) == 0 }) {
		return -1, false // one of them has no word of its own
	}
	ss := r.memory.sentences(r.last.reads)
	for i := max(0, len(ss)-3); i < len(ss); i++ {
		if ss[i].Marked || anyWord(&ss[i], []string{"or", "either"}) {
			continue
		}
		for k := range ss[i].Clauses {
			c := &ss[i].Clauses[k]
			m, words := named(c.ContentTo(len(affirmed(c))), b)
			if m < 0 || len(words) == 0 || c.Negated() || c.Conditional || c.Lead == english.If || c.Lead == english.But {
				continue
			}
			says := c.Has(english.Suggest) || wouldTake(c) || favours(c) || c.HasWord("recommend", "suggest")
			if !says && !(c.Verb > 0 && english.IsBe(c.Word(c.Verb)) && compared.in(c)) {
				continue
			}
			if n >= 0 && n != m {
				return -1, false
			}
			n, outright = m, outright || says
		}
	}
	return n, outright
}

// neither reads an answer that turns all options down for something else: "neither, org
// mode".
func (r *reader) neither(u unit) bool {
	if r.turn.Role != User || u.at > 0 || !r.begins(u) || u.Asked || u.s.Marked || u.Word(0) != "neither" && u.Word(0) != "none" || len(u.s.Clauses) > 2 || len(r.units()) > 2 {
		return false
	}
	b := r.memory.recent(branches, 1)
	if b == nil {
		return false
	}
	c, i := u.Clause, u.Index(",")+1
	if next := u.after(); next != nil {
		c, i = next, start(next)
	}
	if i == 0 && c == u.Clause || i >= len(c.Tokens) || len(c.Tokens)-i > 5 || !namesInstead(c, i) || !english.HasContent(c.Tokens[i:]) {
		return false
	}
	text := from(c, i)
	if topic := topicOfChoice(b); topic != "" {
		text = about(text, topic)
	}
	r.by = filling
	d := &delta.DecisionMade{Creation: r.creation(r.summary(text), delta.High), Alternatives: b.alternatives}
	if !r.propose(d) {
		return false
	}
	r.supersede(b, d.ID, u.s.Text, delta.High)
	r.mark(c)
	return true
}

// misgives tells what somebody has against what they seem to take: "yes but my team
// hates it".
func misgives(c *english.Clause) bool {
	return c != nil && c.Lead == english.But && c.Verb > 0 && !c.Number() && !c.Command && turnsAway(c) && !c.HasWord("should", "must", "instead", "rather")
}

// isSoAlready tells that what was proposed is done as it is: "we already do that".
func isSoAlready(c *english.Clause) bool {
	return c.Verb > 0 && !c.Command && c.HasWord("already") && c.HasWord("we", "i")
}

// endsInNo tells an answer that takes itself back with its last word: "disqus, haha no".
func endsInNo(u unit) bool {
	last := &u.s.Clauses[len(u.s.Clauses)-1]
	return u.Verb < 0 && !u.Command && last.Verb < 0 && len(last.Tokens) > 1 && last.Word(len(last.Tokens)-1) == "no" || last != u.Clause && last.Word(0) == "no" && len(last.Tokens) == 1
}

// seconded tells that the other speaker's last turn opens with a yes.
func (r *reader) seconded() bool {
	ss := r.memory.sentences(r.last.reads)
	return len(ss) > 0 && len(ss) <= 4 && (ss[0].Clauses[0].Word(0) == "yes" || ss[0].Clauses[0].Where("that works") == 0 || ss[0].Clauses[0].Where("that would work") == 0) && !ss[len(ss)-1].Marked
}
