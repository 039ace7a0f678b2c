package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// open proposes a task, unless there is one for it.
func (r *reader) open(summary string) bool {
	stems := english.Content(summary)
	if len(stems) == 0 || len(r.out) >= maxProposals {
		return false
	}
	if r.memory.known(stems, func(e *entry) bool { return e.open && e.kind == delta.Task }, 0.85) {
		return true
	}
	r.propose(&delta.TaskOpened{Creation: r.creation(sentenceCase(summary), delta.High)})
	return true
}

// listed reads the items of a list that asks for work: each is a task.
func (r *reader) listed(u unit) bool {
	if u.p.Kind != prose.Item || r.turn.Role != User || u.Asked {
		return false
	}
	asksFor := !r.first && r.listsWork(u.p.intro) || !r.first && len(u.p.intro) < 80 && strings.HasSuffix(strings.TrimSpace(u.p.intro), ":") && english.Shared(strings.Fields(strings.ToLower(u.p.intro)), []string{"want", "need", "add", "write", "make", "please", "build", "create", "fix"}) > 0
	if u.p.Box == prose.Unticked && !r.first || asksFor || u.p.Box == prose.NoBox && underHeading(u, taskHeadings) {
		if u.at > 0 || u.s != &u.p.sentences[0] {
			return true
		}
		return r.open(strings.TrimRight(u.p.Text, ".! "))
	}
	return false
}

// listsWork tells an introduction that asks for what the list names: "as next
// items I would ask you for the following:".
func (r *reader) listsWork(intro string) bool {
	if intro != r.intro {
		r.intro, r.introAsks = intro, asksForItems(intro)
	}
	return r.introAsks
}

func asksForItems(intro string) bool {
	if !strings.HasSuffix(strings.TrimSpace(intro), ":") {
		return false
	}
	for _, s := range english.Sentences(intro) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			if c.Has(english.Must) && !c.HasWord("need", "needs") || c.Negated() {
				continue
			}
			if c.HasWord("need", "want", "ask", "please", "todo", "jobs", "tasks", "items", "wishes", "requests", "orders", "homework", "next", "following", "deliver", "deliverables") && !c.HasWord("decided", "rules", "constraints", "questions", "facts", "found", "changed") {
				return true
			}
		}
	}
	return false
}

// requested reads a polite request, which is often put as a question.
func (r *reader) requested(u unit) bool {
	words := u.Words()
	for _, f := range []string{"can you", "could you", "would you", "will you", "can we", "please could you", "please can you", "you can", "could we", "would you mind", "i need you to", "i want you to", "i would like you to", "and can you", "also can you", "ok can you", "so can you"} {
		at := wordsIn(words, f)
		if at < 0 || at > 14 {
			continue
		}
		i := len(strings.Fields(words[:at])) + len(strings.Fields(f))
		for i < len(u.Tokens) && (u.Word(i) == "please" || u.Word(i) == "also" || u.Word(i) == "maybe" || u.Word(i) == "just" || u.Word(i) == "then") {
			i++
		}
		v, ok := english.VerbOf(u.Word(i))
		if !ok || v.Class&english.Work == 0 || !worthwhile(u.Clause, i) {
			return f != "can we" && f != "could we" && (u.Asked || strings.HasSuffix(f, "can you") || strings.HasSuffix(f, "could you") || strings.HasPrefix(f, "would you") || f == "will you")
		}
		if strings.HasSuffix(f, "we") && !u.Asked {
			return false
		}
		return r.open(r.resolved(u, i))
	}
	return false
}

// worthwhile tells whether the order at i asks for work on something rather
// than for information or a passing action.
func worthwhile(c *english.Clause, i int) bool {
	v, ok := english.VerbOf(c.Word(i))
	if !ok || v.Class&english.Work == 0 {
		return false
	}
	if next := c.Word(i + 1); passing(v.Lemma) && !(v.Lemma == "do" && (next == "a" || next == "an" || i+1 < len(c.Tokens) && c.Tokens[i+1].Class == english.Word && !english.IsFunction(next)) && len(english.ContentOf(c.Tokens[i+1:])) > 0) {
		return false
	}
	if len(english.ContentOf(c.Tokens[i+1:])) == 0 {
		return pointing(c, i+1) && v.Class&english.Ask == 0
	}
	if v.Class&english.Ask != 0 {
		return c.HasWord("script", "test", "tests", "report", "page", "docs") && v.Lemma != "run" && v.Lemma != "show"
	}
	return true
}

// passing are verbs of work whose orders are over at once.
func passing(lemma string) bool {
	return slices.Contains([]string{"do", "get", "number", "come", "bring", "train", "compare", "pull", "push", "ping", "fetch", "verify", "check", "confirm", "count", "measure", "reproduce", "rate", "rank", "summarise", "summarize", "review", "list", "log", "guard", "allow", "trace", "begin", "continue", "sum", "cook", "finish", "complete", "place", "accept", "call"}, lemma)
}

// pointing tells that an order acts on what was just spoken of.
func pointing(c *english.Clause, i int) bool {
	switch c.Word(i) {
	case "it", "that", "this", "them", "both", "those", "these", "all":
		return true
	}
	return false
}

// resolved is the text of an order from its verb on, with a bare pronoun
// replaced by what was said before.
func (r *reader) resolved(u unit, i int) string {
	text := from(u.Clause, i)
	if b := u.before(); b != nil && pointing(u.Clause, i+1) && len(b.Content()) > 0 && b.Verb >= 0 {
		return text + " (" + core(b) + ")"
	}
	if len(english.ContentOf(u.Tokens[i+1:])) > 0 {
		return text
	}
	if b := u.before(); b != nil && len(b.Content()) > 0 {
		return text + ": " + core(b)
	}
	for k := range r.passages {
		p := &r.passages[k]
		for j := range p.sentences {
			if &p.sentences[j] == u.s {
				return text
			}
			if len(p.sentences[j].Content()) > 1 {
				return text + ": " + strings.TrimRight(p.sentences[j].Text, ".!?: ")
			}
		}
	}
	return text
}

// ordered reads an order or an announcement of work: an imperative, "next X",
// "we also need X", "I will ask the database team".
func (r *reader) ordered(u unit) bool {
	c := u.Clause
	if r.turn.Role != User || u.Asked || c.Has(english.Someday) {
		return false
	}
	if c.Has(english.Prompting) {
		return r.open(core(c))
	}
	if strings.HasPrefix(strings.TrimPrefix(c.Words(), "now "), "do the same for ") || strings.HasPrefix(c.Words(), "same for ") {
		text := core(c)
		if t := r.memory.recent(kind(delta.Task), 4); t != nil {
			text += " (" + t.summary + ")"
		} else if t := r.lastTask(); t != nil {
			text += " (" + t.summary + ")"
		}
		r.propose(&delta.TaskOpened{Creation: r.creation(sentenceCase(text), delta.High)})
		return true
	}
	if r.wantedList(u) {
		return true
	}
	if i := start(c); c.Verb < 0 && !c.Command && c.HasWord("please") && (c.Word(i) == "a" || c.Word(i) == "an") && len(c.Content()) > 0 {
		return r.open(from(c, i)) // "and please a dashboard"
	}
	if i := letUs(c); i > 0 {
		if worthwhile(c, i) && !nextUp(u) {
			return r.open(r.resolved(u, i))
		}
	}
	if c.Command && c.Order <= 5 && !(c.Order > 0 && c.Word(c.Order-1) == "not") {
		if nextUp(u) {
			return r.open(afterStart(u))
		}
		if c.HasWord("out") && c.HasWord("move", "take", "leave") && english.Shared(c.Content(), r.last.stems) > 0 && len(r.memory.all(kind(delta.Hypothesis), 1)) > 0 {
			return true // trims what was proposed
		}
		if shaping(c) || !worthwhile(c, c.Order) || r.first && len(english.ContentOf(c.Tokens[c.Order+1:])) == 0 {
			return false
		}
		opened := r.open(r.resolved(u, c.Order))
		if bound := measured(u); opened && bound != "" {
			r.propose(&delta.ConstraintAdded{Creation: r.creation(sentenceCase(bound), delta.High), Hard: true})
		}
		return opened
	}
	if nextUp(u) {
		return r.open(afterStart(u))
	}
	if r.goesWithOrders(u) {
		return r.open(afterStart(u))
	}
	return r.needed(u) || r.promised(u) || r.assigned(u)
}

// wantedList reads what a sentence wants after a colon: "I need a few things: a
// summary, a list of the factors, and an estimate". Each is a task.
func (r *reader) wantedList(u unit) bool {
	b := u.before()
	if b == nil || u.Lead != english.Colon || u.Verb >= 0 || u.Command || !(b.HasWord("need", "want", "please", "todo") || b.Verb < 0 && b.HasWord("jobs", "tasks", "todos", "work") || b.Command && b.HasWord("make", "write", "add", "build", "create", "prepare")) || b.Has(english.Must) && !b.HasWord("need") {
		return false
	}
	from, opened := 0, false
	flush := func(to int) {
		for from < to && (u.Word(from) == "and" || u.Word(from) == ",") {
			from++
		}
		if w := u.Word(from); from < to && (w == "a" || w == "an" || w == "the" || w == "some") {
			opened = r.open(span(u.Clause, from, to-1)) || opened
		}
		from = to
	}
	for i, t := range u.Tokens {
		if t.Word == "," || t.Word == "and" && (u.Word(i+1) == "a" || u.Word(i+1) == "an" || u.Word(i+1) == "the") {
			flush(i)
		}
	}
	flush(len(u.Tokens))
	return opened
}

// lastTask is the newest task, open or not.
func (r *reader) lastTask() *entry {
	for i := len(r.memory.entries) - 1; i >= 0; i-- {
		if e := r.memory.entries[i]; e.kind == delta.Task {
			return e
		}
	}
	return nil
}

// letUs is the index of the verb after "let us", or 0.
func letUs(c *english.Clause) int {
	for i := 0; i+2 < len(c.Tokens) && i < 4; i++ {
		if c.Word(i) != "let" || c.Word(i+1) != "us" {
			continue
		}
		i += 2
		for i < len(c.Tokens) && (c.Word(i) == "also" || c.Word(i) == "just" || c.Word(i) == "then" || c.Word(i) == "now" || c.Word(i) == "first") {
			i++
		}
		if v, ok := english.VerbOf(c.Word(i)); ok && v.Class&english.Work != 0 && v.Class&(english.Choose|english.Drop) == 0 {
			return i
		}
	}
	return 0
}

// shaping tells an order that fixes a property rather than asks for a piece of
// work: "make the JSON one object per line", "set the size to 50".
func shaping(c *english.Clause) bool {
	next := c.Word(c.Order + 1)
	switch c.Word(c.Order) {
	case "make":
		return next != "a" && next != "an" && next != "new" && next != "me" && next != "some" && next != "another"
	case "set":
		return next != "up" && c.HasWord("to")
	case "change", "switch":
		return c.HasWord("to") && len(c.Tokens) <= 14
	case "limit", "cap", "name", "call":
		return true
	case "partition", "group", "split", "index", "encode", "format", "filter", "sign", "key", "label", "count", "rank":
		return next == "by" || next == "as" || next == "in"
	case "move", "put", "store", "sort", "order", "place", "round", "default", "pin", "keep":
		return c.Word(c.Order) != "move" && c.HasWord("in", "to", "by", "under", "at", "as", "into", "on")
	}
	return false
}

// nextUp tells an announcement of what comes next: "next the worker", "start
// with the handler".
func nextUp(u unit) bool {
	c := u.Clause
	if b := u.before(); b != nil && u.Lead == english.Colon {
		switch b.Word(len(b.Tokens) - 1) {
		case "next", "todo", "task", "step", "thing":
			return len(c.Content()) > 0 && (c.Verb < 0 || c.Command)
		}
	}
	if n := len(c.Tokens); c.Verb < 0 && !c.Command && n > 1 && n <= 6 && c.Word(n-1) == "next" && len(c.Content()) > 0 {
		return true
	}
	w := c.Words()
	starts := strings.HasPrefix(w, "start with ") || strings.HasPrefix(w, "begin with ") || strings.HasPrefix(w, "let us start with ") || strings.HasPrefix(w, "let us begin with ") || strings.HasPrefix(w, "start on ") ||
		strings.HasPrefix(w, "let us do the ") || strings.HasPrefix(w, "move on to ") || strings.HasPrefix(w, "on to ") || strings.HasPrefix(w, "let us move on to ") || strings.HasPrefix(w, "let us continue with ") || strings.HasPrefix(w, "continue with ") || strings.HasPrefix(w, "time for ")
	if starts {
		return len(c.Content()) > 1 || len(c.Tokens) > 3
	}
	i := 0
	for i < len(c.Tokens) && (c.Word(i) == "ok" || c.Word(i) == "and" || c.Word(i) == "now" || c.Word(i) == "so" || c.Word(i) == "great" || c.Word(i) == "good") {
		i++
	}
	if c.Word(i) == "next" && (c.Word(i+1) == "is" || c.Word(i+1) == "are" || c.Word(i+1) == "comes") && len(c.Content()) > 0 {
		return true
	}
	next := c.Word(i) == "next" || i > 0 && c.Word(i-1) == "now" && c.Verb < 0
	return next && !c.Command && c.Verb < 0 && len(c.Content()) > 0 && !c.HasWord("week", "month", "year", "time", "quarter", "sprint", "monday", "friday", "step?") && (c.Word(i+1) != "to" || i > 0)
}

// goesWithOrders tells an elliptical order after another one: "later also a
// unit test", "and a changelog page".
func (r *reader) goesWithOrders(u unit) bool {
	c := u.Clause
	if !r.proposed(delta.TaskOpenedKind) || c.Number() && !c.HasWord("a", "an") || len(c.Content()) == 0 || u.p.Kind == prose.Item && !c.HasWord("also") {
		return false
	}
	i := 0
	for i < len(c.Tokens) && slices.Contains([]string{"later", "also", "and", "plus", "then", "finally", "oh"}, c.Word(i)) {
		i++
	}
	return i > 0 && i < len(c.Tokens) && (c.Word(i) == "a" || c.Word(i) == "an" || c.Word(i) == "the") && (c.Verb < 0 || c.Verb > i+2 && slices.ContainsFunc(c.Tokens[i:c.Verb], func(t english.Token) bool {
		return t.Word == "that" || t.Word == "which" || t.Word == "how" || t.Word == "where" || t.Word == "what" || t.Word == "who"
	}))
}

// afterStart is the work that an announcement names.
func afterStart(u unit) string {
	if n := len(u.Tokens); n > 1 && u.Word(n-1) == "next" && u.Verb < 0 {
		return span(u.Clause, start(u.Clause), n-2)
	}
	for i, t := range u.Tokens {
		switch t.Word {
		case "with", "next", "to", "on", "for", "do", "up", "is", ",", ":", "now":
			if i < 5 && i+1 < len(u.Tokens) && t.Word != "now" {
				continue
			}
		case "comes", "are":
			continue
		case "start", "begin", "let", "later", "also", "plus", "finally", "oh", "us", "move", "continue", "time", "ok", "and", "then", "so", "great", "good", "step":
			if i < 4 {
				continue
			}
		}
		return from(u.Clause, i)
	}
	return core(u.Clause)
}

// needed reads "we also need X", "we need to write X", "X is missing".
func (r *reader) needed(u unit) bool {
	c := u.Clause
	for i, t := range c.Tokens {
		subject := c.Word(0)
		if t.Quoted || i > 5 {
			break
		}
		switch t.Word {
		case "need", "needs", "have", "should":
			ours := i == 0 || subject == "we" || subject == "i" || c.Word(i-1) == "i" || c.Word(i-1) == "we" || c.Word(i-1) == "also" || c.Word(i-1) == "still" || subject == "it" && r.memory.recent(kind(delta.Task), 2) != nil
			if !ours || t.Word == "have" && c.Word(i+1) != "to" || c.Has(english.Hedge) || c.Negated() {
				continue
			}
			at := i + 1
			if t.Word != "should" && c.Word(at) == "to" {
				at++
			} else if t.Word != "should" {
				if t.Word == "needs" && subject != "it" || c.Number() && !c.HasWord("a", "an") && !(c.Word(i-1) == "i" && !c.Has(english.Limit) && len(withoutNumbers(english.ContentOf(c.Tokens[at:]))) > 1) || len(english.ContentOf(c.Tokens[at:])) == 0 || c.HasWord("help", "idea", "info", "know") {
					continue
				}
				return r.open(from(c, at))
			}
			for c.Word(at) == "also" || c.Word(at) == "still" || c.Word(at) == "probably" {
				at++
			}
			if making(c.Word(at)) && worthwhile(c, at) && subject != "i" || subject == "i" && t.Word != "should" && worthwhile(c, at) {
				return r.open(from(c, at))
			}
		}
	}
	return false
}

// promised reads work that the speaker takes on: "I will ask the MySQL team".
func (r *reader) promised(u unit) bool {
	w := u.Words()
	if u.Word(0) == "i" && u.Verb == 1 && r.proposed(delta.TaskOpenedKind) && u.at > 0 {
		if v, ok := english.VerbOf(u.Word(1)); ok && v.Form&english.Base != 0 && v.Class&english.Work != 0 && worthwhile(u.Clause, 1) {
			return r.open(from(u.Clause, 1)) // shares the work out
		}
	}
	for _, f := range []string{"i will", "i am going to", "we will", "i shall", "we are going to"} {
		if !strings.HasPrefix(w, f+" ") && !strings.HasPrefix(w, "and "+f+" ") && !strings.HasPrefix(w, "so "+f+" ") {
			continue
		}
		at := strings.Index(w, f)
		i := len(strings.Fields(w[:at])) + len(strings.Fields(f))
		v, ok := english.VerbOf(u.Word(i))
		if !ok || u.Negated() || slices.Contains([]string{"tell", "let", "see", "think", "try", "be", "have", "know", "need", "say", "check", "come", "go", "take", "use", "keep", "get", "wait", "look", "report", "paste", "do", "run", "watch", "read", "stick", "answer", "reply", "explain"}, v.Lemma) {
			return false
		}
		if v.Class&(english.Work|english.Ask) == 0 || len(english.ContentOf(u.Tokens[i+1:])) == 0 {
			return false
		}
		return r.open(from(u.Clause, i))
	}
	return false
}

// assigned reads work given to a person by name: "Marta draws the icons", "Tom
// will order the parts".
func (r *reader) assigned(u unit) bool {
	c := u.Clause
	if c.Verb < 1 || c.Verb > 3 || c.Has(english.Hedge) || c.Negated() {
		return false
	}
	first := c.Tokens[0]
	name := u.p.Text[first.Start:first.End]
	if name == "" || name[0] < 'A' || name[0] > 'Z' || strings.ToUpper(name) == name || english.IsFunction(first.Word) || strings.ContainsAny(name, "0123456789") || !personLike(name) {
		return false
	}
	at := c.Verb
	switch c.Word(at) {
	case "will", "should", "must", "can":
		at++
	case "takes", "handles":
		return r.open(core(c))
	default:
		v, ok := english.VerbOf(c.Word(at))
		if !ok || v.Form&english.Third == 0 || v.Class&english.Work == 0 || !r.sharesOut(u) || c.Has(english.Habit) {
			return false
		}
		return r.open(core(c))
	}
	return worthwhile(c, at) && r.open(core(c))
}

// sharesOut tells a sentence that gives work to several people, or announces
// it.
func (r *reader) sharesOut(u unit) bool {
	if u.at > 0 && u.Lead == english.Colon || r.proposed(delta.TaskOpenedKind) {
		return true
	}
	next := u.after()
	if next == nil || next.Verb < 1 {
		return false
	}
	v, ok := english.VerbOf(next.Word(next.Verb))
	return ok && v.Class&english.Work != 0
}

// personLike tells a given name by its form: one capital, then small letters.
func personLike(name string) bool {
	return len(name) > 2 && strings.ToLower(name[1:]) == name[1:]
}
