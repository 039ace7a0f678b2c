package read

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// multiplies tells "double it", "half of that", "twice the interval".
func multiplies(c *english.Clause) bool {
	i := start(c)
	if c.Command {
		i = c.Order
	} else if c.Verb >= 0 {
		return false
	}
	switch c.Word(i) {
	case "double", "halve", "triple", "quadruple", "half", "twice", "thrice":
		if c.Word(i+1) == "of" {
			i++
		}
		return pointing(c, i+1) || c.Command && c.Word(i+1) == "the"
	}
	return false
}

// adds tells that the number of a clause is only the difference: "15 more", "two
// seconds less".
func adds(c *english.Clause) bool {
	return c.Verb < 0 && c.HasOf(differing) && !c.HasWord("than", ":", ",") && !c.HasWord("no", "not") || c.Command && c.HasWord("another", "extra")
}

// differing are words of a difference.
var differing = english.WordsOf("more less fewer another extra further")

// meant tells that somebody says what they meant: "sorry, i meant 45", "20 I said".
func meant(c *english.Clause) bool {
	at := c.Verb
	if c.Word(at) != "meant" && c.Word(at) != "said" {
		at = len(c.Tokens) - 1
	}
	return at > 0 && c.Word(at-1) == "i" && (c.Word(at) == "meant" || c.Word(at) == "said") && (at <= 3 || at == len(c.Tokens)-1)
}

// saysNo tells a "no" that turns down what stands, before what shall be instead:
// "no, 45", "nah 45 seconds", not the "no" that counts things.
func saysNo(u unit) bool {
	return u.Word(0) == "no" && (u.Word(1) == "," || flatNo(u))
}

// bounders are words before a bound.
var bounders = english.WordsOf("under below within above over")

// boundNames are words by which a bound is called, boundsCalled their stems.
var (
	boundNames   = classOf("budget deadline quota")
	boundsCalled = english.SetOf(english.Content("budget deadline quota"))
)

// boundCalled is the rule whose bound a clause calls by its name: "the budget is 900 now".
func (r *reader) boundCalled(u unit) *entry {
	if !boundNames.in(u.Clause) {
		return nil
	}
	called := those(u.Content(), boundsCalled.Holds)
	for _, e := range slices.Backward(r.memory.entries) {
		if e.open && !e.fresh && e.kind == delta.Constraint && len(e.numbers) > 0 && e.dated() == u.Dated() && english.Shared(called, e.stems) > 0 && !within(numbersOf(u.Content()), e.stems) {
			return e
		}
	}
	return nil
}

// moving say where a value goes to.
var moving = english.PhrasesOf("up to", "down to", "back to", "lower to", "raise to", "upgrade to", "downgrade to", "reduce to", "increase to", "relax to", "tighten to")

// misfitting are words for a value that does not do.
var misfitting = classOf("too silly enough plenty low little short tight big small high long few overkill strict generous ridiculous optimistic stingy")

// reaching say that somebody may go as far as what follows.
var reaching = english.PhrasesOf("can go to", "may go to", "can go up to", "may go up to", "can go down to", "can live with", "not care up to", "not mind up to", "can have up to", "may have up to", "can use up to", "may use up to", "can use", "may use", "can have", "may have", "can take", "may take")

// wantingStems are stems of the words by which a value is found wanting.
var wantingStems = english.Content("too short big little small long high low bit silly permitted allowed")

// boundKind is the bound that a clause names.
type boundKind uint8

const (
	anyBound boundKind = iota
	lowest
	highest
)

// boundNamed is the bound of which a clause speaks by its name.
func boundNamed(c *english.Clause) boundKind {
	switch {
	case c.HasWord("minimum", "min", "floor"):
		return lowest
	case c.HasWord("maximum", "max", "limit", "cap", "ceiling", "budget"):
		return highest
	}
	return anyBound
}

// forSome tells that a clause gives some of what a rule is about a bound of their own:
// "kids only 3", "for the import it may use 300".
func forSome(c *english.Clause) bool {
	last := len(c.Tokens) - 1
	if c.Verb > 0 && c.HasWord("now") && c.Verb < last && isValue(&c.Tokens[c.Verb+1]) {
		switch c.Word(c.Verb) {
		case "wants", "want", "allows", "allow", "requires", "require", "demands", "demand":
			return len(without(english.ContentOf(c.Tokens[c.Verb+2:]), ofUnits)) == 0 // "the inspectors want 90 now"
		}
	}
	return isValue(&c.Tokens[last]) && (c.Word(last-1) == "only" || c.Word(start(c)) == "for" && reaches(c)) || c.Word(start(c)) == "for" && c.Has(english.Exception, english.Loosen)
}

// givesAfterDoubt reads a figure that ends the clause in which another one is found
// wanting: "12s feels long, 5", "500 rows is tight on the phone, 200".
func (r *reader) givesAfterDoubt(u unit) bool {
	v := len(u.Tokens) - 1
	if v > 3 && u.Is(v, units) {
		v--
	}
	if v < 2 || v > 12 || u.Tokens[v].Class != english.Number || u.Word(v-1) != "," || r.turn.Role != User || u.Asked || u.s.Marked || pastTense(u.Clause) || u.Has(english.Undecided, english.History, english.Hearsay) || u.HasWord("maybe", "perhaps", "not") || r.of(u.s).changed {
		return false
	}
	doubted := english.ContentOf(u.Tokens[:v-1])
	wanting := slices.ContainsFunc(u.Tokens[:v-1], func(t english.Token) bool { return misfitting.Holds(t.Word) })
	for i := range u.s.Clauses[:u.at] {
		c := &u.s.Clauses[i]
		doubted = union(doubted, c.Content())
		wanting = wanting || misfitting.in(c)
	}
	doubted = numbersOf(doubted)
	if !wanting || len(doubted) == 0 {
		return false
	}
	for _, e := range slices.Backward(r.memory.entries) {
		if !e.open || e.fresh || !revisables(e) || english.Shared(doubted, e.numbers) == 0 {
			continue
		}
		text, ok := swapValue(e.summary, u, doubted)
		if !ok {
			return false
		}
		r.revise(e, text, u.Clause)
		r.of(u.s).changed = true
		return true
	}
	return false
}

var givingStems = english.Content("put give take set make use go say try call do want prefer need limit allow keep please then enough fine better rather still")

func unitsOf(stems []string) []string {
	var out []string
	for _, w := range stems {
		if isUnit(w) {
			out = append(out, w)
		}
	}
	return out
}
