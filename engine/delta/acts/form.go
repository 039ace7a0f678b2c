package acts

import (
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// formless is how likely an act must be that the words of a unit show no form of: people
// settle, rule and ask in few forms, and tell of what happens in all others.
const formless = 0.6

// formed reports whether the words of a unit have a form in which people do an act.
func (r *reader) formed(u *unit, a Act) bool {
	c := u.clause
	switch a {
	case Decide, Redecide:
		return c.Command || r.left.awaits() && c.Verb < 0 && len(u.content) <= shortAnswer ||
			c.Has(english.Choosing, english.ItIs, english.LetUs, english.Default, english.Chosen, english.Keeping, english.InsteadOf,
				english.MakeThat, english.Change, english.AfterAll, english.NowIs, english.Defer, english.Accept, english.Answered)
	case Rule, Rerule:
		return c.Has(english.Must, english.Limit, english.Never, english.Only, english.Off, english.Soft, english.Exception, english.Loosen, english.Stricter) ||
			c.Negated() && c.Verb < 0 && c.Word(0) != "not" || c.Command
	case Open:
		return c.Command || u.passage.Kind == prose.Item && len(u.content) >= 3 || r.left.awaits() && u.passage.Kind != prose.Item ||
			c.Has(english.Request, english.NeedWork, english.NextUp, english.LetUs, english.Aim, english.Prompting, english.Promise)
	}
	return true
}

// shortAnswer is how many words of content an answer has at most that is no sentence.
const shortAnswer = 4
