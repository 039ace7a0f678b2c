package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// choosesOther reads another choice than the assistant's last turn reports to have made,
// in a few words at the beginning of the answer: "Use November.", "uuid v7 please, ids show
// up in links", "1280 by 800". "Make that 01:30" changes the time that was chosen.
func (r *reader) choosesOther(u unit) bool {
	if r.first || r.turn.Role != User || u.Asked || u.s.Marked || u.Negated() || u.Aside || u.Lead.Dependent() || !r.opening(u) || len(u.Tokens) > 24 || r.memory.none(decisions, 2) ||
		u.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Hearsay, english.Thanks, english.Passing, english.Done, english.Defer, english.Accept) {
		return false
	}
	said := firstPhrase(u.Clause)
	e, text := r.changedTime(u), ""
	if e != nil {
		text = strings.Replace(e.summary, clockIn(english.Tokens(e.summary)), clockIn(u.Tokens), 1)
	}
	if e == nil && u.at == 0 && r.last.wish == "" && r.last.polar == "" && len(said) <= 4 {
		e = r.otherThanReported(u, said)
	}
	if e == nil || r.takenBack(u) {
		return false
	}
	if text == "" {
		text = inPlaceOf(sentenceText(u), e.summary)
	}
	r.revise(e, text, u.Clause)
	r.of(u.s).changed = true
	return true
}

// otherThanReported is the only choice that the last turn reports, where a few words name
// something else in its place, or nil.
func (r *reader) otherThanReported(u unit, said []english.Token) *entry {
	var e *entry
	for _, d := range r.memory.all(decisions, 1) {
		if d.fresh || d.born != r.last.id {
			continue
		}
		if e != nil {
			return nil
		}
		e = d
	}
	stems := english.ContentOf(said)
	if e == nil || len(stems) == 0 || english.Shared(stems, e.stems) > 0 {
		return nil
	}
	if numbers := numbersOf(stems); len(numbers) > 0 && wordsIn(stems) == 0 && u.Verb < 0 && !u.Command {
		if len(numbers) == len(e.numbers) && len(numbers) > 1 {
			return e // "1280 by 800"
		}
		return nil
	}
	switch {
	case u.Command && u.Order == start(u.Clause) && (u.Word(u.Order) == "use" || u.Word(u.Order) == "take") && len(u.s.Clauses) == 1 && !pointing(u.Clause, u.Order+1) && len(stems) == 1 && len(u.Tokens) <= 3:
		return e
	case u.Verb < 0 && !u.Command && u.HasWord("please") && wordsIn(stems) <= 2 && r.namesNext(u, e):
		return e
	}
	return nil
}

// changedTime is the last choice of a time of day that an order gives another one, or nil.
func (r *reader) changedTime(u unit) *entry {
	if !u.HasOf(resetting) || clockIn(u.Tokens) == "" {
		return nil
	}
	e := r.memory.recent(func(e *entry) bool { return decisions(e) && !e.fresh && clockIn(english.Tokens(e.summary)) != "" }, 4)
	if e == nil || clockIn(english.Tokens(e.summary)) == clockIn(u.Tokens) {
		return nil
	}
	return e
}

// resetting are verbs that give something another time.
var resetting = english.WordsOf("make set move")

// clockIn is the first time of day among tokens, "" where there is none.
func clockIn(tokens []english.Token) string {
	for _, t := range tokens {
		if w := t.Word; len(w) >= 4 && len(w) <= 5 && w[len(w)-3] == ':' && w[0] >= '0' && w[0] <= '9' && w[len(w)-1] >= '0' && w[len(w)-1] <= '9' {
			return w
		}
	}
	return ""
}

// standsAt tells that an entry has some numbers already, not among what it turned down.
func (r *reader) standsAt(e *entry, numbers []string) bool {
	return within(numbers, e.stems) && (len(e.alternatives) == 0 || within(numbers, r.content(e.summary)))
}

// otherOfSort is the decision for a thing of the sort of which a proposal names another
// one, where neither says much more: "use npm", after "use yarn".
func (r *reader) otherOfSort(p *entry) *entry {
	of := sortsOf(p.words)
	if of == 0 || len(ofSort(p.words, of)) != 1 || len(without(p.words, ofNaming)) > 1 {
		return nil
	}
	for _, e := range slices.Backward(r.memory.entries) {
		if !e.open || e.fresh || e.kind != delta.Decision || e.age > 8 {
			continue
		}
		stems := r.content(withoutContext(e.summary))
		if old := ofSort(stems, of); len(old) == 1 && len(without(stems, ofNaming)) == 1 && old[0] != ofSort(p.words, of)[0] {
			return e
		}
	}
	return nil
}
