package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// ideaNouns announce an idea, guessNouns a suspicion, when a colon follows.
var (
	ideaNouns  = []string{"idea", "suggestion", "proposal", "recommendation", "thought", "advice"}
	guessNouns = []string{"guess", "theory", "hypothesis", "suspicion", "suspect", "hunch", "assumption", "explanation", "possibility", "bet", "culprit"}
)

// announcedIdea reads an idea that its speaker announces as one: "crazy idea: we
// freeze the table", "working theory: the cache is stale".
func (r *reader) announcedIdea(u unit) bool {
	next := u.after()
	if u.at > 0 || next == nil || next.Lead != english.Colon || u.Verb >= 0 || u.Command && len(u.Tokens) > 1 || len(u.Tokens) > 6 || u.Negated() || u.HasWord("accepted", "rejected", "approved", "his", "her", "their") {
		return false
	}
	last := u.Word(len(u.Tokens) - 1)
	idea := slices.Contains(ideaNouns, last) || u.HasWord("aloud", "loud") && u.HasWord("thinking")
	if !idea && !slices.Contains(guessNouns, last) || len(next.Content()) == 0 || next.Has(english.Sarcasm) {
		return false
	}
	text := from(next, 0)
	for i := u.at + 2; i < len(u.s.Clauses); i++ {
		text += ", " + from(&u.s.Clauses[i], 0)
	}
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	r.idea(strings.TrimRight(text, "?. "), delta.Low, idea)
	return true
}

// idleIf tells a condition that only puts politely what follows it: "if I were
// you", "unless you object".
func idleIf(c *english.Clause) bool {
	w := c.Words()
	for _, f := range []string{"if i were you", "if i were in your", "if it were me", "if it were mine", "if it were my", "if it was me", "if it were up to me", "if you ask me", "unless you object", "unless you mind", "unless you disagree", "unless you have", "if you agree", "if you do not mind", "if that is ok", "if that is fine", "if nobody objects", "if i had to bet", "if i had to guess", "if i had to choose", "if i may"} {
		if strings.HasPrefix(w, f) {
			return true
		}
	}
	return false
}

// underCondition tells a consequence of a real condition.
func underCondition(u unit) bool { return u.Conditional && !idleIf(&u.s.Clauses[0]) }

// floatsNone are phrases with the words of an idea, without one.
var floatsNone = english.Phrases("would have been", "be worse", "next would be", "could not agree", "who knows", "could not care")

// idle tells a phrase with the words of an idea that floats none: praise ("sounds
// like fun"), a request ("perhaps you could send the log", "a log would help"), an
// offer, what would have been.
func idle(u unit) bool {
	c := u.Clause
	switch {
	case c.HasPhrase(floatsNone):
		return true
	case c.HasWord("sounds", "sound") && c.HasWord("like", "good", "great") && c.HasWord("lovely", "good", "great", "nice", "fun", "exciting", "wonderful", "fantastic", "plan", "deal", "solid", "interesting", "charming", "beautiful", "fine", "trip", "dream", "you", "adventure"):
		return true
	case c.HasWord("help", "helps") && (c.HasWord("me", "us") || c.HasWord("log", "logs", "output", "screenshot", "trace", "stacktrace", "example", "sample", "figures", "breakdown", "numbers", "photo", "dump")):
		return true
	case c.HasWord("might", "may", "could") && (c.Word(start(c)) == "i" && c.HasWord("need", "ask") || c.HasWord("take") && c.HasWord("while", "moment", "minute", "minutes", "bit", "time")):
		return true
	case c.HasWord("could", "can", "might") && c.HasWord("you") && c.HasWord("send", "show", "share", "paste", "tell", "post", "attach", "confirm", "describe", "upload"):
		return true
	}
	if within(c.Content(), whenOnly) {
		return true
	}
	if c.Word(start(c)) == "i" && (c.Word(start(c)+1) == "could" || c.Word(start(c)+1) == "can") {
		for i := range u.s.Clauses {
			if o := u.s.Clauses[i].Words(); strings.Contains(o, "say so") || strings.Contains(o, "say the word") || strings.HasPrefix(o, "if you ") || strings.HasPrefix(o, "if that ") {
				return true
			}
		}
	}
	return false
}

// whenOnly are stems of the words that tell when, not what.
var whenOnly = english.Content("later tomorrow today soon next time tonight once moment")
