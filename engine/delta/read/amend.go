package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// amended reads other content for a rule that the speaker names first: "about the
// single file: the fonts may lie beside it", "the window: on Fridays from 17:00".
func (r *reader) amended(u unit) bool {
	if r.turn.Role != User || r.memory.none(constraints, 1<<30) || r.of(u.s).changed {
		return false
	}
	if nowBinds(u) {
		if e := r.hardened(u); e != nil {
			r.revise(e, inPlaceOf(sentenceText(u), e.summary), u.Clause)
			r.of(u.s).changed = true
			return true
		}
	}
	if !r.alters(u) {
		return false
	}
	e := r.ruleNamed(u)
	if e == nil || within(minus(u.Content(), ofRules), e.stems) && !u.Has(english.Stricter) {
		return false
	}
	text := inPlaceOf(sentenceText(u), e.summary)
	if u.Number() && r.gives(u) {
		text = r.revisedText(u, e)
	}
	r.revise(e, text, u.Clause)
	r.of(u.s).changed = true
	return true
}

// unsure are words with which nothing is changed yet.
var unsure = classOf("maybe perhaps might could probably if unless whether would should")

// changesRule are words that allow, bound or add.
var changesRule = classOf(`may can ok fine allowed allow allows allowing permitted permits tolerated tolerable acceptable accepted granted approved exempt excepted except exception welcome count counts
	only also too instead plus must mandatory required max maximum minimum optional another extra more less longer later earlier until enough double half`)

// alters tells a clause that may give a rule other content.
func (r *reader) alters(u unit) bool {
	if u.Asked || u.s.Marked || u.Lead.Dependent() || u.Conditional || unsure.in(u.Clause) || u.Has(english.Undecided, english.Someday, english.History, english.Sarcasm, english.Hearsay, english.Retire) {
		return false
	}
	if pastTense(u.Clause) && !u.Has(english.Moved, english.Loosen, english.Exception) {
		return false
	}
	if foundGood(u.s) {
		return false
	}
	return changesRule.in(u.Clause) || (u.Number() || u.Dated()) && r.gives(u)
}

// ruleMeant is the rule of which a clause that sets one only says more, and what it
// says then.
func (r *reader) ruleMeant(u unit, text string) (*entry, string) {
	if e := r.hardened(u); e != nil {
		return e, inPlaceOf(text, e.summary)
	}
	if e := r.narrowed(u); e != nil {
		return e, text
	}
	return r.saysMore(u), text
}

// mandatory are stems of the words by which a wish becomes a rule.
var mandatory = english.Content("must mandatory required compulsory obligatory obligation requirement definitely negotiable non-negotiable hard rule binding law wish preference suggestion recommendation nice optional now any more here insist insists business thing point please really one staff")

// wishNames are what something is called that is only wished for, ruleNames what it is
// called once it binds.
var (
	wishNames = english.WordsOf("wish preference nice-to-have suggestion recommendation option bonus optional")
	ruleNames = english.WordsOf("binding obligatory obligation mandatory compulsory rule must requirement required law condition non-negotiable")
)

// nowBinds tells that something is said to bind from now on, and meant so.
func nowBinds(u unit) bool {
	return callsBinding(u.Clause) && u.Verb > 0 && !u.Asked && !u.s.Marked && !u.Lead.Dependent() && !u.Conditional && !unsure.in(u.Clause) &&
		!u.Has(english.Undecided, english.Someday, english.History, english.Sarcasm, english.Hearsay) && !pastTense(u.Clause)
}

// callsBinding tells a clause that calls something a rule, or no wish any more: "the colours
// are no wish any more", "the 10 seconds are binding now".
func callsBinding(c *english.Clause) bool {
	if wish := c.Mentions(wishNames); wish || c.Mentions(ruleNames) {
		return c.Has(english.NowIs, english.NoLonger) && wish == c.Negated()
	}
	return false
}

// hardened is the wish that a clause makes a rule: "offline is a must now", "that
// one is mandatory from now on".
func (r *reader) hardened(u unit) *entry {
	about := minus(u.Content(), mandatory)
	insists := u.Has(english.Stricter, english.NowIs) || u.HasWord("definitely", "negotiable", "non-negotiable") || u.after() != nil && binding(u.after())
	binds := nowBinds(u)
	if len(about) == 0 && (insists || binds) {
		about = minus(r.contextBefore(u), mandatory)
	}
	var best *entry
	most := 0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Constraint || !e.soft && !(binds && english.Shared(about, e.numbers) > 0) {
			continue
		}
		n := related(about, e.stems)
		if n > most && (insists || binds || n == len(about) && u.Has(english.Must)) {
			best, most = e, n
		}
	}
	return best
}

// dropping are words of what is left out.
var dropping = classOf("out drop dropped gone no not without off except minus cut")

// narrowed is the rule of which an "only" leaves a part, right after the rest was
// dropped: "the blue one is out. red only", where red and blue were allowed.
func (r *reader) narrowed(u unit) *entry {
	if !u.Has(english.Only) || u.Verb >= 0 && !u.Command {
		return nil
	}
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Constraint || !within(u.Content(), e.stems) {
			continue
		}
		rest := minus(e.stems, u.Content())
		if b := u.before(); b != nil && dropping.in(b) && english.Shared(b.Content(), rest) > 0 {
			return e
		}
		if s := u.previousSentence(); s != nil && dropping.within(s) && english.Shared(s.Content(), rest) > 0 {
			return e
		}
	}
	return nil
}

// saysMore is the rule that the sentence before, or a clause before in the same one,
// has changed, where a clause only says more of how: "only the code must stay in one
// file", "1 kB at most".
func (r *reader) saysMore(u unit) *entry {
	e := r.lastRevised
	if e == nil || e.kind != delta.Constraint {
		return nil
	}
	if last := u.previousSentence(); !r.of(u.s).changed && (last == nil || !r.of(last).changed) {
		return nil
	}
	if u.Lead == english.So && u.Dated() && e.dated() && r.of(u.s).changed {
		return e // "…, so it has to be up on June 1"
	}
	if english.Shared(u.Content(), e.stems) > 0 && (u.Has(english.Only) || u.HasWord("still", "rest", "other", "others")) || u.Verb < 0 && !u.Command && u.Has(english.Limit, english.Only) && len(u.Tokens) <= 7 {
		return e
	}
	return nil
}

// ruleNamed is the rule that is named as what a clause is about: by its own head
// ("the one-line rule: …"), or by the words right before it.
func (r *reader) ruleNamed(u unit) *entry {
	if head := headOf(u.Clause); len(head) > 0 {
		return r.ruleCalled(head)
	}
	if b := u.before(); b != nil {
		if b.Asked {
			return nil
		}
		if first := &u.s.Clauses[0]; u.at > 1 && first.Word(0) == "about" && pointedAt(u.Clause, "they", "it") {
			return r.ruleCalled(topicIn(first, true))
		}
		return r.ruleCalled(topicIn(b, true))
	}
	last := u.previousSentence()
	if last == nil || last.Marked {
		return nil
	}
	return r.ruleCalled(topicIn(&last.Clauses[len(last.Clauses)-1], len(last.Clauses) == 1))
}

// headOf are the words that a clause puts before what it says: up to a colon, or,
// where they begin with a word for it, up to a comma.
func headOf(c *english.Clause) []english.Token {
	first := start(c)
	naming := namesTopic(c, first)
	for i := first; i < len(c.Tokens) && i <= first+8; i++ {
		switch w := c.Word(i); {
		case w == ":", w == "," && naming > 0:
			return c.Tokens[first+naming : i]
		case (c.Command && i == c.Order || i == c.Verb && adding.Holds(w)) && i > first && naming > 0:
			return c.Tokens[first+naming : i]
		}
	}
	return nil
}

// adding are verbs whose order may be read as a statement after a topic.
var adding = english.WordsOf("put add take use include allow make give keep")

// namesTopic counts the words at i after which a topic is named.
func namesTopic(c *english.Clause, i int) int {
	switch c.Word(i) {
	case "about", "concerning", "regarding", "re", "for", "on":
		return 1
	case "as":
		if w := c.Word(i + 1); w == "for" || w == "to" {
			return 2
		}
	}
	return 0
}

// topicIn are the words of a clause that name a topic for what follows it: a whole
// one without a verb, or what stands behind an "about".
func topicIn(c *english.Clause, alone bool) []english.Token {
	if c.Asked || c.Negated() && c.Verb >= 0 {
		return nil
	}
	for i := range c.Tokens {
		switch c.Word(i) {
		case "about", "concerning", "regarding":
			return c.Tokens[i+1:]
		}
	}
	if first := start(c); alone && c.Verb < 0 && !c.Command && len(c.Tokens)-first <= 8 {
		return c.Tokens[first+namesTopic(c, first):]
	}
	if c.Verb > 0 && c.Verb == len(c.Tokens)-1 && loosenings.Holds(c.Word(c.Verb)) {
		return c.Tokens[start(c):c.Verb] // "the phone rule loosened"
	}
	return nil
}

// loosenings are verbs that say that a rule has changed.
var loosenings = english.WordsOf("loosened relaxed softened eased changed tightened lifted extended")

// ofRules are stems of words for rules, and of those that change them.
var ofRules = english.Content(`rule ban limit thing business point matter part requirement condition constraint restriction policy cap ceiling budget deadline freeze window
	allow allowed permit permitted accept acceptable ok fine may can now also too only please teeny bit little`)

// ruleCalled is the rule in force that some words name.
func (r *reader) ruleCalled(words []english.Token) *entry {
	if len(words) == 0 {
		return nil
	}
	said := english.ContentOf(words)
	stems := minus(said, ofRules)
	if len(stems) == 0 {
		stems = said
	}
	if len(stems) == 0 || len(stems) > 5 {
		return nil
	}
	var best *entry
	most := 0.0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Constraint || e.branch {
			continue
		}
		s := float64(related(stems, e.stems)) / float64(len(stems))
		if s >= 0.5 && s >= most {
			best, most = e, s
		}
	}
	return best
}

// related counts the stems that others have too, or one that they come from or
// stand short for: "alloc" and "allocat", "js" and "javascript".
func related(stems, others []string) int {
	n := 0
	for _, w := range stems {
		if english.Holds(others, w) || slices.ContainsFunc(others, func(o string) bool { return comeFrom(w, o) }) {
			n++
		}
	}
	return n
}

// comeFrom tells that one of two stems comes from the other or stands short for it,
// or that both are of languages: a rule that names one is about which.
func comeFrom(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	switch {
	case isNumber(a) || isNumber(b):
		return false
	case ofTongue(a) && ofTongue(b):
		return true
	case len(a) >= 4:
		return strings.HasPrefix(b, a) && len(b)-len(a) <= 4
	}
	return len(a) == 2 && len(b) >= 8 && a[0] == b[0] && strings.IndexByte(b[1:], a[1]) >= 3
}

// tongues is the sort of the languages that are spoken.
var tongues = kin["english"]

func ofTongue(stem string) bool { return kin[stem]&tongues != 0 || stem == "language" }
