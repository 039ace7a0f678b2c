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
	r.oneAndOther()
	r.plan(options)
	r.planned()
	explains := r.explaining()
	proposed := r.bestProposals(options, explains)
	r.concludedDone()
	for _, u := range r.units() {
		if len(r.out) >= maxProposals {
			return
		}
		if r.used[u.Place] || u.Lead == english.If && !(u.Has(english.Chosen) && u.HasWord("i")) || underCondition(u) && !u.Asked || u.p.Kind == prose.Item && (options[u.p.List] || u.p.Box != prose.NoBox) {
			continue
		}
		r.now, r.by = u, otherwise
		r.endsReporting(u)
		switch {
		case u.Asked && len(u.s.Clauses) == 1 && asksApproval(u.Clause):
		case r.suspects(u), r.announcedIdea(u), r.foundList(u):
		case r.alternative(u), r.weighed(u), u.Asked && r.weighedNext(u), r.enumeratedOptions(u):
		case offers(u):
		case u.Asked:
			r.suggestedInQuestion(u, explains)
		case r.concludedFor(u), r.denied(u):
		case !proposed[u.Clause] && r.confirmsValue(u):
		case u.Has(english.Done) && r.reportsNamed(u):
		case !proposed[u.Clause] && r.echoes(u):
		case picks(u.Clause) && r.reportedChoice(u):
		case r.closed(u):
		case r.reportedChoice(u):
		case proposed[u.Clause] && r.suggested(u):
		case r.finding(u, explains && !r.asksCause()), (!explains || r.asksCause()) && r.foundOut(u):
		}
	}
	r.delivered()
}

// explaining tells that the assistant answers a question for information, so
// that what it says about possibilities proposes nothing.
func (r *reader) explaining() bool {
	ss := r.memory.sentences(r.last.reads)
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
				return !c.HasWord("should", "suggest", "recommend", "propose", "think", "best", "shall") && c.Where("would you") < 0
			}
		}
	}
	return false
}

// amiss are words for what does not go as it should.
var amiss = classOf("lag lags jumps spikes flickers forgets stalls problem wrong broken error errors fault matter fails failing failed happens happened happening missing gone empty complains warning warnings crash crashes crashed hangs hung stuck slow stutters lose loses lost drops drifts leaks skips skipped freezes dies died wrong fail stops stopped")

// asksCause tells that what was asked is the cause of something that goes wrong:
// the answer is a finding.
func (r *reader) asksCause() bool {
	ss := r.memory.sentences(r.last.reads)
	return slices.ContainsFunc(ss, func(s english.Sentence) bool {
		return s.Asked && (amiss.within(&s) || s.Clauses[0].Word(0) == "why" && anyWord(&s, []string{"my", "our"}))
	})
}

// asksMeaning tells a sentence that asks what something means, or how two things
// differ, however it begins: "may I ask what means the |> ?", "remind me what X
// is".
func asksMeaning(s *english.Sentence) bool {
	for i := range s.Clauses {
		c := &s.Clauses[i]
		for _, f := range []string{"may i ask what", "can i ask what", "could i ask what", "can you explain", "could you explain", "please explain", "explain me", "explain to me", "tell me what", "remind me what", "what does", "what means", "what is the difference", "wonder what", "wondering what"} {
			if c.Where(f) >= 0 && !anyWord(s, []string{"should", "suggest", "recommend", "propose", "shall", "wrong", "broken", "happens", "happened"}) {
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
			if !r.memory.known(english.Content(p.Text), tasks, 0.75) {
				r.open(p.Text)
			}
		}
	}
}

func (r *reader) task(stems []string) *entry {
	e, _ := r.memory.alike(stems, tasks, 0.6)
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
		if (commits(lastSentence(p.intro)) || wouldMake(lastSentence(p.intro))) && r.approvalAsked() {
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
	text := planIntro(r.passages[i].intro)
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

// planIntro is what introduces a plan, as far as it says more than that there is one.
func planIntro(intro string) string {
	text := strings.TrimRight(lastSentence(intro), ": ")
	if len(minus(english.Content(text), planning)) == 0 {
		return ""
	}
	return text + ": "
}

// planning are stems of the words that announce a plan.
var planning = english.Content("here my plan start begin this suggest recommend recommendation propose proposal proposed steps step approach order following suggestion would do go about")

// approvalAsked tells that the turn ends with the question whether what it says
// is right: what it lists is a proposal.
func (r *reader) approvalAsked() bool {
	us := r.units()
	if len(us) == 0 || !us[len(us)-1].s.Marked {
		return false
	}
	s := us[len(us)-1].s
	return anyClause(s, asksApproval)
}

// approvalAsks are the words by which somebody asks whether what they propose is right.
var approvalAsks = phraseTableOf("does|do|would that|this|it|these|they|those still? work|sound|look|suit|fit|seem|make|help|do|match", "do|would you agree|approve|mind|object", "would|will that|this|it|these|they be ok|okay|fine|good|alright|enough|sufficient|acceptable", "are you ok|okay|fine|happy|comfortable|good with",
	"is|are that|this|it|these|they|those ok|okay|fine|alright|acceptable|good|right|enough", "how does|would|do that|this|it|these sound|look|seem", "how about that|this|it", "what do you think", "what say you", "sound|look good|ok|okay|right|reasonable|fair|like", "make|makes sense", "any|some objections|objection|concerns|comments|thoughts", "ok|okay|good|fine|agreed|deal|right", "all right|good|ok", "shall|should we go|proceed ahead|with?", "shall|should i go|proceed ahead|with?", "shall|should|may|can i|we begin|start|proceed", "works for you", "thoughts|comments|objections|opinions|acceptable|alright|approved", "happy|comfortable|ok|fine with that|this|it", "anything|something missing|wrong", "is anything|something missing|wrong", "did i miss anything|something")

// asksApproval tells a question whether what was proposed before it is right: "does that
// work for you?", "how does that sound?".
func asksApproval(c *english.Clause) bool {
	at := approvalAsks.after(c, start(c))
	if at == 0 || c.HasWord("or") {
		return false
	}
	for i := at; i < len(c.Tokens); i++ {
		switch c.Word(i) {
		case "for", "to", "with", "you", "sense", "good", "ok", "okay", "right", "fine", "reasonable", "fair", "of", "that", "this", "it", "so", "far", "your", "needs", "plan", "approach", "like", "a", "about", "on", "what", "had", "in", "mind", "all", "alright", "idea":
		default:
			return c.Tokens[i].Class == english.Punct && i+1 >= len(c.Tokens)
		}
	}
	return true
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
			if c.Has(english.Hedge, english.Suggest, english.OfferHelp) || c.HasWord("can", "could") && inMind.in(c) {
				return false // "I can think of these"
			}
			if choices.in(c) {
				return false
			}
			own := c.HasWord("i", "my") || strings.HasPrefix(c.Words(), "the plan") || strings.HasPrefix(c.Words(), "plan") || strings.HasPrefix(c.Words(), "todo")
			last := len(c.Tokens) - 1
			if c.Word(last) == "with" || c.Word(last) == "by" {
				last-- // "I'll start with:"
			}
			if own && c.Has(english.Promise) && (countsWork(c) || takenOn(c) == last) || own && (c.Has(english.PlanAhead) || c.Has(english.Promise) && c.HasWord("order", "steps", "following", "do")) {
				return true
			}
		}
	}
	return false
}

// wouldMake tells an introduction to what the assistant would make: "I would build:".
func wouldMake(intro string) bool {
	if !strings.HasSuffix(strings.TrimSpace(intro), ":") {
		return false
	}
	for s := range english.Each(intro) {
		c := &s.Clauses[len(s.Clauses)-1]
		i := start(c)
		if v, ok := c.VerbAt(i + 2); c.Word(i) == "i" && c.Word(i+1) == "would" && ok && v.Form&english.Base != 0 && len(c.Tokens)-i <= 5 {
			return true
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

// diagnosing are stems of the headings under which causes stand.
var diagnosing = english.Content("cause reason diagnosis finding findings explanation problem")
