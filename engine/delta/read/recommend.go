package read

import (
	"strings"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// proposedList is a proposal that a list or a table spells out: "here is a
// proposal for the scope:".
func (r *reader) proposedList(u unit) string {
	if !u.HasWord("proposal", "suggestion", "propose", "suggest", "recommend", "recommendation", "draft", "compromise") || !strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") {
		return ""
	}
	text := planIntro(core(u.Clause))
	after, listed := false, false
	for i := range r.passages {
		p := &r.passages[i]
		if after && (p.Kind == prose.Item || p.Kind == prose.Row) {
			if listed {
				text += ", "
			}
			text += unnumbered(strings.TrimRight(p.Text, ".; "))
			listed = true
			for k := range p.sentences {
				for j := range p.sentences[k].Clauses {
					r.mark(&p.sentences[k].Clauses[j])
				}
			}
		}
		after = after || p == u.p
	}
	if !listed {
		return "" // what follows is no list
	}
	return text
}

// recommends tells an introduction by which all is recommended that it introduces: "I'd
// suggest the following:".
func recommends(intro string) bool {
	last := lastSentence(intro)
	return advising.among(last) && allOf.among(last)
}

// advising are words by which something is recommended.
var advising = classOf("suggest recommend propose suggestion recommendation proposal")

// allOf are words for several things that are recommended as one.
var allOf = classOf("following approach plan steps step changes order procedure structure layout")

// unnumbered is a step without its number: "Step 2: split the class".
func unnumbered(step string) string {
	if label, rest, ok := strings.Cut(step, ": "); ok && strings.HasPrefix(label, "Step ") && len(label) <= len("Step 10") {
		return rest
	}
	return step
}

// asStated is what a question with its modal at a token asks, as a statement: "should the
// script send a mail?" is "the script should send a mail".
func asStated(c *english.Clause, at int) string {
	for k := at + 2; k < len(c.Tokens); k++ {
		v, ok := c.VerbAt(k)
		if !ok || v.Form&english.Base == 0 || english.IsFunction(c.Word(k-1)) {
			continue
		}
		for next, more := c.VerbAt(k + 1); more && next.Form&english.Base != 0; next, more = c.VerbAt(k + 1) {
			k++ // "the export include"
		}
		return span(c, at+1, k-1) + " " + c.Word(at) + " " + from(c, k)
	}
	return strings.TrimSpace(from(c, at+1))
}

// setsOut are verbs of who goes to work.
var setsOut = []string{"start", "begin", "continue", "proceed"}

// holdsBest tells an opinion how something should be: "I think the date should default
// to today". That it should work now, or what somebody should see, is no proposal.
func holdsBest(c *english.Clause) bool {
	if !c.Has(english.Opinion) || c.Negated() || c.Asked || c.Report != nil || c.Lead.Dependent() {
		return false
	}
	at := c.Index("should", "ought")
	if at < 1 || c.Word(at-1) == "you" || c.Word(at-1) == "i" {
		return false
	}
	k := at + 1
	for k < len(c.Tokens) && (c.Is(k, midway) || c.Word(k) == "to" && c.Word(at) == "ought") {
		k++
	}
	if c.Word(k) == "be" {
		return k+1 < len(c.Tokens) && !c.Is(k+1, asHoped)
	}
	return k < len(c.Tokens) && !c.Is(k, hoped)
}

// midway are words between a modal and its verb; hoped and asHoped say what is expected of
// something that was made.
var (
	midway  = english.WordsOf("also just simply only rather then still always really probably")
	hoped   = english.WordsOf("work works fix help pass do see get suffice solve explain notice find have know suit last run build compile start finish end not take be")
	asHoped = english.WordsOf("fine ok okay good enough done fixed ready able possible safe easy there gone all it that correct right in on up clear done plenty sufficient faster slower better a the an")
)
