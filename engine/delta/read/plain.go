package read

import (
	"slices"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// plain tells a whole sentence that can hardly mean anything else than what it is
// read as: "use redis", "page size 50", "no orm", "only the
// standard library". It needs no marks beside it.
func (r *reader) plain(c unit, column int) bool {
	if column == asFact && r.turn.Role == User && (r.tellsState(c) || r.toldOutright(c)) {
		return true
	}
	if column == asFinding {
		return r.readsOff(c)
	}
	if r.turn.Role != User || c.at > 0 && !(column == asFact && c.Lead == english.And) && !(c.at == 1 && c.before().Has(english.InPassing) && len(c.before().Content()) == 0) || c.Asked || c.s.Marked || c.Report != nil || r.quotes || r.pasted && !(column == asFact && placed(c.Clause)) ||
		c.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Hearsay, english.Sarcasm, english.Opinion, english.Estimate) || column != asFact && c.Has(english.Done, english.Passing) || laughs(c) {
		return false
	}
	if len(c.Tokens) > 9+4*btoi(column == asFact && placed(c.Clause)) || c.p.Kind != prose.Paragraph {
		return false
	}
	if column == asFact && placed(c.Clause) {
		return !english.IsFunction(c.Word(start(c.Clause))) || c.Verb-start(c.Clause) > 1
	}
	for i := c.at + 1; i < len(c.s.Clauses); i++ {
		if c.s.Clauses[i].Lead != english.Because {
			return false
		}
	}
	switch column {
	case asChoice:
		return ordersUse(c.Clause) || ordersValue(c.Clause) || givesInstead(c.Clause) || english.Shared(c.Content(), properties) > 0 && (sized(c) || topicValue(c) && len(c.Content()) <= 5)
	case asRule:
		return setsBound(c.Clause) || (bans(c.Clause) || isMust(c.Clause)) && !r.tellsHowItWent(c)
	case asFact:
		return describesSetup(c)
	}
	return false
}

// tellsState tells a statement of how a thing is, whatever else its turn holds.
func (r *reader) tellsState(u unit) bool {
	if u.at > 0 && u.Lead != english.And && !timed(u) || u.Asked || u.s.Marked || u.Report != nil || cites(u.Clause) || laughs(u) ||
		u.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Hearsay, english.Sarcasm, english.Opinion, english.Estimate) {
		return false
	}
	return (r.standing(u) || r.tellsIt(u) || timed(u)) && !goesAgainst(u)
}

// tellsHowItWent tells that the sentence before says what came of something: of a
// no behind it nobody knows whether it forbids.
func (r *reader) tellsHowItWent(u unit) bool {
	before := r.sentenceIn(u, -1)
	return before != nil && anyClause(before, func(c *english.Clause) bool {
		return c.Has(english.Done, english.Checked) || outcomes.in(c) || pastTense(c)
	})
}

// isMust tells a statement of what is required: "sandboxed is a must".
func isMust(c *english.Clause) bool {
	if mustDo(c) {
		return true
	}
	if c.Verb < 1 || !english.IsBe(c.Word(c.Verb)) || c.Negated() || pastTense(c) {
		return false
	}
	i := c.Verb + 1
	if c.Word(i) == "a" {
		i++
	}
	return i+1 == len(c.Tokens) && slices.Contains([]string{"must", "mandatory", "required", "compulsory", "obligatory", "non-negotiable", "essential"}, c.Word(i)) && len(c.ContentTo(c.Verb)) > 0
}

// mustDo tells what a thing must do or not: "ie11 must work too", "the page must not
// flicker". Of people, and with "be" or "have", it may be an errand or a guess.
func mustDo(c *english.Clause) bool {
	if c.Verb <= start(c) || c.Word(c.Verb) != "must" || len(c.ContentTo(c.Verb)) == 0 {
		return false
	}
	switch c.Word(start(c)) {
	case "i", "we", "you", "he", "she", "they", "somebody", "someone", "there", "this", "that", "it":
		return false
	}
	at := c.Verb + 1
	if c.Word(at) == "not" {
		return at+1 < len(c.Tokens)
	}
	v, ok := c.VerbAt(at)
	return ok && v.Form&english.Base != 0 && v.Lemma != "be" && v.Lemma != "have"
}

// ordersUse tells an order to use something: "use port 9090", "go with redis".
func ordersUse(c *english.Clause) bool {
	if !c.Command || c.Negated() || !english.HasContent(c.Tokens[c.Order+1:]) {
		return false
	}
	next := c.Word(c.Order + 1)
	switch c.Word(c.Order) {
	case "use", "pick", "choose":
		return !c.HasWord("random", "randomly") && next != "it" && next != "them" && next != "that" && next != "this" && next != "your"
	case "go", "stick":
		return next == "with"
	case "let":
		return next == "us" && slices.Contains([]string{"use", "take", "go", "pick", "stick"}, c.Word(c.Order+2))
	}
	return false
}

// describesSetup tells what something that is there uses, has or is, by a number
// or a name: "the API uses port 3000", "we use Redis".
func describesSetup(u unit) bool {
	c := u.Clause
	if c.Verb < 1 || c.Negated() || c.Has(english.AfterAll) || !u.Number() && !namesSomething(u) && !ofKnownSort(c) {
		return false
	}
	switch c.Word(start(c)) {
	case "the", "our", "my", "we":
	default:
		return false
	}
	switch c.Word(c.Verb) {
	case "uses", "use", "has", "have", "is", "are", "runs", "run", "listens", "lives", "sits", "supports", "stores", "contains", "holds", "consists":
		return !c.HasWord("ago", "left", "now", "today", "yesterday", "down", "up", "on fire", "done", "ready")
	}
	return false
}

// ofKnownSort tells that a clause says by the name of a known sort what something of the
// speaker's is or uses: "our db is postgres".
func ofKnownSort(c *english.Clause) bool {
	return (c.Word(start(c)) == "our" || c.Word(start(c)) == "my" || c.Word(start(c)) == "we") && c.Verb > 0 && sortsOf(english.ContentOf(c.Tokens[c.Verb+1:])) != 0 && len(c.Tokens)-c.Verb <= 4
}

// placing are verbs of where a thing is, whose it is, what it comes with and in which form,
// each with the words that then follow.
var placing = phraseTableOf(
	"belongs|belong to", "sits|sit behind|in|on|under|between|inside|at|next|beside|below|above", "lives|live in|on|at|under|behind|inside", "resides|reside in|on|at|under", "comes|come from|as|in|with|out", "arrives|arrive as|in|via|by|from|over|with|every|once",
	"ships|ship with|without|as", "counts|count as|towards|toward|from|for", "points|point to|at", "hangs|hang off|on|behind", "runs|run on|as|under|behind|inside|in", "depends|depend on", "consists|consist of", "listens|listen on", "reads|read from", "writes|write to|into", "sends|send to",
	"is|are counted|stored|kept|written|hosted|paired|mounted|wired|connected|attached|owned|maintained|generated|called|spread|embedded|read", "owns|own", "maintains|maintain", "is|are only|all|both? by|behind|from", "goes|go through|to|over|into|via|out", "gets|get generated|written|built|copied|stored|called",
)

// placed tells a statement of where something is, whose, or in which form: "the dns
// belongs to the agency", "the sensor sits behind a level shifter".
func placed(c *english.Clause) bool {
	i := start(c)
	if c.Verb <= i || c.Verb-i > 5 {
		return false
	}
	at := placing.after(c, c.Verb)
	if at == 0 || at >= len(c.Tokens) || c.Negated() || pastTense(c) || c.Command || c.Lead.Dependent() || c.Lead == english.So || c.Lead == english.But || c.Has(english.Done) && c.Word(c.Verb) != "live" && c.Word(c.Verb) != "lives" && !c.Has(english.Habit) || c.Has(english.Passing, english.Feeling, english.Must, english.AfterAll, english.Aim, english.Promise, english.Never, english.NowIs, english.Defer, english.Choosing) && !c.Has(english.Habit) {
		return false
	}
	switch c.Word(i) {
	case "it", "that", "this", "these", "those", "i", "you", "we", "he", "she", "they", "there", "what", "who", "which", "everything", "nothing", "something", "everybody", "nobody", "somebody", "people", "life", "one", "let":
		return false
	}
	return english.HasContent(c.Tokens[i:c.Verb]) && english.HasContent(c.Tokens[at:]) && !c.HasWord("should", "shall", "mind", "lot", "conclusion", "hell", "heaven", "wrong", "you", "down")
}

// bans tells a rule of a few words, that forbid something or all but one thing: "no
// orm", "never log passwords", "only the standard library".
func bans(c *english.Clause) bool {
	if len(c.Tokens) < 2 || !english.HasContent(c.Tokens) {
		return false
	}
	if limitsUse(c) {
		return true
	}
	switch c.Word(0) {
	case "no":
		return c.Verb < 0 && !c.Command && english.HasContent(c.Tokens[1:]) && c.Tokens[1].Class != english.Punct && c.Tokens[1].Class != english.Number
	case "never":
		return c.Command || c.Word(1) == ":"
	case "only":
		return c.Verb < 0 && !c.Command && !c.Number()
	}
	last := len(c.Tokens) - 1
	if c.Word(last) == "please" && last > 1 {
		last--
	}
	return c.Word(last) == "only" && c.Verb < 0 && !c.Command && (last < len(c.Tokens)-1 || !c.Has(english.Accept, english.Ack)) && !c.Has(english.Defer) && wordsIn(c.Content()) > 0
}

// limitsUse tells an order to use nothing but some things, or not to use some: "only use
// the standard library", "don't use any libraries", "you may only use awk".
func limitsUse(c *english.Clause) bool {
	at := c.Order
	if !c.Command {
		at = c.Index("use")
		if at < 2 || at > 4 || !c.HasWord("only") || !english.IsModal(c.Word(1)) || c.Word(0) != "you" && c.Word(0) != "we" {
			return false
		}
	}
	if c.Word(at) != "use" || !english.HasContent(c.Tokens[at+1:]) || c.HasWord("if", "unless", "when", "once", "now", "today") {
		return false
	}
	return c.HasWord("only") || at > 0 && (c.Word(at-1) == "not" || c.Word(at-1) == "never")
}
