package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// bestProposals picks one clause a passage that carries its proposal: the one
// that proposes rather than one that worries.
func (r *reader) bestProposals(options map[int]bool, explains bool) map[*english.Clause]bool {
	best := map[*english.Sentence]unit{}
	score := map[*english.Sentence]int{}
	for _, u := range r.units() {
		if u.Asked || u.Lead == english.If || u.Word(0) == "if" || underCondition(u) || idle(u) || judges(u.Clause) || remarks(u) || r.permits(u) || r.fears(u) || r.introducesGuesses(u) || u.p.Kind == prose.Item && (options[u.p.List] || u.p.Box != prose.NoBox) {
			continue
		}
		if explains && !r.asksCause() && !u.HasWord("bet", "guess", "suspect", "suspicion", "hunch", "theory", "culprit", "suspects") {
			continue // says how things can be
		}
		s := 0
		if u.p.Kind == prose.Item && !causes(u.p.intro) && !u.Has(english.Assumption) {
			continue // an estimate in a list, a detail of a plan
		}
		switch {
		case r.supposes(u.Clause), u.Has(english.Suggest) && u.HasWord("would", "suggest", "recommend", "propose", "proposal", "suggestion", "compromise") && !u.HasWord("too"):
			s = 3
		case u.Has(english.Suggest) && !u.HasWord("too"), wouldDo(u.Clause), holdsBest(u.Clause), favours(u.Clause) && r.adviceAsked():
			s = 2
		case u.Has(english.Lean) && !r.proposed(delta.BranchCreatedKind) && r.memory.none(branches, 4):
			s = 2
		case u.Has(english.Hedge) && (!u.Has(english.Estimate) || u.HasWord("may", "might", "could")), mayBe(u.Clause):
			s = 1
		}
		if s == 0 && orElse(u) || s > 1 && u.Lead == english.Which && u.Verb == 0 {
			s = 1
		}
		if u.Lead == english.Which && score[u.s] > 0 || consequent(u) && score[u.previousSentence()] > 0 {
			continue // describes what is supposed, or what follows from it
		}
		if s > score[u.s] {
			best[u.s], score[u.s] = u, s
		}
	}
	out := map[*english.Clause]bool{}
	for _, u := range best {
		out[u.Clause] = true
	}
	return out
}

// consequent tells what would follow from the sentence before: "then a report would
// exceed the limit".
func consequent(u unit) bool {
	return u.at == 0 && u.Verb > 1 && u.Word(0) == "then" && u.Word(u.Verb) == "would" && u.Word(1) != "i" && u.Word(1) != "we" && u.Word(1) != "you" && u.previousSentence() != nil
}

// causes tells an introduction to a list of what may be wrong.
func causes(intro string) bool {
	return intro != "" && english.Shared(english.Content(lastSentence(intro)), suspecting) > 0
}

// suspecting are stems of the words that introduce suspicions.
var suspecting = english.Content("cause causes suspect suspects culprit culprits reasons explanation explanations candidates hypotheses theories")

// suggested reads a proposal or a guess of the assistant.
func (r *reader) suggested(u unit) bool {
	c := u.Clause
	if list := r.proposedList(u); list != "" {
		return r.idea(list, delta.Medium, true)
	}
	switch {
	case r.supposes(c):
		text := from(c, assumptionEnd(c))
		if next := u.after(); next != nil && len(english.Content(text)) < 2 {
			text += " " + from(next, 0)
		}
		return r.idea(text, delta.Low, false)
	case c.Has(english.OfferHelp) || c.Lead.Dependent() && c.Lead != english.Which:
		return false
	}
	if !c.Has(english.Suggest, english.Hedge, english.Lean) && !wouldDo(c) && !mayBe(c) && !favours(c) && !orElse(u) && !holdsBest(c) || len(c.Content()) < 2 && !((c.Has(english.Hedge) || wouldTake(c)) && len(c.Content()) == 1) {
		return false
	}
	if c.HasWord("look", "looks", "would") && strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") && !c.HasWord("suggest", "propose", "recommend", "i") {
		return false // introduces an example
	}
	if judges(c) || c.Negated() && c.Word(start(c)) == "i" || strings.HasPrefix(strings.ToLower(c.Text), "otherwise") || strings.HasPrefix(c.Words(), "here is") && u.after() == nil {
		return false
	}
	if c.Word(0) == "you" && c.Word(1) == "can" || c.Has(english.Undecided) {
		return false
	}
	if r.proposed(delta.BranchCreatedKind) && r.inBranch(u) || !c.Has(english.Suggest) && r.weighs(u) {
		return false
	}
	if h := r.memory.recent(ideas, 1); h != nil && !c.Number() && english.Shared(c.Content(), h.stems) > 0 && c.Word(0) != "i" {
		return true // speaks for or against an idea that is there
	}
	if next := u.after(); next != nil && next.Lead == english.Colon {
		text := r.spelledOut(u)
		return r.idea(text, delta.Medium, !causing.in(c) && (proposes(core(c)) || c.Has(english.Suggest)))
	}
	certainty := delta.Medium
	if c.Has(english.Hedge) && !c.Has(english.Suggest) {
		certainty = delta.Low
	}
	text := r.withSecond(u, supposed(u))
	if orElse(u) {
		text, _ = strings.CutPrefix(text, "Or ")
	}
	return r.idea(text, certainty, proposes(sentenceText(u)) || holdsBest(c) || c.HasWord("suggest", "propose", "recommend", "advise", "suggestion", "proposal", "recommendation") || c.Has(english.Suggest) && c.HasWord("i", "we", "you") && c.HasWord("would"))
}

// withSecond is a proposal with the second thing that it goes on to name by a verb in the
// same form: "I could store the reactions and ping whoever is missing".
func (r *reader) withSecond(u unit, text string) string {
	next := u.after()
	if next == nil || next.Lead != english.And || u.Verb < 1 || !english.IsModal(u.Word(u.Verb)) || next.Asked || len(next.Tokens) < 2 || strings.HasSuffix(text, next.Text) {
		return text
	}
	v, ok := next.VerbAt(0)
	if !ok || next.Word(0) != v.Lemma || v.Form&english.Base == 0 || next.Verb == 0 || r.used[next.Place] {
		return text
	}
	r.mark(next)
	return text + " and " + strings.TrimRight(next.Text, ".! ")
}

// spelledOut is a clause with what its sentence says after the colon, which is
// dealt with thereby.
func (r *reader) spelledOut(u unit) string {
	text := core(u.Clause) + ": "
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		if i > u.at+1 {
			text += ", "
		}
		text += from(&u.s.Clauses[i], 0)
		r.mark(&u.s.Clauses[i])
	}
	return text
}

// wouldDo tells a proposal by what a new thing would do: "a sensor in that room
// would make it independent", "with a checkbox you'd know how many".
func wouldDo(c *english.Clause) bool {
	w := c.Word(c.Verb)
	if c.HasPhrase(wouldExplain) && !c.Negated() && !c.Conditional && (c.Word(start(c)) == "a" || c.Word(start(c)) == "an") {
		return true // "a watcher that writes what it reads would do that"
	}
	if c.Verb < 1 || w != "would" && !(w == "should" && helping.Holds(c.Word(c.Verb+1))) || c.Word(c.Verb+1) == "be" || c.Negated() || c.Conditional || c.Lead.Dependent() {
		return false
	}
	i := start(c)
	switch c.Word(i) {
	case "a", "an", "another":
		return i < c.Verb
	case "with", "without":
		return c.Word(i+1) == "a" || c.Word(i+1) == "an"
	}
	v, ok := c.VerbAt(i)
	return ok && v.Form&english.Gerund != 0 && i < c.Verb-1
}

// wouldExplain are words of what a cause would bring about.
var wouldExplain = english.PhrasesOf("would do that", "would do it", "would explain that", "would explain it", "would cause that", "would cause it", "would do exactly that")

// endorsed are words for what is best, fitting what it is best as.
var (
	endorsed = classOf("better best right safest simplest easiest natural obvious sensible ideal perfect strongest cleanest cheapest good great solid")
	fitting  = classOf("fit choice option bet pick candidate match way tool solution call base default")
)

// favours tells a judgement that recommends a thing: "Python is the better fit",
// "SQLite is more than enough".
func favours(c *english.Clause) bool {
	if c.Verb < 1 || !english.IsBe(c.Word(c.Verb)) || pastTense(c) || c.Negated() || c.Lead.Dependent() || len(c.ContentTo(c.Verb)) == 0 || pointedAt(c, "that", "this", "it", "there") {
		return false
	}
	if w := c.Words(); strings.Contains(w, "more than enough") || strings.Contains(w, " the way to go") || strings.HasSuffix(w, "is plenty") {
		return true
	}
	return endorsed.in(c) && fitting.in(c)
}

// adviceAsked tells that the user asked what to take.
func (r *reader) adviceAsked() bool {
	return weighingUp.among(strings.ToLower(r.last.reads))
}

// weighingUp are words of who asks what to take.
var weighingUp = classOf("better best recommend recommendation suggest suggestion choose pick should which advice opinion decide versus vs prefer")

// helping are verbs of what a remedy does.
var helping = english.WordsOf("stop fix solve cure help bring avoid remove prevent reduce cut save speed get make keep lower raise eliminate catch settle tell show")

// nextSuspect reads a fragment that names what else may be the cause, where the last
// suspicion fell: "Then watchers that are never disposed."
func (r *reader) nextSuspect(u unit) bool {
	c := u.Clause
	if u.at > 0 || c.Word(0) != "then" && c.Word(0) != "or" || c.Verb >= 0 && !namesThing(c) || c.Command || c.Asked || len(c.Content()) == 0 || len(c.Tokens) > 10 || c.Number() || !r.lastFell() {
		return false
	}
	for i := 1; i < len(u.s.Clauses); i++ {
		if u.s.Clauses[i].Lead == english.Or {
			return false
		}
	}
	return r.idea(from(c, 1), delta.Low, false)
}

// lastFell tells that the last turn let a suspicion fall.
func (r *reader) lastFell() bool {
	for _, e := range r.memory.entries {
		if !e.open && !e.fresh && e.age <= 1 && suspicions(e) {
			return true
		}
	}
	return false
}

// mayBe tells what may be so, or may help, said of a thing.
func mayBe(c *english.Clause) bool {
	return c.Verb > 0 && c.Word(c.Verb) == "may" && !c.Negated() && !c.Lead.Dependent() && c.Word(start(c)) != "you" && c.Word(start(c)) != "i" && c.Word(start(c)) != "nobody"
}

// supposes tells that a clause states an assumption, and not what a thing that was
// looked at takes for granted: "the specs assume a clock in UTC". What is said
// beside code is rather about that code.
func (r *reader) supposes(c *english.Clause) bool {
	if !c.Has(english.Assumption) {
		return false
	}
	at, _ := c.Find(english.Assumption)
	if c.Word(at) == "assuming" && at > 0 && c.Word(at-1) != "i" && c.Word(at-1) != "am" && c.Word(at-1) != "was" && c.Word(at-1) != "are" && c.Word(at-1) != "been" {
		return false // "counting beats assuming"
	}
	if r.pasted || at < 1 || c.Word(at) == "i" {
		return true
	}
	if c.Tokens[at-1].Class == english.Code {
		return false
	}
	for i := at - 2; i >= max(0, at-maxSubject); i-- {
		if w := c.Word(i); w == "the" || w == "your" || w == "our" {
			return false
		}
	}
	return true
}

// maxSubject is how many words name a thing at most, with its article.
const maxSubject = 4

// assumptionEnd is the index after "I assumed that".
func assumptionEnd(c *english.Clause) int {
	at, n := c.Find(english.Assumption)
	i := at + n
	if c.Word(i-1) == "the" || c.Word(i-1) == "it" || c.Word(i-1) == "there" || c.Word(i-1) == "we" || c.Word(i-1) == "you" {
		i--
	}
	if c.Word(i) == "that" {
		i++
	}
	if i >= len(c.Tokens) {
		return 0
	}
	return i
}

// inBranch tells that a clause speaks of the options that the turn lays out.
func (r *reader) inBranch(u unit) bool {
	for _, e := range r.memory.entries {
		if e.fresh && e.branch && english.Shared(u.Content(), e.stems) > 0 {
			return true
		}
	}
	return false
}

// weighs tells that a clause only speaks for or against an option of a branch
// that is open.
func (r *reader) weighs(u unit) bool {
	for _, b := range r.memory.all(branches, 4) {
		if english.Shared(u.Content(), b.stems) > 0 {
			return true
		}
	}
	return false
}

// suggestedInQuestion reads an idea that the assistant puts as a question.
func (r *reader) suggestedInQuestion(u unit, explains bool) {
	w := u.Words()
	if explains && (u.Verb >= 0 || r.sentenceIn(u, 1) != nil) || r.proposed(delta.BranchCreatedKind) || idle(u) {
		return // an explanation may end with a proposal
	}
	if u.Word(0) == "could" || u.Word(0) == "would" || u.Word(0) == "might" {
		switch u.Word(1) {
		case "your", "somebody", "someone", "anyone", "anybody", "he", "she", "they":
			return // asks somebody to do something
		}
	}
	if u.s.Marked && u.Word(1) == "not" && len(u.Content()) > 0 && slices.Contains([]string{"is", "are", "could", "might", "would", "should", "can"}, u.Word(0)) {
		r.hypothesis(core(u.Clause), delta.Low)
		return
	}
	if u.p.Kind == prose.Item && len(u.Tokens) <= 3 && namesOnly(u.p.Text) {
		return // names what is to be settled
	}
	if topicsRow(u) {
		return
	}
	if u.s.Marked && u.Verb < 0 && !u.Command && len(u.Content()) > 1 && len(u.Tokens) <= 12 && !u.Has(english.OfferHelp) && u.Word(0) != "and" && !pointedAt(u.Clause, "the", "your", "our", "my", "that", "this", "its", "their", "want", "got", "sure") && !u.HasWord("what", "how", "why", "where", "when", "who", "which", "any", "anything", "else", "more", "ready", "right", "ok", "objections", "questions", "thoughts", "or", "you", "your") && len(u.s.Clauses) == 1 {
		r.idea(core(u.Clause), delta.Low, true)
		return
	}
	if text := r.askedAfter(u); text != "" {
		r.idea(text, delta.Medium, true)
		return
	}
	at := max(0, u.FirstOf(colons)+1)
	if w := u.Word(at); (w == "should" || w == "shall") && u.s.Marked && len(u.Content()) > 1 {
		if shapesFrom(u.Clause, at+2) {
			r.idea(from(u.Clause, at+2), delta.Medium, true)
			return
		}
		if v, ok := u.VerbAt(at + 2); ok && (u.Word(at+1) == "we" || u.Word(at+1) == "i") && slices.Contains(setsOut, v.Lemma) {
			return // asks to go to work
		}
		switch u.Word(at + 1) {
		case "i":
		case "it", "we", "they":
			r.idea(strings.TrimSpace(from(u.Clause, at+2)), delta.Medium, true)
			return
		default:
			r.idea(asStated(u.Clause, at), delta.Medium, true)
			return
		}
	}
	if v := u.Word(0); (v == "could" || v == "might" || v == "would") && u.Word(1) != "you" && u.Word(1) != "i" && u.s.Marked && (len(u.Content()) > 2 || len(u.Content()) > 0 && u.Word(1) == "it" && u.Word(2) == "be" && r.hunts()) {
		r.hypothesis(core(u.Clause), delta.Low)
		return
	}
	if u.HasWord("maybe", "perhaps") && u.s.Marked && len(u.Content()) > 0 || u.s.Marked && u.Verb < 0 && u.HasWord("then") && len(u.Content()) > 1 {
		r.hypothesis(core(u.Clause), delta.Low)
		return
	}
	if strings.HasPrefix(w, "how about ") && u.s.Marked && len(u.Tokens) <= 4 && u.Verb < 0 && !u.HasWord("the", "your", "you", "that", "this", "it") {
		r.idea(strings.Trim(from(u.Clause, 2), "\"“”"), delta.Medium, true)
		return
	}
	if strings.HasPrefix(w, "what about the ") || strings.HasPrefix(w, "what about your ") || strings.HasPrefix(w, "and what about ") {
		return // asks for the next topic
	}
	for _, f := range []string{"should we", "what if", "how about", "what about", "could it be", "would it make sense", "maybe", "perhaps", "why not", "why do not we", "why do we not", "have you considered", "have you thought", "have you tried", "what do you think of", "what do you think about", "what would you say to", "what do you say to", "may i suggest", "may i propose", "might i suggest", "might i propose", "can i suggest", "would you consider"} {
		if strings.HasPrefix(w, f) && len(u.Content()) > 1 {
			r.hypothesis(core(u.Clause), delta.Medium)
			return
		}
	}
}

// shapesFrom is shapes for an offer whose verb is the i-th word.
func shapesFrom(c *english.Clause, i int) bool {
	return i < len(c.Tokens) && shapes(fragment(c, i))
}

// judges tells an opinion by "I would", which proposes nothing: "I'd call that
// respectable".
func judges(c *english.Clause) bool {
	for i := 0; i+2 < len(c.Tokens); i++ {
		if c.Word(i) != "i" || c.Word(i+1) != "would" {
			continue
		}
		k := i + 2
		for k < len(c.Tokens)-1 && (c.Word(k) == "even" || c.Word(k) == "also" || c.Word(k) == "just" || c.Word(k) == "almost") {
			k++
		}
		if c.Word(k) == "leave" && c.HasWord("alone") {
			return true // "I'd leave the tuning alone"
		}
		if w := c.Word(k); w == "guess" || w == "bet" {
			next := c.Word(k + 1)
			return !slices.Contains([]string{"that", "the", "a", "an", "it", "your", "on", "some", "one"}, next)
		}
		return slices.Contains([]string{"measure", "estimate", "reckon", "bet", "call", "expect", "say", "think", "hope", "guess", "bet", "consider", "imagine", "love", "mind", "watch", "look", "check", "worry", "have", "be", "know", "see", "wait", "ask"}, c.Word(k))
	}
	return false
}
