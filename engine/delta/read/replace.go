package read

import (
	"slices"

	"holdfast/engine/delta/english"
)

// replaces tells a fragment that names what comes in place of what was dropped
// right before it: "scrap the screen. A plain page on the tablet", "no dark. just
// the laugh".
func (r *reader) replaces(u unit) bool {
	if r.first || r.turn.Role != User || !answersShort(u) || u.Lead == english.Because || u.HasWord(":", "rest", "still", "already") ||
		u.Has(english.Feeling, english.Accept, english.Deny, english.Limit, english.Only, english.NextUp, english.Opinion, english.Cause, english.Reject) || u.Dated() {
		return false
	}
	b := u.before()
	if b == nil {
		s := u.previousSentence()
		if s == nil || s.Asked {
			return false
		}
		if anyClause(s, r.refusesPart) {
			r.by = filling
			return comesInstead(u.Clause, start(u.Clause))
		}
		b = &s.Clauses[len(s.Clauses)-1]
	}
	return (b.Word(0) == "no" && b.Verb < 0 && u.Word(0) == "just" || drops(b) && len(b.Content()) > 1 && !b.Has(english.Defer)) && comesInstead(u.Clause, start(u.Clause))
}

// refusesPart tells a no to something that the last turn spoke of: "but no SDK".
func (r *reader) refusesPart(c *english.Clause) bool {
	i := start(c)
	return c.Verb < 0 && !c.Asked && (c.Word(i) == "no" || c.Word(i) == "not") && !c.Has(english.Thanks) && english.Shared(english.ContentOf(c.Tokens[i+1:]), r.last.stems) > 0
}

// drops tells an order to do away with something.
func drops(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Order)
	return c.Command && ok && v.Class&english.Drop != 0 && !c.Negated()
}

// insteadOf is what an order to drop a thing names behind a comma to take its
// place, or "": "ditch the glass, just a thin rim", not "drop the rim, the base
// and the lamp".
func insteadOf(c *english.Clause) string {
	if !drops(c) && !(c.Word(0) == "no" && c.Word(1) == "more") || c.Verb >= 0 || c.Asked || c.Has(english.Hedge, english.Defer, english.Someday, english.Must) {
		return ""
	}
	at := c.Index(",")
	if at < c.Order+2 || at+1 >= len(c.Tokens) || !english.HasContent(c.Tokens[c.Order+1:at]) {
		return ""
	}
	tail := c.Tokens[at+1:]
	if tail[len(tail)-1].Word == "instead" {
		tail = tail[:len(tail)-1]
	}
	if tail[0].Word != "just" && slices.ContainsFunc(tail, func(t english.Token) bool { return t.Word == "and" || t.Word == "or" || t.Word == "," }) || !comesInstead(c, at+1) {
		return ""
	}
	return from(c, at+1)
}

// comesInstead tells that a clause names a thing from its i-th token on, and says
// nothing against one.
func comesInstead(c *english.Clause, i int) bool {
	if len(c.Tokens)-i > 14 || i >= len(c.Tokens) || c.Is(i, namesNone.WordSet) {
		return false
	}
	for k := i; k < len(c.Tokens); k++ {
		if t := &c.Tokens[k]; t.Is(slights.WordSet) || t.Is(verdicts.WordSet) || t.Is(sweeping.WordSet) {
			return false
		}
	}
	return wordsIn(english.ContentOf(c.Tokens[i:])) > 0
}

// namesNone are words with which the name of what comes instead does not begin.
var namesNone = classOf("and or for because please it that this our my they he she i you nobody everything not no never too also plus as at before after from thanks")

// sweeping are words with which something is done away with altogether.
var sweeping = classOf("everywhere completely please waste")
