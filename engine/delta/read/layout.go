package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// laidOut reads the work that a user lays out in one sentence, before anything else is
// read of it: each step is a task, "next: 1) parser 2) storage", "first the parser,
// then the storage". It returns the clauses that are left.
func (r *reader) laidOut(us []unit) []unit {
	found := false
	for _, u := range us {
		if queries(u.s) || u.k > 0 && queries(u.previousSentence()) && goingOnQuery.Holds(firstWord(u.s)) || shows(u) {
			r.mark(u.Clause)
			found = true
			continue
		}
		if r.used[u.Place] || u.Asked || u.s.Marked || u.Conditional || u.Report != nil || u.p.Kind == prose.Heading || u.Has(english.Hedge, english.Suggest, english.Undecided, english.Someday, english.History) {
			continue
		}
		steps := labelledSteps(u)
		if steps == nil {
			steps = orderly(u)
		}
		if steps == nil && !r.first && !r.aimless() && !r.aimsLate() {
			steps = ordersInRow(u)
		}
		if steps == nil || slices.ContainsFunc(steps, isNoStep) {
			continue
		}
		found = true
		for i := u.at; i < len(u.s.Clauses); i++ {
			r.mark(&u.s.Clauses[i])
		}
		for _, step := range steps {
			r.open(cutText(u.p.Text, step))
		}
	}
	if !found {
		return us
	}
	return slices.DeleteFunc(slices.Clone(us), func(u unit) bool { return r.used[u.Place] })
}

// shows reports whether a clause only announces what is put below or beside it, which is
// no aim and no knowledge: "here is the output of make", "below is my config", "this is
// what the server prints:".
func shows(u unit) bool {
	c := u.Clause
	if c.Asked || c.Command || c.Negated() || c.Lead == english.Colon || c.Lead.Dependent() || wishes(c) != "" || c.Has(english.Hedge, english.Must) {
		return false
	}
	last := len(c.Tokens) - 1
	for last > 0 && c.Tokens[last].Class == english.Punct {
		last--
	}
	i := start(c)
	if c.Word(i) == "the" && c.Word(i+1) == "following" {
		i++
	}
	switch c.Word(i) {
	case "here", "below", "attached", "enclosed", "following":
		return english.IsBe(c.Word(i + 1))
	case "this", "these", "that":
		return english.IsBe(c.Word(i+1)) && u.after() == nil && strings.HasSuffix(strings.TrimSpace(u.s.Text), ":")
	}
	return c.Verb > 0 && (c.Word(last) == "below" || c.Word(last) == "attached") && (c.Word(i) == "i" || english.IsBe(c.Word(c.Verb)))
}

// goingOnQuery are words with which a query goes on behind a "?" that ends no sentence.
var goingOnQuery = english.WordsOf("order group limit where and having")

// queries tells a database query that stands in the middle of the prose.
func queries(s *english.Sentence) bool {
	return anyClause(s, func(c *english.Clause) bool { return c.HasWord("select") }) && anyClause(s, func(c *english.Clause) bool { return c.HasWord("from") }) && strings.ContainsAny(s.Text, "=*_;")
}

// labelsSteps are words that head what is to be done, before a colon.
var labelsSteps = english.WordsOf("plan steps todo todos to-do to-dos next order checklist roadmap tasks jobs missing remaining left work chores")

// labelledSteps are what stands behind a label of work: "next steps: a, b, c", "plan: a)
// one b) two".
func labelledSteps(u unit) [][]english.Token {
	c := u.Clause
	head, clause, from := c.Tokens, u.at+1, 0
	if i := c.Index(":"); i > 0 {
		head, clause, from = c.Tokens[:i], u.at, i+1
	} else if next := u.after(); next == nil || next.Lead != english.Colon {
		return nil
	}
	if len(head) > 5 || c.Negated() || slices.ContainsFunc(head, func(t english.Token) bool { return nobodysPlan.Holds(t.Word) }) {
		return nil
	}
	n := len(head)
	last := head[n-1].Word
	if (last == "is" || last == "are") && n > 1 {
		last = head[n-2].Word
	}
	if !labelsSteps.Holds(last) && !(last == "do" && n > 1 && head[n-2].Word == "to") && !(head[0].Word == "next" && n <= 2) && !(n > 2 && n <= 4 && todos.Holds(head[0].Word) && head[1].Word == "for") {
		return nil
	}
	return stepsIn(u, clause, from)
}

// nobodysPlan are words of a plan that is not the speaker's, or not in force.
var nobodysPlan = english.WordsOf("you your their his her old pricing price b no not never already done finished rate basic pro premium")

// orderly are the steps of work that a user puts one after the other: "first the
// parser, then the storage", "we do the lexer, then the printer, then the docs".
func orderly(u unit) [][]english.Token {
	c := u.Clause
	thens := 0
	if !anyClause(u.s, func(o *english.Clause) bool { return o.HasWord("then") }) {
		return nil
	}
	for i := u.at; i < len(u.s.Clauses); i++ {
		o := &u.s.Clauses[i]
		if o.Negated() || pastTense(o) || o.Verb > 0 && !doneByUs(o) {
			return nil
		}
		for k := range o.Tokens {
			thens += btoi(o.Word(k) == "then" && k+1 < len(o.Tokens))
		}
	}
	at := start(c)
	first := false
	for i := 0; i < len(c.Tokens) && i <= 3; i++ {
		first = first || c.Word(i) == "first" && !english.HasContent(c.Tokens[:i]) && !firstOnes.Holds(c.Word(i+1))
	}
	if thens == 0 || !first && (thens < 2 || !c.Command) {
		return nil
	}
	tokens := countedIn(u, u.at, at)
	steps := piecesOf(tokens, func(rest []english.Token, _ int) int { return btoi(rest[0].Word == "then" || rest[0].Word == "→") })
	own := 0
	for i, s := range steps {
		steps[i] = unsaid(s)
		v, ok := english.VerbOf(steps[i][0].Word)
		own += btoi(ok && v.Form&english.Base != 0)
	}
	if own < len(steps) && (own > 0 || !first) {
		return nil // the others share the first one's verb
	}
	return steps
}

// fetching are further orders whose work is done once.
var fetching = english.WordsOf("find buy hire rent get pack bake cook plant call email invite pick collect measure wash")

// ordersInRow are the orders of work that a sentence gives one after the other: "book
// the band, order flowers, find a singer".
func ordersInRow(u unit) [][]english.Token {
	c := u.Clause
	if !c.Command || c.Order != start(c) || c.Negated() || strings.Count(u.s.Text, ",") < 2 {
		return nil
	}
	if v, ok := c.VerbAt(c.Order); !ok || !once(v.Lemma) && !fetching.Holds(c.Word(c.Order)) {
		return nil
	}
	for i := u.at; i < len(u.s.Clauses); i++ {
		if o := &u.s.Clauses[i]; !o.Command || o.Negated() || o.Has(english.Must, english.Never, english.Only, english.Hedge) || o.HasWord("it", "them", "that", "to", "if", "so") {
			return nil
		}
	}
	tokens := countedIn(u, u.at, c.Order)
	steps := piecesOf(tokens, func(rest []english.Token, _ int) int { return btoi(rest[0].Word == ",") })
	for _, s := range steps {
		v, ok := english.VerbOf(s[0].Word)
		if !ok || v.Form&english.Base == 0 || !(once(v.Lemma) || fetching.Holds(s[0].Word)) || len(s) < 2 || !english.HasContent(s[1:]) {
			return nil
		}
	}
	if len(steps) < 3 {
		return nil
	}
	return steps
}

// firstOnes are what "first" counts rather than begins with.
var firstOnes = english.WordsOf("of name column columns line row field time one ones day week page came come was is place half part")

// doneByUs tells a clause that says what the speakers do: "we do the database".
func doneByUs(c *english.Clause) bool {
	switch c.Word(c.Verb - 1) {
	case "we", "i", "us":
	default:
		return false
	}
	v, ok := c.VerbAt(c.Verb)
	return english.IsModal(c.Word(c.Verb)) || c.Word(c.Verb) == "need" || c.Word(c.Verb) == "want" || ok && (v.Class&english.Work != 0 || v.Lemma == "do")
}

// unsaid is a step without the words that only say that it is done: "we do the
// database" is "the database".
func unsaid(step []english.Token) []english.Token {
	for len(step) > 1 && saysDoing.Holds(step[0].Word) {
		step = step[1:]
	}
	return step
}

// saysDoing are words before a step that only say that it is done.
var saysDoing = english.WordsOf("first we i will should shall must can do need want to let us just please ok so")

// isNoStep tells what stands in a list and is no work: a figure, a name, a rule, a state.
func isNoStep(step []english.Token) bool {
	first := step[0].Word
	if step[0].Class == english.Number || step[0].Class == english.Code && len(step) == 1 || english.IsNumeral(first) || noSteps.Holds(first) {
		return true
	}
	for _, t := range step {
		if english.IsBe(t.Word) || t.Word == "not" || t.Word == "never" {
			return true
		}
	}
	return false
}

// noSteps are words with which a rule begins, or nothing at all.
var noSteps = english.WordsOf("no max maximum min minimum at under over only with without including must never none nothing everything it that this they he she you nope yes dunno idk lunch sleep coffee beer bed world profit")

// ordersList tells an introduction that breaks off before the work it asks for, or
// says that it is work that follows: "i need help with", "my list for today:".
func (r *reader) ordersList(intro string) bool {
	if len(intro) > maxOrder || r.turn.Role != User {
		return false
	}
	ss := r.memory.sentences(intro)
	if len(ss) == 0 {
		return false
	}
	last := &ss[len(ss)-1].Clauses[len(ss[len(ss)-1].Clauses)-1]
	if last.HasWord("what") && !last.HasWord("do") || last.Negated() || pastTense(last) || last.Has(english.Done) {
		return false
	}
	return dangles(last) || todos.in(last) && len(last.Tokens) == 1 || strings.HasSuffix(strings.TrimSpace(intro), ":") && (todos.in(last) || last.HasWord("tasks", "jobs", "chores") || last.Where("to do") >= 0 || last.Where("list for") >= 0 || last.Where("next steps") >= 0 || last.Where("to fix") >= 0)
}

// maxOrder is more than such an introduction has, in bytes.
const maxOrder = 120

// dangles tells a clause that breaks off before what it asks for: "i need help with",
// "please add".
func dangles(c *english.Clause) bool {
	n := len(c.Tokens)
	for n > 0 && (c.Tokens[n-1].Class == english.Punct || c.Word(n-1) == "please") {
		n--
	}
	return n > 0 && n <= 7 && !c.HasWord("what") && dangling.Holds(c.Word(n-1)) && within(c.Content(), ofAsking)
}

// ofAsking are stems of the words with which something is asked for, not of what.
var ofAsking = english.Content("help hand need want add fix build make write following these assist support please do sort out today")

// dangling are last words behind which what is wanted still has to come.
var dangling = english.WordsOf("with need want add fix these following for to like make build write")
