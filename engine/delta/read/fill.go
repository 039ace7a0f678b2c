package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// filledIn reads a fragment as the answer to a question about what is wanted:
// "how long should it take?" – "8 minutes", "what should be on the label?" – "name
// and price". The question gives the summary its topic.
func (r *reader) filledIn(u unit) bool {
	if r.last.wish == "" || !r.opening(u) || !answersShort(u) || r.takenBack(u) || r.wavers(u) {
		return false
	}
	if r.foundWanting(u) || r.gives(u) && r.valued(u, u.Dated()) != nil {
		return false
	}
	if !u.Number() {
		if !r.fillsWish(u) {
			return false
		}
		r.by = filling
	}
	text := sentenceText(u)
	if r.last.open {
		text = about(text, r.last.wish)
	}
	return r.decide(text, nil)
}

// answersShort tells a fragment with something in it that neither doubts, puts
// off nor turns down, and that is no remark.
func answersShort(u unit) bool {
	return u.Verb < 0 && !u.Command && !u.Asked && !u.Negated() && len(u.Content()) > 0 && len(u.Tokens) <= 16 &&
		!u.Has(english.Hedge, english.Done, english.Thanks, english.Undecided, english.Defer, english.Retire, english.Passing, english.Someday)
}

// fillsWish tells that a fragment without a number is the first thing said after
// a question that asks for more than a yes or a no, and not for work.
func (r *reader) fillsWish(u unit) bool {
	if !r.last.open || !r.last.asks || u.at > 0 || r.sentenceIn(u, -1) != nil || u.Has(english.Ack, english.Accept, english.Reject, english.Opinion, english.Feeling, english.Sarcasm, english.Deny) {
		return false
	}
	return !asksWork.among(r.last.wish) && !strings.HasSuffix(r.last.wish, " do") && !evasive.in(u.Clause)
}

// asksWork are words of a question that asks what shall be done or told, rather
// than how something shall be.
var asksWork = classOf("next start begin first else know help tell explain tackle continue")

// evasive are words of an answer that names nothing.
var evasive = classOf("whatever whichever idea question usual matter depends anything nothing same dunno idk unsure sorry hm hmm well ask look")

// asksWanted tells a question about what is wanted, not "is there anything like
// a test?".
func asksWanted(c *english.Clause) bool {
	if c.Word(0) == "could" || c.HasWord("me") {
		return false
	}
	if c.HasWord("should", "shall", "prefer", "want", "wish", "favour", "favor", "rather") || c.Where("have in mind") >= 0 || c.Where("think of") >= 0 {
		return true
	}
	if asksNeeded(c) {
		return true
	}
	at := slices.IndexFunc(c.Tokens, func(t english.Token) bool { return t.Word == "like" })
	return at > 0 && slices.Contains([]string{"you", "we", "i", "they", "would", "users", "people"}, c.Word(at-1))
}

// asksNeeded tells a question what a thing needs or must have: "which languages
// do you need?", "what has to be on the card?".
func asksNeeded(c *english.Clause) bool {
	if !slices.Contains([]string{"what", "which", "where", "how"}, c.Word(0)) {
		return false
	}
	at := indexOfWord(c.Tokens, "need", "must", "has", "have")
	switch c.Word(at) {
	case "need":
		return slices.Contains([]string{"you", "we", "they", "it"}, c.Word(at-1)) && c.Word(at+1) != "to"
	case "must":
		return slices.Contains([]string{"be", "go", "stand", "appear", "it", "the"}, c.Word(at+1))
	case "has", "have":
		return c.Word(at+1) == "to" && slices.Contains([]string{"be", "go", "stand", "appear"}, c.Word(at+2))
	}
	return false
}
