package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// The words of limits: what is only a trial or a finding, the days and months, and
// what else has a date.
var (
	trials = classOf("check test measured result results measurement")
	days   = classOf("january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday")
	dates  = classOf(`monday tuesday wednesday thursday friday saturday sunday christmas easter noon midnight january february march april june july august september
	october november december end launch release`)
	expiring = classOf("deadline due latest cutoff")
)

// bound reads a limit with its measure: in a fragment ("bundle under 250 kB"),
// or with a verb of being or obligation.
func bound(u unit) bool {
	c := u.Clause
	if c.Number() && money(c) && (c.HasWord("budget", "spend", "total", "max", "until", "altogether") || strings.Contains(u.s.Text, "everything") || strings.Contains(u.s.Text, "that's all")) && !c.Has(english.Hedge) {
		return true
	}
	if !c.Has(english.Limit) || trials.in(c) {
		return false
	}
	if days.in(c) && (c.HasWord("due", "deadline", "stop") || u.after() != nil && u.after().HasWord("stop", "deadline", "final")) && !c.Has(english.Hedge) && !pastTense(c) {
		return true
	}
	if c.HasWord("budget", "deadline") && (c.Number() || c.HasWord("is", "are") || c.Verb < 0 && c.HasWord("deadline")) && !c.Has(english.Hedge) && !pastTense(c) {
		return true
	}
	dated := dates.in(c)
	if !c.Number() && !dated {
		return false
	}
	if c.Command {
		v := c.Word(c.Order)
		return v == "keep" || v == "stay" || v == "limit"
	}
	if c.Verb < 0 {
		if w := c.Word(start(c)); w == "it" || w == "they" || w == "he" || w == "she" || w == "some" || w == "most" {
			return false // "it fires up to 1200 degrees" tells what it does
		}
		if at, _ := c.Find(english.Limit); !c.Has(english.Only) && slices.Contains([]string{"after", "over", "above", "more", "before"}, c.Word(at)) && !c.Dated() {
			return false // "after four days" tells what happened
		}
		return !describesLimit(u) && !c.Has(english.Done, english.Passing) && (!c.Has(english.NextUp) || c.Word(0) == "and" && c.HasWord("max", "maximum", "most", "least", "minimum")) || c.Has(english.Only)
	}
	if c.Word(start(c)) == "we" && c.HasWord("most", "max", "maximum", "tops") && !pastTense(c) {
		return true // "we run on 4 cores at most"
	}
	if wantsWithin(c) {
		return true
	}
	switch v := c.Word(c.Verb); v {
	case "must", "may", "should", "shall", "has", "have", "stays", "stay", "remains", "can", "needs", "need", "will":
		if v == "can" && u.after() != nil && u.after().Lead == english.So {
			return false // "files can be up to 2 GB, so don't read them into memory"
		}
		if v == "can" && c.HasWord("most", "up", "only", "more") || (v == "has" || v == "have") && c.HasWord("most", "max", "maximum") && !c.HasWord("i", "so", "today", "currently") {
			return true
		}
		return v != "has" && v != "have" && v != "will" && v != "can" && v != "need" && v != "needs" || c.Word(c.Verb+1) == "to" || c.Word(c.Verb+1) == "not"
	case "is", "are":
		return !c.HasWord("like") && c.HasWord("max", "maximum", "minimum", "most", "least", "limit", "due", "more")
	}
	return false
}

// describesLimit tells a fragment that says how much there is or how far something
// goes, rather than how far it may go: "the burner goes up to 900 degrees", "fyi 40
// guests max", "30 by 40".
func describesLimit(u unit) bool {
	c := u.Clause
	at, n := c.Find(english.Limit)
	switch c.Word(at) {
	case "by":
		return at > 0 && (c.Tokens[at-1].Class == english.Number || english.IsNumeral(c.Word(at-1)))
	case "up":
		v, ok := c.VerbAt(at - 1)
		return n == 2 && (at > 1 && ok && v.Form&english.Third != 0 && slices.Contains([]string{"it", "he", "she", "the", "our", "my"}, c.Word(0)) || u.at > 0 && u.before().Verb >= 0 && !u.before().Command && !u.before().Has(english.Must))
	}
	return c.Has(english.InPassing) && !c.Has(english.Must)
}

// currencies are words for money.
var currencies = classOf("euro euros dollars dollar pounds eur usd bucks francs")

// money tells a clause that speaks of an amount of it.
func money(c *english.Clause) bool {
	return currencies.in(c) || signed(c.Text)
}

// signed tells a text with the sign of a currency.
func signed(text string) bool {
	return strings.Contains(text, "$") || strings.Contains(text, "€") || strings.Contains(text, "£")
}

// deadline reads a day by which something has to be: "june 11 is the last
// day", "head office needs it on the 14th, that's a hard date".
func deadline(u unit) bool {
	c := u.Clause
	if !c.Dated() || pastTense(c) || c.Has(english.Hedge, english.Estimate) {
		return false
	}
	w := c.Words()
	if neededBy(c) || expiring.in(c) || wantsIt(c) || strings.Contains(w, "last day") || strings.Contains(w, "no later") || strings.Contains(w, "last date") ||
		strings.Contains(w, "hard date") || strings.Contains(w, "hard stop") || c.HasWord("until", "till") && c.HasWord("we", "i", "you") && c.HasWord("have", "got", "need") {
		return true
	}
	if c.Verb > 0 && (c.Word(c.Verb) == "closes" || c.Word(c.Verb) == "freezes" || c.Word(c.Verb) == "ends") && english.Shared(c.ContentTo(c.Verb), eventStems) > 0 {
		return true // "the release branch closes on Friday"
	}
	if c.Has(english.Must) && (c.HasWord("by", "before", "until")) {
		return true
	}
	if next := u.nextSentence(); next != nil && english.Dated(u.s.Text) {
		f := &next.Clauses[0]
		g := f.Words()
		return len(f.Content()) <= 4 && (strings.Contains(g, "hard date") || strings.Contains(g, "hard deadline") || strings.Contains(g, "deadline") || strings.Contains(g, "fixed date") || strings.Contains(g, "last day") || binding(f))
	}
	return false
}

// neededBy tells by which day the speaker needs something: "I'd need it by the 9th".
func neededBy(c *english.Clause) bool {
	if !c.Dated() || pastTense(c) {
		return false
	}
	at, by := c.Index("need", "want"), c.Index("by", "before", "until")
	return at > 0 && by > at+1 && by <= at+5 && c.Word(at+1) != "to" && c.Word(at-1) != "not" && !c.Has(english.Estimate)
}

// redated reads another day for a deadline: "the auditors got us a week more,
// june 18", "so we have until the 21st".
func (r *reader) redated(u unit) bool {
	if u.Asked || u.Lead.Dependent() || r.of(u.s).changed || u.Has(english.Hedge, english.Undecided, english.History) {
		return false
	}
	if !u.Dated() {
		return r.prolonged(u)
	}
	if w := u.Word(start(u.Clause)); w == "he" || w == "she" || pastTense(u.Clause) && !u.Has(english.Moved) && u.HasWord("gave", "got") && !u.HasWord("us", "me", "more", "extra", "longer") {
		return false // what somebody else does
	}
	if u.Command && slices.Contains([]string{"leave", "park", "postpone", "wait"}, u.Word(u.Order)) {
		return false // puts something off
	}
	moved := u.Has(english.Moved, english.Loosen, english.NowIs, english.AfterAll) || deadline(u) ||
		u.HasWord("more", "extra", "longer", "until", "earlier", "later", "instead", "got", "gave", "gives", "wants", "needs", "deadline", "new", "actually")
	moved = moved || u.Lead == english.So && anyWord(u.s, []string{"sooner", "earlier", "later", "needs", "wants", "need", "want", "more"})
	for i := range u.s.Clauses {
		moved = moved || u.s.Clauses[i].Has(english.Moved)
	}
	if b := u.before(); b != nil && u.Lead == english.Colon {
		moved = moved || b.HasWord("longer", "shorter", "earlier", "later", "extended")
	}
	if c := u.Clause; !moved && c.Command {
		if e, _ := r.memory.alike(minus(withoutNumbers(c.Content()), givingStems), func(e *entry) bool { return e.kind == delta.Constraint && e.dated() }, 0.5); e != nil {
			moved = true // the same thing on another day
		}
	}
	granted := len(u.Tokens) <= 4 && u.Verb < 0 && (u.Lead == english.So || u.Has(english.Then)) && r.grantedBefore(u)
	if !moved && !granted {
		return false
	}
	var best *entry
	most := -1
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Constraint || !e.dated() || within(u.Content(), e.stems) {
			continue
		}
		if n := english.Shared(u.s.Content(), e.stems); n >= most {
			best, most = e, n
		}
	}
	if best == nil || !granted && (most == 0 && !lasting.among(best.summary) || most == 0 && len(r.memory.all(constraints, 1<<30)) > 0 && !deadline(u) && !u.HasWord("deadline", "until", "date", "got", "gave", "more") && !(u.Has(english.Moved) && anyWord(u.s, []string{"deadline"})) && !(u.HasWord("earlier", "later") && timesOf.in(u.Clause))) {
		return false
	}
	r.revise(best, inPlaceOf(sentenceText(u), best.summary), u.Clause)
	r.of(u.s).changed = true
	return true
}

// grantedBefore tells that the sentence before speaks of a day until when something has
// time: "we may have until the 30th. so the 30th".
func (r *reader) grantedBefore(u unit) bool {
	last := r.sentenceIn(u, -1)
	return last != nil && !last.Asked && english.Dated(last.Text) && anyWord(last, []string{"until", "till", "deadline", "by", "later", "earlier", "longer", "more"})
}

// givers are words with which time or means are given or taken away, moreOf those
// that count what is, timesOf lengths of time, lasting words of a rule that ends some
// day, and movedDays tell that such a day moved.
var (
	givers    = classOf("gave give gives given got get gets granted grants have has added adds lost lose took takes cut extended postponed delayed")
	moreOf    = classOf("more extra another additional less fewer earlier later longer")
	timesOf   = classOf("day days week weeks month months hour hours fortnight year years weekend sprint sprints")
	lasting   = classOf("until till by before due last latest deadline ends end launch release submission ready opens closes final live date hand-in delivery finished done in")
	movedDays = phraseTableOf("is|was|got|were|has|been postponed|extended|delayed|prolonged", "is|was|got|were pushed back|out|forward", "got|get|have an extension", "gave|granted us an extension", "moved up|forward|back by", "brought forward")
)

// prolonged reads more time, or less, than a deadline had, and more means than a
// budget: "they gave us two more weeks", "we got another 200 euros".
func (r *reader) prolonged(u unit) bool {
	c := u.Clause
	if r.turn.Role != User || r.memory.none(constraints, 1<<30) || c.Negated() || c.Command || unsure.in(c) {
		return false
	}
	counted := givers.in(c) && moreOf.in(c) && (c.Number() || c.HasWord("another", "extra", "additional", "a", "one"))
	time := timesOf.in(c)
	means := !time && counted && c.Number() && countsMeans(c)
	if !(counted && time) && !means && !movesDay(c) {
		return false
	}
	var found *entry
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Constraint {
			continue
		}
		if means && !boundsMeans(e.summary) || !means && !(lasting.among(e.summary) && (e.dated() || len(e.numbers) > 0 && english.Shared(unitsOf(u.Content()), e.stems) > 0)) {
			continue
		}
		if found == nil || english.Shared(u.s.Content(), e.stems) > english.Shared(u.s.Content(), found.stems) {
			found = e
		}
	}
	if found == nil {
		return false
	}
	text := core(c)
	if next := u.after(); next != nil && next.Lead == english.So && next.Verb < 0 && next.Dated() {
		text += ", " + core(next)
		r.mark(next)
	}
	r.revise(found, inPlaceOf(text, found.summary), c)
	r.of(u.s).changed = true
	return true
}

// movesDay tells that a day moved: "the opening was postponed".
func movesDay(c *english.Clause) bool {
	for i := range c.Tokens {
		if movedDays.after(c, i) > 0 {
			return true
		}
	}
	return false
}

// countsMeans tells an amount of money, or one of which nothing is said.
func countsMeans(c *english.Clause) bool {
	own := c.Content()
	return money(c) || len(own) > 0 && isNumber(own[len(own)-1])
}

// boundsMeans tells a rule about what may be spent.
func boundsMeans(summary string) bool {
	return currencies.among(summary) || signed(summary) || strings.Contains(summary, "udget")
}

// measured is the bound that an order sets to its own result: "write a runbook,
// one page max", "then write the text, at most five sentences".
func measured(u unit) string {
	c := u.Clause
	at, n := -1, 0
	for i := 1; i < len(c.Tokens); i++ {
		switch w := c.Word(i); {
		case w == "max" || w == "maximum" || w == "tops" || w == "minimum":
			at, n = i, 1
			for at > 0 && c.Tokens[at-1].Class != english.Punct && i-at < 3 {
				at--
			}
		case (w == "at" || w == "no" || w == "not") && (c.Word(i+1) == "most" || c.Word(i+1) == "least" || c.Word(i+1) == "more" && c.Word(i+2) == "than" || c.Word(i+1) == "longer" && c.Word(i+2) == "than"):
			at, n = i, 2
		case (w == "under" || w == "below" || w == "within") && i+1 < len(c.Tokens) && (c.Tokens[i+1].Class == english.Number || english.IsNumeral(c.Word(i+1))):
			at, n = i, 1
		}
		if n > 0 {
			break
		}
	}
	if n == 0 {
		return ""
	}
	tail := from(c, at)
	if !numeric(tail) {
		return ""
	}
	object := span(c, c.Order, max(c.Order, at-1))
	return about(tail, object)
}

func numeric(s string) bool {
	return numbersIn(english.Content(s)) > 0 || strings.Contains(" "+strings.ToLower(s), " one ")
}

// wantsWithin tells a wish with its bound: "I want it below 400 lines", "the shop wants
// at least three days".
func wantsWithin(c *english.Clause) bool {
	switch c.Word(c.Verb) {
	case "want", "wants", "need", "needs":
	default:
		return false
	}
	at, _ := c.Find(english.Limit)
	switch w := c.Word(at); w {
	case "under", "below", "within", "at", "max", "maximum", "no", "not", "up":
		return c.Verb > 0 && at > c.Verb && (w == "no" || w == "not" || !c.Negated()) && !c.Has(english.Hedge, english.Estimate) && c.Word(c.Verb+1) != "to"
	}
	return false
}
