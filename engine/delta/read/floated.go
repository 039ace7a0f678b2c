package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// A yes that says that something is to be done takes what the assistant only floated:
// "that could be capped at ten" – "agreed", "what if it lived in a file of its own?" –
// "approved", "drawing less might help" – "do it".

// ordered are words by which something is to be done, not only held for true.
var ordered = english.PhrasesOf("do it", "do that", "do this", "do so", "go ahead", "go for it", "go with it", "go with that", "approved", "granted", "make it so", "let us do", "we do it", "we do that", "as proposed", "as suggested", "as you say", "as you propose", "as you suggest", "proceed", "deal", "in it goes", "do it like that", "do it that way")

// floatedLast is the only idea of the assistant's last turn, where a yes takes it that is
// no proposal in its wording: one that could be done, and that nobody asks the cause by.
func (r *reader) floatedLast(u unit) []*entry {
	orders := u.HasPhrase(ordered)
	if at := u.FirstOf(assents); !orders && (at < 0 || u.Is(at+1, agreedOn)) || r.turn.Role != User || r.last.offer != "" || r.last.info && !asksWhatIf(r.last.prev) || r.hunts() && !orders {
		return nil
	}
	last := r.memory.all(suspicions, 1)
	if len(last) != 1 || last[0].fresh || last[0].born != r.last.id || !canBeDone(last[0].summary) {
		return nil
	}
	return last
}

// ability is what the last turn says at its end that could be done, where it asks nothing
// and offers no work: "I can require a click before the token is used", "we can store
// the hash instead".
func (r *reader) ability() string {
	if r.turn.Role != User || r.last.asks || r.last.info {
		return ""
	}
	ss := r.memory.sentences(r.last.reads)
	for i := len(ss) - 1; i >= 0 && i >= len(ss)-2; i-- {
		c := &ss[i].Clauses[0]
		at := start(c) + 1
		if w := c.Word(at - 1); w != "i" && w != "we" && w != "you" || c.Word(at) != "can" && c.Word(at) != "could" || c.Negated() || ss[i].Marked {
			continue
		}
		for at++; c.Is(at, midway) || c.Word(at) == "instead"; at++ {
		}
		v, known := c.VerbAt(at)
		if !known && at+1 < len(c.Tokens) && c.Tokens[at].Class == english.Word && slices.Contains([]string{"a", "an", "the", "your", "our", "it"}, c.Word(at+1)) && english.HasContent(c.Tokens[at+1:]) {
			return from(c, at) // "I can pass a theme"
		}
		if known && v.Form&english.Base != 0 && !c.Is(at, perceiving) && v.Class&english.Mind == 0 && english.HasContent(c.Tokens[at+1:]) {
			return from(c, at)
		}
	}
	return ""
}

// perceiving are verbs of what somebody finds out or tells, and does nothing by.
var perceiving = english.WordsOf("see tell say guess check look find confirm explain show read run hear know notice recognise recognize")

// assents are words that take an idea, unless what they agree to follows.
var (
	assents  = english.WordsOf("agreed agree exactly gladly please absolutely definitely")
	agreedOn = english.WordsOf("that it this with but how what the on to about")
)

// beings are words behind "could be" for what is as it is, not for what is made so.
var beings = english.WordsOf("wrong broken related caused corrupted damaged confused outdated expired tired delayed blocked locked")

// asksWhatIf tells an idea in the words of a question: "what if it lived elsewhere?"
func asksWhatIf(text string) bool {
	const opens = "what if "
	return len(text) > len(opens) && strings.EqualFold(text[:len(opens)], opens)
}

// canBeDone tells an idea that speaks of something that could be done or that would help,
// not of what may be the cause of something.
func canBeDone(text string) bool {
	if asksWhatIf(text) {
		return true
	}
	for s := range english.Each(text) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			if amiss.in(c) || harms.in(c) || c.Has(english.Assumption, english.Cause) || c.HasWord("because", "explain", "explains", "suspect", "suspicion", "guess", "why") {
				return false
			}
			if w := c.Word(0); c.HasWord("better") && c.Verb > 0 || (w == "maybe" || w == "perhaps") && worksAt(c, 1) {
				return true
			}
			if at := c.Index("could", "might", "may", "can"); at > 0 && doneAt(c, at) {
				return true
			}
		}
	}
	return false
}

// doneAt tells that what follows a modal is done to something, or helps.
func doneAt(c *english.Clause, at int) bool {
	k := at + 1
	for k < len(c.Tokens) && slices.Contains([]string{"also", "just", "simply", "then", "still", "only", "well", "even"}, c.Word(k)) {
		k++
	}
	switch w := c.Word(k); {
	case w == "be":
		next := c.Word(k + 1)
		return strings.HasSuffix(next, "ed") && !c.Is(k+1, beings) || next == "kept" || next == "put" || next == "cut" || next == "set" || next == "the" && c.HasWord("way", "answer", "solution", "cure", "remedy")
	case w == "have", w == "not", w == "never":
		return false
	case c.Is(k, helping), c.Is(k, stowing):
		return true
	}
	return worksAt(c, k) || strings.HasSuffix(c.Word(start(c)), "ing") || strings.HasSuffix(c.Word(start(c)+1), "ing") && c.Word(start(c)) == "only"
}

// worksAt tells that a verb of work or of choice stands at a place.
func worksAt(c *english.Clause, k int) bool {
	v, ok := c.VerbAt(k)
	return ok && v.Form&english.Base != 0 && v.Class&(english.Work|english.Choose|english.Drop) != 0
}

// stowing are verbs of where something is put.
var stowing = english.WordsOf("store live hold go cover close spare")

// consents are the words that say yes to what is named beside them.
var consents = english.WordsOf("yes ok fine sure agreed deal approved gladly please accepted granted")

// byName is the proposal that a short yes names, and how the yes has it: "shadow stack
// ok", "spread, yes", "yes to the window thing", "I slept on it, and yes: the spread".
func (r *reader) byName(u unit) (*entry, string) {
	if !u.HasOf(consents) || u.Asked || u.Negated() || u.Has(english.Hedge, english.Done) {
		return nil, ""
	}
	own := minus(u.Content(), accepting)
	last, next := len(u.Tokens)-1, u.after()
	switch {
	case next != nil && next.Lead == english.Colon && u.Is(last, consents) && within(own, mulling) && (last < 2 || u.Word(last-1) == "and" || u.Word(last-1) == ","):
		if own = next.Content(); next.Asked || next.Command || next.Has(english.Hedge) || len(own) == 0 || len(own) > 6 {
			return nil, ""
		}
	case u.Verb >= 0 || u.Command && !endsIn(u.Clause, agreeing) || len(u.Tokens) > 9 || len(own) == 0:
		return nil, ""
	default:
		next = nil
	}
	to := u.Where("yes to") == 0
	e, _ := r.memory.alike(own, func(e *entry) bool {
		return !e.branch && e.kind == delta.Hypothesis && (e.age <= 4 || to) && (e.proposal || !e.fresh && canBeDone(e.summary))
	}, 0.5)
	if e == nil {
		return nil, ""
	}
	r.mark(next)
	return e, partTaken(e, own)
}

// mulling are stems of the words that tell of thinking something over.
var mulling = english.Content("re regarding slept sleep thought thinking about it over talked discussed asked yes ok well")

// wholes are words for what is laid out as a whole, approving say that it holds.
var (
	wholes    = english.WordsOf("plan order frame outline schedule scope agenda structure timetable sequence roadmap phases steps setup layout budget")
	approving = english.WordsOf("approved accepted agreed")
)

// approvedPlan reads that what the assistant laid out as a whole is approved by its name:
// "the frame is approved", "Agenda approved as it stands".
func (r *reader) approvedPlan(u unit) bool {
	if !u.HasOf(approving) || !u.HasOf(wholes) || r.turn.Role != User || u.Asked || u.Negated() || u.Lead.Dependent() || len(u.Tokens) > 8 || !r.answering(u) || u.Has(english.Hedge, english.NotDone) || u.HasWord("they", "he", "she", "by", "was", "were", "had", "who", "already") {
		return false
	}
	noun, said := u.FirstOf(wholes), u.FirstOf(approving)
	if noun > said || noun > 3 || said-noun > 3 {
		return false
	}
	stems := english.ContentOf(u.Tokens[noun : noun+1])
	if english.Shared(stems, r.last.stems) == 0 {
		return false
	}
	if made, _ := r.memory.alike(stems, tasks, 0.5); made != nil {
		return false // the work is accepted
	}
	return r.decide(sentenceText(u), nil)
}
