package read

import (
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// stacked reads a list of what a project stands on, with a version: "rails 7.1,
// sidekiq, postgres". It tells how things are where that was asked for, or where a
// fault of what there is is looked into.
func (r *reader) stacked(u unit) bool {
	if r.turn.Role != User || u.at > 0 || u.s.Asked || u.s.Marked || !names(u.s, r.last.info) || !r.speaksOfWhatIs() {
		return false
	}
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
		r.facts[u.s.Clauses[i].Place] = true
	}
	r.by = filling
	return r.propose(&delta.FactLearned{Creation: r.creation(r.summary(strings.TrimRight(u.s.Text, ".! ")), delta.High)})
}

// speaksOfWhatIs tells that nothing is to be chosen: a question how things are is
// open, or none, or the speaker begins with what there is and what is wrong with it.
func (r *reader) speaksOfWhatIs() bool {
	if r.first {
		return r.hunts() || amiss.among(r.turn.Content) || amissNow.among(r.turn.Content) || existing.among(r.turn.Content)
	}
	return r.last.info || r.last.wish == "" && r.last.polar == "" && r.last.offer == "" && r.memory.recent(branches, 2) == nil
}

// existing are words of a first turn about what there is already.
var existing = classOf("fix cause debug migrate upgrade port legacy existing inherited")

// names tells a sentence of names only, parted by commas and "on" or "with", of which
// one has a version; one name may be enough.
func names(s *english.Sentence, one bool) bool {
	version, items := false, 1
	for i := range s.Clauses {
		c := &s.Clauses[i]
		if c.Verb >= 0 || c.Report != nil || c.Negated() || c.Has(english.Hedge, english.Must, english.Only, english.Estimate, english.Passing) {
			return false
		}
		if i > 0 {
			items++
		}
		for k := range c.Tokens {
			t := &c.Tokens[k]
			switch {
			case t.Word == ",", t.Word == "+", t.Word == "and", t.Word == "/":
				items++
			case t.Word == "on", t.Word == "with", t.Word == "behind":
			case versioned(t):
				version = version || k > 0 && c.Tokens[k-1].Class != english.Punct && !english.IsFunction(c.Word(k-1))
				if k+1 < len(c.Tokens) && c.Tokens[k+1].Class == english.Word && !english.IsFunction(c.Word(k+1)) {
					return false // "3 boxes"
				}
			case t.Class == english.Punct, t.Class == english.Word && t.Word != "go" && english.IsFunction(t.Word), t.Quoted:
				return false
			}
		}
	}
	return version && (one || items > 1) && len(s.Content()) <= 3*items && len(s.Content()) >= 2 && english.Shared(s.Content(), properties) == 0 && !settables.within(s) && !amounts.within(s)
}

// versioned tells "7.1", "v4", "14".
func versioned(t *english.Token) bool {
	w := strings.TrimPrefix(t.Word, "v")
	return w != "" && w[0] >= '0' && w[0] <= '9' && strings.Trim(w, "0123456789.") == ""
}
