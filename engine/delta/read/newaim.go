package read

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// newAim finds a later change of the aim: the old goal goes, the new one
// comes.
func (r *reader) newAim(us []unit) []unit {
	old := r.memory.recent(goals, 1<<30)
	if old == nil || !slices.ContainsFunc(us, func(u unit) bool { return u.Has(english.NewAim) || makesItAnother(u.Clause) }) {
		return us
	}
	announced := false
	for i, u := range us {
		if u.Asked || u.Report != nil || u.Has(english.Hedge, english.Undecided, english.Someday) || u.Lead == english.If || u.Conditional {
			continue
		}
		text := ""
		switch {
		case u.Has(english.NewAim) && namesAim(u.Clause) && len(u.s.Content()) >= 3 && !onlyAnnounces(u):
			text = u.s.Text
		case u.Has(english.NewAim) && namesAim(u.Clause):
			announced = true
			continue
		case old.age <= 2 && makesItAnother(u.Clause):
			text = aimText(u)
		case announced && aimScore(u) >= 4, u.Has(english.NewAim) && r.aimsElsewhere(u, old):
			text = aimText(u)
		case u.Has(english.NewAim) && english.Shared(u.s.Content(), old.stems) >= 2 && len(u.s.Content()) >= 3 && u.HasWord("we", "i", "it", "this") && u.HasWord("now", "instead", "also", "whole", "just", "longer"):
			text = u.s.Text
		default:
			continue
		}
		goal := &delta.GoalSet{Creation: r.creation(r.summary(text), delta.High)}
		r.propose(goal)
		r.supersede(old, goal.ID, text, delta.High)
		before := r.sentenceIn(u, -1)
		return slices.DeleteFunc(slices.Clone(us), func(o unit) bool {
			return o.s == u.s && o.n >= us[i].n || o.s == before && givesUp(before) && r.aimsElsewhere(u, old)
		})
	}
	return us
}

// makesItAnother tells an order to make another thing of what was aimed at: "make it a
// podcast player instead".
func makesItAnother(c *english.Clause) bool {
	i := c.Index("make")
	return c.Command && i >= c.Order && (c.Word(i+1) == "it" || c.Word(i+1) == "this") && (c.Word(i+2) == "a" || c.Word(i+2) == "an") && c.HasWord("instead", "rather") && english.HasContent(c.Tokens[i+3:]) && !c.Negated()
}

// namesAim tells that the words of a change name the aim itself: "the goal is now",
// "change of plans", "let us make it bigger".
func namesAim(c *english.Clause) bool {
	if c.HasWord("goal", "aim", "objective", "pivot") {
		return true
	}
	at, n := c.Find(english.NewAim)
	for i := at; i < at+n; i++ {
		switch c.Word(i) {
		case "scope", "plan", "plans", "direction", "bigger", "larger", "smaller", "wider", "broader":
			return true
		}
	}
	return false
}

// onlyAnnounces tells a sentence that says that the aim is another one and not yet
// which: "plans have changed", "small change of scope:".
func onlyAnnounces(u unit) bool {
	c := u.Clause
	return len(u.s.Clauses) == u.at+1 && !c.HasWord("is", "for", "into", "instead") && len(c.Content()) <= 4
}

// aimsElsewhere tells a clause that says what is wanted in the place of the aim,
// which it or its sentence gives up or widens: "forget the links, what i really
// need is a page builder", "forget only birds, it is going to be a diary for all
// animals".
func (r *reader) aimsElsewhere(u unit, old *entry) bool {
	c := u.Clause
	shared := english.Shared(u.s.Content(), old.stems)
	gives := givesUp(u.s)
	if before := r.sentenceIn(u, -1); before != nil && !gives && givesUp(before) {
		gives, shared = true, shared+english.Shared(before.Content(), old.stems)
	}
	switch wishes(c) {
	case "need", "want":
		return c.HasWord("what") && c.HasWord("is") && (gives || c.HasWord("instead", "now")) && len(c.Content()) >= 2
	}
	at := c.Index("going")
	return at > 0 && c.Word(at+1) == "to" && c.Word(at+2) == "be" && (c.Word(at+3) == "a" || c.Word(at+3) == "an") && slices.Contains([]string{"it", "this"}, c.Word(start(c))) && gives && shared > 0
}

// givesUp tells a sentence that drops something.
func givesUp(s *english.Sentence) bool {
	return anyClause(s, func(c *english.Clause) bool { return c.Has(english.Retire) && !c.Negated() && !c.Asked })
}

// aimText is what a clause and those after it in its sentence say.
func aimText(u unit) string {
	text := core(u.Clause)
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		text += ", " + from(&u.s.Clauses[i], 0)
	}
	return text
}
