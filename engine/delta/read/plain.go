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
	if r.turn.Role != User || c.at > 0 || c.Asked || c.s.Marked || c.Report != nil || len(c.Tokens) > 9 || c.p.Kind != prose.Paragraph || r.quotes || r.pasted ||
		c.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Hearsay, english.Sarcasm, english.Opinion, english.Estimate) || column != asFact && c.Has(english.Done, english.Passing) || laughs(c) {
		return false
	}
	for i := 1; i < len(c.s.Clauses); i++ {
		if c.s.Clauses[i].Lead != english.Because {
			return false
		}
	}
	switch column {
	case asChoice:
		return ordersUse(c.Clause) || english.Shared(c.Content(), properties) > 0 && (sized(c) || topicValue(c) && len(c.Content()) <= 5)
	case asRule:
		return bans(c.Clause) && !r.tellsHowItWent(c)
	case asFact:
		return describesSetup(c)
	}
	return false
}

// tellsHowItWent tells that the sentence before says what came of something: of a
// no behind it nobody knows whether it forbids.
func (r *reader) tellsHowItWent(u unit) bool {
	before := r.sentenceIn(u, -1)
	return before != nil && anyClause(before, func(c *english.Clause) bool {
		return c.Has(english.Done, english.Checked) || outcomes.in(c) || pastTense(c)
	})
}

// ordersUse tells an order to use something: "use port 9090", "go with redis".
func ordersUse(c *english.Clause) bool {
	if !c.Command || c.Negated() || !english.HasContent(c.Tokens[c.Order+1:]) {
		return false
	}
	next := c.Word(c.Order + 1)
	switch c.Word(c.Order) {
	case "use", "pick", "choose":
		return next != "it" && next != "them" && next != "that" && next != "this" && next != "your"
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
	if c.Verb < 1 || c.Negated() || c.Has(english.AfterAll) || !u.Number() && !namesSomething(u) {
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

// bans tells a rule of a few words, that forbid something or all but one thing: "no
// orm", "never log passwords", "only the standard library".
func bans(c *english.Clause) bool {
	if len(c.Tokens) < 2 || !english.HasContent(c.Tokens[1:]) {
		return false
	}
	switch c.Word(0) {
	case "no":
		return c.Verb < 0 && !c.Command && c.Tokens[1].Class != english.Punct && c.Tokens[1].Class != english.Number
	case "never":
		return c.Command
	case "only":
		return c.Verb < 0 && !c.Command && !c.Number()
	}
	return false
}
