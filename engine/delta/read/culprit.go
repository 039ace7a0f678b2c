package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// tried reads what became of the only suspicion of the last turns where the speaker
// names the true cause, tells that a remedy has worked, or picks one of the suspects by
// its number: "turns out the router reboots", "removed the shadow and it's smooth now",
// "it's the first one".
func (r *reader) tried(u unit) bool {
	if r.turn.Role != User || u.Asked || u.s.Marked || u.Has(english.Hedge, english.Undecided, english.Someday) || u.Conditional || r.memory.none(suspicions, 2) {
		return false
	}
	if h := r.suspectByNumber(u); h != nil {
		return r.borneOut(u, h)
	}
	last := r.memory.all(suspicions, 2)
	if len(last) != 1 || last[0].fresh || negatesOutcome(u.s) {
		return false
	}
	h := last[0]
	if (turnsOut(u.Clause) || u.before() != nil && foundIt(u.before()) && u.Verb > 0 && len(u.Content()) > 1) && english.Shared(u.Content(), h.stems) == 0 {
		r.by = blaming
		f := &delta.FactLearned{Creation: r.creation(r.summary(strings.TrimRight(core(u.Clause), ".! ")), delta.High)}
		r.supersede(h, r.idOf(f), r.because(u), delta.High)
		return true
	}
	return h.age <= 2 && (cured(u) || helped(u.Clause)) && r.borneOut(u, h)
}

// helped tells a clause that only says that what was suggested has helped: "that fixed
// it", "yep, that was the problem".
func helped(c *english.Clause) bool {
	i := start(c)
	return (c.Word(i) == "that" || c.Word(i) == "this") && len(c.Tokens) <= i+5 && len(c.Content()) <= 1 && ((c.Word(i+1) == "fixed" || c.Word(i+1) == "solved") && (c.Word(i+2) == "it" || c.Word(i+2) == "that" || i+2 >= len(c.Tokens)) || c.Word(i+1) == "did" && (c.Word(i+2) == "it" || c.Word(i+3) == "trick"))
}

// foundIt tells words that announce what was found: "found it", "ok i found the cause".
func foundIt(c *english.Clause) bool {
	return c.HasWord("found") && c.HasWord("it", "cause", "culprit", "problem", "reason", "bug") && len(c.Tokens) <= 5 && !c.Negated()
}

// blamesByOpinion tells what somebody thinks is amiss: "i think the cable is broken".
func blamesByOpinion(c *english.Clause) bool {
	return c.Word(0) == "i" && slices.Contains([]string{"think", "believe", "reckon", "guess", "bet"}, c.Word(1)) && (amiss.in(c) || c.HasWord(faults...)) && !c.HasWord("too", "should", "need") && !c.Asked
}

// turnsOut tells a clause that names the true cause: "turns out the router reboots at
// 3am", "the culprit was a cron job".
func turnsOut(c *english.Clause) bool {
	if c.Verb < 1 || c.Negated() {
		return false
	}
	if c.Where("it was the") == 0 && len(c.Tokens) <= 5 && !verdict(c) && !c.HasWord("time", "day", "last", "least", "plan", "idea", "one", "first", "second", "third") {
		return len(c.Content()) > 0
	}
	if len(c.Content()) < 3 {
		return false
	}
	w := c.Words()
	for _, f := range []string{"turns out ", "it turns out ", "turned out ", "it turned out ", "the culprit was ", "the culprit is ", "the real cause "} {
		if strings.HasPrefix(w, f) {
			return true
		}
	}
	return false
}

// remedies are verbs in the past of what somebody does against what is amiss, a cure
// what a thing is once it has helped.
var (
	remedies = classOf("removed fixed changed replaced swapped disabled enabled turned updated upgraded downgraded reverted cleared purged restarted switched moved increased raised lowered shortened tightened added deleted dropped set renamed reset cleaned unplugged did tried done yes yep yeah")
	cure     = classOf("gone works fixed smooth stopped solved quiet stable faster green passes fine disappeared vanished")
)

// cured tells that a remedy has helped, as the clause behind it says.
func cured(u unit) bool {
	c := u.after()
	if c == nil && u.HasWord("and") && u.Verb >= 0 && u.Verb <= 1 && remedies.Holds(u.Word(u.Verb)) {
		c = u.Clause // "removed the shadow and its smooth now"
	}
	if c == nil || !remedies.in(u.Clause) && !didIt(u.Clause) || u.Command || len(u.Tokens) > 9 {
		return false
	}
	return (cure.in(c) || c != u.Clause && c.Where("now it") >= 0 && c.Verb > 0 || c == u.Clause && c.Where("and now it") > 0) && len(c.Tokens) <= 9 && !c.Has(english.Promise) && c.HasWord("now", "gone", "stopped", "disappeared", "vanished", "solved")
}

// didIt tells what the speaker has done to a thing: "dried it", "i oiled the hinge".
func didIt(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Verb)
	return c.Verb >= 0 && c.Verb <= 1 && (c.Verb == 0 || c.Word(0) == "i" || c.Word(0) == "we") && ok && v.Form&english.Past != 0 && v.Form&english.Base == 0 && len(c.Tokens) > c.Verb+1
}

// negatesOutcome tells a sentence with a no, or that goes on to what is still amiss.
func negatesOutcome(s *english.Sentence) bool {
	return anyClause(s, func(c *english.Clause) bool {
		return c.Negated() || c.Lead == english.But || c.HasWord("still", "almost", "nearly", "partly", "only", "mostly")
	})
}

// suspectByNumber is the one of the suspicions of the last turn that a clause picks by
// its number, "it's the first one", or nil.
func (r *reader) suspectByNumber(u unit) *entry {
	c := u.Clause
	if len(c.Content()) > 1 || len(c.Tokens) > 7 || c.Negated() || !c.HasWord("is", "was") {
		return nil
	}
	if _, text := r.tellsAfter(u); text != "" {
		return nil // the fact is what it goes on to tell
	}
	all := r.memory.all(suspicions, 1)
	for n, w := range []string{"first", "second", "third", "fourth"} {
		if i := c.Index(w); i > 1 && c.Word(i-1) == "the" && (i+1 == len(c.Tokens) || c.Word(i+1) == "one" || c.Word(i+1) == "cause") && n < len(all) && len(all) > 1 && !all[n].fresh {
			return all[n]
		}
	}
	return nil
}

// borneOut makes a fact of a suspicion.
func (r *reader) borneOut(u unit, h *entry) bool {
	r.by = blaming
	f := &delta.FactLearned{Creation: r.creation(r.summary(asFound(h.summary)), delta.High)}
	r.supersede(h, r.idOf(f), "Confirmed: "+u.s.Text, delta.High)
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	return true
}

// supposed words and what stands in their place once they are known to be so.
var asKnown = strings.NewReplacer("might be", "is", "could be", "is", "may be", "is", "Might be", "Is", "Could be", "It is", "May be", "It is", " probably ", " ", " possibly ", " ", " maybe ", " ", " perhaps ", " ")

// asFound is what was suspected, without the words that say that it was only that.
func asFound(supposed string) string {
	text := strings.TrimRight(supposed, "?.! ")
	for _, w := range []string{"Possibly ", "Maybe ", "Perhaps ", "Probably ", "Suspect: ", "Suspicion: ", "Hypothesis: ", "Theory: ", "I suspect that ", "I suspect ", "My guess is that ", "My guess is ", "My guess: ", "I think that ", "I think ", "I guess ", "I bet ", "I would guess that ", "I'd guess that ", "I'd guess ", "My suspicion is that ", "It is possible that ", "It may be that ", "It might be that ", "It could be that "} {
		text, _ = strings.CutPrefix(text, w)
	}
	return asKnown.Replace(text)
}

// namesAnother tells a sentence that names a cause, but not the suspected one: "it was
// the env file".
func namesAnother(s *english.Sentence, h *entry) bool {
	c := &s.Clauses[0]
	return len(s.Clauses) == 1 && c.Where("it was the") == 0 && len(c.Content()) > 0 && english.Shared(c.Content(), h.stems) == 0
}
