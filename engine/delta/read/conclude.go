package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// concludes tells a fragment that draws the conclusion of the talk: "FHIR, then,
// per patient", "three concerts then".
func (r *reader) concludes(u unit) bool {
	c := u.Clause
	if r.first || r.turn.Role != User || c.Verb >= 0 || c.Command || c.Has(english.Hedge, english.Done, english.Passing, english.Thanks, english.Sarcasm, english.Only, english.Limit) || u.p.Kind == prose.Heading {
		return false
	}
	if follows(u) {
		return true
	}
	if u.at > 0 {
		return false
	}
	at := c.Index("then")
	if at < 1 || at > 7 || wordsIn(c.ContentTo(at)) == 0 {
		return false
	}
	next := c.Word(at + 1)
	return next == "" || next == "," || next == "please" || next == "for" || next == "with" || next == "in"
}

// follows tells a fragment that a "so" makes the consequence of what was said:
// "she signed off on 10 seconds, so 10 seconds", "So calendar, one per car".
func follows(u unit) bool {
	c := u.Clause
	i := start(c)
	switch {
	case u.Lead == english.So && u.at > 0:
		before := strings.TrimRight(u.p.Text[u.s.Clauses[0].Tokens[0].Start:c.Tokens[0].Start], " ")
		before, ok := strings.CutSuffix(strings.ToLower(before), "so")
		if !ok || !strings.HasSuffix(strings.TrimRight(before, " "), ",") {
			return false // "it is so cool"
		}
	case u.at == 0 && c.Word(0) == "so" && i == 1 && c.Word(1) != ",":
	default:
		return false
	}
	return len(c.Tokens)-i <= 14 && !c.Negated() && !c.HasWord("it", "them") && !corrects(u) && english.HasContent(c.Tokens[i:]) && !slices.Contains([]string{"far", "much", "long", "many", "what", "be", "sorry", "good", "nice", "great", "bad", "on", "or", "that", "this", "it", "close", "yes"}, c.Word(i))
}

// corrects tells that u's sentence, or the one before it, says that something was
// wrong: what follows from that is how things are.
func corrects(u unit) bool {
	wrong := cued(english.Wrong, english.Deny)
	last := u.previousSentence()
	return anyClause(u.s, wrong) || last != nil && anyClause(last, wrong)
}

// retold is the decision to which a conclusion gives another answer: it says
// most of what the fragment says, and not the same.
func (r *reader) retold(u unit) *entry {
	e, _ := r.memory.alike(withoutNumbers(u.Content()), func(e *entry) bool { return e.kind == delta.Decision }, 0.5)
	if e == nil || within(u.Content(), e.stems) && !u.Negated() || wordsIn(u.Content()) < 2 {
		return nil
	}
	return e
}
