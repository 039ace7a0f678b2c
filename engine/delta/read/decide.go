package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// decide proposes a settled choice, unless it is known.
func (r *reader) decide(summary string, alternatives []string) bool {
	stems := r.content(summary)
	if len(stems) == 0 {
		return false
	}
	if wordsIn(minus(stems, givingStems)) > 0 && r.memory.known(stems, held, 0.85) {
		return true
	}
	if alternatives == nil {
		alternatives = []string{}
	}
	d := &delta.DecisionMade{Creation: r.creation(r.summary(summary), delta.High), Alternatives: alternatives}
	if !r.propose(d) {
		return false
	}
	r.resolve(summary, d.ID)
	return true
}

// resolve takes the branches out of force of which a decision names one option
// by words that no other has.
func (r *reader) resolve(summary, id string) {
	for _, b := range r.memory.all(branches, 1<<30) {
		if n, words := named(r.content(summary), b); n >= 0 && (b.age <= 4 || len(words) > 1) {
			r.supersede(b, id, "Settled: "+summary, delta.High)
		}
	}
}

// decided reads a user's choice that answers no open branch: "use semicolons",
// "sqlite it is", "output: plain text by default", "page size 50".
func (r *reader) decided(u unit) bool {
	r.by = choosingAlone
	c := u.Clause
	if strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") {
		return false // announces a list or a quotation
	}
	if r.picksNext(u) {
		return false // "I decided now: the tape"
	}
	if old := r.replaced(u); old != nil {
		r.revise(old, sentenceText(u), c)
		return true
	}
	if old := r.objectedTo(u); old != nil {
		r.revise(old, sentenceText(u), c)
		return true
	}
	if r.revisedIn(u) || u.Asked || c.Lead.Dependent() || c.Has(english.History) || len(c.Content()) == 0 || pastTense(c) && !c.Has(english.Chosen) {
		return false
	}
	if c.HasWord("that", "it", "this") && within(c.Content(), pointers) || r.noChoice(u) || laughs(u) && english.Shared(c.Content(), r.last.stems) == 0 {
		return false // says not what
	}
	if c.Has(english.Defer) && c.HasWord("it", "that", "this", "them") && r.looksFirst(u) {
		return false
	}
	if c.Has(english.Defer) && len(minus(c.Content(), deferring)) == 0 && !c.HasWord("it", "that", "this", "them") || r.narrates(u) {
		return false
	}
	if c.Has(english.Defer) && len(minus(c.Content(), deferring)) <= 1 && c.HasWord("it", "that", "this") && r.calledBackEarlier(u) {
		return false // leaves open what was taken back
	}
	if r.inForm(u) {
		return r.decide(r.formGiven(u), turnedDown(c))
	}
	if text := insteadOf(c); text != "" {
		return r.decide(text, nil)
	}
	if worksOn(u) {
		return false
	}
	switch {
	case c.Command && (chooses(c) && choiceOrder(c) || shaping(c) && !unnamed(c) || takesKind(u) || (paced(c) || givesInstead(c)) && !laughs(u)):
	case c.Has(english.ItIs) && endsWithItIs(c) && !waits(u) && !c.Has(english.Feeling) && (!c.HasWord("wins") || english.Shared(c.Content(), r.last.stems) > 0):
	case together(c), settled(c), letsBe(c):
	case !r.first && specced(u), r.bareValue(u):
	case c.Has(english.Default) && c.Where("a default") < 0 && len(c.Content()) > 1 && !c.Has(english.Passing):
	case c.Verb < 0 && !c.Command && u.at == 0 && r.proposed(delta.DecisionMadeKind) && r.purpose(u):
	case !r.first && suffices(u), !r.first && getsDone(c):
	case c.Word(0) == "then" && c.Verb < 0 && !c.Command && len(c.Content()) >= 2 && len(c.Tokens) <= 12 && !r.first && !c.Has(english.Done, english.Passing):
	case futurate(c), !r.first && c.HasWord("gets", "get") && c.Verb > 0 && c.Number() && c.Word(0) != "i" && c.Word(0) != "it" && !c.Has(english.Passing, english.Habit, english.Estimate, english.Hedge):
	case !r.first && (topicValue(u) || sized(u)), c.Verb < 0 && c.Has(english.Defer) && !c.Has(english.Done) && !c.HasWord("me", "you", "u", "tell", "ill", "ask", "next") && len(c.Tokens) > 2 && u.p.Kind == prose.Paragraph && !c.Negated():
	case r.replaces(u):
	case r.concludes(u):
		if old := r.retold(u); old != nil {
			r.revise(old, sentenceText(u), c)
			r.of(u.s).changed = true
			return true
		}
	case c.Has(english.Then) && c.Starts(english.Then) && c.Verb < 0 && !c.Command && len(c.Tokens) <= 5 && r.last.asks:
	case c.Has(english.Chosen) && !(r.last.info && c.Verb < 0) && !c.Has(english.Hearsay) && !c.HasWord("took", "went", "take", "told") && (c.Where("by me") < 0 || chooses(c)): // "colour-coded by me" chooses nothing
	case r.specifies(u):
	default:
		return false
	}
	if old := r.sameQuestion(u); old != nil {
		r.revise(old, r.revisedText(u, old), c)
		r.of(u.s).changed = true
		return true
	}
	return r.decide(verdictText(u), turnedDown(c))
}

// worksOn reports whether an order does something to code, or to what else is made, which
// is a task or nothing: its verb neither chooses nor fixes how something shall be ("give
// the parser default limits"), or it gives code no value ("let `store.go` be shorter").
func worksOn(u unit) bool {
	c, verb := u.Clause, u.Order
	if !c.Command {
		verb = start(c)
		if v, ok := c.VerbAt(verb); !ok || v.Form&english.Base == 0 || c.Verb > verb || c.Word(verb) == "default" {
			return false
		}
	}
	at := verb + 1
	if !english.HasContent(c.Tokens[at:]) {
		return false
	}
	if c.Word(at) == "the" || c.Word(at) == "our" {
		at++
	}
	onCode := at < len(c.Tokens) && c.Tokens[at].Class == english.Code && !c.Number()
	switch {
	case chooses(c) && choiceOrder(c), takesKind(u), paced(c), givesInstead(c), together(c):
		return false
	case shaping(c) && c.Word(verb) != "make":
		return false
	}
	return onCode || !shaping(c) && !letsBe(c) && c.Where("by default") < 0
}

// verdictText is what a choice says, without the story that it goes on with:
// "report from Wednesday: stamps it is, they fought over a parcel".
func verdictText(u unit) string {
	c := u.Clause
	at, n := c.Find(english.ItIs)
	if at < 1 || c.Word(at) != "it" || c.Word(at+n) != "," || !slices.Contains([]string{"i", "we", "they", "he", "she", "it"}, c.Word(at+n+1)) {
		return sentenceText(u)
	}
	return span(c, max(start(c), indexOfWord(c.Tokens[:at], ":")+1), at+n-1)
}

// deferring is the stems of what somebody does with what is put off.
var deferring = english.Content("ignore leave skip park wait hold postpone delay defer")

// calledBackEarlier tells that the speaker called himself back in an earlier
// sentence of the turn: "Facets … no wait, let me look first. Leave it for now."
func (r *reader) calledBackEarlier(u unit) bool {
	for _, o := range r.units()[:u.n] {
		if o.s != u.s && (calls(o.s.Text) || calls(restOf(o)) || retracts(o.Clause)) {
			return true
		}
	}
	return false
}

// narrates tells a clause that goes on with a story in words that could be in the
// present as well: "I had decided against it. Then I put the link on a forum."
func (r *reader) narrates(u unit) bool {
	v, ok := english.VerbOf(u.Word(u.Verb))
	if u.Verb < 1 || u.Word(u.Verb-1) != "i" && u.Word(u.Verb-1) != "we" || !ok || v.Form&english.Base == 0 || v.Form&english.Past == 0 {
		return false
	}
	before := r.sentenceIn(u, -1)
	return before != nil && anyClause(before, func(c *english.Clause) bool { return c.Has(english.History) || pastTense(c) })
}

// getsDone tells what is going to be done to a thing: "the image gets signed".
func getsDone(c *english.Clause) bool {
	if c.Verb < 1 || c.Word(c.Verb) != "gets" && c.Word(c.Verb) != "get" || len(c.ContentTo(c.Verb)) == 0 || c.Has(english.Habit, english.Hedge, english.Passing) || c.Negated() {
		return false
	}
	v, ok := c.VerbAt(c.Verb + 1)
	return ok && v.Form&english.Part != 0 && v.Class&english.Work != 0 && !slices.Contains([]string{"fix", "write", "rewrite", "update", "clean", "test", "document", "translate", "migrate", "build", "add"}, v.Lemma)
}

// purpose tells a choice by what it is for, added to another one: "and MkDocs
// for the site".
func (r *reader) purpose(u unit) bool {
	return u.HasWord("for") && len(u.s.Text) > 4 && strings.EqualFold(u.s.Text[:4], "and ") && len(u.Tokens) <= 7 && u.Tokens[0].Class != english.Number && !u.Has(english.Done, english.Thanks, english.Ack)
}

// sameQuestion is the decision that a choice answers anew: it is about the
// same thing and has another value.
func (r *reader) sameQuestion(u unit) *entry {
	words, numbers := r.partsOf(u)
	if len(numbers) == 0 {
		return r.sameTopic(u)
	}
	words = minus(words, changing)
	context := withoutNumbers(r.last.stems)
	if b := u.before(); b != nil {
		context = union(withoutNumbers(b.Content()), context)
	}
	var best *entry
	score := 0.0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Decision || len(e.numbers) == 0 || r.standsAt(e, numbers) {
			continue
		}
		shared := english.Shared(words, e.stems)
		s := float64(shared) / float64(max(1, len(words)))
		if len(words) == 0 || len(words) == 1 && isUnit(words[0]) {
			s = 0
			if english.Shared(e.words, context) > 0 {
				s = recency(e.age)
			}
		}
		if s >= 0.5 && s >= score {
			best, score = e, s
		}
	}
	return best
}

// objectedTo is the decision of the last turn against which the user speaks:
// "no, keep the old path".
func (r *reader) objectedTo(u unit) *entry {
	if r.turn.Role != User || !u.Command || !chooses(u.Clause) || len(r.passages[0].sentences) == 0 {
		return nil
	}
	first := r.passages[0].sentences[0].Clauses[0]
	if !first.HasWord("no") || u.s != &r.passages[0].sentences[0] {
		return nil
	}
	e, _ := r.memory.alike(u.Content(), func(e *entry) bool { return e.kind == delta.Decision && e.age <= 1 }, 0.3)
	return e
}

// replaced is the decision that a choice turns down: "the ring buffer in place
// of the small logger".
func (r *reader) replaced(u unit) *entry {
	c := u.Clause
	at, _ := c.Find(english.InsteadOf)
	if at < 1 || u.Asked || c.Has(english.Hedge, english.Undecided, english.History) || c.Lead.Dependent() {
		return nil
	}
	if c.Word(at) == "not" && !topicValue(u) || c.Word(at) == "over" && c.Verb >= 0 {
		return nil
	}
	stems := english.ContentOf(c.Tokens[at+1:])
	if len(stems) == 0 || len(c.ContentTo(at)) == 0 {
		return nil
	}
	e, _ := r.memory.alike(stems, revisables, 0.6)
	return e
}

// choiceOrder tells "use X", "keep Y" from idioms with the same verbs.
func choiceOrder(c *english.Clause) bool {
	next := c.Word(c.Order + 1)
	switch c.Word(c.Order) {
	case "let", "have", "do", "put", "target", "want":
		return false
	case "go":
		return next == "with" || next == "for"
	case "take":
		return next != "your" && next != "a" && next != "care" && next != "it" && next != "out" && next != "no" && next != "note" && next != "notice" && next != "part" && next != "time" && !c.HasWord("out", "off", "away")
	case "keep":
		return next != "going" && next != "in" && next != "it" && next != "up" && next != "me" && !strings.HasSuffix(next, "ing")
	case "leave":
		return next != "it" && next != "that" && next != "me"
	case "make":
		return false
	case "name", "call", "limit", "cap":
		return !c.HasWord("day", "quits")
	case "pick", "choose", "select":
		return !c.HasWord("random", "randomly")
	case "set":
		return next != "up" && c.HasWord("to")
	case "stay", "stick":
		return next == "with" || next == "on" || next == "at" || next == "to"
	}
	return english.HasContent(c.Tokens[c.Order+1:])
}

func endsWithItIs(c *english.Clause) bool {
	at, n := c.Find(english.ItIs)
	if at < 1 {
		return false
	}
	for i := max(0, at-3); i < at; i++ {
		if c.Is(i, verdicts.WordSet) || slices.Contains([]string{"as", "what", "how", "where", "why", "who", "which", "when", "whatever"}, c.Word(i)) {
			return false // "what month it is"
		}
	}
	for i := at + n; i < len(c.Tokens); i++ {
		switch c.Word(i) {
		case ",":
			return c.Word(at) == "it"
		case "then", "now", "please", "for", "thanks":
		default:
			return false
		}
	}
	return true
}

// specced tells a rule of how the result behaves or what belongs to it, said
// of a thing in the present: "the report becomes weekly", "day passes are
// excluded", "cancellations go into a second column".
func specced(u unit) bool {
	c := u.Clause
	if c.Verb < 1 || c.Negated() || c.Has(english.Hedge, english.Passing, english.Habit, english.Cause, english.Undecided, english.Must) || c.Lead.Dependent() || c.HasWord("already", "currently", "today", "i", "still") {
		return false
	}
	next := c.Word(c.Verb + 1)
	switch c.Word(c.Verb) {
	case "becomes", "become":
		return len(c.ContentTo(c.Verb)) > 0 && !c.HasWord("everything", "everybody", "everyone", "it", "this", "that", "he", "she", "when", "if", "soon", "slowly")
	case "goes", "go":
		return len(c.ContentTo(c.Verb)) > 0 && slices.Contains([]string{"into", "in", "to", "on", "under", "at", "first", "last", "behind", "after", "before", "away"}, next) || len(c.ContentTo(c.Verb)) > 0 && next == "out" && c.Word(c.Verb+2) == "of"
	case "is", "are":
		return slices.Contains([]string{"excluded", "included", "omitted", "skipped", "hidden", "optional", "ignored", "grouped", "sorted"}, next) && len(c.ContentTo(c.Verb)) > 0 && (c.Lead == english.So || len(c.Tokens) <= 9)
	}
	return false
}

// bareValue tells a property that is given a value as in a list, without an
// article: "destroy time is 17:00", "rate goes from 0.05 to 8 Hz".
func (r *reader) bareValue(u unit) bool {
	c := u.Clause
	if r.first || r.turn.Role != User || r.last.info || c.Verb < 1 || c.Verb > 4 || c.Negated() || pastTense(c) || c.Lead.Dependent() || c.Lead == english.Colon || !c.Number() || len(c.Tokens) > 10 ||
		c.Has(english.Hedge, english.Passing, english.Habit, english.Cause, english.Undecided, english.Must, english.NowIs, english.InPassing, english.Estimate, english.History) || c.HasWord("already", "currently", "today", "still", "now", "about", "only", "off", "per", "than", "of") {
		return false
	}
	i := start(c)
	if i >= c.Verb || !slices.Contains([]string{"is", "are", "goes", "begins", "starts", "ends", "lasts", "runs"}, c.Word(c.Verb)) {
		return false
	}
	for _, t := range c.Tokens[i:c.Verb] {
		if t.Class != english.Word || english.IsFunction(t.Word) || english.IsNumeral(t.Word) || strings.HasSuffix(u.p.Text[t.Start:t.End], "'s") || i > 0 && u.p.Text[t.Start] >= 'A' && u.p.Text[t.Start] <= 'Z' {
			return false
		}
	}
	k := c.Verb + 1
	return c.Tokens[min(k, len(c.Tokens)-1)].Class == english.Number || slices.Contains([]string{"at", "after", "to", "up"}, c.Word(k)) || c.Word(k) == "from" && c.HasWord("to", "until")
}

// planned verbs, in the present and with "we", tell what will be done.
var planned = []string{"launch", "start", "begin", "ship", "put", "split", "charge", "restart", "mark", "host", "publish", "release", "announce", "sell", "open", "stay", "leave", "move", "drop", "wait", "skip", "postpone", "rename"}

// futurate tells a plan in the present tense: "we launch in our own town
// first".
func futurate(c *english.Clause) bool {
	if c.Word(0) != "we" && !(c.Word(0) == "so" && c.Word(1) == "we") || c.Verb < 1 || c.Has(english.Habit, english.Hedge, english.History, english.Must, english.Promise) || c.HasWord("already", "currently", "today", "still") {
		return false
	}
	v, ok := c.VerbAt(c.Verb)
	return ok && v.Form&english.Base != 0 && slices.Contains(planned, v.Lemma) && !c.Negated()
}

// specifies tells a description of how something just ordered shall be:
// "next: delete mode. It keeps the oldest file."
func (r *reader) specifies(u unit) bool {
	c := u.Clause
	if c.Verb < 1 || c.Has(english.Hedge) || pastTense(c) || english.IsBe(c.Word(c.Verb)) || c.Word(0) == "i" || c.Word(0) == "we" {
		return false
	}
	v, ok := c.VerbAt(c.Verb)
	if !ok || v.Form&english.Third == 0 {
		return false
	}
	for _, e := range r.memory.made() {
		if e.kind == delta.Task && english.Shared(c.ContentTo(c.Verb), e.stems) > 0 {
			return true
		}
	}
	return false
}

// turnedDown are the options that a choice names to reject them: "X over Y",
// "X, not Y", "X instead of Y".
func turnedDown(c *english.Clause) []string {
	kept := affirmed(c)
	if len(kept) == 0 || len(kept) == len(c.Tokens) {
		return nil
	}
	i := len(kept)
	for i < len(c.Tokens) && slices.Contains([]string{"not", "over", "instead", "of", "rather", "than", "without", "the", "a"}, c.Word(i)) {
		i++
	}
	if i >= len(c.Tokens) || len(c.Tokens)-i > 5 || !english.HasContent(c.Tokens[i:]) {
		return nil
	}
	return []string{from(c, i)}
}

// revisedIn tells that the sentence has revised something already: what else
// it says belongs to that.
func (r *reader) revisedIn(u unit) bool { return u.at > 0 && r.of(u.s).changed }

// looksFirst tells that a choice that is left for now waits for what the turn wants
// to know before: "can I look first what mine says? Leave it for the moment."
func (r *reader) looksFirst(u unit) bool {
	return slices.ContainsFunc(r.units()[:u.n], func(o unit) bool {
		return o.HasWord("first", "before", "beforehand") && o.HasWord("look", "ask", "check", "see", "hear", "read", "talk", "test", "try", "compare")
	})
}
