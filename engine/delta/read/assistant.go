package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// assistantTurn reads what the assistant wrote. It settles only what it
// reports as done or chosen; what it proposes waits.
func (r *reader) assistantTurn() {
	r.ticked()
	options := r.optionLists()
	r.labelled()
	r.contrasted()
	r.plan(options)
	explains := r.explaining()
	proposed := r.bestProposals(options, explains)
	for _, u := range r.units() {
		if len(r.out) >= maxProposals {
			return
		}
		if r.used[u.Clause] || u.Lead == english.If && !(u.Has(english.Chosen) && u.HasWord("i")) || u.Conditional || u.p.Kind == prose.Item && (options[u.p.List] || u.p.Box != prose.NoBox) {
			continue
		}
		switch {
		case r.suspects(u):
		case r.weighed(u), u.Asked && r.weighedNext(u), r.enumeratedOptions(u):
		case u.Asked:
			r.suggestedInQuestion(u, explains)
		case r.denied(u):
		case !proposed[u.Clause] && r.echoes(u):
		case r.closed(u):
		case r.reportedChoice(u):
		case proposed[u.Clause] && r.suggested(u):
		case !explains && r.foundOut(u):
		}
	}
}

// explaining tells that the assistant answers a question for information, so
// that what it says about possibilities proposes nothing.
func (r *reader) explaining() bool {
	ss := english.Sentences(r.last.reads)
	if len(ss) == 0 {
		return false
	}
	last := ss[len(ss)-1]
	for _, s := range ss {
		if s.Asked {
			last = s
		}
	}
	for i := range ss {
		if asksMeaning(&ss[i]) {
			return true
		}
	}
	if !last.Asked || len(last.Clauses) == 0 {
		return false
	}
	for i := range last.Clauses {
		if c := &last.Clauses[i]; c.Starts(english.InfoQuery) {
			switch c.Word(0) {
			case "what", "why", "how", "where", "who", "difference", "which":
				return !c.HasWord("should", "suggest", "recommend", "propose", "think", "best", "shall")
			}
		}
	}
	return false
}

// asksMeaning tells a sentence that asks what something means, or how two things
// differ, however it begins: "may I ask what means the |> ?", "remind me what X
// is".
func asksMeaning(s *english.Sentence) bool {
	for i := range s.Clauses {
		c := &s.Clauses[i]
		w := c.Words()
		for _, f := range []string{"may i ask what", "can i ask what", "could i ask what", "can you explain", "could you explain", "please explain", "explain me", "explain to me", "tell me what", "remind me what", "what does", "what means", "what is the difference", "wonder what", "wondering what"} {
			if wordsIn(w, f) >= 0 && !anyWord(s, []string{"should", "suggest", "recommend", "propose", "shall", "wrong", "broken", "happens", "happened"}) {
				return s.Marked || c.Asked || strings.Contains(f, "explain") || strings.Contains(f, "me what")
			}
		}
	}
	return false
}

// ticked reads the boxes of a checklist: a new box opens a task, a ticked one
// closes it.
func (r *reader) ticked() {
	for i := range r.passages {
		p := &r.passages[i]
		switch p.Box {
		case prose.Ticked:
			if e := r.task(english.Content(p.Text)); e != nil {
				r.close(e, delta.Completed, delta.High)
			}
		case prose.Unticked:
			if !r.memory.known(english.Content(p.Text), kind(delta.Task), 0.75) {
				r.open(p.Text)
			}
		}
	}
}

func (r *reader) task(stems []string) *entry {
	e, _ := r.memory.alike(stems, kind(delta.Task), 0.6)
	return e
}

// plan reads the steps of a plan to which the assistant commits: each opens a
// task.
func (r *reader) plan(options map[int]bool) {
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Item || p.Box != prose.NoBox || options[p.List] || p.Nested {
			continue
		}
		if commits(lastSentence(p.intro)) && r.approvalAsked() {
			r.proposePlan(i)
		} else if commits(lastSentence(p.intro)) {
			r.open(firstSentence(p.Text))
			for k := range p.sentences {
				for j := range p.sentences[k].Clauses {
					r.mark(&p.sentences[k].Clauses[j])
				}
			}
		}
	}
}

// proposePlan reads the list that begins at the i-th passage as one proposal.
func (r *reader) proposePlan(i int) {
	text := strings.TrimRight(lastSentence(r.passages[i].intro), ": ") + ": "
	list := r.passages[i].List
	for n := i; n < len(r.passages) && r.passages[n].List == list && r.passages[n].Kind == prose.Item; n++ {
		if n > i {
			text += ", "
		}
		text += strings.TrimRight(firstSentence(r.passages[n].Text), ".; ")
		for k := range r.passages[n].sentences {
			for j := range r.passages[n].sentences[k].Clauses {
				r.mark(&r.passages[n].sentences[k].Clauses[j])
			}
		}
	}
	r.idea(text, delta.Medium, true)
}

// approvalAsked tells that the turn ends with the question whether what it says
// is right: what it lists is a proposal.
func (r *reader) approvalAsked() bool {
	us := r.units()
	if len(us) == 0 || !us[len(us)-1].s.Marked {
		return false
	}
	s := us[len(us)-1].s
	return anyWord(s, []string{"objection", "objections", "ok", "okay", "agree", "agreed", "fine", "right", "acceptable", "approve", "happy", "sense", "thoughts", "comments"})
}

// commits tells an introduction by which the assistant takes the listed steps
// on: "My plan:", "I will do it in this order:".
func commits(intro string) bool {
	for _, s := range english.Sentences(intro) {
		if s.Asked {
			return false
		}
		for i := range s.Clauses {
			c := &s.Clauses[i]
			if c.Has(english.Hedge, english.Suggest, english.OfferHelp) {
				return false
			}
			own := c.HasWord("i", "my") || strings.HasPrefix(c.Words(), "the plan") || strings.HasPrefix(c.Words(), "plan") || strings.HasPrefix(c.Words(), "todo")
			if own && c.Has(english.Promise) && countsWork(c) || own && (c.Has(english.PlanAhead) || c.Has(english.Promise) && c.HasWord("order", "steps", "following", "do")) {
				return true
			}
		}
	}
	return false
}

// countsWork tells that the assistant counts what it is going to make: "I'll
// set it up in three protocols".
func countsWork(c *english.Clause) bool {
	for i, t := range c.Tokens {
		if english.IsNumeral(t.Word) && t.Word != "one" && i+1 < len(c.Tokens) && strings.HasSuffix(c.Word(i+1), "s") {
			return true
		}
	}
	return false
}

// echoes tells that a clause only repeats what the user has just said or
// settled: that is no news.
func (r *reader) echoes(u unit) bool {
	stems := u.Content()
	if len(stems) == 0 || u.Has(english.Done) && !r.repeatsDecision(stems) {
		return false
	}
	return r.repeatsDecision(stems)
}

func (r *reader) repeatsDecision(stems []string) bool {
	for _, e := range r.memory.entries {
		if e.age <= 1 && !e.fresh && (e.kind == delta.Decision || e.kind == delta.Constraint || e.kind == delta.Fact) && float64(english.Shared(stems, e.stems))/float64(len(stems)) >= 0.6 {
			return true
		}
	}
	return false
}

// reportedChoice reads a choice that the assistant reports as made: "I chose
// STOP over Standby", "I'm keeping the prefilter".
func (r *reader) reportedChoice(u unit) bool {
	c := u.Clause
	if c.Has(english.Hedge, english.Suggest, english.Undecided, english.OfferHelp) || c.Negated() && !c.HasWord("over") {
		return false
	}
	settled := c.Has(english.Chosen) || prefers(c) || fixes(c) || willBe(c) || c.Has(english.Promise) && c.HasWord("i") && (c.HasWord("instead") || strings.Contains(c.Words(), "rather than"))
	if c.Has(english.Keeping) && (c.Has(english.InsteadOf) || c.HasWord("keeping", "sticking", "kept", "staying") || c.HasWord("going") && c.HasWord("with")) {
		settled = true
	}
	text := core(c)
	if i := secondVerb(c); i > 0 {
		settled, text = true, from(c, i)
	}
	if !settled {
		return false
	}
	if b := u.before(); b != nil && len(c.Content()) <= 1 && c.HasWord("that", "this", "it") && len(b.Content()) >= 2 && !b.Has(english.Hedge, english.Suggest) {
		return r.decide(core(b), nil) // "…, I settled on that because"
	}
	own := len(english.Content(imperative(text))) >= 2 && c.Has(english.Choosing) && !c.HasWord("choice", "decision", "call", "thing", "two", "few")
	if next := u.after(); next != nil && (u.Lead == english.Colon || next.Lead == english.Colon && !fixes(c) && !willBe(c)) {
		for i := u.at + 1; i < len(u.s.Clauses); i++ {
			text += ", " + from(&u.s.Clauses[i], 0)
			r.mark(&u.s.Clauses[i])
		}
		if next.Lead == english.Colon && !own {
			text = strings.TrimPrefix(text, core(c)+", ")
		}
	} else if next != nil && next.Lead == english.Colon {
		text += ": " + from(next, 0)
		r.mark(next)
	}
	if r.last.wish == "" {
		for _, b := range r.memory.all(branches, 2) {
			if n, words := named(english.ContentOf(affirmed(c)), b); n >= 0 {
				r.choose(u, b, n, words)
				return true
			}
		}
	}
	return r.decide(imperative(text), turnedDown(c))
}

// prefers tells what the assistant takes in place of something else, or a value
// that it gives something for as long as nobody says otherwise: "I'm dropping the
// table in favour of sin", "I put the time-out at 10 seconds".
func prefers(c *english.Clause) bool {
	if c.Verb < 1 || c.Word(c.Verb-1) != "i" && c.Word(c.Verb-1) != "we" {
		return false
	}
	i := c.Verb
	for c.Word(i) == "have" || c.Word(i) == "am" || c.Word(i) == "are" || c.Word(i) == "now" || c.Word(i) == "also" || c.Word(i) == "therefore" || c.Word(i) == "just" {
		i++
	}
	v, ok := english.VerbOf(c.Word(i))
	if !ok {
		return false
	}
	w := c.Words()
	switch v.Lemma {
	case "drop", "replace", "swap", "abandon", "ditch", "discard", "leave", "remove", "trade":
		return strings.Contains(w, "in favour of") || strings.Contains(w, "in favor of") || v.Lemma != "leave" && v.Lemma != "remove" && (c.HasWord("instead") || strings.Contains(w, " for good"))
	case "put", "set", "keep", "hold":
		if !c.Number() {
			return false
		}
		for k := i + 1; k+1 < len(c.Tokens); k++ {
			switch c.Word(k) {
			case "at", "to", "for", "as", "within", "under", "below":
				if c.Tokens[k+1].Class == english.Number || english.IsNumeral(c.Word(k+1)) {
					return true
				}
			}
		}
	}
	return false
}

// secondVerb is the index of a choice that a report adds to something else:
// "I have drafted the notes and chose bold for the terms", or 0.
func secondVerb(c *english.Clause) int {
	if c.Verb < 1 || c.Word(c.Verb-1) != "i" && c.Word(c.Verb-1) != "we" {
		return 0
	}
	for i := c.Verb + 2; i < len(c.Tokens)-1; i++ {
		if c.Word(i-1) == "and" && slices.Contains([]string{"chose", "picked", "chosen", "settled", "opted", "decided"}, c.Word(i)) {
			return i
		}
	}
	return 0
}

// fixes tells that the assistant reports a value that it has fixed by itself:
// "I capped the range at 16 blocks", "I've named the table `factors`".
func fixes(c *english.Clause) bool {
	if c.Verb < 1 || c.Word(c.Verb-1) != "i" && c.Word(c.Verb-1) != "we" && c.Word(c.Verb-1) != "also" {
		return false
	}
	i := c.Verb
	if c.Word(i) == "have" {
		i++
	}
	for c.Word(i) == "also" || c.Word(i) == "now" || c.Word(i) == "just" {
		i++
	}
	v, ok := english.VerbOf(c.Word(i))
	if ok && v.Lemma == "make" && v.Form&english.Past != 0 && i+2 < len(c.Tokens) {
		for k := i + 2; k < min(i+6, len(c.Tokens)); k++ {
			if c.Word(k) == "a" || c.Word(k) == "the" && k > i+2 {
				return true // "I've made the lid a fixed step"
			}
		}
	}
	if !ok || v.Form&english.Past == 0 || !slices.Contains([]string{"cap", "limit", "set", "fix", "name", "call", "default", "pin", "round"}, v.Lemma) {
		return false
	}
	return slices.ContainsFunc(c.Tokens, func(t english.Token) bool { return t.Class == english.Number || t.Class == english.Code || t.Quoted })
}

// willBe tells how a thing is going to be rather than something else: "the
// snapshots will be a flat copy instead of a serializer".
func willBe(c *english.Clause) bool {
	return c.Verb > 0 && c.Word(c.Verb) == "will" && c.Word(0) != "you" && c.Word(0) != "it" && (c.HasWord("instead") || strings.Contains(c.Words(), "rather than")) && len(english.ContentOf(c.Subject())) > 0
}

// imperative takes the speaker out of a report: "I'm keeping X" is "Keep X".
func imperative(s string) string {
	ss := english.Sentences(s)
	if len(ss) == 0 || len(ss[0].Clauses) == 0 {
		return s
	}
	c := &ss[0].Clauses[0]
	i := 0
	for i < len(c.Tokens) && slices.Contains([]string{"i", "we", "am", "are", "have", "will", "just", "now", "also", "would"}, c.Word(i)) {
		i++
	}
	if i == 0 || i >= len(c.Tokens)-1 {
		return s
	}
	v, ok := english.VerbOf(c.Word(i))
	if !ok {
		return s
	}
	if slices.Contains([]string{"settle", "decide", "choose", "pick", "opt", "select", "go", "take"}, v.Lemma) {
		i++
		for i < len(c.Tokens)-1 && slices.Contains([]string{"on", "for", "with", "to"}, c.Word(i)) {
			i++
		}
		return from(c, i) + s[min(len(s), c.Tokens[len(c.Tokens)-1].End):]
	}
	return v.Lemma + " " + strings.TrimPrefix(s[min(len(s), c.Tokens[i].End):], " ")
}

// foundOut reads what the assistant found out: a cause, a measurement, what a
// file or a setting holds.
func (r *reader) foundOut(u unit) bool {
	c := u.Clause
	if c.Verb < 0 || c.Command || c.Has(english.Hedge, english.Suggest, english.Estimate, english.OfferHelp, english.Undecided) || c.Lead.Dependent() || len(c.Content()) < 3 {
		return false
	}
	if c.Word(0) == "you" || c.Word(0) == "i" && !c.Has(english.Checked) || english.IsModal(c.Word(c.Verb)) {
		return false
	}
	if strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") || u.s.Clauses[0].Has(english.Done) || performed(&u.s.Clauses[0]) {
		return false
	}
	for i := range u.s.Clauses {
		if o := &u.s.Clauses[i]; o.Has(english.Hedge) || o.Report != nil && o.Report.Distant {
			return false
		}
	}
	if forecast(u.s) || verdict(c) || ofAKind(u.s) {
		return false
	}
	if next := u.nextSentence(); next != nil && tentative(next) {
		return false // what a guess starts from
	}
	cause := c.Has(english.Cause) || u.p.heading != "" && english.Shared(english.Content(u.p.heading), diagnosing) > 0
	reason := u.after()
	if reason != nil && (reason.Lead == english.Because || reason.Lead == english.So) {
		cause = true
	}
	named := slices.ContainsFunc(c.Tokens, func(t english.Token) bool { return t.Class == english.Code || t.Class == english.Number })
	numbers := 0
	for _, t := range c.Tokens {
		if t.Class == english.Number {
			numbers++
		}
	}
	reads := r.last.pasted && (named || c.Number()) // says what a paste shows
	checked := c.Has(english.Checked) || u.at > 0 && u.before().Has(english.Checked)
	if !(cause && named || checked && named || cause && pastTense(c) || numbers >= 2 && !c.Has(english.NowIs) || reads) || reasons(u) {
		return false
	}
	if !reads && !r.about(u) {
		return false
	}
	text := strings.TrimRight(u.s.Text, ".! ")
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	_, ok := r.fact(text, delta.High)
	return ok
}

// ofAKind tells how things of a kind behave, which anybody could tell: "a JVM
// sizes its heap by the memory it sees".
func ofAKind(s *english.Sentence) bool {
	c := &s.Clauses[0]
	if c.Verb < 1 || pastTense(c) || anyWord(s, []string{"your", "our", "my", "here", "this", "these", "now"}) {
		return false
	}
	for i := 0; i < c.Verb; i++ {
		switch c.Word(i) {
		case "a", "an":
			return true
		case "the", "all", "each", "every", "both":
			return false
		}
	}
	return false
}

// diagnosing are stems of the headings under which causes stand.
var diagnosing = english.Content("cause reason diagnosis finding findings explanation problem")

// reasons tells a statement that is worked out, or says what follows, rather
// than found: "that means …", "5 seeds at 4 hours are 20", "with 9 it is off".
func reasons(u unit) bool {
	first := &u.s.Clauses[0]
	switch first.Word(start(first)) {
	case "with", "to", "then", "if":
		return true
	case "that", "this", "at", "for", "good", "in", "i":
		return !first.Has(english.Checked)
	}
	t, v := first.Tokens[start(first)], first.Verb
	works := (t.Class == english.Number || english.IsNumeral(t.Word)) && v > 0 && english.IsBe(first.Word(v)) && v+1 < len(first.Tokens) && first.Tokens[v+1].Class == english.Number
	return works || anyWord(u.s, []string{"means", "mean", "implies"})
}

// tentative tells a sentence that guesses or asks about a cause.
func tentative(s *english.Sentence) bool {
	return s.Marked && s.Clauses[0].Has(english.Hedge) && !s.Clauses[0].HasWord("i", "we")
}

// about tells that a statement is about this project rather than about the
// world: it speaks of "your" things, of what was checked, or in the past.
func (r *reader) about(u unit) bool {
	if next := u.after(); next != nil && next.Lead == english.So && pastTense(next) {
		return true
	}
	return u.Has(english.Checked) || pastTense(u.Clause) || u.HasWord("your", "our", "my", "the") || english.Shared(u.Content(), r.last.stems) >= 2
}
