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
	if u.at > 0 || next == nil || next.Lead != english.Colon || u.Verb >= 0 || u.Command && len(u.Tokens) > 1 || len(u.Tokens) > 6 || u.Negated() || u.HasWord("accepted", "rejected", "approved", "his", "her", "their", "win", "won", "lose", "lost") {
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
var floatsNone = english.PhrasesOf("would have been", "be worse", "next would be", "could not agree", "who knows", "could not care",
	"could hope for", "could wish for", "could ask for", "could have hoped", "could dream of", "could want", "could be happier", "be the place to", "be the one to ask", "pinch of salt", "grain of salt",
	"is to wait", "be to wait", "suggest waiting", "suggest to wait", "recommend waiting", "recommend to wait", "advise to wait", "propose to wait", "may i ask", "might i ask", "can i ask", "could i ask")

// efforts are what something would be that costs more or less to do, by which
// nobody proposes it: "that would be easy".
var efforts = []string{"easy", "hard", "quick", "trivial", "simple", "straightforward", "difficult", "tricky", "long", "slow", "tedious", "expensive", "needed", "necessary", "required"}

// costs tells a judgement of what it would take: "checking them all would be
// quite easy", "an extension would be needed".
func costs(c *english.Clause) bool {
	i := c.Verb + 1
	if c.Verb < 1 || c.Word(c.Verb) != "would" || c.Word(i) != "be" {
		return false
	}
	for i++; slices.Contains([]string{"very", "quite", "rather", "fairly", "pretty", "too", "really", "also"}, c.Word(i)); i++ {
	}
	return slices.Contains(efforts, c.Word(i)) && (i+1 == len(c.Tokens) || c.Tokens[i+1].Class == english.Punct || c.Word(i+1) == "to" || c.Word(i+1) == "for")
}

// wouldWithin tells that the clause says how a thing is, and "would" stands only in
// what it says of it: "it now prints what would be copied".
func wouldWithin(c *english.Clause) bool {
	at := c.Index("would", "could", "might")
	if c.Verb < 0 || at <= c.Verb+1 || c.Word(start(c)) == "i" || c.Word(start(c)) == "we" || c.Has(english.Lean, english.Assumption) {
		return false
	}
	for i := c.Verb + 1; i < at; i++ {
		switch c.Word(i) {
		case "what", "which", "whoever", "whatever", "how", "where", "who":
			return true
		}
	}
	return false
}

// effort are what something sounds like that is not wanted.
var effort = classOf("work trouble effort hassle headache nightmare homework weekend evening me")

// idle tells a phrase with the words of an idea that floats none: praise ("sounds
// like fun"), a request ("perhaps you could send the log", "a log would help"), an
// offer, what would have been.
func idle(u unit) bool {
	c := u.Clause
	switch {
	case c.HasPhrase(floatsNone), floatsNothing(u):
		return true
	case wouldWithin(c):
		return true
	case costs(c), c.HasWord("maybe", "perhaps") && slices.Contains([]string{"see", "know", "understand", "remember", "recognise", "recognize", "spot"}, c.Word(c.Index("you")+1)):
		return true
	case c.Where("sounds like") >= 0 && effort.in(c), c.Where("sound like") >= 0 && effort.in(c):
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

// approximates tells a statement of which only a number is not certain: "it happens
// now and then, maybe 1 in 30".
func approximates(c *english.Clause) bool {
	at, n := c.Find(english.Hedge)
	if c.Verb < 1 || at < c.Verb || n != 1 || at+1 >= len(c.Tokens) || english.IsModal(c.Word(c.Verb)) || c.HasWord("could", "might", "would", "should") {
		return false
	}
	next := c.Tokens[at+1]
	return next.Class == english.Number || english.IsNumeral(next.Word)
}

// titles tells words that only name what the next ones are about: "as for 2, I
// don't know".
func titles(c *english.Clause) bool {
	switch c.Word(0) {
	case "as":
		return c.Word(1) == "for" || c.Word(1) == "to"
	case "about", "regarding", "concerning", "on":
		return c.Verb < 0
	}
	return false
}

// whenOnly are stems of the words that tell when, not what.
var whenOnly = english.Content("later tomorrow today soon next time tonight once moment")
