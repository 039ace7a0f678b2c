package acts

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// user reads what the user's turn changes.
func (r *reader) user() {
	r.takeUp()
	aim := r.aim()
	accepted := false
	for i := range r.units {
		a := r.takenFor(i, aim)
		if p := r.picked(&r.units[i]); p != nil && a != None {
			p.entry.picked = true
		}
		switch a {
		case Aim:
			r.goal(i)
		case Decide:
			if r.revises(i, Redecide, delta.Decision) {
				r.revise(i, delta.Decision)
			} else {
				r.decide(i)
			}
		case Accept:
			if !accepted {
				accepted = r.accept(i)
			}
		case Redecide:
			r.revise(i, delta.Decision)
		case Rerule:
			r.revise(i, delta.Constraint)
		case Rule:
			if r.revises(i, Rerule, delta.Constraint) {
				r.revise(i, delta.Constraint)
			} else {
				r.rule(i)
			}
		case Open:
			r.task(i)
		case State:
			r.fact(i)
		case Float:
			r.float(i)
		case Branch:
			r.branch(i)
		case Drop:
			r.drop(i)
		}
	}
	r.settle()
	r.report()
}

// takenFor is the act that a unit of the user is taken for: an option that is pointed
// at is chosen, and an order to make something asks for work.
func (r *reader) takenFor(i, aim int) Act {
	a := r.take(i)
	u := &r.units[i]
	switch p := r.picked(u); {
	case i == aim:
		r.deed, r.likely = Deed(Aim), max(r.told[i][Aim], Floor)
		return Aim
	case a == Aim && r.vetoed(i, Open) == "", a == None && r.first && r.told[i][Open] >= leastOrder && r.orders(i, Open):
		return Open
	case a == Aim:
		return None
	case a != Decide && a != Redecide && p != nil && p.pointed && p.entry.age <= 1 && r.vetoed(i, Decide) == "":
		return Decide
	case a == Decide && p == nil && u.clause.Has(english.LetUs):
		return letUs(u.clause)
	case a == Decide && p == nil && u.work():
		return Open
	}
	return a
}

// letUs is what "let us …" does: it settles on something where the verb behind it
// chooses, asks for work where that is a verb of work, and else only goes on.
func letUs(c *english.Clause) Act {
	at := c.At(english.LetUs) + 2
	v, ok := c.VerbAt(at)
	switch {
	case !ok || v.Class&english.Choose != 0 && c.Word(at+1) != "ahead":
		return Decide
	case v.Class&english.Work != 0 && c.Word(at+1) != "on":
		return Open
	}
	return None
}

// assistant reads what the assistant's turn changes at once.
func (r *reader) assistant() {
	for i := range r.units {
		switch r.take(i) {
		case Decide:
			r.decide(i)
		case Open:
			if r.units[i].passage.Box != prose.NoBox {
				r.task(i)
			}
		case State:
			r.fact(i)
		case Drop:
			r.drop(i)
		}
	}
	r.settle()
}

// layOut reads the ideas, choices and plans of a turn.
func (r *reader) layOut() {
	for i := range r.units {
		switch r.take(i) {
		case Float:
			r.float(i)
		case Branch:
			r.branch(i)
		case Open:
			if r.units[i].passage.Box == prose.NoBox {
				r.task(i)
			}
		}
	}
}

// aim is the unit that says what the session is for, -1 where none does: of a first
// turn the likeliest one or else its first order, later one that says that the aim is
// another now.
func (r *reader) aim() int {
	has := slices.ContainsFunc(r.entries, func(e *entry) bool { return e.kind == delta.Goal && e.open })
	at, most := -1, r.least(Deed(Aim))
	if has {
		most = 0.4
	}
	for i := range r.units {
		if p := r.told[i][Aim]; p > most && r.vetoed(i, Aim) == "" && (!has && r.first || r.units[i].clause.Has(english.NewAim) || !has && r.units[i].clause.Has(english.Aim)) {
			at, most = i, p
		}
	}
	for i := 0; at < 0 && r.first && !has && i < len(r.units); i++ {
		if r.orders(i, Aim) {
			return i
		}
	}
	return at
}

// leastOrder is how likely an order of the first turn must ask for work.
const leastOrder = 0.1

// orders reports whether a unit is an order to do work on something, in so many words.
func (r *reader) orders(i int, a Act) bool {
	c := r.units[i].clause
	v, ok := c.VerbAt(c.Order)
	return c.Command && ok && v.Class&(english.Work|english.Drop) != 0 && len(r.units[i].content) > 1 && r.vetoed(i, a) == ""
}

func (r *reader) goal(i int) {
	d := &delta.GoalSet{Creation: r.creation(r.summary(i), delta.High)}
	for _, e := range r.entries {
		if e.kind == delta.Goal && e.open {
			r.emit(d)
			r.supersede(e, r.units[i].sentence.Text, d.ID)
			e.open = false
			r.made = append(r.made, made{i, Aim, d.ID})
			return
		}
	}
	r.propose(i, Aim, d)
}

func (r *reader) supersede(e *entry, reason, by string) {
	r.emit(&delta.ItemSuperseded{TargetID: e.id, NewItemID: by, Reason: reason, Confidence: delta.High, Provenance: r.provenance()})
	e.open = false
}

func (r *reader) rule(i int) {
	soft := r.units[i].clause.Has(english.Soft)
	r.propose(i, Rule, &delta.ConstraintAdded{Creation: r.creation(r.summary(i), delta.High), Hard: !soft})
}

func (r *reader) task(i int) {
	r.propose(i, Open, &delta.TaskOpened{Creation: r.creation(r.summary(i), delta.High)})
}

func (r *reader) fact(i int) {
	r.propose(i, State, &delta.FactLearned{Creation: r.creation(r.summary(i), delta.High)})
}

func (r *reader) float(i int) {
	r.propose(i, Float, &delta.HypothesisIntroduced{Creation: r.creation(r.summary(i), delta.Medium)})
}

func (r *reader) branch(i int) {
	if i < r.laidOut {
		return
	}
	options, to := r.options(i)
	if len(options) < 2 {
		return
	}
	r.laidOut = to
	r.propose(i, Branch, &delta.BranchCreated{Creation: r.creation(strings.Join(options, " | "), delta.Medium), Alternatives: options})
}

// decide takes a choice: in its own words, or in those of the option that it picks.
func (r *reader) decide(i int) {
	u := &r.units[i]
	summary := r.summary(i)
	var alternatives []string
	d := &delta.DecisionMade{Creation: r.creation(summary, delta.High), Alternatives: alternatives}
	if pick := r.picked(u); pick != nil {
		if len(u.content) < 2 || pick.pointed {
			if !eligible(pick.option) {
				return
			}
			d.Summary = pick.option
			d.SourceTurns = append(d.SourceTurns, delta.SourceTurn{TurnID: pick.entry.born})
		}
		for k, o := range pick.entry.options {
			if k != pick.at {
				d.Alternatives = append(d.Alternatives, o)
			}
		}
	} else if len(u.content) == 0 {
		return
	}
	r.propose(i, Decide, d)
}

// eligible reports whether what was laid out can be chosen: a question or a guess about
// how things are cannot.
func eligible(text string) bool {
	sentences := english.Sentences(text)
	if len(sentences) == 0 || len(sentences[0].Clauses) == 0 {
		return false
	}
	c := &sentences[0].Clauses[0]
	return !c.Asked && !sentences[0].Asked && (!c.Has(english.Hedge, english.Assumption, english.Undecided) || c.Has(english.Suggest))
}

// accept takes what was proposed in the turn before.
func (r *reader) accept(i int) bool {
	e := r.proposed(&r.units[i])
	if e == nil || !eligible(e.summary) {
		return false
	}
	from := delta.SourceTurn{TurnID: e.born}
	c := r.creation(e.summary, delta.High)
	c.SourceTurns = append(c.SourceTurns, from)
	if e.branch {
		return false
	}
	r.propose(i, Accept, &delta.DecisionMade{Creation: c})
	return true
}
