package read

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// aim finds the broad aim of the session in the first user turn, proposes it,
// and returns the clauses that are left. A command is an aim here: "write a
// CLI that …".
func (r *reader) aim(us []unit) []unit {
	best, score := -1, 0
	for i, u := range us {
		if s := aimScore(u) - min(i, 4)/2; s > score && !r.thinksBetter(u) {
			best, score = i, s
		}
	}
	if best < 0 {
		return us
	}
	u := us[best]
	summary := core(u.Clause)
	rest, names := []unit{}, false
	for i, o := range us {
		after := o.s == u.s && i > best
		names = after && namesPart(o.Clause) && (names || o.Lead == english.Colon)
		same := after && (names || belongs(o.Clause))
		if same && o.Lead == english.Colon {
			summary += ": " + core(o.Clause)
		} else if same {
			summary += ", " + core(o.Clause)
		}
		if same || o.s == u.s && i < best && !o.Number() && !o.Aside && !o.Has(english.Must, english.Never) {
			continue
		}
		if i != best {
			rest = append(rest, o)
		}
	}
	if len(u.Content()) < 3 && best > 0 {
		before := us[0].Clause
		if u.at > 0 {
			before = u.before()
		}
		summary = core(before) + ", " + summary
	}
	r.propose(&delta.GoalSet{Creation: r.creation(r.summary(summary), delta.High)})
	return rest
}

// aimless tells that the conversation opened without an aim: after a greeting
// the second turn names it.
func (r *reader) aimless() bool {
	return len(r.memory.entries) == 0 && len(r.passages) > 0 && len(r.own) < 3
}

// belongs tells that a clause only goes on with the aim before it.
func belongs(c *english.Clause) bool {
	return c.Lead == english.Because || c.Lead == english.And && c.Verb < 0 && !c.Number() && (c.Word(0) == "a" || c.Word(0) == "an" || c.Word(0) == "with") || c.Lead == english.And && (c.Word(0) == "a" || c.Word(0) == "an") && c.HasWord("where", "that", "which") || c.Lead == english.And && c.Command && !c.Has(english.Must, english.Never, english.Only) && c.Order == 0 && c.Tokens[0].Word != "do"
}

// namesPart tells a few words that only name a part of what is wanted: "a parser:
// tokens, nodes and errors".
func namesPart(c *english.Clause) bool {
	return len(c.Tokens) <= 3 && !c.Number() && !c.Asked && !c.Negated() && !c.HasWord("it", "them", "me", "us", "please") && !c.Has(english.Must, english.Never, english.Only, english.Off, english.Soft, english.Limit)
}

// aimScore weighs a clause as the aim of a session.
func aimScore(u unit) int {
	c := u.Clause
	content := len(c.Content())
	if content < 2 && !(content == 1 && c.HasWord("want", "need")) || u.p.Kind == prose.Row || c.Aside {
		return 0
	}
	score := 0
	if c.Has(english.Aim) {
		score += 3
	}
	if v, ok := c.VerbAt(0); ok && v.Form == english.Gerund && v.Class&english.Work != 0 && v.Lemma != "start" && v.Lemma != "begin" {
		score += 4 // "building a …", without its subject
	}
	if c.HasWord("need", "needs", "want", "wants") && !c.HasWord("not") {
		score += 2
	}
	if c.Starts(english.Aim) || c.Command {
		score += 2
	}
	if v, ok := c.VerbAt(c.Order); c.Command && ok && v.Class&english.Work == 0 {
		score -= 3
	}
	if slices.Contains([]string{"help", "goal", "aim"}, c.Word(0)) || c.HasWord("help") || c.HasWord("goal", "aim", "objective") {
		score += 2
	}
	if score == 0 && c.Asked && content >= 3 {
		score = 1
	}
	if c.Has(english.Must, english.Never, english.Off) && !c.Has(english.Aim) || c.Word(0) == "no" || c.Word(0) == "must" {
		score -= 4
	}
	if len(c.Tokens) > 1 && c.Tokens[0].Word == "do" && c.Tokens[1].Word == "not" {
		score -= 5
	}
	if c.Lead.Dependent() {
		score -= 2
	}
	if score > 0 && content >= 5 {
		score++
	}
	if c.Has(english.Thanks) && content < 4 {
		return 0
	}
	if score == 0 && c.Verb >= 0 && content >= 3 && (c.Word(0) == "i" || c.Word(0) == "we") && !c.Has(english.Must) {
		score = 1
	}
	if score == 0 && c.Verb >= 0 && c.Has(english.Passing) {
		score = 1 // a bug hunt begins with the symptom
	}
	if score == 0 && content >= 3 && c.Verb != 0 && !c.Has(english.Must, english.Never, english.Off, english.Only, english.Limit, english.History) && !c.Lead.Dependent() && c.First && c.Word(0) != "do" && c.Word(0) != "no" {
		score = 1 // what else a session opens with is what it is about
	}
	return score
}

// newAim finds a later change of the aim: the old goal goes, the new one
// comes.
func (r *reader) newAim(us []unit) []unit {
	old := r.memory.recent(goals, 1<<30)
	if old == nil {
		return us
	}
	for i, u := range us {
		if !u.Has(english.NewAim) || u.Asked || u.Has(english.Hedge, english.Undecided, english.Someday) {
			continue
		}
		stems := u.s.Content()
		shared := english.Shared(stems, old.stems)
		strong := u.HasWord("goal", "aim", "scope", "plan", "plans", "direction", "pivot", "objective", "bigger", "smaller", "wider", "broader")
		if !strong && (shared < 2 || !u.HasWord("we", "i", "it", "this")) || len(stems) < 3 {
			continue
		}
		if !strong && !u.HasWord("now", "instead", "also", "whole", "just", "longer") {
			continue
		}
		text := u.s.Text
		goal := &delta.GoalSet{Creation: r.creation(r.summary(text), delta.High)}
		r.propose(goal)
		r.supersede(old, goal.ID, text, delta.High)
		rest := slices.Clone(us[:i])
		for _, o := range us[i:] {
			if o.s != u.s {
				rest = append(rest, o)
			}
		}
		return rest
	}
	return us
}
