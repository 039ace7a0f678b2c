package read

import (
	"slices"

	"holdfast/engine/delta/english"
)

// toldOf tells what somebody who is not here has, uses or likes, or what was
// there before, which chooses nothing: "my brother swears by X", "the old one had
// a battery".
func toldOf(u unit) bool {
	if u.Verb < 1 {
		return false
	}
	v, _ := u.VerbAt(u.Verb)
	if pastTense(u.Clause) {
		switch v.Lemma {
		case "have", "use", "be", "own", "run", "break", "fail", "die", "cost":
			return !u.Has(english.Chosen, english.ItIs)
		}
		return false
	}
	subject := u.Subject()
	if slices.ContainsFunc(subject, func(t english.Token) bool { return deciding.Holds(t.Word) }) {
		return false
	}
	if leansTo(u.Clause) {
		return true
	}
	for i := range subject {
		if people.Holds(subject[i].Word) {
			w := u.Word(u.Verb)
			return w == "has" || w == "have" || w == "uses" || w == "use" || w == "owns" || w == "runs"
		}
	}
	return false
}

// deciding are those whose wish may be a choice.
var deciding = classOf("boss superior director team legal manager supervisor admin everyone everybody board committee council ceo cto management client customer customers users i we you")

// leaning are verbs of what somebody has in mind, by their forms in the present, and
// feelings are what they may have.
var (
	leaning  = classOf("say says want wants wish wishes like likes love loves hate hates think thinks believe believes feel feels hope hopes insist insists claim claims swear swears vote votes argue argues doubt doubts enjoy enjoys admire admires fear fears dislike dislikes demand demands ask asks suggest suggests recommend recommends dream dreams")
	feelings = classOf("feeling feelings opinion opinions view views preference preferences taste thing crush")
)

// leansTo tells what others want or think: "the loud ones want three", "the porter has
// strong views on two".
func leansTo(c *english.Clause) bool {
	i := start(c)
	if c.Verb <= i {
		return false
	}
	switch c.Word(i) {
	case "it", "this", "that", "these", "those", "there", "what", "which":
		return false
	}
	w := c.Word(c.Verb)
	if w == "has" || w == "have" {
		return feelings.in(c)
	}
	return leaning.Holds(w)
}

// accounts tells a clause that says of what something is the reason or the story, or
// what stands in somebody's words: "the last move is why we have no chairs".
func accounts(c *english.Clause) bool {
	if c.Verb < 1 {
		return false
	}
	quoted := slices.ContainsFunc(c.Tokens[c.Verb:], func(t english.Token) bool { return t.Quoted })
	if w := c.Word(c.Verb); quoted && !c.Has(english.Choosing, english.ItIs) && slices.Contains([]string{"starts", "begins", "ends", "opens", "closes", "reads", "goes", "calls", "call"}, w) {
		return true
	}
	if !english.IsBe(c.Word(c.Verb)) {
		return false
	}
	switch c.Word(c.Verb + 1) {
	case "why", "how", "where":
		return true
	case "the":
		return c.Word(c.Verb+2) == "reason"
	}
	return false
}
