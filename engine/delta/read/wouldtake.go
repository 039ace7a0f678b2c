package read

import (
	"strings"

	"holdfast/engine/delta/english"
)

// wouldTake tells a proposal that names no more than what would be taken: "I'd use
// pytest", "I'd go with Python".
func wouldTake(c *english.Clause) bool {
	i := start(c)
	if w := c.Word(i); w != "i" && w != "we" || c.Word(i+1) != "would" || c.Asked || c.Negated() {
		return false
	}
	v, ok := c.VerbAt(i + 2)
	return ok && v.Class&english.Choose != 0 && (!pointing(c, i+3) || v.Lemma == "make" || v.Lemma == "call" || v.Lemma == "name") && c.Word(i+3) != "to"
}

// suitable are words by which somebody asks whether a value will do, or says that things
// would.
var suitable = classOf("ok okay fine enough good work reasonable alright acceptable right suitable do suffice fit suit serve possible")

// askedAfter is what a question of the assistant proposes by asking whether it will do
// ("Is 30 seconds ok?") or shall be used ("Do you want me to use pytest?"), or "".
func (r *reader) askedAfter(u unit) string {
	if !u.s.Marked || len(u.s.Clauses) > 1 || len(u.Tokens) > 10 || strings.Contains(u.Text, " or ") {
		return ""
	}
	if selfOffers.in(u.s.Text) {
		text := stated(strings.TrimRight(u.s.Text, "? "))
		ss := english.Sentences(text)
		if len(ss) == 0 || len(ss[0].Content()) == 0 {
			return ""
		}
		if v, ok := ss[0].Clauses[0].VerbAt(0); !ok || v.Form&english.Base == 0 || v.Lemma != "use" && v.Lemma != "go" && v.Lemma != "call" && v.Lemma != "name" && v.Lemma != "keep" || pointing(&ss[0].Clauses[0], 1) {
			return ""
		}
		return text
	}
	i := start(u.Clause)
	if u.Verb < 0 && u.Number() && u.Tokens[i].Class == english.Number && len(u.Tokens) <= 6 && (u.Word(len(u.Tokens)-1) == "ok" || u.Word(len(u.Tokens)-1) == "fine") {
		return span(u.Clause, i, len(u.Tokens)-2)
	}
	if w := u.Word(i); w != "is" && w != "are" && w != "would" && w != "does" && w != "will" || !u.Number() || !suitable.Holds(u.Word(len(u.Tokens)-1)) {
		return ""
	}
	last := len(u.Tokens) - 1
	if w := u.Word(last - 1); w == "be" {
		last--
	}
	first := i + 1
	if last <= first || !english.IsNumeral(u.Word(first)) && u.Tokens[first].Class != english.Number {
		return ""
	}
	text := span(u.Clause, first, last-1)
	if s := r.sentenceIn(u, -1); s != nil && !s.Marked && len(s.Content()) > 0 {
		text = about(text, s.Text)
	}
	return text
}
