package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// toldOf tells what somebody who is not here has, uses or likes, or what was
// there before, which chooses nothing: "my brother swears by X", "the old one had
// a battery".
func toldOf(u unit) bool {
	if u.Verb < 1 {
		return u.Verb < 0 && leansTo(u.Clause)
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
	if decides(subject) {
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

// agrees tells that a word can be the end of what a verb is said of: "the others want",
// "everybody in the hall wants".
func agrees(noun, verb string) bool {
	switch noun {
	case "us", "them", "ones":
		return true
	}
	if english.IsFunction(noun) || len(noun) < 3 {
		return false
	}
	return strings.HasSuffix(noun, "s") || strings.HasSuffix(verb, "s")
}

// decides tells whether whoever is spoken of may choose.
func decides(source []english.Token) bool {
	for i := range source {
		w := source[i].Word
		if all := w == "everyone" || w == "everybody"; deciding.Holds(w) && !(all && i+1 < len(source)) {
			return true // but not "everybody on the forums"
		}
	}
	return false
}

// leaning are verbs of what somebody has in mind, by their forms in the present, and
// feelings are what they may have.
var (
	leaning  = classOf("say says want wants wish wishes like likes love loves hate hates think thinks believe believes feel feels hope hopes insist insists claim claims swear swears vote votes argue argues doubt doubts enjoy enjoys admire admires fear fears dislike dislikes demand demands ask asks suggest suggests recommend recommends dream dreams scream screams shout shouts yell yells preach preaches praise praises rave raves rant rants")
	feelings = classOf("feeling feelings opinion opinions view views preference preferences taste thing crush")
)

// leansTo tells what others want or think: "the loud ones want three", "the porter has
// strong views on two".
func leansTo(c *english.Clause) bool {
	i := start(c)
	v := c.Verb
	if v < 0 && !c.Command {
		v = c.FirstOf(leaning.WordSet) // as in "the others want"
		if v <= i || !agrees(c.Word(v-1), c.Word(v)) {
			return false
		}
	}
	if v <= i {
		return false
	}
	switch c.Word(i) {
	case "it", "this", "that", "these", "those", "there", "what", "which":
		return false
	}
	w := c.Word(v)
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
	for i := 1; i+1 < len(c.Tokens); i++ {
		if (c.Tokens[i+1].Quoted || i+2 < len(c.Tokens) && c.Tokens[i+2].Quoted) && slices.Contains([]string{"starts", "begins", "ends", "opens", "closes", "reads", "goes", "calls", "call"}, c.Word(i)) {
			return !c.Has(english.Choosing, english.ItIs)
		}
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
