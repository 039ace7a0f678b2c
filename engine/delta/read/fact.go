package read

import (
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// fact proposes knowledge, unless it is known.
func (r *reader) fact(summary string, c delta.Confidence) (id string, ok bool) {
	stems := r.content(summary)
	if len(stems) < 2 {
		return "", false
	}
	if r.memory.known(stems, anyKind, 0.8) {
		return "", true
	}
	f := &delta.FactLearned{Creation: r.creation(r.summary(summary), c)}
	if !r.propose(f) {
		return "", true
	}
	r.contradict(summary, f.ID)
	return f.ID, true
}

// contradict lets a suspicion fall that a new fact turns down: "the files are
// on a shared drive, not in entrada".
func (r *reader) contradict(text, id string) {
	if r.memory.none(suspicions, 1<<30) {
		return
	}
	for s := range english.Each(text) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			kept := affirmed(c)
			if len(kept) == 0 || len(kept) == len(c.Tokens) {
				continue
			}
			denied := english.ContentOf(c.Tokens[len(kept):])
			if h, score := r.memory.alike(denied, suspicions, 0.5); h != nil && score > 0 && english.Shared(english.ContentOf(kept), h.stems) > 0 {
				r.supersede(h, id, text, delta.High)
			}
		}
	}
}

// learned reads a plain statement about the project as a fact.
func (r *reader) learned(u unit) bool {
	if r.stacked(u) {
		return true
	}
	r.by = telling
	if u.at > 0 && r.saidAlready(u) && u.Lead != english.But {
		return true // a reason or an addition in the sentence of another delta
	}
	if !asserts(u) || r.mere(u) || u.Lead == english.Which && u.Verb == 0 || !r.besideFact(u) && !r.knowledge(u) {
		return false
	}
	if r.besideFact(u) {
		r.by = goingOn
	}
	text := core(u.Clause)
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		if c.Lead == english.So || c.Lead == english.But || c.Asked || r.used[c.Place] || c.Command || quips(c) || c.Has(english.Hearsay) || c.Report != nil && c.Report.Distant || c.Verb > 0 && c.Has(english.Hedge) || c.Lead == english.And && c.Verb >= 0 && (len(c.Content()) >= 3 && !subjectless(c) || u.Verb > 0 && ownStatement(c)) || c.Has(english.Must, english.Never, english.Off) && obliges(c) {
			break
		}
		text += ", " + from(c, 0)
		r.mark(c)
	}
	if r.tellsIt(u) && len(r.content(text)) < 3 {
		text = about(text, r.last.query)
	}
	if last := u.previousSentence(); last != nil && countsOf(u.Clause) {
		text = about(text, ofWhom(&last.Clauses[0]))
	}
	r.facts[u.Place] = true
	for _, d := range r.out {
		if f, ok := d.(*delta.FactLearned); ok && u.at > 0 && r.of(u.s).stated == f && !r.opensAnew(u) {
			f.Summary += ", " + text // one sentence, one statement
			return true
		}
	}
	id, ok := r.fact(text, delta.High)
	for _, d := range r.out {
		if f, made := d.(*delta.FactLearned); made && f.ID == id {
			r.of(u.s).stated = f
		}
	}
	return ok
}

// ownStatement tells a clause beside another that could be revised on its own: it
// names what it speaks of, "the router is a FritzBox, ina has the password".
func ownStatement(c *english.Clause) bool {
	i := start(c)
	return c.Lead == english.And && c.Verb > i && !c.Aside && !english.IsFunction(c.Word(c.Verb-1)) && c.Word(i) != "its" && c.Word(i) != "their" && len(c.ContentTo(c.Verb)) > 0 && english.HasContent(c.Tokens[c.Verb+1:]) &&
		!backward.in(c) && !pastTense(c) && !trifles.in(c) && !english.IsModal(c.Word(c.Verb)) && !c.Has(english.Passing, english.Opinion, english.Feeling, english.Hearsay, english.Estimate, english.History, english.NotDone, english.Must)
}

// opensAnew tells a statement beside another one that is about something else: what
// somebody has who is named, or one with a figure of its own behind an "and": "it has
// 16 cores, jonas has root", "two men run four mills, and the office makes 11 calls".
func (r *reader) opensAnew(u unit) bool {
	if !ownStatement(u.Clause) {
		return false
	}
	if i := start(u.Clause); u.Verb == i+1 && keepers.Holds(u.Word(u.Verb)) {
		return true
	}
	return u.Number() && u.before().Number() && strings.HasPrefix(u.gapBefore(u.at), ", and")
}

// keepers are verbs of what somebody has or does.
var keepers = english.WordsOf("has owns runs knows holds keeps does maintains handles manages")

// backward are words with which a clause hangs on what is said before it, or speaks of
// nothing in particular.
var backward = classOf("it that this these those them they he she his her who which there then same other others one both while nobody nothing everybody everything everyone somebody someone")

// besideFact tells a statement of its own right after one of its sentence that is a
// fact.
func (r *reader) besideFact(u unit) bool {
	b := u.before()
	return b != nil && r.of(u.s).stated != nil && r.used[b.Place] && ownStatement(u.Clause)
}

// saidAlready tells whether the sentence has yielded a delta that is no fact.
func (r *reader) saidAlready(u unit) bool {
	for i := 0; i < u.at; i++ {
		if c := &u.s.Clauses[i]; r.used[c.Place] && c.Lead != english.Which && !r.facts[c.Place] {
			return true
		}
	}
	return false
}

// obliges tells a clause that may set a rule of its own.
func obliges(c *english.Clause) bool { return obligation(c) || c.Has(english.Never, english.Off) }

func subjectless(c *english.Clause) bool { return c.Verb == 0 }

// asserts tells an assertion, of whatever weight, from the rest.
func asserts(u unit) bool {
	c := u.Clause
	switch {
	case u.Asked, u.Lead == english.If, c.Command, c.Has(english.Sarcasm, english.Someday, english.Hedge), c.Has(english.Estimate) && c.HasWord("estimate", "estimated", "guess", "expect", "ballpark", "should", "would"), c.Has(english.Thanks) && len(c.Content()) < 3:
		return false
	}
	return !inverted(c)
}

// felt tells that the sentence speaks of feelings: what else is in it colours
// them.
func (r *reader) felt(u unit) bool {
	for i := range u.s.Clauses {
		if u.s.Clauses[i].Has(english.Feeling) {
			return true
		}
	}
	return false
}

// corrected reads a new value for what was stated as a fact before: "sorry, I
// said 14 shops but they are 15".
func (r *reader) corrected(u unit) bool {
	if u.Asked || u.Has(english.Hedge) || u.Command {
		return false
	}
	if r.setsRight(u) {
		return true
	}
	if old, text := r.shortly(u); old != nil {
		r.by = correcting
		return r.correct(u, old, text)
	}
	cued := u.Has(english.Wrong) || saidOwnFigure(u.s)
	for i := range u.s.Clauses {
		cued = cued || u.s.Clauses[i].Has(english.Wrong)
	}
	if anyClause(u.s, func(c *english.Clause) bool { return pastTense(c) && verdict(c) && c.Verb+2 >= len(c.Tokens) }) {
		return false // "every 10 s, 4 a second was insane" says how it shall be
	}
	if !cued && (u.Verb < 0 || !u.Number() || u.s.Clauses[0].Has(english.LetUs)) || r.memory.none(facts, 1<<30) && !r.recounts(u) {
		return false
	}
	text := sentenceOf(u)
	if old := r.oustedFigure(u); old != nil {
		r.by = correcting
		return r.correct(u, old, text)
	}
	if r.recounts(u) {
		return r.restate(u, text)
	}
	stems := u.s.Content()
	if saidOwnFigure(u.s) {
		text = strings.TrimRight(u.s.Text, ".! ")
	} else if len(text) < len(u.s.Text)-4 {
		stems = r.content(text)
	}
	words, numbers := minus(withoutNumbers(stems), corrections), numbersOf(stems)
	old, score := r.statedBefore(words, numbers)
	if old == nil {
		return false
	}
	differ := len(numbers) > 0 && len(old.numbers) > 0 && !within(numbers, old.stems)
	shared := english.Shared(words, old.stems)
	if !cued && !(score >= 0.6 && shared >= 2 && differ) || cued && !differ && shared < 2 {
		return false
	}
	if cued && differ && !anyClause(u.s, func(c *english.Clause) bool { return unsettled(c) && !c.HasWord("honest", "admit", "confess", "say") }) {
		r.by = correcting
	}
	return r.correct(u, old, text)
}

// correct puts what a sentence states in the place of a fact.
func (r *reader) correct(u unit, old *entry, text string) bool {
	f := &delta.FactLearned{Creation: r.creation(r.summary(text), delta.High)}
	if !r.propose(f) {
		return false
	}
	r.supersede(old, f.ID, "Correction: "+text, delta.High)
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	return true
}

// oustedFigure is the fact whose figure a statement turns down for another one: "we
// are 104 since this morning, not 90", "it holds 12 instead of 14".
func (r *reader) oustedFigure(u unit) *entry {
	if u.at > 0 && u.Lead.Dependent() || u.Verb < 0 || pastTense(u.Clause) {
		return nil
	}
	gone := goneFigure(u)
	if len(gone) == 0 || len(minus(numbersOf(u.s.Content()), gone)) == 0 {
		return nil
	}
	words := minus(withoutNumbers(u.s.Content()), corrections)
	var best *entry
	most, several := -1, false
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Fact && !revisables(e) || english.Shared(gone, e.numbers) == 0 {
			continue
		}
		n := english.Shared(words, e.words)
		several = several && n <= most || n == most
		if n > most {
			best, most = e, n
		}
	}
	if best == nil || best.kind != delta.Fact || several && most == 0 {
		return nil
	}
	return best
}

// goneFigure are the stems of a figure that a statement turns down for another one.
func goneFigure(u unit) (gone []string) {
	for i := u.at; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		for k := range c.Tokens {
			w, next := c.Word(k), k+1
			if w == "instead" && c.Word(next) == "of" || w == "rather" && c.Word(next) == "than" {
				next++
			} else if w != "not" {
				continue
			}
			if next < len(c.Tokens) && (c.Tokens[next].Class == english.Number || english.IsNumeral(c.Word(next))) && c.Word(next) != "one" {
				gone = english.ContentOf(c.Tokens[next : next+1])
			}
		}
	}
	return gone
}

// corrections are stems of the words that correct, not of what is corrected.
var corrections = english.Content("correction wrong sorry said told gave mistake actually fact wait meant")

// statedBefore is the fact that a correction means: it shares words, and best
// of all the old value.
func (r *reader) statedBefore(words, numbers []string) (*entry, float64) {
	var best *entry
	score := 0.0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Fact {
			continue
		}
		own := e.words
		shared := english.Shared(words, own)
		if shared == 0 || len(own) == 0 {
			continue
		}
		s := float64(shared) / float64(min(len(words), len(own)))
		if english.Shared(numbers, e.stems) > 0 {
			s += 0.5
		}
		if s >= 0.5 && (s > score || s == score && e.age < best.age) {
			best, score = e, s
		}
	}
	return best, score
}

// sentenceOf is the sentence without the words that announce a correction.
func sentenceOf(u unit) string {
	text := strings.TrimRight(u.s.Text, ".! ")
	if i := strings.Index(text, ": "); i > 0 && i < 40 {
		text = text[i+2:]
	}
	return text
}
