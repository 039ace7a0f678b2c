package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// ordersValue tells an order of a few words that gives something a value: "make it 80
// columns wide", "set the port to 8080", "call it jotter", "poll every 10s".
func ordersValue(c *english.Clause) bool {
	if !c.Command || c.Order != start(c) || c.Negated() || c.HasWord("me", "us", "you", "my", "your", "sure", "or") || !english.HasContent(c.Tokens[c.Order+1:]) {
		return false
	}
	switch c.Word(c.Order) {
	case "call", "name":
		return len(c.Tokens) <= 6 && !c.HasWord("day", "quits", "off", "one", "some", "in")
	}
	return shaping(c) && givesOne(c) || paced(c)
}

// givesOne tells a clause with a number, a name of code or a word of a sort in it.
func givesOne(c *english.Clause) bool {
	return hasClass(c.Tokens, english.Number, english.Code) || sortsOf(c.Content()) != 0
}

// pacing are words of how often or how long something is done.
var pacing = english.WordsOf("second seconds sec secs minute minutes min mins hour hours day days night week weeks month months time times hourly daily nightly weekly monthly s ms m h morning evening")

// givesInstead tells an order that names a value and the one that it replaces: "post at
// 6:30 instead of 7", "show 10 rows instead of 20".
func givesInstead(c *english.Clause) bool {
	at := c.Index("instead")
	if at <= c.Order || c.Word(at+1) != "of" || len(c.Tokens) > 14 || c.HasWord("me", "it", "them") {
		return false
	}
	return hasClass(c.Tokens[c.Order:at], english.Number, english.Number) && hasClass(c.Tokens[at:], english.Number, english.Number)
}

// paced tells an order that says how often something shall be done, how many times, or
// how long is waited: "poll every 10s", "retry 3 times", "wait 5 seconds between requests".
func paced(c *english.Clause) bool {
	if !c.Command || c.Order != start(c) || len(c.Tokens) > 9 || c.HasOf(oneOff) && !c.HasWord("per") || c.HasWord("me", "us", "you", "now", "again", "first") {
		return false
	}
	v, ok := c.VerbAt(c.Order)
	if !ok || v.Form&english.Base == 0 {
		return false
	}
	if at := c.Index("every", "each"); at > c.Order && at+1 < len(c.Tokens) {
		next := &c.Tokens[at+1]
		return next.Class == english.Number || english.IsNumeral(next.Word) || pacing.Holds(next.Word)
	}
	last := c.Word(len(c.Tokens) - 1)
	switch v.Lemma {
	case "retry", "repeat":
		return c.Number() && (last == "times" || len(c.Tokens) == 2)
	case "show", "display", "return", "fetch", "load", "allow":
		return c.Number() && c.HasWord("per")
	case "wait", "sleep", "pause":
		return c.Number() && c.HasWord("between", "before", "after")
	}
	return false
}

// oneOff are words of an order that is done with once, or given to somebody.
var oneOff = english.WordsOf("try look think remind tell ask show explain imagine remember remove delete fix check test add count list find")

// namesColours tells a few words with a colour and nothing done: "green and white".
func namesColours(u unit) bool {
	if u.Word(0) == "green" && u.Verb == 1 {
		return true // "green is the holiday"
	}
	at, n := u.Find(english.Done)
	return at >= 0 && n == 1 && u.Word(at) == "green" && u.Verb < 0 && len(u.Content()) > 1 && sortsOf(minus(u.Content(), english.ContentOf(u.Tokens[at:at+1]))) != 0 && len(u.Tokens) <= 5
}

// setsBound tells an order of a few words to keep something within a number: "limit uploads
// to 5mb".
func setsBound(c *english.Clause) bool {
	i := start(c)
	return (c.Word(i) == "limit" || c.Word(i) == "cap") && c.Number() && !c.Asked && !english.IsBe(c.Word(i+1)) && c.Index("to", "at") > i+1 && len(c.Tokens) <= 9 && !c.HasWord("me", "us", "you", "will", "or", "it", "that")
}

// callsIt tells "let's call the project magpie".
func callsIt(c *english.Clause) bool {
	return c.Has(english.LetUs) && c.Word(0) == "let" && (c.Word(2) == "call" || c.Word(2) == "name") && len(c.Content()) > 1
}

// ordersBound tells an order of a few words to take a number: "cap at 60", "make it 3".
func ordersBound(c *english.Clause) bool {
	if c.Order != start(c) || len(c.Tokens) > 6 {
		return false
	}
	switch c.Word(c.Order) {
	case "cap", "limit", "use", "set", "make", "keep", "bump", "raise", "lower":
		return !c.HasWord("me", "you", "us")
	}
	return false
}

// extents are words that say of what an amount is.
var extents = classOf("long wide tall high deep thick big large heavy loud bright apart")

// unnamed tells an order to change something that it only points at: where nothing is
// found that it could mean, "make it 26" says not what of.
func unnamed(c *english.Clause) bool {
	i := c.Order + 1
	if w := c.Word(i); w == "it" || w == "that" || w == "this" {
		return !extents.in(c)
	}
	if c.Word(i) == "the" {
		i++
	}
	return i < len(c.Tokens) && c.Tokens[i].Class == english.Number
}

// foundGood tells a sentence that judges what was just measured: "12 min. good enough".
func foundGood(next *english.Sentence) bool {
	return next != nil && len(next.Clauses) == 1 && next.Clauses[0].Verb < 0 && len(next.Clauses[0].Tokens) <= 3 && next.Clauses[0].HasWord("enough")
}

// forms are units and notations in which something is given, listed what is given in one.
var (
	forms  = english.WordsOf("km kilometres kilometers miles metres meters cm mm kg kilos kilograms grams pounds lbs ounces celsius fahrenheit kelvin cents euros dollars euro dollar eur usd gbp percent utc gmt seconds minutes hours milliseconds days litres liters decimals decimal digits uppercase lowercase capitals caps iso metric imperial format notation")
	listed = english.WordsOf("everything all money weight height distance temperature time duration size")
)

// inForm tells in which unit or notation something shall be: "distances in km", "in kg
// please, with two decimals".
func (r *reader) inForm(u unit) bool {
	at := u.Index("in", "with", "as")
	if at < 0 || u.Verb >= 0 || u.Command || u.Asked || r.last.info || r.turn.Role != User || len(u.Tokens) > 10 || u.p.Kind != prose.Paragraph ||
		u.Has(english.Hedge, english.Passing, english.Done, english.History, english.Undecided, english.Thanks, english.Feeling, english.Estimate, english.Hearsay, english.NotDone) {
		return false
	}
	if i := at + 1; !slices.ContainsFunc(u.Tokens[i:min(i+4, len(u.Tokens))], func(t english.Token) bool { return t.Is(forms) }) {
		return false
	}
	if at == start(u.Clause) {
		return r.answering(u) && (u.HasWord("please") || turnedDown(u.Clause) != nil)
	}
	subject := u.Word(at - 1)
	return at-start(u.Clause) <= 2 && (strings.HasSuffix(subject, "s") && len(subject) > 3 || listed.Holds(subject)) && u.Tokens[start(u.Clause)].Class != english.Number && !english.IsNumeral(u.Word(start(u.Clause))) && !amiss.in(u.Clause)
}

// formGiven is what is given in a form, where the answer leaves it to the last turn to say
// that.
func (r *reader) formGiven(u unit) string {
	r.by = filling // the form says how it is meant
	if u.Index("in", "with", "as") > start(u.Clause) || len(english.Content(r.last.prev)) < 2 {
		return core(u.Clause)
	}
	return about(core(u.Clause), r.last.prev)
}

// suffices tells what the speaker is content with: "the number in the icon is
// enough".
func suffices(u unit) bool {
	c := u.Clause
	if c.Verb < 1 || c.Negated() || c.HasWord("too", "not", "if", "hardly", "barely") || c.Lead.Dependent() || !english.IsBe(c.Word(c.Verb)) && c.Word(c.Verb) != "will" || c.Has(english.Hedge) {
		return false
	}
	if slices.ContainsFunc(c.Subject(), func(t english.Token) bool { return t.Class == english.Punct || t.Word == "i" || t.Word == "we" }) {
		return false
	}
	return (c.HasWord("enough", "plenty") || c.Word(c.Verb) == "will" && (c.HasWord("do", "suffice") && len(c.Tokens) <= 7 || c.HasWord("serve", "suffice") && len(c.Tokens) <= 14)) && (!within(withoutNumbers(c.ContentTo(c.Verb)), unitStems) || howOften(c)) && !c.Dated()
}

// howOften tells a clause that begins with how often something is done: "once a day is
// enough for the charts".
func howOften(c *english.Clause) bool {
	switch i := start(c); c.Word(i) {
	case "once", "twice":
		return c.Word(i+1) == "a" || c.Word(i+1) == "an" || c.Word(i+1) == "per"
	case "every", "daily", "weekly", "hourly", "monthly":
		return c.Verb > i
	}
	return false
}
