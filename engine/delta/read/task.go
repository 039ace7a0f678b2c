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
	stems := r.content(summary)
	if len(stems) == 0 || len(r.out) >= maxProposals {
		return false
	}
	if r.turn.Role == User && r.now.Clause != nil && (forgotten(r.now) || r.callsBack(r.now)) || r.memory.known(stems, func(e *entry) bool { return e.open && e.kind == delta.Task }, 0.85) {
		return true
	}
	r.propose(&delta.TaskOpened{Creation: r.creation(r.summary(summary), delta.High)})
	return true
}

// listed reads the items of a list that asks for work: each is a task.
func (r *reader) listed(u unit) bool {
	if u.p.Kind != prose.Item || r.turn.Role != User || u.Asked {
		return false
	}
	asksFor := r.ordersList(u.p.intro) || !r.first && r.listsWork(u.p.intro) || !r.first && len(u.p.intro) < 80 && strings.HasSuffix(strings.TrimSpace(u.p.intro), ":") && english.Shared(strings.Fields(strings.ToLower(u.p.intro)), []string{"want", "need", "add", "write", "make", "please", "build", "create", "fix"}) > 0
	if u.at == 0 && u.s == &u.p.sentences[0] && u.p.Box == prose.NoBox && !r.first {
		if label, work, ok := strings.Cut(u.p.Text, ": "); ok && len(label) < 24 && strings.Contains(" "+strings.ToLower(label)+" ", " todo ") {
			for i := range u.s.Clauses {
				r.mark(&u.s.Clauses[i])
			}
			return r.open(strings.TrimRight(work, ".! "))
		}
	}
	if asksFor && u.s == &u.p.sentences[0] && !isWork(&u.s.Clauses[0]) {
		asksFor = false
	}
	if u.p.Box == prose.Unticked && !r.first || asksFor || u.p.Box == prose.NoBox && underHeading(u, taskHeadings) {
		if u.at > 0 || u.s != &u.p.sentences[0] {
			return true
		}
		return r.open(strings.TrimRight(u.p.Text, ".! "))
	}
	return false
}

// isWork tells an item that may name a piece of work from one that sets a rule,
// reports or gives a value.
func isWork(c *english.Clause) bool {
	if c.Report != nil && !c.Has(english.Must) {
		return true // "a letter that says it is over"
	}
	done, _ := c.Find(english.Done)
	return !prohibition(c) && !c.Has(english.Never, english.Cause, english.Undecided) && !(c.Verb > 0 && c.Has(english.Soft) && c.Has(english.Limit)) && (done < 0 || indexOfWord(c.Tokens[:done], "that", "which", "who", "when", "where", "if", "for", "of") > 0) && !(c.Verb > 0 && (english.IsBe(c.Word(c.Verb)) || pastTense(c) || english.IsModal(c.Word(c.Verb))) && !c.Command && c.Verb < 4)
}

// listsWork tells an introduction that asks for what the list names: "as next
// items I would ask you for the following:".
func (r *reader) listsWork(intro string) bool {
	if intro != r.intro {
		r.intro, r.introAsks = intro, asksForItems(intro, r.memory.sentences(intro))
	}
	return r.introAsks
}

// asksForItems is listsWork of the introduction's sentences.
func asksForItems(intro string, ss []english.Sentence) bool {
	if n := len(ss); !strings.HasSuffix(strings.TrimSpace(intro), ":") {
		if n == 0 {
			return false
		}
		last := &ss[n-1].Clauses[len(ss[n-1].Clauses)-1]
		return len(ss[n-1].Clauses) == 1 && countsOnly(last) || announcesTodos(last)
	}
	for _, s := range ss {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			if c.Has(english.Must) && !c.HasWord("need", "needs") || c.Negated() {
				continue
			}
			if c.HasWord("like") && c.HasWord("would") || c.HasWord("needful") || countsMore(c) || countsOnly(c) || c.Where("to do") == 0 || c.HasWord("need", "want", "ask", "please", "todo", "jobs", "tasks", "items", "wishes", "requests", "orders", "homework", "next", "following", "deliver", "deliverables") && !c.HasWord("decided", "rules", "constraints", "questions", "facts", "found", "changed") {
				return true
			}
		}
	}
	return false
}

// announcesTodos tells a fragment that says where the work below it comes from: "todo
// from our forum".
func announcesTodos(c *english.Clause) bool {
	return c.Verb < 0 && !c.Asked && !c.Negated() && len(c.Tokens) <= 8 && (todos.in(c) || c.HasWord("wishlist", "backlog"))
}

// countsMore tells words that announce further wishes: "two more things:", "a
// couple of other items:".
func countsMore(c *english.Clause) bool {
	if c.Verb >= 0 && !c.HasWord("have", "are", "is") || !c.HasWord("more", "further", "other", "another", "additional", "new", "last", "final", "extra", "next", "open", "left") {
		return false
	}
	return c.HasOf(wishNouns)
}

// wishNouns are words for what somebody wants.
var wishNouns = english.WordsOf("things thing items item points point jobs job wishes wish requests request tasks task pieces bits ones features improvements additions asks topics")

// countsOnly tells a fragment that only counts what follows: "right, couple of
// things", "three things:".
func countsOnly(c *english.Clause) bool {
	n := len(c.Tokens)
	for n > 0 && c.Tokens[n-1].Class == english.Punct {
		n--
	}
	if c.Verb >= 0 || c.Command || c.Asked || n < 2 || n > 6 || !wishNouns.Holds(c.Word(n-1)) {
		return false
	}
	for i := n - 2; i >= 0 && i >= n-4; i-- {
		if w := c.Word(i); english.IsNumeral(w) && w != "one" || w == "couple" || w == "few" {
			return true
		}
	}
	return false
}

// worthwhile tells whether the order at i asks for work on something rather
// than for information or a passing action.
func worthwhile(c *english.Clause, i int) bool {
	v, ok := c.VerbAt(i)
	if !ok || v.Class&english.Work == 0 {
		return false
	}
	if rest := english.ContentOf(c.Tokens[i+1:]); len(rest) > 0 && within(withoutNumbers(rest), unitStems) {
		return false // "put 5"
	}
	if (v.Lemma == "test" || v.Lemma == "try" || v.Lemma == "nail") && pointing(c, i+1) || v.Lemma == "back" && c.Word(i+1) == "to" {
		return false // a trial of what is there
	}
	if (v.Lemma == "ship" || v.Lemma == "release" || v.Lemma == "publish") && pointing(c, i+1) || c.Index("=") >= 0 {
		return false
	}
	next := c.Word(i + 1)
	if next == "also" || next == "too" {
		next = c.Word(i + 2)
	}
	if v.Lemma == "do" && (len(pieceEnds(c, i)) > 0 || doesWork(c, i)) {
		return true
	}
	if passing(v.Lemma) && !((v.Lemma == "push" || v.Lemma == "log") && (next == "a" || next == "an")) && !(v.Lemma == "do" && (next == "a" || next == "an" || i+1 < len(c.Tokens) && c.Tokens[i+1].Class == english.Word && !english.IsFunction(next)) && english.HasContent(c.Tokens[i+1:])) {
		return false
	}
	if !english.HasContent(c.Tokens[i+1:]) {
		return pointing(c, i+1) && v.Class&english.Ask == 0
	}
	if v.Lemma == "do" || (v.Lemma == "push" || v.Lemma == "send" || v.Lemma == "log") && (c.Word(i+1) == "a" || c.Word(i+1) == "an") {
		return true
	}
	if v.Class&english.Ask != 0 {
		return c.HasWord("script", "test", "tests", "report", "page", "docs") && v.Lemma != "run" && v.Lemma != "show"
	}
	return true
}

// doesWork tells a "do" at i that asks for the piece of work it names, "do the export
// screen", from one that only points or agrees.
func doesWork(c *english.Clause, i int) bool {
	if c.Word(i) != "do" {
		return false
	}
	at := i + 1
	switch c.Word(at) {
	case "the", "our", "my", "a", "an", "its":
		at++
	}
	return at < len(c.Tokens) && c.Tokens[at].Class == english.Word && !english.IsFunction(c.Word(at)) && !english.IsNumeral(c.Word(at)) && !doable.Holds(c.Word(at)) && english.HasContent(c.Tokens[at:at+1])
}

// doable are words for what is done without being a piece of work.
var doable = english.WordsOf("same math maths rest job trick right thing things default other others first second third fourth last former latter honours honors needful usual opposite like work better best lot bit well good favour favor following before after later now ok okay something anything nothing everything without with whatever whichever one ones option variant plan so")

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
	if b := u.before(); b != nil && u.Word(i+1) == "one" && (i+2 == len(u.Tokens) || attaching.Holds(u.Word(i+2))) && len(b.Content()) > 0 {
		return text + " (" + core(b) + ")" // "next the filter: write one with a median"
	}
	if english.HasContent(u.Tokens[i+1:]) {
		return text
	}
	if said := r.lastSettled(u); said != "" {
		return text + ": " + said
	}
	if b := u.before(); b == nil || len(b.Content()) < 2 {
		if p := r.memory.recent(proposals, 1); p != nil && r.opening(u) {
			return text + ": " + p.summary
		}
	}
	if b := u.before(); b != nil && len(b.Content()) > 0 {
		return text + ": " + core(b)
	}
	for _, e := range r.memory.entries {
		if !e.open && e.age <= 1 && suspicions(e) {
			return text + ": " + e.summary // what was just confirmed
		}
	}
	for k := range r.passages {
		p := &r.passages[k]
		for j := range p.sentences {
			if &p.sentences[j] == u.s {
				return r.floatedBefore(u, text)
			}
			if len(p.sentences[j].Content()) > 1 && !p.sentences[j].Clauses[0].Has(english.Confirm, english.Accept) {
				return text + ": " + strings.TrimRight(p.sentences[j].Text, ".!?: ")
			}
		}
	}
	return text
}

// listing is an order to note down what the other speaker has just named.
var listing = phraseTableOf("put|add|note that|this|it on|to the|our|my? list|todo|todos|checklist|backlog|board")

// ordered reads an order or an announcement of work: an imperative, "next X",
// "we also need X", "I will ask the database team".
func (r *reader) ordered(u unit) bool {
	c := u.Clause
	if r.turn.Role != User || u.Asked || c.Has(english.Someday) || r.first || c.Command && (sneers(u) || tellsOn(u) || r.onlyNames(u)) {
		return false
	}
	if at, n := c.Find(english.Prompting); at >= 0 && english.HasContent(c.Tokens[min(at+n, len(c.Tokens)):]) {
		return r.open(core(c))
	}
	if c.Command && c.Order <= 5 && !(c.Order > 0 && c.Word(c.Order-1) == "not") && idiom(c, c.Order) > 0 && orders(c, c.Order) && !strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") {
		return r.openOrder(u, c.Order)
	}
	if strings.HasPrefix(strings.TrimPrefix(c.Words(), "now "), "do the same for ") || strings.HasPrefix(c.Words(), "same for ") {
		text := core(c)
		if t := r.memory.recent(tasks, 4); t != nil {
			text = about(text, t.summary)
		} else if t := r.lastTask(); t != nil {
			text = about(text, t.summary)
		}
		r.propose(&delta.TaskOpened{Creation: r.creation(r.summary(text), delta.High)})
		return true
	}
	if r.wantedList(u) {
		return true
	}
	if listing.after(c, start(c)) > 0 && r.last.prev != "" && !r.last.asks {
		return r.open(strings.TrimRight(r.last.prev, ".! ")) // "put that on the list"
	}
	if i := start(c); c.Verb < 0 && !c.Command && c.HasWord("please") && (c.Word(i) == "a" || c.Word(i) == "an") && len(c.Content()) > 0 {
		return r.open(from(c, i)) // "and please a dashboard"
	}
	if c.Command && c.Word(c.Order) == "take" && c.Word(c.Order+1) == "care" && c.Word(c.Order+2) == "of" && len(c.Tokens) > c.Order+3 {
		return r.openOrder(u, c.Order)
	}
	if i := letUs(c); i > 0 {
		if worthwhile(c, i) && !nextUp(u) {
			return r.openOrder(u, i)
		}
	}
	if r.headsList(u) {
		return false
	}
	if c.Command && c.Order == 0 && (c.Lead == english.And || c.Lead == english.Or) && u.before() != nil && u.before().Verb > 0 && u.before().Has(english.Hedge) && english.IsModal(u.before().Word(u.before().Verb)) {
		return false // "one could use the occasion and introduce …"
	}
	if c.Command && c.Order <= 5 && !(c.Order > 0 && c.Word(c.Order-1) == "not") {
		if nextUp(u) {
			if text := afterStart(u); wordsIn(english.Content(text)) == 0 {
				return r.decide(sentenceText(u), nil) // "start with 50"
			}
			return r.open(afterStart(u))
		}
		if c.HasWord("out") && c.HasWord("move", "take", "leave") && english.Shared(c.Content(), r.last.stems) > 0 && len(r.memory.all(ideas, 1)) > 0 {
			return true // trims what was proposed
		}
		if o := u.after(); o != nil && o.Lead == english.Colon && r.orderedList(u, c.Order) {
			return true
		}
		if shaping(c) || !worthwhile(c, c.Order) || r.first && !english.HasContent(c.Tokens[c.Order+1:]) {
			return false
		}
		opened := r.openOrder(u, c.Order)
		if bound := measured(u); opened && bound != "" {
			r.propose(&delta.ConstraintAdded{Creation: r.creation(r.summary(bound), delta.High), Hard: true})
		}
		return opened
	}
	if nextUp(u) {
		return r.openInTurn(u)
	}
	if r.goesWithOrders(u) {
		return r.open(afterStart(u))
	}
	return r.handedOut(u) || r.givenToYou(u) || r.needed(u) || r.promised(u) || r.assigned(u) || r.promisedForADay(u)
}

// openInTurn opens a task for each of the things that an announcement names as the
// next: "next: a kill switch, and a remark for every jump".
func (r *reader) openInTurn(u unit) bool {
	c, from := u.Clause, start(u.Clause)
	if w := c.Word(from); w != "a" && w != "an" {
		return r.open(afterStart(u))
	}
	opened := false
	for i := from + 1; i+1 < len(c.Tokens); i++ {
		if w := c.Word(i + 1); c.Word(i) != "and" && c.Word(i) != "," || w != "a" && w != "an" {
			continue
		}
		end := i - 1
		if c.Word(end) == "," {
			end--
		}
		opened = r.open(span(c, from, end)) || opened
		from = i + 1
	}
	return r.open(span(c, from, len(c.Tokens)-1)) || opened
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
		if v, ok := c.VerbAt(i); ok && v.Class&english.Work != 0 && v.Class&(english.Choose|english.Drop) == 0 {
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
		return next != "a" && next != "an" && next != "new" && next != "me" && next != "some" && next != "another" && !makesPiece(c, c.Order+1)
	case "set":
		return next != "up" && c.HasWord("to")
	case "change", "switch":
		return c.HasWord("to") && len(c.Tokens) <= 14
	case "lower", "raise", "increase", "reduce", "decrease", "bump":
		return c.HasWord("to") && c.Number() && len(c.Tokens) <= 10
	case "limit", "cap", "name", "call":
		return !c.HasWord("day", "quits")
	case "partition", "group", "split", "index", "encode", "format", "filter", "sign", "key", "label", "count", "rank":
		return next == "by" || next == "as" || next == "in"
	case "put":
		if after := c.Word(c.Order + 2); next == "in" && (after == "a" || after == "an") {
			return false
		}
		return next != "a" && next != "an" && c.HasWord("in", "to", "by", "under", "at", "as", "into", "on")
	case "move", "store", "sort", "order", "place", "round", "default", "pin", "keep":
		return c.Word(c.Order) != "move" && c.HasWord("in", "to", "by", "under", "at", "as", "into", "on")
	}
	return false
}
