package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// namedBack reads the first words of a turn that only name what the last turn said
// could be, or what it asked whether it still is: "RabbitMQ. Our admin knows it.",
// "ok 14 days", "Bother. Trouble is what the Americans said."
func (r *reader) namedBack(u unit) bool {
	if r.turn.Role != User || r.last.id == "" || u.at > 0 || r.sentenceIn(u, -1) != nil || len(u.Tokens) > 9 || !answersShort(u) || hums(u) || r.takenBack(u) || r.wavers(u) || strings.HasSuffix(strings.TrimSpace(u.s.Text), "!") ||
		u.Has(english.Accept, english.Reject, english.Opinion, english.Feeling, english.Sarcasm, english.Deny, english.Confirm, english.Limit, english.Only, english.NextUp) || evasive.in(u.Clause) || r.tastes() {
		return false
	}
	if r.ownOption(u) {
		return true
	}
	stems := u.Content()
	if v, ok := u.VerbAt(start(u.Clause)); ok && v.Form&english.Gerund != 0 {
		return false // "running, back in an hour"
	}
	if !within(stems, r.last.stems) || wordsIn(stems) == 0 {
		return false
	}
	if h, _ := r.memory.alike(stems, func(e *entry) bool { return suspicions(e) && e.age <= 1 }, 0.5); h != nil {
		return false // a cause
	}
	for _, s := range r.memory.sentences(r.last.reads) {
		if english.Shared(stems, s.Content()) < wordsIn(stems) || !laysOpen(&s) || r.last.info && !asksStill(&s) || anyClause(&s, couldLater) {
			continue
		}
		text := sentenceText(u)
		if len(stems) == 1 {
			text = about(text, s.Text)
		}
		r.by = filling
		return r.decide(text, nil)
	}
	return false
}

// tastes tells a turn that is still undecided, or is going to try it first.
func (r *reader) tastes() bool {
	return slices.ContainsFunc(r.units(), func(o unit) bool {
		return o.Has(english.Undecided, english.Hedge, english.Feeling) || o.HasWord("lemme") || o.Where("let me") >= 0
	})
}

// ownOption reads an answer to the question which of some options it shall be that
// names none of them: who is asked may know another, or another word for one.
func (r *reader) ownOption(u unit) bool {
	b := r.memory.recent(branches, 1)
	if b == nil || !r.last.asks || r.last.info || english.Shared(u.Content(), b.stems) > 0 || wordsIn(u.Content()) == 0 || len(u.Tokens) > 3 || len(u.s.Clauses) > 1 || u.HasWord("our", "my", "we") {
		return false
	}
	asked := r.memory.sentences(r.last.prev)
	if len(asked) == 0 || !anyClause(&asked[0], asksChoice) {
		return false
	}
	r.by = filling
	d := &delta.DecisionMade{Creation: r.creation(r.summary(sentenceText(u)), delta.High), Alternatives: b.alternatives}
	if r.propose(d) {
		r.supersede(b, d.ID, u.s.Text, delta.High)
	}
	return true
}

// laysOpen tells a sentence about what could be, or that asks whether something
// still is so.
func laysOpen(s *english.Sentence) bool {
	if asksStill(s) || !s.Marked && anyClause(s, recommending) {
		return true
	}
	return !s.Marked && anyWord(s, []string{"could", "can", "may", "might", "would", "some", "either", "both", "or", "usual"}) && !anyClause(s, func(c *english.Clause) bool {
		return c.Has(english.Done, english.OfferHelp, english.Chosen) || c.Lead == english.If || c.Negated()
	})
}

// recommending tells a verdict by which one thing is the one to take: "then SQLite is
// perfect".
func recommending(c *english.Clause) bool {
	return c.Verb > 0 && english.IsBe(c.Word(c.Verb)) && !c.Negated() && !c.Conditional && c.Lead != english.If && (c.Word(c.Verb+1) == "perfect" || c.Word(c.Verb+1) == "ideal" || c.HasWord("best") && c.Verb+4 >= len(c.Tokens)) && !pointedAt(c, "it", "that", "this", "everything", "all")
}

// asksStill tells a question whether a thing still has its name or its value.
func asksStill(s *english.Sentence) bool {
	c := &s.Clauses[0]
	return s.Marked && (c.Word(0) == "is" || c.Word(0) == "are") && c.HasWord("still", "name", "called", "title")
}
