package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// wantedList reads what a sentence wants after a colon: "I need a few things: a
// summary, a list of the factors, and an estimate". Each is a task.
func (r *reader) wantedList(u unit) bool {
	if u.Lead != english.Colon && !u.HasWord(":") {
		return false
	}
	if i := u.Index(":"); i > 0 && i+2 < len(u.Tokens) && u.Verb < 0 && !u.Command && !r.first {
		head := english.Sentences(span(u.Clause, 0, i-1))
		if len(head) == 1 && countsMore(&head[0].Clauses[0]) {
			return r.openEach(u, i+1)
		}
	}
	if i := u.Index(":"); i > 0 && i <= 4 && i+1 < len(u.Tokens) && u.Verb < 0 && !r.first && (ranked.Holds(u.Word(0)) || ranked.Holds(u.Word(start(u.Clause)))) && jobs.Holds(u.Word(i-1)) {
		return r.open(from(u.Clause, i+1)) // "first thing: a timer"
	}
	b := u.before()
	if b != nil && u.Lead == english.Colon && u.Verb < 0 && !b.Negated() && !r.first && len(b.Tokens) <= 4 && todos.in(b) {
		if steps := stepsIn(u, u.at, 0); steps != nil {
			for i := u.at; i < len(u.s.Clauses); i++ {
				r.mark(&u.s.Clauses[i])
			}
			for _, s := range steps {
				r.open(cutText(u.p.Text, s))
			}
			return true
		}
	}
	if b != nil && u.Lead == english.Colon && (u.Verb < 0 || namesThing(u.Clause) && opensPiece(u.Clause, 0)) && countsMore(b) && !r.first {
		return r.openEach(u, 0)
	}
	if b == nil || u.Lead != english.Colon || u.Verb >= 0 || u.Command || !(b.HasWord("need", "want", "please", "todo") || b.Verb < 0 && b.HasWord("jobs", "tasks", "todos", "work") || b.Command && b.HasWord("make", "write", "add", "build", "create", "prepare")) || b.Has(english.Must) && !b.HasWord("need") {
		return false
	}
	return r.openEach(u, 0)
}

// jobs are words for a piece of work, ranked and todos what tells which one or that
// there are some.
var (
	jobs   = english.WordsOf("thing job task step item point todo")
	ranked = english.WordsOf("first second third next last final another other")
	todos  = classOf("todo todos to-do to-dos homework")
)

// openEach opens a task for every thing that a clause counts up from a token on,
// by the articles with which they begin.
func (r *reader) openEach(u unit, from int) bool {
	if !english.IsFunction(u.Word(from)) && english.IsFunction(u.Word(from+1)) {
		return false // one thing and its parts: "segments with a ramp and a target"
	}
	opened := false
	flush := func(to int) {
		for from < to && (u.Word(from) == "and" || u.Word(from) == ",") {
			from++
		}
		if w := u.Word(from); from < to && (w == "a" || w == "an" || w == "the" || w == "some" || w == "one" && isContent(u.Clause, from+1)) {
			opened = r.open(span(u.Clause, from, to-1)) || opened
		}
		from = to
	}
	for i, t := range u.Tokens {
		if i < from {
			continue
		}
		if t.Word == "," || t.Word == "and" && (u.Word(i+1) == "a" || u.Word(i+1) == "an" || u.Word(i+1) == "the" || u.Word(i+1) == "one") {
			flush(i)
		}
	}
	flush(len(u.Tokens))
	return opened
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
	if !u.Mentions(startings) {
		return false
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
	if c.HasWord("news", "thing", "things", "question", "questions", "update", "problem", "worry") {
		return false
	}
	if at := c.Index(":"); c.Word(i) == "next" && at > i+1 && at <= i+5 && c.Verb > at && opensPiece(c, i+1) {
		return true // "next the filter: everything above 5 goes out"
	}
	next := c.Word(i) == "next" || i > 0 && c.Word(i-1) == "now" && c.Verb < 0 && slices.Contains([]string{"the", "a", "an", "our", "my", "your", "another", "some"}, c.Word(i))
	return next && !c.Command && c.Verb < 0 && len(c.Content()) > 0 && !c.HasWord("week", "month", "year", "time", "quarter", "sprint", "monday", "friday", "step?") && (c.Word(i+1) != "to" || i > 0)
}

// startings are words without which nothing is said to be next.
var startings = english.WordsOf("start begin do move on continue time next now")

// headsList tells an announcement of what the items below it name: "next three
// things:".
func (r *reader) headsList(u unit) bool {
	if u.k+1 < len(u.p.sentences) {
		return false
	}
	next := u.block(r.passages) + 1
	if announcesTodos(u.Clause) && next < len(r.passages) && r.passages[next].Kind == prose.Item {
		return true
	}
	return strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") && next < len(r.passages) && r.passages[next].Kind == prose.Item && nextUp(u)
}

// goesWithOrders tells an elliptical order after another one: "later also a
// unit test", "and a changelog page".
func (r *reader) goesWithOrders(u unit) bool {
	c := u.Clause
	if r.goesOnInTurn(u) {
		return true
	}
	if !r.proposed(delta.TaskOpenedKind) || c.Number() && !c.HasWord("a", "an") || len(c.Content()) == 0 || u.p.Kind == prose.Item && !c.HasWord("also") {
		return false
	}
	i := 0
	for i < len(c.Tokens) && slices.Contains([]string{"later", "also", "and", "plus", "then", "finally", "oh"}, c.Word(i)) {
		i++
	}
	return i > 0 && i < len(c.Tokens) && (c.Word(i) == "a" || c.Word(i) == "an" || c.Word(i) == "the" || c.Word(i) == "some") && (c.Verb < 0 || c.Verb > i+2 && slices.ContainsFunc(c.Tokens[i:c.Verb], func(t english.Token) bool {
		return t.Word == "that" || t.Word == "which" || t.Word == "how" || t.Word == "where" || t.Word == "what" || t.Word == "who"
	}))
}

// goesOnInTurn tells a fragment that names what comes after the work that the sentence
// before asks for: "then the score sheet", "after that docs".
func (r *reader) goesOnInTurn(u unit) bool {
	c := u.Clause
	last := u.previousSentence()
	if last == nil || !r.used[last.Clauses[0].Place] || !r.proposed(delta.TaskOpenedKind) || u.at > 0 || c.Verb >= 0 || c.Command || c.Number() || c.Has(english.Hedge, english.Someday, english.Undecided, english.Defer, english.ItIs) || len(c.Content()) == 0 || len(c.Tokens) > 8 {
		return false
	}
	w := c.Word(0)
	return (w == "then" || w == "finally" || w == "next") && len(c.Tokens) > 1 || w == "after" && c.Word(1) == "that" && len(c.Tokens) > 2
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
		case "after", "that":
			if i < 2 && u.Word(0) == "after" && u.Word(1) == "that" {
				continue
			}
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
	for i := range c.Tokens {
		t := &c.Tokens[i]
		subject := c.Word(0)
		if t.Quoted || i > 5 {
			break
		}
		switch t.Word {
		case "need", "needs", "have", "should":
			ours := i == 0 || subject == "we" || subject == "i" || c.Word(i-1) == "i" || c.Word(i-1) == "we" || c.Word(i-1) == "also" || c.Word(i-1) == "still" || subject == "it" && r.memory.recent(tasks, 2) != nil
			if next := c.Word(i + 1); !ours || english.IsBe(next) || english.IsModal(next) || t.Word == "have" && c.Word(i+1) != "to" || c.Has(english.Hedge) || c.Negated() {
				continue
			}
			at := i + 1
			if t.Word != "should" && c.Word(at) == "to" {
				at++
			} else if t.Word != "should" {
				if t.Word == "needs" && subject != "it" || c.Number() && !c.HasWord("a", "an") && !(c.Word(i-1) == "i" && !c.Has(english.Limit) && wordsIn(english.ContentOf(c.Tokens[at:])) > 1) || !english.HasContent(c.Tokens[at:]) || c.HasWord("help", "idea", "info", "know") {
					continue
				}
				return r.openNeeds(u, at)
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
	if u.Lead == english.Because {
		return false // what is feared: "otherwise I'll mix them up"
	}
	w := u.Words()
	i := start(u.Clause)
	if u.Word(i) == "i" && u.Verb == i+1 && r.proposed(delta.TaskOpenedKind) && (u.at > 0 && i == 0 || i == 1 && u.Word(0) == "and" && doneOnce(u.Clause, i+2)) {
		if v, ok := u.VerbAt(i + 1); ok && v.Form&english.Base != 0 && v.Class&english.Work != 0 && (worthwhile(u.Clause, i+1) || v.Lemma == "do" && english.HasContent(u.Tokens[i+2:])) {
			return r.open(from(u.Clause, i+1)) // shares the work out
		}
	}
	if r.proposed(delta.TaskOpenedKind) && u.Verb == i+1 && u.Word(i) == "i" && u.Word(i+1) == "ask" && english.HasContent(u.Tokens[i+2:]) {
		return r.open(from(u.Clause, i+1)) // "and i ask Renate for the files"
	}
	if !strings.HasPrefix(w, "i ") && !strings.HasPrefix(w, "we ") && !strings.HasPrefix(w, "and ") && !strings.HasPrefix(w, "so ") {
		return false
	}
	for _, f := range []string{"i will", "i am going to", "we will", "i shall", "we are going to"} {
		if !strings.HasPrefix(w, f+" ") && !strings.HasPrefix(w, "and "+f+" ") && !strings.HasPrefix(w, "so "+f+" ") {
			continue
		}
		at := strings.Index(w, f)
		i := len(strings.Fields(w[:at])) + len(strings.Fields(f))
		v, ok := u.VerbAt(i)
		if !ok || u.Negated() || slices.Contains([]string{"tell", "let", "see", "think", "try", "be", "have", "know", "need", "say", "check", "come", "go", "take", "use", "keep", "get", "wait", "look", "report", "paste", "do", "run", "watch", "read", "stick", "answer", "reply", "explain"}, v.Lemma) {
			return false
		}
		if v.Class&(english.Work|english.Ask) == 0 || !english.HasContent(u.Tokens[i+1:]) {
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
	i := nameAt(c)
	if c.Verb < i+1 || c.Verb > i+3 && !(c.Verb <= i+6 && hailing.Holds(c.Word(i+1))) || c.Has(english.Hedge) || c.Negated() || c.Word(c.Verb) == "asks" && c.HasWord("why", "how", "what", "whether", "if") {
		return false
	}
	if c.Verb <= 3 && r.givenOut(u) {
		return r.open(core(c))
	}
	first := c.Tokens[i]
	name := u.p.Text[first.Start:first.End]
	if name == "" || !(name[0] >= 'A' && name[0] <= 'Z' || name[0] >= 0x80) || strings.ToUpper(name) == name || english.IsFunction(first.Word) || strings.ContainsAny(name, "0123456789") || !personLike(name) || indefinite.Holds(first.Word) {
		return false
	}
	at := c.Verb
	switch c.Word(at) {
	case "will", "should", "must", "can":
		if at++; forUs(c) && doneOnce(c, at+1) && !r.first {
			return r.open(from(c, i))
		}
	case "takes", "handles":
		return r.open(from(c, i))
	default:
		v, ok := c.VerbAt(at)
		if !ok || v.Form&english.Third == 0 || v.Class&english.Work == 0 || c.Has(english.Habit) || asksHowThings(c, at) || !r.sharesOut(u) && (r.first || r.last.info || !slices.Contains(chores, v.Lemma) && !forUs(c) || !doneOnce(c, at+1)) {
			return false
		}
		return r.open(r.withNamed(u, from(c, i), at+1))
	}
	return worthwhile(c, at) && r.open(from(c, i))
}

// nameAt is where the name of somebody who is given work may stand: behind a title or a
// label, "Mrs Berg", "who: Priya".
func nameAt(c *english.Clause) int {
	switch {
	case honorifics.Holds(c.Word(0)):
		return 1
	case c.Word(0) == "and" && c.Verb > 1:
		return 1
	case c.Verb == 3 && relatives.Holds(c.Word(1)) && (c.Word(0) == "my" || c.Word(0) == "our" || c.Word(0) == "her" || c.Word(0) == "his"):
		return 2 // "her nephew Jonas"
	case c.Word(1) == ":" && (c.Word(0) == "who" || workTopics.Holds(c.Word(0))):
		return 2
	}
	return 0
}

// honorifics stand before a name, and hailing between it and where somebody belongs.
var (
	honorifics = english.WordsOf("mr mrs ms miss dr prof herr frau")
	hailing    = english.WordsOf("from of at in")
)

// asksHowThings tells a verb of asking that only wants to know: "asks why".
func asksHowThings(c *english.Clause, at int) bool {
	switch c.Word(at + 1) {
	case "why", "what", "if", "whether", "how", "when", "where", "who", "which":
		return true
	}
	return false
}

// doneOnce tells that what somebody does from a token on is a certain thing or has a day,
// so that it is no habit: "draws the icons", "calls both this week".
func doneOnce(c *english.Clause, at int) bool {
	if !english.HasContent(c.Tokens[at:]) || c.Word(at) != "both" && pointing(c, at) {
		return false
	}
	switch c.Word(at) {
	case "the", "a", "an", "our", "my", "your", "his", "her", "their", "this", "these", "those", "all", "both", "every", "another", "round", "us", "me", "you":
		return true
	}
	return c.Dated() || c.HasOf(soon) || c.Number() || c.Tokens[at].Class == english.Code || at < len(c.Tokens) && strings.HasSuffix(c.Tokens[at].Word, "'s")
}

// chores are verbs of what a person does when work is given out.
var chores = []string{"do", "take", "phone", "draw", "write", "gather", "collect", "buy", "bring", "organise", "organize", "book", "print", "order", "bake", "cook", "paint", "repair", "fix", "prepare", "draft", "translate", "design", "review", "clean", "fetch", "contact", "invite", "film", "proofread", "handle", "ask", "copy", "send", "call", "host", "upload", "measure"}

// sharesOut tells a sentence that gives work to several people, or announces
// it.
func (r *reader) sharesOut(u unit) bool {
	if u.at > 0 && u.Lead == english.Colon || r.proposed(delta.TaskOpenedKind) || u.p.Kind == prose.Item && workTopics.among(lastSentence(u.p.intro)) {
		return true
	}
	if last := u.previousSentence(); last != nil && len(last.Clauses) == 1 && len(last.Clauses[0].Tokens) <= 5 && last.Clauses[0].Verb < 0 && (workTopics.in(&last.Clauses[0]) || last.Clauses[0].Where("action items") >= 0) {
		return true
	}
	next := u.after()
	if next == nil {
		return goesOnSharing(u)
	}
	if next.Verb < 1 {
		return false
	}
	v, ok := next.VerbAt(next.Verb)
	if next.Word(next.Verb) == "will" {
		v, ok = next.VerbAt(next.Verb + 1)
	}
	return ok && v.Class&english.Work != 0
}

// personLike tells a given name by its form: one capital, then small letters.
func personLike(name string) bool {
	return len(name) > 2 && strings.ToLower(name[1:]) == name[1:]
}
