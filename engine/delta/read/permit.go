package read

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// letting are words without one of which nothing is let through.
var letting = english.WordsOf("apply count exempt exempted off lifted excepted ignore fair allowed permitted tolerated consent consents lets let agree agreed objection free welcome need require allow allows permit permits tolerates accepts may can fine ok acceptable tolerable harmless exception mind live except apart exceptions")

// permitted reads that something which a rule forbids or asks for is let through:
// "the Hallers may be named", "the rule doesn't apply to the annex", "gpu-3 is
// fair game". The rule holds for the rest.
func (r *reader) permitted(u unit) bool {
	if e := r.lifted(u); e != nil {
		r.supersede(e, "", u.s.Text, delta.High)
		r.of(u.s).changed = true
		return true
	}
	if !u.Mentions(letting) && !u.Has(english.AfterAll) || r.turn.Role != User || u.Asked || u.Lead.Dependent() || u.Conditional || u.s.Marked || u.Aside || r.of(u.s).changed ||
		u.Has(english.Undecided, english.Someday, english.History, english.Sarcasm) || u.HasWord("maybe", "perhaps", "might", "could", "probably") || u.HasWord("would") && !u.Has(english.AfterAll) {
		return false
	}
	p := permission(u.Clause)
	var e *entry
	if p != noPermission {
		e = r.barring(u, p)
	}
	if e == nil {
		e = r.excepted(u, p)
	}
	if e == nil {
		e = r.letInAfterAll(u)
	}
	if e == nil {
		return false
	}
	text := r.revisedText(u, e)
	if next := u.after(); next != nil && next.Verb > 0 && gotException(u.Clause) && next.HasWord("may", "can", "allowed") && !next.Asked {
		text += ", " + from(next, 0)
		r.mark(next)
	}
	r.revise(e, text, u.Clause)
	r.of(u.s).changed = true
	return true
}

// askedFor are words for what a rule asks for; askedForStems say besides that it does no
// longer.
var (
	askedFor      = english.WordsOf("required needed necessary need needs must have has mandatory apply applies hold holds matter matters support supported")
	askedForStems = english.Content("required needed necessary need must mandatory apply holds matter support supported longer anymore more rule requirement")
)

// lifted is the rule that a clause says holds no longer: "ie11 is no longer required", "we
// don't need ie11 anymore".
func (r *reader) lifted(u unit) *entry {
	if !u.Has(english.NoLonger) || !u.Mentions(askedFor) || r.turn.Role != User || u.Asked || u.s.Marked || u.Lead.Dependent() || u.Conditional || u.Number() ||
		u.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Sarcasm, english.Hearsay) {
		return nil
	}
	stems := minus(u.Content(), askedForStems)
	if len(stems) == 0 {
		return nil
	}
	e, _ := r.memory.alike(stems, constraints, 0.6)
	return e
}

// leave is how clearly a clause lets something through.
type leave uint8

const (
	noPermission leave = iota
	possible           // it can
	okayed             // it is fine
	allowed            // it may, somebody allows it
	exempted           // the rule does not hold for it
)

// exempting say that a rule does not hold for something, consenting that somebody
// allows it.
var (
	exempting  = english.PhrasesOf("not apply to", "not apply for", "not apply in", "not count for", "is exempt", "are exempt", "is exempted", "are exempted", "off the hook", "is lifted for", "was lifted for", "are excepted", "is excepted", "may ignore")
	consenting = english.PhrasesOf("fair game", "is allowed", "are allowed", "is permitted", "are permitted", "is tolerated", "are tolerated", "consent to", "consents to", "lets us", "let us have", "let us use", "let us keep", "agree to", "agreed to", "no objection to", "is free to", "are free to", "is welcome", "are welcome")
)

// permission tells whether a clause lets something through.
func permission(c *english.Clause) leave {
	if c.HasPhrase(exempting) {
		return exempted
	}
	if gotException(c) {
		return allowed
	}
	if c.Verb < 1 || pastTense(c) || c.HasWord("most", "maximum", "max", "least", "minimum", "longer", "earlier", "later") {
		return noPermission
	}
	if c.Negated() {
		i := c.Verb + 1
		if c.Word(start(c)) != "i" && (c.Word(i) == "not" && (c.Word(i+1) == "need" || c.Word(i+1) == "require")) {
			return exempted // "receipts do not need the line"
		}
		return noPermission
	}
	if c.HasPhrase(consenting) {
		return allowed
	}
	if isFine(c) {
		return okayed
	}
	if c.Has(english.Done) {
		return noPermission
	}
	switch c.Word(c.Verb) {
	case "allow", "allows", "permit", "permits", "tolerates", "accepts":
		return allowed
	case "may":
		return mayDo(c)
	case "can":
		if c.Word(c.Verb+1) != "be" || acts(c, c.Verb+2) {
			return possible
		}
	}
	return noPermission
}

// gotException tells that somebody was let off a rule: "they gave us an exception
// for the backups".
func gotException(c *english.Clause) bool {
	at := c.Index("exception", "waiver", "exemption")
	if at < 1 || c.Word(at-1) == "no" || c.Word(c.Verb+1) == "not" || c.Word(c.Verb+1) == "no" {
		return false
	}
	return (c.HasWord("get", "got", "gave", "gets", "gives", "have", "has", "granted", "made", "make") || c.Verb > 0 && english.IsBe(c.Word(c.Verb)))
}

// fine are words for what nobody minds.
var fine = english.WordsOf("ok fine acceptable tolerable harmless alright")

// isFine tells that nobody minds what a clause speaks of: "spoons are fine for
// spices", "I'm ok with two pages".
func isFine(c *english.Clause) bool {
	at := c.FirstOf(fine)
	if next := c.Word(at + 1); (next == "by" || next == "with" || next == "for") && (c.Word(at+2) == "me" || c.Word(at+2) == "us") {
		return false // accepts
	}
	if at < 1 || !english.IsBe(c.Word(c.Verb)) || at < c.Verb || at > c.Verb+3 || c.Has(english.Hedge, english.Passing) {
		return false
	}
	if i := start(c); c.Word(i) == "i" || c.Word(i) == "we" {
		return c.Word(at+1) == "with" && at+2 < len(c.Tokens) && !pointing(c, at+2)
	}
	return len(c.ContentTo(c.Verb)) > 0
}

// mayDo tells the may of leave ("may be named") from that of doubt ("may be
// wrong").
func mayDo(c *english.Clause) leave {
	i := c.Verb + 1
	for slices.Contains([]string{"also", "now", "still", "again", "then"}, c.Word(i)) {
		i++
	}
	if c.Word(i) == "be" {
		if acts(c, i+1) {
			return allowed
		}
		return noPermission
	}
	if v, ok := c.VerbAt(i); ok && v.Form&english.Base != 0 && c.Word(i) != "have" && c.Word(i) != "well" {
		return allowed
	}
	return noPermission
}

// acts tells that the i-th word is a participle of doing: named, shown, kept.
func acts(c *english.Clause, i int) bool {
	v, ok := c.VerbAt(i)
	return ok && v.Form&english.Part != 0
}

// barring is the rule that stands against what a clause lets through: one that
// forbids it, or, for an exemption, any. It shares the subject, or two words.
func (r *reader) barring(u unit, p leave) *entry {
	subject := u.ContentTo(u.Verb)
	about := minus(u.Content(), permitting)
	if p == exempted {
		about = minus(u.s.Content(), permitting)
	}
	before := minus(r.contextBefore(u), permitting)
	own := u.Word(start(u.Clause)) == "i" && p != okayed
	if p == okayed && r.spokenFor(u) {
		return nil
	}
	var best *entry
	score := 0.0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Constraint || within(about, e.stems) {
			continue
		}
		n := english.Shared(about, e.stems)
		if p == okayed {
			n = related(about, e.stems)
		}
		if n == 0 || p != exempted && !forbidding(e.summary) && !(p == okayed && bounding.among(e.summary)) {
			continue
		}
		s := float64(n)
		if english.Shared(subject, e.stems) > 0 {
			s += 0.5
		}
		if k := english.Shared(before, e.stems); k > 0 {
			s += 0.5 + 0.25*float64(k-1)
		}
		if p == possible && s < 2 || own && s < 2 {
			continue
		}
		if p == allowed && s < 1.5 && (len(about) > 4 || english.Shared(withoutNumbers(about), e.stems) == 0) {
			continue
		}
		if s > score || s == score && best != nil && e.age <= best.age {
			best, score = e, s
		}
	}
	return best
}

// bounding are words of a rule that says how many or how much.
var bounding = classOf("one single max maximum most longer more under below within must")

// spokenFor tells that a clause may answer the other speaker: it speaks of what
// they ask or propose.
func (r *reader) spokenFor(u unit) bool {
	if r.last.asks && r.opening(u) {
		return true
	}
	for _, e := range r.memory.all(ideas, 1) {
		if english.Shared(u.Content(), e.stems) > 0 {
			return true
		}
	}
	return false
}

// permitting are stems of the words that let through, not of what is let.
var permitting = english.Content("allow allowed permit permitted exempt apply fair game consent free welcome may rule need counts tolerate accept ok fine")

// forbidding tells a rule that shuts something out.
func forbidding(summary string) bool {
	if negates(summary) {
		return true
	}
	for t := range english.EachToken(summary) {
		switch t.Word {
		case "no", "never", "nothing", "nobody", "without", "only", "except", "forbids", "forbidden", "prohibited", "untouched", "off", "nor", "none", "alone", "off-limits", "taboo", "secret", "hidden":
			return true
		}
	}
	return false
}

// excepted is the rule that was just spoken of, where a clause excepts something from
// it: "a short fade is ok though", "except for the staff", "the annex is exempt".
func (r *reader) excepted(u unit, p leave) *entry {
	i := start(u.Clause)
	opens := u.Verb < 0 && (u.Word(i) == "except" || u.Word(i) == "apart" && u.Word(i+1) == "from" && !pointing(u.Clause, i+2))
	allows := u.Verb > i && english.IsBe(u.Word(u.Verb)) && !u.Negated() && (u.Word(u.Verb+1) == "ok" || u.Word(u.Verb+1) == "fine" || u.Word(u.Verb+1) == "allowed") &&
		(u.HasWord("though", "still", "however", "too", "also") || u.Lead == english.But || u.HasWord("allowed")) && anySuch(u.Clause, i)
	allows = allows || u.Verb > i && english.IsBe(u.Word(u.Verb)) && u.HasWord("exception", "exceptions") && !u.Negated()
	if !opens && !allows && p != exempted || len(u.Content()) == 0 || r.last.asks || len(r.memory.all(proposals, 1)) > 0 {
		return nil
	}
	e := r.memory.recent(constraints, 2)
	if e == nil || allows && (!forbidding(e.summary) || len(e.numbers) > 0) {
		return nil
	}
	return e
}

// anySuch tells that the thing named from the i-th token on is no certain one.
func anySuch(c *english.Clause, i int) bool {
	switch c.Word(i) {
	case "the", "this", "that", "these", "those", "it", "they", "i", "we", "you", "he", "she", "my", "your", "our", "his", "her", "its", "their", "everything", "all", "there", "which":
		return false
	}
	return true
}

// letInAfterAll is the rule that forbids what a clause wants after all: "one photo after
// all", "a login we do need after all", where there was to be none.
func (r *reader) letInAfterAll(u unit) *entry {
	at := u.Clause.Where("after all")
	if at < 1 || u.Negated() || u.Command || u.Has(english.Hedge) {
		return nil
	}
	i := start(u.Clause)
	if counting(u.Clause, i) || u.Word(i) == "some" {
		i++
	} else if i = u.Verb + 1; i < 1 || u.Word(start(u.Clause)) != "we" && u.Word(start(u.Clause)) != "i" || !counting(u.Clause, i) {
		return nil
	} else {
		i++
	}
	named := u.Tokens[i:min(i+2, len(u.Tokens))]
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Constraint || len(e.stems) > 6 || len(e.numbers) > 0 {
			continue
		}
		if english.Shared(english.ContentOf(named), e.stems) > 0 && ruledOut(e.summary, english.ContentOf(named)) {
			return e
		}
	}
	return nil
}

// ruledOut tells that a rule says "no" or "without" right before one of some stems.
func ruledOut(summary string, stems []string) bool {
	left := 0
	for t := range english.EachToken(summary) {
		switch {
		case t.Word == "no" || t.Word == "without":
			left = 3
		case left > 0 && slices.Contains(stems, english.Stem(t.Word)):
			return true
		}
		left--
	}
	return false
}
