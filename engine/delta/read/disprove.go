package read

import (
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// A suspicion falls where somebody says that it is not so, that it is not what was
// suspected, what it is instead, or what was found in its place.

// notSo are whole clauses that deny what was supposed.
var notSo = map[string]bool{
	"not so": true, "it is not so": true, "that is not so": true, "not like this": true, "not like that": true, "it is not like this": true, "it is not like that": true, "not the case": true, "that is not the case": true,
	"far from it": true, "quite the opposite": true, "quite the contrary": true, "on the contrary": true, "the opposite": true, "just the opposite": true, "the other way round": true, "the other way around": true, "i am afraid not": true, "i fear not": true,
	"i am afraid that is not so": true, "sadly not": true, "alas not": true, "not really": true, "not any more": true, "quite the reverse": true,
}

// disproved is the suspicion that a clause shows to be wrong, or nil.
func (r *reader) disproved(u unit) *entry {
	if u.Negated() || notSo[u.Words()] {
		if u.Asked || u.Has(english.Hedge) {
			return nil
		}
		if h := r.notSo(u); h != nil {
			return h
		}
		return r.notThe(u)
	}
	if u.at > 0 || r.turn.Role != User {
		return nil
	}
	if h := r.praisedAway(u); h != nil {
		return h
	}
	return r.foundElsewhere(u)
}

// notSo is what a clause that says no more than that it is not so denies: "not so", "I'm
// sorry to say they do not".
func (r *reader) notSo(u unit) *entry {
	last := len(u.Tokens) - 1
	if !notSo[u.Words()] && !(u.Word(last) == "not" && last > 1 && u.Is(last-2, subjects) && u.HasWord("sorry", "afraid", "fear", "sadly", "alas")) || !r.answering(u) {
		return nil
	}
	h := r.memory.recent(suspicions, 1)
	if h == nil || h.fresh {
		return nil
	}
	return h
}

// subjects are pronouns that point at what was spoken of.
var subjects = english.WordsOf("they it he she we that this those these you")

// notThe is the suspicion of which a clause says that it is not that: "so is not the
// voltage", "it is the map and not the cards".
func (r *reader) notThe(u unit) *entry {
	at := u.FirstOf(negations)
	if at < 1 || at+2 >= len(u.Tokens) || !u.Is(at+1, articles) || !english.IsBe(u.Word(at-1)) && u.Word(at-1) != "and" && u.Word(at-1) != "," || u.HasWord("only", "first", "best", "whole", "right", "same") || u.Command || pastIntent(u.Clause) && u.Verb < at {
		return nil
	}
	about := english.ContentOf(u.Tokens[at+2:])
	if len(about) == 0 || len(about) > 3 {
		return nil
	}
	h, _ := r.memory.alike(about, func(e *entry) bool { return suspicions(e) && !e.fresh && e.age <= whileTried }, 0.99)
	if h == nil || negates(h.summary) {
		return nil
	}
	return h
}

var (
	negations = english.WordsOf("not")
	articles  = english.WordsOf("the a an my our his her their that this")
)

// praised are words in which somebody calls a theory nice before saying why it is wrong.
var praised = classOf("lovely nice good neat pretty charming beautiful fine sweet plausible tempting fair")

// praisedAway is the suspicion that a kind word dismisses where what follows was looked up:
// "Lovely theory. There's not one umlaut in it, I looked."
func (r *reader) praisedAway(u unit) *entry {
	if !theory.in(u.Clause) || !praised.in(u.Clause) || u.Verb >= 0 || len(u.Tokens) > 4 || u.s.Marked || !r.opening(u) {
		return nil
	}
	next := u.nextSentence()
	if next == nil || next.Marked || anyClause(next, func(c *english.Clause) bool {
		return c.Has(english.Hedge, english.Promise) || c.Starts(english.Confirm) || c.Starts(english.Accept) || c.Command || c.Asked || c.HasWord("indeed", "confirmed", "confirms", "right", "true") && !c.Negated()
	}) || !anyClause(next, func(c *english.Clause) bool { return c.Negated() || c.Has(english.Checked) || pastTense(c) }) {
		return nil
	}
	return r.onlySuspicion()
}

// onlySuspicion is the only suspicion of the other speaker's last turn, or the newest where
// there are several, nil where there is none.
func (r *reader) onlySuspicion() *entry {
	h := r.memory.recent(suspicions, 1)
	if h == nil || h.fresh {
		return nil
	}
	return h
}

// lookedUp tells a sentence by which somebody has looked at what was supposed: "Jonas checked
// that", "I had a look".
func lookedUp(s *english.Sentence) bool {
	return s != nil && len(s.Content()) <= 4 && anyClause(s, func(c *english.Clause) bool {
		return !c.Asked && !c.Negated() && c.HasOf(lookings) && (pastTense(c) || c.Word(start(c)) == "checked")
	})
}

var lookings = english.WordsOf("checked looked tested measured counted grepped verified asked compared opened look check")

// foundElsewhere is the suspicion that falls by what was found: what is slow, wrong or large
// is something else ("what's fat is one flag"), or what was looked up is otherwise ("Jonas
// checked that. The cache is on the local disk").
func (r *reader) foundElsewhere(u unit) *entry {
	if u.Verb < 1 || !english.IsBe(u.Word(u.Verb)) || u.Has(english.Hedge) || u.s.Marked {
		return nil
	}
	looked := u.k > 0 && lookedUp(u.previousSentence())
	cleft := u.Word(0) == "what" && u.Verb == 1 && (looked || amiss.in(u.Clause))
	if !cleft && !looked {
		return nil
	}
	h := r.onlySuspicion()
	if h == nil || len(r.memory.all(suspicions, 1)) > 1 {
		return nil
	}
	if cleft {
		at := u.Verb + 1
		for at < len(u.Tokens) && !english.IsBe(u.Word(at)) {
			at++
		}
		if at+1 >= len(u.Tokens) || at > u.Verb+3 || english.Shared(english.ContentOf(u.Tokens[at+1:]), h.stems) > 0 {
			return nil
		}
		return h
	}
	subject, rest := u.ContentTo(u.Verb), english.ContentOf(u.Tokens[u.Verb+1:])
	if english.Shared(subject, h.stems) == 0 || len(rest) == 0 || english.Shared(rest, h.stems) > 0 {
		return nil
	}
	return h
}

// disproves reads a clause that shows a suspicion to be wrong: what it states, or what
// follows where it only denies, is a fact.
func (r *reader) disproves(u unit) bool {
	if u.Lead.Dependent() && u.Lead != english.So || r.memory.none(suspicions, whileTried) {
		return false
	}
	h := r.disproved(u)
	if h == nil {
		return false
	}
	reason, text := r.because(u), ""
	switch at := u.FirstOf(negations); {
	case !u.Negated() && !theory.in(u.Clause):
		text = strings.TrimRight(u.s.Text, ".! ")
		for i := range u.s.Clauses {
			r.mark(&u.s.Clauses[i])
		}
	case at == len(u.Tokens)-1 || notSo[u.Words()]:
		text = r.toldNext(u)
	case at > 1 && !english.IsBe(u.Word(at-1)) && u.Verb > 0:
		text = core(u.Clause) // "it is the map and not the cards"
	case u.after() != nil && at > 0 && states(u.after()):
		text = core(u.after())
		r.mark(u.after())
	}
	id := ""
	if text != "" {
		r.by = blaming
		id = r.idOf(&delta.FactLearned{Creation: r.creation(r.summary(text), delta.High)})
	}
	r.supersede(h, id, reason, delta.High)
	return text != "" || u.Negated()
}

// toldNext is what the next sentence states, which is dealt with thereby, "" where it states
// nothing.
func (r *reader) toldNext(u unit) string {
	next := u.nextSentence()
	if next == nil || next.Marked || !states(&next.Clauses[0]) || next.Clauses[0].Word(0) == "i" {
		return ""
	}
	if strings.Contains(next.Text, ";") {
		r.mark(&next.Clauses[0])
		return core(&next.Clauses[0])
	}
	for i := range next.Clauses {
		r.mark(&next.Clauses[i])
	}
	return strings.TrimRight(next.Text, ".! ")
}

// states tells a clause that says how something is.
func states(c *english.Clause) bool {
	return c.Verb > 0 && !c.Asked && !c.Command && !c.Conditional && !c.Lead.Dependent() && !c.Has(english.Hedge, english.Promise, english.Must) && len(c.Content()) > 1
}

// flatlyNot tells a flat denial of what was supposed, which says nothing else: "not so", "it is
// not like this", "I'm afraid that is not so".
func flatlyNot(u unit) bool {
	if !u.Negated() || u.Asked || len(u.Tokens) > 8 {
		return false
	}
	if n := len(u.Tokens); n <= 3 && u.Verb < 0 && u.Word(n-2) == "not" && (u.Word(n-1) == "that" || u.Word(n-1) == "it") && (n == 2 || u.Word(0) == "so") {
		return true // "not that"
	}
	if !u.HasPhrase(denials) {
		return false
	}
	return len(minus(u.Content(), fearing)) == 0
}

// denials are the words of such a denial, fearing stems of those with which it is softened.
var (
	denials = english.PhrasesOf("not so", "not like this", "not like that", "not the case", "not how it is")
	fearing = english.Content("afraid sorry say fear case like")
)

// negates tells a text that denies something.
func negates(text string) bool {
	for s := range english.Each(text) {
		for i := range s.Clauses {
			if s.Clauses[i].Negated() {
				return true
			}
		}
	}
	return false
}
