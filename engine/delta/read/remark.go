package read

import (
	"strings"

	"holdfast/engine/delta/english"
)

// remark tells what is no knowledge because of what it is said for: what nobody knows, what
// happened on one day or a moment ago, the ground of a verdict, two who say two things, and
// what its speaker laughs or sighs about.
func remark(u unit) bool {
	c := u.Clause
	if c.Verb < 0 {
		return c.HasWord("then") && gerundFirst(c) // "then mending the lid" says in which order
	}
	i := start(c)
	switch c.Word(i) {
	case "i", "we":
		if v, ok := c.VerbAt(i + 2); c.Word(i+1) == "just" && (ok && v.Form&english.Past != 0 && v.Form&english.Base == 0 || !ok && strings.HasSuffix(c.Word(i+2), "ed")) && !findingOut.Holds(c.Word(i+2)) && !c.Has(english.Checked, english.Cause) {
			return true // "we just baked 3 trays"
		}
		if w := c.Word(i + 3); c.Word(i+1) == "have" && seenOnce.Holds(c.Word(i+2)) && (w == "what" || w == "how" && c.Word(i+4) != "many" && c.Word(i+4) != "much") {
			return true // "I have seen how that ends"
		}
	case "last", "yesterday":
		if pastTense(c) && (c.Word(i) == "yesterday" || oneDay.Holds(c.Word(i+1))) && !c.Has(english.Cause) && c.FirstOf(ownSubjects) < 0 && c.FirstOf(findingOut) < 0 {
			return true // "last Sunday a dozen guests left early"
		}
	}
	if b := u.before(); b != nil && pointedAt(c, "he", "she") && unknown(b) {
		return true
	}
	if isNow(c) && c.Word(c.Verb+1) == "on" && (c.Word(c.Verb+2) == "holiday" || c.Word(c.Verb+2) == "vacation") {
		return true // will be back
	}
	return endsWithItIs(c) && !c.HasWord("that") || unknown(c) || sighed(u) || announcedFun(u.s) || disagree(u.s) || c.Verb > 0 && u.at > 0 && verdict(u.before()) && (pointedAt(c, "everyone", "everybody", "people", "nobody") || u.Lead == english.Because)
}

var (
	oneDay      = english.WordsOf("monday tuesday wednesday thursday friday saturday sunday night evening weekend time")
	ownSubjects = english.WordsOf("i we our my it")
	seenOnce    = english.WordsOf("seen heard learned learnt watched")
	findingOut  = english.WordsOf("counted measured checked found learned learnt noticed looked heard asked tested tried timed weighed read saw bought moved switched got")
	knowing     = english.WordsOf("know knows tell tells remember remembers say says understand understands explain recall")
)

// gerundFirst tells that a fragment begins with what is done.
func gerundFirst(c *english.Clause) bool {
	v, ok := c.VerbAt(start(c))
	return ok && v.Form&english.Gerund != 0
}

// unknown tells what nobody knows or will tell: "why it was so nobody remembers".
func unknown(c *english.Clause) bool {
	at := c.FirstOf(nobodies)
	if at < 0 || c.Word(at) == "nothing" {
		return false
	}
	for at++; at < len(c.Tokens) && (english.IsModal(c.Word(at)) || c.Word(at) == "ever" || c.Word(at) == "really"); at++ {
	}
	return knowing.Holds(c.Word(at))
}

// sighed tells that the sentence after it only exclaims: "how quaint", "what a mess".
func sighed(u unit) bool {
	next := u.nextSentence()
	if next == nil || next.Marked || len(next.Clauses) > 1 || len(next.Clauses[0].Tokens) > 5 {
		return false
	}
	c := &next.Clauses[0]
	return c.Verb < 0 && (c.Word(0) == "how" && len(c.Tokens) <= 3 && len(c.Tokens) > 1 || c.Word(0) == "what" && c.Word(1) == "a")
}

// merry are words that announce something to laugh about.
var merry = classOf("silly funny joke hilarious ridiculous fun")

// announcedFun tells a sentence that is announced as a joke: "something silly: …".
func announcedFun(s *english.Sentence) bool {
	c := &s.Clauses[0]
	if !merry.in(c) {
		return false
	}
	at := c.Index(":")
	if at < 0 && len(s.Clauses) > 1 && s.Clauses[1].Lead == english.Colon {
		at = len(c.Tokens)
	}
	return at > 0 && at <= 4 && merry.Holds(c.Word(at-1))
}

// disagree tells a sentence in which two say something of the same: "the seller says 10,
// the box says 12".
func disagree(s *english.Sentence) bool {
	n := 0
	for i := range s.Clauses {
		if c := &s.Clauses[i]; c.Number() && c.HasWord("says", "said", "claims", "claimed") && !strings.HasPrefix(c.Words(), "i ") {
			n++
		}
	}
	return n > 1
}
