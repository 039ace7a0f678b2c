package read

import "holdfast/engine/delta/english"

// The words in which a rule is told outright: what governs it, which may stand before
// its colon, what refuses, where to nothing goes.
var (
	governing = classOf("gdpr privacy security safety accessibility legal law licence license licensing compliance hygiene insurance copyright secrecy confidentiality verdict ruling verdicts decision")
	refusals  = classOf("refuse refuses refused forbid forbids forbade prohibit prohibits prohibited ban bans banned object objects objected veto vetoes vetoed disallow disallows")
	outlays   = english.WordsOf("pay spend go exceed give invest wait use carry store host take accept tolerate")
	whereTo   = english.WordsOf("to onto into through via")
)

// outright tells a rule that its own words leave no doubt of: "I refuse to pay more than
// 10 a month", "Privacy: no names on the door", "never to stdout", "code freeze from 3 to
// 12 May".
func outright(u unit) bool {
	c := u.Clause
	if u.Asked || u.Lead.Dependent() || u.Report != nil {
		return false
	}
	i := start(c)
	switch c.Word(i) {
	case "i", "we":
		return c.Verb == i+1 && c.Number() && refusesMore(c, i+1)
	case "never":
		return c.Verb < 0 && !c.Command && u.at == 0 && whereTo.Holds(c.Word(i+1)) && english.HasContent(c.Tokens[i+2:])
	}
	return c.Verb < 0 && governs(c) || (c.Verb < 0 || c.Word(c.Verb) == "may") && freezes(c)
}

// refusesMore tells that the speaker does not go beyond a bound, by the words from i on:
// "I refuse to pay more than …", "we are not going to spend above …".
func refusesMore(c *english.Clause, i int) bool {
	no := c.Word(i) == "refuse"
	for i++; i < len(c.Tokens); i++ {
		switch w := c.Word(i); {
		case w == "not":
			no = true
		case w == "to", w == "going", w == "willing", w == "ready", w == "prepared":
		default:
			return no && (outlays.Holds(w) || w == "paying" || w == "spending") && c.FirstOf(exceeding) > i
		}
	}
	return false
}

// governs tells a prohibition behind the name of what demands it: "privacy: no names on
// the site".
func governs(c *english.Clause) bool {
	at := c.Index(":")
	if at < 1 || at > 3 || at+2 >= len(c.Tokens) || c.Word(at+1) != "no" && c.Word(at+1) != "never" && c.Word(at+1) != "nothing" {
		return false
	}
	return governing.Holds(c.Word(at-1)) && prohibition(fragment(c, at+1))
}

// freezes tells from when or until when nothing changes: "code freeze from 3 to 12 May".
func freezes(c *english.Clause) bool {
	if !c.Dated() || c.Has(english.Hedge, english.Estimate, english.History) {
		return false
	}
	at := c.Index("freeze")
	return at > 0 && at <= start(c)+2 && at+1 < len(c.Tokens) && (wheres.Holds(c.Word(at+1)) || c.Word(at+1) == ":")
}

// deniedBy tells a clause in which somebody refuses something: what follows from it with
// a "so no …" is a rule.
func deniedBy(c *english.Clause) bool {
	return c.Verb > 0 && (refusals.in(c) && !c.Negated() || c.Negated() && c.HasWord("want", "allow", "allowed", "permit", "permitted", "wish", "like"))
}

// bars tells what nobody of a sort may do, from what may not be so: "no guest may see the
// number of another", but "no answer may mean that it is off".
func bars(c *english.Clause) bool {
	at := c.Verb + 1
	if c.Word(start(c)) != "no" || c.Verb < start(c)+2 || c.Word(c.Verb) != "may" || turningOut.Holds(c.Word(at)) || c.Word(at) == "mean" {
		return false
	}
	return mayDo(c) == allowed
}

// forbidsIt tells a user's clause that says of a thing what it must not do or be, which
// denies nothing: "wrong answers shouldn't be visible to others".
func forbidsIt(u unit) bool {
	c := u.Clause
	if u.p == nil || c.Verb <= start(c) || c.Word(c.Verb+1) != "not" || pointedAt(c, "it", "that", "this", "they", "i") {
		return false
	}
	switch c.Word(c.Verb) {
	case "should", "must", "shall":
		return c.Word(c.Verb+2) == "be" && acts(c, c.Verb+3) || c.HasWord("visible", "public", "seen", "open", "available", "possible", "able")
	}
	return false
}

// briefed tells how the brief wants the thing to be: "it should be in Python", "should be
// usable on a phone".
func (r *reader) briefed(u unit) bool {
	i := start(u.Clause)
	if !r.first || r.turn.Role != User || u.Verb < i || u.Verb > i+3 || u.Word(u.Verb) != "should" || u.Word(u.Verb+1) != "be" && !u.Is(u.Verb+1, serving) || u.Asked || u.s.Marked || u.Report != nil || u.Lead.Dependent() || laughs(u) ||
		u.Has(english.Hedge, english.Opinion, english.Undecided, english.Someday, english.Sarcasm, english.Estimate, english.Feeling, english.Done) || !english.HasContent(u.Tokens[u.Verb+2:]) || u.Is(u.Verb+2, asHoped) && u.Word(u.Verb+1) == "be" && u.Word(u.Verb+2) != "in" && u.Word(u.Verb+2) != "on" && u.Word(u.Verb+2) != "a" && u.Word(u.Verb+2) != "an" && u.Word(u.Verb+2) != "easy" {
		return false
	}
	switch u.Word(i) {
	case "should", "it", "they", "everything", "all":
		return true
	case "the", "our", "each", "every":
		return u.Verb > i+1
	}
	return false
}

// serving are verbs of what a thing is to do for who uses it.
var serving = english.WordsOf("work run fit last survive cope handle")

// authorities are those whose demands bind.
var (
	authorities = english.WordsOf("law laws insurance insurer court gdpr regulation regulations regulator legal compliance auditor auditors audit contract statute ministry police")
	decreeing   = english.WordsOf("wants want requires require demands demand prescribes prescribe insists")
)

// decreed tells what an authority demands: "the law wants a log with names".
func decreed(c *english.Clause) bool {
	return c.Verb > 0 && c.Is(c.Verb, decreeing) && c.Is(c.Verb-1, authorities) && english.HasContent(c.Tokens[c.Verb+1:]) && !c.Asked && !c.Negated() && c.Word(c.Verb+1) != "to" && !c.Has(english.Hedge, english.Hearsay, english.Sarcasm)
}

// nobodyMay tells what nobody may do: "nobody may take it until the officer clears it".
func nobodyMay(u unit) bool {
	i := start(u.Clause)
	if u.Word(i) != "nobody" || u.Word(i+1) != "may" && u.Word(i+1) != "must" || u.Asked || u.Report != nil || u.s.Marked || laughs(u) || !english.HasContent(u.Tokens[min(i+3, len(u.Tokens)):]) || u.HasWord("maybe", "perhaps", "probably") || u.Has(english.Hearsay, english.Sarcasm, english.Someday, english.Feeling) {
		return false
	}
	v, ok := u.VerbAt(i + 2)
	return ok && v.Form&english.Base != 0 && v.Class&english.Mind == 0
}

// leavesNoDoubt tells a rule whose words say how they are meant, whatever stands beside
// them.
func (r *reader) leavesNoDoubt(u unit) bool {
	return r.briefed(u) || !r.quotes && (decreed(u.Clause) || nobodyMay(u) || r.onlyMay(u))
}

// onlyMay tells who alone may do something, where it was asked who: "only Maria and I can
// edit".
func (r *reader) onlyMay(u unit) bool {
	i := start(u.Clause)
	if u.Word(i) != "only" || u.Verb < i+2 || u.Verb > i+6 || u.Word(u.Verb) != "may" && u.Word(u.Verb) != "can" || u.Asked || !r.answering(u) {
		return false
	}
	return r.askedWho()
}

// askedWho tells that the last question asks who may do something or needs to.
func (r *reader) askedWho() bool {
	if !r.last.asks {
		return false
	}
	ss := r.memory.sentences(r.last.prev)
	return len(ss) > 0 && ss[0].Clauses[0].HasWord("who", "whom") && !pastTense(&ss[0].Clauses[0])
}
