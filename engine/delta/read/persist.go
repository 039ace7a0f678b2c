package read

import (
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// persisted reads that what is amiss goes on where a suspicion had been put to the test:
// "autosave off, still stutters", "reverted, still red", "happens with pdf export too".
// The suspicion falls.
func (r *reader) persisted(u unit) bool {
	if r.turn.Role != User || u.Asked || u.Has(english.Hedge, english.Undecided) || r.memory.none(suspicions, 2) {
		return false
	}
	if u.Word(0) == "neither" && r.opening(u) && len(u.Content()) == 0 {
		for _, h := range r.memory.all(suspicions, 1) {
			r.supersede(h, "", r.because(u), delta.High)
		}
		return true
	}
	if !goesOnAmiss(u) && !elsewhereToo(u.Clause) && !soNot(u) {
		return false
	}
	h := r.tested(u)
	if h == nil {
		return false
	}
	r.supersede(h, "", r.because(u), delta.High)
	if !soNot(u) {
		for i := range u.s.Clauses {
			r.mark(&u.s.Clauses[i])
		}
	}
	return true
}

// tested is the suspicion of which a sentence tells the outcome of a trial: the one that
// shares words with it, else the only one of the last turn.
func (r *reader) tested(u unit) *entry {
	young := func(e *entry) bool { return suspicions(e) && e.age <= 2 && !e.fresh }
	if h, _ := r.memory.alike(union(u.s.Content(), r.sentenceBefore(u)), young, 0.01); h != nil {
		return h
	}
	if last := r.memory.all(suspicions, 1); len(last) == 1 && !last[0].fresh {
		return last[0]
	}
	return nil
}

// amissStill are words behind "still" with which something goes on that should not.
var amissStill = classOf("same happens happening broken fails failing failed red slow hangs hanging crashes crashing stutters leaks leaking dies dying drops dropping freezes freezing flickers throws reboots loops slower late empty wrong missing errors failures stuck loses losing blank black dark loud hot cold wet noisy laggy lags duplicates doubles double drifts drifting returns resets disconnects restarts")

// goesOnAmiss tells a "still" behind what was tried.
func goesOnAmiss(u unit) bool {
	c := u.Clause
	if at := c.Index("same"); at > 1 && at+2 == len(c.Tokens) && c.Word(at-1) == "," && amiss.Holds(c.Word(at+1)) {
		return true
	}
	at := c.Index("still")
	if at < 0 || at+1 >= len(c.Tokens) || c.Negated() || c.Command || c.HasWord("need", "needs", "want", "wants", "todo") {
		return false
	}
	if at > 0 && (c.Word(at-1) == "i" || c.Word(at-1) == "am" || c.Word(at-1) == "we") {
		return false
	}
	tried := english.HasContent(c.Tokens[:at]) && (c.Verb < 0 || c.Verb == 0) || u.before() != nil && !u.before().Asked && (len(u.before().Content()) > 0 || u.before().Verb == 0)
	if !tried {
		return false
	}
	i := at + 1
	for i < len(c.Tokens) && (c.Word(i) == "the" || c.Word(i) == "it" || c.Word(i) == "a") {
		i++
	}
	if c.Tokens[i].Class == english.Number {
		if i++; i == len(c.Tokens) {
			return true // "turned it off, still 502s"
		}
	}
	return i < len(c.Tokens) && amissStill.Holds(c.Word(i))
}

// elsewhere opens a report that the same happens under other conditions.
var elsewhere = phraseTableOf("same with|without|on|in|after", "happens with|without|on|in|after|even", "also happens? with|without|on|in", "it happens|does with|without|on|in|it|that", "crashes|hangs|fails with|without|on|in")

// elsewhereToo tells that what is amiss is so under other conditions, too.
func elsewhereToo(c *english.Clause) bool {
	if i := start(c); c.Word(i) == "same" && c.Verb < 0 && len(c.Tokens)-i <= 3 && amiss.Holds(c.Word(i+1)) {
		return true
	}
	at := elsewhere.after(c, start(c))
	if at == 0 || at >= len(c.Tokens) || c.Negated() {
		return false
	}
	return c.Word(start(c)) == "same" || c.Word(start(c)) == "also" || c.HasWord("too", "either", "also") || strings.HasSuffix(c.Words(), "as well")
}

// soNot tells a verdict of a few words: "so not that", "so no".
func soNot(u unit) bool {
	c := u.Clause
	if len(c.Tokens) > 4 || len(c.Content()) > 0 || u.after() != nil || c.Lead != english.So && c.Word(0) != "so" {
		return false
	}
	last := c.Word(len(c.Tokens) - 1)
	return last == "no" || c.HasWord("not") && (last == "that" || last == "it" || last == "this")
}
