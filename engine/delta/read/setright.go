package read

import (
	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// owning are words with which somebody owns a mistake.
var owning = classOf("correction corrections correct wrong mistaken mistake misremembered miscounted misspoke misread mistyped mixed")

// ownsUp tells a clause that only announces that something said before was wrong: "one
// correction", "I was wrong about the number of docks".
func ownsUp(c *english.Clause) bool {
	if !c.Has(english.Wrong) || !owning.in(c) || c.Asked || c.Command || c.Negated() || c.Has(english.Hedge) || len(c.Tokens) > 14 {
		return false
	}
	return c.Verb < 0 && len(c.Tokens) <= 5 || c.Word(start(c)) == "i"
}

// setsRight reads what somebody states after owning that it was said wrongly, whatever
// was said: "One correction: the tank is not in the cellar, it is in the shed", "I was
// wrong about the number of docks. There are five."
func (r *reader) setsRight(u unit) bool {
	if r.turn.Role != User || u.at > 0 || u.s.Asked || u.s.Marked || r.quotes {
		return false
	}
	cs, about := u.s.Clauses, ""
	if ownsUp(u.Clause) {
		cs = cs[1:]
	} else if last := u.previousSentence(); last != nil && len(last.Clauses) <= 2 && ownsUp(&last.Clauses[0]) {
		about = mistaken(&last.Clauses[0])
	} else {
		return false
	}
	if len(cs) == 0 || !anyOf(cs, setting) || anyOf(cs, unsettled) {
		return false
	}
	stems := u.s.Content()
	if e, _ := r.memory.alike(minus(withoutNumbers(stems), corrections), revisables, 0.3); e != nil {
		return false // a value that was decided
	}
	text := sentenceOf(u)
	if ownsUp(u.Clause) {
		text = from(&cs[0], 0)
		for i := 1; i < len(cs); i++ {
			text += ", " + from(&cs[i], 0)
		}
	}
	words := minus(withoutNumbers(r.content(text+" "+about)), corrections)
	if len(r.content(text)) < 3 && about != "" {
		text += " (" + about + ")"
	}
	r.by = correcting
	if old, _ := r.statedBefore(words, numbersOf(stems)); old != nil && (len(old.numbers) > 0 || numbersIn(stems) == 0) {
		return r.correct(u, old, text)
	}
	f := &delta.FactLearned{Creation: r.creation(r.summary(text), delta.High)}
	if len(r.content(text)) < 2 || !r.propose(f) {
		return false
	}
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
		r.facts[u.s.Clauses[i].Place] = true
	}
	return true
}

// mistaken is what somebody owns to have been wrong about, or "".
func mistaken(c *english.Clause) string {
	at := c.Index("about", "on", "regarding", "with")
	if at < 1 || at+1 >= len(c.Tokens) {
		return ""
	}
	end := len(c.Tokens) - 1
	if by := indexOfWord(c.Tokens[at:], "by", "btw"); by > 1 {
		end = at + by - 1
	}
	return span(c, at+1, end)
}

// setting tells a clause that says how things are instead.
func setting(c *english.Clause) bool {
	return c.Verb > 0 && (english.IsBe(c.Word(c.Verb)) || stative(c) || c.Number()) && !c.Lead.Dependent() && !c.Has(english.Feeling, english.Must)
}

// unsettled tells a clause after which nothing is set right yet.
func unsettled(c *english.Clause) bool {
	return c.Asked || c.Command || c.Conditional || c.Has(english.Hedge, english.Undecided, english.Someday, english.Promise) || english.IsModal(c.Word(c.Verb))
}

func anyOf(cs []english.Clause, so func(*english.Clause) bool) bool {
	for i := range cs {
		if so(&cs[i]) {
			return true
		}
	}
	return false
}

// shortly is the fact that a few words set right, the only one of the last turns:
// "sorry, 16 gb", "no wait, its mysql", "three actually".
func (r *reader) shortly(u unit) (*entry, string) {
	us := r.units()
	if r.turn.Role != User || len(us) > 2 || u.s.Asked || u.s.Marked || r.memory.none(facts, 2) || u.n != 0 {
		return nil, ""
	}
	last := &us[len(us)-1]
	if last.s != u.s || last.Has(english.Hedge, english.Undecided) || last.Negated() || !(last.Number() || last.Dated() || last.Verb >= 0 && last.Verb <= 2) {
		return nil, ""
	}
	i, cued := 0, len(us) > 1 && fixing.in(us[0].Clause) && len(us[0].Tokens) <= 3
	for i < len(last.Tokens) && (fixing.Holds(last.Word(i)) || besideFixing.Holds(last.Word(i)) || last.Tokens[i].Class == english.Punct) {
		cued = cued || fixing.Holds(last.Word(i))
		i++
	}
	end := len(last.Tokens)
	if end > i && last.Word(end-1) == "actually" {
		cued, end = true, end-1
	}
	if !cued || i >= end || end-i > 4 || wordsIn(english.ContentOf(last.Tokens[i:end])) > 2 || !english.HasContent(last.Tokens[i:end]) {
		return nil, ""
	}
	all := r.memory.all(func(e *entry) bool { return e.kind == delta.Fact || revisables(e) }, 2)
	if len(all) != 1 || all[0].kind != delta.Fact || all[0].fresh || last.Number() && len(all[0].numbers) == 0 && !all[0].dated() {
		return nil, ""
	}
	return all[0], inPlaceOf(span(last.Clause, i, end-1), all[0].summary)
}

// fixing are words with which somebody sets right what was just said, besideFixing what may
// stand beside them.
var (
	fixing       = classOf("sorry wait correction oops actually meant")
	besideFixing = classOf("no i it its is was that there are we have the on at")
)

// recounts tells a statement that turns down a figure which no fact has, nor a choice or a
// rule: "it's 31 wells (not 30)".
func (r *reader) recounts(u unit) bool {
	if r.turn.Role != User || u.at > 0 || u.Verb < 0 || !u.Number() || u.Has(english.Hedge, english.Undecided, english.Estimate, english.Must, english.LetUs, english.MakeThat) || !isNow(u.Clause) && u.Word(u.Verb) != "have" && u.Word(u.Verb) != "has" || !pointedAt(u.Clause, "it", "there", "we", "they") || len(u.Content()) < 2 {
		return false
	}
	gone := goneFigure(u)
	if len(gone) == 0 || u.after() != nil && u.after().Lead == english.And && u.after().Verb >= 0 {
		return false
	}
	for _, e := range r.memory.entries {
		if e.open && e.kind != delta.Fact && e.kind != delta.Goal && english.Shared(gone, e.numbers) > 0 {
			return false
		}
	}
	return true
}

// restate states what a sentence sets right where nothing falls.
func (r *reader) restate(u unit, text string) bool {
	r.by = correcting
	if !r.propose(&delta.FactLearned{Creation: r.creation(r.summary(text), delta.High)}) {
		return false
	}
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
		r.facts[u.s.Clauses[i].Place] = true
	}
	return true
}

// saidOwnFigure tells that the speaker comes back to a figure that they gave: "I said
// two cooks: it's three".
func saidOwnFigure(s *english.Sentence) bool {
	for i := 0; i+1 < len(s.Clauses); i++ {
		c := &s.Clauses[i]
		if c.Number() && c.HasWord("i") && c.HasWord("said", "told", "gave", "wrote", "claimed") && !c.Negated() && !c.Asked && s.Clauses[i+1].Number() {
			return true
		}
	}
	return false
}
