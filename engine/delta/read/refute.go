package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// praisesLack tells that somebody is glad of what is not there: "no backend is great".
func praisesLack(c *english.Clause) bool {
	if c.Word(0) != "no" || c.Verb < 2 || !english.IsBe(c.Word(c.Verb)) && c.Word(c.Verb) != "sounds" && c.Word(c.Verb) != "works" || c.Asked || len(c.Tokens) > 8 {
		return false
	}
	return c.Word(c.Verb) == "works" || slices.Contains([]string{"great", "fine", "good", "perfect", "ok", "okay", "nice", "cool", "ideal", "best", "better", "enough", "even"}, c.Word(c.Verb+1))
}

// praisedLack takes the proposal to do without what somebody is glad to lack.
func (r *reader) praisedLack(u unit) bool {
	p, _ := r.memory.alike(minus(u.Content(), accepting), func(e *entry) bool { return proposals(e) && e.age <= 2 && negates(e.summary) }, 0.5)
	if p == nil || !r.opening(u) {
		return false
	}
	r.settle(p)
	return true
}

// refused reads a no to the assistant's proposal.
func (r *reader) refused(u unit) bool {
	deferred := u.Has(english.Defer) && u.Negated() && !u.Command
	if praisesLack(u.Clause) {
		return r.praisedLack(u)
	}
	if !(u.Starts(english.Reject) || deferred || thenNo(u) || r.tooMuch(u)) || !r.opening(u) || u.Asked {
		return false
	}
	p := r.memory.recent(ideas, 2)
	if p == nil {
		return false
	}
	bare := len(u.Tokens) == 1 && u.Word(0) == "no"
	if bare && (p.age > 1 && r.last.asks || !p.proposal) || !bare && u.Word(0) == "no" && len(u.Tokens) > 1 && u.Word(1) != "," && !within(u.Content(), p.stems) && !deferred {
		return false
	}
	if deferred && r.last.offer != "" && len(u.s.Clauses) == 1 && len(minus(u.Content(), deferring)) == 0 {
		return true // "Shall I …?" – "not yet" puts the work off, and says nothing of the idea
	}
	newID := ""
	if deferred {
		d := &delta.DecisionMade{Creation: r.creation(r.summary(sentenceText(u)+": "+p.summary), delta.High), Alternatives: []string{}}
		newID = r.idOf(d)
		r.passOver(english.Defer)
	}
	reason := u.s.Text
	if len(u.s.Content()) == 0 {
		reason = r.because(u) // "no no. PE is two lessons"
	}
	r.supersede(p, newID, reason, delta.High)
	if newID == "" && p.proposal {
		r.counters(u, p)
	}
	return !prohibition(u.Clause)
}

// thenNo tells a sentence that is only a no in view of what was said: "then no".
func thenNo(u unit) bool {
	return len(u.Tokens) == 2 && (u.Word(0) == "then" || u.Word(0) == "so") && u.Word(1) == "no" && len(u.s.Clauses) == 1
}

// passOver marks what only says the same again with a pronoun: "we do it in
// Q4".
func (r *reader) passOver(q english.Cue) {
	for _, u := range r.units() {
		if u.Has(q) && u.HasWord("it", "that", "this", "them") {
			r.mark(u.Clause)
		}
	}
}

// confirmed reads that a suspicion was right: what the speaker says about it
// is a fact.
func (r *reader) confirmed(u unit) bool {
	s := r.memory.recent(suspicions, 2)
	if s == nil || u.Asked || u.Has(english.Hedge) {
		return false
	}
	cued := false
	for i := range u.s.Clauses {
		c := &u.s.Clauses[i]
		cued = cued || c.Has(english.Confirm) && !c.Negated() && !exactlyThat(c)
	}
	if !cued || len(u.s.Content()) < 2 {
		return r.affirms(u)
	}
	if r.concludesLater(u) {
		return true
	}
	f := &delta.FactLearned{Creation: r.creation(r.summary(strings.TrimRight(u.s.Text, ".! ")), delta.High)}
	verdict := "Confirmed: "
	if namesAnother(u.s, s) {
		verdict = "Found instead: "
	}
	r.supersede(s, r.idOf(f), verdict+u.s.Text, delta.High)
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	return true
}

// denied reads that an assumption was wrong: it falls, and what is so instead
// is a fact.
func (r *reader) denied(u unit) bool {
	if u.Asked || u.Has(english.Hedge) && !fells(u.Clause) || forbidsIt(u) || r.turn.Role == Assistant && saysAside(u.Clause) {
		return false
	}
	h := r.contradicted(u)
	if h == nil {
		return false
	}
	instead, id := r.insteadOf(u), ""
	if at, _ := u.Find(english.Deny); at >= 0 && (u.Word(at) == "no" || u.Word(at) == "nothing") {
		instead = "" // "no change" tells what it was not
	}
	if farewell(u.Clause) || fells(u.Clause) || r.turn.Role == Assistant && pointedAt(u.Clause, "that", "this") && u.HasWord("clears", "exonerates", "excludes", "exculpates") {
		instead = "" // takes leave, or only draws the conclusion
	}
	if other, _ := r.memory.alike(english.Content(instead), func(e *entry) bool { return e != h && suspicions(e) }, 0.5); other != nil {
		instead = "" // that one suspect is cleared proves no other one
	}
	if instead != "" && h.proposal && r.turn.Role == User && saysWhatOf(english.Tokens(instead), h) {
		instead = "" // says what is wrong with what was proposed
	}
	if instead != "" && !h.proposal && personal(instead) {
		instead = ""
	}
	if instead != "" && !(h.proposal && u.HasWord("i", "we")) && !(r.turn.Role == Assistant && (u.Has(english.Estimate, english.Done) || h.proposal)) {
		if u.Word(0) == "no" && r.turn.Role == Assistant {
			r.by = blaming
		}
		if u.Word(0) == "not" && u.Verb < 0 && h.proposal && r.turn.Role == User {
			r.by, instead = filling, about(instead, h.summary)
		}
		id = r.idOf(r.inItsPlace(h, instead))
	}
	r.supersede(h, id, r.because(u), delta.High)
	return true
}

// inItsPlace is what holds instead of what was supposed: a choice in the place of a
// proposal of the assistant, else a fact.
func (r *reader) inItsPlace(h *entry, instead string) delta.Delta {
	made := r.creation(r.summary(instead), delta.High)
	if h.proposal && r.turn.Role == User && (suited.among(instead) || verbless(withoutContext(instead))) {
		return &delta.DecisionMade{Creation: made, Alternatives: []string{h.summary}}
	}
	return &delta.FactLearned{Creation: made}
}

// because is the sentence of a verdict or a choice with its neighbours in the
// block, which say why.
func (r *reader) because(u unit) string {
	text := strings.TrimRight(u.s.Text, ". ")
	if next := u.nextSentence(); next != nil && !next.Asked {
		text += ". " + strings.TrimRight(next.Text, ". ")
	}
	if last := u.previousSentence(); last != nil && len(text) < maxSummary/2 {
		text += " (" + strings.TrimRight(last.Text, ". ") + ")"
	}
	return text
}

// denying is the word without which nothing is denied.
var denying = english.WordsOf("not")

// contradicted is the idea that a clause turns down, or nil: by saying so
// ("that can not be it"), by a no before a statement, or by stating the
// opposite of what was suspected.
func (r *reader) contradicted(u unit) *entry {
	if r.memory.none(ideas, 1<<30) {
		return nil
	}
	if r.turn.Role == Assistant && fells(u.Clause) {
		return r.fallen(u)
	}
	about := minus(u.Content(), truths)
	if u.Has(english.Deny) && !(pastTense(u.Clause) && u.Word(u.Verb) == "cleared" && (u.Verb == 0 || u.Word(u.Verb-1) == "i" || u.Word(u.Verb-1) == "we")) {
		if farewell(u.Clause) {
			return r.memory.recent(func(e *entry) bool { return suspicions(e) || ideas(e) && e.age <= 1 && supposing.among(e.summary) }, 6)
		}
		about = minus(about, theories)
		if len(about) == 0 && u.HasWord("theory", "hypothesis", "idea", "suspicion", "guess") {
			if e, _ := r.memory.alike(r.sentenceBefore(u), suspicions, 0.3); e != nil {
				return e
			}
		}
		if e, _ := r.memory.alike(about, ideas, 0.5); e != nil {
			return e
		}
		if e, _ := r.memory.alike(union(about, r.sentenceBefore(u)), func(e *entry) bool { return suspicions(e) && e.age <= 4 && !e.fresh }, 0.3); e != nil && u.Verb > 0 && len(about) > 0 {
			return e
		}
		if e := r.memory.recent(suspicions, 2); e != nil {
			if len(about) > 0 && e.age > 0 && len(r.memory.all(suspicions, 2)) > 1 {
				return nil // one of several, and nobody knows which
			}
			return e
		}
		return r.memory.recent(ideas, 2)
	}
	if h := r.ruledOut(u); h != nil {
		return h
	}
	if r.turn.Role == User && u.Verb < 0 && len(u.Tokens) <= 5 && theory.in(u.Clause) && onlyPraised.in(u.Clause) && r.begins(u) && !u.Negated() {
		return r.onlyLovely(u)
	}
	if flatlyNot(u) {
		if e := r.memory.recent(suspicions, 1); e != nil && r.opening(u) {
			return e
		}
	}
	if w := u.Words(); !u.Asked && u.Verb <= 2+btoi(u.Lead == english.And || u.Word(0) == "and") && u.Mentions(denying) && (strings.Contains(w, "it is not ") || strings.Contains(w, "it was not ") || strings.Contains(w, "its not ") || u.Verb <= 1 && (strings.HasPrefix(w, "so is not ") || strings.HasPrefix(w, "is not "))) {
		if e, _ := r.memory.alike(about, suspicions, 0.5); e != nil && e.age <= 6 {
			return e
		}
	}
	if u.Command || u.Lead.Dependent() || r.turn.Role == Assistant && ofAKind(u.s) {
		return nil
	}
	if h := r.opposite(u, about); h != nil {
		return h
	}
	h := r.memory.recent(ideas, 1)
	if h == nil || !r.opening(u) {
		return nil
	}
	if u.Word(0) == "no" || u.Word(0) == "wrong" || u.Word(0) == "negative" && len(u.Tokens) == 1 {
		next := u.after()
		switch {
		case len(u.Tokens) == 1 && (next == nil || next.Verb > 0 && !next.Command || next.Verb < 0):
			return h
		case u.Verb > 1 && u.Word(0) == "no" && (subjectOpens(u.Clause, 1) || flatNo(u)):
			return h
		}
		return nil
	}
	if u.Verb >= 0 && u.Negated() && len(u.Tokens) <= 4 && len(about) == 0 {
		switch u.Word(0) {
		case "it", "they", "that", "there":
			return h
		}
	}
	return nil
}

// opposite is the suspicion whose opposite a clause states: the same words
// with the negation changed, or its subject found to be in order.
func (r *reader) opposite(u unit, about []string) *entry {
	if u.Verb < 1 || len(about) == 0 || u.Conditional || english.IsModal(u.Word(u.Verb)) && u.Word(u.Verb) != "can" {
		return nil
	}
	sound := !u.Negated() && english.IsBe(u.Word(u.Verb)) && (u.HasWord(inOrder...) || u.Number() && r.turn.Role == User && !u.Has(english.Estimate))
	if last := r.memory.all(suspicions, 1); len(last) == 1 && sound && !last[0].fresh && u.at == 0 && r.opening(u) && r.turn.Role == User && (u.HasWord("solid", "stable", "steady", "normal", "healthy") || u.HasWord("fine", "ok", "clean", "intact") && english.Shared(u.ContentTo(u.Verb), r.last.stems) > 0) && !r.last.info {
		return last[0] // what was to be looked at is as it should be
	}
	for _, h := range r.memory.all(suspicions, 4) {
		shared := english.Shared(about, h.stems)
		if sound && english.Shared(u.ContentTo(u.Verb), h.stems) > 0 && len(minus(numbersOf(about), h.stems)) == numbersIn(about) && (u.HasWord(inOrder...) || faulty(h.summary)) {
			return h
		}
		if h.age <= 2 && shared > 0 && u.Negated() && !negates(h.summary) && !pastIntent(u.Clause) && !lacksOther(u.Clause, h) && (english.Shared(u.ContentTo(u.Verb), h.stems) > 0 || u.Word(start(u.Clause)) == "there" || u.HasWord("explain")) {
			return h
		}
		if h.age <= 1 && u.at == 0 && shared > 0 && shared < len(about) && (english.Shared(u.ContentTo(u.Verb), h.stems) > 0 || pointedAt(u.Clause, "i", "we") && r.turn.Role == User) && otherValue(u.Clause, h.summary) {
			return h
		}
		if shared > 0 && (negates(h.summary) != u.Negated() || r.turn.Role == User && shared > 1 && faulty(h.summary) && !u.Negated() && !faulty(u.Text)) && (2*shared >= len(about) && (shared > 1 || h.age <= 1 && r.opening(u))) {
			return h
		}
	}
	return nil
}

// theories are stems of the words for an idea and its end.
var theories = english.Content("theory hypothesis idea suspicion guess table dead out gone window explanation assumption")

// pastIntent tells what somebody did not do, which refutes nothing.
func pastIntent(c *english.Clause) bool {
	return c.Word(start(c)) == "i" || c.Word(start(c)) == "we" || c.Word(start(c)) == "you"
}

// ruledOut is the suspicion that a fragment finds nothing of: "no bubbles".
func (r *reader) ruledOut(u unit) *entry {
	if r.turn.Role != User || u.Verb >= 0 || u.Command || u.Word(start(u.Clause)) != "no" && u.Word(0) != "not" || len(u.Tokens) > 6 || len(u.Content()) == 0 {
		return nil
	}
	e, _ := r.memory.alike(u.Content(), func(e *entry) bool {
		return suspicions(e) && e.age <= 4 || u.Word(0) == "not" && notBranch(e) && e.kind == delta.Hypothesis && e.age <= 1
	}, 0.5)
	return e
}

// affirms reads a yes, or a statement with a pronoun, to the only suspicion of
// the last turn: what was suspected is a fact.
func (r *reader) affirms(u unit) bool {
	last := r.memory.all(suspicions, 1)
	if len(last) != 1 || !r.opening(u) || u.Negated() || u.Lead == english.But || u.Command {
		return false
	}
	h := last[0]
	shared := english.Shared(u.Content(), h.stems)
	i := 0
	for nodding.Holds(u.Word(i)) || i > 0 && u.Word(i) == "," {
		i++
	}
	points := u.Verb == i+1 && (u.Word(i) == "it" || u.Word(i) == "that" || u.Word(i) == "they" || u.Word(i) == "its") && english.IsBe(u.Word(i+1)) && shared > 0 && !negates(h.summary) &&
		u.Word(i+2) != "how" && u.Word(i+2) != "why" && u.Word(i+2) != "what" && !u.Has(english.History, english.Sarcasm, english.Done)
	if !points {
		return false
	}
	text := strings.TrimRight(u.s.Text, ".! ")
	f := &delta.FactLearned{Creation: r.creation(r.summary(text), delta.High)}
	r.supersede(h, r.idOf(f), "Confirmed: "+u.s.Text, delta.High)
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	return true
}

// flatNo tells "nope, …", which denies what was said, from the "no" that counts
// things.
func flatNo(u unit) bool {
	if u.Word(0) != "no" {
		return false
	}
	t := u.Tokens[0]
	return strings.ToLower(u.p.Text[t.Start:t.End]) != "no" || u.Word(1) == ","
}

// truths are stems of the words that judge what is true.
var truths = english.Content("wrong right true incorrect false")

// subjectOpens tells that a subject begins at the i-th token: "no both were
// there", but not "no backups were made".
func subjectOpens(c *english.Clause, i int) bool {
	switch c.Word(i) {
	case ",", "i", "we", "it", "they", "he", "she", "that", "this", "both", "all", "the", "there", "these", "those", "my", "our", "each", "every":
		return true
	}
	return false
}

// insteadOf is the statement that follows a denial, in its sentence or the
// next one, which is marked as read.
func (r *reader) insteadOf(u unit) string {
	if at := u.Index(","); at > 1 && u.Word(0) == "not" && u.Verb < 0 && !u.Command && at+1 < len(u.Tokens) && u.Word(at+1) != "please" && len(u.Tokens) <= at+4 && namesInstead(fragment(u.Clause, at+1), 0) {
		return from(u.Clause, at+1) // "not sqlite, postgres"
	}
	if u.HasWord(inOrder...) && !u.Has(english.Deny) && len(u.Content()) <= 2 && !u.Number() && !u.Negated() {
		return ""
	}
	if w := u.Words(); strings.HasPrefix(w, "so is not ") || strings.HasPrefix(w, "is not ") {
		return "" // it only says what it is not
	}
	if u.Verb > 0 && u.Word(0) != "no" && !u.Has(english.Deny) && len(u.Content()) > 0 && !flatlyNot(u) {
		return core(u.Clause) // it states the opposite itself
	}
	if c := u.after(); c != nil && c.Verb >= 0 && len(c.Content()) >= 2 && !c.Asked && !c.Has(english.Hedge) {
		r.mark(c)
		return core(c)
	}
	if r.statesNext(u) && flatNo(u) {
		return "" // the next sentence says what it is
	}
	if own := minus(u.Content(), truths); flatlyNot(u) {
	} else if len(own) >= 3 || len(own) > 0 && u.Verb > 0 && !u.Has(english.Deny) {
		return core(u.Clause)
	}
	next := u.nextSentence()
	if next == nil {
		return ""
	}
	c := &next.Clauses[0]
	if c.Asked || c.Command || c.HasWord("leaves", "remains", "left") || c.Has(english.Hedge, english.Request) || len(c.Content()) < 1 || c.Verb >= 0 && len(c.Content()) < 2 {
		return ""
	}
	for i := range next.Clauses {
		r.mark(&next.Clauses[i])
	}
	return strings.TrimRight(next.Text, ".! ")
}

// statesNext tells that the next sentence states something of its own.
func (r *reader) statesNext(u unit) bool {
	next := u.nextSentence()
	return next != nil && !next.Asked && next.Clauses[0].Verb > 0 && len(next.Content()) >= 3 && !next.Clauses[0].Has(english.Hedge)
}
