package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// aim finds the broad aim of the session in the first user turn, proposes it,
// and returns the clauses that are left. A command is an aim here: "write a
// CLI that …".
func (r *reader) aim(us []unit) []unit {
	best, score := -1, 0
	switch {
	case r.first:
	case r.aimless():
		score = 1 // a statement of how things are is none any more
	default:
		score = lateAim - 1
	}
	for i, u := range us {
		s := aimScore(u) - min(i, 4)/2
		if best >= 0 && score >= 3 && wantsIt(u.Clause) {
			s -= 4 // how what was named shall be
		}
		if i == 0 && r.askedForAim() && u.Verb < 0 && !u.Asked && !u.Negated() && english.HasContent(u.Tokens) && (u.Word(0) == "a" || u.Word(0) == "an" || u.Word(0) == "my" || u.Word(0) == "our" || u.Word(0) == "the") {
			s = lateAim
		}
		if s > score && !(u.p.Kind == prose.Item && r.ordersList(u.p.intro)) && !r.thinksBetter(u) && !(s <= 2 && r.tellsFact(u)) && !(s == 1 && !u.HasWord("please") && r.rule(u) && !r.noRule(u)) {
			best, score = i, s
		}
	}
	if best < 0 {
		return us
	}
	u := us[best]
	summary := core(u.Clause)
	rest, names := []unit{}, false
	for i, o := range us {
		after := o.s == u.s && i > best
		names = after && namesPart(o.Clause) && (names || o.Lead == english.Colon)
		same := after && !prohibition(o.Clause) && (names || belongs(o.Clause) && (o.Lead != english.Because || o.at == u.at+1))
		if same && o.Lead == english.Colon {
			summary += ": " + core(o.Clause)
		} else if same {
			summary += ", " + core(o.Clause)
		}
		if same || o.s == u.s && i < best && !o.Number() && !o.Aside && !o.Has(english.Must, english.Never) {
			continue
		}
		if i != best {
			rest = append(rest, o)
		}
	}
	if at := wishedBehind(u.Clause); at > 0 {
		summary = from(u.Clause, at) + strings.TrimPrefix(summary, core(u.Clause))
	}
	if at := helpWith(u.Clause); at > 0 {
		summary = from(u.Clause, at) + strings.TrimPrefix(summary, core(u.Clause))
	}
	if (len(u.Content()) < 3 || len(minus(u.Content(), askingHelp)) == 0) && best > 0 {
		before := us[0].Clause
		if u.at > 0 {
			before = u.before()
		}
		summary = core(before) + ", " + summary
	}
	r.propose(&delta.GoalSet{Creation: r.creation(r.summary(summary), delta.High)})
	return rest
}

// askingHelp are stems of the words that ask for help and not say with what.
var askingHelp = english.Content("help get plan together start started going project work something thing please want need make")

// openers are stems of the words that only announce an aim: "new project."
var openers = english.Content("new next project idea side small little fresh thing plan topic task session question")

// wishedBehind is where in a clause without stops the wish begins behind an "and", or 0:
// "the oven smokes and i need to find out why", "… and what i want is a timer".
func wishedBehind(c *english.Clause) int {
	for i := 3; i+4 < len(c.Tokens); i++ {
		if c.Word(i) != "and" {
			continue
		}
		switch next := c.Word(i + 2); {
		case c.Word(i+1) == "i" && (next == "need" || next == "want") && c.Word(i+3) == "to":
			return i + 4
		case c.Word(i+1) == "what" && next == "i" && (c.Word(i+3) == "want" || c.Word(i+3) == "need") && c.Word(i+4) == "is":
			return i + 5
		}
	}
	return 0
}

// helpWith is where a clause says with what somebody wants help: "I'd be grateful for help
// with the tide tables".
func helpWith(c *english.Clause) int {
	for i := 1; i+3 < len(c.Tokens); i++ {
		if c.Word(i) == "help" && c.Word(i+1) == "with" {
			return i + 2
		}
	}
	return 0
}

// tellsFact tells a clause that names no aim but states how something is: "our shop
// has two servers", "the archive is in the cellar".
func (r *reader) tellsFact(u unit) bool {
	c := u.Clause
	if at := c.Index("where", "that", "which"); at > 0 && at <= 3 && at < c.Verb && !english.IsFunction(c.Word(0)) {
		return false // "web app where everybody signs up"
	}
	if c.Verb < 1 || c.Negated() || c.Has(english.Passing, english.Aim, english.Feeling, english.Must) || wishes(c) != "" || amiss.in(c) || working.in(c) || !asserts(u) || c.Word(start(c)) == "i" && !c.HasWord("have", "use", "am", "own", "run") {
		return false
	}
	return r.standing(u) || (stative(c) || possesses(c) || c.Number()) && r.knowledge(u)
}

// working are words of what somebody is at or is after: what they say is an aim.
var working = classOf("building making writing creating working trying planning redoing migrating moving porting learning starting looking thinking setting designing doing rewriting getting inherited want need wish like love help twice wrong badly slowly leak leaks leaking bug bugs offline late empty blank")

// aimless tells that the conversation opened without an aim: after a greeting
// the second turn names it.
func (r *reader) aimless() bool {
	return len(r.memory.entries) == 0 && len(r.passages) > 0 && len(r.own) < 3
}

// lateAim is how much a clause has to weigh as an aim once other things were said.
const lateAim = 5

// askedForAim tells that the other speaker asked what is being made.
func (r *reader) askedForAim() bool {
	ss := r.memory.sentences(r.last.reads)
	return len(ss) > 0 && ss[len(ss)-1].Asked && anyClause(&ss[len(ss)-1], func(c *english.Clause) bool {
		return c.Word(0) == "what" && c.HasWord("building", "project", "goal", "aim", "making", "working", "idea") && c.HasWord("you", "the", "your") && !c.HasWord("name", "called", "should", "stack", "language", "deadline", "budget")
	})
}

// aimsLate tells that nobody has named an aim so far, in a talk that has only begun
// with how things are or have to be.
func (r *reader) aimsLate() bool {
	return r.memory.turns <= 4 && !slices.ContainsFunc(r.memory.entries, func(e *entry) bool { return e.kind != delta.Fact && e.kind != delta.Constraint })
}

// belongs tells that a clause only goes on with the aim before it.
func belongs(c *english.Clause) bool {
	return c.Lead == english.Because || c.Lead == english.And && c.Verb < 0 && !c.Number() && (c.Word(0) == "a" || c.Word(0) == "an" || c.Word(0) == "with") || c.Lead == english.And && (c.Word(0) == "a" || c.Word(0) == "an") && c.HasWord("where", "that", "which") || c.Lead == english.And && c.Command && !c.Has(english.Must, english.Never, english.Only) && c.Order == 0 && c.Tokens[0].Word != "do"
}

// namesPart tells a few words that only name a part of what is wanted: "a parser:
// tokens, nodes and errors".
func namesPart(c *english.Clause) bool {
	return len(c.Tokens) <= 3 && !c.Number() && !c.Asked && !c.Negated() && !c.HasWord("it", "them", "me", "us", "please") && !c.Has(english.Must, english.Never, english.Only, english.Off, english.Soft, english.Limit)
}

// aimScore weighs a clause as the aim of a session.
func aimScore(u unit) int {
	c := u.Clause
	content := len(c.Content())
	if u.p.Kind == prose.Row || c.Aside || greets(c) || c.Verb < 0 && !c.Command && len(c.Tokens) <= 4 && len(minus(c.Content(), openers)) == 0 || c.Command && c.Negated() && prohibition(c) {
		return 0
	}
	if c.HasWord("help") && c.HasWord("decide", "choose") {
		return 0 // lays out a choice
	}
	if u.at == 0 && len(u.p.sentences) == 1 && len(u.s.Clauses) == 1 && len(c.Tokens) <= 7 && (ordersValue(c) || ordersUse(c) && givesOne(c) || callsIt(c)) {
		return 0 // is a value
	}
	if c.Command && content < 2 && pointing(c, c.Order+1) {
		return 0 // is done to what was just shown
	}
	labelled := labelsAim(u)
	if dangles(c) || c.Asked && !asksForWork(c) && !asksForMeans(c) && !c.HasWord("help", "please") {
		return 0 // the list below says what, or it only asks
	}
	if content <= 3 && c.HasWord("following", "something", "things", "problem", "issue", "question") && c.HasWord("help", "need", "have") {
		return 0 // says not what
	}
	if content < 2 && !labelled && !(content == 1 && (c.HasWord("want", "need") || letUs(c) > 0 || c.Asked && asksForMeans(c) || c.Command && c.Has(english.Aim))) {
		return 0
	}
	score := 0
	if labelled {
		score += 6
	}
	if c.Has(english.Aim) {
		score += 3
	}
	if v, ok := c.VerbAt(0); ok && v.Form == english.Gerund && v.Class&english.Work != 0 && v.Lemma != "start" && v.Lemma != "begin" {
		score += 4 // "building a …", without its subject
	}
	switch wishes(c) {
	case "that":
		score-- // how it shall be
	case "":
	default:
		if score += 2; score == 2 {
			score++ // "i just want …"
		}
	}
	if at, _ := c.Find(english.Aim); c.Command || at == 0 || at > 0 && at == start(c) || asksForWork(c) {
		score += 2
	}
	if v, ok := c.VerbAt(c.Order); c.Command && ok && v.Class&english.Work == 0 && !hunts(v.Lemma) {
		score -= 3
	}
	if c.HasWord("help", "goal", "aim", "objective") {
		score += 2
	}
	if at := c.Index("let"); score <= 0 && at >= 0 && at <= 2 && c.Word(at+1) == "us" && content >= 2 && once(c.Word(at+2)) && !laughs(u) && !c.Negated() {
		score = 2 // "let's paint the kitchen"
	}
	if score == 0 && c.Asked && asksForMeans(c) {
		score = 1
	}
	if c.Has(english.Must, english.Never, english.Off) && !c.Has(english.Aim) && wishes(c) == "" || c.Word(0) == "no" || c.Word(0) == "must" {
		score -= 4
	}
	if len(c.Tokens) > 1 && c.Tokens[0].Word == "do" && c.Tokens[1].Word == "not" {
		score -= 5
	}
	if c.Lead.Dependent() {
		score -= 2
	}
	if c.Report != nil || c.Has(english.Someday) && !c.HasWord("wish") || c.Has(english.History) && pastTense(c) {
		score -= 5 // somebody else's, for some day, or over
	}
	if score > 0 && content >= 5 {
		score++
	}
	if c.Has(english.Thanks) && content < 4 {
		return 0
	}
	if score == 0 && (onlySupposes(c) || laughs(u) || pastTense(c) && c.HasWord("last", "yesterday", "ago")) {
		return 0
	}
	if score == 0 && content == 2 && !c.Asked && c.Verb > 0 && (amiss.in(c) || down.in(c) || c.Negated() && !c.Has(english.Must)) && pointedAt(c, "the", "my", "our") {
		score = 1 // what is amiss, in few words
	}
	if score == 0 && !c.Asked && c.Verb >= 0 && content >= 3 && (c.Word(0) == "i" || c.Word(0) == "we") && !c.Has(english.Must) {
		score = 1
	}
	if score == 0 && c.Verb >= 0 && c.Has(english.Passing) {
		score = 1 // a bug hunt begins with the symptom
	}
	if score == 0 && !c.Asked && content >= 3 && c.Verb != 0 && !c.Has(english.Must, english.Never, english.Off, english.Only, english.Limit, english.History) && !c.Lead.Dependent() && c.First && c.Word(0) != "do" && c.Word(0) != "no" {
		score = 1 // what else a session opens with is what it is about
	}
	return score
}

// asksForMeans tells a question for the way to something that is wanted: "how can i
// draw a map of my trips", "is there a way to …".
func asksForMeans(c *english.Clause) bool {
	return c.Word(0) == "how" && c.HasWord("i", "we") && c.HasWord("can", "could", "do", "would", "to") || c.HasWord("possible", "way") && c.HasWord("to") || c.Word(1) == "we" && c.HasWord("build", "make", "write", "create", "plan") || c.Word(0) == "why" && amiss.in(c)
}

// down are words of what does not run, or not well.
var down = classOf("down slow offline broken dead stuck late empty")

// onlySupposes tells what somebody only supposes.
func onlySupposes(c *english.Clause) bool {
	return c.Word(0) == "i" && slices.Contains([]string{"guess", "think", "bet", "believe", "assume", "suspect", "suppose", "reckon"}, c.Word(1)) || c.Starts(english.Hedge) && !c.HasWord("thinking")
}

// aimLabels stand before an aim, with a colon or as a heading.
var aimLabels = english.WordsOf("goal goals aim aims task job objective objectives mission purpose project request mandate")

// labelsAim tells that a label or a heading says that what follows is the aim:
// "task: proper backups", "my goal for today: …".
func labelsAim(u unit) bool {
	if b := u.before(); b != nil && u.Lead == english.Colon && b.Verb < 0 && len(b.Tokens) <= 5 && b.HasOf(aimLabels) {
		return true
	}
	return u.at == 0 && u.k == 0 && u.p.Kind == prose.Item && u.p.topic != "" && len(u.p.topic) <= 24 && slices.ContainsFunc(strings.Fields(u.p.topic), aimLabels.Holds)
}

// wishes is the word of a want or need of the speaker's own, "that" where it only
// says how something shall be ("we want that …"), or "".
func wishes(c *english.Clause) string {
	for i := range c.Tokens {
		switch w := c.Word(i); w {
		case "needs", "wants":
			if first := c.Word(start(c)); (first == "my" || first == "our") && i <= start(c)+3 && groups.Holds(c.Word(i-1)) {
				return w
			}
		case "like", "love":
			if at := c.Index("would"); at > 0 && at < i && at >= i-3 && (c.Word(at-1) == "i" || c.Word(at-1) == "we") && c.Word(i+1) != "it" && c.Word(i+1) != "that" && c.Word(i+1) != "if" {
				return w
			}
		case "need", "want", "wish":
			own := i <= start(c)
			for k := max(0, i-4); k < i; k++ {
				own = own || c.Word(k) == "i" || c.Word(k) == "we" || c.Word(k) == "what"
			}
			if !own || c.Word(i-1) == "not" || c.HasWord("not") && i > 0 && c.Word(i-1) != "i" && c.Word(i-1) != "we" && c.Word(i-1) != "just" {
				continue
			}
			if c.Word(i+1) == "that" && i+2 < len(c.Tokens) {
				return "that"
			}
			return w
		}
	}
	return ""
}

// groups are who may want something together with the speaker.
var groups = english.WordsOf("team company department club group office school choir family lab association church library committee board boss crew band agency unit practice shop museum")

// wantsIt tells a wish that says how something named before shall be: "we want it open in
// June".
func wantsIt(c *english.Clause) bool {
	i := start(c)
	switch c.Word(i) {
	case "i", "we":
		return (c.Word(i+1) == "want" || c.Word(i+1) == "need") && (c.Word(i+2) == "it" || c.Word(i+2) == "them" || c.Word(i+2) == "this") && c.Word(i+3) != "to" && i+3 < len(c.Tokens)
	}
	return false
}

// greeting are words of which a greeting is made.
var greeting = english.WordsOf("morning evening afternoon day dear assistant hello hi greetings all everyone folks")

// greets tells a few words that only greet.
func greets(c *english.Clause) bool {
	return c.Verb < 0 && !c.Command && len(c.Tokens) <= 4 && c.HasOf(greeting) && !slices.ContainsFunc(c.Tokens[start(c):], func(t english.Token) bool { return !t.Is(greeting) })
}

// hunts tells a verb that looks for what is amiss.
func hunts(lemma string) bool {
	return slices.Contains([]string{"find", "figure", "track", "hunt", "investigate", "debug", "diagnose", "get", "help", "locate", "trace", "understand"}, lemma)
}

// asksForWork tells a request in the form of a question whose verb works on
// something or looks for what is amiss: "can you find out why …".
func asksForWork(c *english.Clause) bool {
	if !c.Asked || !c.Has(english.Request) {
		return false
	}
	i := c.Index("you") + 1
	for c.Word(i) == "please" || c.Word(i) == "maybe" || c.Word(i) == "kindly" || c.Word(i) == "also" {
		i++
	}
	v, ok := c.VerbAt(i)
	return ok && i > 0 && (v.Class&english.Work != 0 || hunts(v.Lemma))
}
