package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// properties are what somebody who makes a thing gives a value: what it is called,
// how large it is, what it looks and sounds like, when and how often it happens.
var properties = english.Content(`name title subtitle caption headline slug size length width height depth thickness diameter radius duration runtime
ttl timeout interval period cadence frequency tempo resolution layout font typeface color colour palette theme style tone voice
separator delimiter prefix suffix extension encoding precision ordering sorting margin padding spacing border stroke grid logo
background intro outro opening closing narrator cover retention cutoff threshold shade finish material thread pattern dose
entrance fee venue kickoff pickup slot lesson handover chunk batch motto slogan icon port delay`)

// letsBe tells "let the letters be 20 mm".
func letsBe(c *english.Clause) bool {
	be := c.Index("be")
	return c.Command && c.Word(c.Order) == "let" && !slices.Contains([]string{"us", "me", "it", "that", "them", "him", "her"}, c.Word(c.Order+1)) && be > c.Order+1 && english.HasContent(c.Tokens[be:]) && !c.Negated()
}

// settled tells what a property is going to be: "the duration will be 24 months",
// "the cover shall be the pilot", "the name is going to be Shield", "the port should be 8080".
func settled(c *english.Clause) bool {
	be := c.Verb + 1
	switch {
	case c.Verb < 1:
		return false
	case c.Word(c.Verb) == "will" || c.Word(c.Verb) == "shall", c.Word(c.Verb) == "should" && givesOne(c):
	case english.IsBe(c.Word(c.Verb)) && c.Word(be) == "going" && c.Word(be+1) == "to":
		be += 2
	default:
		return false
	}
	if c.Word(be) != "be" || be+1 >= len(c.Tokens) || c.Negated() || c.Lead.Dependent() ||
		c.Has(english.Hedge, english.Undecided, english.Someday, english.Limit, english.Soft, english.History, english.Hearsay, english.Estimate, english.Feeling, english.Opinion) {
		return false
	}
	if slices.Contains([]string{"in", "at", "there", "here", "missing", "gone", "empty", "broken", "ready", "ok", "fine", "good", "bad", "nice", "wrong", "a", "so", "very", "too"}, c.Word(be+1)) {
		return false
	}
	head := c.Tokens[start(c):c.Verb]
	return len(head) > 0 && len(head) <= 6 && (english.Shared(english.ContentOf(head), properties) > 0 || c.Word(start(c)) == "the" && len(head) <= 3 && sortsOf(c.Content()) != 0 && be+2 == len(c.Tokens))
}

// knobs are what somebody sets who makes a thing, and that is not measured; parts what
// such a thing is made with or called, of which there is one.
var (
	knobs   = classOf("threshold tolerance cooldown timeout delay interval debounce prefix suffix separator delimiter command cutoff retention countdown default percentile")
	wrought = classOf("database framework language frontend backend renderer hosting storage name title font theme currency command runtime library")
)

// sets tells what a knob of the thing in the making stands at, or what it is made with:
// "the margin is zero", "command is !quiz", "delay of 2 seconds", "database is MySQL".
// What is the matter with a thing, or how it stood before, sets nothing.
func (r *reader) sets(u unit) bool {
	c := u.Clause
	i := start(c)
	if r.first && u.Verb < 0 && len(c.Tokens) <= 3 && len(u.s.Clauses) == 1 {
		return c.Word(len(c.Tokens)-1) == "please" && (len(c.Tokens) == 2 || c.Word(1) == ",") && namesAt(u, 0) && !c.Command && len(c.Content()) == 1 && !answersWanted.in(c) && !c.HasWord("help", "advice", "code", "hints", "comments")
	}
	if u.Verb < 0 && len(c.Tokens) <= 5 && c.Tokens[0].Class == english.Number && !r.first && len(u.s.Clauses) == 1 && !u.s.Marked {
		last := u.previousSentence()
		return last != nil && knobs.within(last) && !last.Asked && (c.Is(1, units) || unitWithin(c.Word(0))) && anyWord(last, []string{"need", "needs", "want", "wants", "add"}) && !anyClause(last, pastTense)
	}
	for at := i; at < len(c.Tokens) && at < i+4; at++ {
		knob, part := knobs.Holds(c.Word(at)), wrought.Holds(c.Word(at))
		if !knob && !part {
			continue
		}
		if u.Asked || r.first || r.last.info && english.Shared(u.Content(), r.last.stems) > 0 || r.hunts() && !r.proposed(delta.DecisionMadeKind) || c.Lead.Dependent() || c.Lead == english.Colon || c.Negated() || pastTense(c) || c.Report != nil || c.HasWord("too", "already", "currently", "today", "still", "now", "enough") ||
			c.Has(english.Hedge, english.Passing, english.Undecided, english.Must, english.InPassing, english.Estimate, english.History, english.Hearsay, english.Opinion, english.Feeling, english.Sarcasm) {
			return false
		}
		for _, t := range c.Tokens[i:at] {
			if t.Word != "the" && t.Word != "a" && (t.Class != english.Word || english.IsFunction(t.Word)) {
				return false
			}
		}
		k := at + 2
		switch {
		case c.Verb == at+1 && c.Word(c.Verb) == "is" && k < len(c.Tokens):
			if knob && (givesAt(c, k) || c.Word(k) == "the" && givesAt(c, k+1)) {
				return len(c.Tokens) <= 12
			}
			return c.Word(i) != "the" && c.Word(i) != "a" && len(c.Tokens) == k+1 && (c.Tokens[k].Class == english.Code || namesAt(u, k))
		case c.Verb <= at && knob && c.Word(at+1) == "of" && at == i:
			return givesAt(c, k) && len(c.Tokens) <= 6
		}
		return false
	}
	return false
}

// unitWithin tells a figure that is written together with its unit: "30s".
func unitWithin(w string) bool {
	return len(w) > 1 && w[0] >= '0' && w[0] <= '9' && (w[len(w)-1] < '0' || w[len(w)-1] > '9')
}

// givesAt tells a value at the i-th token of a clause.
func givesAt(c *english.Clause, i int) bool {
	if i >= len(c.Tokens) {
		return false
	}
	t := &c.Tokens[i]
	return t.Class == english.Number || t.Class == english.Code || english.IsNumeral(t.Word) || t.Word == "zero" || ordinalDay(t.Word) || t.Word == "!" || t.Word == "/"
}

// namesAt tells a name with a capital, or a word after a mark, at the i-th token.
func namesAt(u unit, i int) bool {
	t := &u.Tokens[i]
	first := u.p.Text[t.Start]
	return t.Class == english.Word && first >= 'A' && first <= 'Z' && !english.IsFunction(t.Word) || t.Start > 0 && (u.p.Text[t.Start-1] == '!' || u.p.Text[t.Start-1] == '/')
}

// setTo reads what a user says a knob of the thing in the making stands at.
func (r *reader) setTo(u unit) bool {
	if !r.sets(u) {
		return false
	}
	r.by = filling
	if old := r.sameQuestion(u); old != nil {
		r.revise(old, r.revisedText(u, old), u.Clause)
		r.of(u.s).changed = true
		return true
	}
	text := sentenceText(u)
	if last := u.previousSentence(); last != nil && u.Tokens[0].Class == english.Number {
		text = about(text, strings.TrimRight(last.Text, ". "))
	}
	if r.memory.known(r.content(text), held, 0.85) {
		return true
	}
	return r.propose(&delta.DecisionMade{Creation: r.creation(r.summary(text), delta.High), Alternatives: []string{}})
}
