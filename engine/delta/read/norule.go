package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// noRule tells words of a rule that set none: they describe, announce, answer
// the speaker's own question, or are part of what the sentence decided before.
func (r *reader) noRule(u unit) bool {
	c := u.Clause
	b := u.before()
	switch {
	case c.Command && c.Negated() && c.Word(c.Order+1) == "me":
		return true // "don't quote me"
	case maxim(c), runsErrand(c), inability(c), neverSo(c):
		return true // anybody's, or what the speaker does themselves
	case c.Verb < 0 && !c.Command && u.at == 0 && len(c.Tokens) > 2 && (c.Word(0) == "honestly" || c.Word(0) == "well") && slices.Contains([]string{"yes", "yeah", "no", "ok"}, c.Word(1)):
		return true // answers what somebody said
	case u.Report != nil && u.after() != nil && len(u.after().Tokens) <= 4 && cluelessness.in(u.after()):
		return true // "… says we must use it, no idea"
	case (u.Report != nil || b != nil && c.Lead == english.And && saysSomebody(b)) && mocked(u):
		return true // what somebody says who says many things
	case c.Verb < 0 && c.Has(english.InPassing) && c.Word(0) == "for" && c.Has(english.Limit):
		return true // "for your information, 200 seats at most" tells how it is
	case handedOn(u), c.HasWord("deadline", "due") && c.HasWord("yesterday"):
		return true // somebody else's
	case c.Verb > 1 && c.Word(c.Verb-1) == "they" && slices.Contains([]string{"at", "in", "over", "on"}, c.Word(0)):
		return true // how it is elsewhere
	case c.Word(0) == "you" && c.Word(1) == "must" && c.Word(2) == "be":
		return true // guesses
	case c.Verb >= 0 && c.Word(c.Verb+1) == "never" && (c.Word(c.Verb) == "have" || c.Word(c.Verb) == "has"):
		return true // tells what never was
	case c.Word(0) == "no" && c.HasWord("required", "necessary", "needed", "mandatory"):
		return true // nothing is asked
	case c.Verb < 0 && !(c.Command && len(c.Tokens) > 3) && c.Word(0) == "never" && b != nil && b.Verb >= 0 && !b.Command && !b.Has(english.Must, english.Only) && c.Lead != english.But && !c.HasWord("before", "after", "without", "during") || c.Word(0) == "never" && c.Has(english.Passing):
		return true // "only this one hangs, never that one"
	case c.Verb < 0 && u.at == 0 && c.Word(0) == "never" && u.previousSentence() != nil && amiss.within(u.previousSentence()):
		return true // "it hangs at night. never in the morning"
	case announcesRule(c) && (strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") || u.after() != nil && (u.after().Lead == english.Which || u.after().Lead == english.Colon)):
		return true // "one rule which they insist on"
	case b != nil && c.Lead == english.Colon && c.Verb < 0 && b.Word(0) != "i" && b.Word(0) != "we" && b.HasWord("answered", "replied", "answers", "replies"):
		return true // is what somebody answered
	case u.Lead == english.So && b != nil && b.Verb > 0 && !b.Has(english.Must) && (c.Word(start(c)) == "you" || c.Word(start(c)) == "one") && c.HasWord("have", "has", "need", "needs") && !c.Negated():
		return true // what follows from how it is: "the files have odd names so you have to look inside"
	case c.Word(start(c)) == "some" && c.Verb > start(c)+1 && !c.HasWord("of"):
		return true // "some guy should go outside"
	case goesAway(c), tagged(c), c.Verb > 0 && english.IsBe(c.Word(c.Verb)) && (c.Word(c.Verb+1) == "how" || c.Word(c.Verb+1) == "why"), c.Word(start(c)) == "nobody" && c.HasWord("me", "us") && !english.IsModal(c.Word(c.Verb)):
		return true // "the column has to go", "it has to be fast, doesn't it", "that is how we got here", "nobody informs me"
	case c.Has(english.Defer) && c.HasWord("rather") && c.HasWord("leave", "keep", "wait"), c.Verb < 0 && c.Tokens[0].Class == english.Number && c.Word(1) == "not" && c.Word(2) == "before":
		return true // puts off
	case announcedFun(u.s), u.Lead == english.And && c.Word(0) == "that" && sayAll(u.s):
		return true // in jest, or what else people say: "everybody says it is fake, and that you must …"
	case b == nil && u.previousSentence() != nil && storyOf(u.previousSentence()):
		return true // "back in the nineties someone decided. it must be kept forever"
	case b != nil && !c.Command && (b.Has(english.History) || b.Report != nil && b.Report.Distant) && b.HasWord("decided", "decreed", "ruled", "insisted", "demanded") && b.HasWord("someone", "somebody", "nineties", "eighties", "ago", "then"):
		return true // a rule of a story
	case u.Report != nil && c.Word(start(c)) == "one", pointedAt(c, "he", "she") && c.HasWord("decided", "decrees", "decreed"):
		return true // what somebody holds one must do
	case inverted(c), pointedAt(c, "how", "why"):
		return true // asks, without the mark: "how long should they rest i hear you must wait"
	case c.Verb < 0 && !c.Command && c.Word(0) == "no" && c.Lead == english.But && b != nil && b.Verb >= 0 && possessing.Holds(b.Word(b.Verb)):
		return true // what somebody lacks beside what they have: "I know some html but no css"
	case slices.Contains(askers, c.Word(start(c))), c.Word(0) == "who" && !c.HasWord("must", "may", "only"):
		return true // grumbles about who made it so
	case c.HasWord("have", "has", "need", "needs", "nobody", "everybody", "everyone", "ever") && c.HasPhrase(nowadays):
		return true // tells how it is done today
	case triesOut(c), checksFirst(c):
		return true // what the speaker does before they choose
	case strings.Contains(c.Words(), "never mind"):
		return true // sets aside
	case c.Has(english.Default) && c.Word(0) == "default":
		return true // a default is a choice
	case c.Verb < 0 && !c.Command && c.Word(0) == "no" && b != nil && c.Lead != english.But && r.used[b.Place] && r.of(u.s).ruled == nil && r.proposed(delta.DecisionMadeKind) && !b.HasWord("no"):
		return true // goes with what was decided
	case c.Verb < 0 && !c.Command && c.Word(0) == "no" && u.after() != nil && pastTense(u.after()) && u.after().Lead != english.Because && u.after().HasWord("ours", "it", "they"):
		return true // says what there is not
	case c.Word(start(c)) == "no" && thanksSoon(u) && english.Shared(c.Content(), r.last.stems) > 0:
		return true // turns down what was offered
	case ofOutside(u):
		return true // a limit of the world outside
	case c.Verb < 0 && c.Word(0) == "for" && c.Word(len(c.Tokens)-1) == "only" && pastimes.in(c):
		return true // how seriously to take what was just told
	case c.Verb < 0 && c.Word(0) == "only" && r.askedItself(u):
		return true
	case c.Word(start(c)) == "no" && c.Verb < 0 && r.noneCame(u):
		return true // tells what did not come, or is not wanted
	case c.Lead == english.And && u.at > 0 && r.of(u.s).changed && universal(c):
		return true // the reason of what was changed
	case u.Verb < 0 && !u.Command && c.Has(english.Only) && c.Has(english.Accept):
		return true // says yes to a part
	}
	return false
}

// answersWanted are words for what is asked for with a "please", and to be told.
var answersWanted = classOf("cause reason reasons explanation status summary estimate answer overview diagnosis opinion verdict details update example proof numbers review help advice feedback thoughts steps")

// possessing are verbs with which somebody says what there is.
var possessing = english.WordsOf("have has had know knows knew got see sees saw speak speaks read reads own owns find finds found get gets use uses used got there")

// much are words of how much somebody says.
var much = classOf("many lot lots things always all everything every constantly plenty anything")

// mocked tells that the sentence after a report makes light of who is reported: "the
// boss says it has to be purple. he says a lot".
func mocked(u unit) bool {
	next := u.nextSentence()
	if next == nil || next.Asked || len(next.Clauses[0].Tokens) > 7 {
		return false
	}
	c := &next.Clauses[0]
	return c.HasWord("says", "say", "talks", "said", "wants", "tells") && much.in(c) && !c.HasWord("we", "i") || c.Has(english.Sarcasm) || c.Word(0) == "i" && c.Word(1) == "know" && much.in(c)
}

// saysSomebody tells a clause that brings in somebody by what they say: "I know a man who
// says …".
func saysSomebody(c *english.Clause) bool {
	at := c.Index("says", "say", "said", "thinks", "claims")
	return at > 1 && (c.Word(at-1) == "who" || c.Word(at-1) == "that") && c.HasWord("a", "some", "people")
}

// pastimes are what something is told for that is not to be acted upon.
var pastimes = classOf("entertainment fun information reference context laughs amusement illustration completeness")

// outside are things of others, with limits of their own.
var outside = english.WordsOf("api apis service services server servers provider site endpoint sensor sensors chip board bank broker city city's vendor gateway backend host carrier printer modem exchange")

// takingIn are verbs of what such a thing takes or gives.
var takingIn = english.WordsOf("accept accepts allow allows support supports return returns give gives offer offers handle handles take takes serve serves deliver delivers send sends")

// ofOutside tells what a thing of others only takes or gives: "the API is free, but only
// accepts 60 requests per minute".
func ofOutside(u unit) bool {
	c := u.Clause
	if !c.Has(english.Only) || u.at == 0 || !c.Mentions(takingIn) || c.HasWord("must", "should", "we", "you") {
		return false
	}
	i := start(c)
	if c.Word(i) != "only" || !c.Is(i+1, takingIn) {
		return false
	}
	first := &u.s.Clauses[0]
	return first.Verb > 0 && slices.ContainsFunc(first.Subject(), func(t english.Token) bool { return t.Is(outside) })
}

// thanksSoon tells that a no says thanks right behind what it turns down, which may be
// a few words of a stretch that was dictated.
func thanksSoon(u unit) bool {
	for i := start(u.Clause) + 1; i < min(start(u.Clause)+5, len(u.Tokens)); i++ {
		if u.Word(i) == "thanks" || u.Word(i) == "thank" {
			return true
		}
	}
	next := u.after()
	return next != nil && u.Verb < 0 && next.Starts(english.Thanks)
}

// unable are verbs of what nobody manages to do.
var unable = english.WordsOf("find tell say remember recall explain understand know see believe help hear guess imagine read pronounce agree reproduce answer fix figure stand")

// inability tells what nobody manages to do, which forbids nothing: "nobody can find
// the plan".
func inability(c *english.Clause) bool {
	i := start(c)
	return c.Verb > i && (c.Word(i) == "nobody" || c.Word(i) == "no" && c.Word(i+1) == "one") && (c.Word(c.Verb) == "can" || c.Word(c.Verb) == "could") && unable.Holds(c.Word(c.Verb+1))
}

// neverSo tells of something that it never is somehow: "it's never clear with them".
func neverSo(c *english.Clause) bool {
	switch c.Word(start(c)) {
	case "it", "that", "this", "there":
		v, ok := c.VerbAt(c.Verb + 2)
		return c.Verb > 0 && english.IsBe(c.Word(c.Verb)) && c.Word(c.Verb+1) == "never" && !(ok && v.Form&english.Part != 0) && c.Word(c.Verb+2) != "to"
	}
	return false
}

// noneCame tells a "no X" that forbids nothing: it tells what there was none of
// ("no doubles since yesterday"), takes back what was said ("no donor after all"),
// or turns down what the other speaker offers.
func (r *reader) noneCame(u unit) bool {
	c, next := u.Clause, u.after()
	switch {
	case c.Has(english.AfterAll, english.NoLonger) && !c.HasWord("please") && c.Word(len(c.Tokens)-1) != "ever", c.HasWord("since", "yesterday", "lately", "recently", "overnight", "yet"), c.Where("so far") >= 0:
		return true
	case c.Word(len(c.Tokens)-1) == "either":
		return true
	case c.HasWord("anymore", "longer") && amiss.in(c), c.HasWord("again") && !c.HasWord("please"), sinceLong(c):
		return true
	case next != nil && next.Lead == english.Because && strings.Contains(u.s.Text, " since ") && next.Verb < 0:
		return true
	}
	if r.pasted && u.at == 0 && len(u.s.Clauses) == 1 && len(c.Tokens) <= 4 && !c.HasWord("please") {
		return true // what is not in the code above
	}
	return r.last.asks && r.last.offer != "" && r.opening(u) && u.at == 0 && within(u.Content(), r.last.stems)
}

// sinceLong tells for how long there was none: "no delivery in 2 weeks".
func sinceLong(c *english.Clause) bool {
	at := c.Index("in", "for")
	return at > 1 && at+2 < len(c.Tokens) && (c.Tokens[at+1].Class == english.Number || english.IsNumeral(c.Word(at+1))) && timesOf.Holds(c.Word(at+2))
}

// maxim tells a saying of what somebody or something of the kind must be or do: "a
// real robot must have legs".
func maxim(c *english.Clause) bool {
	i := start(c)
	if c.Word(i) == "a" || c.Word(i) == "an" || c.Word(i) == "any" || c.Word(i) == "every" || c.Word(i) == "no" {
		i++
	}
	return slices.Contains([]string{"real", "true", "serious", "decent", "self-respecting"}, c.Word(i)) && c.Verb > i+1 && c.HasWord("must", "should", "has", "have", "need", "needs", "always", "never")
}

// runningErrands say what the speaker has to do themselves, who need not say so.
var runningErrands = english.PhrasesOf("got to check", "got to ask", "got to look", "got to think", "got to see", "got to find out", "got to try", "have to check", "have to look", "have to think", "have to ask", "need to check", "need to ask", "need to think", "need to look", "must check", "must ask", "must look", "must think")

// runsErrand tells an errand of the speaker: "gotta check whether it still runs".
func runsErrand(c *english.Clause) bool {
	return c.HasPhrase(runningErrands) && !c.HasWord("you", "they", "it", "everybody", "everyone", "always", "every", "script", "app", "program")
}

// triesOut tells an errand on which a choice waits, whoever runs it: "have to try
// things with gloves on first", "need to ask my boss first".
func triesOut(c *english.Clause) bool {
	if !c.HasWord("first", "beforehand") {
		return false
	}
	for i := 0; i+2 < len(c.Tokens); i++ {
		switch c.Word(i) {
		case "have", "has", "need", "got", "want":
			if c.Word(i+1) != "to" || i > 0 && slices.Contains([]string{"it", "they", "you", "that"}, c.Word(i-1)) {
				continue
			}
			return slices.Contains([]string{"try", "test", "ask", "see", "check", "think", "look", "talk", "read", "measure", "find", "sleep", "discuss", "compare", "speak"}, c.Word(i+2))
		}
	}
	return false
}

// checksFirst tells what has to be found out before anything: "the lake has to be
// checked first".
func checksFirst(c *english.Clause) bool {
	at := c.Index("be")
	return at > 0 && c.HasWord("first") && slices.Contains([]string{"checked", "tested", "clarified", "discussed", "asked", "verified", "confirmed", "looked", "settled", "decided"}, c.Word(at+1))
}

// askers are words that look for somebody: "someone has to run it".
var askers = []string{"whoever", "whose", "somebody", "someone"}

// nowadays are words that tell how things are before they are changed.
var nowadays = english.PhrasesOf("at present", "at the moment", "currently", "these days", "nowadays", "right now", "so far", "today", "until now", "every time i", "each time i", "around here", "round here")

// askedItself tells an answer to an open question that the speaker has just
// put: "who would look after it? only me".
func (r *reader) askedItself(u unit) bool {
	last := u.previousSentence()
	return last != nil && last.Marked && slices.Contains([]string{"who", "what", "which", "how", "where", "when"}, last.Clauses[0].Word(0))
}

// supports tells a clause that gives the rule before it its reason or names
// what follows: "we can't install anything here", "or they're banned", "the
// faculty insists".
func supports(u unit) bool {
	c := u.Clause
	if u.at == 0 || c.Verb < 0 || c.Command || c.Lead == english.And && c.Has(english.Must) || c.Lead == english.Colon || c.Lead == english.But {
		return false
	}
	if last := c.Word(len(c.Tokens) - 1); c.Lead == english.And && c.Has(english.Must) && (last == "this" || last == "it" || last == "them") && c.Verb > 1 {
		return true // "the interns have to read this"
	}
	switch c.Word(start(c)) {
	case "they", "it", "that", "this":
		return !c.Has(english.Must)
	case "i":
		return c.Negated() && c.HasWord("want", "need", "like", "trust") // "no wifi on it, I don't want it hacked"
	case "we":
		return c.Has(english.Off) && !c.Has(english.Must)
	}
	return c.HasWord("insists", "insist") && len(c.Content()) <= 2
}

// cluelessness are last words with which somebody leaves open what another one says.
var cluelessness = classOf("idea idk dunno clue shrug whatever unsure")

// tellsOfNone tells a "no X" that says what there is not: it answers how things are, or
// stands in a list of what there is.
func (r *reader) tellsOfNone(u unit) bool {
	if u.Verb >= 0 || u.Report != nil || u.Word(0) != "no" {
		return false
	}
	b := u.before()
	if b != nil && len(b.Tokens) == 1 && b.Word(0) == "no" {
		return r.last.asks && r.opening(u) // "no, no key in common"
	}
	return r.last.info && r.opening(u) && u.at == 0 || underHeading(u, factHeadings) || r.pasted && u.Word(1) != "" && u.Tokens[1].Class == english.Code
}

// sayAll tells that a sentence begins with what people say of whom nobody is named.
func sayAll(s *english.Sentence) bool {
	return anyClause(s, func(c *english.Clause) bool {
		return c.HasWord("says", "say", "claims", "claim", "swears", "swear") && c.HasWord("everybody", "everyone", "people", "forum", "internet", "they", "some")
	})
}

// storyOf tells a sentence that ends with a rule of long ago being made.
func storyOf(s *english.Sentence) bool {
	c := &s.Clauses[len(s.Clauses)-1]
	last := c.Word(len(c.Tokens) - 1)
	return (last == "decided" || last == "decreed" || last == "ruled" || last == "that") && c.HasWord("someone", "somebody", "nineties", "eighties", "ago") && anyClause(s, func(c *english.Clause) bool { return c.Has(english.History) })
}

// goesAway tells that something has to go, which is work and no rule; not where it has to
// go to.
func goesAway(c *english.Clause) bool {
	at := c.Index("go")
	if at < 3 || c.Word(at-1) != "to" || c.Word(at-2) != "has" && c.Word(at-2) != "have" {
		return false
	}
	switch c.Word(at + 1) {
	case "", "all", "too", "now", "anyway", "eventually", "first", "soon", ",", "as":
		return c.Word(at+2) != "one"
	}
	return false
}

// tagged tells a statement that asks for a yes at its end: "it has to be fast, isn't it".
func tagged(c *english.Clause) bool {
	for i := len(c.Tokens) - 1; i > 2; i-- {
		if c.Word(i-1) != "not" || !standIns.Holds(c.Word(i)) {
			continue
		}
		switch c.Word(i - 2) {
		case "does", "do", "is", "are", "has", "have", "can", "should", "will", "must":
			return true
		}
	}
	return false
}
