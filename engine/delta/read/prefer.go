package read

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// instating lead to what somebody takes instead of what was proposed.
var instating = english.PhrasesOf("i prefer", "i would prefer", "we prefer", "i would rather use", "id rather use", "id rather have", "id rather take", "id rather go with", "id prefer", "i would rather have", "i would rather take", "i would rather go with", "we would rather use", "we would rather have", "i would rather keep", "i would like", "i want", "let us use", "let us take", "let us go with", "use", "make it", "call it", "name it", "go with", "take", "keep")

// prefersOther reads an answer that names something else than the assistant proposed:
// "I'd rather use Ruff", "call it scrib", "dark red instead".
func (r *reader) prefersOther(u unit) bool {
	if r.turn.Role != User || u.at > 0 || !r.begins(u) || len(r.units()) > 1 || u.Asked || u.s.Marked || u.Negated() || len(u.Tokens) > 9 || laughs(u) ||
		u.Has(english.Hedge, english.Undecided, english.Someday, english.History, english.Done, english.Thanks, english.Hearsay, english.Sarcasm, english.Defer) {
		return false
	}
	all := r.memory.all(proposals, 1)
	if len(all) == 0 {
		return false
	}
	p := all[len(all)-1]
	i, leads := start(u.Clause), false
	for f, at := range u.Phrases(instating) {
		if end := u.Behind(f, at); at <= len("ok, then ") {
			i, leads = max(i, end), true
		}
	}
	instead := u.HasWord("instead") || u.Word(len(u.Tokens)-1) == "please" && u.Verb < 0
	rest := u.Tokens[min(i, len(u.Tokens)):]
	stems := english.ContentOf(rest)
	named := without(stems, ofChange)
	if !leads && !(instead && u.Verb < 0) || len(named) == 0 || len(named) > 3 || english.Shared(named, p.stems) == len(named) || r.takenBack(u) {
		return false
	}
	if v, ok := u.VerbAt(i); leads && ok && v.Form&english.Base != 0 && v.Class&english.Work != 0 && i+1 < len(u.Tokens) {
		return false // other work
	}
	if u.HasWord("more", "to", "first", "look", "detail", "details", "options", "else", "case", "cases", "later", "going", "time", "break") || u.Dated() || len(rest) > 4 {
		return false
	}
	if v, ok := u.VerbAt(i); ok && v.Form&english.Gerund != 0 || u.HasWord("want", "like", "take", "keep", "have") && sortsOf(named)&sortsOf(p.words) == 0 && !u.HasWord("rather", "instead") {
		return false // "i want pictures", "keep talking"
	}
	if u.HasWord("call", "name") && !callingIt.among(p.summary) {
		return false
	}
	r.by = filling
	d := &delta.DecisionMade{Creation: r.creation(r.summary(about(core(u.Clause), p.summary)), delta.High), Alternatives: []string{p.summary}}
	if slices.ContainsFunc(r.memory.all(decisions, 4), func(e *entry) bool { return within(named, e.stems) }) || !r.propose(d) {
		return false
	}
	r.supersede(p, d.ID, u.s.Text, delta.High)
	return true
}

// tooMuch tells a remark that finds what was proposed too much of something: "too
// common".
func (r *reader) tooMuch(u unit) bool {
	return u.Word(0) == "too" && u.Verb < 0 && !u.Command && len(u.Tokens) <= 4 && r.begins(u) && len(r.units()) == 1 && !u.s.Marked && !u.HasWord("late", "bad", "kind", "funny", "early") && !r.memory.none(proposals, 1)
}
