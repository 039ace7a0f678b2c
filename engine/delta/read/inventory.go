package read

import (
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// inventoried reads what a user lists under words for what there is: each item is a
// fact, "What we have: 40 lamps; two floors, no lift".
func (r *reader) inventoried(u unit) bool {
	if u.p.Kind != prose.Item || u.at > 0 || u.k > 0 || u.p.Nested || u.p.Box != prose.NoBox || r.turn.Role != User || u.Asked || u.s.Marked || !underHeading(u, factHeadings) {
		return false
	}
	c := u.Clause
	if asksOrWants.among(u.p.topic) || interim(c) || remark(u) || c.Verb < 0 && c.Has(english.Limit) && c.HasWord("out", "over", "done", "ready", "finished", "up") && c.HasWord("by", "before", "until") || u.after() != nil && u.after().Lead == english.Colon && prohibition(u.after()) || c.Command || c.Lead == english.If || pointedAt(c, "we", "it", "this", "that", "they", "he", "she") || c.Has(english.Hedge, english.Undecided, english.Must, english.Never, english.Aim, english.Request, english.NeedWork, english.Choosing, english.Promise, english.Someday, english.Sarcasm, english.Feeling, english.Soft, english.Retire) ||
		c.Verb > 0 && !stative(c) && !english.IsBe(c.Word(c.Verb)) && c.Word(c.Verb) != "have" && c.Word(c.Verb) != "has" {
		return false
	}
	var told []*english.Clause
	for i := range u.s.Clauses {
		o := &u.s.Clauses[i]
		if i > 0 && (o.Lead == english.So || o.Lead == english.But || o.Lead == english.Because || o.Command || o.Asked || o.Has(english.Must, english.Never, english.Hedge, english.Undecided) || pointedAt(o, "i", "we")) {
			break
		}
		told = append(told, o)
	}
	last := told[len(told)-1].Tokens
	text := strings.TrimRight(u.p.Text[c.Tokens[0].Start:last[len(last)-1].End], ".! ")
	if len(r.content(text)) < 2 || len(r.content(text)) < 3 && c.Verb < 0 && !u.s.Clauses[0].Number() && !hasClass(c.Tokens, english.Code, english.Number) {
		return false
	}
	r.by = filling
	f := &delta.FactLearned{Creation: r.creation(r.summary(text), delta.High)}
	if !r.propose(f) {
		return false
	}
	for _, o := range told {
		r.mark(o)
		r.facts[o.Place] = true
	}
	return true
}

// asksOrWants are words of a heading under which stands what is asked or wanted.
var asksOrWants = classOf("questions question ideas idea wishes doubts worries comments suggestions thoughts problems")
