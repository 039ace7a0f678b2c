package second

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// The hedging guard. It reads the whole sentences that a quote touches: a quote
// may leave out the "maybe" in front of it.

// tentative says why the words settle nothing, "" where they may: by the vetoes that
// hold for the rules, too. A decision tolerates no hedge in its sentence; what else is
// said stands by its own clause.
func tentative(e *evidence, decision bool) string {
	for _, c := range e.clauses {
		if why := acts.Tentative(c); why != "" {
			return "the quoted words do not settle it: what they say " + why
		}
		if decision && c.Word(0) == "help" && (c.Word(1) == "me" || c.Word(1) == "us") {
			return "the quoted words leave the choice to somebody"
		}
	}
	for _, s := range e.sentences {
		if acts.Joked(s) {
			return "the quoted words are a joke"
		}
		for i := range s.Clauses {
			if c := &s.Clauses[i]; hedged(c) && (decision || bare(c.Content())) {
				return "the sentence that is quoted from is hedged"
			}
		}
	}
	for _, s := range e.near {
		if bare(s.Content()) && slices.ContainsFunc(s.Clauses, func(c english.Clause) bool { return hedged(&c) }) {
			return "the sentence beside the quoted one takes it back"
		}
	}
	return ""
}

func hedged(c *english.Clause) bool { return c.Has(english.Hedge, english.Undecided) }

// bare tells words that are about what stands beside them: "not sure though".
func bare(content []string) bool { return len(content) <= 1 }

// floats reports whether the words hold anything tentative: else there is no idea
// in them that waits.
func floats(e *evidence) bool {
	if tentative(e, true) != "" || e.has(english.Opinion, english.Estimate, english.Untested, english.Options, english.Lean) {
		return true
	}
	return slices.ContainsFunc(e.sentences, func(s *english.Sentence) bool { return s.Asked })
}

// accepts reports whether the words take up what somebody has said before them.
func accepts(e *evidence) bool {
	return e.has(english.Accept, english.Answered, english.Confirm, english.DidIt, english.MakeThat)
}

// settles reports whether the words are an act of choosing: an acceptance, a
// command, a verb of choice, or the bare answer to what was asked. A word that
// is about nothing ("clear", "wait") chooses nothing by itself, nor is anything
// accepted that nobody has proposed or asked.
func (q Question) settles(e *evidence) bool {
	if e.has(english.Accept, english.Answered) && q.leftOpen() || e.has(english.MakeThat) {
		return true
	}
	said := e.content()
	related := english.Shared(said, q.heardBefore()) > 0
	bare := len(said) < 2 && !related && !slices.ContainsFunc(e.clauses, (*english.Clause).Number)
	for _, c := range e.clauses {
		switch {
		case c.Word(0) == "let" && c.Word(1) == "me", c.Has(english.Passing, english.Thanks):
		case choosesFirst(c):
			return true
		case bare:
		case c.Has(english.ItIs) && (c.Behind(english.ItIs) == len(c.Tokens) || q.wasAsked()): // "sqlite it is", and not "it is the cache"
			return true
		case c.Command && !once(c), c.Has(english.Choosing, english.LetUs, english.Chosen, english.Keeping, english.Change, english.AfterAll):
			return true
		case c.Verb < 0 && related && q.wasAsked():
			return true
		}
	}
	return false
}

// once tells an order that is carried out and over, and settles nothing about the work:
// "run the tests".
func once(c *english.Clause) bool {
	v, ok := c.VerbAt(c.Order)
	return ok && v.Class&english.Ask != 0 && v.Class&(english.Work|english.Choose) == 0
}

// choosesFirst tells words that open with a verb of choice and what is chosen,
// where nothing marks them as a command: "use tabs".
func choosesFirst(c *english.Clause) bool {
	v, ok := english.VerbOf(c.Word(0))
	return ok && v.Form&english.Base != 0 && v.Class&english.Choose != 0 && c.Verb < 0 && len(c.Tokens) > 1
}

// heardBefore is the content of the turns before.
func (q Question) heardBefore() []string {
	var out []string
	for _, t := range q.Before {
		out = append(out, english.Content(cut(proseOf(t.Content), maxContext))...)
	}
	return out
}

// wasAsked reports whether the assistant had asked something before the turn.
func (q Question) wasAsked() bool {
	return q.had(func(s *english.Sentence) bool { return s.Asked })
}

// leftOpen reports whether the assistant had asked or proposed something.
func (q Question) leftOpen() bool {
	return q.had(func(s *english.Sentence) bool {
		return s.Asked || slices.ContainsFunc(s.Clauses, func(c english.Clause) bool {
			return c.Has(english.Suggest, english.OfferHelp, english.Options, english.Lean, english.Hedge, english.Promise)
		})
	})
}

// had reports whether the assistant's last turn has a sentence that is so.
func (q Question) had(is func(*english.Sentence) bool) bool {
	for _, t := range slices.Backward(q.Before) {
		if t.Role != acts.Assistant {
			continue
		}
		for _, p := range prose.Read(t.Content) {
			sentences := english.Sentences(p.Text)
			for i := range sentences {
				if is(&sentences[i]) {
					return true
				}
			}
		}
		return false
	}
	return false
}

// mayNot says why the speaker cannot change this by these words, "" where they
// can. The person's word settles; the assistant's only where it reports a choice
// or a result as done.
func (p *Proposal) mayNot(e *evidence, target *delta.Item) string {
	if e.turn.Role == acts.User {
		return ""
	}
	switch p.Kind {
	case delta.GoalSetKind, delta.ConstraintAddedKind, delta.ConstraintRevisedKind:
		return "only the person sets goals and constraints, and the quoted words are the assistant's"
	case delta.DecisionMadeKind, delta.DecisionRevisedKind:
		own := slices.ContainsFunc(e.clauses, func(c *english.Clause) bool {
			return c.Has(english.Chosen, english.Keeping) && c.HasWord("i", "we")
		})
		if !own {
			return "the assistant's words report no choice, and nobody has accepted it"
		}
	case delta.TaskOpenedKind:
		if !e.has(english.Promise, english.PlanAhead) {
			return "the assistant's words commit to no work"
		}
	case delta.ItemSupersededKind:
		if target != nil && target.Kind != delta.Hypothesis && target.Kind != delta.Fact {
			return "the assistant cannot take a " + string(target.Kind) + " out of force"
		}
	}
	return ""
}

// negated reports whether the clause that says most of what a summary does is
// negated.
func negated(e *evidence, stems []string) bool {
	var best *english.Clause
	most := 0
	for _, c := range e.clauses {
		if n := english.Shared(stems, c.Content()); n > most {
			best, most = c, n
		}
	}
	return best != nil && best.Negated() && !best.HasWord("instead", "rather", "but")
}
