package acts

import (
	"slices"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// formed reports whether the words of a unit of the user have a form in which people do
// an act. They settle, rule and ask in few forms, and tell of what happens in all others:
// what has none of them is not read so, however likely it is.
func (r *reader) formed(u *unit, a Act) bool {
	c := u.clause
	switch a {
	case Aim:
		return u.wants() || c.Has(english.Aim, english.NewAim, english.NeedWork) || c.Verb < 0
	case Decide, Redecide:
		return u.orders(english.Work|english.Choose|english.Drop) || r.answersShortly(u) ||
			c.Has(english.Choosing, english.ItIs, english.LetUs, english.Default, english.Chosen, english.Keeping, english.InsteadOf,
				english.MakeThat, english.Change, english.AfterAll, english.NowIs, english.Defer, english.Accept, english.Answered)
	case Rule, Rerule:
		return c.Has(english.Must) && !u.owes() || c.Has(english.Limit, english.Never, english.Only, english.Off, english.Soft, english.Exception, english.Loosen, english.Stricter) ||
			c.Negated() && c.Verb < 0 && c.Word(0) != "not" || c.Command
	case Open:
		return u.wants() || c.Has(english.NextUp, english.Promise) ||
			u.passage.Kind == prose.Item && len(u.content) >= 3 || r.left.awaits() && u.passage.Kind != prose.Item
	}
	return true
}

// wanting are the cues behind which people say what they want done.
var wanting = []english.Cue{english.Request, english.NeedWork, english.LetUs, english.Aim, english.Prompting}

// wants reports whether a unit asks for work: in an order of it, or behind words for what
// somebody wants. To read, look, tell or explain something is no work.
func (u *unit) wants() bool {
	c := u.clause
	if c.Command {
		return u.orders(english.Work | english.Choose | english.Drop)
	}
	for _, q := range wanting {
		if !c.Has(q) {
			continue
		}
		for k := c.Behind(q); k < len(c.Tokens); k++ {
			if v, ok := c.VerbAt(k); ok && v.Form&english.Base != 0 && !slices.Contains([]string{"be", "have", "like"}, v.Lemma) {
				return v.Class&(english.Work|english.Choose|english.Drop) != 0
			}
		}
		return q != english.Request
	}
	return false
}

// orders reports whether a unit is an order with a verb of some classes.
func (u *unit) orders(classes english.VerbClass) bool {
	v, ok := u.clause.VerbAt(u.clause.Order)
	return u.clause.Command && ok && v.Class&classes != 0
}

// owes reports whether a unit says that somebody of the talk has work to do: "we need to
// clean that up" bounds nothing.
func (u *unit) owes() bool {
	c := u.clause
	return c.Verb > 0 && slices.Contains([]string{"i", "we", "you"}, c.Word(c.Verb-1)) && slices.Contains([]string{"need", "have"}, c.Word(c.Verb)) && !c.Negated()
}

// answersShortly reports whether a unit is no sentence, and may answer what was asked.
func (r *reader) answersShortly(u *unit) bool {
	return r.left.awaits() && u.clause.Verb < 0 && len(u.content) <= shortAnswer && (len(r.units) <= fewAnswers || u.passage.Kind == prose.Item)
}

// Bounds on what answers a question without being a sentence.
const (
	shortAnswer = 4 // words of content
	fewAnswers  = 4 // units of the turn
)
