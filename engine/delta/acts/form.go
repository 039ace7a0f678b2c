package acts

import (
	"slices"
	"strings"
	"unicode"

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
		return u.aims()
	case Decide, Redecide:
		if v, _ := u.wanted(); !c.Has(english.Choosing) && (c.Has(english.Must) || v.Lemma != "" && v.Class&(english.Work|english.Choose|english.Drop) == 0) {
			return false
		}
		return u.orders(english.Work|english.Choose|english.Drop) || r.answersShortly(u) ||
			c.Has(english.Choosing, english.ItIs, english.LetUs, english.Default, english.Chosen, english.Keeping, english.InsteadOf,
				english.MakeThat, english.Change, english.AfterAll, english.NowIs, english.Defer, english.Accept, english.Answered)
	case Rule, Rerule:
		return c.Has(english.Must) && !u.owes() || c.Has(english.Limit, english.Never, english.Only, english.Off, english.Soft, english.Exception, english.Loosen, english.Stricter) ||
			c.Negated() && c.Verb < 0 && c.Word(0) != "not" || c.Command
	case Open:
		return u.wants() || u.passage.Kind == prose.Item && len(u.content) >= 3
	case State:
		return u.tells()
	}
	return true
}

// aims reports whether a unit says what somebody is after: it wants something done or
// found out, or names a thing and no more.
func (u *unit) aims() bool {
	c := u.clause
	if c.Command {
		return u.orders(english.Work|english.Choose|english.Drop) || c.At(english.Aim) == c.Order
	}
	_, verb := c.VerbAt(0)
	at := c.At(english.Aim)
	return c.Verb < 0 && !verb || u.wants() || at >= 0 && at <= 3 || c.Has(english.NewAim, english.NeedWork)
}

// tells reports whether a unit tells more than how something looks or feels now: it has a
// name, a figure or code, a cause, what somebody has checked, or what happens regularly.
func (u *unit) tells() bool {
	c := u.clause
	if c.Verb <= 0 || c.Word(c.Verb-1) == "i" {
		return c.Has(english.Checked, english.InPassing)
	}
	if c.Has(english.Cause, english.Habit) {
		return true
	}
	if c.Negated() || c.Has(english.Passing, english.Feeling) {
		return false
	}
	if c.Has(english.Checked, english.InPassing, english.NowIs) {
		return true
	}
	shouts := strings.ToUpper(c.Text) == c.Text
	return slices.ContainsFunc(c.Tokens, func(t english.Token) bool {
		name := t.Start > c.Tokens[0].Start && t.End-t.Start > 1 && !shouts && unicode.IsUpper(rune(u.passage.Text[t.Start]))
		return t.Class == english.Code || t.Class == english.Number || name
	})
}

// wanting are the cues behind which people say what they want done.
var wanting = []english.Cue{english.Request, english.NeedWork, english.LetUs, english.Aim, english.Prompting}

// wanted is the verb for what a unit wants done: of an order, or behind words for what
// somebody wants. Behind those a thing may stand as well.
func (u *unit) wanted() (v english.Verb, thing bool) {
	c := u.clause
	if c.Command {
		v, _ = c.VerbAt(c.Order)
		return v, false
	}
	for _, q := range wanting {
		if !c.Has(q) {
			continue
		}
		for k := c.Behind(q); k < len(c.Tokens); k++ {
			if v, ok := c.VerbAt(k); ok && v.Form&english.Base != 0 && !slices.Contains([]string{"be", "have", "like"}, v.Lemma) {
				return v, false
			}
		}
		return v, q != english.Request
	}
	return v, false
}

// wants reports whether a unit asks for work. To read, look, tell or explain something is
// none.
func (u *unit) wants() bool {
	v, thing := u.wanted()
	return thing || v.Class&(english.Work|english.Choose|english.Drop) != 0
}

// work reports whether a unit asks for work and settles nothing with it.
func (u *unit) work() bool {
	v, _ := u.wanted()
	return v.Class&english.Work != 0 && v.Class&english.Choose == 0
}

// orders reports whether a unit is an order with a verb of some classes.
func (u *unit) orders(classes english.VerbClass) bool {
	v, ok := u.clause.VerbAt(u.clause.Order)
	return u.clause.Command && ok && v.Class&classes != 0
}

// owes reports whether a unit says that somebody of the talk has work to do, or need not:
// "we need to clean that up" bounds nothing.
func (u *unit) owes() bool {
	c := u.clause
	if c.Verb < 0 || !slices.Contains([]string{"i", "we", "you"}, c.Word(c.Verb-1)) {
		return c.Negated() && slices.Contains([]string{"need", "have"}, c.Word(c.Verb+2))
	}
	v, _ := c.VerbAt(c.Verb + 1)
	return !c.Negated() && v.Class&english.Choose == 0
}

// unable reports whether a unit says what somebody cannot do, rather than what must not be
// done: "you can't see it".
func (u *unit) unable() bool {
	c := u.clause
	at := slices.IndexFunc(c.Tokens, func(t english.Token) bool { return t.Word == "can" || t.Word == "could" })
	return at >= 0 && c.Word(at+1) == "not" && (at == 0 || slices.Contains([]string{"i", "you", "it", "they"}, c.Word(at-1)))
}

// under reports whether a unit stands under another clause or holds nothing but such a
// one: what it orders is ordered by the clause beside it.
func (u *unit) under() bool {
	c := u.clause
	if c.Command || c.Lead.Dependent() && slices.ContainsFunc(u.others, func(o *english.Clause) bool { return o.Command }) {
		return false
	}
	return c.Lead.Dependent() || c.Word(1) == "if" || slices.Contains([]string{
		"as", "when", "while", "before", "after", "until", "since", "because", "that", "which", "what", "who", "where", "how", "why", "each",
	}, c.Word(0))
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
