package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// requests open a polite request.
var requests = english.PhrasesOf("can you", "could you", "would you", "will you", "can we", "please could you", "please can you", "you can", "could we", "would you mind", "i need you to", "i want you to", "i would like you to", "and can you", "also can you", "ok can you", "so can you")

// soonAsked is where in its clause a request begins at the latest, in bytes, unless
// what was dictated runs into it.
const soonAsked = 14

// relaying are words with which a request of somebody else is told.
var relaying = english.WordsOf("asked asks said says told tells wants wanted whether if wonder wondered wrote like goes")

// relayed tells that what a clause asks for was asked by somebody else: "my boss
// asked can you write a report".
func relayed(c *english.Clause) bool {
	at := c.FirstOf(relaying)
	return at > 0 && c.Word(at-1) != "i" && c.Word(at-1) != "would" && c.Word(at-1) != "we" && c.Index("you") > at
}

// requested reads a polite request, which is often put as a question.
func (r *reader) requested(u unit) bool {
	if i := start(u.Clause); !r.first && r.turn.Role == User && (u.Word(i) == "can" || u.Word(i) == "could") && alsoDoes(u.Clause, i+1) > 0 {
		return r.open(from(u.Clause, alsoDoes(u.Clause, i+1)))
	}
	if r.asksForThat(u) {
		return true
	}
	if !u.HasWord("you", "we") || u.HasWord("or") && u.HasWord("take", "use", "pick", "choose", "prefer", "recommend", "go") {
		return false
	}
	if u.HasOf(asARule) && u.HasWord("would") {
		return false
	}
	for p, at := range u.Phrases(requests) {
		f := p.Text
		if at > soonAsked && f != "can you" && f != "could you" || at > 0 && (u.Report != nil || relayed(u.Clause)) {
			continue
		}
		i := u.Behind(p, at)
		if asksWord.Holds(u.Word(i - 1 - strings.Count(f, " ") - 1)) {
			return false // "how can you make them larger?"
		}
		for i < len(u.Tokens) && (u.Word(i) == "please" || u.Word(i) == "also" || u.Word(i) == "maybe" || u.Word(i) == "just" || u.Word(i) == "then" || u.Word(i) == "kindly" || u.Word(i) == "meanwhile" || u.Word(i) == "quickly" || u.Word(i) == "now" || u.Word(i) == "first") {
			i++
		}
		if (u.Word(i) == "start" || u.Word(i) == "begin") && u.Word(i+1) == "with" && opensPiece(u.Clause, i+2) && !r.first {
			return r.open(from(u.Clause, i+2))
		}
		v, ok := u.VerbAt(i)
		if u.Word(i) == "get" && u.Word(i+1) == "rid" && u.Word(i+2) == "of" {
			return r.openOrder(u, i)
		}
		if !ok || v.Class&english.Work == 0 || !worthwhile(u.Clause, i) {
			return f != "can we" && f != "could we" && (u.Asked || strings.HasSuffix(f, "can you") || strings.HasSuffix(f, "could you") || strings.HasPrefix(f, "would you") || f == "will you")
		}
		if strings.HasSuffix(f, "we") && !u.Asked {
			return false
		}
		return r.openOrder(u, i)
	}
	return false
}

// alsoDoes is where the verb of the work stands that what was made shall do as well,
// or 0: "(can) it also print the author".
func alsoDoes(c *english.Clause, i int) int {
	switch c.Word(i) {
	case "the", "our", "that", "this":
		if i++; i >= len(c.Tokens) || english.IsFunction(c.Word(i)) {
			return 0
		}
	case "it", "they":
	default:
		return 0
	}
	if at := i + 2; c.Word(i+1) == "also" && at < len(c.Tokens) && worthwhile(c, at) && english.HasContent(c.Tokens[at+1:]) {
		return at
	}
	return 0
}

// forgotten tells that what a clause asks for is withdrawn right after it: "could it
// also ring? No, forget that".
func forgotten(u unit) bool {
	next := u.nextSentence()
	if next == nil {
		return false
	}
	for k := range next.Clauses {
		c, i := &next.Clauses[k], 0
		for i+1 < len(c.Tokens) && (c.Tokens[i].Opens() || c.Word(i) == "no" || c.Tokens[i].Class == english.Punct) {
			i++
		}
		switch w := c.Word(i); {
		case w == "forget" || w == "skip" || w == "scratch" || w == "drop":
			return c.Word(i+1) == "it" || c.Word(i+1) == "that" || c.Word(i+1) == "this"
		case w == "never":
			return c.Word(i+1) == "mind" && i+2 == len(c.Tokens)
		case k > 0 || english.HasContent(c.Tokens):
			return false
		}
	}
	return false
}

// asksForThat reads a thing that is named before it is asked for: "and a bell when it is
// full, can you add that".
func (r *reader) asksForThat(u unit) bool {
	next := u.after()
	if next == nil || r.first || r.turn.Role != User || next.Word(1) != "you" || next.Word(0) != "can" && next.Word(0) != "could" || len(next.Tokens) < 4 || !pointing(next, 3) || u.Has(english.Hedge, english.Undecided, english.Someday) {
		return false
	}
	v, ok := next.VerbAt(2)
	i := start(u.Clause)
	if u.Word(i) == "and" || u.Word(i) == "also" {
		i++
	}
	if !ok || v.Class&english.Work == 0 || !making(v.Lemma) || !opensPiece(u.Clause, i) || !namesThing(u.Clause) && u.Index("when", "if") < 0 {
		return false
	}
	r.mark(next)
	return r.open(v.Lemma + " " + from(u.Clause, i))
}

// lastSettled is what the turn has settled right before an order that only points: "the
// second. write it".
func (r *reader) lastSettled(u unit) string {
	last := u.previousSentence()
	if last == nil || u.at > 0 || len(last.Clauses) > 1 || last.Asked {
		return ""
	}
	c := &last.Clauses[0]
	if !r.used[c.Place] || !r.proposed(delta.DecisionMadeKind) {
		if c.Verb < 0 && !c.Command && !pointing(c, start(c)) && len(c.Tokens) <= 4 && !c.Has(english.Accept, english.Confirm, english.Ack, english.Deny) && pointing(u.Clause, u.Order+1) {
			return core(c) // "the formatter. write it"
		}
		return ""
	}
	for _, d := range slices.Backward(r.out) {
		if d, ok := d.(*delta.DecisionMade); ok {
			return d.Summary
		}
	}
	return ""
}

// floatedBefore is an order that only points, with what the other speaker last said could
// or should be: "set that up".
func (r *reader) floatedBefore(u unit, text string) string {
	floated := r.last.prev
	if !strings.Contains(floated, " would ") && !strings.Contains(floated, " could ") {
		if len(r.last.floats) == 0 {
			return text
		}
		floated = r.last.floats[len(r.last.floats)-1]
	}
	if !r.opening(u) {
		return text
	}
	return text + ": " + strings.TrimRight(floated, ".! ")
}
