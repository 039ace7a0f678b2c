package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// finding reads a sentence in which the assistant says what it saw: it reports
// that it looked, in the same sentence or right before ("I checked the database:
// the table has 3 orphaned rows"), or counts what there is of the project's own
// ("your sheet has 19 lessons", "41 files below `apps/` import it").
func (r *reader) finding(u unit, explains bool) bool {
	if u.at > 0 || u.p.Kind == prose.Item || !saysHowItIs(u.s) {
		return false
	}
	rest := afterLook(u)
	switch {
	case rest != nil:
		if !tells(rest) || trialOnly(rest) {
			return false
		}
	case lookedInto(u.Clause) || !concrete(u.s) || performed(u.Clause) && u.Word(0) != "there":
		return false
	case r.lookedBefore(u):
		if trialOnly(u.s.Clauses) {
			return false
		}
	case !countsOwn(u.Clause, explains) || r.reportsWork(u):
		return false
	}
	r.by = blaming
	if _, ok := r.fact(strings.TrimRight(u.s.Text, ".! "), delta.High); !ok {
		return false
	}
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
		r.facts[u.s.Clauses[i].Place] = true
	}
	return true
}

// foundList reads what stands in a list under words that announce findings, each
// a fact of its own: "Here is what I found:".
func (r *reader) foundList(u unit) bool {
	if u.p.Kind != prose.Item || u.p.Nested || u.at > 0 || u.k > 0 || !findings(u.p.intro) || !saysHowItIs(u.s) || !concrete(u.s) && u.s.Clauses[len(u.s.Clauses)-1].Verb < 0 {
		return false
	}
	r.by = blaming
	r.fact(strings.TrimRight(u.s.Text, ".! "), delta.High)
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	return true
}

// found are nouns for what somebody finds who looks, in the plural in which a list
// is announced.
var found = classOf("findings bottlenecks culprits offenders anomalies irregularities oddities observations facts results discrepancies inconsistencies duplicates leftovers")

// findings tells an introduction to a list of what was found.
func findings(intro string) bool {
	if intro == "" {
		return false
	}
	last := lastSentence(intro)
	if found.among(last) && !supposedly.among(last) {
		return true
	}
	ss := english.Sentences(last)
	if len(ss) == 0 || ss[0].Asked {
		return false
	}
	c := &ss[0].Clauses[len(ss[0].Clauses)-1]
	if c.Has(english.Suggest, english.Promise, english.Options, english.Hedge) && !c.HasWord("found") {
		return false
	}
	i := c.Index("found", "see", "noticed", "discovered", "stands", "sticks", "spotted")
	return i > 0 && c.Has(english.Checked) && !c.HasWord("you", "how") || i > 0 && (c.Word(i-1) == "i" || c.Word(i-1) == "have" || c.Word(i-1) == "what")
}

// looking are verbs of who looks for how things are.
var looking = []string{"check", "look", "run", "count", "find", "notice", "see", "measure", "inspect", "scan", "search", "grep", "profile", "trace", "compare", "read", "analyse", "analyze", "dig", "test", "verify", "review", "examine", "query", "discover", "spot", "time", "step", "go", "diff", "bisect", "open", "observe", "confirm", "ask"}

// glances are how a sentence begins that says where somebody looked.
var glances = english.PhrasesOf("looking at", "looking into", "looking through", "going by", "going through", "digging into", "digging through", "judging by", "judging from", "according to", "per the", "as per", "having looked", "after checking", "a quick check", "a closer look", "a look at", "a look into", "it turns out", "turns out", "my search", "my check", "a search", "a grep", "a count")

// seen are verbs with which a report of having looked begins that leaves its subject
// out: "Checked with a copy: nothing is replaced."
var seen = classOf("checked verified measured looked counted confirmed inspected compared timed profiled")

// lookedInto tells a clause by which the speaker reports having looked: "I went
// through the log", "looking at `app.py`".
func lookedInto(c *english.Clause) bool {
	if c.Has(english.Hedge, english.OfferHelp, english.Promise) || c.Negated() || c.Word(0) == "looking" && c.HasWord("first", "next", "now") {
		return false
	}
	i := start(c)
	if c.Verb > 0 && c.Verb <= maxSubject+2 {
		i = c.Verb - 1 // "along the way I noticed"
	}
	if w := c.Word(i); w != "i" && w != "we" {
		if i == 0 && c.Verb == 0 && seen.in(c) && seen.Holds(w) {
			return true
		}
		for _, at := range c.Phrases(glances) {
			if at == 0 {
				return true
			}
		}
		return false
	}
	for i++; slices.Contains([]string{"have", "also", "just", "now", "already", "then", "finally", "even", "did"}, c.Word(i)); i++ {
	}
	v, ok := c.VerbAt(i)
	if !ok || !slices.Contains(looking, v.Lemma) || v.Form&english.Past == 0 && v.Lemma != "see" {
		return false
	}
	switch next := c.Word(i + 1); v.Lemma {
	case "go":
		return next == "through" || next == "over" || next == "back"
	case "dig", "step":
		return next == "into" || next == "through" || next == "in"
	case "open", "test", "verify", "confirm", "ask", "time":
		return len(c.Tokens) > i+2
	}
	return true
}

// afterLook are the clauses that say what was seen where the sentence begins with
// a report of looking, nil where it does not.
func afterLook(u unit) []english.Clause {
	if !lookedInto(u.Clause) {
		return nil
	}
	if len(u.s.Clauses) > 1 {
		switch u.s.Clauses[1].Lead {
		case english.Colon, english.And, english.But, english.So:
			if i := thatAfter(u.Clause); i < 0 {
				return u.s.Clauses[1:]
			}
		}
	}
	if i := thatAfter(u.Clause); i > 0 || u.HasWord("turns") {
		return u.s.Clauses
	}
	if c := u.Clause; c.Verb > 2 && c.Word(start(c)) != "i" && c.Word(start(c)) != "we" {
		return u.s.Clauses // "going by the report, X has Y" in one clause
	}
	return nil
}

// thatAfter is where a clause goes on to what was seen: "I noticed that", "I see
// 3 of them", or -1.
func thatAfter(c *english.Clause) int {
	if c.Verb < 0 {
		return -1
	}
	for i := c.Verb + 1; i < min(c.Verb+4, len(c.Tokens)); i++ {
		if c.Word(i) == "that" {
			return i
		}
	}
	for i := c.Verb + 2; i < len(c.Tokens); i++ {
		if english.IsFinite(c.Word(i)) && !c.Tokens[i].Quoted {
			return i
		}
	}
	return -1
}

// tells tells clauses that say something of what was seen.
func tells(cs []english.Clause) bool {
	n, verb := 0, false
	for i := range cs {
		n += len(cs[i].Content())
		verb = verb || cs[i].Verb >= 0 || cs[i].Number()
	}
	return verb && n >= 3
}

// trialOnly tells clauses that only say whether something passed.
func trialOnly(cs []english.Clause) bool {
	for i := range cs {
		if hasClass(cs[i].Tokens, english.Code, english.Code) || !cs[i].Has(english.Done) && !(cs[i].Has(english.NotDone) && !hasClass(cs[i].Tokens, english.Code, english.Code)) {
			return false
		}
	}
	return true
}

// lookedBefore tells that what comes right before the sentence says that the
// speaker looked.
func (r *reader) lookedBefore(u unit) bool {
	s := r.sentenceIn(u, -1)
	if s == nil || s.Asked || s.Marked {
		return false
	}
	if lookedInto(&s.Clauses[0]) {
		return true
	}
	return r.facts[s.Clauses[0].Place] && (u.Number() && countsOn(u.Clause) || pointedAt(u.Clause, "it", "they", "all", "both", "most", "none", "some"))
}

// countsOn tells a clause that goes on to count what was found: "9 entries have no
// year", "the other two are empty".
func countsOn(c *english.Clause) bool {
	i := start(c)
	if c.Word(i) == "the" || c.Word(i) == "only" || c.Word(i) == "another" {
		i++
	}
	t := c.Word(i)
	return t == "other" || t == "others" || t == "rest" || t == "remaining" || english.IsNumeral(t) || i < len(c.Tokens) && c.Tokens[i].Class == english.Number
}

// concrete tells a sentence with a figure or a name from the code.
func concrete(s *english.Sentence) bool {
	for i := range s.Clauses {
		if c := &s.Clauses[i]; c.Number() || hasClass(c.Tokens, english.Code, english.Number) {
			return true
		}
	}
	return false
}

// speculative are words of what could be or shall be.
var speculative = classOf("would could should may might will shall must going let need needs todo")

// saysHowItIs tells a sentence that asserts without a hedge, a proposal, a promise
// or an order how things are or were.
func saysHowItIs(s *english.Sentence) bool {
	if s.Asked || s.Marked || strings.HasSuffix(strings.TrimSpace(s.Text), ":") {
		return false
	}
	for i := range s.Clauses {
		c := &s.Clauses[i]
		if c.Has(english.Hedge, english.Suggest, english.OfferHelp, english.Undecided, english.Promise, english.Someday, english.Assumption, english.Estimate, english.Lean, english.Request, english.NowIs) && !onlyNoLonger(c) || c.Has(english.Chosen) && !lookedInto(c) ||
			c.Command || c.Asked || c.Lead == english.If || c.Conditional || c.Report != nil && c.Report.Distant || speculative.in(c) || verdict(c) {
			return false
		}
		if w := c.Word(start(c)); w == "you" || w == "i" && i > 0 && !lookedInto(c) || w == "if" {
			return false
		}
	}
	return true
}

// onlyNoLonger tells that what sounds like a change is only that something has ended.
func onlyNoLonger(c *english.Clause) bool {
	return c.Has(english.NoLonger) && !c.Has(english.Hedge, english.Suggest, english.OfferHelp, english.Undecided, english.Promise, english.Someday, english.Assumption, english.Estimate, english.Chosen, english.Lean, english.Request) && !c.HasWord("now")
}

// countsOwn tells a clause that counts what there is of something of the project:
// what is the user's, or has a name from the code, or is left.
func countsOwn(c *english.Clause, explains bool) bool {
	if c.Verb > 0 && pastTense(c) && !explains && hasClass(c.Tokens, english.Code, english.Code) && hasClass(c.Tokens, english.Number, english.Number) {
		return true // what happened
	}
	if c.Verb < 1 || !numeral(c) || c.Has(english.Options) && !hasClass(c.Tokens, english.Code, english.Code) {
		return false
	}
	own := c.HasWord("your", "our")
	left := c.HasWord("remains", "remain", "left", "still", "already")
	if explains && !own && !left {
		return false
	}
	if c.Word(0) == "there" || own || left {
		return own || hasClass(c.Tokens, english.Code, english.Number)
	}
	subject := c.Subject()
	return hasClass(subject, english.Code, english.Number) && (c.HasWord("of", "all") || hasClass(subject, english.Code, english.Code))
}

// numeral tells a clause that counts things, more than one of them: "3 orphaned
// rows", "38 of them", but not "PHP 8".
func numeral(c *english.Clause) bool {
	for i := range c.Tokens {
		t := &c.Tokens[i]
		if t.Class != english.Number && !(english.IsNumeral(t.Word) && t.Word != "one") {
			continue
		}
		for k := i + 1; k <= i+3 && k < len(c.Tokens); k++ {
			if w := c.Word(k); w == "of" || w == "%" || w == "percent" || len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !english.IsFunction(w) {
				return true
			} else if english.IsFunction(w) || c.Tokens[k].Class != english.Word {
				break
			}
		}
	}
	return false
}

// reportsWork tells that the turn is about what the assistant has made: what it
// counts is its own.
func (r *reader) reportsWork(u unit) bool {
	if u.HasWord("already", "still", "remains", "remain", "left", "remaining") {
		return false
	}
	if r.proposed(delta.TaskClosedKind) || r.pasted {
		return true
	}
	return slices.ContainsFunc(r.units(), func(o unit) bool {
		return o.Has(english.Done) && o.n < u.n && o.Verb < 0 || o.Word(0) == "i" && o.Verb == 1 && r.tellsResult(o) == doneResult
	})
}
