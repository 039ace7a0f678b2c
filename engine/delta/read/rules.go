package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// constrained reads a rule or boundary on the work or its result.
func (r *reader) constrained(u unit) bool {
	if r.turn.Role != User || u.Asked || u.Lead.Dependent() || len(u.Content()) == 0 {
		return false
	}
	if !r.rule(u) || resigned(u) || r.noRule(u) {
		return false
	}
	if b := u.before(); b != nil && b.Has(english.Accept) && r.refusesPart(u.Clause) {
		r.by = filling // "yes, but no SDK": what is taken stands without it
	}
	if r.of(u.s).ruled != nil && supports(u) {
		return true // one rule with its reason
	}
	text := r.ruleText(u)
	if b := u.before(); b != nil && len(r.content(text)) <= 1 && u.HasWord("ones", "one", "it", "them", "that") {
		text = about(text, core(b))
	}
	if e, says := r.ruleMeant(u, text); e != nil {
		r.revise(e, says, u.Clause)
		r.of(u.s).changed = true
		return true
	}
	if r.memory.known(r.content(text), constraints, 0.85) {
		return true
	}
	if e := r.unwanted(u); e != nil {
		r.close(e, delta.Abandoned, delta.High)
		return true
	}
	if e := r.sameRule(u); e != nil {
		r.revise(e, r.revisedText(u, e), u.Clause)
		r.of(u.s).changed = true
		return true
	}
	if old := r.of(u.s).ruled; old != nil && old.Hard == hard(u) && u.Lead != english.Colon && (u.at == 0 || r.used[u.before().Place]) && (u.Verb < 1 || refrains(u.Clause) || u.s.Clauses[0].HasWord(":") || u.Lead == english.And && !strings.Contains(u.gapBefore(u.at), "and") && (u.after() == nil || u.after().Lead != english.And)) {
		old.Summary += ", " + text // one rule, one sentence
		return true
	}
	c := &delta.ConstraintAdded{Creation: r.creation(r.summary(text), delta.High), Hard: hard(u)}
	if r.propose(c) {
		r.of(u.s).ruled = c
	}
	return true
}

// unwanted is the open task that a fragment turns down: "no coalescing", where
// coalescing is on the list.
func (r *reader) unwanted(u unit) *entry {
	if u.Word(0) != "no" || u.Verb >= 0 || u.Command || !r.opening(u) || u.at > 0 {
		return nil
	}
	e, _ := r.memory.alike(u.Content(), func(e *entry) bool { return e.kind == delta.Task && e.age <= 1 }, 0.99)
	return e
}

// sameRule is the rule that a new one replaces: it bounds the same thing and
// has another value, or the new one names the old value as gone.
func (r *reader) sameRule(u unit) *entry {
	words, numbers := r.partsOf(u)
	if len(numbers) == 0 {
		return nil
	}
	if words = without(minus(words, changing), ofValues); len(words) == 0 && (!u.Has(english.Never) || u.Mentions(exceeding)) {
		if e := r.valued(u, u.Dated()); e != nil && e.kind == delta.Constraint {
			return e
		}
	}
	var best *entry
	score := 0.0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Constraint || len(e.numbers) == 0 || within(numbers, e.stems) || clocked(u.Text) && !clocked(e.summary) {
			continue
		}
		shared := english.Shared(words, e.stems)
		s := float64(shared) / float64(max(1, min(len(words), len(e.words))))
		if len(numbers) > 1 && english.Shared(numbers, e.stems) > 0 && len(u.Tokens) <= 14 {
			s++
		}
		if s >= 0.5 && s >= score {
			best, score = e, s
		}
	}
	return best
}

// resigned tells a clause with the words of a rule that sets none: it only puts
// up with something ("it has to be enough"), puts it off, points back, speaks of
// what would be, or narrows a statement of how things are.
func resigned(u unit) bool {
	w := u.Words()
	if b := u.before(); b != nil && u.Lead == english.But && u.Verb < 0 && b.Verb > 0 && !b.Has(english.Must, english.Never, english.Off) && !b.Command && u.Word(0) == "only" {
		return true // narrows a statement
	}
	if at := u.Index("would"); at >= 0 && (u.Verb < 0 || at <= u.Verb) && !u.Has(english.Soft) && !neededBy(u.Clause) {
		return true // what an option would ask for
	}
	return strings.HasSuffix(w, "be enough") || strings.HasSuffix(w, "to wait") || strings.HasPrefix(w, "over budget") || u.Word(len(u.Tokens)-1) == "it" && len(u.Content()) < 2 && u.Word(start(u.Clause)) != "no" && u.Word(start(u.Clause)) != "never" || u.HasWord("until") && u.HasWord("open", "leave") && !u.HasWord("alone", "untouched")
}

// hard tells a rule that is not negotiable from a wish.
func hard(u unit) bool {
	return !u.Has(english.Soft) && (u.after() == nil || !wishesOnly(u.after())) && (u.p.Kind != prose.Item || !underHeading(u, wishHeadings)) || u.HasWord("must", "never", "mandatory")
}

// mental are verbs whose negated imperative is no rule: "don't worry".
var mental = []string{
	"worry", "know", "think", "care", "mind", "bother", "forget", "remember", "see", "understand", "get", "hesitate", "ask", "tell", "say", "start", "be", "like", "want",
	"need", "have", "feel", "believe", "treat", "read", "look", "answer", "wait", "explain", "give", "show",
}

// rule tells whether a clause sets a rule.
func (r *reader) rule(u unit) bool {
	c := u.Clause
	switch {
	case u.Report != nil && u.Report.Insists && c.Verb >= 0:
		return true
	case c.Word(0) == "at" && c.Word(1) == "least" && !c.Number():
		return false // "at least the sun is out"
	case c.Has(english.Promise) && c.HasWord("i") && !outright(u), c.Word(start(c)) == "i" && c.Has(english.Must) && !c.HasWord("you") && !neededBy(c):
		return false // an errand
	case prohibition(c) && !describes(u) && !r.tellsOfNone(u), obligation(c), bound(u), c.Has(english.Off) && forbids(c):
		return true
	case outright(u), r.leavesNoDoubt(u):
		return true
	case exclusive(c) && !(r.last.asks && r.opening(u) && c.Verb < 0 && !(u.k > 0 && c.Word(start(c)) == "only" && c.HasWord("please"))), universal(c), deadline(u), refrains(c):
		return true
	case u.Lead == english.Colon && u.before() != nil && announcesRule(u.before()), u.at > 0 && c.Verb > 0 && announcesRule(u.before()) && strings.HasSuffix(u.before().Words(), " that"):
		return true
	case untouched(c), r.underRules(u):
		return true
	case u.after() != nil && u.after().Command && u.after().Order > 0 && u.after().Word(u.after().Order-1) == "not" && pointing(u.after(), u.after().Order+1) && len(c.Content()) >= 2:
		return true // "it is reserved, don't hand it out"
	case c.Verb < 0 && !c.Command && u.after() != nil && refrains(u.after()) && u.at == 0:
		return true
	case u.after() != nil && u.after().Lead != english.But && binding(u.after()) && len(c.Content()) >= 2 && !c.Asked && !pastTense(c):
		return true
	case r.first && remains(c), noneDoes(c), restricts(c), pressed(u), opensLimit(c), u.Dated() && u.after() != nil && !pastTense(c) && unmoved(u.after()):
		return true
	case imposed(u), setsBound(c), limitsUse(c):
		return true
	case c.Has(english.Never) && prohibits(c, r.of(u.s).ruled != nil):
		return true
	case c.Has(english.Soft) && wished(u):
		return true
	case ruleTopic(c, r.last.asks && english.Shared(c.Content(), r.last.stems) > 0), c.Verb < 0 && !c.Command && c.HasWord("please") && !c.HasWord(":") && !c.Number() && len(c.Tokens) <= 5 && len(c.Content()) >= 2 && !c.Has(english.Done, english.Ack, english.Accept) && u.at == 0 && !answersWanted.in(c):
		return true
	case r.first && required(u):
		return true
	}
	return u.p.Kind == prose.Item && u.at == 0 && (underHeading(u, ruleHeadings) || underHeading(u, wishHeadings) && !c.Command || r.first && u.p.topic == "fixed" && !pastTense(c) || u.Verb > 0 && !pastTense(c) && countsRules(u.p.topic))
}

// countsRules tells a line above a list that counts the rules in it: "now three rules
// from my side".
func countsRules(topic string) bool {
	before, _, ok := strings.Cut(topic, " rules")
	if !ok {
		before, _, ok = strings.Cut(topic, " conditions")
	}
	return ok && english.IsNumeral(before[strings.LastIndexByte(before, ' ')+1:])
}

// underRules tells a clause that goes on after the first of the rules that its
// sentence announces: "two rules: strict mode stays on, and no writes".
func (r *reader) underRules(u unit) bool {
	if u.Lead != english.And && u.Lead != english.Colon {
		return false
	}
	for i := u.at; i > 0; i-- {
		switch c := &u.s.Clauses[i]; c.Lead {
		case english.Colon:
			b := &u.s.Clauses[i-1]
			return announcesRule(b) && (i == u.at || b.HasWord("rules", "conditions", "requirements", "constraints")) && (u.Verb >= 0 || u.Command || u.Has(english.Only, english.Limit))
		case english.And:
		default:
			return false
		}
	}
	return false
}

// prohibits tells a "never" that forbids from one that describes: not "my dad
// never checks his mail".
func prohibits(c *english.Clause, goesOn bool) bool {
	subject := c.Word(start(c))
	if subject == "i" || (subject == "he" || subject == "she") && c.HasWord("me") {
		return false // "I never understand those"
	}
	if c.Command || goesOn {
		return true
	}
	if c.Verb < 0 && c.First && len(c.Content()) >= 2 && c.Word(start(c)) == "never" && !slices.Contains([]string{"a", "an", "again", "mind", "ever", "so", "that", "such"}, c.Word(start(c)+1)) {
		return true // "never hot water"
	}
	if c.Verb < 0 || c.Word(start(c)) == "never" && exceeding.Holds(c.Word(start(c)+1)) {
		return c.HasWord("during", "before", "after", "without", "in", "on") || exceeding.Holds(c.Word(start(c)+1)) && len(c.Tokens) > start(c)+2
	}
	if c.Lead == english.But && !pastTense(c) && (subject == "it" || subject == "they" || subject == "that") {
		return true // "yes, but it never …"
	}
	w := c.Word(c.Verb)
	switch {
	case w == "may" && turningOut.Holds(c.Word(c.Verb+2)), w == "might", w == "could":
		return false // "it may never happen"
	case subject == "he" || subject == "she":
		return w == "must" || w == "may" || w == "should"
	case w == "gets" || w == "get":
		v, ok := c.VerbAt(c.Verb + 1)
		return ok && v.Form&english.Part != 0 && c.Word(c.Verb-1) == "never" && subject != "i"
	}
	return (english.IsModal(w) || english.IsBe(w) || subject == "we" || subject == "you" || subject == "nobody") && subject != "i" && !pastTense(c)
}

// describes tells a "no X" that concludes or characterises instead of
// forbidding: "3 queries, so no N+1", "I'm the treasurer, no developer".
func describes(u unit) bool {
	if u.Word(0) != "no" {
		return false
	}
	b := u.before()
	if u.Lead == english.So && (u.HasWord("please") || b != nil && deniedBy(b)) {
		return false
	}
	if b != nil && (pastTense(b) || b.Has(english.Checked) && b.Word(0) == "i") {
		return true // what was found
	}
	return u.Lead == english.So || b != nil && b.Verb >= 0 && english.IsBe(b.Word(b.Verb)) && (b.Word(0) == "i" || b.Word(0) == "it" || b.Word(0) == "we" || b.Word(0) == "he" || b.Word(0) == "she")
}

// pastTense tells a clause about the past.
func pastTense(c *english.Clause) bool {
	if c.Verb < 0 {
		return false
	}
	w := c.Word(c.Verb)
	v, ok := c.VerbAt(c.Verb)
	return w == "was" || w == "were" || w == "had" || w == "did" || ok && v.Form&english.Past != 0 && v.Form&english.Base == 0
}

// exclusive reads "X only", "only after 19:00", "always" in a clause without a
// verb of its own, or with a verb of using.
func exclusive(c *english.Clause) bool {
	if !c.Has(english.Only) && !c.HasWord("strict", "everywhere") || pastTense(c) || c.Has(english.NextUp) && c.Number() {
		return false
	}
	if i := start(c); c.Word(i) == "i" && c.Word(i+1) == "only" && (c.Word(i+2) == "want" || c.Word(i+2) == "accept" || c.Word(i+2) == "allow") && c.Word(i+3) != "to" {
		return true
	}
	if w := c.Word(start(c)); w == "i" || w == "never" || c.Has(english.Defer) {
		return false
	}
	if at, _ := c.Find(english.Only); at > 0 && (relatives.Holds(c.Word(at-1)) || describing.Holds(c.Word(at-1)) || describing.Holds(c.Word(at-2)) && english.IsBe(c.Word(at-1))) {
		return false // what somebody does, or part of a description
	}
	if i := start(c); !c.Command && (c.Verb < 0 || c.Word(i) == "only" && thing(c, i)) {
		return wordsIn(c.Content()) > 0 && !c.Starts(english.Ack) && !c.HasWord("thing", "question", "problem")
	}
	if c.Command {
		return c.HasWord("always", "only") && !slices.Contains(mental, c.Word(c.Order)) && c.Word(c.Order) != "build"
	}
	return false
}

// wished reads a softened rule: "ideally no new dependency".
func wished(u unit) bool {
	c := u.Clause
	if w := c.Word(start(c)); w == "i" || w == "we" {
		return c.HasWord("prefer", "love", "rather") && c.Verb >= 0 && len(c.Content()) >= 2
	}
	if c.HasWord("nice", "cool", "great", "lovely", "neat", "good", "appreciated", "welcome", "preferable") && c.HasWord("would") {
		return len(c.Content()) >= 2 && len(c.Subject()) > 1
	}
	return c.HasWord("ideally", "preferably", "possible", "bonus") || c.Command && c.Word(c.Order) == "keep"
}

// wishedIf reads what would be nice as a softened rule: "it would be lovely if the
// page were in our blue".
func (r *reader) wishedIf(u unit) bool {
	b := u.before()
	if b == nil || u.Lead != english.If || !b.Has(english.Soft) || !b.HasWord("would") || b.Negated() || b.Asked || u.Asked || len(b.Content()) > 1 || u.Verb < 1 || len(u.Content()) < 2 || u.Has(english.Someday, english.Hedge) {
		return false
	}
	at := start(u.Clause)
	if u.Word(at) == "if" {
		at++
	}
	if w := u.Word(at); w == "you" || w == "i" || w == "somebody" || w == "someone" || r.memory.known(u.Content(), constraints, 0.85) {
		return true
	}
	r.propose(&delta.ConstraintAdded{Creation: r.creation(r.summary(from(u.Clause, at)), delta.High), Hard: false})
	return true
}

// required reads the brief in the first turn, whose fragments list what is
// demanded: "MSRV 1.74", "WCAG AA", "comments in Spanish, please".
func required(u unit) bool {
	c := u.Clause
	if c.Command || c.Asked || len(c.Content()) < 1 || underHeading(u, factHeadings) {
		return false
	}
	if c.Verb > 0 && english.IsBe(c.Word(c.Verb)) && slices.Contains([]string{"excluded", "unacceptable", "unwelcome"}, c.Word(len(c.Tokens)-1)) {
		return true
	}
	if c.Verb < 0 && u.at == 0 {
		if c.Word(1) == ":" && slices.Contains(ruleHeadings, c.Word(0)) {
			return true
		}
		return c.Has(english.Limit) && !describesLimit(u) && c.Number() && u.p.Kind != prose.Item && c.Word(1) != ":" || c.HasWord("please") || u.p.Kind == prose.Item && underHeading(u, ruleHeadings)
	}
	return false
}

// ruleTopic tells a fragment whose topic is rules, or whose value forbids:
// "style rules: present tense", "images: none".
func ruleTopic(c *english.Clause, asked bool) bool {
	for i := range c.Tokens {
		t := &c.Tokens[i]
		if t.Word != ":" || i == 0 || c.Verb >= 0 || c.Command {
			continue
		}
		for _, w := range c.Tokens[:i] {
			if slices.Contains(ruleHeadings, w.Word) || w.Word == "style" || w.Word == "tone" || w.Word == "never" {
				return true
			}
		}
		return i+2 == len(c.Tokens) && c.Tokens[0].Class != english.Number && !asked && (c.Word(i+1) == "none" || c.Word(i+1) == "never" || c.Word(i+1) == "no")
	}
	return false
}

// ruleHeadings and factHeadings name what stands beneath them.
var (
	ruleHeadings = []string{"constraints", "constraint", "requirements", "requirement", "rules", "rule", "must", "must-haves", "musts", "limits", "boundaries", "non-goals", "ground rules", "conditions", "restrictions", "what we want", "want", "non-negotiables", "don'ts"}
	factHeadings = []string{"background", "context", "current", "currently", "where we are", "today", "situation", "setup", "stack", "facts", "given", "environment", "hardware", "what we have", "what i have", "i have", "what there is", "where things stand", "existing", "status", "numbers", "about", "data", "inventory", "we have"}
	taskHeadings = []string{"todo", "to do", "to-do", "tasks", "task list", "next steps", "next", "please", "need", "work", "please write", "please do", "please add", "deliverables", "remaining", "action items", "actions", "jobs", "left", "still open", "open work", "list", "would like you to", "want you to"}
)

// underHeading tells whether the heading or the line above a list names one of
// some things.
func underHeading(u unit, names []string) bool {
	intro := u.p.topic
	if intro == "" {
		return false
	}
	for _, n := range names {
		if !strings.Contains(intro, n) {
			continue
		}
		if intro == n || strings.HasPrefix(intro, n) && intro[len(n)] == ' ' || strings.HasSuffix(intro, n) && intro[len(intro)-len(n)-1] == ' ' || len(n) > 6 {
			return true
		}
	}
	return false
}

// maxTopic bounds a heading in bytes.
const maxTopic = 60

// topicLine is what a line above a list says last, in small letters, "" where it
// says too much to be a heading.
func topicLine(intro string) string {
	intro = strings.TrimRight(intro, " :")
	if i := strings.LastIndexAny(intro, ".!?\n"); i >= 0 {
		intro = strings.TrimSpace(intro[i+1:])
	}
	if len(intro) > 3*maxTopic { // small letters may take a third of the bytes
		return ""
	}
	if intro = strings.ToLower(intro); len(intro) > maxTopic {
		return ""
	}
	return intro
}
