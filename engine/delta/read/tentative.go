package read

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// hypothesis proposes a tentative idea, unless it is known.
func (r *reader) hypothesis(summary string, c delta.Confidence) bool {
	return r.ideaOf(summary, c, func() bool { return proposes(summary) })
}

// idea proposes a tentative idea: a proposal of how something should be, or a
// suspicion of how it is.
func (r *reader) idea(summary string, c delta.Confidence, proposal bool) bool {
	return r.ideaOf(summary, c, func() bool { return proposal })
}

// ideaOf is idea where it takes work to tell whether it is a proposal.
func (r *reader) ideaOf(summary string, c delta.Confidence, proposal func() bool) bool {
	stems := r.content(summary)
	if within(stems, doubting) || r.memory.known(stems, notBranch, 0.8) {
		return false
	}
	h := &delta.HypothesisIntroduced{Creation: r.creation(r.summary(summary), c)}
	if proposal() && !((r.turn.Role == Assistant && r.diagnosing() || r.pointsAtCause(summary)) && tellsHowItIs(summary) && !(r.now.Clause != nil && advising.in(r.now.Clause) && verbless(summary))) {
		h.Tags = []string{proposalTag}
	}
	r.propose(h)
	return true
}

// proposalTag marks a hypothesis about how something should be, which a yes
// makes a decision. Any other is a suspicion about how things are, of which a
// yes makes a fact at most.
const proposalTag = "proposal"

func notBranch(e *entry) bool { return !e.branch }

// likely are words of what somebody thinks to be so, not to be done.
var likely = english.WordsOf("possibly probably presumably likely")

// proposes tells a proposal from a suspicion.
func proposes(text string) bool {
	for s := range english.Each(text) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			v := c.Word(c.Verb)
			switch {
			case c.Has(english.Assumption), c.HasWord("because", "cause", "causes", "caused", "culprit", "suspect", "suspicion", "guess", "explain", "explains", "reason", "points", "hints", "indicates", "reeks"):
				return false
			case c.HasWord("compromise", "option", "idea", "alternative", "solution", "worth", "better", "easier", "safer", "enough", "simpler", "improvement", "sensible", "reasonable", "wise", "wiser", "prudent", "useful", "helpful", "handy", "nice", "nicer") && (v == "might" || v == "could" || v == "may"):
				return true
			case mayBeSo(c), estimates(c), c.Verb < 0 && !c.Command && c.Is(0, likely):
				return false
			case c.Command, v == "would", c.Has(english.Suggest) && !c.Starts(english.Hedge):
				return true
			case english.IsBe(v), v == "might", v == "may", v == "has", v == "have", c.HasWord("there"):
				return false
			case c.Verb > 0 && v != "should" && v != "shall" && v != "will" && c.Word(0) != "i" && c.Word(0) != "we" && c.Word(0) != "you" && c.Word(0) != "one" && !slices.ContainsFunc(c.Subject(), func(t english.Token) bool { return t.Word == "we" || t.Word == "i" || t.Word == "how" }):
				return false // how something behaves
			case c.Has(english.Hedge) && !c.Starts(english.Hedge):
				return false
			}
		}
	}
	return true
}

// estimates tells what something is supposed to take: "I suppose it costs 10 euros",
// "a rewrite would take a week".
func estimates(c *english.Clause) bool {
	if c.HasWord("we", "should", "let") {
		return false
	}
	for i := range c.Tokens {
		switch c.Word(i) {
		case "costs", "cost", "takes", "take", "lasts", "last":
			return c.HasWord("would", "will", "could", "suppose", "guess", "think") && (c.Number() || c.HasWord("minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "second", "seconds", "while"))
		}
	}
	return false
}

// mayBeSo tells what could be so: "it could rather be the cache", "could it be
// that the price is zero".
func mayBeSo(c *english.Clause) bool {
	if first := c.Word(0); (first == "could" || first == "might" || first == "can") && (c.Word(2) == "be" || c.Word(2) == "have") && c.Word(3) != "worth" && c.Word(3) != "better" {
		return true
	}
	if first := c.Word(0); (first == "could" || first == "might" || first == "may") && c.Word(1) == "be" && c.Word(2) != "worth" && c.Word(2) != "better" && c.Word(2) != "an" {
		return true
	}
	if c.Verb < 0 || c.Word(c.Verb) != "could" {
		return false
	}
	next := c.Verb + 1
	for slices.Contains([]string{"also", "rather", "well", "just", "still", "even", "simply"}, c.Word(next)) {
		next++
	}
	return c.Word(next) == "be" || c.Word(next) == "have"
}

// asked reads a user's question. Most ask for information and change nothing;
// some float an idea ("should we drop MUI icons?", "shallow clone maybe?") or
// weigh options ("a deposit or a waiver?").
func (r *reader) asked(u unit) bool {
	if !u.Asked {
		return false
	}
	if r.weighed(u) || r.weighedNext(u) {
		return true
	}
	words := u.Words()
	if r.begins(u) {
		words = strings.TrimPrefix(words, "or ")
	}
	floats := false
	for _, frame := range []string{"should we", "should i", "shall we", "what if", "how about", "what about", "could we", "could it be", "would it make sense", "would it be better", "is it because", "is that because", "did we", "did you", "did it", "did they", "was it", "does it have to do", "does it come from", "does it only", "does it happen", "does it depend", "does it matter", "could that", "could the", "could there", "might it", "might the", "is there a chance", "are we", "do we", "is it worth", "why do not we", "would not", "should not we", "should not it", "is not it", "is it not", "could not", "can it be", "can that be", "would a", "would an", "are we sure", "why do we not", "why not just", "can we"} {
		floats = floats || strings.HasPrefix(words, frame)
	}
	if strings.HasPrefix(words, "can we") && u.Command {
		floats = false
	}
	floats = floats || u.HasWord("maybe", "perhaps", "possibly") && len(u.Content()) > 0 && !u.HasWord("you")
	if strings.HasPrefix(words, "does it matter") || strings.HasPrefix(words, "does it") && !r.last.asks && !r.memory.none(proposals, 1) && r.memory.none(suspicions, 2) {
		return true // how it is what was proposed
	}
	floats = floats || u.s.Marked && u.Command && u.Number() && ordersBound(u.Clause)
	fragment := u.Verb < 0 && !u.Command && !u.Has(english.InfoQuery) && len(u.Content()) > 0 && len(u.Tokens) <= 8
	hedged := u.Has(english.Hedge) && !u.Has(english.InfoQuery) && len(u.Content()) > 0
	if b := u.after(); b != nil && b.Lead == english.Because && len(u.Content()) == 0 && len(b.Content()) > 0 {
		r.hypothesis(core(b), delta.Low)
		r.mark(b)
		return true
	}
	if u.HasPhrase(floatsNone) || argues(u.Clause) {
		return true
	}
	if (floats || hedged || fragment && (u.HasWord("then", "maybe") || len(r.memory.all(branches, 2)) > 0 || u.s.Marked && r.optionNamed(u.Clause))) && !u.Has(english.Sarcasm) {
		r.ideaOf(supposed(u), delta.Low, func() bool { return proposes(core(u.Clause)) })
	}
	return true
}

// outgrown reads that the value of a decision does not do, where no other is named: "14
// is too small".
func (r *reader) outgrown(u unit) bool {
	if r.turn.Role != User || !r.begins(u) || len(r.units()) > 1 || u.Asked || u.s.Marked || u.Verb < 1 || len(u.Tokens) > 8 || !english.IsBe(u.Word(u.Verb)) || u.Word(u.Verb+1) != "too" && !(u.Word(u.Verb+1) == "not" && u.Word(u.Verb+2) == "enough") || !countsFirst(u.Clause) || laughs(u) {
		return false
	}
	_, numbers := r.partsOf(u)
	for _, e := range r.memory.entries {
		if e.open && !e.fresh && e.kind == delta.Decision && len(numbers) == 1 && within(numbers, e.numbers) {
			return r.propose(&delta.HypothesisIntroduced{Creation: r.creation(r.summary(about(core(u.Clause), e.summary)), delta.Low)})
		}
	}
	return false
}

// floated reads a whole sentence that floats an idea: "how about the other way
// round, we keep the raw files and only the tables go to Postgres?"
func (r *reader) floated(u unit) bool {
	if u.at > 0 || !u.s.Marked || u.Has(english.Sarcasm) {
		return false
	}
	opens := false
	for _, f := range []string{"what if", "how about", "what about"} {
		opens = opens || strings.HasPrefix(strings.TrimPrefix(strings.TrimPrefix(u.Words(), "so "), "and "), f)
	}
	if !opens || len(u.s.Content()) == 0 {
		return false
	}
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	if next := u.nextSentence(); next != nil && next.Clauses[0].Word(0) == "or" && len(next.Content()) > 0 {
		for i := range next.Clauses {
			r.mark(&next.Clauses[i])
		}
		return r.branch(u.s.Text, []string{u.s.Text, next.Text})
	}
	if !r.weighed(u) {
		text := strings.TrimRight(u.s.Text, "? ")
		r.ideaOf(text, delta.Low, func() bool {
			return proposes(text) || u.Verb > 0 && !english.IsBe(u.Word(u.Verb)) && !pastTense(u.Clause) && !u.Has(english.Cause)
		})
	}
	return true
}

// weighedNext reads alternatives that two sentences share: "Fabric? or Forge,
// what is better".
func (r *reader) weighedNext(u unit) bool {
	s := u.nextSentence()
	if s == nil || u.Verb >= 0 && len(u.Content()) > 3 {
		return false
	}
	next := &s.Clauses[0]
	if next.Word(0) != "or" || len(next.Tokens) < 2 || len(next.Content()) == 0 {
		return false
	}
	if !r.branch(u.s.Text, []string{core(u.Clause), from(next, 1)}) {
		return false
	}
	for j := range s.Clauses {
		r.mark(&s.Clauses[j])
	}
	return true
}

// optionNamed tells whether a clause names an option of an open branch.
func (r *reader) optionNamed(c *english.Clause) bool {
	for _, b := range r.memory.all(branches, 6) {
		if english.Shared(c.Content(), b.stems) > 0 {
			return true
		}
	}
	return false
}

// wondered reads a hedged statement of the user: an idea, never a decision.
func (r *reader) wondered(u unit) bool {
	if (opinionAsked(u) || leavesChoice(u) || undecidedNext(u) && (u.Word(0) == "either" || u.HasWord("or")) || u.HasWord("versus", "between")) && r.weighed(u) {
		return true
	}
	if u.Has(english.Someday) && !u.Has(english.Must) || u.HasWord("asked", "asks") && u.HasWord("if", "whether") {
		return true
	}
	if b := u.before(); b != nil && u.Lead == english.But && b.Has(english.Hedge) && len(b.Content()) < 2 && u.Has(english.Opinion) && len(u.Content()) > 1 {
		r.hypothesis(core(u.Clause), delta.Low)
		return true
	}
	if u.Has(english.Soft) && u.HasWord("would") && u.Verb >= 0 && r.optionNamed(u.Clause) {
		r.hypothesis(core(u.Clause), delta.Low)
		return true // a wish for one of several is a leaning
	}
	if (u.Has(english.Hedge) && (idle(u) || r.onlyColours(u) || couldDo(u)) || approximates(u.Clause)) && !u.Asked {
		return true
	}
	if r.opines(u) {
		return true
	}
	hedged := u.Has(english.Hedge) && !universal(u.Clause) && !u.Has(english.Done) && !(u.HasWord("may") && u.Report != nil) && !(u.HasWord("may") && (u.Has(english.Limit) && u.Number() || u.Word(start(u.Clause)) == "only" || bars(u.Clause)))
	hedged = hedged || blamesByOpinion(u.Clause)
	undecided := u.Has(english.Undecided)
	if !hedged && !undecided {
		next := u.after()
		if next != nil && !titles(u.Clause) && (next.Has(english.Undecided) || next.Has(english.Hedge) && len(next.Content()) == 0) && u.Verb < 0 && !u.Command {
			if u.HasWord("or") && r.weighed(u) {
				return true
			}
			r.hypothesis(core(u.Clause), delta.Low)
			r.mark(next)
			return true
		}
		return false
	}
	if r.weighed(u) {
		return true
	}
	if undecided && !hedged {
		return true
	}
	if u.Command && u.Order == 0 && !u.Starts(english.Hedge) || u.Has(english.History, english.Sarcasm) {
		return false
	}
	if own := minus(u.Content(), doubting); len(own) == 0 || len(own) == 1 && u.before() == nil && u.Verb < 0 && !u.HasWord("use", "try", "take", "add", "skip", "drop") || u.Word(0) == "i" && u.HasWord("could", "might") && !u.HasWord("we", "you", "it", "they") {
		return true
	}
	said, text := core(u.Clause), supposed(u)
	if b := u.before(); b != nil && len(u.Content()) < 2 {
		said = core(b) + ", " + said
		text = core(b) + ", " + text
	}
	r.ideaOf(text, delta.Low, func() bool { return proposes(said) })
	return true
}

// doubting are stems of the words that doubt, not of what is doubted.
var doubting = english.Content("first best wild only opinion theory suspicion view suppose imagine believe fear bet hunch sure tell convinced certain afraid doubt wonder wondering thinking tempted possible likely unlikely idea guess")

// toldOfOthers reads what the speaker does not stand for: hearsay, history,
// sarcasm, sayings.
func (r *reader) toldOfOthers(u unit) bool {
	if u.Has(english.Sarcasm) || laughs(u) && (!u.Command && u.Verb >= 0 || u.Command && u.Negated()) {
		return true
	}
	if u.Has(english.History) && !datedFrom(u) && !lastsStill(u.s) && !bindsNow(u.Clause) && (r.first || !ordersNow(u.Clause)) {
		return true
	}
	for i := 0; i < u.at; i++ {
		if u.s.Clauses[i].Has(english.History) && (pastTense(u.Clause) || toldPast(u.Clause) || u.Verb == 0 && u.Has(english.Must)) && !u.HasWord("now", "today") {
			return true // goes on with the story
		}
		if u.s.Clauses[i].Has(english.Hearsay) && u.Word(0) == "that" && u.Lead == english.And {
			return true // what else was heard: "I heard that … and that …"
		}
	}
	if last := u.previousSentence(); last != nil && last.Clauses[0].Has(english.History) && u.at == 0 && pointsToHim(u.Clause) && !u.HasWord("now", "today", "still") && !u.Command {
		for i := range u.s.Clauses {
			r.mark(&u.s.Clauses[i])
		}
		return true // what happened to him
	}
	return u.Has(english.Hearsay) && !strings.HasPrefix(u.Words(), "just heard")
}

// lastsStill tells a sentence of which a clause says that what was is still so: "it came
// with the old house, and the wiring is still there".
func lastsStill(s *english.Sentence) bool {
	return anyClause(s, func(c *english.Clause) bool {
		return c.Verb > 0 && c.HasWord("still") && !pastTense(c) && !english.IsModal(c.Word(c.Verb)) && !c.Has(english.Hedge) && stative(c) && !pointedAt(c, "i", "you")
	})
}

// pointsToHim tells a clause that goes on about somebody spoken of before.
func pointsToHim(c *english.Clause) bool {
	return pointedAt(c, "he", "she", "his", "her") || c.Verb > 1 && slices.Contains([]string{"in", "on", "at", "under", "with", "before"}, c.Word(0)) && slices.Contains([]string{"his", "her", "him"}, c.Word(1))
}

// toldPast tells a report in the past: "he decided everything must be 19".
func toldPast(c *english.Clause) bool {
	for i := 1; i < min(4, len(c.Tokens)); i++ {
		if v, ok := c.VerbAt(i); ok && v.Form&english.Past != 0 && v.Form&english.Base == 0 {
			return true
		}
	}
	return false
}

// laughter are the words by which chats laugh, their vowels aside.
var laughter = []string{"lol", "lmao", "lmfao", "rofl", "haha", "hehe", "jaja", "xd", "😂", "🤣", "😅", "😆", "😄", "🙃", "😜", "🤪", "😏"}

// laughLetters are the letters of each.
var laughLetters = func() []uint32 {
	var out []uint32
	for _, l := range laughter {
		out = append(out, lettersOf(l))
	}
	return out
}()

// lettersOf are the letters of a text, a bit each, and one for all that is not in
// ASCII.
func lettersOf(s string) (letters uint32) {
	for i := 0; i < len(s); i++ {
		switch c := s[i] | 0x20; {
		case c >= 'a' && c <= 'z':
			letters |= 1 << (c - 'a')
		case c >= utf8.RuneSelf:
			letters |= 1 << 26
		}
	}
	return letters
}

// laughs tells a sentence that its speaker laughs about: an anecdote or a joke.
func laughs(u unit) bool {
	text := u.s.Text
	if len(text) > laughTail {
		text = text[len(text)-laughTail:]
	}
	letters, lower := lettersOf(text), false
	for i, l := range laughter {
		if laughLetters[i]&^letters != 0 {
			continue
		}
		if !lower {
			text, lower = strings.ToLower(text), true
		}
		near := max(0, len(text)-len(l)-5)
		at := strings.LastIndex(text[near:], l)
		if at >= 0 {
			at += near
		}
		if at >= 0 && (l[0] >= 0x80 || at == 0 && len(u.s.Text) <= laughTail || at > 0 && text[at-1] == ' ') {
			return true
		}
	}
	return false
}

// laughTail is how much of a sentence's end is looked at for laughter, in bytes.
const laughTail = 14

// quipping are words with which somebody makes fun of himself, or speaks of what
// goes on in him.
var quipping = english.PhrasesOf("to be dangerous", "of my life", "have me hanged", "have me killed", "have me fired", "have my head", "enough to wake", "enough to scare", "enough to frighten", "enough to kill", "enough to make me", "enough to drive me", "enough to make you", "will pretend", "shall pretend", "let us pretend", "would pretend",
	"close my eyes", "in my sleep", "in my dreams", "my heart is", "my heart sinks", "my heart bleeds", "my brain is", "my head is", "my head hurts", "my eyes are", "my eyes hurt", "my nerves are", "my patience is", "my soul is", "on my tombstone", "on my grave", "on my gravestone", "on earth", "in their right mind", "in his right mind", "in her right mind", "known to man", "known to mankind", "in the universe", "in human history", "and his dog", "grain of salt", "pinch of salt", "it when i see", "that when i see")

// quips tells a clause that says nothing of the project: "loud enough to wake the
// dead", "I'll pretend that was the plan".
func quips(c *english.Clause) bool { return c.HasPhrase(quipping) }
