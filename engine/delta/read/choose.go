package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// gaveValue reads a bare value as the answer to a proposal with another one:
// "90 days".
func (r *reader) gaveValue(u unit) bool {
	if hums(u) {
		return false
	}
	if r.memory.none(proposals, 2) {
		return r.advisedValue(u)
	}
	stems := u.Content()
	own, _ := r.partsOf(u)
	if u.Verb < 0 && !u.Command && len(own) > 0 && len(u.Tokens) <= 5 && r.opening(u) && !u.Negated() && !u.Has(english.Hedge, english.Done, english.Thanks) && !r.tastes() {
		for _, p := range r.memory.all(proposals, 1) {
			if within(stems, p.stems) && strings.Contains(p.summary, " or ") {
				r.settleAs(p, about(sentenceText(u), p.summary)) // one of several
				return true
			} else if within(stems, p.stems) {
				r.settleAs(p, partTaken(p, stems))
				return true
			}
		}
	}
	if u.Number() && r.gives(u) && len(minus(own, slices.Concat(givingStems, changing))) <= 1 && !u.Has(english.Hedge) {
		for _, p := range r.memory.all(proposals, 2) {
			if numbers := numbersOf(stems); english.Shared(numbers, p.stems) == len(numbers) {
				r.settle(p)
				return true
			}
		}
	}
	if p := r.otherSort(u); p != nil {
		r.by = filling // what is named is of the sort that was proposed
		r.settleAs(p, about(sentenceText(u), p.summary))
		return true
	}
	if p := r.givenReason(u); p != nil {
		r.by = filling // the reason says how it is meant
		r.settleAs(p, about(sentenceText(u), p.summary))
		return true
	}
	if !r.saysValue(u) {
		return false
	}
	for _, p := range r.memory.all(proposals, 1) {
		if (u.Verb >= 0 || u.Command) && len(p.numbers) != 1 {
			continue
		}
		if english.Shared(numbersOf(stems), p.stems) > 0 {
			r.settle(p)
			return true
		}
		if text, ok := swapValue(p.summary, u, nil); ok && measuresAlike(u.Clause, p.summary) {
			r.settleAs(p, text)
			return true
		}
	}
	return false
}

// humming are words before which somebody only turns to something.
var humming = english.WordsOf("hm hmm hmmm um uh right")

// hums tells a fragment that only turns to something: "hm, cork", "right, the mast".
func hums(u unit) bool {
	return u.Verb < 0 && !u.Command && humming.Holds(firstWord(u.s)) && !u.Number() && len(u.Content()) > 0 && !u.Has(english.Accept)
}

// chose reads which option of an open branch a clause picks.
func (r *reader) chose(u unit) bool {
	if r.memory.none(branches, 1<<30) || u.Has(english.Hedge, english.Undecided) || r.noChoice(u) || u.Report != nil && laughs(u) || endsInNo(u) || strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") {
		return false
	}
	if (r.voiceOf(u) != own || u.Report != nil) && heeds(u.after()) {
		// "the bank asks for cards, so we follow them"
	} else if r.consulted(u) {
		// "let me ask Anna" – "Anna says the second one"
	} else if r.voiceOf(u) != own || hinges(u) || u.Report != nil && !decides(u.Report.Source) {
		return false
	}
	if anyClause(u.s, putsOffNow) {
		return false // "for the voices I want to hear something first, so not now"
	}
	if r.choseEach(u) || r.choseBoth(u) {
		return true
	}
	if b, n := r.firstByNumber(u); b != nil && !r.takenBack(u) && !r.wavers(u) {
		r.choose(u, b, n, nil)
		return true
	}
	for _, b := range slices.Backward(r.memory.entries) {
		if !b.open || b.fresh || !b.branch {
			continue
		}
		n, words := r.option(u, b)
		if n < 0 || r.putOffBelow(u, b) {
			continue
		}
		if r.takenBack(u) || r.wavers(u) || r.calledBackBefore(u, words) || r.endsOnOther(u, b, n) || r.handedOver(u, b.stems) {
			return false
		}
		r.choose(u, b, n, words)
		if takesIt(u.after()) || heeds(u.after()) {
			r.mark(u.after())
		}
		return true
	}
	return false
}

// putOffBelow tells that a later sentence puts off what a branch is about: "2. As to the
// colours I want to see some first, so not now."
func (r *reader) putOffBelow(u unit, b *entry) bool {
	for _, o := range r.units()[u.n+1:] {
		if o.s != u.s && putsOffNow(o.Clause) && english.Shared(o.s.Content(), b.stems) > 0 {
			return true
		}
	}
	return false
}

// putsOffNow tells words by which something is not settled yet.
func putsOffNow(c *english.Clause) bool {
	return c.Verb < 0 && len(c.Tokens) <= 4 && c.Word(start(c)) == "not" && (c.Word(start(c)+1) == "now" || c.Word(start(c)+1) == "yet")
}

// hinges tells a bare answer that waits for something to come true: "Caddy, if the
// landlord ever calls back". It does not where the condition is mere politeness.
func hinges(u unit) bool {
	c := u.after()
	return c != nil && c.Lead == english.If && u.Verb < 0 && !u.Command && c.Verb > 0 && c.Word(start(c)) != "you" && !c.Asked &&
		!c.HasWord("possible", "ok", "okay", "fine", "easy", "easier", "mind", "like", "right", "wrong", "mistaken", "must", "anything", "still", "may", "allowed")
}

// waits tells what stands only where something does not happen: "oak it is, unless the
// mayor says no".
func waits(u unit) bool {
	c := u.after()
	return c != nil && (c.Lead == english.If || c.Word(0) == "unless") && !c.HasWord("you", "anybody", "anyone", "nobody", "somebody", "someone", "possible", "ok", "mistaken")
}

// calledBackBefore tells that an earlier sentence took back what an even earlier
// one said of the same option: "the archive. No, hold on. The archive sounds …", or
// the sentence itself says what would come of it.
func (r *reader) calledBackBefore(u unit, words []string) bool {
	named := false
	for _, o := range r.units() {
		if o.s == u.s {
			return u.at > 0 && u.Word(0) == "then" && u.HasWord("would") && calls(u.s.Text) // "no wait, then I'd have two"
		}
		if named && o.at == 0 && calls(o.s.Text) {
			return true
		}
		named = named || english.Shared(o.Content(), words) > 0
	}
	return false
}

// endsOnOther tells that the turn's last words are no more than the name of
// another option, whatever was said for this one: "the torch is lovely, but the
// blind is 12 euros. blind".
func (r *reader) endsOnOther(u unit, b *entry, n int) bool {
	all := r.units()
	last := all[len(all)-1]
	if last.n == u.n || last.Verb >= 0 || last.Command || last.Asked || last.Negated() || len(last.Content()) == 0 || len(last.Tokens) > 4 {
		return false
	}
	m, _ := named(last.Content(), b)
	return m >= 0 && m != n && within(last.Content(), b.stems)
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
	if next := u.nextSentence(); next != nil && anyClause(next, leavesIt) {
		return true
	}
	return r.thinksBetter(u) || r.later(u, asksBack, &r.lastAsking) || r.fromHereOn(u, putsBack, &r.lastBack)
}

// asksBack tells a question for advice.
func asksBack(c *english.Clause) bool {
	return c.Asked && c.HasWord("better", "prefer", "which", "opinion", "recommend", "rather", "suggest")
}

// laterOn are words of who will say later what it shall be.
var laterOn = english.PhrasesOf("let you know", "i will call you", "get back to you", "come back to you", "and let you", "tell you tomorrow", "tell you on")

// putsBack tells words that put a choice back into the other speaker's hands, or
// off.
func putsBack(c *english.Clause) bool {
	return keepsOpen(c) || c.HasPhrase(laterOn) && !c.HasWord("rest", "others", "other", "when", "once", "if", "as", "how") || c.Asked && strings.HasPrefix(c.Words(), "what would") || c.Has(english.Undecided) && c.HasWord("that", "it", "this") && c.HasWord("open", "leave", "sleep", "decided")
}

// leavesIt tells a clause that leaves open what the sentence before it says.
func leavesIt(c *english.Clause) bool {
	return c.Has(english.Undecided) && !turnsTo(c) || c.Has(english.Hedge) && len(minus(c.Content(), doubting)) == 0
}

// turnsTo tells that a clause goes on to another topic: "as to the date, …".
func turnsTo(c *english.Clause) bool {
	switch c.Word(0) {
	case "as":
		return c.Word(1) == "to" || c.Word(1) == "for"
	case "about", "regarding", "concerning", "on", "for":
		return true
	}
	return false
}

// opening tells that a clause is in the turn's first sentences, which answer.
func (r *reader) opening(u unit) bool {
	if len(r.passages) > 0 && u.p.Kind == prose.Item && r.passages[0].Kind == prose.Item {
		return u.s == &u.p.sentences[0] // answers point by point
	}
	return len(r.passages) > 0 && u.p == &r.passages[0] && (len(u.p.sentences) < 2 || u.s == &u.p.sentences[0] || u.s == &u.p.sentences[1])
}

// choose settles a branch: a decision, and the branch is no longer open.
func (r *reader) choose(u unit, b *entry, n int, words []string) {
	picked := b.alternatives[n]
	summary := shorten(picked)
	said := core(u.Clause)
	own := minus(u.Content(), english.Content(picked))
	if topic := u.HasWord(":"); topic || len(own) > 2 {
		summary = sentenceText(u)
		if english.Overlap(english.Content(summary), english.Content(head(picked))) < 0.6 {
			summary = about(summary, picked)
		}
	} else if len(own) > 0 && !u.Has(english.ItIs) && (len(u.Content()) > 1 || bothOf(u, b) >= 0) {
		summary = asPicked(u, said, summary)
	}
	topic := topicOfChoice(b)
	if text := strings.ToLower(b.summary); topic == "" && (strings.HasPrefix(text, "should ") || strings.HasPrefix(text, "shall ")) {
		topic = sharedFrame(b.alternatives, n)
	}
	if topic != "" && len(u.Content()) <= 2 && !u.HasWord(":") && english.Shared(english.Content(topic), english.Content(summary)) == 0 {
		summary = about(summary, topic)
	}
	if b := u.before(); b != nil && follows(u) && !b.Negated() && len(b.Content()) <= 6 {
		summary = about(summary, core(b)) // "a screen would be solid, so the TFT"
	}
	var rest []string
	for i, a := range b.alternatives {
		if i != n {
			rest = append(rest, a)
		}
	}
	if u.Verb < 0 && b.age <= 1 && len(u.Tokens) <= 6 && (r.last.asks && !r.last.info || b.born == r.last.id && u.Tokens[0].Class == english.Number) && r.begins(u) {
		r.by = filling
	}
	if next := u.after(); next != nil && next.Verb < 0 && !next.Asked && (next.Word(0) == "plus" || next.Word(0) == "with" || next.Word(0) == "without") {
		if swapped, ok := swapValue(summary, unit{Clause: next, p: u.p, s: u.s}, nil); ok && next.Word(0) == "with" {
			summary = swapped // "2, but with 1500"
		} else {
			summary = about(summary, from(next, 0)) // "1, plus the number"
		}
		r.mark(next)
	}
	d := &delta.DecisionMade{Creation: r.creation(r.summary(summary), delta.High), Alternatives: rest}
	if !r.propose(d) {
		return
	}
	reason := label(u, words, picked) + " was picked"
	if len(u.Content()) > 1 || len(u.p.sentences) > 1 || len(u.s.Content()) > 1 {
		reason = r.because(u)
		if name := head(withoutLetter(picked)); !within(english.Content(name), english.Content(reason)) {
			reason += ": " + name + " was picked"
		}
	}
	r.supersede(b, d.ID, reason, delta.High)
	for _, h := range r.memory.all(ideas, 12) {
		if english.Shared(h.stems, optionStems(b)) > 0 && english.Overlap(h.stems, b.stems) >= 0.5 {
			r.supersede(h, d.ID, reason, delta.High)
		}
	}
}

// withoutLetter is an option without the letter that counts it: "Option A: a file".
func withoutLetter(option string) string {
	if label, name, ok := strings.Cut(option, ": "); ok && len(english.Content(name)) > 0 && (len(label) < 3 || strings.HasPrefix(label, "Option ") || strings.HasPrefix(label, "Variant ")) {
		return name
	}
	return option
}

// asPicked is a choice in the words that make it, where they do, else the option
// with the words that speak for it: "all our servers have postgres".
func asPicked(u unit, said, option string) string {
	if u.Verb > 0 && !u.Command && !u.Has(english.ItIs, english.LetUs) && !slices.Contains([]string{"we", "i", "let"}, u.Word(start(u.Clause))) {
		return about(option, said)
	}
	return about(said, option)
}

// topicOfChoice is what a branch is about, without its options, or "".
func topicOfChoice(b *entry) string {
	text := b.summary
	for _, a := range b.alternatives {
		if i := strings.Index(text, a); i >= 0 {
			text = text[:i]
		}
	}
	if about := introduced(text); about != "" {
		return about
	}
	text = topic(strings.TrimRight(text, " ("))
	if n := len(english.Content(text)); n == 0 || n > 8 || numeric(text) || laysOut(text) || english.Shared(english.Content(text), optionStems(b)) > 1 {
		return ""
	}
	return text
}

// introduced is what a sentence that lays out options says that they are for: "for the
// level files there are three ways".
func introduced(text string) string {
	lower := strings.ToLower(text)
	if !strings.HasPrefix(lower, "for ") && !strings.HasPrefix(lower, "as for ") && !strings.HasPrefix(lower, "as to ") {
		return ""
	}
	for _, lays := range []string{" there is ", " there's ", " there are ", " i see ", " i can ", " you have ", " you could ", " we have ", " we could ", " it could ", " it is ", " it's "} {
		if at := strings.Index(lower, lays); at > 0 {
			if n := len(english.Content(text[:at])); n > 0 && n <= 5 {
				return strings.TrimRight(text[:at], ", ")
			}
			return ""
		}
	}
	return ""
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
