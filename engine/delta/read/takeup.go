package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// takenUp reads an answer that takes up what the assistant's last turn proposes
// in other words than a yes: a kind word for a part that it names ("eight is
// fine for desktop"), a verb of keeping with a pointer ("we keep this one"), the
// proposed thing in another number ("30 copies").
func (r *reader) takenUp(u unit) bool {
	if r.turn.Role != User || r.last.id == "" || u.Asked || u.Lead.Dependent() || !r.answering(u) || u.Has(english.Hedge, english.Undecided, english.Someday, english.NotDone) || r.takenBack(u) {
		return false
	}
	offered := r.memory.all(func(e *entry) bool { return !e.branch && e.kind == delta.Hypothesis }, 1)
	if p := r.renumbered(u, offered); p != nil {
		text, ok := swapValue(p.summary, u, nil)
		if !ok {
			text = about(sentenceCase(core(u.Clause)), p.summary)
		}
		r.settleAs(p, text)
		return true
	}
	if p := r.keptOne(u, offered); p != nil {
		r.settleAs(p, p.summary)
		return true
	}
	if p := doneByName(u, r.memory.all(func(e *entry) bool { return !e.branch && e.kind == delta.Hypothesis }, 4)); p != nil {
		text := about(core(u.Clause), p.summary)
		if wordsIn(minus(u.Content(), welcoming)) == 0 {
			text = stated(p.summary) // "let's do 20"
		}
		r.settleAs(p, text)
		return true
	}
	if !r.welcomed(u) {
		return false
	}
	named := minus(u.Content(), welcoming)
	if len(named) == 0 {
		return false
	}
	for _, p := range slices.Backward(offered) {
		if n := english.Shared(named, p.stems); n > 0 && 3*n >= len(named) {
			r.settleAs(p, withAddition(p.summary, u, p.stems))
			return true
		}
	}
	for _, text := range slices.Backward(r.last.floats) {
		stems := english.Content(text)
		if n := english.Shared(named, stems); n > 0 && 2*n >= len(named) && !r.memory.known(stems, decisions, 0.6) {
			return r.decide(withAddition(strings.TrimRight(text, ".! "), u, stems), nil)
		}
	}
	return false
}

// doneByName is the idea that "let's do the star" names, or nil.
func doneByName(u unit, offered []*entry) *entry {
	if !u.Command || !u.Has(english.LetUs) || u.Word(u.Order+2) != "do" && u.Word(u.Order+2) != "try" && u.Word(u.Order+2) != "have" || u.Negated() {
		return nil
	}
	named := minus(u.Content(), welcoming)
	for _, p := range slices.Backward(offered) {
		if len(named) > 0 && within(named, p.stems) {
			return p
		}
	}
	return nil
}

// withAddition is a proposal with the words that take it up where they say
// more than it does.
func withAddition(text string, u unit, stems []string) string {
	if more := minus(u.s.Content(), slices.Concat(welcoming, stems)); len(more) == 0 || len(more) > 10 {
		return text
	}
	return about(text, u.s.Text)
}

// answering tells a clause of the first sentences of a turn or of its list.
func (r *reader) answering(u unit) bool {
	if r.opening(u) {
		return true
	}
	return u.p == &r.passages[0] && (len(u.p.sentences) > 2 && u.s == &u.p.sentences[2] || len(u.p.sentences) > 3 && u.s == &u.p.sentences[3])
}

// welcome are words that speak for what they are said of.
var (
	welcome   = []string{"yes", "fine", "good", "ok", "okay", "great", "perfect", "approval", "adopt", "like", "likes", "liked", "love", "agreed", "exactly", "absolutely", "deal", "sure", "follow", "gladly", "sensible", "reasonable", "yep", "yeah", "sold"}
	welcoming = union(english.Content(strings.Join(welcome, " ")+" rule idea plan much very sounds meets"), accepting)
)

// welcomed tells that a clause speaks for what it names, and that the next one
// does not take it back. A kind word for what is made is none for a proposal.
func (r *reader) welcomed(u unit) bool {
	if u.Negated() || u.HasWord("too", "almost", "nearly", "looks", "look", "news", "works", "done", "if", "would") && !u.HasWord("follow") || pastTense(u.Clause) && !u.HasWord("liked") || u.Command {
		return false
	}
	if u.HasWord(welcome...) {
		return true
	}
	next := u.after()
	return u.Verb < 0 && next != nil && next.Verb < 0 && within(next.Content(), welcoming) && next.HasWord(welcome...) && !next.Negated()
}

// renumbered is the proposal whose thing an answer counts anew.
func (r *reader) renumbered(u unit, offered []*entry) *entry {
	if u.Verb >= 0 && !countsThings(u.Clause) || u.Command || !u.Number() || u.Negated() || len(u.Tokens) > 5 || !r.opening(u) || u.at > 0 || u.Has(english.Limit, english.Done, english.Passing) {
		return nil
	}
	things, _ := r.partsOf(u)
	for _, p := range slices.Backward(offered) {
		if p.proposal && len(things) > 0 && within(things, p.stems) && len(p.numbers) > 0 && !strings.Contains(strings.ToLower(p.summary), strings.ToLower(core(u.Clause))) {
			return p
		}
	}
	return nil
}

// described point at a proposal by how it was put.
var described = english.PhrasesOf("as you describe", "as you described", "as you put", "as you outline", "as you outlined")

// takings take what a pronoun in them means.
var takings = english.PhrasesOf("keep this", "keep that", "keep it", "stick with", "take it", "take that", "take this", "go with that", "go with this", "in it goes", "adopt it", "it is a go", "do it like that", "do it that way", "it shall be", "consider that", "shall do it", "shall do that", "will do it", "will do that", "do like this", "do like that", "make like this", "make like that", "make it like this", "make it like that", "let us have it", "have it", "use that", "use it", "use this", "let us use it")

// keptOne is the proposal that an answer takes by pointing at it: "take it",
// "we keep this one", "both", "in it goes".
func (r *reader) keptOne(u unit, offered []*entry) *entry {
	var last *entry
	for _, p := range offered {
		if p.proposal {
			last = p
		}
	}
	for i := len(offered) - 1; i >= 0 && last == nil && u.HasPhrase(takings); i-- {
		if !negates(offered[i].summary) {
			last = offered[i] // what could be so is taken
		}
	}
	if last == nil || u.Negated() || len(u.Tokens) > 9 {
		return nil
	}
	w := u.Words()
	if u.at == 0 && u.HasPhrase(described) {
		return last
	}
	if !within(u.Content(), slices.Concat(welcoming, keeping)) {
		return nil
	}
	if u.Verb < 0 && !u.Command && (w == "both" || w == "all of them" || w == "all of it") && r.opening(u) {
		return last
	}
	if !u.HasWord("it", "that", "this", "one", "so", "them", "those") {
		return nil
	}
	if u.HasPhrase(takings) {
		return last
	}
	return nil
}

// keeping are stems of the words that keep, not of what is kept.
var keeping = english.Content("keep stick take adopt describe described put outline consider agreed settled way goes")

// suggests tells a sentence about what could or should be.
func suggests(s *english.Sentence) bool {
	if len(s.Content()) < 2 {
		return false
	}
	for i := range s.Clauses {
		c := &s.Clauses[i]
		if c.Lead == english.If || c.Asked || c.Conditional || savesJudging(c) || guessesAmount(c) || c.HasPhrase(remarked) {
			return false
		}
		if c.Has(english.Suggest) || c.HasWord("perhaps", "maybe", "propose", "suggest", "recommend") || c.Verb > 0 && (c.Word(c.Verb) == "can" || c.Word(c.Verb) == "could" || c.Word(c.Verb) == "would") && c.Word(c.Verb+1) == "be" {
			return true
		}
	}
	return false
}

// bareOffer tells a question that offers what the sentence before it says.
func bareOffer(s *english.Sentence) bool {
	switch s.Clauses[0].Words() {
	case "shall i", "should i", "may i", "want me to", "do you want me to", "shall we", "would you like me to", "shall i do that", "should i do that", "shall i do it", "want that", "do you want that", "would you like that":
		return true
	}
	return false
}

// ownWork is what the assistant says it could do, or "": "next, I could split
// the flow".
func ownWork(text string) string {
	for s := range english.Each(text) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			for k := 0; k+3 < len(c.Tokens); k++ {
				if c.Word(k) != "i" || c.Word(k+1) != "would" && c.Word(k+1) != "could" && c.Word(k+1) != "can" {
					continue
				}
				if v, ok := c.VerbAt(k + 2); ok && v.Class&english.Work != 0 {
					if i+2 == len(s.Clauses) && s.Clauses[i+1].Lead == english.And {
						return strings.TrimRight(text[c.Tokens[k+2].Start:], ".! ")
					}
					return from(c, k+2)
				}
			}
		}
	}
	return ""
}

// didIt reads a user who did what was proposed: "did that w/ 50".
func (r *reader) didIt(u unit) bool {
	if !u.Has(english.DidIt) || !r.opening(u) || u.Negated() || u.HasWord("once", "before", "never", "ago") {
		return false
	}
	offered := r.memory.all(proposals, 2)
	if len(offered) == 0 {
		return false
	}
	r.settle(offered[len(offered)-1])
	return true
}
