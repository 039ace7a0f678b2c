package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// suspectList tells an introduction to a list of guesses at a cause, a hypothesis
// each: "possible causes:", "A few things could explain this:".
func suspectList(intro string) bool {
	return intro != "" && (guessedAt.among(intro) && (supposedly.among(intro) || culprits.among(intro)) || bringingAbout.among(lastSentence(intro)) && supposedly.among(lastSentence(intro)))
}

// guessedAt is what is guessed at, and supposedly how; culprits are both at once.
// bringingAbout says what a cause does.
var (
	guessedAt     = classOf("causes reasons explanations suspects culprits theories hypotheses")
	supposedly    = classOf("possible likely potential probable plausible typical common usual usually typically could might may can suspected")
	culprits      = classOf("suspects culprits theories hypotheses")
	bringingAbout = classOf("cause causes explain explains trigger triggers behind wrong account produce")
)

// assumptionList tells an introduction to a list of what the assistant took for
// granted: "Assumptions I made:", "I assumed:".
func assumptionList(intro string) bool {
	if intro == "" {
		return false
	}
	last := lastSentence(intro)
	return taken.among(last) && !theirs.among(last)
}

// taken are words for what is taken for granted, theirs for what somebody else does.
var (
	taken  = classOf("assumptions assumption assumed assume assuming presumed")
	theirs = classOf("your their they its no not without avoid wrong confirmed checked")
)

// guessItem reads an item of a list of guesses or assumptions, one each.
func (r *reader) guessItem(u unit) bool {
	if u.p.Kind != prose.Item || u.at > 0 || u.k > 0 || u.p.Nested || u.s.Marked || !suspectList(u.p.intro) && !assumptionList(u.p.intro) {
		return false
	}
	for i := range u.p.sentences {
		for k := range u.p.sentences[i].Clauses {
			r.mark(&u.p.sentences[i].Clauses[k])
		}
	}
	r.idea(u.s.Text, delta.Low, false)
	return true
}

// introducesGuesses tells a sentence whose guesses stand in a list below it.
func (r *reader) introducesGuesses(u unit) bool {
	if !strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") || !suspectList(u.s.Text) && !assumptionList(u.s.Text) {
		return false
	}
	next := u.block(r.passages) + 1
	return next < len(r.passages) && r.passages[next].Kind == prose.Item
}

// amissNow are words for what goes as it should not, beside amiss.
var amissNow = classOf("slow slower laggy choppy stutters stutter hangs hang leaks leak resets lag lags late stuck frozen freezes dies stops stalls drops flickers duplicate duplicates twice bug bugs failed failing flaky stutter reboots corrupt weird strange odd wrongly debug")

// hunts tells that what is talked about is why something goes wrong.
func (r *reader) hunts() bool {
	if amiss.among(r.last.reads) || amissNow.among(r.last.reads) {
		return true
	}
	g := r.memory.newest(kind(delta.Goal))
	return g != nil && (amiss.among(g.summary) || amissNow.among(g.summary))
}

// couldBeAnyOf reads a sentence that counts up what may be behind what goes wrong, a
// guess each: "it could be the cable, a dirty contact or the driver", "either the
// cache is stale, or the clock runs late".
func (r *reader) couldBeAnyOf(u unit) bool {
	if u.Asked || u.s.Marked || u.at > 0 || u.Verb < 0 {
		return false
	}
	i := start(u.Clause)
	either := u.Word(i) == "either"
	if either {
		i++
	}
	from := u.Verb + 1
	switch u.Word(u.Verb) {
	case "could", "might", "may", "can":
		if !pointedAt(u.Clause, "it", "this", "that", "something") {
			return false
		}
		for u.Word(from) == "also" || u.Word(from) == "either" || u.Word(from) == "well" || u.Word(from) == "just" {
			from++
		}
		if u.Word(from) != "be" {
			return false
		}
		for from++; u.Word(from) == "either" || u.Word(from) == "anything" || u.Word(from) == ":" || u.Word(from) == "due" || u.Word(from) == "to" || u.Word(from) == "because" || u.Word(from) == "of"; from++ {
		}
	default:
		if w := u.Word(i); !either || w == "you" || w == "we" || w == "i" || u.Command || english.IsModal(u.Word(u.Verb)) || len(u.s.Clauses) < 2 {
			return false
		}
		from = i
	}
	if !r.hunts() {
		return false
	}
	var tokens []english.Token
	var breaks []int
	for k := range u.s.Clauses {
		c := &u.s.Clauses[k]
		if k > 0 && c.Lead == english.Or {
			breaks = append(breaks, len(tokens))
		}
		tokens = append(tokens, c.Tokens...)
	}
	if breaks == nil && indexOfWord(tokens, "or") < 0 {
		return false
	}
	guesses := split(u.p.Text, tokens, from, breaks)
	if len(guesses) < 2 {
		return false
	}
	for _, g := range guesses {
		r.idea(g, delta.Low, false)
	}
	for k := range u.s.Clauses {
		r.mark(&u.s.Clauses[k])
	}
	return true
}

// suspects reads several guesses at a cause in one sentence; each is a
// hypothesis.
func (r *reader) suspects(u unit) bool {
	if r.suspectsListed(u) || r.nextSuspect(u) {
		return true
	}
	if r.guessItem(u) || r.couldBeAnyOf(u) {
		return true
	}
	if u.Asked || u.Verb < 1 || !u.HasWord("suspects", "culprits", "causes", "explanations", "reasons") || !english.IsBe(u.Word(u.Verb)) {
		return false
	}
	guesses := lettersWithin(u)
	if guesses == nil {
		guesses = splitRest(u, u.Verb+1)
	}
	for _, g := range guesses {
		r.hypothesis(g, delta.Low)
	}
	return len(guesses) > 0
}

// splitRest cuts what a sentence says from a token of u on at commas and "or".
func splitRest(u unit, from int) []string {
	var tokens []english.Token
	var breaks []int // where a clause that "or" opens begins
	for i := u.at; i < len(u.s.Clauses); i++ {
		if c := &u.s.Clauses[i]; i > u.at && c.Lead == english.Or {
			breaks = append(breaks, len(tokens))
		}
		tokens = append(tokens, u.s.Clauses[i].Tokens...)
	}
	return split(u.p.Text, tokens, from, breaks)
}

// suspectsListed reads what a topic of suspects lists, a statement each:
// "candidates: three strokes are not enough, or there are bubbles".
func (r *reader) suspectsListed(u unit) bool {
	colon := u.Index(":")
	topic := u.Tokens[:max(0, colon)]
	if b := u.before(); colon < 0 && b != nil && u.Lead == english.Colon {
		topic = b.Tokens
	}
	if len(topic) == 0 || len(topic) > 6 || !slices.ContainsFunc(topic, func(t english.Token) bool {
		return slices.Contains([]string{"candidates", "suspects", "culprits", "causes", "explanations", "reasons", "possibilities", "theories"}, t.Word)
	}) {
		return false
	}
	named := func(t english.Token) bool { return amissBy.Holds(t.Word) }
	if (u.Verb < 0 || !english.IsBe(u.Word(u.Verb)) && u.Word(u.Verb) != "has" && !pastTense(u.Clause)) && !(r.diagnosing() && slices.ContainsFunc(topic, named)) {
		return false
	}
	for i := u.at; i < len(u.s.Clauses); i++ {
		r.mark(&u.s.Clauses[i])
	}
	guesses := splitRest(u, colon+1)
	for _, g := range guesses {
		r.idea(g, delta.Low, false)
	}
	return len(guesses) > 0
}

// amissBy are words for what something goes wrong by.
var amissBy = english.WordsOf("reasons causes suspects culprits explanations")

// orElse tells another suspicion behind one: "Or the locale is missing in the image."
func orElse(u unit) bool {
	if u.at > 0 || u.Word(0) != "or" {
		return false
	}
	last := u.previousSentence()
	return last != nil && !last.Asked && u.Verb > 1 && !u.s.Asked && !pointedAt(u.Clause, "you", "we", "i") && anyClause(last, func(c *english.Clause) bool {
		return c.Has(english.Hedge) && !c.Command
	})
}
