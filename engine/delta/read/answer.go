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
	if u.Has(english.Undecided) {
		return false
	}
	return r.chose(u) || r.gaveValue(u) || r.accepted(u) || r.didIt(u) || r.refused(u)
}

// gaveValue reads a bare value as the answer to a proposal with another one:
// "90 days".
func (r *reader) gaveValue(u unit) bool {
	stems := u.Content()
	own := withoutNumbers(stems)
	if u.Verb < 0 && !u.Command && len(own) > 0 && len(u.Tokens) <= 5 && r.opening(u) && !u.Negated() && !u.Has(english.Hedge, english.Done, english.Thanks) {
		for _, p := range r.memory.all(proposals, 1) {
			if len(minus(stems, p.stems)) == 0 {
				r.settle(p)
				return true
			}
		}
	}
	if u.Verb >= 0 || u.Command || !u.Number() || len(own) > 1 || len(own) == 1 && !isUnit(own[0]) || u.Has(english.Done, english.Hedge) {
		return false
	}
	for _, p := range r.memory.all(proposals, 1) {
		if english.Shared(numbersOf(stems), p.stems) > 0 {
			r.settle(p)
			return true
		}
		if text, ok := swapValue(p.summary, u, nil); ok {
			r.settleAs(p, text)
			return true
		}
	}
	return false
}

// chose reads which option of an open branch a clause picks.
func (r *reader) chose(u unit) bool {
	if u.Has(english.Hedge, english.Undecided) || r.takenBack(u) {
		return false
	}
	if r.choseBoth(u) {
		return true
	}
	open := r.memory.all(branches, 1<<30)
	for i := len(open) - 1; i >= 0; i-- {
		b := open[i]
		n, words := r.option(u, b)
		if n < 0 {
			continue
		}
		r.choose(u, b, n, words)
		return true
	}
	return false
}

// choseBoth reads an answer that takes all options of the last branch.
func (r *reader) choseBoth(u unit) bool {
	b := r.memory.recent(branches, 1)
	if b == nil || u.Verb >= 0 || !r.opening(u) || len(u.Content()) > 1 || u.Word(0) != "both" && u.Words() != "all of them" && u.Words() != "all" {
		return false
	}
	d := &delta.DecisionMade{Creation: r.creation(sentenceCase(u.Text+": "+strings.Join(b.alternatives, ", ")), delta.High), Alternatives: []string{}}
	r.propose(d)
	r.supersede(b, d.ID, u.s.Text, delta.High)
	return true
}

// takenBack tells that the speaker takes a choice back in the same
// breath.
func (r *reader) takenBack(u unit) bool {
	for i := range u.s.Clauses {
		c := &u.s.Clauses[i]
		if c != u.Clause && c.Has(english.Undecided) {
			return true
		}
	}
	after := false
	for _, o := range r.units() {
		after = after || o.Clause == u.Clause
		if after && o.Has(english.Undecided) && o.HasWord("that", "it", "this") && o.HasWord("open", "leave", "sleep", "decided") {
			return true
		}
	}
	for k := range u.p.sentences {
		if &u.p.sentences[k] == u.s && k+1 < len(u.p.sentences) {
			for j := range u.p.sentences[k+1].Clauses {
				if c := &u.p.sentences[k+1].Clauses[j]; c.Has(english.Undecided) || c.Has(english.Hedge) && len(c.Content()) == 0 {
					return true
				}
			}
		}
	}
	return false
}

// option is the number of the option that a clause picks, from 0, with the
// words that name it; or -1.
func (r *reader) option(u unit, b *entry) (int, []string) {
	if u.Has(english.MakeThat, english.Change) && u.Command {
		return -1, nil
	}
	positive := affirmed(u.Clause)
	stems := english.ContentOf(positive)
	near := b.age <= 1
	if near && len(minus(stems, pointers)) == 0 && u.HasWord("that", "it", "this", "that's") && (u.Has(english.Choosing, english.Then, english.LetUs) || chooses(u.Clause)) {
		stems = r.sentenceBefore(u) // "Scaleway is in the EU? Then that."
		if c := u.before(); c != nil {
			stems = c.Content()
		}
		return named(stems, b)
	}
	if n, words := named(stems, b); n >= 0 {
		strong := u.Has(english.Choosing, english.ItIs, english.LetUs, english.Answered) || chooses(u.Clause) || u.Has(english.Then) && u.Verb < 0
		short := u.Verb < 0 && len(u.Tokens) <= 12 || len(u.Tokens) <= 4
		strong = strong || endorses(u)
		if near && (strong || short && !u.Negated()) || near && u.First && r.opening(u) && u.Verb < 0 && !u.Command {
			return n, words
		}
		topic := english.Shared(u.Content(), minus(b.stems, optionStems(b)))
		if !near && (strong && b.age <= 12 || short && b.age <= 10 && u.at == 0 && (u.Word(0) == "ok" || u.Word(0) == "then") || topic > 0 && short || u.Verb < 0 && !u.Command && opensWith(u.Clause, b.alternatives[n], b)) {
			return n, words
		}
		return -1, nil
	}
	if !near {
		return -1, nil
	}
	return ordinal(u, b, stems)
}

// opensWith tells that a fragment begins with an option's own name.
func opensWith(c *english.Clause, option string, b *entry) bool {
	name := english.Content(head(option))
	for i, a := range b.alternatives {
		if a != option {
			name = minus(name, english.Content(head(b.alternatives[i])))
		}
	}
	stems := english.ContentOf(affirmed(c))
	if len(name) == 0 || len(stems) == 0 {
		return false
	}
	full := english.Content(option)
	return english.Shared(stems[:min(len(name), len(stems))], name) == min(len(name), len(stems)) || len(minus(stems, full)) == 0
}

// endorses tells a judgement that picks its subject: "Pagefind sounds right".
func endorses(u unit) bool {
	if u.Verb < 1 || u.Negated() || u.after() != nil && u.after().Lead == english.But || len(u.Tokens) > 9 {
		return false
	}
	switch u.Word(u.Verb) {
	case "is", "are", "sounds", "looks", "seems", "fits", "suits", "appeals", "wins":
		return u.HasWord("right", "good", "great", "best", "perfect", "ideal", "better", "nice", "nicer", "fine", "fits", "suits", "appeals", "wins", "ok", "reasonable", "sensible")
	}
	return false
}

// pointers are stems that choose without naming.
var pointers = english.Content("take choose pick option go use want")

// opening tells that a clause is in the turn's first sentences, which answer.
func (r *reader) opening(u unit) bool {
	return len(r.passages) > 0 && u.p == &r.passages[0] && (len(u.p.sentences) < 2 || u.s == &u.p.sentences[0] || u.s == &u.p.sentences[1])
}

// affirmed are a clause's tokens without what it turns down: "not X", "rather
// than X", "over X", "X is too big".
func affirmed(c *english.Clause) []english.Token {
	for i, t := range c.Tokens {
		switch t.Word {
		case "not", "over", "instead", "without", "no":
			if i > 0 {
				return c.Tokens[:i]
			}
			return nil
		case "rather":
			if i > 0 && c.Word(i+1) == "than" {
				return c.Tokens[:i]
			}
		}
	}
	return c.Tokens
}

func optionStems(b *entry) []string {
	var out []string
	for _, a := range b.alternatives {
		out = union(out, english.Content(a))
	}
	return out
}

// named is the only option that a text names by words which no other has.
func named(stems []string, b *entry) (int, []string) {
	best, most, tie := -1, 0, false
	var words []string
	if english.Shared(stems, b.stems) == 0 {
		return -1, nil
	}
	for i, own := range b.distinct() {
		var hit []string
		for _, w := range own {
			if slices.Contains(stems, w) {
				hit = append(hit, w)
			}
		}
		switch {
		case len(hit) > most:
			best, most, tie, words = i, len(hit), false, hit
		case len(hit) == most && most > 0:
			tie = true
		}
	}
	if tie {
		return -1, nil
	}
	return best, words
}

// ordinals are the words that count options.
var ordinals = map[string]int{"first": 0, "former": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4}

// ordinal reads "1", "option b", "the second one", "the latter".
func ordinal(u unit, b *entry, stems []string) (int, []string) {
	pick := -1
	for i, t := range u.Tokens {
		alone := i+1 == len(u.Tokens) || u.Tokens[i+1].Class == english.Punct || slices.Contains([]string{"one", "option", "variant", "way", "approach", "choice", "please", "then", "is", "sounds", "looks"}, u.Word(i+1))
		if n, ok := ordinals[t.Word]; ok && alone && (u.Word(i-1) == "the" || len(u.Tokens) <= 3) {
			pick = n
		}
		if alone && (t.Word == "last" || t.Word == "latter") {
			pick = len(b.alternatives) - 1
		}
		letter := len(t.Word) == 1 && t.Word[0] >= 'a' && t.Word[0] <= 'e'
		labelled := i > 0 && slices.Contains([]string{"option", "variant", "plan", "choice", "approach", "number", "way"}, u.Word(i-1))
		if letter && (labelled || len(stems) <= 1 && t.Word != "a" || len(u.Tokens) == 1) {
			pick = int(t.Word[0] - 'a')
		}
		digits := strings.Trim(t.Word, "#.)")
		if len(digits) == 1 && digits[0] >= '1' && digits[0] <= '9' && (labelled || len(stems) <= 1) {
			pick = int(digits[0] - '1')
		}
	}
	if pick < 0 || pick >= len(b.alternatives) || len(stems) > 3 {
		return -1, nil
	}
	label := english.Content(head(b.alternatives[pick]))
	return pick, label[:min(2, len(label))]
}

// head is an option's name without its explanation.
func head(option string) string {
	for _, sep := range []string{" – ", " — ", " - ", ": ", " (", ", ", ". "} {
		if i := strings.Index(option, sep); i > 0 {
			option = option[:i]
		}
	}
	return option
}

// choose settles a branch: a decision, and the branch is no longer open.
func (r *reader) choose(u unit, b *entry, n int, words []string) {
	picked := b.alternatives[n]
	summary := shorten(picked)
	said := core(u.Clause)
	own := minus(u.Content(), english.Content(picked))
	if topic := u.HasWord(":"); topic || len(own) > 2 {
		summary = sentenceText(u)
	} else if len(own) > 0 && !u.Has(english.ItIs) && len(u.Content()) > 1 {
		summary = said + " (" + summary + ")"
	}
	var rest []string
	for i, a := range b.alternatives {
		if i != n {
			rest = append(rest, a)
		}
	}
	d := &delta.DecisionMade{Creation: r.creation(sentenceCase(summary), delta.High), Alternatives: rest}
	r.propose(d)
	r.supersede(b, d.ID, label(u, words, picked)+" was picked", delta.High)
	for _, h := range r.memory.all(kind(delta.Hypothesis), 12) {
		if english.Shared(h.stems, optionStems(b)) > 0 && english.Overlap(h.stems, b.stems) >= 0.5 {
			r.supersede(h, d.ID, label(u, words, picked)+" was picked", delta.High)
		}
	}
}

// label is the picked option in the speaker's own words.
func label(u unit, words []string, picked string) string {
	var out []string
	for _, t := range u.Tokens {
		stem := english.ContentOf([]english.Token{t})
		if english.Shared(stem, words) > 0 {
			out = append(out, u.p.Text[t.Start:t.End])
		}
	}
	if len(out) == 0 {
		return head(picked)
	}
	return strings.Join(out, " ")
}

// shorten keeps an option's name and the beginning of its explanation.
func shorten(option string) string {
	words := strings.Fields(option)
	if len(words) > 12 {
		words = words[:12]
	}
	return strings.Join(words, " ")
}

// sentenceText is a clause with the fragments that follow it in its sentence.
func sentenceText(u unit) string {
	text := core(u.Clause)
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		if c.Verb >= 0 || c.Lead == english.Because || c.Asked {
			break
		}
		text += ", " + from(c, 0)
	}
	return text
}

// accepted reads a yes to the assistant's proposals and offers.
func (r *reader) accepted(u unit) bool {
	strong := u.Starts(english.Accept) || u.at == 0 && atMost(u, english.Accept, 2) || strings.HasPrefix(u.Words(), "the rest is") && u.Has(english.Accept)
	weak := u.Starts(english.Ack) && r.last.asks && r.opening(u)
	if r.last.id == "" || !strong && !weak || u.Negated() || u.Has(english.Hedge) || !r.opening(u) && !strings.HasPrefix(u.Words(), "the rest is") && !(u.at > 0 && u.Starts(english.Accept)) {
		return false
	}
	if weak && !strong && len(u.Content()) > 0 {
		return false
	}
	if len(u.Content()) == 0 && u.s != nil && u.at > 0 || u.at > 0 && u.Starts(english.Accept) {
		if h, _ := r.memory.alike(english.Content(u.s.Clauses[0].Text), kind(delta.Hypothesis), 0.5); h != nil && h.age > 1 {
			r.settleAs(h, sentenceCase(h.summary+": "+core(u.Clause)))
			return true
		}
	}
	if r.turn.Role == User && u.Command && !acceptVerb(u.Clause) {
		return r.acceptedWork(u)
	}
	offered := r.memory.all(proposals, 1)
	if len(offered) == 0 && r.last.asks {
		offered = r.memory.all(proposals, 2) // the speaker's own, taken up by a question
	}
	if !strong || len(u.Tokens) == 1 && (u.Word(0) == "right" || u.Word(0) == "sure" || u.Word(0) == "correct") {
		if !r.last.asks {
			return false
		}
	}
	if r.last.info && !explicit(u) {
		return false // it answers another question
	}
	said := minus(union(u.Content(), r.around(u)), accepting)
	if offer := r.last.offer; offer != "" && len(offered) <= 1 {
		if r.acceptedOffer(u, offer, offered) {
			return true
		}
	}
	var taken []*entry
	for _, p := range offered {
		if english.Shared(said, p.stems) > 0 {
			taken = append(taken, p)
		}
	}
	if taken == nil {
		taken = offered
	}
	if len(taken) > 2 {
		taken = taken[len(taken)-1:]
	}
	if r.workFollows(u, taken) {
		return false
	}
	for _, p := range taken {
		r.settle(p)
	}
	return len(taken) > 0
}

// explicit tells a yes that says what it is a yes to.
func explicit(u unit) bool {
	return u.HasWord("agreed", "agree", "go", "approved", "deal", "do", "idea", "plan", "sounds")
}

// atMost tells whether a cue begins within the first n tokens.
func atMost(u unit, q english.Cue, n int) bool {
	at, _ := u.Find(q)
	return at >= 0 && at <= n
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
	case "do", "go", "proceed", "carry", "ship", "agree", "let", "confirm", "approve", "sound", "make":
		return true
	}
	return false
}

// acceptedWork reads "yes write it": an order whose object is what was offered
// or proposed.
func (r *reader) acceptedWork(u unit) bool {
	rest := minus(english.ContentOf(u.Tokens[u.Order+1:]), accepting)
	if len(rest) > 0 || !u.HasWord("it", "that", "them", "those", "these", "both", "this") {
		return false
	}
	work := r.last.offer
	offered := r.memory.all(proposals, 1)
	if work == "" && len(offered) > 0 {
		work = offered[len(offered)-1].summary
	} else if len(offered) > 0 && len(english.Content(work)) < 3 {
		work += ": " + offered[len(offered)-1].summary
	}
	if work == "" {
		return false
	}
	task := &delta.TaskOpened{Creation: r.creation(sentenceCase(work), delta.High)}
	r.propose(task)
	for _, p := range offered {
		r.supersede(p, task.ID, "Accepted: "+u.s.Text, delta.High)
	}
	return true
}

// acceptedOffer reads a yes to "shall I …?": work opens a task, and a change
// of what was decided revises it.
func (r *reader) acceptedOffer(u unit, offer string, offered []*entry) bool {
	verb := english.Sentences(offer)
	if len(verb) == 0 || len(verb[0].Clauses) == 0 {
		return false
	}
	v, ok := english.VerbOf(verb[0].Clauses[0].Word(0))
	if !ok {
		return false
	}
	stems := english.Content(offer)
	if slices.Contains(revising, v.Lemma) {
		if e := r.revisable(union(stems, r.last.stems)); e != nil {
			text := offer
			if len(stems) < 3 && len(offered) > 0 {
				text = offered[0].summary
			} else if len(stems) < 3 {
				text = firstSentence(r.last.reads)
			}
			if swapped, ok := r.offeredValue(e, text); ok {
				text = swapped
			}
			r.revise(e, text, nil)
			for _, p := range offered {
				r.supersede(p, "", "Accepted: "+p.summary, delta.High)
			}
			return true
		}
	}
	if v.Class&english.Work == 0 || len(stems) == 0 && len(offered) == 0 {
		return false
	}
	if len(stems) < 2 && len(offered) > 0 {
		offer += ": " + offered[0].summary
	}
	task := &delta.TaskOpened{Creation: r.creation(sentenceCase(offer), delta.High)}
	r.propose(task)
	for _, p := range offered {
		r.supersede(p, task.ID, "Accepted: "+p.summary, delta.High)
	}
	return true
}

// offeredValue puts the value of an offer into what it revises.
func (r *reader) offeredValue(e *entry, offer string) (string, bool) {
	for _, s := range english.Sentences(offer) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			if !c.Number() {
				continue
			}
			p := passage{}
			p.Text = offer
			return swapValue(e.summary, unit{Clause: c, p: &p, s: &s}, union(slices.Clone(r.own), r.saidBefore()))
		}
	}
	return "", false
}

// revising verbs change what stands.
var revising = []string{"change", "raise", "lower", "increase", "decrease", "reduce", "extend", "shorten", "switch", "adjust", "update", "bump", "set", "move", "tighten", "relax", "make"}

func firstSentence(s string) string {
	if ss := english.Sentences(s); len(ss) > 0 {
		return ss[0].Text
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
	d := &delta.DecisionMade{Creation: r.creation(sentenceCase(summary), delta.High), Alternatives: []string{}}
	r.propose(d)
	r.supersede(p, d.ID, "Accepted: "+r.saying(), delta.High)
	for _, b := range r.memory.all(branches, 4) {
		if english.Shared(p.stems, optionStems(b)) > 0 {
			r.supersede(b, d.ID, "Settled: "+p.summary, delta.High)
		}
	}
}

// saying is the first sentence of the turn, for a reason.
func (r *reader) saying() string {
	if len(r.passages) == 0 || len(r.passages[0].sentences) == 0 {
		return "yes"
	}
	ss := r.passages[0].sentences
	if len(ss) > 1 && len(ss[0].Content()) < 2 {
		return ss[0].Text + " " + ss[1].Text
	}
	return shorten(ss[0].Text)
}

// didIt reads a user who did what was proposed: "did that w/ 50".
func (r *reader) didIt(u unit) bool {
	if !u.Has(english.DidIt) || !r.opening(u) || u.Negated() {
		return false
	}
	offered := r.memory.all(proposals, 2)
	if len(offered) == 0 {
		return false
	}
	r.settle(offered[len(offered)-1])
	return true
}

// refused reads a no to the assistant's proposal.
func (r *reader) refused(u unit) bool {
	deferred := u.Has(english.Defer) && u.Negated() && !u.Command
	if !(u.Starts(english.Reject) || deferred) || !r.opening(u) || u.Asked {
		return false
	}
	p := r.memory.recent(kind(delta.Hypothesis), 2)
	if p == nil {
		return false
	}
	bare := len(u.Tokens) == 1 && u.Word(0) == "no"
	if bare && (p.age > 1 && r.last.asks || !p.proposal) || !bare && u.Word(0) == "no" && len(u.Tokens) > 1 && u.Word(1) != "," && len(minus(u.Content(), p.stems)) > 0 && !deferred {
		return false
	}
	newID := ""
	if deferred {
		d := &delta.DecisionMade{Creation: r.creation(sentenceCase(sentenceText(u)+": "+p.summary), delta.High), Alternatives: []string{}}
		r.propose(d)
		newID = d.ID
		r.passOver(english.Defer)
	}
	r.supersede(p, newID, u.s.Text, delta.High)
	return !prohibition(u.Clause)
}

// passOver marks what only says the same again with a pronoun: "we do it in
// Q4".
func (r *reader) passOver(q english.Cue) {
	for _, u := range r.units() {
		if u.Has(q) && u.HasWord("it", "that", "this", "them") {
			r.mark(u.Clause)
		}
	}
}

// confirmed reads that a suspicion was right: what the speaker says about it
// is a fact.
func (r *reader) confirmed(u unit) bool {
	s := r.memory.recent(suspicions, 2)
	if s == nil || u.Asked || u.Has(english.Hedge) {
		return false
	}
	cued := false
	for i := range u.s.Clauses {
		c := &u.s.Clauses[i]
		cued = cued || c.Has(english.Confirm) && !c.Negated()
	}
	if !cued || len(u.s.Content()) < 2 {
		return false
	}
	f := &delta.FactLearned{Creation: r.creation(sentenceCase(strings.TrimRight(u.s.Text, ".! ")), delta.High)}
	r.propose(f)
	r.supersede(s, f.ID, "Confirmed: "+u.s.Text, delta.High)
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	return true
}

// denied reads that an assumption was wrong: it falls, and what is so instead
// is a fact.
func (r *reader) denied(u unit) bool {
	plainNo := (len(u.Tokens) == 1 || english.IsFinite(u.Word(u.Verb)) && u.Negated() && len(u.Tokens) <= 4 && len(u.Content()) == 0) && r.opening(u) && r.memory.recent(suspicions, 1) != nil && (u.Word(0) == "it" || u.Word(0) == "they" || u.Word(0) == "that" || u.Word(0) == "there") || len(u.Tokens) == 1 && (u.Word(0) == "no" || u.Word(0) == "wrong") && u.after() != nil && u.after().Verb > 0 && r.opening(u) && r.memory.recent(suspicions, 1) != nil
	if !u.Has(english.Deny) && !plainNo || u.Asked || u.Has(english.Hedge) {
		return false
	}
	h := r.memory.recent(kind(delta.Hypothesis), 2)
	if plainNo {
		h = r.memory.recent(suspicions, 1)
	}
	if e, _ := r.memory.alike(minus(u.Content(), english.Content("wrong right true incorrect false")), kind(delta.Hypothesis), 0.5); e != nil {
		h = e
	}
	if h == nil {
		return false
	}
	instead, id := r.insteadOf(u), ""
	if instead != "" {
		f := &delta.FactLearned{Creation: r.creation(sentenceCase(instead), delta.High)}
		r.propose(f)
		id = f.ID
	}
	reason := u.s.Text
	if instead != "" {
		reason += " " + instead
	}
	r.supersede(h, id, reason, delta.High)
	return true
}

// insteadOf is the statement that follows a denial, in its sentence or the
// next one, which is marked as read.
func (r *reader) insteadOf(u unit) string {
	if c := u.after(); c != nil && c.Verb >= 0 && len(c.Content()) >= 2 && !c.Asked && !c.Has(english.Hedge) {
		r.mark(c)
		return core(c)
	}
	if own := minus(u.Content(), english.Content("wrong right true incorrect false")); len(own) >= 3 {
		return core(u.Clause)
	}
	for k := range u.p.sentences {
		if &u.p.sentences[k] != u.s || k+1 >= len(u.p.sentences) {
			continue
		}
		next := &u.p.sentences[k+1]
		c := &next.Clauses[0]
		if c.Verb < 0 || c.Asked || c.Command || c.Has(english.Hedge) || len(c.Content()) < 2 {
			return ""
		}
		for i := range next.Clauses {
			r.mark(&next.Clauses[i])
		}
		return strings.TrimRight(next.Text, ".! ")
	}
	return ""
}
