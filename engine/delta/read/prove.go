package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// proving are words that say of a suspicion that it was right.
var proving = english.PhrasesOf("that was it", "that is it", "that is exactly it", "that is exactly what it was", "exactly that", "that was what it was", "that is what it was", "confirmed", "bingo", "jackpot", "nailed it", "you nailed it", "you were right", "you are right", "good guess", "it was that", "that was the one", "guilty", "spot on", "called it", "you found it")

// whileTried is for how many turns a suspicion may be tried out.
const whileTried = 6

// proved reads that a suspicion was right where a sentence alone says so: what the next
// one tells is the fact, "bingo. the specs never clean up", and where there is none, or it
// goes on to other things, what was suspected.
func (r *reader) proved(u unit) bool {
	if r.memory.none(suspicions, whileTried) || u.Asked && (u.s.Marked || u.Word(0) != "so") || u.Has(english.Hedge) || u.Negated() || u.Command {
		return false
	}
	if r.concludedSo(u) {
		return true
	}
	said := u.HasPhrase(proving)
	nods := r.turn.Role == User && u.at == 0 && r.opening(u) && len(u.Content()) == 0 && (u.Starts(english.Accept) || u.Word(0) == "right") && !r.last.asksWish()
	if !said && !nods || len(u.Content()) > 2 || r.turn.Role == Assistant && u.after() == nil {
		return false
	}
	last := r.memory.all(suspicions, 1)
	if len(last) == 0 && said && r.turn.Role == User && (u.HasWord("you") || u.after() != nil && u.after().Has(english.Done)) {
		last = r.memory.all(suspicions, whileTried) // "that was it, works now"
	}
	if len(last) != 1 || last[0].fresh {
		return false
	}
	h := last[0]
	clauses, text := r.tellsAfter(u)
	if text == "" && (!said || r.turn.Role == Assistant) || nods && !said && english.Shared(english.Content(text), h.stems) == 0 {
		return false
	}
	if text == "" {
		text = asFound(h.summary)
	}
	r.by = blaming
	f := &delta.FactLearned{Creation: r.creation(r.summary(text), delta.High)}
	r.supersede(h, r.idOf(f), "Confirmed: "+u.s.Text, delta.High)
	r.mark(clauses...)
	return true
}

// asksWish tells that the floor was left with a question about what is to be done: a yes
// accepts rather than confirms.
func (f *floor) asksWish() bool { return f.wish != "" || f.polar != "" || f.offer != "" }

// tellsAfter is what the clauses behind a verdict state, in its sentence or the next one,
// "" where they state nothing.
func (r *reader) tellsAfter(u unit) (clauses []*english.Clause, text string) {
	states := func(c *english.Clause) bool {
		return !c.Asked && !c.Command && !c.Conditional && !c.Has(english.Hedge, english.Must, english.Thanks, english.Someday, english.Promise) && len(c.Content()) > 1
	}
	if c := u.after(); c != nil {
		if !states(c) || c.Lead == english.But {
			return nil, ""
		}
		for i := u.at + 1; i < len(u.s.Clauses); i++ {
			clauses = append(clauses, &u.s.Clauses[i])
		}
		return clauses, strings.TrimRight(u.p.Text[c.Tokens[0].Start:endOf(u.s)], ".! ")
	}
	next := u.nextSentence()
	if next == nil || next.Asked || !states(&next.Clauses[0]) || next.Clauses[0].Verb < 0 {
		return nil, ""
	}
	for i := range next.Clauses {
		clauses = append(clauses, &next.Clauses[i])
	}
	return clauses, strings.TrimRight(next.Text, ".! ")
}

// concludedSo reads a conclusion by which one of the suspicions is the cause: "so it was
// the watchdog all along", "it is the rounding".
func (r *reader) concludedSo(u unit) bool {
	c := u.Clause
	i := start(c)
	for nodding.Holds(c.Word(i)) {
		i++
	}
	if itWas(c, i) {
		return r.wasIt(u, i)
	}
	if c.Verb != i+1 || c.Word(i) != "it" && c.Word(i) != "that" && c.Word(i) != "its" || !english.IsBe(c.Word(c.Verb)) || slices.Contains([]string{"how", "why", "what", "where", "when", "like", "ok", "fine", "good"}, c.Word(c.Verb+1)) || c.Has(english.History, english.Sarcasm, english.Done) {
		return false
	}
	concludes := c.Lead == english.So || c.Word(0) == "so" || c.HasWord("indeed", "really", "actually") || strings.HasSuffix(c.Words(), "all along") || strings.HasSuffix(c.Words(), "after all")
	checked := u.at > 0 && (u.before().Has(english.Checked) || pastTense(u.before())) || u.previousSentence() != nil && anyClause(u.previousSentence(), func(o *english.Clause) bool { return o.Has(english.Checked, english.Done) || pastTense(o) })
	if !concludes && !checked {
		return false
	}
	h, _ := r.memory.alike(c.Content(), func(e *entry) bool { return suspicions(e) && e.age <= 4 && !e.fresh }, 0.3)
	if h == nil && concludes && r.turn.Role == User && english.HasContent(c.Tokens[c.Verb:]) && r.wentAway(u) {
		return r.wasIt(u, i)
	}
	if h == nil && checked && r.turn.Role == User {
		return r.foundInstead(u)
	}
	if h == nil || negates(h.summary) {
		return false
	}
	text := strings.TrimRight(from(c, i), ".! ")
	if why := r.evidenceBefore(u); why != "" && !r.wentAway(u) {
		text = why + ", " + text
	}
	return r.bornOut(u, h, text)
}

// concludesLater reads a sentence of which a later clause draws the conclusion: "the smell
// is gone, so it was indeed the drain".
func (r *reader) concludesLater(u unit) bool {
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		if at := start(c); c.Lead == english.So && c.Word(at) == "it" && c.Verb == at+1 && english.IsBe(c.Word(c.Verb)) && r.wasIt(unit{c, u.p, u.s, i, u.k, u.n + i - u.at}, at) {
			for k := range u.s.Clauses {
				r.mark(&u.s.Clauses[k])
			}
			return true
		}
	}
	return false
}

// nodding are words before a conclusion.
var nodding = classOf("so yes yeah yep ya yup ok okay and indeed right then ha ah oh aha")

// itWas tells a conclusion that names the cause first, "the floats it was", or leaves its
// subject out, "so was the float".
func itWas(c *english.Clause, i int) bool {
	n := len(c.Tokens)
	if n-i >= 3 && n-i <= 8 && c.Word(n-1) == "was" && c.Word(n-2) == "it" && c.Verb == n-1 && english.HasContent(c.Tokens[i:n-2]) {
		return true
	}
	return i > 0 && c.Word(i-1) == "so" && c.Verb == i && (c.Word(i) == "was" || c.Word(i) == "is") && c.Word(i+1) == "the" && n-i <= 6
}

// wasIt makes a fact of the suspicion that a conclusion from the i-th word on means: the
// one it names, else the only one of the last turn.
func (r *reader) wasIt(u unit, i int) bool {
	if u.s.Marked || u.Has(english.Sarcasm, english.Hedge) || u.Negated() {
		return false
	}
	h, _ := r.memory.alike(english.ContentOf(u.Tokens[i:]), func(e *entry) bool { return suspicions(e) && e.age <= 4 && !e.fresh }, 0.01)
	if last := r.memory.all(suspicions, 1); h == nil && len(last) == 1 && !last[0].fresh && r.wentAway(u) {
		h = last[0]
	}
	if h == nil || negates(h.summary) {
		return false
	}
	return r.bornOut(u, h, strings.TrimRight(from(u.Clause, i), ".! "))
}

// bornOut makes a fact of a suspicion that has proved right in some words, which name what
// was suspected where they say no more than that it was so.
func (r *reader) bornOut(u unit, h *entry, text string) bool {
	if len(r.content(text)) < 2 {
		text += ": " + asFound(h.summary)
	}
	r.by = blaming
	f := &delta.FactLearned{Creation: r.creation(r.summary(text), delta.High)}
	r.supersede(h, r.idOf(f), "Confirmed: "+u.s.Text, delta.High)
	return true
}

// wentAway tells that the sentence before a conclusion, or what stands before it in its
// own, says that what was amiss is gone after something was tried: "turned it off, zero lag".
func (r *reader) wentAway(u unit) bool {
	gone := func(c *english.Clause) bool {
		return (remedies.in(c) || cure.in(c) || c.HasWord("zero", "without", "no")) && !c.Asked && !c.HasWord("still", "same")
	}
	for i := 0; i < u.at; i++ {
		if gone(&u.s.Clauses[i]) {
			return true
		}
	}
	last := u.previousSentence()
	return last != nil && !last.Asked && anyClause(last, gone)
}

// foundInstead reads what was found where something else had been suspected: "I checked,
// it is the socket timeout".
func (r *reader) foundInstead(u unit) bool {
	last := r.memory.all(suspicions, 1)
	if len(last) != 1 || last[0].fresh || u.Negated() || !slices.Contains([]string{"the", "a", "an", "our", "my"}, u.Word(u.Verb+1)) || u.previousSentence() != nil && u.at == 0 {
		return false
	}
	r.by = blaming
	f := &delta.FactLearned{Creation: r.creation(r.summary(strings.TrimRight(u.s.Text, ".! ")), delta.High)}
	r.supersede(last[0], r.idOf(f), r.because(u), delta.High)
	return true
}

// evidenceBefore is what the sentence says before its conclusion, as far as nothing was
// made of it.
func (r *reader) evidenceBefore(u unit) string {
	if u.at == 0 || r.used[u.before().Place] || len(u.before().Content()) < 2 {
		return ""
	}
	return core(u.before())
}

// blames reads the assistant's conclusion from what was shown, "So it's the power supply",
// while a cause is looked for.
func (r *reader) blames(u unit) bool {
	i := start(u.Clause)
	if u.Word(i) == "so" {
		i++
	}
	if u.Word(i) != "it" || u.Verb != i+1 || !english.IsBe(u.Word(u.Verb)) || u.Word(u.Verb+1) != "the" || len(u.Content()) == 0 || len(u.s.Clauses) > 1 || !r.diagnosing() {
		return false
	}
	r.by = blaming
	text := from(u.Clause, i)
	if last := u.previousSentence(); last != nil && !last.Asked {
		text = strings.TrimRight(last.Text, ".! ") + ", so " + text
	}
	_, ok := r.fact(text, delta.High)
	return ok
}

// concludedFor reads the assistant's conclusion that a suspicion was right: "So that's
// confirmed: the power saving drops the connection."
func (r *reader) concludedFor(u unit) bool {
	if (u.Word(0) == "so" || u.Lead == english.So) && !u.Asked && !u.Has(english.Hedge) && !u.Negated() && (r.concludedSo(u) || r.blames(u)) {
		return true
	}
	next := u.after()
	if next == nil || next.Lead != english.Colon || len(u.Content()) > 2 || !u.HasPhrase(proving) && !u.Has(english.Confirm) {
		return false
	}
	return r.proved(u)
}

// inOrder are words for things that are as they should be.
var inOrder = []string{"fine", "ok", "solid", "stable", "steady", "normal", "healthy", "intact", "correct", "unchanged", "identical", "ready", "charged", "valid", "present", "right", "fresh", "clean", "tight", "enabled", "current", "full", "good", "same", "equal", "there", "new", "out", "innocent"}

// faults are words for things that are not.
var faults = []string{"empty", "missing", "without", "lacks", "low", "wrong", "expired", "broken", "corrupt", "stale", "old", "outdated", "dead", "loose", "dirty", "weak", "blocked", "locked", "disabled", "unset", "invalid", "lost", "slow", "short", "absent", "null", "hot", "cold", "full", "worn", "clogged", "duplicate"}

// faulty tells a text that names a fault.
func faulty(text string) bool {
	for t := range english.EachToken(text) {
		for _, f := range faults {
			if t.Word == f && !t.Quoted {
				return true
			}
		}
	}
	return false
}

// personal tells a text that judges, or tells how the speaker spent the time.
func personal(text string) bool {
	ss := english.Sentences(text)
	if len(ss) == 0 {
		return false
	}
	c := &ss[0].Clauses[0]
	return verdict(c) || c.Word(start(c)) == "i" && c.Verb > 0 && !learns(c) && (c.Word(c.Verb) == "have" || c.Word(c.Verb) == "had") && c.Word(c.Verb+1) != "a" && !c.Number()
}

// theory are words for what was supposed.
var theory = classOf("assumption theory hypothesis suspicion guess")

// farewell tells words by which somebody gives up what was supposed, and that tell
// nothing else: "there goes that theory", "so much for my guess".
func farewell(c *english.Clause) bool {
	w := c.Word(start(c))
	return theory.in(c) && (w == "there" && (c.HasWord("goes", "go")) || c.Where("so much for") == 0)
}

// onlyPraised are words for a theory that will not do.
var onlyPraised = classOf("lovely nice pretty beautiful neat charming elegant cute")

// onlyLovely is the only suspicion of the last turn where somebody has but praise for it,
// and goes on to what is so: "A lovely theory. I counted, there are twelve."
func (r *reader) onlyLovely(u unit) *entry {
	last := r.memory.all(suspicions, 1)
	next := u.nextSentence()
	if len(last) != 1 || last[0].fresh || next == nil || next.Asked || next.Clauses[0].Has(english.Hedge, english.Confirm, english.Promise, english.Accept) || next.Clauses[0].Command || !anyClause(next, func(c *english.Clause) bool { return c.Verb > 0 && (len(c.Content()) > 1 || c.Number()) }) {
		return nil
	}
	return last[0]
}

// verbless tells a text without a verb, which names something.
func verbless(text string) bool {
	return !slices.ContainsFunc(english.Sentences(text), func(s english.Sentence) bool {
		return anyClause(&s, func(c *english.Clause) bool { return c.Verb >= 0 || c.Command })
	})
}

// suited are words of what will do.
var suited = classOf("fine enough better ok okay good plenty nicer simpler easier suffices")
