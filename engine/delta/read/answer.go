package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// answered reads a user's clause as an answer to what the assistant left open:
// a choice between options, or the acceptance or refusal of a proposal.
func (r *reader) answered(u unit) bool {
	r.by = answering
	if u.Has(english.Undecided) || u.Word(0) == "right" && u.Word(1) == "," && u.Word(2) == "the" && u.Verb < 0 {
		return false // "right, the mast" goes on to it
	}
	return r.tookWork(u) || r.neither(u) || r.chose(u) || r.acceptedLean(u) || r.gaveValue(u) || r.prefersOther(u) || r.approvedPlan(u) || r.accepted(u) || r.takenUp(u) || r.didIt(u) || r.entitled(u) || r.refused(u) || r.refusedByName(u) || r.filledIn(u) || r.toldStanding(u) || r.namedBack(u)
}

// wavers tells that the turn opens with not knowing.
func (r *reader) wavers(u unit) bool {
	if u.Number() {
		return false
	}
	for i := range u.p.sentences {
		for k := range u.p.sentences[i].Clauses {
			if c := &u.p.sentences[i].Clauses[k]; c == u.Clause {
				return false
			} else if c.Has(english.Undecided) && c.Verb >= 0 {
				return true
			}
		}
	}
	return false
}

// accepted reads a yes to the assistant's proposals and offers.
func (r *reader) accepted(u unit) bool {
	if !u.Has(english.Accept, english.Ack) && !u.HasOf(consents) {
		return false
	}
	if handsOver(u.Clause) || hinges(u) || r.chats(u) || misgives(u.after()) || u.after() != nil && u.after().Lead == english.If && r.last.polar != "" || isSoAlready(u.Clause) {
		return false
	}
	if p, text := r.byName(u); p != nil && !r.takenBack(u) {
		r.settleAs(p, text)
		return true
	}
	strong := u.Starts(english.Accept) && !takesBack(u) || u.at == 0 && acceptsEarly(u) && !takesBack(u) || strings.HasPrefix(u.Words(), "the rest is") && u.Has(english.Accept)
	if at, _ := u.Find(english.Accept); !strong && u.Verb < 0 && at > 0 && u.at == 0 {
		for _, p := range r.memory.all(proposals, 1) {
			strong = strong || english.Shared(u.Content(), p.stems) > 0 // "the first two, yes please"
		}
	}
	strong = strong || u.Starts(english.Ack) && u.at == 0 && qualified(u)
	weak := u.Starts(english.Ack) && r.opening(u) && (r.last.asks || r.afterProposal(u))
	if r.last.id == "" || !strong && !weak || deniesBeside(u, english.Accept) || hedgesBeside(u, english.Accept) || !r.opening(u) && !strings.HasPrefix(u.Words(), "the rest is") && !(u.at > 0 && u.Starts(english.Accept)) && !r.yesLate(u) {
		return false
	}
	if weak && !strong && len(u.Content()) > 0 {
		return false
	}
	if len(u.Content()) == 0 && u.s != nil && u.at > 0 || u.at > 0 && u.Starts(english.Accept) {
		if h, _ := r.memory.alike(english.Content(u.s.Clauses[0].Text), ideas, 0.5); h != nil && h.age > 1 {
			r.settleAs(h, sentenceCase(h.summary+": "+core(u.Clause)))
			return true
		}
	}
	if at, n := u.Find(english.Accept); r.turn.Role == User && u.Command && !acceptVerb(u.Clause) && (at < 0 || u.Order < at || u.Order >= at+n) {
		return r.acceptedWork(u)
	}
	offered := r.memory.all(proposals, 1)
	if len(offered) == 0 && (r.last.asks || r.seconded()) {
		offered = r.memory.all(proposals, 2) // the speaker's own, taken up by a question
	}
	if !strong || len(u.Tokens) == 1 && (u.Word(0) == "right" || u.Word(0) == "sure" || u.Word(0) == "correct") {
		if !r.last.asks && !r.afterProposal(u) {
			return false
		}
	}
	if len(offered) == 0 && strong && explicit(u) {
		if h, _ := r.memory.alike(minus(u.Content(), accepting), func(e *entry) bool { return notBranch(e) && e.kind == delta.Hypothesis && e.age <= 1 }, 0.99); h != nil {
			offered = []*entry{h} // "I agree to the facade"
		}
	}
	if len(offered) == 0 && strong {
		offered = r.floatedLast(u)
	}
	if r.last.info && !explicit(u) || u.HasWord("idea", "plan", "thinking", "call") && r.putsOff(u) {
		return false // it answers another question, or only praises
	}
	said := minus(union(u.Content(), r.around(u)), accepting)
	if offer := r.last.offer; offer != "" && len(offered) <= 1 && !r.means(said, offered, offer) {
		if r.acceptedOffer(u, offer, offered) {
			return true
		}
	}
	if len(offered) == 0 && strong && (u.HasPhrase(ordered) || r.last.offer != "" && strings.Contains(r.last.prev, r.last.offer)) {
		if text := r.ability(); text != "" {
			return r.decide(text, nil)
		}
	}
	if len(offered) == 0 && strong && r.last.polar != "" && asksToLeaveOpen(r.last.polar) {
		return true // a yes to leaving it open
	}
	if len(offered) == 0 && strong && r.last.polar != "" && r.opening(u) && (r.replies != nil || !r.proposed(delta.DecisionMadeKind, delta.TaskOpenedKind)) {
		return r.acceptedQuestion(u)
	}
	var taken []*entry
	if at := slices.IndexFunc(u.Tokens, func(t english.Token) bool { _, ok := ordinals[t.Word]; return ok }); at >= 0 && at <= 2 && len(u.Content()) <= 2 {
		n := ordinals[u.Word(at)]
		if len(offered) > 1 && n < len(offered) {
			r.settle(offered[n])
			return true
		}
		if ss := r.memory.sentences(r.last.reads); len(offered) == 1 && n < len(ss) && len(ss) <= 4 && !ss[n].Marked && english.Shared(ss[n].Content(), offered[0].stems) < 2 {
			return r.decide(strings.TrimRight(ss[n].Text, ".! "), nil) // counts the sentences
		}
	}
	for _, p := range offered {
		if english.Shared(said, p.stems) > 0 {
			taken = append(taken, p)
		}
	}
	if taken == nil {
		taken = offered
	}
	if c := u.after(); len(taken) > 1 && c != nil && c.Lead == english.But && c.Verb < 0 && c.Number() {
		taken = slices.DeleteFunc(slices.Clone(taken), func(p *entry) bool { return len(p.numbers) == 0 }) // "yes, but 7"
	}
	if len(taken) > 2 {
		taken = taken[len(taken)-1:]
	}
	if r.workFollows(u, taken) {
		return false
	}
	for _, p := range taken {
		text := r.asTaken(u, p)
		if u.Where("to all") >= 0 || u.Where("all of it") >= 0 || u.Where("all of that") >= 0 {
			text = r.allFloated(text)
		}
		r.settleAs(p, text)
	}
	return len(taken) > 0
}

// yesLate tells a yes that only remarks precede: "boxes! I can do boxes. yes to
// all of that".
func (r *reader) yesLate(u unit) bool {
	return u.at == 0 && u.s.Clauses[0].Word(0) == "yes" && r.answering(u) && len(r.out) == 0 && !r.questions()
}

// allFloated is a proposal with what else the turn that made it says could be, as
// far as a summary goes: a yes to all of it takes that, too.
func (r *reader) allFloated(text string) string {
	if all := strings.Join(r.last.floats, " "); strings.Contains(all, strings.TrimRight(text, ".…")) && len(all) <= maxSummary {
		return strings.TrimRight(all, ".! ")
	}
	return text
}

// asTaken is a proposal with what the words that accept it add or change: "do
// that, but 90", "ok do it, between 5 and 20".
func (r *reader) asTaken(u unit, p *entry) string {
	text := partTaken(p, minus(u.Content(), accepting))
	if c := r.amending(u); c != nil {
		r.by = filling // what is added says how the yes is meant
		if swapped, ok := swapValue(text, unit{Clause: c, p: u.p, s: u.s}, nil); ok && len(without(withoutNumbers(c.Content()), ofValues)) <= 1 && measuresAlike(c, text) {
			r.mark(c)
			return swapped
		}
	}
	said := minus(u.s.Content(), slices.Concat(accepting, yesIn(u), p.stems))
	if len(said) > 0 && len(said) <= 8 && !u.s.Marked && (numbersIn(said) > 0 || anyWord(u.s, []string{"only", "except", "without", "unless"}) || sortsOf(said)&sortsOf(p.words) != 0) {
		text = about(text, u.s.Text)
	}
	return text
}

// asksToLeaveOpen tells a question whether something shall be left open.
func asksToLeaveOpen(text string) bool {
	w := strings.ToLower(text)
	return strings.Contains(w, "leave ") && strings.Contains(w, " open")
}

// agreeing and disagreeing are the words that judge what is named right before
// them: "strip yes, hash no".
var (
	agreeing    = []string{"yes", "ok", "fine", "sure", "agreed", "gladly", "please"}
	disagreeing = []string{"no", "nope", "not"}
)

// endsIn tells a few words of which the last is one of some.
func endsIn(c *english.Clause, words []string) bool {
	n := len(c.Tokens)
	return n > 1 && n <= 5 && slices.Contains(words, c.Word(n-1))
}

// refusedByName reads a no behind the name of what was proposed: "dns-01 no".
func (r *reader) refusedByName(u unit) bool {
	if r.turn.Role != User || u.Verb >= 0 || u.Asked || !endsIn(u.Clause, disagreeing) {
		return false
	}
	if next := u.nextSentence(); next != nil && next.Text != "" && isNumber(next.Text) && u.Word(len(u.Tokens)-1) == "no" {
		return false // "observer no. 3"
	}
	p, _ := r.memory.alike(u.Content(), func(e *entry) bool { return proposals(e) && e.age <= 2 }, 0.99)
	if p == nil {
		return false
	}
	r.supersede(p, "", u.s.Text, delta.High)
	return true
}

// afterProposal tells that the turn is one word, and that what was said last
// before it is a proposal.
func (r *reader) afterProposal(u unit) bool {
	if r.turn.Role != User || len(r.units()) != 1 || len(u.Tokens) != 1 || r.last.asks {
		return false
	}
	said := english.Content(r.last.prev)
	return slices.ContainsFunc(r.memory.all(proposals, 1), func(e *entry) bool {
		return len(said) > 0 && 2*english.Shared(said, e.stems) > len(e.stems)
	})
}

// means tells that a yes names a proposal, and not the work that was offered
// with it.
func (r *reader) means(said []string, offered []*entry, offer string) bool {
	return len(offered) > 0 && english.Shared(said, offered[0].stems) > 0 && english.Shared(said, english.Content(offer)) == 0
}

// putsOff tells that the turn goes on with another time: "nice idea, ask us
// again when we're sober".
func (r *reader) putsOff(u unit) bool {
	for _, o := range r.units() {
		if o.p == u.p && o.Clause != u.Clause && (o.Has(english.Defer, english.Undecided, english.Someday) || o.HasWord("again", "when", "first", "later", "but", "someday")) {
			return true
		}
	}
	return false
}

// explicit tells a yes that says what it is a yes to.
func explicit(u unit) bool {
	return u.HasWord("agreed", "agree", "go", "approved", "deal", "do", "idea", "plan", "sounds")
}

// acceptsEarly tells that nothing but greetings and pointers stands before the
// words that accept: "great, go ahead", "that one is fine by me".
func acceptsEarly(u unit) bool {
	at, _ := u.Find(english.Accept)
	for i := 0; i < at; i++ {
		if t := u.Tokens[i]; !english.IsOpening(t.Word) && t.Class != english.Punct && !english.IsNoise(t.Word) && !slices.Contains([]string{"that", "this", "it", "the", "first", "second", "both", "one", "rest"}, t.Word) && at > 2 || t.Word == "i" && u.Word(at) != "agree" || t.Word == "must" {
			return false
		}
	}
	return at >= 0 && at <= 2
}

// accepting are stems of the words that accept, not of what is accepted.
var accepting = english.Content("agreed approved confirm confirmed go ahead sounds good plan idea works deal fine accept proceed please suggested proposed")

// around is the content of the other clauses of the sentence and of a short
// next sentence: "redis is ok, go with it", "agreed, 72 hours".
func (r *reader) around(u unit) []string {
	var out []string
	for i := range u.s.Clauses {
		if c := &u.s.Clauses[i]; c.Verb < 0 && !c.Command || i < u.at {
			out = union(out, c.Content())
		}
	}
	return out
}

// acceptVerb tells the imperatives that accept: "do that", "go ahead".
func acceptVerb(c *english.Clause) bool {
	switch c.Word(c.Order) {
	case "do":
		return !doesWork(c, c.Order)
	case "go", "proceed", "carry", "ship", "agree", "let", "confirm", "approve", "sound", "make", "consider":
		return true
	case "take":
		return pointing(c, c.Order+1)
	}
	return false
}

func firstSentence(s string) string {
	for first := range english.Each(s) {
		return first.Text
	}
	return s
}

// workFollows tells that the same turn orders the proposed work itself, so
// that nothing is left to be decided.
func (r *reader) workFollows(u unit, taken []*entry) bool {
	for _, o := range r.units() {
		if o.Clause == u.Clause || !o.Command || acceptVerb(o.Clause) {
			continue
		}
		own := o.Content()
		for _, p := range taken {
			if n := english.Shared(own, p.stems); n > 1 || n > 0 && 2*n > len(own) {
				return true
			}
		}
	}
	return false
}

// settle makes a decision of a proposal that the user took.
func (r *reader) settle(p *entry) { r.settleAs(p, p.summary) }

func (r *reader) settleAs(p *entry, summary string) {
	work := proposedWork(summary)
	if work == "" && r.last.bare && p.age <= 1 {
		work = ownWork(summary)
	}
	if work != "" && r.last.id != "" {
		task := &delta.TaskOpened{Creation: r.creation(r.summary(work), delta.High)}
		r.propose(task)
		r.supersede(p, task.ID, r.accepting(p), delta.High)
		return
	}
	if e := r.changedBy(p); e != nil {
		r.revise(e, stated(summary), nil)
		r.supersede(p, "", r.accepting(p), delta.High)
		return
	}
	d := &delta.DecisionMade{Creation: r.creation(r.summary(stated(summary)), delta.High), Alternatives: []string{}}
	if !r.propose(d) {
		return
	}
	r.supersede(p, d.ID, r.accepting(p), delta.High)
	for _, b := range r.memory.all(branches, 4) {
		if english.Shared(p.stems, optionStems(b)) > 0 {
			r.supersede(b, d.ID, "Settled: "+p.summary, delta.High)
		}
	}
}

// proposedWork is the piece of work that a proposal speaks of, or "": "I'd write
// a script that …" is work, "I'd use a script" a choice.
func proposedWork(text string) string {
	for s := range english.Each(text) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			for k := 0; k+2 < len(c.Tokens) && k < 8; k++ {
				if c.Word(k) != "i" || c.Word(k+1) != "would" && c.Word(k+1) != "could" && c.Word(k+1) != "can" {
					continue
				}
				v, ok := c.VerbAt(k + 2)
				if ok && v.Lemma == "do" && c.HasWord("first", "next") {
					return from(c, k+2) // "I would do the timer first"
				}
				if ok && slices.Contains([]string{"write", "build", "add", "make", "prepare", "draft", "create", "script", "generate", "set", "sketch", "export", "convert", "migrate"}, v.Lemma) && (c.Word(k+3) == "a" || c.Word(k+3) == "an" || c.Word(k+3) == "you") {
					return from(c, k+2)
				}
			}
		}
	}
	return ""
}

// accepting says in the speaker's words that a proposal was taken, and which.
func (r *reader) accepting(p *entry) string {
	said := "yes"
	if len(r.passages) > 0 && len(r.passages[0].sentences) > 0 {
		ss := r.passages[0].sentences
		said = ss[0].Text
		if len(ss) > 1 && len(ss[0].Content()) < 2 {
			said += " " + ss[1].Text
		} else if r.now.s != nil && r.now.s != &ss[0] {
			said = shorten(said) + " " + r.now.s.Text
		}
	}
	return "Accepted: " + shorten(said) + " (" + p.summary + ")"
}
