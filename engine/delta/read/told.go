package read

import "holdfast/engine/delta/english"

// toldOutright tells a statement that its own words make knowledge, whatever its turn
// holds besides: what the speaker has just looked up, what the speakers do as a rule, how
// many of what was spoken of there are, in which year something became what it is.
func (r *reader) toldOutright(u unit) bool {
	if u.Verb < 1 || u.Asked || u.s.Marked || u.Report != nil || laughs(u) || u.Has(english.Hedge, english.Undecided, english.Hearsay, english.Sarcasm, english.Opinion, english.Estimate, english.Feeling, english.Must, english.Aim, english.Promise) {
		return false
	}
	return r.habitual(u) || countsOf(u.Clause) || datedFrom(u) || justLooked(u)
}

// habitual tells what the speakers do at set times, of which they tell first or are asked:
// "we rehearse every third Monday in the old mill".
func (r *reader) habitual(u unit) bool {
	c := u.Clause
	if !c.Has(english.Habit) || c.Word(start(c)) != "we" || c.Verb != start(c)+1 || pastTense(c) || !(r.first || r.last.info) || c.Negated() || c.HasWord("want", "need", "would", "should", "could", "like") {
		return false
	}
	v, ok := c.VerbAt(c.Verb)
	return ok && v.Form&english.Base != 0 && v.Class&english.Mind == 0 && len(c.Content()) >= 3
}

// countsOf tells how many there are of what was just spoken of: "there are 320 of them".
func countsOf(c *english.Clause) bool {
	i := start(c)
	if c.Word(i) != "there" || c.Verb != i+1 || !isNow(c) || len(c.Tokens) > i+6 {
		return false
	}
	at := c.Index("of")
	return at > i+2 && at < i+5 && c.Number() && (c.Word(at+1) == "them" || c.Word(at+1) == "these" || c.Word(at+1) == "those")
}

// datedFrom tells of a thing in which year it became what it is, or how it is but for a
// year: "it was bound in Leipzig in 1987 and has 90 plates", "the mill was closed
// down in 2014", "all is below one percent except in 2014".
func datedFrom(u unit) bool {
	c := u.Clause
	at, n := c.Find(english.History)
	if at < 1 || n != 2 || c.Word(at) != "in" || c.Tokens[at+1].Class != english.Number || people.in(c) || settlers.in(c) || c.HasWord("how", "why", "we", "they") {
		return false
	}
	switch c.Word(start(c)) {
	case "i", "we", "he", "she", "they", "you", "there", "that", "this", "who", "someone", "somebody", "nobody", "once", "back":
		return false
	}
	v, ok := c.VerbAt(c.Verb + 1)
	switch c.Word(c.Verb) {
	case "is", "are", "has", "have":
		return len(c.Content()) >= 3
	case "was", "were":
		return ok && v.Form&english.Part != 0 && v.Class&english.Mind == 0 && c.Verb-start(c) <= 5 && len(c.Content()) >= 2
	}
	return false
}

// settlers are words of what people settled once.
var settlers = classOf("decided agreed voted said told promised asked reported planned supposed elected chosen thought considered discussed")

// justLooked tells a statement beside which the speaker says that they looked: "the alarms
// are on, I just checked", "looked: the pump uses two fuses".
func justLooked(u unit) bool {
	c := u.Clause
	if pastTense(c) || c.Has(english.Passing, english.Done, english.NowIs) || len(c.Content()) < 3 || !stative(c) && !placed(c) && !c.Is(c.Verb, processes) && !c.Is(c.Verb, employing) {
		return false
	}
	if next := u.after(); next != nil && u.at+2 == len(u.s.Clauses) && checkedOnly(next) {
		return true
	}
	if b := u.before(); b != nil && u.at == 1 && checkedOnly(b) {
		return true
	}
	at := c.Index(":")
	return at > 0 && at <= 3 && checks.Holds(c.Word(at-1)) && c.Verb > at
}

var employing = english.WordsOf("uses use needs takes goes")

// checks are the words of having looked.
var checks = english.WordsOf("checked looked grepped verified measured counted tested")

// checkedOnly tells a clause that only says that the speaker looked: "I just checked",
// "looked", "grepped it".
func checkedOnly(c *english.Clause) bool {
	if len(c.Tokens) > 5 || c.Negated() || c.Has(english.Hedge) {
		return false
	}
	at := c.FirstOf(checks)
	return at >= 0 && at <= 3 && (at == 0 || c.Word(start(c)) == "i" || c.Word(start(c)) == "just") && len(c.Content()) <= 1
}

// readsOff tells what the assistant reads off the code or the output that it was shown,
// before anything else: "the loop has no end, so the buffer gives it one".
func (r *reader) readsOff(u unit) bool {
	c := u.Clause
	i := start(c)
	if r.turn.Role != Assistant || u.at > 0 || u.k > 0 || u.block(r.passages) > 0 || c.Verb <= i || pastTense(c) || !r.reportsAmiss() || c.Has(english.Done, english.NowIs, english.Must, english.Feeling) || c.HasWord("now", "new") {
		return false
	}
	if c.Word(i) != "the" && c.Tokens[i].Class != english.Code || !hasClass(c.Tokens, english.Code, english.Code) {
		return false
	}
	return third(c) || isNow(c) || c.Word(c.Verb) == "has" || c.Word(c.Verb) == "have"
}

// ofWhom are the words of which a clause says something.
func ofWhom(c *english.Clause) string {
	if c.Verb > start(c) {
		return span(c, start(c), c.Verb-1)
	}
	return core(c)
}
