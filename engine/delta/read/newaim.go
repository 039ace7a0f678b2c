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
	if old == nil || !slices.ContainsFunc(us, func(u unit) bool { return u.Has(english.NewAim) || makesItAnother(u.Clause) || becomesA(u.Clause) > 0 }) {
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
		case r.turnsInto(u, old):
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
			return o.s == u.s && (o.n >= us[i].n || givesUp(u.s)) || o.s == before && givesUp(before) && r.aimsElsewhere(u, old)
		})
	}
	return us
}

// turnsInto tells that the thing that was aimed at, or what is given up of it, becomes
// another: "forget the chat, it becomes a search", "so forget the big house: a small one
// for the fair", "the reading night becomes a festival".
func (r *reader) turnsInto(u unit, old *entry) bool {
	c, b := u.Clause, u.before()
	if at := becomesA(c); at > 0 && at-1 > start(c) {
		return english.Shared(c.ContentTo(at-1), old.stems) >= 2 && len(minus(c.ContentTo(at-1), old.stems)) == 0
	} else if at == 0 && (u.Lead != english.Colon || c.Verb >= 0 || c.Word(start(c)) != "a" && c.Word(start(c)) != "an") {
		return false
	}
	if b == nil || !b.Has(english.Retire) || !b.Has(english.NewAim) || b.Negated() || b.Asked || len(c.Content()) == 0 {
		return false
	}
	shared := english.Shared(b.Content(), old.stems)
	return shared >= 2 || shared == 1 && len(without(b.Content(), ofGivingUp)) == 1
}

// ofGivingUp are stems of the words that give up.
var ofGivingUp = english.SetOf(english.Content("forget drop scrap ditch skip idea whole thing"))

// becomesA is where a clause says what something becomes, or 0: "it becomes a search".
func becomesA(c *english.Clause) int {
	if c.Verb < 1 || c.Word(c.Verb) != "becomes" || c.Word(c.Verb+1) != "a" && c.Word(c.Verb+1) != "an" {
		return 0
	}
	if w := c.Word(c.Verb - 1); c.Verb-1 != start(c) || w == "it" || w == "this" {
		return c.Verb
	}
	return 0
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
