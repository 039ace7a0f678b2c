package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// amending is the fragment right after a yes, or with it, that gives another value
// than was proposed, or nil: "do that, but 90", "yes, only monthly".
func (r *reader) amending(u unit) *english.Clause {
	c := u.after()
	if c == nil || c.Verb >= 0 && !suits(c) || c.Asked || c.Lead != english.But && c.Lead != english.And {
		c = u.Clause
	}
	said := minus(c.Content(), accepting)
	own := without(said, ofValues)
	if c.Verb >= 0 && !suits(c) || c.Command && !(c.Number() && c.Lead == english.But) || c.Asked || c.Has(english.Hedge) || c.Has(english.Done, english.NextUp) && c.Lead != english.But && !c.Starts(english.Accept) || len(own) > 2 || wordsIn(own) > 0 && c.Verb >= 0 || len(c.Tokens) > 8 || !c.Number() && sortsOf(said) == 0 {
		return nil
	}
	return c
}

// measuresAlike tells that what a clause counts may be what a text counts: "works, in
// 10 minutes" gives no megabytes, "100%" none either.
func measuresAlike(c *english.Clause, text string) bool {
	units, others := unitsOf(c.Content()), unitsOf(english.Content(text))
	return (len(units) == 0 || len(others) == 0 || alikeIn(units, others)) && (!strings.Contains(c.Text, "%") || strings.Contains(text, "%"))
}

// saysValue tells a clause that says no more than a value, or orders it: "90 days",
// "make it 10".
func (r *reader) saysValue(u unit) bool {
	if !u.Number() || u.Has(english.Done, english.Hedge, english.History) {
		return false
	}
	own, _ := r.partsOf(u)
	if u.Verb < 0 && !u.Command {
		return len(own) == 0 || len(own) == 1 && isUnit(own[0])
	}
	return len(without(own, ofValues)) == 0 && r.gives(u) && !multiplies(u.Clause)
}

// otherSort is the proposal of the last turn of which an answer names the value anew,
// by another word of its sort: "orange, else fine".
func (r *reader) otherSort(u unit) *entry {
	named := minus(u.Content(), yesIn(u))
	of := sortsOf(named)
	if of == 0 || u.Verb >= 0 || u.Asked || u.Negated() || !r.opening(u) || u.at > 0 || len(u.Tokens) > 8 || u.HasWord("look", "first", "see", "later") || u.Has(english.Hedge, english.Thanks, english.Passing, english.Feeling) || u.Has(english.Done) && len(u.Tokens) > 1 {
		return nil
	}
	for _, p := range slices.Backward(r.memory.all(proposals, 1)) {
		if k := of & sortsOf(p.words); k != 0 && !within(ofSort(named, k), p.stems) && len(ofSort(p.words, k)) == 1 && len(ofSort(named, k)) == 1 && !u.HasWord("or") && !r.takenBack(u) {
			return p
		}
	}
	return nil
}

// yesIn are the stems of the words of a yes: "green light" is no colour.
func yesIn(u unit) []string {
	at, n := u.Find(english.Accept)
	if at < 0 {
		return nil
	}
	return english.ContentOf(u.Tokens[at : at+n])
}

// advisedValue reads a yes with a value that the advice left open: "so set a
// timeout." - "yes, 30 seconds".
func (r *reader) advisedValue(u unit) bool {
	if r.turn.Role != User || u.Verb >= 0 || u.Command || !u.Starts(english.Accept, english.Ack) || u.at > 0 || len(u.Tokens) > 6 || !endsInValue(u.Clause) || u.Has(english.Hedge, english.Done, english.Passing, english.Thanks) {
		return false
	}
	if own, _ := r.partsOf(u); len(without(own, ofUnits)) > 0 || r.last.id == "" || r.last.info || !r.opening(u) || len(english.Content(r.last.prev)) < 2 || numbersIn(r.last.stems) > 0 || !proposes(r.last.prev) || r.valued(u, u.Dated()) != nil {
		return false
	}
	return r.decide(about(core(u.Clause), r.last.prev), nil)
}

// endsInValue tells a clause whose last words are a number and its unit at most.
func endsInValue(c *english.Clause) bool {
	last := len(c.Tokens) - 1
	return c.Tokens[last].Class == english.Number || last > 0 && c.Tokens[last-1].Class == english.Number && len(unitsOf(english.ContentOf(c.Tokens[last:]))) > 0
}

// suits tells that a number is said to do: "12 is plenty".
func suits(c *english.Clause) bool {
	return c.Verb > 0 && countsFirst(c) && !c.Negated() && c.HasWord("enough", "plenty", "better", "suffices", "do")
}

// chats tells a yes to what goes on elsewhere as well: "yes, it's raining here too".
func (r *reader) chats(u unit) bool {
	c := u.Clause
	if after := u.after(); len(c.Content()) == 0 && after != nil && after.Lead == english.And {
		c = after
	}
	return c.HasWord("too") && c.Verb > 0 && !c.Command && len(minus(c.Content(), accepting)) > 0 && english.Shared(c.Content(), r.last.stems) == 0 && !pointedAt(c, "i", "we")
}
