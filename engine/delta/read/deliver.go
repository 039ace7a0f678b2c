package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// delivered closes what the user asked for in the turn before and of which the
// assistant now tells how it is: "the labels no longer collide", "there's a retry
// link beside each row", "limit set to 6 GB and rolled out". Who shows code says
// whether it works in other words.
func (r *reader) delivered() {
	asked := r.memory.all(tasks, 1)
	if len(asked) == 0 || r.pasted || r.leavesChoice() || r.proposed(delta.BranchCreatedKind) {
		return
	}
	for i, u := range r.units() {
		if len(asked) == 0 {
			return
		}
		how := r.tellsResult(u)
		if how == noResult || u.s.Clauses[0].Has(english.Suggest, english.Hedge) && u.at > 0 || u.Conditional {
			continue
		}
		best, most := -1, 0
		for k, e := range asked {
			if n := english.Shared(minus(told(u), doing), e.stems); n > most {
				best, most = k, n
			}
		}
		switch {
		case best < 0 && how == doneResult && len(asked) == 1 && u.at == 0 && i < 3 && !r.proposed(delta.TaskClosedKind):
			best = 0
		case best < 0, how == stateResult && most < 2, how == nowResult && most < 2 && 2*most < len(asked[best].stems):
			continue
		}
		e := asked[best]
		asked = slices.Delete(asked, best, best+1)
		if e.open {
			r.close(e, delta.Completed, delta.High)
		}
	}
}

// told is the content of the sentence of a report, or but of its clause where the
// sentence goes on to what is still to come: "…, the mail comes tomorrow".
func told(u unit) []string {
	for i := range u.s.Clauses {
		if c := &u.s.Clauses[i]; i != u.at && (c.Has(english.Promise, english.Defer) || c.Has(english.NotDone) && c.Negated() || c.HasWord("tomorrow", "soon", "tonight")) {
			return u.Content()
		}
	}
	return u.s.Content()
}

// leavesChoice tells a turn that asks how something is to be, or offers it.
func (r *reader) leavesChoice() bool {
	return slices.ContainsFunc(r.units(), func(u unit) bool {
		return (u.Asked || u.s.Marked) && !pastTense(u.Clause) || asksTrial(u.Clause) || untried(u.Clause) || u.Has(english.OfferHelp, english.Lean) || u.Has(english.Untested) && (u.Word(0) != "here" || u.HasWord("draft", "first", "rough", "proposal", "sketch", "suggestion", "version", "attempt", "cut")) || u.HasWord("first") && u.Has(english.Promise)
	})
}

// result is in which way a clause tells what came of work.
type result uint8

const (
	noResult    result = iota
	stateResult        // how a thing is
	nowResult          // how it is now, other than before
	madeResult         // where it is
	doneResult         // what was done
)

// tellsResult tells whether a clause says what came of work.
func (r *reader) tellsResult(u unit) result {
	c := u.Clause
	if goesOnStill(u) || c.Asked || c.Command || c.Conditional || c.Lead.Dependent() || len(c.Content()) == 0 || c.Report != nil ||
		c.Has(english.Hedge, english.Suggest, english.NotDone, english.Promise, english.Undecided, english.Someday, english.Assumption, english.Estimate, english.Defer, english.Cause, english.Keeping, english.Chosen) ||
		c.HasWord("you", "remains", "remaining", "missing", "except", "only", "still", "would", "should", "might", "must", "need", "needs", "takes", "depends") {
		return noResult
	}
	i := start(c)
	w := c.Word(i)
	v, ok := c.VerbAt(i)
	verb, known := c.VerbAt(c.Verb)
	switch {
	case performed(c) && c.Word(c.Verb+1) == "not" && (c.Word(c.Verb) == "has" || c.Word(c.Verb) == "have"):
		return noResult
	case performed(c), ok && v.Form&(english.Past|english.Part) != 0 && v.Form&english.Base == 0 && v.Class&english.Work != 0 && i == 0:
		if c.Word(1) == "" || slices.Contains([]string{"lower", "raise", "change", "set", "switch", "move", "swap", "increase", "reduce", "bump", "cut", "put"}, v.Lemma) {
			return stateResult // may only repeat a value
		}
		return doneResult
	case w == "i" && c.Verb == i+1 && known && verb.Form&english.Past != 0 && verb.Form&english.Base == 0 && verb.Class&english.Work != 0 && verb.Class&english.Ask == 0:
		return doneResult
	case c.Verb < 0 && len(c.Tokens) > 1 && participleAfterNoun(c):
		return doneResult
	case c.Verb < 1 || w == "it" && len(c.Content()) < 2:
		return noResult
	case english.IsBe(c.Word(c.Verb)) && w != "there" && w != "here":
		return noResult // repeats a value: "the start is at 22:00 now"
	case c.HasWord("now") || c.Where("no longer") >= 0 || c.HasWord("anymore"):
		return nowResult
	case (w == "there" || w == "here") && english.IsBe(c.Word(c.Verb)) && len(u.s.Content()) >= 3:
		return madeResult
	case !english.IsModal(c.Word(c.Verb)) && !pastTense(c) && w != "i" && w != "that" && w != "this" && !c.Negated():
		return stateResult
	}
	return noResult
}

// participleAfterNoun tells a report without its auxiliary: "limit set to 6 GB".
func participleAfterNoun(c *english.Clause) bool {
	for i := 1; i < len(c.Tokens) && i < 5; i++ {
		v, ok := c.VerbAt(i)
		if ok && v.Form&english.Part != 0 && v.Class&english.Work != 0 && (v.Form&english.Base == 0 || c.Word(i+1) == "to") && !english.IsFunction(c.Word(i-1)) {
			return true
		}
	}
	return false
}

// concludedDone reads the ends of sentences that conclude that work is done, before
// what they conclude it from takes them: "all tests agree, so the port is complete".
func (r *reader) concludedDone() {
	if r.memory.none(tasks, 1<<30) {
		return
	}
	for _, u := range r.units() {
		if u.at > 0 && u.Lead == english.So && u.Has(english.Done) && !u.Has(english.Must) && !r.used[u.Place] && r.closed(u) {
			r.mark(u.Clause)
		}
	}
}

// endsReporting reads the ends of a sentence that report work by its name, before what
// they stand beside takes them: "all tests pass and the decorations are done".
func (r *reader) endsReporting(u unit) {
	if u.at > 0 || len(u.s.Clauses) < 2 {
		return
	}
	for _, o := range r.units()[u.n+1:] {
		if o.s != u.s {
			return
		}
		if o.Lead == english.And && o.Has(english.Done) && !o.Has(english.Must) && !r.used[o.Place] && r.reportsNamed(o) {
			r.mark(o.Clause)
		}
	}
}

// reportsNamed reads a report that work is done which it names: "and the decorations
// are done", before something else is seen in it.
func (r *reader) reportsNamed(u unit) bool {
	if u.Verb < 1 || !english.IsBe(u.Word(u.Verb)) || pastTense(u.Clause) || r.memory.none(tasks, 1<<30) {
		return false
	}
	subject := minus(u.ContentTo(u.Verb), doing)
	e := r.mostAbout(subject, tasks)
	return e != nil && 2*english.Shared(subject, e.stems) >= len(subject) && r.closed(u)
}

// confirmsClosed tells that what a report is about was reported before.
func (r *reader) confirmsClosed(subject []string) bool {
	if len(subject) == 0 {
		return false
	}
	for _, e := range r.memory.within(3) {
		if e.kind == delta.Task && !e.open && e.age <= 3 && within(subject, e.stems) {
			return true
		}
	}
	return false
}

// namesClosed tells that a report names a task that was closed lately rather than an
// open one.
func (r *reader) namesClosed(stems []string, open *entry) bool {
	named := 0
	if open != nil {
		named = english.Shared(stems, open.stems)
	}
	return slices.ContainsFunc(r.memory.within(4), func(e *entry) bool {
		return e.kind == delta.Task && !e.open && !e.fresh && e.age <= 4 && english.Shared(stems, e.stems) > named
	})
}

// justClosed tells that the last turn closed a task.
func (r *reader) justClosed() bool {
	for _, e := range r.memory.within(1) {
		if e.kind == delta.Task && !e.open && e.age <= 1 {
			return true
		}
	}
	return false
}

// workedOn is the task that was worked on last: of several that were opened together
// the one of which the assistant's last turn speaks.
func (r *reader) workedOn() *entry {
	task := r.memory.recent(tasks, 6)
	if task == nil || r.turn.Role != User {
		return task
	}
	best, most := task, 0
	for _, e := range slices.Backward(r.memory.entries) {
		if e.kind != delta.Task || e.born != task.born || !e.open || e.fresh {
			continue
		}
		if n := english.Shared(e.words, r.last.stems); n >= most {
			best, most = e, n
		}
	}
	return best
}

// didOrder closes the task that the user reports to have done by its own verb: "found
// three speakers" of "find speakers", "i bought the paint".
func (r *reader) didOrder(u unit) bool {
	i := 0
	if u.Word(0) == "i" || u.Word(0) == "we" {
		i++
	}
	v, ok := u.VerbAt(i)
	if r.turn.Role != User || !ok || v.Form&english.Past == 0 || v.Form&english.Base != 0 || u.Verb > i || u.Asked || u.Conditional || u.Negated() || u.Lead.Dependent() || u.Has(english.Hedge, english.NotDone, english.History, english.Someday) || u.HasWord("almost", "half", "some", "part", "yesterday", "last", "wrong", "but") {
		return false
	}
	rest := english.ContentOf(u.Tokens[i+1:])
	for _, e := range r.memory.all(tasks, 1<<30) {
		order := english.Tokens(e.summary)
		if did, ok := english.VerbOf(order[0].Word); ok && !e.fresh && did.Lemma == v.Lemma && english.Shared(withoutNumbers(rest), e.stems) > 0 {
			r.close(e, delta.Completed, delta.High)
			return true
		}
	}
	return false
}

// onlyRestOpen tells that what is not done in a clause is but what it names behind a
// comma, or that a word for it says how much there was to do: "the format is finished,
// the downloader only half", "the half page is done".
func onlyRestOpen(c *english.Clause) bool {
	done, n := c.Find(english.Done)
	open, _ := c.Find(english.NotDone)
	if done < 0 || open < 0 || c.Verb < 1 {
		return false
	}
	if open < done {
		return open < c.Verb && c.Word(open) == "half" && isContent(c, open+1)
	}
	at := after(c, done+n-1, ",")
	return at > 0 && at < open && english.HasContent(c.Tokens[at:open])
}

// justNamed is the content of what stands before a report that names nothing: of the
// clause before it, or of a cry that only names the thing: "the clock! works".
func (r *reader) justNamed(u unit) []string {
	if u.at > 0 {
		return u.before().Content()
	}
	last := u.previousSentence()
	if last == nil || last.Asked || len(last.Clauses) > 1 || last.Clauses[0].Verb >= 0 || len(last.Clauses[0].Tokens) > 4 || len(u.Tokens) > 3 || r.proposed(delta.TaskClosedKind) {
		return nil
	}
	return last.Content()
}

// subjectOf is the one open task that the whole subject of a report names, and the one
// that it names behind an "and": "the map is done" of "a map of all the wells".
func (r *reader) subjectOf(u unit, open []*entry) []*entry {
	if u.Verb < 1 {
		return nil
	}
	e := oneTask(minus(u.ContentTo(u.Verb), doing), open)
	if e == nil || r.turn.Role == User && r.namesClosed(u.ContentTo(u.Verb), e) {
		return nil
	}
	if at := after(u.Clause, u.Verb, "and"); at > 0 {
		if o := oneTask(minus(english.ContentOf(u.Tokens[at:]), doing), open); o != nil && o != e {
			return []*entry{e, o}
		}
	}
	return []*entry{e}
}

// oneTask is the one of some tasks that all the stems belong to.
func oneTask(stems []string, open []*entry) *entry {
	if len(stems) == 0 {
		return nil
	}
	var one *entry
	for _, e := range open {
		if within(stems, e.stems) || len(stems) == 1 && inCompound(stems[0], e.stems) {
			if one != nil {
				return nil
			}
			one = e
		}
	}
	return one
}

// inCompound tells that a stem is the end of a longer one, as of a name in code:
// "calculator" of `TaxCalculator`.
func inCompound(stem string, stems []string) bool {
	return len(stem) > 5 && slices.ContainsFunc(stems, func(s string) bool { return len(s) > len(stem)+2 && strings.HasSuffix(s, stem) })
}

// justRight tells a clause that ends with finding something right: "the lid is exactly
// right".
func justRight(c *english.Clause) bool {
	n := len(c.Tokens) - 1
	return n > 1 && c.Word(n) == "right" && c.Verb > 0 && english.IsBe(c.Word(c.Verb)) && n-c.Verb <= 2 && !c.Negated() && c.Word(0) != "you" && c.Word(0) != "that"
}

// workParts are words for a piece of work that was just spoken of.
var workParts = english.WordsOf("part section piece bit one chapter step item thing")

// pointedPart tells a clause about such a piece: "that part is finished".
func pointedPart(c *english.Clause) bool {
	i := start(c)
	return c.Verb == i+2 && (c.Word(i) == "that" || c.Word(i) == "this") && workParts.Holds(c.Word(i+1)) && ended.in(c)
}

// partDone is the task whose piece of work is pointed at: the one of which the turn has
// spoken up to there, or for a user the one that was worked on last.
func (r *reader) partDone(u unit, last *entry) []*entry {
	if !pointedPart(u.Clause) {
		return nil
	}
	var stems []string
	for _, o := range r.units()[:u.n] {
		stems = union(stems, o.Content())
	}
	if e := r.mostAbout(minus(stems, doing), tasks); e != nil {
		return []*entry{e}
	}
	if r.turn.Role == User && (last.age <= 4 || r.onlyTask()) {
		return []*entry{last}
	}
	return nil
}

// praisesShown tells that the user finds what was just made for them as it should be:
// "it's perfect".
func (r *reader) praisesShown(u unit) bool {
	return u.Verb == 1 && u.Word(0) == "it" && english.IsBe(u.Word(1)) && u.HasWord("perfect") && r.begins(u) && r.memory.recent(tasks, 2) != nil && !contradictedNext(u)
}
