package read

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// endings say of what stands before them that it will not be done.
var endings = phraseTableOf(
	"is|are now? off|moot|superfluous|obsolete|redundant|toast|void|canned|binned|nixed|axed|scrapped|shelved|dropped|cancelled|canceled|history|unnecessary|pointless|dead|needless",
	"is|are then|hence|therefore|thus off|moot|superfluous|obsolete|redundant|void|history|unnecessary|pointless|dead", "is|are dead in the water", "is|are dead and buried", "is|are off the table|cards|list|menu|agenda|hook",
	"is|are no longer|more needed|wanted|necessary|required|relevant|on|a", "is|are not needed|wanted|necessary|required|relevant|happening|worth", "is|are not a thing", "is|are not going to happen", "is|are a goner|non-issue", "is|are for the bin|birds|dustbin",
	"got|gets|was|were cut|axed|canned|dropped|cancelled|canceled|binned|scrapped|shelved|nixed|struck|abandoned", "has|have been cut|axed|canned|dropped|cancelled|canceled|binned|scrapped|shelved|nixed|struck|abandoned|withdrawn|called",
	"gets|got the axe|chop|boot", "will not happen", "will not be needed|necessary|wanted", "can go", "can be binned|dropped|scrapped|struck|skipped|forgotten|cut|omitted|cancelled|canceled|ignored|closed|buried|left|crossed|disregarded",
	"has|have become moot|obsolete|superfluous|unnecessary|pointless|redundant", "becomes|became moot|obsolete|superfluous|unnecessary|pointless|redundant", "has|have taken care of itself|themselves", "took care of itself|themselves", "has|have solved|resolved|sorted|settled itself|themselves", "solved|resolved|settled itself|themselves",
	"falls|fell|goes|went through|flat|overboard|away", "has|have fallen through|flat|away", "comes|goes|came|went off the list|agenda|table|board", "can wait forever|indefinitely",
)

// releases say of what stands behind them that it need not be done.
var releases = phraseTableOf(
	"strike", "cross off", "cross", "disregard", "ignore", "spare|save yourself|yourselves|us", "pull|pulled|pulling the plug on", "moved on from", "off the hook for|with|on", "no longer need|want|care",
	"do not have|need to", "need not", "no need to", "not doing|building|writing|having|bothering", "not do|build", "skip", "let go of", "give|gave|giving up on", "given up on", "abandon|abandoned|abandoning", "leave off|out", "call|called off", "forget about?", "never mind about?", "you are excused from", "written off",
)

// leftUndone are verbs of leaving a thing undone, and leavers what stands before them where
// the thing is named first.
var (
	leftUndone = english.WordsOf("skip drop scrap forget cancel omit")
	leavers    = english.WordsOf("we i will can could would let")
)

// makesMoot are what an event makes of what was to be done.
var makesMoot = english.WordsOf("moot obsolete superfluous unnecessary pointless redundant needless")

// tentatively are words with which nothing is called off yet.
var tentatively = classOf("maybe perhaps might should if unless")

// calledOff is the task of which a clause says that it will not be done: "the
// letter is history", "you can strike the letter", "that makes the letter moot".
func (r *reader) calledOff(u unit) *entry {
	c := u.Clause
	if r.turn.Role != User || c.Asked || c.Conditional || c.Lead == english.If || c.Has(english.Undecided, english.Someday, english.Defer, english.History) || tentatively.in(c) || r.memory.none(tasks, 1<<30) {
		return nil
	}
	if e := r.letBe(u); e != nil {
		return e
	}
	if e := r.noneThen(u); e != nil {
		return e
	}
	if n := len(c.Tokens) - 1; n > 1 && leftUndone.Holds(c.Word(n)) && leavers.Holds(c.Word(n-1)) && !c.Negated() && !followedByIf(u) {
		if at := c.Index(","); at > 0 {
			n = at
		}
		if e, _ := r.memory.alike(c.ContentTo(n), tasks, 0.5); e != nil {
			return e // "the letter we can skip"
		}
	}
	for i := range c.Tokens {
		if c.Tokens[i].Quoted {
			continue
		}
		if c.Verb > 0 && i >= c.Verb && endsThere(c, endings.after(c, i)) {
			subject := c.ContentTo(i)
			if len(subject) == 0 && pointing(c, start(c)) {
				subject = r.contextBefore(u)
				return r.mostAbout(subject, tasks)
			}
			if e, _ := r.memory.alike(subject, tasks, 0.5); e != nil {
				return e
			}
		}
		if at := releases.after(c, i); at > 0 && at < len(c.Tokens) && !(i > 0 && (c.Word(i-1) == "not" || c.Word(i-1) == "never" || c.Word(i-1) == "to" && i > 1 && c.Word(i-2) != "want")) {
			end := slices.IndexFunc(c.Tokens[at:], func(t english.Token) bool { return t.Class == english.Punct || t.Word == "for" || t.Word == "because" })
			if end < 0 {
				end = len(c.Tokens) - at
			}
			stems := minus(english.ContentOf(c.Tokens[at:at+end]), retiring)
			if e, _ := r.memory.alike(stems, tasks, 0.5); e != nil && len(stems) > 0 {
				return e
			}
		}
	}
	if i := c.FirstOf(makesMoot); i > 0 && i > c.Verb && !c.Negated() && c.HasWord("makes", "make", "made", "renders", "rendered") {
		if e, _ := r.memory.alike(english.ContentOf(c.Tokens[c.Verb+1:i]), tasks, 0.5); e != nil {
			return e
		}
	}
	return nil
}

// followedByIf tells that a condition follows.
func followedByIf(u unit) bool { return u.after() != nil && u.after().Lead == english.If }

// endsThere tells that what ends at a token, if anything does, is the end of what
// is said.
func endsThere(c *english.Clause, at int) bool {
	if at == 0 {
		return false
	}
	switch c.Word(at) {
	case "", ",", "too", "now", "then", "anyway", "altogether", "entirely", "completely", "any", "anymore", "because", "since":
		return true
	case "for", "as", "after":
		return c.Word(at+1) == "good" || c.Word(at+1) == "me" || c.Word(at+1) == "us" || c.Word(at+1) == "well" || c.Word(at+1) == "all"
	case "to":
		return slices.Contains([]string{"graveyard", "bin", "trash", "scrapheap", "dustbin", "dogs"}, c.Word(len(c.Tokens)-1))
	}
	return false
}

// lettingBe are whole answers to what is to become of a thing that was just named.
var lettingBe = phraseTableOf("let it|that|them|this be|go|drop|rest|lie|slide|die", "cancel|scrap|skip|drop it|that|them", "no longer|more needed|wanted|necessary|relevant", "not needed|wanted|necessary|relevant any? more?", "do not need|want|bother", "give it a miss", "scrapped|cancelled|canceled|dropped|shelved|axed|binned|abandoned|off|history|dead")

// letBe is the task that a clause names before it lets it be: "the letter: let it
// be", "as for the letter, let it be".
func (r *reader) letBe(u unit) *entry {
	c := u.Clause
	i := c.Index(":", ",") + 1
	at := lettingBe.after(c, i)
	if i == 0 && at == 0 && english.IsOpening(c.Word(0)) {
		at = lettingBe.after(c, 1)
	}
	if at == 0 || at+3 < len(c.Tokens) && c.Word(at) != "," {
		return nil
	}
	stems := r.contextBefore(u)
	if i > 1 {
		stems = c.ContentTo(i)
	}
	if e, _ := r.memory.alike(stems, tasks, 0.5); e != nil {
		return e
	}
	return r.mostAbout(stems, func(e *entry) bool { return e.kind == delta.Task && u.at > 0 })
}

// noneThen is the task of which a few words say that nothing is to come of it: "then no
// map", "no cover after all".
func (r *reader) noneThen(u unit) *entry {
	c := u.Clause
	i := start(c)
	if c.Verb >= 0 || u.at > 0 || !c.HasWord("then") && c.Where("after all") < 0 || len(c.Tokens) > 7 {
		return nil
	}
	if c.Word(i) == "then" {
		i++
	}
	if c.Word(i) != "no" {
		return nil
	}
	stems := english.ContentOf(c.Tokens[i+1:])
	var one *entry
	for _, e := range r.memory.all(tasks, 6) {
		if len(stems) > 0 && within(stems, e.stems) {
			if one != nil {
				return nil
			}
			one = e
		}
	}
	return one
}
