package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// exchanged reads one thing put in the place of another that was decided, by the
// grammar of exchanging: "switch from A to B", "swap A for B", "B replaces A".
func (r *reader) exchanged(u unit) bool {
	if r.turn.Role != User || u.Asked || u.Lead.Dependent() || u.Negated() || u.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Done) || pastTense(u.Clause) && !u.Has(english.Chosen) {
		return false
	}
	gone := english.ContentOf(exchangedFor(u.Clause))
	if len(gone) == 0 || len(gone) > 4 {
		return false
	}
	e, _ := r.memory.alike(gone, func(e *entry) bool { return e.kind == delta.Decision }, 0.75)
	if e == nil || within(u.Content(), e.stems) {
		return false
	}
	r.revise(e, sentenceText(u), u.Clause)
	r.of(u.s).changed = true
	return true
}

// exchangedFor are the words of a clause for what gives way, or nil.
func exchangedFor(c *english.Clause) []english.Token {
	for i := range c.Tokens {
		v, ok := c.VerbAt(i)
		if !ok || i > 6 || v.Form&english.Base == 0 && v.Lemma != "replace" {
			continue // "the delimiter changes from file to file"
		}
		switch v.Lemma {
		case "switch", "move", "change", "go", "migrate", "port", "convert":
			if from, to := after(c, i, "from"), after(c, i, "to", "over"); from > 0 && to > from+1 {
				return c.Tokens[from+1 : to]
			}
		case "replace", "swap", "exchange", "trade", "substitute":
			if with := after(c, i, "with", "for", "by"); with > i+1 {
				return c.Tokens[i+1 : with]
			}
			if v.Lemma == "replace" && v.Form&english.Third != 0 {
				return c.Tokens[i+1:]
			}
		}
	}
	return nil
}

// after is the index of the first of some words after the i-th, or -1.
func after(c *english.Clause, i int, words ...string) int {
	for k := i + 1; k < len(c.Tokens); k++ {
		if slices.Contains(words, c.Word(k)) {
			return k
		}
	}
	return -1
}

// turningBack say that what was turned down is taken.
var turningBack = english.PhrasesOf("after all", "second thought", "changed my mind", "back to")

// reversed reads the taking of what a decision had turned down: "Paris after
// all", "then the second one instead", where Bordeaux was chosen over Paris.
func (r *reader) reversed(u unit) bool {
	if r.turn.Role != User || u.Asked || u.Lead.Dependent() || u.Negated() || u.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Hearsay, english.Done) || pastTense(u.Clause) || len(u.Tokens) > 12 {
		return false
	}
	turns := u.HasWord("instead") || u.HasPhrase(turningBack)
	takes := u.Has(english.LetUs) && together(u.Clause)
	if !turns && !takes || r.takenBack(u) {
		return false
	}
	stems := withoutNumbers(u.ContentTo(len(affirmed(u.Clause))))
	for _, e := range slices.Backward(r.memory.entries) {
		if !e.open || e.fresh || e.kind != delta.Decision || len(e.alternatives) == 0 || e.age > 8 {
			continue
		}
		taken := r.content(e.summary)
		if at := strings.Index(e.summary, " instead of "); at > 0 {
			taken = r.content(e.summary[:at])
		}
		for _, a := range e.alternatives {
			own := minus(withoutNumbers(english.Content(head(a))), slices.Concat(taken, pointers))
			if n := english.Shared(stems, own); n > 0 && 2*n >= len(own) && len(minus(stems, slices.Concat(english.Content(a), taken, pointers, changing))) <= 2 && (turns || e.age <= 4 && within(stems, union(english.Content(a), pointers))) {
				r.revise(e, sentenceText(u), u.Clause)
				r.of(u.s).changed = true
				return true
			}
		}
	}
	return false
}

// changeFrames open a polite request; a change of a value may follow.
var changeFrames = english.PhrasesOf("can you", "can we", "could you", "could we", "would you", "will you", "can i", "may we", "can you please", "could you please", "i need you to", "i want you to", "i would like you to", "i would like to", "would you please")

// askedToChange reads a new value for what stands that is put as a request: "could
// we raise the timeout to 60?", "can you make that 5?"
func (r *reader) askedToChange(u unit) bool {
	if r.turn.Role != User || u.Has(english.Undecided, english.Someday) || u.Negated() || u.HasWord("maybe", "perhaps", "or") || r.memory.none(revisables, 1<<30) && !u.Number() {
		return false
	}
	valued := u.Number() || u.Dated()
	for f, at := range u.Phrases(changeFrames) {
		if at > 12 {
			continue
		}
		i := u.Behind(f, at)
		for u.Word(i) == "please" || u.Word(i) == "just" || u.Word(i) == "also" {
			i++
		}
		v, ok := u.VerbAt(i)
		if !valued {
			return r.askedToReanswer(u, i)
		}
		if !ok || !slices.Contains(giving, v.Lemma) || v.Lemma == "say" || v.Lemma == "do" || v.Lemma == "let" || v.Lemma == "need" || v.Lemma == "try" {
			continue
		}
		e := r.valued(u, u.Dated())
		if e == nil {
			return u.Number() && pointing(u.Clause, i+1) && r.setsSaid(u, i)
		}
		r.revise(e, r.revisedText(u, e), u.Clause)
		r.of(u.s).changed = true
		return true
	}
	return false
}

// askedToReanswer reads a request, whose verb stands at i, to take another answer or
// name than was decided on: "can you rename it to guests?"
func (r *reader) askedToReanswer(u unit, i int) bool {
	if i >= len(u.Tokens) || u.Word(i) == "do" || u.Word(i) == "have" || len(u.Tokens) > 14 {
		return false
	}
	order := *u.Clause
	order.Tokens, order.Verb, order.Command, order.Order, order.Start, order.Asked = u.Tokens[i:], -1, true, 0, 0, false
	o := u
	o.Clause = &order
	a, ok := answerIn(o)
	if !ok || !a.turns && !a.names && len(ofSort(a.stems, sortsOf(a.stems))) < len(a.stems) {
		return false
	}
	e := r.answeredBy(o, &a)
	if e == nil {
		return false
	}
	r.revise(e, inPlaceOf(from(u.Clause, i), e.summary), u.Clause)
	r.of(u.s).changed = true
	return true
}

// setsNamed reads the order to give a value to what the last turn named with another
// one: "the threshold is 60 degrees" - "lower the threshold to 55".
func (r *reader) setsNamed(u unit) bool {
	if !u.Command || u.Word(u.Order+1) != "the" || after(u.Clause, u.Order, "to", "at") < 0 || numbersIn(r.last.stems) == 0 || len(u.Tokens) > 12 {
		return false
	}
	own, _ := r.partsOf(u)
	if own = without(own, ofValues); len(own) == 0 || !within(own, r.last.stems) {
		return false
	}
	return r.decide(core(u.Clause), nil)
}

// setsSaid reads the order at i to give another value to what the last turn told the
// value of: "it polls every 5 seconds" - "can you make that 10?"
func (r *reader) setsSaid(u unit, i int) bool {
	at := i + 2
	if w := u.Word(at); w == "to" || w == "at" || w == "into" {
		at++
	}
	if numbersIn(r.last.stems) != 1 || r.last.asks || at >= len(u.Tokens) || !isValue(&u.Tokens[at]) || !measuresAlike(u.Clause, r.last.prev) {
		return false
	}
	if own, _ := r.partsOf(u); len(without(own, ofValues)) > 0 {
		return false
	}
	return r.decide(about(from(u.Clause, i), r.last.prev), nil)
}

// replacedBy is the decision in whose place a proposal puts something: "I'd replace
// it with a lookup table".
func (r *reader) replacedBy(p *entry) *entry {
	for _, s := range english.Sentences(p.summary) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			gone := exchangedFor(c)
			if len(gone) == 0 || c.Negated() {
				continue
			}
			if stems := english.ContentOf(gone); len(stems) > 0 {
				e, _ := r.memory.alike(stems, func(e *entry) bool { return e.kind == delta.Decision && !e.fresh }, 0.75)
				return e
			}
			if len(gone) == 1 && pronouns.Holds(gone[0].Word) {
				return r.mostAbout(minus(union(r.own, r.last.stems), p.stems), decisions)
			}
		}
	}
	return nil
}
