package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// closed reads a report that work is done: "works now", "the parser is
// finished", "merged".
func (r *reader) closed(u unit) bool {
	if r.memory.none(tasks, 1<<30) || namesColours(u) || !r.finished(u) {
		return r.didOrder(u)
	}
	targets := r.doneTargets(u)
	if targets == nil && r.endsList(u) {
		if e := r.mostAbout(r.turnStems(), tasks); e != nil {
			targets = []*entry{e}
		}
	}
	for _, e := range targets {
		c := delta.High
		if r.turn.Role == User && english.Shared(u.Content(), e.stems) == 0 {
			c = delta.Medium
		}
		r.close(e, delta.Completed, c)
	}
	return len(targets) > 0
}

// completing are verbs of the end of a list of work.
var completing = classOf("finishes completes concludes closes finished completed")

// endsList tells that with what the turn says a list of work is done: "that
// finishes the list", "which completes the plan".
func (r *reader) endsList(u unit) bool {
	return completing.in(u.Clause) && u.HasWord("list", "checklist", "plan", "todo", "todos", "set") && (u.Word(0) == "that" || u.Word(0) == "which" || u.Word(0) == "this" || u.Word(0) == "finishes" || u.Word(0) == "completes")
}

// turnStems is the content of the whole turn.
func (r *reader) turnStems() []string {
	var out []string
	for _, u := range r.units() {
		out = union(out, u.Content())
	}
	return out
}

// doesIt tells that the user finds the last piece of work doing what it was made
// for, by the task's own word: "it records" of a recorder.
func (r *reader) doesIt(u unit) bool {
	if r.turn.Role != User || !r.opening(u) || u.at > 0 || u.Word(0) != "it" || u.Verb != 1 || u.Asked || u.Negated() || u.Number() && u.HasWord("of", "only") {
		return false
	}
	v, ok := u.VerbAt(1)
	if !ok || v.Form&english.Third == 0 || english.IsFinite(u.Word(1)) {
		return false
	}
	e := r.memory.recent(tasks, 3)
	return e != nil && english.Shared(english.ContentOf(u.Tokens[1:2]), e.stems) > 0
}

// finished tells whether a clause says that something is done and works.
func (r *reader) finished(u unit) bool {
	if u.Asked || u.Conditional || u.Lead == english.If || u.HasWord("whenever", "where", "who") || r.turn.Role == User && (r.nods(u) || breaksOff(u)) {
		return false
	}
	if w := u.Word(0); (w == "where" || w == "what") && strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") {
		return false // "Where I've got to with orders:"
	}
	if u.Word(0) == "got" && pointing(u.Clause, 1) && len(u.Content()) == 0 {
		return false // heard
	}
	if at, _ := u.Find(english.Done); at >= 0 && u.Word(at) == "got" && u.Word(at+1) == "to" {
		return false // "I've got to go"
	}
	passive := performed(u.Clause) || r.placed(u) || r.doesIt(u) || r.endsList(u) || r.didTask(u) || r.praised(u) || r.triedOut(u) || r.isOut(u)
	if !passive && !u.Has(english.Done) {
		return false
	}
	if v, ok := u.VerbAt(0); u.Word(0) == "while" || ok && v.Form&english.Gerund != 0 && v.Form&english.Base == 0 && u.Verb < 0 {
		return false // in the course of it
	}
	if u.Has(english.NotDone) && !onlyRestOpen(u.Clause) || u.Has(english.Someday, english.Assumption) || u.Has(english.Untested) && !r.triedOut(u) || r.turn.Role == Assistant && u.HasWord("propose", "suggest", "recommend", "would") || u.Has(english.Hedge) || u.Negated() && !u.HasWord("errors", "error", "more") {
		return false
	}
	if r.turn.Role == Assistant && !ended.in(u.Clause) && r.leftUntried() {
		return false
	}
	at, n := u.Find(english.Done)
	if w := u.Word(at); at >= 0 && n == 1 && (w == "handled" || w == "maintained") && u.Word(at+1) == "by" && r.turn.Role == User {
		return false // by somebody else
	}
	if at == u.Verb && at > 0 && n == 1 && r.turn.Role == Assistant && pastTense(u.Clause) && !pointedAt(u.Clause, "i", "we") && english.IsFunction(u.Word(at+1)) && slices.Contains([]string{"its", "the", "a", "an", "their"}, u.Word(at+1)) {
		return false // what others did: "version 5 renamed its options"
	}
	if at > 0 && !passive && attributive(u.Clause, at, n) || goesOnStill(u) || !passive && r.unfinished(u, at, n) {
		return false
	}
	at = max(at, 0)
	for i := range u.s.Clauses {
		c := &u.s.Clauses[i]
		if i > u.at && c.Lead == english.But && (r.turn.Role == User && u.Verb < 1 || c.Negated() && c.Has(english.Done)) {
			return false // "it boots, but I would not call it finished"
		}
	}
	for i := 0; i < at; i++ {
		switch w := u.Word(i); {
		case w == "to" && i == at-1, w == "must", w == "should", w == "will", w == "would", w == "can", w == "need", w == "needs", w == "when", w == "once", w == "before", w == "after", w == "until", w == "let":
			return false
		}
	}
	if u.Command && u.Order <= at && !(at == 0 && !u.HasWord("it", "the")) {
		return u.Word(u.Order) == "checked"
	}
	return true
}

// nods tells a word that only says that something was heard, before the turn goes
// on to something else: "fine. the words are my own".
func (r *reader) nods(u unit) bool {
	if len(u.Tokens) > 2 || u.Verb >= 0 || len(u.Content()) > 0 || !r.opening(u) || !u.HasWord("fine", "good", "ok", "okay", "nice", "great", "right", "cool") {
		return false
	}
	us := r.units()
	return slices.ContainsFunc(us[u.n+1:], func(o unit) bool { return len(o.Content()) > 0 })
}

// breaksOff tells a report whose outcome is only shown below it: "I ran it and
// got".
func breaksOff(u unit) bool {
	if u.after() != nil {
		return false
	}
	switch u.Word(len(u.Tokens) - 1) {
	case "got", "get", "gets", "says", "said", "gives", "gave", "returns", "returned", "prints", "printed", ":":
		return u.Verb >= 0 && len(u.Tokens) > 2
	}
	return false
}

// goesOnStill tells work that is in progress or only a condition: "is still being
// written", "is pushed, first run in progress".
func goesOnStill(u unit) bool {
	next := u.after()
	return u.HasWord("being", "provided") || next != nil && next.Verb < 0 && next.HasWord("progress", "pending", "running")
}

// unfinished tells that the words of being done stand for something else: for
// the place where a thing is ("it is in the role"), or for a change that is only
// shown ("I changed the layout:").
func (r *reader) unfinished(u unit, at, n int) bool {
	if n == 2 && english.IsBe(u.Word(at)) && slices.Contains([]string{"in", "on", "out", "up", "there", "over", "through"}, u.Word(at+1)) {
		switch next := u.Word(at + 2); next {
		case "", ",", "now", "too", "already", "again", "and", "as", "since", "for", "with", "here", "on", "at", "!", "place":
		default:
			return !u.HasWord("now") && !r.namesAsked(u) && !(at+2 < len(u.Tokens) && u.Tokens[at+2].Class == english.Code)
		}
		return r.turn.Role == Assistant && u.Verb == 1 && u.Word(0) == "it" && strings.HasSuffix(strings.TrimSpace(u.s.Text), ":")
	}
	if r.turn.Role != Assistant {
		return false
	}
	if u.Word(at) == "works" && u.Word(at-1) == "just" {
		return true
	}
	return strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") && slices.Contains([]string{"changed", "updated", "replaced", "converted", "moved"}, u.Word(at))
}

// didTask tells a bare participle that names an open task's own verb:
// "switched", "printed and signed".
func (r *reader) didTask(u unit) bool {
	v, ok := u.VerbAt(0)
	if !ok || r.turn.Role != User && (!r.opening(u) || u.at > 0 || len(u.s.Clauses) > 1 || u.Number()) || v.Form&english.Part == 0 || v.Form&english.Base != 0 || v.Class&english.Work == 0 || len(u.Tokens) > 4 {
		return false
	}
	verb := u.ContentTo(1)
	e := r.memory.recent(tasks, 8)
	return e != nil && english.Shared(verb, e.stems) > 0
}

// placed tells that the assistant says where all that it was asked for is: "both
// files are in the repo", "they're under `samples/`".
func (r *reader) placed(u unit) bool {
	return r.turn.Role == Assistant && u.at == 0 && r.opening(u) && u.Verb > 0 && u.Verb <= 3 && english.IsBe(u.Word(u.Verb)) && !pastTense(u.Clause) &&
		pointedAt(u.Clause, "both", "they", "all", "everything", "these") && slices.Contains([]string{"in", "under", "at", "on", "there", "ready"}, u.Word(u.Verb+1)) && !u.HasWord("way", "question", "progress", "queue", "works", "making", "conflict", "danger") && !r.memory.none(tasks, 1)
}

// praising are words with which a thing is found to be good, or there.
var praising = classOf("fine good great perfect beautiful excellent lovely splendid identical flawless gorgeous superb magnificent stunning marvellous wonderful applauded complete accepted in online running there")

// praised tells that the user finds the thing that a task was about to be good:
// "runbook's fine, in the wiki", "the pdf is beautiful".
func (r *reader) praised(u unit) bool {
	if r.turn.Role != User || u.Lead.Dependent() || u.Asked || pastTense(u.Clause) || !praising.in(u.Clause) && !justRight(u.Clause) {
		return false
	}
	if u.HasWord("in", "there", "running") && (u.Verb < 0 || !english.IsBe(u.Word(u.Verb)) || u.Verb+2 < len(u.Tokens)) {
		return false
	}
	subject := u.Subject()
	if u.Verb < 0 {
		subject = u.Tokens[:min(2, len(u.Tokens))]
	}
	e, _ := r.memory.alike(english.ContentOf(subject), tasks, 0.5)
	return e != nil && (e.age <= 4 || u.Verb > 0 && !english.IsBe(u.Word(u.Verb)) && r.opening(u)) || r.praisesShown(u)
}

// onlyTask tells that one task alone is open.
func (r *reader) onlyTask() bool {
	return len(r.memory.all(tasks, 1<<30)) == 1
}

// contradictedNext tells that the next clause takes back a part of what u says:
// "the clock runs, but after 20 minutes there is a ghost".
func contradictedNext(u unit) bool {
	next := u.after()
	return next != nil && next.Lead == english.But
}

// labelling are participles of how a thing is rather than of work on it.
var labelling = english.WordsOf("called named numbered labelled labeled supported allowed supposed based")

// performed tells a passive of work: "is extracted", "has been migrated".
func performed(c *english.Clause) bool {
	if c.Verb >= 0 && c.Word(c.Verb+1) == "to" {
		return false // "has to be edited"
	}
	for i := c.Verb + 1; c.Verb >= 0 && i < len(c.Tokens) && i <= c.Verb+3; i++ {
		v, ok := c.VerbAt(i)
		if ok && v.Form&english.Part != 0 && v.Form&english.Base == 0 && v.Class&english.Work != 0 && !labelling.Holds(c.Word(i)) {
			w := c.Word(c.Verb)
			return (w == "is" || w == "are" || w == "has" || w == "have") && !pastTense(c)
		}
	}
	return false
}

// doneTargets are the open tasks that a report of done work means.
func (r *reader) doneTargets(u unit) []*entry {
	open := r.memory.all(tasks, 1<<30)
	if len(open) == 0 {
		return nil
	}
	if es := r.enumerated(u, open); es != nil {
		return es
	}
	if r.turn.Role == Assistant || u.Word(0) == "both" || u.Word(0) == "all" && u.Verb > 1 {
		if u.HasWord("both", "all", "everything") && wordsIn(u.ContentTo(u.Verb)) == 0 {
			if last := r.memory.recent(tasks, 2); last != nil {
				return slices.DeleteFunc(slices.Clone(open), func(e *entry) bool { return e.age != last.age })
			}
		}
	}
	if es := several(u, open); es != nil {
		return es
	}
	if r.turn.Role == User && u.Verb > 0 && pastTense(u.Clause) && !leftPassive(u.Clause) && u.Word(0) != "i" && u.Word(0) != "we" && !u.HasWord("works", "done", "finished", "fixed", "live", "online", "merged", "deployed", "shipped") {
		open = slices.DeleteFunc(slices.Clone(open), func(e *entry) bool { return english.Shared(e.stems, asking) == 0 })
	}
	stems := minus(u.Content(), doing)
	if u.at > 0 && len(stems) == 0 && r.turn.Role == User && r.proposed(delta.TaskClosedKind) {
		return nil // "the tests are green, it's merged"
	}
	if len(stems) == 0 {
		stems = minus(r.justNamed(u), doing)
	}
	if es := r.subjectOf(u, open); es != nil {
		return es
	}
	var best *entry
	score := 0.0
	for _, e := range open {
		shared := english.Shared(stems, e.stems)
		if shared == 0 {
			continue
		}
		s := float64(shared)/float64(max(1, min(len(stems), len(e.stems)))) + float64(shared)/10
		if s > score || s == score && e.age < best.age {
			best, score = e, s
		}
	}
	if r.turn.Role == User && r.namesClosed(stems, best) && !r.triedOut(u) {
		return nil
	}
	if best != nil && score >= 0.42 {
		return []*entry{best}
	}
	if best != nil && score > 0 && len(open) == 1 {
		return []*entry{best}
	}
	return r.impliedTarget(u, stems)
}

// leftPassive tells a passive whose auxiliary a chat leaves out, "schema merged", from a
// report of what somebody did.
func leftPassive(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Verb)
	if !ok || v.Form&english.Part == 0 || v.Class&english.Work == 0 || english.IsFinite(c.Word(c.Verb)) {
		return false
	}
	switch next := c.Word(c.Verb + 1); next {
	case "", ",", "and", "now", "too", "already", "on", "to", "in", "last", "yesterday", "today", "again", "with", "as", "by", "since", "for", "at":
		return len(c.Subject()) < 5
	}
	return false
}

// madeReady are words for what is finished and there.
var madeReady = classOf("ready done finished complete completed written live merged deployed published implemented installed place fixed sorted")

// attributive tells a participle that only describes the noun behind it: "it misses renamed
// folders".
func attributive(c *english.Clause, at, n int) bool {
	v, ok := c.VerbAt(at)
	if n != 1 || !ok || v.Form&english.Part == 0 || c.Verb < 0 || c.Verb >= at || at+1 >= len(c.Tokens) || english.IsFinite(c.Word(at-1)) || c.Word(at-1) == "been" {
		return false
	}
	next := &c.Tokens[at+1]
	return next.Class == english.Word && !english.IsFunction(next.Word) && english.HasContent(c.Tokens[at+1:at+2]) && at-c.Verb <= 2
}

// hasBoxes tells a turn whose boxes say what is done.
func (r *reader) hasBoxes() bool {
	for i := range r.passages {
		if r.passages[i].Box != prose.NoBox {
			return true
		}
	}
	return false
}

// impliedTarget is the task that was worked on last, where a report names
// nothing ("works now, thanks") or only the trial ("curl gives 200, good").
func (r *reader) impliedTarget(u unit, stems []string) []*entry {
	if r.turn.Role == User && len(stems) == 0 && (r.justClosed() || r.proposed(delta.TaskClosedKind)) {
		return nil // confirms what the assistant, or the turn, has just said
	}
	task := r.workedOn()
	if r.triedOut(u) || r.isOut(u) {
		if made := r.madeForTrial(); made != nil {
			return []*entry{made}
		}
	}
	if task == nil {
		return nil
	}
	if es := r.partDone(u, task); es != nil {
		return es
	}
	if r.turn.Role == Assistant {
		if u.at == 0 && u.Word(0) == "done" && len(u.Tokens) <= 3 {
			if all := slices.DeleteFunc(r.memory.all(tasks, 1), func(e *entry) bool { return english.Shared(e.stems, u.s.Content()) == 0 }); len(all) > 1 {
				return all
			}
		}
		if r.opening(u) && u.at == 0 && (r.placed(u) || wordsIn(u.ContentTo(u.Verb)) == 0 && u.Verb > 0 && pointedAt(u.Clause, "it", "they", "both", "all", "everything", "that", "this") && madeReady.in(u.Clause)) {
			if last := r.memory.recent(tasks, 1); last != nil && !pointedAt(u.Clause, "it", "that", "this") {
				return r.memory.all(tasks, 1)
			} else if last != nil {
				return []*entry{last}
			}
		}
		if ended.in(u.Clause) && len(minus(u.Content(), doing)) == 0 && pointedAt(u.Clause, "this", "that", "it") && u.Verb > 0 && u.Verb <= 2 {
			if asked := r.memory.all(tasks, 1); len(asked) == 1 {
				return asked // "the sums agree, so this one is done too"
			}
		}
		opens := u.at == 0 && len(u.Tokens) <= 3 && u.Starts(english.Done) && !r.hasBoxes() // "Done: …"
		if opens && task.age <= 2 {
			return []*entry{task}
		}
		return nil
	}
	if !u.HasWord("works", "working", "work", "done", "finished", "fixed", "runs", "ran", "builds", "passes", "pass", "good", "green", "merged", "deployed", "shipped", "compiles", "sorted", "solved", "live", "complete", "great") && !r.praisesShown(u) {
		return nil
	}
	end := u.Verb
	if end < 0 {
		end, _ = u.Find(english.Done) // "mystery solved"
	}
	subject := minus(u.ContentTo(end), doing)
	if u.at > 0 && len(minus(u.s.Content(), doing)) > 4 {
		return nil
	}
	if len(subject) == 0 && (len(stems) <= 2 || len(stems) <= 4 && r.opening(u)) && (task.age <= 4 || r.onlyTask()) {
		return []*entry{task}
	}
	if r.last.shown && !r.confirmsClosed(subject) && r.opening(u) && task.age <= 3 && len(u.Tokens) <= 6 && u.HasWord("works", "passes", "runs", "compiles", "builds", "green", "fine") && !u.HasWord("but") && !contradictedNext(u) {
		return []*entry{task} // a trial of what was just shown
	}
	return nil
}
