package read

import (
	"strings"

	"holdfast/engine/delta/english"
)

// restated reads a value given anew that the other speaker's last turn states and nobody
// has decided: "Login links expire after 15 minutes." – "make it an hour".
func (r *reader) restated(u unit) bool {
	if r.turn.Role != User || u.Asked || u.Negated() || u.at > 0 || !r.answering(u) || u.Has(english.Hedge, english.Done, english.Undecided, english.Someday, english.Sarcasm) {
		return false
	}
	if remade := u.Command && (u.Word(u.Order) == "make" || u.Word(u.Order) == "set" || u.Has(english.MakeThat)) && pointing(u.Clause, u.Order+1); !remade && !(u.Verb < 0 && !u.Command && u.HasWord("please") && r.begins(u)) {
		return false
	}
	said := u.Tokens
	if i := u.Index(","); i > 0 {
		said = said[:i] // a reason follows
	}
	from, to, measured := valueAt(said)
	if from < 0 || from > 3 || english.HasContent(said[to:]) {
		return false
	}
	value := u.p.Text[u.Tokens[from].Start:u.Tokens[to-1].End]
	unit := unitsOf(english.ContentOf(u.Tokens[from:to]))
	ss := r.memory.sentences(r.last.reads)
	for i := len(ss) - 1; i >= 0 && i >= len(ss)-3; i-- {
		s := &ss[i]
		if s.Marked || !statesValue(s) {
			continue
		}
		for k := range s.Clauses {
			c := &s.Clauses[k]
			at, end, counted := valueAt(c.Tokens)
			if at < 0 || numbersIn(s.Content()) > 1 || measured && counted && !alikeIn(unit, unitsOf(english.ContentOf(c.Tokens[at:end]))) {
				continue
			}
			if !measured {
				end = at + 1
			}
			r.by = filling // the statement says what the value is of
			first, last := c.Tokens[0].Start, c.Tokens[len(c.Tokens)-1].End
			return r.decide(r.last.reads[first:c.Tokens[at].Start]+value+r.last.reads[c.Tokens[end-1].End:last], nil)
		}
	}
	return false
}

// statesValue tells a statement of how something is set, not of what was measured or is
// only proposed.
func statesValue(s *english.Sentence) bool {
	return !anyClause(s, func(c *english.Clause) bool {
		return c.Asked || c.Has(english.Hedge, english.Checked, english.Estimate, english.Hearsay) || pastTense(c) && !c.Has(english.Done, english.Chosen) || c.Lead == english.If || c.Negated()
	})
}

// valueAt is where the last value of some tokens stands, with its unit where it has one:
// "15 minutes", "20", "an hour"; or from -1.
func valueAt(tokens []english.Token) (from, to int, measured bool) {
	unitAt := func(i int) bool {
		return i < len(tokens) && tokens[i].Class == english.Word && len(unitsOf(english.ContentOf(tokens[i:i+1]))) > 0
	}
	for i := len(tokens) - 1; i >= 0; i-- {
		switch t := &tokens[i]; {
		case t.Class == english.Number && unitAt(i+1):
			return i, i + 2, true
		case t.Class == english.Number:
			return i, i + 1, strings.Trim(t.Word, "0123456789.,:") != ""
		case (t.Word == "a" || t.Word == "an" || english.IsNumeral(t.Word)) && unitAt(i+1):
			if i > 0 && tokens[i-1].Word == "half" {
				i--
				return i, i + 3, true
			}
			return i, i + 2, true
		}
	}
	return -1, 0, false
}
