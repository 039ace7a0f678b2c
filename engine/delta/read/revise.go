package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// revised reads a new answer or value for what was decided or required before:
// "make that 5", "raise the limit to 72 hours", "better in Catalan, not
// Spanish", "JUnit 5 after all".
func (r *reader) revised(u unit) bool {
	hedged := u.Has(english.Hedge) && !(u.HasWord("may") && u.Has(english.AfterAll)) && !thinksAgain(u.Clause)
	if u.Asked || hedged || r.turn.Role == User && u.Has(english.LetUs) && laughs(u) || u.Has(english.Undecided, english.Someday) || u.Has(english.History) {
		return false
	}
	if e := r.swapped(u); e != nil {
		text := sentenceText(u)
		if _, ok := valueForValue(u.Clause); ok {
			text = r.revisedText(u, e)
		}
		r.revise(e, text, u.Clause)
		r.of(u.s).changed = true
		return true
	}
	pronoun := u.Has(english.MakeThat)
	change := u.Has(english.Change) || u.Number() && u.HasPhrase(wentWith)
	after := u.Has(english.AfterAll) && !postpones(u.Clause)
	pronoun = pronoun && (u.Word(start(u.Clause)) != "i" || u.Number())
	now := u.Has(english.NowIs) && !amiss.in(u.Clause) && (u.Number() || u.HasWord("instead")) && !(u.Word(start(u.Clause)) == "i" && u.HasWord("have", "got"))
	moved := u.Has(english.Moved) && !u.Command
	let := u.Has(english.LetUs) && u.Number() && !u.HasWord("per", "every", "each", "them")
	loosened := u.Has(english.Exception, english.Loosen, english.Stricter)
	if !(pronoun || change || after || now || moved || let || loosened || u.Has(english.InForce) && u.Number()) {
		return false
	}
	if u.Has(english.Done) && !u.Number() && !u.Has(english.Change) {
		return false
	}
	if next := u.after(); after && !u.Number() && next != nil && next.Number() && next.Verb < 0 && len(u.Content()) <= 2 {
		return false // "changed my mind: 60 seconds"
	}
	stems := without(u.Content(), ofChange)
	if b := u.before(); b != nil && (b.Verb < 0 || let) {
		stems = union(stems, b.Content())
	}
	points := pronoun || let || after || loosened && (u.Word(0) == "that" || u.Word(1) == "that")
	var e *entry
	if u.Number() && (pronoun || let || change || now) && !after {
		e = r.valued(u, u.Dated())
	}
	if own := without(withoutNumbers(stems), ofUnits); e != nil && change && !pronoun && !let && !now && len(own) > 1 && english.Shared(own, e.stems) == 0 {
		e = nil // it names what it changes, and that is another thing
	}
	if e == nil && loosened && u.Verb > 0 && !u.Negated() {
		e = r.loosened(u)
	}
	if e == nil {
		e = r.target(u, stems, points)
	}
	if b := u.before(); e == nil && b != nil && u.Lead == english.And {
		e = r.target(u, union(stems, b.Content()), false)
	}
	if e == nil || r.meansAnother(u, e) {
		return false
	}
	if pronoun && !u.Number() && !u.Dated() && (e.kind == delta.Constraint || len(unitsOf(u.Content())) == 0) && sortsOf(u.Content())&sortsOf(e.stems) == 0 && (len(e.numbers) > 0 || english.Shared(u.Content(), e.stems) == 0) {
		return false // makes something of another thing
	}
	if loosened && !u.Number() && !u.Dated() && !(pronoun || change || after || now || moved || let) && english.Shared(u.Content(), e.stems) == 0 && !u.s.Clauses[0].HasWord("rule", "limit", "deadline") {
		return false // what is allowed is something else
	}
	if e.kind == delta.Decision && !(pronoun || change || after || now || moved || let) {
		return false
	}
	if e.kind == delta.Constraint && !pronoun && !change && !moved && !loosened && !now && !let && !(after && (u.Number() || replaces(u.Clause, e))) {
		return false
	}
	if nums := numbersOf(u.Content()); len(nums) > 0 && within(nums, e.stems) && !loosened {
		return false // the old value again: "50 feels long"
	}
	if !u.Number() && english.Shared(minus(stems, e.stems), stems) == 0 {
		return false // says nothing that is not known
	}
	r.revise(e, r.revisedText(u, e), u.Clause)
	r.of(u.s).changed = true
	return true
}

// thinksAgain tells that what sounds like a doubt is what a new answer comes of:
// "thinking about it, 45".
func thinksAgain(c *english.Clause) bool {
	at, _ := c.Find(english.AfterAll)
	doubt, _ := c.Find(english.Hedge)
	return at >= 0 && at == doubt && (c.Word(at) == "thinking" || c.Word(at) == "come") && !c.HasWord("maybe", "perhaps", "might", "could")
}

// meansAnother tells that a change is of something else than an entry: its clause
// turns down a value that the entry has not, or names another topic before.
func (r *reader) meansAnother(u unit, e *entry) bool {
	if at, n := u.Find(english.InsteadOf); at > 0 {
		if old := numbersOf(english.ContentOf(u.Tokens[at+n : min(at+n+2, len(u.Tokens))])); len(old) > 0 && english.Shared(old, e.stems) == 0 {
			return true
		}
	}
	for i := range u.Tokens {
		if i > 0 && u.Word(i) == "not" && i+1 < len(u.Tokens) && u.Tokens[i-1].Class != english.Punct {
			if old := numbersOf(english.ContentOf(u.Tokens[i+1 : i+2])); len(old) > 0 && english.Shared(old, e.stems) == 0 {
				return true
			}
		}
	}
	if units, others := unitsOf(u.Content()), unitsOf(e.stems); len(units) > 0 && len(others) > 0 && !alikeIn(units, others) && !u.HasPhrase(wentWith) {
		return true // megabytes are no seconds
	}
	if words := withoutNumbers(u.Content()); clocks(u.Content()) && !clocks(e.stems) && (len(unitsOf(e.stems)) > 0 || len(words) > 2 && english.Shared(words, e.words) == 0) {
		return true // a time is no length, nor what has another name
	}
	if own, _ := r.partsOf(u); u.Has(english.LetUs) && !u.HasPhrase(wentWith) {
		if own = minus(own, givingStems); len(own) > 0 && english.Shared(own, e.stems) == 0 {
			return true // "let's start at 4"
		}
	}
	if u.Command && pointing(u.Clause, u.Order+1) && r.countedHere(u, e) {
		return true // "I got 2 messages for paper and glass, make it one message"
	}
	b := u.before()
	if b == nil || u.Lead != english.Colon && b.Word(start(b)) != "the" {
		return false
	}
	named := english.ContentOf(topicIn(b, u.Lead != english.Colon))
	return len(named) > 0 && related(named, e.stems) == 0
}

// clocks tells that one of some stems is a time of day.
func clocks(stems []string) bool {
	return slices.ContainsFunc(stems, func(w string) bool { return isNumber(w) && strings.Contains(w, ":") || w == "pm" || w == "am" })
}

// countedHere tells that what a clause counts is what the turn counted before it, and
// not what an entry is about.
func (r *reader) countedHere(u unit, e *entry) bool {
	words, _ := r.partsOf(u)
	words = minus(minus(words, givingStems), e.stems)
	for _, o := range r.units()[:u.n] {
		if o.Number() && english.Shared(words, o.Content()) > 0 && english.Shared(o.Content(), e.stems) == 0 {
			return true
		}
	}
	return false
}

// wentWith tell what was taken in the end: with a value, another than was said.
var wentWith = english.PhrasesOf("went with", "ended up with")

// postpones tells "X can wait", which takes nothing back.
func postpones(c *english.Clause) bool {
	at, _ := c.Find(english.AfterAll)
	return at > 0 && c.Word(at) == "wait" && slices.Contains([]string{"can", "to", "must", "may", "will", "should", "could"}, c.Word(at-1))
}

// loosened is the constraint about whose subject a clause allows something:
// "allocations are ok in the first seconds".
func (r *reader) loosened(u unit) *entry {
	var best *entry
	for _, e := range r.memory.entries {
		if e.open && !e.fresh && e.kind == delta.Constraint && english.Shared(u.ContentTo(u.Verb), e.stems) > 0 && (best == nil || e.age <= best.age) {
			best = e
		}
	}
	return best
}

// replaces tells that a clause turns down what an item says: "in Catalan, not
// Spanish".
func replaces(c *english.Clause, e *entry) bool {
	kept := affirmed(c)
	return len(kept) > 0 && len(kept) < len(c.Tokens) && english.Shared(english.ContentOf(c.Tokens[len(kept):]), e.stems) > 0
}

// changing are stems of the words that change, not of what is changed.
var changing = english.Content("make change bump set raise lower reduce increase cut extend shorten move push switch turn double halve better instead actually moved raised lowered new number value let say said mean meant oops wait thought thinking second half twice more less fewer extra another")

// ofChange are the same as a set.
var ofChange = english.SetOf(changing)

// target is the decision or constraint that a change means: by its content, by
// a value that it mentions, or, where it only points ("that"), the last one
// with a value of the same sort.
func (r *reader) target(u unit, stems []string, points bool) *entry {
	var best *entry
	score := 0.0
	words := withoutNumbers(stems)
	numbers := numbersOf(stems)
	if len(numbers) > 0 {
		words = minus(words, givingStems)
	}
	byWord, byValue := seek(words), seek(numbers)
	units := unitsOf(stems)
	context := seek(withoutNumbers(r.sentenceBefore(u)))
	linked := len(words) == 0 || english.Shared(words, r.last.stems) > 0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || !revisables(e) {
			continue
		}
		s := 2 * float64(byWord.in(e))
		if len(words) == 0 && len(numbers) > 0 && len(e.numbers) == 0 {
			continue // a bare value replaces a value
		}
		if len(numbers) > 0 && len(e.numbers) == 1 && !u.Dated() && e.dated() {
			continue // and no date
		}
		if s > 0 {
			s /= float64(max(1, min(len(words), len(e.stems))))
		}
		if len(units) > 0 && len(numbers) > 0 && len(e.numbers) > 0 {
			s -= 0.5 // gigabytes are no tries
			if english.Shared(units, e.stems) > 0 {
				s += 1.3
			}
		}
		if s == 0 && context.in(e) > 0 {
			s = 0.7
		}
		if s == 0 && linked && r.spokenOf(e) > 1 {
			s = 0.7 // what the last turn spoke of ties the two together
		}
		if points && r.ownNumbers.in(e) > 0 {
			s += 0.7 // the value that the speaker has just doubted
		}
		if byValue.in(e) > 0 {
			s += 1.2
		}
		if s == 0 && !points && len(words) > 0 {
			continue
		}
		if len(numbers) > 0 && len(e.numbers) > 0 {
			s += 0.3
		}
		if points || len(words) == 0 {
			s += recency(e.age)
		} else {
			s += recency(e.age) / 4
		}
		if s > score || s == score && best != nil && e.age <= best.age {
			best, score = e, s
		}
	}
	need := 1.0
	if points && len(words) <= 1 || u.Has(english.Exception) {
		need = 0.8
	}
	if score < need {
		return nil
	}
	return best
}

// saidBefore is the content of the speaker's previous turn.
func (r *reader) saidBefore() []string { return r.own }

// sentenceBefore is the content of the sentence before u in the turn.
func (r *reader) sentenceBefore(u unit) []string {
	if before := r.sentenceIn(u, -1); before != nil {
		return before.Content()
	}
	return nil
}

func recency(age int) float64 {
	switch {
	case age <= 1:
		return 1
	case age <= 2:
		return 0.8
	case age <= 4:
		return 0.4
	}
	return 0
}

// revisable is the decision or constraint that shares most with some stems.
func (r *reader) revisable(stems []string) *entry {
	var best *entry
	most := 0
	for _, e := range r.memory.entries {
		if e.open && revisables(e) {
			if n := english.Shared(e.stems, stems); n > 0 && (n > most || n == most && e.age <= best.age) {
				best, most = e, n
			}
		}
	}
	return best
}

// revise gives a decision or a constraint other content.
func (r *reader) revise(e *entry, text string, c *english.Clause) {
	r.lastRevised = e
	for _, d := range r.out { // a second word on the same change
		switch d := d.(type) {
		case *delta.ConstraintRevised:
			if d.TargetID == e.id {
				d.Summary += "; " + withoutContext(text)
				return
			}
		case *delta.DecisionRevised:
			if d.TargetID == e.id {
				d.Summary += "; " + withoutContext(text)
				return
			}
		}
	}
	if e.kind == delta.Constraint {
		r.propose(&delta.ConstraintRevised{TargetID: e.id, Summary: sentenceCase(text), Mode: mode(e, text, c), Provenance: r.provenance()})
		return
	}
	r.propose(&delta.DecisionRevised{TargetID: e.id, Summary: sentenceCase(text), Confidence: delta.High, Provenance: r.provenance()})
}

// revisedText says what holds now: the old summary with its value replaced
// where the change only names a value, else the change with what it is about.
func (r *reader) revisedText(u unit, e *entry) string {
	said := core(u.Clause)
	own := minus(withoutNumbers(minus(minus(u.Content(), changing), e.stems)), valueStems)
	sameUnit := len(unitsOf(e.stems)) == 0 || within(unitsOf(u.Content()), e.stems)
	if sameUnit && !adds(u.Clause) && (len(own) == 0 || len(own) == 1 && isUnit(own[0])) {
		if text, ok := swapValue(e.summary, u, r.own); ok {
			return text
		}
	}
	if text, ok := swapMeasure(e.summary, u); ok && len(without(own, ofUnits)) == 0 {
		return text
	}
	if english.Shared(u.Content(), e.stems) >= 2 {
		return said
	}
	return inPlaceOf(said, e.summary)
}

// mode tells which way a constraint changes: by words of allowing and
// forbidding, else by comparing the values in the light of the bound's sense.
func mode(e *entry, text string, c *english.Clause) delta.Mode {
	if c != nil {
		switch {
		case callsBinding(c):
			return delta.Tightened
		case c.HasWord("enough", "suffices"):
			return delta.Relaxed
		case c.HasWord("still", "same") && c.HasWord("but"):
			return delta.Amended
		case c.Has(english.Exception), permission(c) != noPermission && forbidding(e.summary):
			return delta.Relaxed
		}
	}
	if was, now := english.DayOf(e.summary), english.DayOf(withoutContext(text)); was > 0 && now > 0 && was != now {
		if (now > was) != lowerBound(e.summary) {
			return delta.Relaxed
		}
		return delta.Tightened
	}
	was, now := values(e.summary), values(text)
	if len(was) > 0 && len(now) > 0 {
		old, fresh := was[0], now[len(now)-1]
		if len(now) > 1 && now[len(now)-1] == old {
			fresh = now[0]
		}
		lower := lowerBound(e.summary)
		switch {
		case fresh == old:
			return delta.Amended
		case fresh.beyond(old) != lower:
			return delta.Relaxed
		default:
			return delta.Tightened
		}
	}
	if c != nil && c.Has(english.Stricter) {
		return delta.Tightened
	}
	if c != nil && c.Has(english.Loosen) {
		return delta.Relaxed
	}
	return delta.Amended
}
