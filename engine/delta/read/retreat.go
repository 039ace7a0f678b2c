package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// thinksBetter tells that a later sentence of the turn takes back what the
// clause says: "qbe. wait no, windows. c".
func (r *reader) thinksBetter(u unit) bool {
	return r.retractedLater(u) || r.callsBack(u) || r.sleepsOnIt(u) || jests(u)
}

// jests tells that the next sentence says that a clause was not meant: "cell comments, what
// could go wrong. Obviously not."
func jests(u unit) bool {
	next := u.nextSentence()
	if next == nil || len(next.Clauses) > 1 || len(next.Clauses[0].Tokens) > 3 || next.Marked {
		return false
	}
	c := &next.Clauses[0]
	last := c.Word(len(c.Tokens) - 1)
	return last == "not" && len(c.Tokens) > 1 && c.HasWord("obviously", "course", "certainly", "naturally", "definitely", "surely", "absolutely") || last == "kidding" || last == "joking" || last == "joke"
}

// retractedLater tells that a later sentence takes back what the clause says, and
// not what was said since: "2! And can you write it? Rays first. No wait, tables."
func (r *reader) retractedLater(u unit) bool {
	if !r.later(u, retracts, &r.lastRetreat) {
		return false
	}
	var asked *english.Sentence
	for _, o := range r.units()[u.n+1 : r.lastRetreat.n] {
		if asked != nil && o.s != asked && len(o.Content()) > 1 && !o.Asked {
			return false
		}
		if o.s != u.s && (o.Asked || o.Command) && len(o.Content()) > 1 && asked == nil {
			asked = o.s
		}
	}
	return true
}

// sleepsOnIt tells that somebody lets himself live with a choice before it is one,
// and speaks of nothing else in between: "Stamps. I hate it. Let me play it on
// Wednesday."
func (r *reader) sleepsOnIt(u unit) bool {
	if all := r.units(); thinksOn(all[len(all)-1]) && !slices.ContainsFunc(all[u.n+1:], func(o unit) bool { return o.Asked || o.Command && !thinksOn(o) }) {
		return true
	}
	for _, o := range r.units()[u.n+1:] {
		if at := start(o.Clause); o.Word(at) == "let" && o.Word(at+1) == "me" {
			return o.HasWord("play", "sleep", "ponder", "chew") && o.HasWord("it", "that", "on")
		}
		if len(o.Content()) > 1 && !o.Has(english.Ack, english.Opinion, english.Feeling) {
			return false
		}
	}
	return false
}

// thinksOn tells a last word by which somebody says that they have yet to think: "let me
// think about it", "I'll sleep on it".
func thinksOn(u unit) bool {
	if !u.HasWord("think", "sleep", "mull") || !u.HasWord("it", "that", "this") || len(u.Tokens) > 8 || u.Negated() || u.Asked {
		return false
	}
	i := u.Index("i", "let", "lemme", "gotta")
	switch u.Word(i + 1) {
	case "will", "need", "must", "have", "want", "should":
		return i >= 0 && i <= 2 && u.Word(i) == "i"
	case "me":
		return i >= 0 && i <= 2
	}
	return i == 0 && (u.Word(0) == "lemme" || u.Word(0) == "gotta")
}

// callsBack tells that somebody calls himself back right after a clause.
func (r *reader) callsBack(u unit) bool {
	next := u.nextSentence()
	return next != nil && (calls(next.Text) || strings.EqualFold(strings.TrimRight(next.Text, ".! "), "no")) || calls(restOf(u))
}

// restOf is what follows the clause in its sentence, as written.
func restOf(u unit) string {
	end := u.Tokens[len(u.Tokens)-1].End
	for i := range u.s.Clauses {
		if c := &u.s.Clauses[i]; i > u.at && c.Tokens[0].Start > end && c.Tokens[len(c.Tokens)-1].End <= len(u.p.Text) {
			last := u.s.Clauses[len(u.s.Clauses)-1]
			return strings.TrimLeft(u.p.Text[end:max(end, last.Tokens[len(last.Tokens)-1].End)], " ,.…")
		}
	}
	return ""
}

// halting are words that may stand before somebody calls himself back.
var halting = []string{"hm", "hmm", "hmmm", "no", "oh", "ah", "ok", "but", "or", "well", "and", "uh", "um", "er", "erm", "ugh", "argh", "actually", "although", "though", "then", "again", "nooo", "noo"}

// calling are the words with which they may begin to.
var calling = []string{"wait", "hold", "hang", "scratch", "strike", "stop", "on", "let", "lemme"}

// calls tells a text with which somebody calls himself back: "hm, no, hold on",
// "no, wait, then the choir comes".
func calls(text string) bool {
	var words []string // after those, a few
	for w := range strings.FieldsSeq(text[:min(len(text), 60)]) {
		w = strings.Trim(strings.ToLower(w), ",.!?…:;")
		if len(words) == 0 && slices.Contains(halting, w) {
			continue
		}
		if len(words) == 0 && !slices.Contains(calling, w) {
			return false
		}
		if words = append(words, w); len(words) == 3 {
			break
		}
	}
	if len(words) == 0 {
		return false
	}
	next := ""
	if len(words) > 1 {
		next = words[1]
	}
	switch words[0] {
	case "wait":
		return next != "for" && next != "until" && next != "till" && next != "with"
	case "stop":
		return len(words) == 1 || next == "no" || next == "wait"
	case "hold", "hang":
		return next == "on"
	case "scratch", "strike":
		return next == "that"
	case "on":
		return next == "second"
	case "lemme":
		return next == "think"
	case "let":
		return next == "me" && len(words) > 2 && words[2] == "think"
	}
	return false
}

// nonsense is what somebody calls what they just said.
var nonsense = classOf("nonsense rubbish silly stupid bollocks bullshit crazy forget")

// retracts tells a sentence that opens with words by which somebody takes back
// what they just said.
func retracts(c *english.Clause) bool {
	next := c.Word(1)
	if c.First && c.Word(0) == "forget" && (next == "i" || next == "what") {
		return c.HasWord("said", "wrote")
	}
	if !c.First || c.Verb >= 0 {
		return false
	}
	switch c.Word(0) {
	case "wait", "hang":
		return true
	case "no":
		return next == "wait" || c.Word(2) == "wait" || nonsense.in(c) && len(c.Tokens) <= 5
	case "nonsense", "rubbish", "nah":
		return len(c.Tokens) <= 3
	case "forget":
		return next == "that" && len(c.Tokens) <= 3
	case "scratch":
		return next == "that"
	case "actually", "or", "oh":
		return next == "no"
	case "on":
		return next == "second"
	}
	return false
}
