package read

import (
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// whyNot are words of an aim that looks for a cause.
var whyNot = classOf("why cause reason debug diagnose culprit understand")

// diagnosing tells that the cause of something is being looked for: the aim says so, or
// something was suspected in the last turns.
func (r *reader) diagnosing() bool {
	for _, e := range r.memory.entries {
		if e.kind == delta.Hypothesis && !e.branch && !e.proposal && !e.fresh && e.age <= 4 || e.kind == delta.Goal && (whyNot.among(e.summary) || amiss.among(e.summary)) {
			return true
		}
	}
	return false
}

// tellsHowItIs tells a text of how things may be rather than of what may be done.
func tellsHowItIs(text string) bool {
	for _, s := range english.Sentences(text) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			if c.Command || c.Has(english.Suggest, english.Lean) && !c.Has(english.Hedge) || c.HasWord("we", "you", "i", "us", "let", "should", "would", "instead", "try", "use", "add", "set") {
				return false
			}
		}
	}
	return true
}

// asksWhy tells a clause that asks for the cause of something, or has it looked for.
func asksWhy(c *english.Clause) bool {
	return c.Word(start(c)) == "why" || c.HasWord("why", "bug", "cause") && c.HasWord("find", "know", "understand", "hunt", "debug")
}

// recurring are words of when something goes on that is to be explained.
var recurring = classOf("since twice daily sometimes randomly whenever every")

// asksWhyOf tells what goes on or is amiss in a turn that asks why: that is what is to
// be explained, and no knowledge. "It sends some letters twice. Find out why."
func (r *reader) asksWhyOf(u unit) bool {
	c := u.Clause
	if !amiss.in(c) && !recurring.in(c) && (!third(c) || english.IsBe(c.Word(c.Verb)) || c.Word(c.Verb) == "has" || placed(c)) || c.Has(english.Cause, english.InPassing) {
		return false
	}
	for _, o := range r.units() {
		if asksWhy(o.Clause) {
			return true
		}
	}
	return false
}

// actsUp tells what a thing that is only an "it" does wrong, or did when it was tried:
// "it stutters on the old phone", "it threw the second sheet out".
func actsUp(c *english.Clause) bool {
	i := start(c)
	if c.Word(i) != "it" || c.Negated() || c.Has(english.Cause) {
		return false
	}
	return c.Is(i+1, amiss.WordSet) || c.Verb == i+1 && pastTense(c) && !c.HasWord("was", "were", "had", "took")
}

// judgesSettled tells what somebody thinks of a figure that something has: "90 is an
// eternity", "120 feels sluggish".
func (r *reader) judgesSettled(c *english.Clause) bool {
	i := start(c)
	if i >= len(c.Tokens) || c.Tokens[i].Class != english.Number || c.Verb < i+1 || c.Verb > i+4 {
		return false
	}
	switch c.Word(c.Verb) {
	case "feels", "feel", "seems", "sounds", "looks":
		return true
	case "is", "are":
		if next := c.Word(c.Verb + 1); next != "a" && next != "an" {
			return false
		}
	default:
		return false
	}
	figure := english.ContentOf(c.Tokens[i : i+1])
	for _, e := range r.memory.entries {
		if e.open && e.kind != delta.Fact && english.Shared(figure, e.numbers) > 0 {
			return true
		}
	}
	return false
}

// datesRule tells a day that only gives the rule in its sentence its date: "the fair is
// on May 4, until then all of it has to work".
func datesRule(u unit) bool {
	if !u.Dated() || u.Verb < 0 || !english.IsBe(u.Word(u.Verb)) {
		return false
	}
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		if c := &u.s.Clauses[i]; c.Has(english.Must) && obligation(c) {
			return true
		}
	}
	return false
}

// pointsAtCause tells a guess of a few words that names a thing where something had gone
// wrong: "possibly the umlauts".
func (r *reader) pointsAtCause(guess string) bool {
	first, _, _ := strings.Cut(guess, " ")
	return atGuess.Holds(strings.ToLower(first)) && verbless(guess) &&
		(r.turn.Role == Assistant && r.reportsAmiss() || deviating.among(r.last.reads) || r.turn.Role == User && (amiss.among(r.turn.Content) || deviating.among(r.turn.Content)))
}

// atGuess are words with which such a guess begins, deviating those of what is not as it
// was thought to be.
var (
	atGuess   = classOf("possibly perhaps maybe probably presumably likely")
	deviating = classOf("why differ differs different deviates mismatch off unequal strange odd weird slower possible")
)
