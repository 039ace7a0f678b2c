package read

import (
	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// thinking are verbs by which a speaker says that something is only what they think.
var thinking = english.WordsOf("think believe reckon suppose")

// opines reads what the user thinks of how things are or should be, and says so: "I
// think the cache is stale", "it's the cache, I think". What they only judge, feel or
// agree with is no idea, nor what they think that they will do.
func (r *reader) opines(u unit) bool {
	if r.turn.Role == User && r.mustBe(u) {
		return r.ideaOf(supposed(u), delta.Low, func() bool { return false })
	}
	if r.turn.Role != User || r.first || u.Asked || u.Command || u.Has(english.History, english.Hearsay, english.Sarcasm) {
		return false
	}
	next := u.after()
	last := len(u.Tokens) - 2
	trails := last > 1 && u.Word(last) == "i" && u.Is(last+1, thinking) && u.Verb >= 0 && u.Verb < last
	behind := next != nil && next.Verb == 1 && len(next.Content()) == 0 && thinks(next, 0) > 0 && u.Verb >= 0
	if !behind && !trails && (u.Has(english.Done) || thinks(u.Clause, 0) == 0) {
		return false
	}
	if trails || behind && !r.diagnosing() {
		return true // says how sure they are, no more
	}
	text := supposed(u)
	if !holdsView(text) {
		return behind || len(u.Content()) < 2
	}
	said := core(u.Clause)
	r.ideaOf(text, delta.Low, func() bool { return proposes(said) })
	if next != nil && (behind || next.Lead == english.Because || next.Lead == english.If) {
		r.mark(next)
	}
	return true
}

// mustBe tells a guess at what is wrong while a cause is looked for: "it must be the cache".
func (r *reader) mustBe(u unit) bool {
	i := start(u.Clause)
	if w := u.Word(i); w != "it" && w != "that" && w != "this" || u.Word(i+1) != "must" || u.Word(i+2) != "be" || u.Asked || u.Negated() {
		return false
	}
	switch u.Word(i + 3) {
	case "the", "a", "an", "some", "something", "because", "our", "my", "your":
	default:
		return false
	}
	return r.hunts() || r.diagnosing()
}

// thinks is the index behind words by which a clause says from its i-th token on that
// the speaker thinks something, or 0.
func thinks(c *english.Clause, i int) int {
	for i < len(c.Tokens)-1 && (c.Tokens[i].Opens() || c.Tokens[i].Class == english.Punct) {
		i++
	}
	if c.Word(i) != "i" || !c.Is(i+1, thinking) {
		return 0
	}
	switch c.Word(i + 2) {
	case "so", "about", "of", "in", "not", "i", "you", "it":
		if next := c.Word(i + 3); c.Word(i+2) != "it" || next == "" || next == "over" || next == "through" {
			return 0
		}
	}
	return i + 2
}

// holdsView tells a view of a thing from a judgement, a feeling and a nod.
func holdsView(text string) bool {
	for s := range english.Each(text) {
		c := &s.Clauses[0]
		if c.Verb < 1 && !c.Command || len(c.Content()) == 0 || verdict(c) || c.Has(english.Feeling, english.Accept, english.Ack, english.Thanks, english.Done, english.Reject, english.Confirm, english.Deny, english.Defer) {
			return false
		}
		switch c.Word(start(c)) {
		case "i", "you":
			return false
		case "this", "that", "it", "these", "those":
			return len(c.Content()) > 1 || c.Word(c.Verb+1) == "the" || c.Word(c.Verb+1) == "a" || c.Word(c.Verb+1) == "because"
		}
		return true
	}
	return false
}
