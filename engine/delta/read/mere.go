package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// mere tells a statement that is no knowledge whatever it weighs: a verdict, a
// rule of how it shall be from now on, a fragment that says nothing of anything.
func (r *reader) mere(u unit) bool {
	c := u.Clause
	return remark(u) || failed(u) || sinceJustNow(c) || r.asksWhyOf(u) || actsUp(c) || r.judgesSettled(c) || datesRule(u) || interim(c) || broaches(c) || somewhere(c) || agenda(c) || r.underCheck(u) || anyClause(u.s, lawful) || caresNot(c) || anyClause(u.s, simile) || repeats(u.s) || outdoes(c) || verdict(c) || approved(c) || henceforth(c) || appointment(c) || looked(c) || c.Verb > 0 && leansTo(c) && feelings.in(c) || anecdote(c) || anyClause(u.s, cites) || bare(r, u) || r.last.asks && u.Word(start(c)) == "the" && (u.Word(start(c)+1) == "one" || u.Word(start(c)+1) == "ones") && u.Verb < 5
}

// interim tells how many of several there are so far: "Jochen has two of his three
// quotes", "4 of the 9 pages are in".
func interim(c *english.Clause) bool {
	at := c.Index("of")
	if at < 1 || at+1 >= len(c.Tokens) || !fewOf(c, at-1) {
		return false
	}
	if fewOf(c, at+1) {
		return true
	}
	switch c.Word(at + 1) {
	case "the", "his", "her", "our", "my", "their", "its", "all":
		return fewOf(c, at+2) && c.HasWord("has", "have", "got", "are", "is", "done", "so", "far")
	}
	return false
}

// fewOf tells a small number at i, in figures or as a word.
func fewOf(c *english.Clause, i int) bool {
	return i < len(c.Tokens) && (english.IsNumeral(c.Word(i)) || c.Tokens[i].Class == english.Number && len(c.Word(i)) <= 2)
}

// broaches tells that a clause only brings up what is to be talked about: "what
// remains is the question of the spare printer".
func broaches(c *english.Clause) bool {
	if c.Verb < 1 || !english.IsBe(c.Word(c.Verb)) {
		return false
	}
	first, next := c.Word(start(c)), c.Word(start(c)+1)
	return first == "what" && (next == "remains" || next == "is" || next == "stays") || c.Word(c.Verb+1) == "the" && c.Word(c.Verb+2) == "question"
}

// agenda tells what is to be done: "goals for today: the map and the saves".
func agenda(c *english.Clause) bool {
	switch c.Word(start(c)) {
	case "goal", "goals", "plan", "plans", "agenda", "todo", "todos":
		return c.Verb < 0
	}
	return false
}

// somewhere tells only that there is something: "there's a page about it somewhere".
func somewhere(c *english.Clause) bool {
	return c.HasWord("somewhere", "somehow") && !c.Number() && (c.Word(start(c)) == "there" || c.Word(start(c)) == "i" || c.Word(start(c)) == "we")
}

// verdicts are what a thing is said to be by who judges it.
var verdicts = classOf("wrong silly low high simple gold crazy ridiculous pointless overkill terrible horrible fine good great bad nice perfect better worse pain joke mess shame nightmare tight nervous marvellous brilliant lovely beautiful cool sad slow insane worst flawless awesome hopeless unplayable awful dreadful miserable excellent superb fantastic disgusting")

// verdict tells a judgement: "90 is silly", "26 is too tight", "that is a pain".
func verdict(c *english.Clause) bool {
	if c.Verb < 1 || !english.IsBe(c.Word(c.Verb)) || len(c.Tokens)-c.Verb > 8 && c.Word(c.Verb+1) != "too" {
		return false
	}
	i := c.Verb + 1
	for slices.Contains([]string{"a", "an", "so", "very", "just", "really", "pretty", "quite", "bit"}, c.Word(i)) || c.Word(i) == "the" && c.Word(i+1) == "worst" {
		i++
	}
	return c.Word(i) == "too" || c.Is(i, verdicts.WordSet) || judgesFigure(c, i) || judgesValue(c, i)
}

// judgesValue tells what somebody thinks of a value: "500 ms is a bit short".
func judgesValue(c *english.Clause, i int) bool {
	return i > c.Verb+1 && i+1 == len(c.Tokens) && c.Tokens[start(c)].Class == english.Number && c.Verb <= start(c)+2 && c.Word(c.Verb+1) != "the"
}

// judgesFigure tells what somebody thinks of a bare figure: "600 is tiny on my screen".
func judgesFigure(c *english.Clause, i int) bool {
	at := start(c)
	if c.Verb != at+1 || c.Word(c.Verb) != "is" || c.Tokens[at].Class != english.Number || i >= len(c.Tokens) {
		return false
	}
	t := &c.Tokens[i]
	return t.Class == english.Word && i == c.Verb+1 && !english.IsFunction(t.Word) && (i+1 == len(c.Tokens) || english.IsFunction(c.Word(i+1)))
}

// looked tells only that somebody looked, or what the speakers are to each other: "I
// checked with two files", "my niece has set me up with you".
func looked(c *english.Clause) bool {
	i := start(c)
	v, ok := c.VerbAt(c.Verb)
	if c.Word(i) == "i" && ok && slices.Contains([]string{"check", "look", "test", "try"}, v.Lemma) {
		return !learns(c)
	}
	return c.Verb > 0 && c.HasWord("me", "us") && !c.Number() && (c.Where("with you") > 0 || c.Where("to you") > 0)
}

// anecdote tells what somebody did who is only a he or a she, and left nothing.
func anecdote(c *english.Clause) bool {
	if c.Verb < 1 || c.Word(c.Verb-1) != "he" && c.Word(c.Verb-1) != "she" || !pastTense(c) || c.Has(english.Cause, english.Checked, english.InPassing) {
		return false
	}
	return !c.HasWord("found", "counted", "measured", "set", "changed", "moved", "wrote", "gave", "sent", "owned", "made")
}

// cites tells a statement that has words of somebody in it: "there is a sign on the
// door, \"all dogs must wait\"".
func cites(c *english.Clause) bool {
	n := 0
	for i := range c.Tokens {
		if c.Tokens[i].Quoted {
			n++
		}
	}
	return n > 3 && 3*n >= len(c.Tokens) && !naming(c)
}

// repeats tells a sentence that only finds what the other speaker found: "same here,
// the sums match for all three".
func repeats(s *english.Sentence) bool {
	c := &s.Clauses[0]
	switch c.Word(start(c)) {
	case "likewise", "ditto":
		return true
	case "same":
		return c.Verb < 0 && slices.Contains([]string{"here", "on", "for", "with", "at"}, c.Word(start(c)+1)) && len(s.Clauses) > 1
	}
	return false
}

// simile tells what something is compared with rather than what it is:
// "changing trains is like herding pigeons", "triggers are where bugs go to
// hide".
func simile(c *english.Clause) bool {
	i := c.Verb
	if i < 1 || !english.IsBe(c.Word(i)) {
		return false
	}
	i++
	for slices.Contains([]string{"just", "a", "bit", "really", "basically", "rather", "pretty", "much"}, c.Word(i)) {
		i++
	}
	if v, ok := c.VerbAt(i + 1); c.Word(i) == "like" && (ok && v.Form&english.Gerund != 0 || c.Word(i+1) == "a" || c.Word(i+1) == "an") {
		return true
	}
	return c.Word(i) == "where" && c.Where("go to") > 0 && !c.Number()
}

// outdoes tells a comparison with what somebody does rather than with a value: "two
// seconds is faster than our producer reads a page".
func outdoes(c *english.Clause) bool {
	at := c.Index("than")
	if c.Verb < 1 || at < c.Verb || !english.IsBe(c.Word(c.Verb)) {
		return false
	}
	for i := at + 2; i < len(c.Tokens); i++ {
		if v, ok := c.VerbAt(i); english.IsModal(c.Word(i)) || ok && v.Form&(english.Third|english.Base) != 0 && slices.Contains([]string{"i", "you", "we", "they", "he", "she", "it"}, c.Word(i-1)) || ok && v.Form&english.Third != 0 && v.Form&english.Gerund == 0 && i+1 < len(c.Tokens) && slices.Contains([]string{"a", "an", "one", "the", "his", "her", "its", "their", "my"}, c.Word(i+1)) {
			return true
		}
	}
	return false
}

// underCheck tells what somebody else is said to have said, whom the speaker is going
// to ask again, or who only says how often something happens.
func (r *reader) underCheck(u unit) bool {
	if u.Report == nil {
		return false
	}
	if (u.Verb < 0 || u.Word(u.Verb) == "times") && u.HasWord("times", "twice") {
		return true
	}
	next := r.sentenceIn(u, 1)
	if u.after() != nil && doubleChecks(u.after()) {
		return true
	}
	return next != nil && anyClause(next, doubleChecks)
}

// doubleChecks tells that somebody is going to ask or look again: "let me ask her",
// "I'll verify that first".
func doubleChecks(c *english.Clause) bool {
	own := c.Word(0) == "let" && c.Word(1) == "me" || c.HasWord("i") && c.HasWord("will", "shall", "must", "should", "want", "need", "to")
	return own && c.HasWord("ask", "check", "verify", "confirm", "call", "reread")
}

// lawful tells who requires what the sentence says, which then is a rule: "as the law
// requires".
func lawful(c *english.Clause) bool {
	return c.HasWord("law", "regulation", "regulations", "statute", "contract", "policy") && c.HasWord("requires", "require", "demands", "demand", "prescribes", "stipulates", "wants")
}

// caresNot tells that nobody cares.
func caresNot(c *english.Clause) bool {
	return pointedAt(c, "nobody", "no-one", "noone") && c.HasWord("asked", "asks", "cares", "cared", "wants", "wanted", "complained", "noticed", "minds")
}

// approved tells that something is accepted, which is a choice and no knowledge:
// "the table is accepted", "the plan has been approved".
func approved(c *english.Clause) bool {
	if c.Verb < 1 || c.Negated() || len(c.ContentTo(c.Verb)) == 0 {
		return false
	}
	i := c.Verb
	if c.Word(i) == "has" || c.Word(i) == "have" {
		i++
	}
	if !english.IsBe(c.Word(i)) && c.Word(i) != "been" || pastTense(c) {
		return false
	}
	for i++; c.Word(i) == "hereby" || c.Word(i) == "also" || c.Word(i) == "herewith" || c.Word(i) == "all"; i++ {
	}
	return slices.Contains([]string{"accepted", "approved", "agreed", "granted", "endorsed"}, c.Word(i)) && !slices.Contains([]string{"by", "as", "in", "on", "at", "only", "everywhere", "if", "when"}, c.Word(i+1))
}

// appointment tells where somebody is for a while, or when people come together:
// "she is in Lisbon until Thursday", "the board meets on the 14th".
func appointment(c *english.Clause) bool {
	if c.Verb < 1 || c.Has(english.Habit) || c.HasWord("every", "each", "always", "weekly", "monthly", "daily") {
		return false
	}
	if people.in(c) && c.HasWord("weekend", "tomorrow", "tonight") && !pastTense(c) {
		return true // "my cousin draws it this weekend"
	}
	v, ok := c.VerbAt(c.Verb)
	switch {
	case english.IsBe(c.Word(c.Verb)):
		return c.HasWord("until", "till") && slices.Contains([]string{"in", "at", "on", "away", "off", "out", "abroad", "ill", "sick"}, c.Word(c.Verb+1)) && (people.in(c) || pointedAt(c, "he", "she", "i", "they", "we"))
	case ok && slices.Contains([]string{"meet", "convene", "gather", "reconvene"}, v.Lemma), c.Word(c.Verb) == "meets" || c.Word(c.Verb) == "convenes":
		return c.Dated() || slices.ContainsFunc(c.Tokens, func(t english.Token) bool { return ordinalDay(t.Word) }) || c.HasWord("tomorrow", "tonight", "today", "next")
	}
	return false
}

// ordinalDay tells the day of a month: "14th".
func ordinalDay(w string) bool {
	return len(w) > 2 && w[0] >= '0' && w[0] <= '9' && (strings.HasSuffix(w, "th") || strings.HasSuffix(w, "st") || strings.HasSuffix(w, "nd") || strings.HasSuffix(w, "rd"))
}

// henceforth tells how something shall be from now on.
func henceforth(c *english.Clause) bool {
	if !c.HasWord("now", "here") {
		return false
	}
	w := c.Words()
	return strings.Contains(w, "from now on") || strings.Contains(w, "from here on") || strings.HasSuffix(w, "from here")
}

// bare tells a fragment that is hardly more than a name: "meantime an other
// question", "for the rsvp".
func bare(r *reader, u unit) bool {
	c := u.Clause
	if c.Verb < 0 && c.HasWord("times", "twice") && !r.first && (!r.last.asks || u.k > 0) && len(c.Tokens) <= 4 {
		return true // how often something happened: "Saturday three times"
	}
	return c.Verb < 0 && !c.Number() && !r.first && !r.last.info && !c.Has(english.InPassing, english.Cause, english.Habit) && !c.HasWord(":") &&
		(wordsIn(c.Content()) < 2 || c.HasWord("question", "questions"))
}

// forecast tells a sentence that works something out or advises: "try 22 µF",
// "a new tyre would give you that".
func forecast(s *english.Sentence) bool {
	for i := range s.Clauses {
		c := &s.Clauses[i]
		if c.Command || c.HasWord("would", "could", "may", "might", "should", "reckoning", "reckon", "rough", "roughly") {
			return true
		}
	}
	c := &s.Clauses[0]
	if slices.Contains([]string{"try", "check", "use", "replace", "swap", "give"}, c.Word(0)) {
		return true
	}
	v, ok := c.VerbAt(0)
	if ok && v.Form&english.Base != 0 && c.Verb <= 0 {
		return true
	}
	last := &s.Clauses[len(s.Clauses)-1]
	return last.Word(len(last.Tokens)-1) == "now" // what has just been made so
}

// failed tells the message with which a program failed, behind what it calls that:
// "IndexError: list index out of range".
func failed(u unit) bool {
	for i := 1; i < len(u.Tokens) && i <= 3; i++ {
		if u.Word(i) == ":" && failure(u.p.Text, u.Tokens[i-1:i]) {
			return true
		}
	}
	return false
}

// sinceJustNow tells what has been so for hours at most: "the copy runs since an hour".
func sinceJustNow(c *english.Clause) bool {
	at := c.Index("since")
	return at >= 0 && slices.ContainsFunc(c.Tokens[at+1:min(at+4, len(c.Tokens))], func(t english.Token) bool {
		return slices.Contains([]string{"hour", "hours", "minute", "minutes", "second", "seconds", "breakfast", "lunch", "noon"}, t.Word)
	})
}
