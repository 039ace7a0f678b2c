package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// foundOut reads what the assistant found out: a cause, a measurement, what a
// file or a setting holds.
func (r *reader) foundOut(u unit) bool {
	c := u.Clause
	diagnosed := r.mends(u) || owns(u.s) || explained(u) || u.k == 0 && u.at == 0 && english.Shared(english.Content(u.p.heading), blamed) > 0 && r.reportsAmiss()
	if c.Verb < 0 && !diagnosed || c.Command || c.Has(english.Hedge, english.Suggest, english.Estimate, english.OfferHelp, english.Undecided) || c.Lead.Dependent() || len(c.Content()) < 3 && !(diagnosed && len(u.s.Content()) >= 4) {
		return false
	}
	if c.Word(0) == "you" || c.Word(0) == "i" && !c.Has(english.Checked) || english.IsModal(c.Word(c.Verb)) && !(diagnosed && c.Word(c.Verb) == "can") {
		return false
	}
	if strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") || !diagnosed && (u.s.Clauses[0].Has(english.Done) || performed(&u.s.Clauses[0])) && quantities(&u.s.Clauses[0]) < 2 {
		return false
	}
	for i := range u.s.Clauses {
		if o := &u.s.Clauses[i]; o.Has(english.Hedge) || o.Report != nil && o.Report.Distant {
			return false
		}
	}
	if forecast(u.s) || verdict(c) || ofAKind(u.s) {
		return false
	}
	if next := u.nextSentence(); next != nil && (tentative(next) || owns(next)) {
		return false // what a guess or a diagnosis starts from
	}
	cause := c.Has(english.Cause) || u.p.heading != "" && english.Shared(english.Content(u.p.heading), diagnosing) > 0
	reason := u.after()
	if reason != nil && (reason.Lead == english.Because || reason.Lead == english.So) {
		cause = true
	}
	named := hasClass(c.Tokens, english.Code, english.Number)
	numbers := quantities(c)
	if numbers == 1 && c.HasWord("your", "our") && !stative(c) {
		numbers++ // "your sheet gives her 19 lessons"
	}
	reads := r.last.pasted && (named || c.Number()) && !(c.Word(0) == "there" && c.Has(english.Options)) // says what a paste shows
	checked := c.Has(english.Checked) || u.at > 0 && u.before().Has(english.Checked)
	if !(cause && named || diagnosed || checked && named || cause && pastTense(c) || numbers >= 2 && !c.Has(english.NowIs) || reads) || !diagnosed && reasons(u) {
		return false
	}
	if !reads && !diagnosed && !r.about(u) {
		return false
	}
	text := strings.TrimRight(u.s.Text, ".! ")
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	if diagnosed || cause && named && !numbersOnly(c) && r.reportsAmiss() {
		r.by = blaming
	}
	old := r.oustedFigure(u)
	id, ok := r.fact(text, delta.High)
	if old != nil && id != "" {
		r.supersede(old, id, "Correction: "+text, delta.High)
	}
	return ok
}

// blamed are stems of the headings under which the cause itself stands.
var blamed = english.Content("cause diagnosis culprit")

// mending are words with which a repair is reported.
var mending = classOf("corrected fixed swapped mended repaired solved")

// caught are words for an error that the other speaker has pointed out.
var caught = english.PhrasesOf("good catch", "nice catch", "great catch", "good find", "good spot", "well spotted", "my bad", "my mistake", "my fault", "sorry")

// mends tells a statement of how things are that a report of a repair follows: "the
// times are in UTC. Corrected."
func (r *reader) mends(u unit) bool {
	next := r.sentenceIn(u, 1)
	if r.last.id == "" || u.at > 0 || performed(u.Clause) || next == nil || next.Asked || next.Marked || !r.about(u) || pointedAt(u.Clause, "this", "that", "these", "those", "it", "i") || u.Has(english.NowIs) || u.HasWord("now") {
		return false
	}
	c := &next.Clauses[0]
	if u.HasPhrase(recalling) || c.Command || c.Has(english.Hedge, english.Suggest, english.OfferHelp) || c.HasWord("you") || !mending.in(c) && !(changedIt(c) && r.reportsAmiss()) {
		return false
	}
	return !slices.ContainsFunc(r.out, func(d delta.Delta) bool { return d.Kind() == delta.TaskClosedKind })
}

// changedIt tells what the speaker has done to the work: "I moved it to the top".
func changedIt(c *english.Clause) bool {
	i := c.Verb
	if i < 1 || c.Word(i-1) != "i" || c.Negated() {
		return false
	}
	if c.Word(i) == "have" {
		i++
	}
	v, ok := c.VerbAt(i)
	return ok && v.Form&(english.Past|english.Part) != 0 && v.Class&english.Work != 0 && v.Class&english.Ask == 0 && (v.Form&english.Base == 0 || i > c.Verb || slices.Contains([]string{"put", "set", "cut", "split"}, v.Lemma))
}

// reportsAmiss tells that the last turn said that something does not go as it should, or
// that a cause is being looked for.
func (r *reader) reportsAmiss() bool {
	return amiss.among(r.last.reads) || r.last.pasted || r.memory.recent(suspicions, 2) != nil
}

// quantities are how many numbers a clause has, in figures or in words.
func quantities(c *english.Clause) int {
	n := 0
	for i := range c.Tokens {
		if t := &c.Tokens[i]; t.Class == english.Number || english.IsNumeral(t.Word) && t.Word != "one" {
			n++
		}
	}
	return n
}

// numbersOnly tells a clause that names nothing from the code.
func numbersOnly(c *english.Clause) bool { return !hasClass(c.Tokens, english.Code, english.Code) }

// recalling are words with which somebody tells again what is known.
var recalling = english.PhrasesOf("for the record", "in short", "to sum up", "in summary", "as i said")

// owns tells that the assistant says what its own work did wrong: "my script made a
// minus of the empty cell", "long lines are split and I read only the first".
func owns(s *english.Sentence) bool {
	for i := range s.Clauses {
		c := &s.Clauses[i]
		if c.Verb < 1 || !pastTense(c) || c.Has(english.Done, english.Chosen, english.Checked) || c.Has(english.History) {
			continue
		}
		mine := c.Word(start(c)) == "my"
		if mine || c.HasWord("only") && c.Word(c.Verb-1) == "i" {
			return true
		}
	}
	return false
}

// revealing are sentences that say that what follows, or just came, is the cause.
var revealing = english.PhrasesOf("there it is", "there we are", "there we have it", "that is the cause", "that is the reason", "that is the culprit", "that is the bug", "that is why", "that closes the chain", "that closes the case", "that closes the circle", "that settles it", "here is the cause", "that was the cause", "found it", "i found it", "you win the bet", "you won the bet", "you were right", "your guess was right", "right you are", "you guessed it", "you called it", "your hunch was right")

// explained tells a statement that a sentence announces as the explanation: "There
// we are: the page only looked for commas."
func explained(u unit) bool {
	if u.at > 0 {
		b := u.before()
		names := namesCulprit(b) && !b.HasWord("problem", "question", "point", "plan", "idea", "gist", "trick", "way", "catch", "thing", "deal", "rule", "list", "result", "draft", "proposal")
		mends := len(b.Tokens) <= 3 && b.Verb < 0 && (mending.in(b) || b.HasPhrase(caught)) && pastTense(u.Clause) && !u.Has(english.Hedge) && !pointedAt(u.Clause, "i", "you", "we")
		return u.at == 1 && (u.Lead == english.Colon && (names || b.HasPhrase(revealing)) || mends)
	}
	if next := u.nextSentence(); next != nil && len(next.Clauses) == 1 && !next.Asked && len(next.Clauses[0].Tokens) <= 5 && next.Clauses[0].HasPhrase(revealing) && next.Clauses[0].Word(0) == "that" {
		return true
	}
	if next := u.nextSentence(); next != nil && u.at == 0 && !next.Asked && pointsBack(&next.Clauses[0]) {
		return !pointedAt(u.Clause, "i", "you", "we", "it", "that", "this") && !next.Clauses[0].HasWord("most", "many", "people", "some", "usually", "often", "everybody")
	}
	last := u.previousSentence()
	return last != nil && len(last.Clauses) == 1 && last.Clauses[0].HasPhrase(revealing) && !pointsBack(&last.Clauses[0])
}

// pointsBack tells words by which what was just said is the reason of something:
// "that is why they end up in the attic".
func pointsBack(c *english.Clause) bool {
	w := c.Word(0)
	return (w == "that" || w == "this" || w == "which") && english.IsBe(c.Word(1)) && c.Word(2) == "why" && len(c.Tokens) > 4 && !c.Has(english.Hedge)
}

// namesCulprit tells a few words that say that what follows is the cause: "that's the
// lock file", "there is the cause", "then it's my own code".
func namesCulprit(b *english.Clause) bool {
	i := 0
	for b.Word(i) == "then" || b.Word(i) == "so" || b.Word(i) == "ah" {
		i++
	}
	switch b.Word(i) {
	case "that", "it":
		next := b.Word(i + 2)
		return len(b.Tokens) <= i+6 && b.Verb == i+1 && english.IsBe(b.Word(i+1)) && (next == "the" || next == "your" || next == "my" && b.Lead == english.Opens)
	case "there", "here":
		return b.Verb == i+1 && english.IsBe(b.Word(i+1)) && b.Word(i+2) == "the" && b.HasWord("cause", "culprit", "reason", "bug", "leak", "mistake", "fault", "explanation")
	}
	return false
}

// ofAKind tells how things of a kind behave, which anybody could tell: "a JVM
// sizes its heap by the memory it sees".
func ofAKind(s *english.Sentence) bool {
	c := &s.Clauses[0]
	if c.Verb < 1 || pastTense(c) || anyWord(s, []string{"your", "our", "my", "here", "this", "these", "now"}) {
		return false
	}
	for i := 0; i < c.Verb; i++ {
		switch c.Word(i) {
		case "a", "an":
			return true
		case "the", "all", "each", "every", "both":
			return false
		}
	}
	return ofMany(c)
}

// ofMany tells a statement about all things of a kind, in the plural and without an
// article or a number: "zip files hold a directory at their end".
func ofMany(c *english.Clause) bool {
	i := start(c)
	if c.Verb <= i || c.Verb > i+3 || c.Number() {
		return false
	}
	for k := i; k < c.Verb; k++ {
		if t := &c.Tokens[k]; t.Class != english.Word || english.IsFunction(t.Word) {
			return false
		}
	}
	return strings.HasSuffix(c.Word(c.Verb-1), "s") && (c.Word(c.Verb) == "are" || c.Word(c.Verb) == "have" || !english.IsBe(c.Word(c.Verb)) && c.Word(c.Verb) != "has")
}

// reasons tells a statement that is worked out, or says what follows, rather
// than found: "that means …", "5 seeds at 4 hours are 20", "with 9 it is off".
func reasons(u unit) bool {
	first := &u.s.Clauses[0]
	switch first.Word(start(first)) {
	case "with", "to", "then", "if":
		return true
	case "that", "this", "at", "for", "good", "in", "i":
		return !first.Has(english.Checked)
	}
	t, v := first.Tokens[start(first)], first.Verb
	works := (t.Class == english.Number || english.IsNumeral(t.Word)) && v > 0 && english.IsBe(first.Word(v)) && v+1 < len(first.Tokens) && first.Tokens[v+1].Class == english.Number
	return works || anyWord(u.s, []string{"means", "mean", "implies"})
}

// tentative tells a sentence that guesses or asks about a cause: "it may be what
// feeds the label".
func tentative(s *english.Sentence) bool {
	c := &s.Clauses[0]
	if s.Marked {
		return c.Has(english.Hedge) && !c.HasWord("i", "we")
	}
	switch c.Word(start(c)) {
	case "it", "that", "this", "they", "these":
		return c.Verb > 0 && c.HasWord("may", "might", "could", "perhaps", "maybe", "probably") && !c.Negated()
	}
	return false
}

// about tells that a statement is about this project rather than about the
// world: it speaks of "your" things, of what was checked, or in the past.
func (r *reader) about(u unit) bool {
	if next := u.after(); next != nil && next.Lead == english.So && pastTense(next) {
		return true
	}
	if u.Lead == english.Colon && u.before() != nil && u.before().Word(0) == "i" && pastTense(u.before()) || quantities(u.Clause) >= 2 && pointedAt(u.Clause, "it", "they") {
		return true // "I counted them: 212 …", "it reports 17 places in six files"
	}
	return u.Has(english.Checked) || pastTense(u.Clause) || u.HasWord("your", "our", "my", "the") || english.Shared(u.Content(), r.last.stems) >= 2
}

// commonplace are words for what everybody knows, judging for what somebody thinks of a place
// in their work, and spots for such a place.
var (
	commonplace = english.WordsOf("popular common frequent classic famous well-known notorious textbook proverbial")
	judging     = english.WordsOf("thorny tricky delicate risky nasty ugly awkward interesting promising dubious suspicious fragile dangerous")
	spots       = english.WordsOf("place places spot spots point points thing things corner corners part parts bit bits case cases")
)

// saysAside tells what the assistant only says in passing: how well known a thing is, where
// the work will be hard, what a thing makes it think of, and that it knows no more: "it's
// a classic trap", "there are three tricky spots", "7 smells of a typo".
func saysAside(c *english.Clause) bool {
	switch i := start(c); c.Word(i) {
	case "it", "that", "this":
		if c.HasOf(commonplace) && c.Verb == i+1 && english.IsBe(c.Word(c.Verb)) {
			return true
		}
	case "i":
		if c.Negated() && c.HasWord("prove", "tell", "rule", "verify", "confirm", "know") && c.Verb == i+1 && english.IsModal(c.Word(c.Verb)) {
			return true
		}
	}
	if c.HasWord("there") && c.HasOf(judging) && c.HasOf(spots) {
		return true
	}
	at := c.Index("smells", "smell", "reeks")
	return at > 0 && (c.Word(at+1) == "of" || c.Word(at+1) == "like")
}
