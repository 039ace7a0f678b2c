package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// wantsNew tells that what somebody wants, named with "the" from a token on, is
// something that has still to be made: "I'd like the script that makes the PDF".
func (r *reader) wantsNew(u unit, at int) bool {
	c := u.Clause
	if c.Asked || r.last.asks && r.opening(u) || !piece(c, at) || c.Has(english.History, english.InForce, english.AfterAll) {
		return false
	}
	end := at + 1
	for end < len(c.Tokens) && !phraseEnds.Holds(c.Word(end)) && c.Tokens[end].Class == english.Word && !english.IsFunction(c.Word(end)) {
		end++
	}
	does := false
	switch c.Word(end) {
	case "that", "which":
		does = true
		if w := c.Word(end + 1); !strings.HasSuffix(w, "s") && !english.IsModal(w) {
			return false // "the script that you sent"
		}
	case "", "and", "with", "where", "please":
	default:
		return false
	}
	stems := english.ContentOf(c.Tokens[at:])
	if does {
		return !r.memory.known(stems, tasks, 0.99)
	}
	return len(stems) > 0 && !r.memory.known(stems, anyKind, 0.99) && r.memory.none(branches, 2)
}

// openThings opens a task for each of the things that a clause names from a token
// on: "a warning if it fails, and a log", and for those with which the sentence goes on.
func (r *reader) openThings(u unit, at int) bool {
	c := u.Clause
	opened := false
	for i := at; i < len(c.Tokens); i++ {
		next := i + 1
		for c.Word(next) == "and" || c.Word(next) == "also" || c.Word(next) == "plus" {
			next++
		}
		if (c.Word(i) == "," || next > i+1 && c.Word(i+1) != "also") && anotherThing(c, next) && (next > i+1 || c.Word(next) != "one") {
			opened = r.open(span(c, at, max(at, i-btoi(c.Word(i) == ",")))) || opened
			at = next
		}
	}
	opened = r.open(from(c, at)) || opened
	for k := u.at + 1; k < len(u.s.Clauses); k++ {
		o := &u.s.Clauses[k]
		if o.Lead != english.And || o.Asked || !anotherThing(o, 0) && !(o.Word(0) == "some" && piece(o, 0)) {
			continue
		}
		if when := o.Index("when", "if", "that", "which"); o.Verb < 0 || when > 1 && when < o.Verb {
			opened = r.open(from(o, 0)) || opened
			r.mark(o)
		}
	}
	return opened
}

// anotherThing tells that the name of a thing begins at i which is not there yet.
func anotherThing(c *english.Clause, i int) bool {
	switch c.Word(i) {
	case "a", "an":
		return !lightAt(c, i+1)
	case "one":
		return isContent(c, i+1) && !lightAt(c, i+1)
	}
	return false
}

// lightAt tells a noun that names no work, unless it only describes the next one: "a
// rest", not "a rest timer".
func lightAt(c *english.Clause, i int) bool {
	return slices.Contains(light, c.Word(i)) && !isContent(c, i+1) && !heavier.Holds(c.Word(i))
}

// heavier are light nouns that name a piece of work beside another one.
var heavier = english.WordsOf("figure list summary overview comparison")

// isContent tells that a word of content stands at i.
func isContent(c *english.Clause, i int) bool {
	return i < len(c.Tokens) && c.Tokens[i].Class == english.Word && !english.IsFunction(c.Word(i)) && english.HasContent(c.Tokens[i:i+1])
}

// ordersNow tells an order of work, of whatever time what it names is: "print my old
// recipes".
func ordersNow(c *english.Clause) bool {
	if !c.Command || c.Order > start(c)+1 || c.Negated() {
		return false
	}
	v, ok := c.VerbAt(c.Order)
	return ok && v.Class&english.Drop != 0 || worthwhile(c, c.Order)
}

// dropsOnce opens a task for what shall be dropped at a later point: "drop the lock once
// we had two quiet weeks".
func (r *reader) dropsOnce(u unit) bool {
	c, next := u.Clause, u.after()
	if !c.Command || r.turn.Role != User || r.first || c.Asked || !c.Has(english.Retire) || !ordersNow(c) || len(english.ContentOf(c.Tokens[c.Order+1:])) == 0 || c.Has(english.Hedge) {
		return false
	}
	if at := c.Index("once"); at > c.Order && saysWhen(c, at) {
		return r.open(from(c, c.Order))
	}
	if next == nil || next.Word(0) != "once" || next.Verb < 1 {
		return false
	}
	r.mark(next)
	return r.open(from(c, c.Order) + " " + core(next))
}

// saysWhen tells that the "once" at a token says when, by a clause of its own.
func saysWhen(c *english.Clause, at int) bool {
	switch c.Word(at + 1) {
	case "and", "again", "more", "per", "a", "for", "":
		return false
	}
	return c.Verb > at+1
}
