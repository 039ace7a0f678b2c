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
		v, _ := u.wanted()
		other := c.Has(english.Must) || v.Lemma != "" && v.Class&(english.Work|english.Choose|english.Drop) == 0
		if other && !c.Has(english.Choosing) || u.plans() || u.leaves() {
			return false
		}
		return u.orders(english.Work|english.Choose|english.Drop) || r.answersShortly(u) || u.chooses() ||
			c.At(english.ItIs) > 0 || c.Has(english.LetUs, english.Default, english.Chosen, english.Keeping, english.InsteadOf,
			english.MakeThat, english.Change, english.AfterAll, english.NowIs, english.Defer, english.Accept, english.Answered)
	case Rule, Rerule:
		return u.rules()
	case Open:
		return u.wants() && !u.passing() || u.passage.Kind == prose.Item && len(u.content) >= 3 && c.Verb < 0 && !c.Tokens[0].Function() && !r.left.awaits()
	case State:
		return u.tells()
	case Float:
		return !u.asked() || u.weighs()
	}
	return true
}

// rules reports whether a unit has a form in which people bound what is done: they say
// what must be, or order it, or name a bound. How something seems bounds nothing.
func (u *unit) rules() bool {
	c := u.clause
	v, _ := c.VerbAt(c.Verb)
	switch {
	case slices.Contains([]string{"seem", "look", "appear", "sound"}, v.Lemma):
		return false
	case c.Command:
		return true
	case c.Has(english.Must):
		return !u.owes() || c.Has(english.Limit, english.Never, english.Only, english.Off)
	case c.Has(english.Limit, english.Never, english.Only, english.Off, english.Soft, english.Exception, english.Loosen, english.Stricter):
		return true
	}
	return c.Negated() && c.Verb < 0 && c.Word(0) != "not"
}

// chooses reports whether words for a choice stand at the head of a unit, where people
// settle on something: "called" or "the … one" in the midst of a sentence name a thing.
func (u *unit) chooses() bool {
	c := u.clause
	at := c.At(english.Choosing)
	if at < 0 || c.Verb > 0 && slices.Contains([]string{"the", "then"}, c.Word(at)) {
		return false
	}
	return !english.HasContent(c.Tokens[:at])
}

// plans reports whether a unit tells what its speaker wants to do or have done, rather
// than how something shall be: "I want to set up …", "I want you to …", "I will make one".
func (u *unit) plans() bool {
	c := u.clause
	if !slices.Contains([]string{"i", "we"}, c.Word(0)) {
		return false
	}
	at := slices.IndexFunc(c.Tokens, func(t english.Token) bool {
		return slices.Contains([]string{"want", "like", "love", "need", "will"}, t.Word)
	})
	if at < 1 || english.HasContent(c.Tokens[1:at]) {
		return false
	}
	own := c.Word(at) == "will" && c.Word(0) == "i"
	if at++; c.Word(at) == "you" {
		at++
	}
	if c.Word(at) == "to" {
		at++
	} else if !own {
		return false
	}
	for strings.HasSuffix(c.Word(at), "ly") {
		at++
	}
	v, _ := c.VerbAt(at)
	return v.Class&english.Choose == 0 || own && v.Class&english.Work != 0
}

// leaves reports whether a unit leaves a choice, or a look, to the one it orders: "pick a
// name", "take a look".
func (u *unit) leaves() bool {
	c := u.clause
	return u.orders(english.Ask) && slices.Contains([]string{"a", "an"}, c.Word(c.Order+1))
}

// weighs reports whether a question of a unit puts forward what could be done, rather
// than asking how things are: "should we …", "what if …", not "is that …".
func (u *unit) weighs() bool {
	c := u.clause
	first := c.Word(c.Start)
	if slices.Contains([]string{"is", "are", "was", "were", "does", "did", "has", "have"}, first) {
		return c.Has(english.Lean, english.AskChoice, english.Options) || c.HasWord("possible", "worth")
	}
	if slices.Contains([]string{"what", "how", "why", "which", "who", "where", "when"}, first) {
		next := c.Word(c.Start + 1)
		return next == "if" || next == "about" || first == "why" && next == "not"
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
	if !u.declares() {
		return false
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

// declares reports whether a unit is a sentence with a subject before its verb: what
// begins with a content word in small letters is rather an order or a piece of one.
func (u *unit) declares() bool {
	c := u.clause
	if c.Command || c.Verb <= 0 || c.Word(c.Verb-1) == "i" || u.sentence.Asked {
		return false
	}
	if slices.ContainsFunc(c.Tokens[:c.Verb], func(t english.Token) bool {
		return slices.Contains([]string{"which", "what", "when", "where", "how", "who", "why", "whenever"}, t.Word)
	}) {
		return false
	}
	first := &c.Tokens[0]
	return first.Class != english.Word || first.Function() || !first.Known() || unicode.IsUpper(rune(u.passage.Text[first.Start]))
}

// passes reports whether a unit tells what went on or is going on: what somebody did, what
// an error does, what is still or too much of something, what should be otherwise.
func (u *unit) passes() bool {
	c := u.clause
	v, _ := c.VerbAt(c.Verb)
	at := c.Verb + 1
	for at < len(c.Tokens) && slices.Contains([]string{"now", "still", "just", "also", "only", "not"}, c.Word(at)) {
		at++
	}
	next, _ := c.VerbAt(at)
	going := v.Lemma == "be" && next.Form&english.Gerund != 0 || v.Lemma == "have" && next.Form&english.Part != 0
	past := v.Form&(english.Past|english.Part) != 0 && v.Form&english.Base == 0 && v.Lemma != "be"
	wrong := slices.Contains([]string{"error", "problem", "issue", "bug"}, c.Word(c.Verb-1))
	return going || past || wrong || c.Has(english.InForce, english.InsteadOf) || c.HasWord("too", "still")
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
		if !u.voices(q) {
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

// voices reports whether a unit says a cue for what somebody wants of its own, and not
// within the name of a thing or an indirect question: "the fix allows …", "see which are
// missing".
func (u *unit) voices(q english.Cue) bool {
	c := u.clause
	at := c.At(q)
	if at <= 0 {
		return at == 0
	}
	return !slices.Contains([]string{"the", "a", "an", "this", "that"}, c.Word(at-1)) &&
		!slices.ContainsFunc(c.Tokens[:at], func(t english.Token) bool { return slices.Contains([]string{"which", "what", "how", "why"}, t.Word) })
}

// wants reports whether a unit asks for work. To read, look, tell or explain something is
// none, and what somebody will do themself is their own.
func (u *unit) wants() bool {
	if u.clause.Word(0) == "i" && u.clause.Word(1) == "will" {
		return false
	}
	v, thing := u.wanted()
	return thing || v.Class&(english.Work|english.Choose|english.Drop) != 0
}

// passing reports whether what a unit wants done leaves nothing to be ticked off: "check
// the numbers", "push it".
func (u *unit) passing() bool {
	v, thing := u.wanted()
	return !thing && v.Class&english.Ask != 0 && v.Lemma != "let" && v.Lemma != "get"
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
