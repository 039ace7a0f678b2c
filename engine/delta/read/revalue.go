package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// revalued reads a new value for what stands, however it is put: "30 kills the
// exports. 120", "about the days: please change to 14", "the queue grew, give
// it 300". What it is the value of is said by the clause, by the words before
// it, or by the turn that it answers.
func (r *reader) revalued(u unit) bool {
	if r.givesAfterDoubt(u) {
		return true
	}
	if r.turn.Role != User || u.Asked || u.Lead.Dependent() || u.Aside || r.of(u.s).changed ||
		u.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Hearsay, english.Sarcasm, english.Thanks) {
		return false
	}
	dated := u.Dated()
	if !u.Number() && !dated && !multiplies(u.Clause) || u.Verb < 0 && foundGood(u.nextSentence()) || !r.gives(u) {
		return false
	}
	e := r.valued(u, dated)
	if e == nil {
		return r.setsNamed(u)
	}
	r.revise(e, r.revisedText(u, e), u.Clause)
	r.of(u.s).changed = true
	return true
}

// giving are verbs whose order gives something a value.
var giving = []string{"put", "give", "take", "set", "make", "use", "go", "change", "raise", "lower", "let", "say", "try", "call", "have", "do", "bump", "increase", "decrease", "reduce", "extend", "shorten", "cut", "switch", "move", "push", "turn", "want", "prefer", "need", "double", "halve", "triple", "limit", "cap", "allow", "keep", "relax", "tighten", "loosen", "upgrade", "downgrade"}

// gives tells that a clause names a value as the one that shall be: a bare
// value, or one with an order or a wish.
func (r *reader) gives(u unit) bool {
	c := u.Clause
	own, numbers := r.partsOf(u)
	switch {
	case c.Command:
		v, ok := c.VerbAt(c.Order)
		return ok && slices.Contains(giving, v.Lemma) && !(c.Order > 0 && c.Word(c.Order-1) == "not") && (multiplies(c) || len(c.Tokens) > c.Order+1) && len(own) <= 6
	case c.Has(english.Done, english.Ack) && c.Verb >= 0, nobodies.Holds(c.Word(start(c))):
		return false
	case c.Verb < 0 && u.Lead == english.Colon && u.before() != nil && u.before().Verb >= 0 && !u.before().Has(english.AfterAll, english.Stricter, english.Loosen, english.LetUs):
		return false // what came of something
	case c.Verb < 0 && len(numbers) == 2 && len(own) == 2 && c.HasWord(",") && !c.HasWord("not", "for"):
		return false // what each has got
	case c.Verb < 0 && c.Word(0) == "for" && givesAt(c, 1) && !r.last.asks:
		return false // what something was done for
	case c.Verb < 0 && multiplies(c):
		return len(own) <= 4
	case c.Verb < 0:
		return len(own) <= 3 && !c.Has(english.Done, english.Passing, english.Limit) && !c.HasWord("of", "in", "from", "since", "per", "?", "all") && (!c.HasWord("with") || c.Word(0) == "with" && u.Lead == english.But) &&
			(!c.HasWord("about") || c.Word(0) == "about" && c.Tokens[1].Class != english.Number) && (!c.HasWord("no") || saysNo(u))
	case c.HasWord("enough", "plenty", "permitted", "allowed", "ok", "fine", "accepted", "acceptable") && (english.IsBe(c.Word(c.Verb)) || c.Word(c.Verb) == "would" && c.Word(c.Verb+1) == "be" && countsFirst(c)) && !c.Negated():
		return len(without(own, ofValues)) <= 4 && (c.HasWord("enough", "plenty", "permitted", "allowed") || countsFirst(c)) // "60 is enough"
	case c.HasWord("better") && c.Verb > 0 && c.Verb <= 2 && countsFirst(c) && !c.Negated() && (c.Word(c.Verb) == "would" || c.Word(c.Verb) == "fits" || c.Word(c.Verb) == "works"):
		return len(own) <= 5 // "14 days would show it better"
	case bounds(c):
		return len(own) <= 4 // "so the limit is 3"
	case reaches(c):
		return len(own) <= 5 // "for the big one we can go to 8"
	case c.Has(english.ItIs) && (c.Word(start(c)+1) == "it" || c.Word(start(c)) == "a" && c.Word(start(c)+2) == "it"):
		return len(without(own, ofValues)) <= 1 // "30 it is"
	case c.Has(english.InForce) && len(numbers) == 2:
		return len(own) <= 4 // "110 for Italian, 90 stays for ours"
	case c.HasWord("saner", "better", "safer", "nicer", "wiser", "right", "like") && (english.IsBe(c.Word(c.Verb)) || c.HasWord("seems", "sounds", "feels")) && c.Tokens[start(c)].Class == english.Number && !c.Negated():
		return len(own) <= 2 // "60 seems saner"
	case c.Verb > 0 && c.Verb+2 < len(c.Tokens) && (c.Word(start(c)) == "it" || c.Word(start(c)) == "that") && (c.Word(c.Verb) == "has" && c.Word(c.Verb+1) == "to" || c.Word(c.Verb) == "must" || c.Word(c.Verb) == "needs"):
		return len(own) <= 2 && !c.Negated() && !c.Has(english.Limit) // "it has to be 60"
	case meant(c):
		return len(own) <= 3
	case (c.Word(c.Verb) == "should" || c.Word(c.Verb) == "must") && c.Word(c.Verb+1) == "be" && c.Verb+2 < len(c.Tokens) && c.Tokens[c.Verb+2].Class == english.Number:
		return len(own) <= 4 // "the wait should be 45"
	case english.IsBe(c.Word(c.Verb)) && c.HasWord("now") && c.Word(start(c)) == "it":
		return len(own) <= 2 // "so it's 8 now"
	case c.Verb > 0 && forSome(c):
		return len(own) <= 4 && !c.Negated()
	case c.Verb > 0 && (c.Word(c.Verb) == "wants" || c.Word(c.Verb) == "needs" || c.Word(c.Verb) == "need" || c.Word(c.Verb) == "want" || c.Word(c.Verb) == "asks" && c.Word(c.Verb+1) == "for"):
		return len(own) <= 4 && !c.Negated() // "she wants 9"
	}
	i := start(c)
	switch first := c.Word(i); first {
	case "i", "we":
		for i++; i < len(c.Tokens) && slices.Contains([]string{"will", "would", "now", "just", "then", "rather", "also", "like"}, c.Word(i)); i++ {
		}
		v, ok := c.VerbAt(i)
		return ok && v.Form&english.Base != 0 && slices.Contains([]string{"want", "prefer", "need", "take", "put", "set", "make", "go", "say", "choose", "use"}, v.Lemma) && !c.Negated() && len(own) <= 4
	case "let":
		return c.Word(i+1) == "us"
	}
	return c.HasWord("should", "becomes", "then", "instead", "rather") && !pastTense(c) && !c.Has(english.Untested) && len(own) <= 5 && !c.Negated()
}

// countsFirst tells a clause whose subject is a number.
func countsFirst(c *english.Clause) bool {
	return slices.ContainsFunc(c.Subject(), func(t english.Token) bool { return t.Class == english.Number || english.IsNumeral(t.Word) })
}

// bounds tells that a number is said to be the bound: "the limit is 3", "twelve
// is the figure now", "R30,000 is what I have got".
func bounds(c *english.Clause) bool {
	if c.Verb < 1 || !english.IsBe(c.Word(c.Verb)) || pastTense(c) || c.Negated() || !c.Number() {
		return false
	}
	if !countsFirst(c) {
		last := c.Word(c.Verb - 1)
		return slices.Contains([]string{"limit", "maximum", "max", "cap", "ceiling", "budget", "minimum"}, last)
	}
	i := c.Verb + 1
	switch c.Word(i) {
	case "the", "our", "my", "your":
		return slices.Contains([]string{"limit", "maximum", "max", "cap", "ceiling", "budget", "minimum", "figure", "number", "bound", "most", "floor"}, c.Word(i+1))
	case "what":
		return c.Word(i+1) == "i" || c.Word(i+1) == "we"
	}
	return false
}

// reaches tells that somebody may go as far as a number.
func reaches(c *english.Clause) bool {
	return c.Number() && c.HasPhrase(reaching) && !pastTense(c) && !c.Negated()
}

// boundStems are stems of the words that name a bound, not what is bounded.
var boundStems = english.Content("floor limit maximum max cap ceiling budget minimum figure number bound fine ok accepted acceptable enough plenty allowed permitted live go care mind got")

// valued is the open decision or constraint whose value a clause changes.
func (r *reader) valued(u unit, dated bool) *entry {
	_, numbers := r.partsOf(u)
	own := those(u.Content(), func(w string) bool { return len(w) != 1 && !isNumber(w) && !ofValues.Holds(w) })
	units := unitsOf(u.Content())
	before := without(r.contextBefore(u), ofChange)
	wordsBefore, numbersBefore := withoutNumbers(before), numbersOf(before)
	said := r.last.stems
	numbersSaid := numbersOf(said)
	found := r.foundWanting(u)
	bound := bounds(u.Clause) || reaches(u.Clause) || u.Verb < 0 && u.Has(english.Limit)
	concludes := bound || u.HasWord("then") || u.Lead == english.So || u.Has(english.ItIs) || countsFirst(u.Clause)
	fits := countsFirst(u.Clause) && u.Mentions(fine)
	floated := len(own) == 0 && len(numbers) > 0 && within(numbers, r.ownNumbers.stems)
	scoped := len(own) > 0 && len(own) <= 2 && forSome(u.Clause)
	moves := u.HasPhrase(moving) || multiplies(u.Clause)
	concludes = concludes || moves || scoped || u.Has(english.Wrong)
	bounder := ""
	if at, _ := u.Find(english.Limit); at >= 0 && bounders.Holds(u.Word(at)) {
		bounder = " " + u.Word(at) + " "
	}
	best, score, rivals := r.boundCalled(u), 0.0, 0
	if best != nil {
		return best
	}
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || !revisables(e) {
			continue
		}
		values := slices.Clip(e.numbers)
		if dated && e.kind == delta.Constraint && e.dated() {
			values = append(values, "date")
		}
		if len(values) == 1 && !dated && e.dated() || len(units) > 0 && english.Shared(e.stems, unitless) > 0 {
			continue // the day of a date is no count, and a version has no unit
		}
		if len(values) == 0 || onlyNamed(e.summary) || len(numbers) > 0 && r.standsAt(e, numbers) || dated && u.Dated() != e.dated() {
			continue
		}
		topic := e.topic()
		if len(own) == 0 && len(numbersBefore) > 0 && len(wordsBefore) > 0 && english.Shared(wordsBefore, topic) == 0 && english.Shared(numbersBefore, values) == 0 && !within(numbersBefore, numbers) {
			continue // the sentence before says what has a value: "we're on 16. Can we go to 20?"
		}
		s, tied := 0.0, len(own) == 0 || within(own, said) && english.Shared(numbersSaid, values) > 0
		if n := english.Shared(own, topic); n == 0 && len(own) > 0 && e == r.lastRevised {
			continue // what was changed just now
		} else if n > 0 {
			s += 1 + 0.3*float64(n-1)
			tied = true
		} else if len(own) > 0 && english.Shared(own, said) == 0 {
			s -= 0.5 * float64(len(own))
		}
		if english.Shared(wordsBefore, topic) > 0 {
			s++
			tied = true
		}
		if english.Shared(numbersBefore, values) > 0 || english.Shared(numbers, values) > 0 {
			s += 1.5
			tied = true
		}
		if !tied && scoped && e.kind == delta.Constraint && e.age <= 2 {
			tied = true // another bound for some of them
			s += 0.5 + 0.5*float64(len(own))
		}
		if !tied {
			continue
		}
		if english.Shared(numbersSaid, values) > 0 {
			s += 0.5
		}
		if found {
			s += 0.8
		}
		if n := english.Shared(topic, said); n > 0 {
			s += 0.4 + 0.2*float64(min(n-1, 2))
		}
		if concludes {
			s += 0.3
		}
		if e.kind == delta.Constraint && boundNamed(u.Clause) != anyBound && (boundNamed(u.Clause) == lowest) == lowerBound(e.summary) {
			s += 0.5 // "make the minimum 12"
		}
		if bound && e.kind == delta.Constraint && bounder != "" && strings.Contains(e.summary, bounder) {
			s += 0.3 // "say under 700", after "stay under 500"
		}
		if bound && e.kind == delta.Decision {
			s -= 0.5 // a limit is a rule's
		} else if (bound || fits) && e.kind == delta.Constraint && !dated {
			s += 0.4
		}
		if floated && e.age <= 4 && e.kind == delta.Constraint && bounding.among(e.summary) {
			s += 0.8 // the speaker has just asked about it
		}
		if len(own) == 0 && u.Verb < 0 && !u.Command && r.last.asks && english.Shared(r.ownNumbers.stems, values) > 0 {
			s++ // the value that the speaker has just spoken of
		}
		if others := unitsOf(e.stems); len(units) > 0 && alikeIn(units, others) {
			s += 0.3
		} else if len(units) > 0 {
			if len(others) > 0 {
				continue // days are no euros
			}
			s -= 0.5
		}
		if e.age <= 2 {
			s += 0.3
		}
		if moves {
			s += 0.4
		}
		if r.last.asks && u.Verb < 0 && !u.Command && len(before) == 0 {
			s -= 0.7 // it answers the question
		}
		rivals++
		if s > score || s == score && best != nil && e.age <= best.age {
			best, score = e, s
		}
	}
	if rivals == 1 && concludes && (len(units) > 0 || bound || moves || scoped || u.Verb < 0 && (u.Lead == english.So || u.Word(0) == "so")) {
		score += 0.4 // nothing else has a value of that sort
	}
	if rivals == 1 && best != nil && english.Shared(numbers, said) == 0 && best.age <= 2 && best.kind == delta.Decision && !r.last.asks && (u.Verb < 0 && len(u.Tokens) <= 3 && len(r.units()) == 1 && !laughs(u) || meant(u.Clause) || countsFirst(u.Clause) && len(u.Tokens) <= 4 && len(r.units()) == 1) {
		score += 0.7 // a bare value right after the only one
	}
	if score < 1 {
		return nil
	}
	return best
}

// onlyNamed tells that the figures of a text belong to names: "C++17", "VST3".
func onlyNamed(text string) bool {
	named := false
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' || i > 0 && text[i-1] >= '0' && text[i-1] <= '9' {
			continue
		}
		if i == 0 || text[i-1] != '+' && text[i-1]|0x20 < 'a' || text[i-1]|0x20 > 'z' {
			return false
		}
		named = true
	}
	return named
}

// valueStems are those with which a value is given or found wanting.
var valueStems = slices.Concat(givingStems, wantingStems)

// ofValues are stems that tell of a value, not of what has it.
var ofValues = english.SetOf(changing, unitStems, valueStems, boundStems)

// foundWanting tells that a clause, or the words right before it, say that a
// value does not do: "too short for the compressor. 240."
func (r *reader) foundWanting(u unit) bool {
	wanting := func(c *english.Clause) bool {
		return misfitting.in(c) || c.Word(0) == "no" && (len(c.Tokens) == 1 || c.Word(1) == ",")
	}
	for i := 0; i <= u.at; i++ {
		if wanting(&u.s.Clauses[i]) {
			return true
		}
	}
	last := u.previousSentence()
	return last != nil && anyClause(last, func(c *english.Clause) bool { return !c.Asked && wanting(c) })
}

// parts are the content of a clause without its numbers, and they alone.
type parts struct {
	of             *english.Clause
	words, numbers []string
}

// partsOf are the parts of a clause, which one rule after the other asks for.
func (r *reader) partsOf(u unit) (words, numbers []string) {
	if r.parts.of != u.Clause {
		stems := u.Content()
		r.parts = parts{u.Clause, withoutNumbers(stems), numbersOf(stems)}
	}
	return r.parts.words, r.parts.numbers
}

// context is the content of what stands right before a clause.
type context struct {
	of    *english.Clause
	stems []string
}

// contextBefore is the content of what stands right before a clause: the
// clauses of its sentence and the sentence before, in the same block.
func (r *reader) contextBefore(u unit) []string {
	if r.context.of != u.Clause {
		r.context.of, r.context.stems = u.Clause, u.contextBefore()
	}
	return r.context.stems
}

// contextBefore is what stands right before a clause, from its content.
func (u unit) contextBefore() []string {
	var out []string
	for i := 0; i < u.at; i++ {
		out = union(out, u.s.Clauses[i].Content())
	}
	if last := u.previousSentence(); last != nil {
		out = union(out, last.Content())
	}
	return slices.Clip(out)
}

// changedBy is the decision whose value a proposal changes: both have one, and
// they are about the same thing, or the talk that led to the proposal was about
// it.
func (r *reader) changedBy(p *entry) *entry {
	if e := r.replacedBy(p); e != nil {
		return e
	}
	numbers := p.numbers
	if len(numbers) == 0 {
		return r.otherOfSort(p)
	}
	own := minus(withoutNumbers(minus(p.stems, changing)), slices.Concat(unitStems, givingStems))
	talk := union(r.own, r.last.stems)
	var best *entry
	most := 0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Decision || len(e.numbers) == 0 || r.standsAt(e, numbers) {
			continue
		}
		topic := e.topic()
		if units := unitsOf(p.stems); len(units) > 0 && len(unitsOf(e.stems)) > 0 && english.Shared(units, e.stems) == 0 || english.Shared(p.stems, ofVersions) > english.Shared(e.stems, ofVersions) {
			continue
		}
		n := 2 * english.Shared(own, topic)
		if n == 2 && len(own) > 3 {
			n = 1
		}
		if n == 0 && len(own) <= 1 && english.Shared(talk, topic) > 0 {
			n = 2
		}
		if n >= most && n >= 2 {
			best, most = e, n
		}
	}
	return best
}

// unitless are stems of what is counted without a unit.
var unitless = english.Content("sdk version release port level")
