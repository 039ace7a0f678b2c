package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// retorted reads a few words that set something else against what the assistant's last
// turn says it will do or has done: "not chrome, chromium", "no, unittest", and to
// "Done, 4px radius" a bare "8px".
func (r *reader) retorted(u unit) bool {
	if r.turn.Role != User || r.last.id == "" || r.last.asks || !r.begins(u) || len(r.units()) > 2 || len(u.Tokens) > 7 || u.Verb >= 0 || u.Asked || u.s.Marked || laughs(u) ||
		u.Has(english.Hedge, english.Undecided, english.Done, english.Thanks, english.History, english.Accept, english.Defer, english.Someday) || r.takenBack(u) {
		return false
	}
	if e := r.repaced(u); e != nil {
		at := strings.Index(strings.ToLower(e.summary), " every ")
		r.revise(e, e.summary[:at+1]+core(u.Clause), u.Clause)
		return true
	}
	text := ""
	if u.Number() {
		text = r.otherFigure(u)
	} else if plan := r.intended(); plan != nil {
		text = otherPart(u, plan)
	}
	if text == "" {
		return false
	}
	r.by = filling
	return r.decide(text, nil)
}

// repaced is the decision on how often something is done of which a few words give
// another pace: "every 2 hours", after "run it every hour"; or nil.
func (r *reader) repaced(u unit) *entry {
	if u.Word(0) != "every" || len(u.Tokens) > 5 || len(u.Tokens) < 2 || len(r.units()) > 1 {
		return nil
	}
	e := r.memory.recent(kind(delta.Decision), 4)
	if e == nil || len(e.stems) == 0 || strings.Index(strings.ToLower(e.summary), " every ") < 1 || within(u.Content(), e.stems) && numbersIn(e.stems) == numbersIn(u.Content()) {
		return nil
	}
	return e
}

// intended is the sentence in which the assistant's last turn says what it will do, if
// it is one of the last two, or nil.
func (r *reader) intended() *english.Sentence {
	ss := r.memory.sentences(r.last.reads)
	for i := len(ss) - 1; i >= max(0, len(ss)-2); i-- {
		c := &ss[i].Clauses[0]
		if w := c.Word(start(c)); (w == "i" || w == "let") && c.Has(english.Promise) && len(c.Tokens) <= 14 && !c.Asked {
			return &ss[i]
		}
	}
	return nil
}

// otherPart is what a plan is with the part that a clause names in the place of another,
// or "".
func otherPart(u unit, plan *english.Sentence) string {
	c := &plan.Clauses[0]
	var gone, kept []english.Token
	if at := u.Index(",", "but"); u.Word(0) == "not" && at > 1 && at+1 < len(u.Tokens) {
		gone, kept = u.Tokens[1:at], u.Tokens[at+1:]
	} else if yes := affirmed(u.Clause); len(yes) > 0 && len(yes) < len(u.Tokens)-1 && u.Word(len(yes)) == "not" {
		gone, kept = u.Tokens[len(yes)+1:], yes
	}
	if out := english.ContentOf(gone); len(out) == 1 && len(english.ContentOf(kept)) > 0 && english.Shared(english.ContentOf(kept), plan.Content()) == 0 {
		for i := start(c); i < len(c.Tokens); i++ {
			if english.Shared(english.ContentOf(c.Tokens[i:i+1]), out) == 0 {
				continue
			}
			named := strings.Trim(u.p.Text[kept[0].Start:kept[len(kept)-1].End], " ,")
			return imperative(strings.Trim(span(c, start(c), i-1)+" "+named+" "+tail(c, i+1), " "))
		}
		return ""
	}
	if text := otherSortIn(u, plan); text != "" {
		return text
	}
	i := 0
	switch {
	case u.Word(0) == "no" && u.Word(1) == ",":
		i = 2
	case u.HasWord("instead"), u.Word(len(u.Tokens)-1) == "please":
	default:
		return ""
	}
	if !takesOne(c) || !namesInstead(u.Clause, i) || len(u.Tokens)-i > 3 || english.Shared(u.Content(), plan.Content()) > 0 {
		return ""
	}
	return "Use " + from(u.Clause, i)
}

// otherSortIn is what a plan is with the word of a sort replaced by another one of it that
// a few words name, or "": "in rust please" to "I'll write it in Python".
func otherSortIn(u unit, plan *english.Sentence) string {
	c := &plan.Clauses[0]
	of := sortsOf(u.Content()) & sortsOf(c.Content())
	if of == 0 || len(u.Tokens) > 4 || !(u.Word(0) == "no" || u.Word(0) == "in" || u.Word(0) == "with" || u.HasWord("instead", "please", "rather")) || len(ofSort(u.Content(), of)) != 1 || len(ofSort(c.Content(), of)) != 1 {
		return ""
	}
	gone, kept := ofSort(c.Content(), of), ofSort(u.Content(), of)
	if gone[0] == kept[0] {
		return ""
	}
	named := ""
	for i := range u.Tokens {
		if english.Shared(english.ContentOf(u.Tokens[i:i+1]), kept) > 0 {
			named = span(u.Clause, i, i)
		}
	}
	for i := start(c); i < len(c.Tokens); i++ {
		if english.Shared(english.ContentOf(c.Tokens[i:i+1]), gone) > 0 {
			return imperative(strings.Trim(span(c, start(c), i-1)+" "+named+" "+tail(c, i+1), " "))
		}
	}
	return ""
}

// tail is the clause's text from its i-th token on, "" behind its end.
func tail(c *english.Clause, i int) string {
	if i >= len(c.Tokens) {
		return ""
	}
	return from(c, i)
}

// takesOne tells a plan to use one thing: "I'll use pytest".
func takesOne(c *english.Clause) bool {
	at := c.Index("use")
	return at > 0 && at+1 < len(c.Tokens) && !pointing(c, at+1) && len(english.ContentOf(c.Tokens[at+1:])) <= 2
}

// otherFigure is what the last turn reports with its only figure replaced by the one
// that a bare value names, or "".
func (r *reader) otherFigure(u unit) string {
	own, _ := r.partsOf(u)
	making := u.Has(english.MakeThat) && pointing(u.Clause, u.Order+1)
	if u.Command && !making || len(r.units()) > 1 || len(u.Tokens) > 4 || len(without(own, ofUnits)) > 0 || len(r.last.reads) > 200 || u.Negated() || u.Has(english.Ack) || !r.memory.none(proposals, 1) {
		return ""
	}
	ss := r.memory.sentences(r.last.reads)
	var told *english.Clause
	for i := range ss {
		for k := range ss[i].Clauses {
			c := &ss[i].Clauses[k]
			if !c.Number() {
				continue
			}
			if told != nil || c.Asked || c.Dated() || c.Has(english.Hedge, english.Passing, english.History, english.Estimate) || pastTense(c) {
				return ""
			}
			told = c
		}
	}
	if told == nil || !ss[0].Clauses[0].Has(english.Done) && !((takesOne(told) || making) && told.Has(english.Promise)) || slices.Contains(told.Content(), "test") || told.HasWord("tests", "errors", "files", "lines", "found", "passed", "passing", "warnings") {
		return ""
	}
	if len(unitsOf(told.Content())) == 0 && english.Shared(told.Content(), properties) == 0 && !told.HasWord("per") && !takesOne(told) && !making || told.HasWord("within", "took", "takes", "in") {
		return "" // what it came to, not what was set
	}
	text, ok := swapValue(imperative(core(told)), u, nil)
	if !ok && making {
		text, ok = swapNumeral(imperative(core(told)), u.Clause)
	}
	if !ok || !measuresAlike(u.Clause, core(told)) || text == core(told) {
		return ""
	}
	if _, after, ok := strings.Cut(text, ", "); ok && strings.HasPrefix(strings.ToLower(text), "done") {
		text = after
	}
	if e := r.memory.newest(func(e *entry) bool { return e.kind != delta.Goal }); e != nil && e.age <= 2 {
		text = about(text, e.summary)
	}
	return text
}
