package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// supersede takes an item out of force.
func (r *reader) supersede(e *entry, newID, reason string, c delta.Confidence) {
	r.propose(&delta.ItemSuperseded{TargetID: e.id, NewItemID: newID, Reason: sentenceCase(reason), Confidence: c, Provenance: r.provenance()})
}

// close ends a task.
func (r *reader) close(e *entry, how delta.Resolution, c delta.Confidence) {
	r.propose(&delta.TaskClosed{TargetID: e.id, Resolution: how, Confidence: c, Provenance: r.provenance()})
}

// retired reads an item being dropped: "drop redis", "forget the prune", "we
// do not need the cache any more". Tasks are closed as abandoned, anything
// else is superseded.
func (r *reader) retired(u unit) bool {
	if r.dropsOnce(u) {
		return true
	}
	if e := r.waved(u); e != nil {
		r.close(e, delta.Abandoned, delta.High)
		r.replacement(u)
		return true
	}
	if e := r.leftOut(u); e != nil {
		r.close(e, delta.Abandoned, delta.High)
		return true
	}
	if e := r.calledOff(u); e != nil && !r.partOnly(u, e, u.Content()) {
		r.close(e, delta.Abandoned, delta.High)
		r.replacement(u)
		return true
	}
	if r.turnsDown(u) {
		return true
	}
	at, n := u.Find(english.Retire)
	if at < 0 || u.Asked || u.Has(english.Hedge, english.Undecided, english.Someday) || u.Has(english.Defer) && !u.HasWord("drop", "scrap", "cancel") {
		return false
	}
	gentle := u.HasWord("remove", "delete", "cut", "out", "undo", "gone", "want", "revert", "back")
	orders := at > 0 && u.Word(at-1) == ":" || u.Command && u.Order >= at-1 && u.Order <= at+n || at <= 1 || u.Has(english.NoLonger) || u.Verb >= 0 && at >= u.Verb && english.IsBe(u.Word(at)) || at > 0 && (u.Word(at-1) == "we" || u.Word(at-1) == "i")
	if !orders || u.Command && u.Tokens[0].Word == "do" && u.Word(1) == "not" && !strings.HasPrefix(u.Words(), "do not need") && !strings.HasPrefix(u.Words(), "do not bother") {
		return false
	}
	stems := minus(u.Content(), retiring)
	if i := u.Index("for", "and", "instead", "then"); i > at+n {
		stems = minus(u.ContentTo(i), retiring)
	}
	if i := u.Index(","); i >= at+n {
		stems = minus(u.ContentTo(i), retiring)
	}
	var e *entry
	if len(stems) == 0 {
		if u.HasWord("it", "that", "this", "them") && u.HasWord("scrap", "drop", "ditch", "forget") && u.at == 0 {
			e, _ = r.memory.alike(r.sentenceBefore(u), droppable, 0.3)
		}
		if b := u.before(); e == nil && b != nil && len(b.Content()) > 0 && u.HasWord("it", "that", "this", "them") {
			e, _ = r.memory.alike(b.Content(), droppable, 0.5)
		}
		if e == nil && u.HasWord("it", "that", "this", "them") && u.HasWord("forget", "drop", "scrap", "skip", "cancel", "ditch", "mind") {
			e = r.memory.recent(plans, 2)
		}
	} else {
		least := 0.5
		if gentle {
			least = 0.99
		}
		if named := minus(stems, boundStems); len(named) > 0 && len(named) < len(stems) {
			stems = named // "the memory limit is gone"
		}
		e, _ = r.memory.alike(stems, droppable, least)
	}
	if e == nil {
		return false
	}
	if e.kind == delta.Task {
		if at > 0 && u.Word(at-1) == ":" && r.partOnly(u, e, stems) {
			return false
		}
		r.close(e, delta.Abandoned, delta.High)
		r.replacement(u)
		return true
	}
	if partOfRule(e, stems) && !u.HasWord("rule", "limit", "restriction", "requirement") {
		r.revise(e, inPlaceOf(sentenceText(u), e.summary), u.Clause)
		return true
	}
	r.supersede(e, r.replacement(u), u.s.Text, delta.High)
	return true
}

// partOfRule tells that some stems name but one of the things that a rule lists: with
// it goes not the rule.
func partOfRule(e *entry, stems []string) bool {
	return e.kind == delta.Constraint && wordsIn(stems) > 0 && 2*english.Shared(stems, e.words) <= len(e.words) && len(e.words) > 1 && english.Shared(stems, e.words) > 0 && (strings.Contains(e.summary, " and ") || strings.Contains(e.summary, ", "))
}

// turnsDown reads a bare no to what was decided on: "take that back, no tailwind", "no
// donor after all". Where it is but a part of the decision, the decision changes.
func (r *reader) turnsDown(u unit) bool {
	i := start(u.Clause)
	if r.turn.Role != User || u.Word(i) != "no" || u.Verb >= 0 || u.Command || u.Asked || len(u.Tokens) > i+5 || u.HasWord("more", ",", "yet", "here", "there", "still", "now") || u.Has(english.Hedge, english.Undecided, english.Defer) || r.last.asks {
		return false
	}
	stems := without(u.Content(), ofChange)
	if len(stems) == 0 || len(stems) > 2 {
		return false
	}
	e, _ := r.memory.alike(stems, func(e *entry) bool { return e.kind == delta.Decision && !negates(e.summary) }, 0.99)
	if e == nil {
		return false
	}
	after := u.Has(english.AfterAll) || u.before() != nil && turnsAway(u.before()) || u.before() != nil && u.before().Where("that back") > 0
	switch chosen := without(minus(e.words, pointers), ofChange); {
	case 2*len(stems) >= len(chosen) && (after || e.age <= 4):
		r.supersede(e, "", u.s.Text, delta.High)
	case after:
		r.revise(e, inPlaceOf(sentenceText(u), e.summary), u.Clause)
		r.of(u.s).changed = true
	default:
		return false
	}
	return true
}

// leftOut is the task that an order to leave it calls off: "leave the map",
// "the boxplot no, leave it".
func (r *reader) leftOut(u unit) *entry {
	if r.turn.Role != User || !u.Command || u.Word(u.Order) != "leave" || u.Asked || len(u.Tokens) > u.Order+4 || u.Has(english.Defer, english.Hedge) && !u.HasWord("out") {
		return nil
	}
	stems := minus(english.ContentOf(u.Tokens[u.Order+1:]), retiring)
	if b := u.before(); len(stems) == 0 && b != nil && b.Negated() && u.HasWord("it", "that", "them") {
		stems = b.Content()
	}
	e, _ := r.memory.alike(stems, tasks, 0.99)
	return e
}

// waving are orders that call off what a pronoun behind them means.
var waving = english.PhrasesOf("do not do", "do not build", "do not make", "do not write", "do not bother", "do not need", "cross", "strike", "can strike", "can drop", "can skip", "can forget", "can leave", "can scrap", "off the hook", "skip", "forget", "drop", "scrap", "cancel", "no need for", "leave")

// pronouns stand for what was named before.
var pronouns = classOf("it that them this those these")

// waved is the task that an order with a pronoun calls off: "the waiting screen:
// don't do it", "about the one-pager, you can strike it", "skip them".
func (r *reader) waved(u unit) *entry {
	if r.turn.Role != User || u.Asked || !pronouns.in(u.Clause) || u.Has(english.Hedge, english.Undecided) {
		return nil
	}
	w := u.Words()
	off := false
	for p, at := range u.Phrases(waving) {
		f := p.Text
		rest := strings.Fields(w[at+len(f):])
		if u.Word(0) == "i" || u.Word(0) == "nobody" || u.Word(0) == "most" {
			continue
		}
		off = off || len(rest) > 0 && (rest[0] == "it" || rest[0] == "that" || rest[0] == "them" || rest[0] == "this" || rest[0] == "those" || rest[0] == "these" || rest[0] == "about" && len(rest) > 1) && (f != "leave" || strings.HasSuffix(w, "out") || strings.HasSuffix(w, "away"))
	}
	if !off {
		return nil
	}
	about := union(minus(u.Content(), retiring), r.contextBefore(u))
	if e := r.mostAbout(about, tasks); e != nil {
		if r.partOnly(u, e, about) {
			return nil
		}
		return e
	}
	return r.mostAbout(r.last.stems, func(e *entry) bool { return tasks(e) && r.contextBefore(u) == nil })
}

// partOnly tells that only a part of a task is meant, and that the turn speaks
// of another part: "brew: skip it. deb only".
func (r *reader) partOnly(u unit, e *entry, named []string) bool {
	return slices.ContainsFunc(r.units(), func(o unit) bool {
		return o.s != u.s && english.Shared(o.Content(), minus(e.stems, named)) > 0
	})
}

// mostAbout is the open entry that shares most with some stems, nil for a tie
// of little.
func (r *reader) mostAbout(stems []string, which is) *entry {
	var best *entry
	most := 0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || !which(e) {
			continue
		}
		if n := english.Shared(stems, e.stems); n > most || n == most && n > 0 && e.age < best.age {
			best, most = e, n
		}
	}
	return best
}

// retiring are stems of the words that retire, not of what is retired.
var retiring = english.Content("drop scrap ditch forget kill remove abandon cancel discard axe nix junk skip toss bin get rid never mind more throw leave take need point bother longer cut retire lose shelve undo idea plan part want revert decision rule anymore")

// replacement reads what comes instead of a retired item in the same sentence
// ("drop redis, sqlite it is") and returns the id of the new decision.
func (r *reader) replacement(u unit) string {
	if c := r.goesOn(u); c != nil {
		d := &delta.DecisionMade{Creation: r.creation(r.summary(core(c)), delta.High), Alternatives: []string{}}
		r.mark(c)
		return r.idOf(d)
	}
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		if r.used[c.Place] || c.Asked || c.Has(english.Hedge) {
			continue
		}
		if c.Has(english.ItIs) && endsWithItIs(c) || c.Has(english.Choosing, english.LetUs) || c.Command && chooses(c) {
			d := &delta.DecisionMade{Creation: r.creation(r.summary(core(c)), delta.High), Alternatives: []string{}}
			r.mark(c)
			return r.idOf(d)
		}
	}
	if c := u.after(); c != nil && c.Lead == english.And && c.Verb < 0 && !c.Command && !c.Asked && c.HasWord("instead", "then") && comesInstead(c, 0) {
		r.mark(c)
		return r.idOf(&delta.DecisionMade{Creation: r.creation(r.summary(core(c)), delta.High), Alternatives: []string{}})
	}
	if text := insteadOf(u.Clause); text != "" {
		return r.idOf(&delta.DecisionMade{Creation: r.creation(r.summary(text), delta.High), Alternatives: []string{}})
	}
	return ""
}

// goesOn is the clause after a retirement that says how it is instead, in the
// present: "scrap it, the lamp just goes out", "never mind the game over
// screen. We just restart the floor."
func (r *reader) goesOn(u unit) *english.Clause {
	c := u.after()
	if c == nil {
		if next := u.nextSentence(); next != nil {
			c = &next.Clauses[0]
			if w := c.Word(0); w != "we" && w != "just" && w != "instead" && w != "it" && w != "then" {
				return nil
			}
		}
	}
	if c == nil || c.Verb < 1 || c.Asked || c.Command || c.Lead == english.Because || c.Has(english.Hedge, english.Passing, english.Done, english.ItIs, english.Choosing, english.LetUs, english.Must, english.Off) && !c.HasWord("just", "simply") || pastTense(c) {
		return nil
	}
	w := c.Word(c.Verb)
	v, ok := c.VerbAt(c.Verb)
	if !ok || english.IsBe(w) || w == "has" || w == "have" || english.IsModal(w) || c.HasWord("already", "anyway") || c.Word(0) == "i" {
		return nil
	}
	if c.HasWord("just", "simply", "instead") || c.Word(0) == "we" && v.Class&english.Mind == 0 && v.Lemma != "use" && v.Lemma != "need" {
		return c
	}
	return nil
}

// chooses tells an imperative of choosing.
func chooses(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Order)
	return c.Command && ok && v.Class&english.Choose != 0
}

// doing are stems of the words that report work, not of what was done.
var doing = english.Content("done finished complete works working worked fixed merged shipped deployed passes pass green ready runs built written added test tests looks good great perfect here there live closed solved nice implemented everything changed updated clean ok gives consider regard declare")

// asking are stems of the tasks that somebody else's deed fulfils.
var asking = english.Content("ask tell call request contact email mail write talk invite remind order")
