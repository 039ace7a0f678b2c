package acts

import (
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// entryOf is what a delta makes, as an entry that the state does not have yet.
func entryOf(d delta.Delta) *entry {
	c := delta.Created(d)
	if c == nil {
		return nil
	}
	e := &entry{id: c.ID, summary: c.Summary, age: 1, born: c.SourceTurns[0].TurnID, held: d, open: true}
	e.kind, _ = delta.Makes(d)
	switch d := d.(type) {
	case *delta.DecisionMade:
		e.options = d.Alternatives
	case *delta.BranchCreated:
		e.branch, e.options = true, d.Alternatives
	}
	text := e.summary
	for _, o := range e.options {
		e.each = append(e.each, english.Content(o))
		text += "\n" + o
	}
	e.stems = english.Content(text)
	return e
}

// proposed is the idea of the turn before that an acceptance means: the one that it
// echoes most, else the last one.
func (r *reader) proposed(u *unit) *entry {
	var best *entry
	most := -1
	for _, e := range r.entries {
		if !e.open || e.kind != delta.Hypothesis || e.branch || r.scene.before == nil || e.born != r.scene.before.turn.ID {
			continue
		}
		if n := english.Shared(u.content, e.stems); n >= most {
			best, most = e, n
		}
	}
	return best
}

// sure is how much must speak for an item before a unit is taken to revise it, surer
// where the unit rather makes a new one.
const sure, surer = 0.75, 1.1

// subject is the open item of a kind that a unit gives another content, and how much
// speaks for it: words of its own, its old value, what is said right before, and that
// it was touched lately. A revision needs the same subject.
func (r *reader) subject(i int, kind delta.ItemKind) (*entry, float64) {
	u := &r.units[i]
	words := withoutNumbers(u.content)
	around := u.sentence.Content()
	for k := i - 1; k >= 0 && k >= i-2; k-- {
		around = append(slices.Clone(around), r.units[k].content...)
	}
	var best *entry
	most := 0.0
	for _, e := range r.entries {
		if !e.open || e.kind != kind || e.age == 0 {
			continue
		}
		about := withoutNumbers(e.stems)
		score := 1.5*shareOf(words, about) + 0.6*shareOf(withoutNumbers(around), about) + 1/float64(4+e.age)
		for _, w := range around {
			if isNumber(w) && english.Holds(e.stems, w) && u.clause.Number() {
				score += 0.8
			}
		}
		if len(words) <= 1 && u.clause.Number() && slices.ContainsFunc(e.stems, isNumber) && e.age <= 4 {
			score += 0.5
		}
		if score > most {
			best, most = e, score
		}
	}
	return best, most
}

// shareOf is how much of two texts' words is common, less where it is but one of many.
func shareOf(a, b []string) float64 {
	n := english.Shared(a, b)
	if n == 0 {
		return 0
	}
	return float64(n) / float64(min(len(a), len(b))+1)
}

func withoutNumbers(stems []string) []string {
	return slices.DeleteFunc(slices.Clone(stems), isNumber)
}

// revise gives the item that a unit speaks of another content; without such an item
// the unit makes one.
func (r *reader) revise(i int, kind delta.ItemKind) {
	u := &r.units[i]
	e, speaks := r.subject(i, kind)
	if e == nil || speaks < sure {
		if kind == delta.Decision {
			r.decide(i)
		} else {
			r.rule(i)
		}
		return
	}
	summary := r.revised(i, e)
	if kind == delta.Decision {
		r.emit(&delta.DecisionRevised{TargetID: e.id, Summary: summary, Confidence: delta.High, Provenance: r.provenance()})
	} else {
		r.emit(&delta.ConstraintRevised{TargetID: e.id, Summary: summary, Mode: u.mode(), Confidence: delta.High, Provenance: r.provenance()})
	}
	r.made = append(r.made, made{i, Redecide, e.id})
}

// leastAgain is how likely a unit that decides or rules must give an item another content.
const leastAgain = 0.2

// revises reports whether a unit that decides or rules rather gives an item that there
// is another content.
func (r *reader) revises(i int, again Act, kind delta.ItemKind) bool {
	if r.told[i][again] < leastAgain {
		return false
	}
	_, speaks := r.subject(i, kind)
	return speaks > surer
}

// mode tells whether a rule allows more now, less, or something else.
func (u *unit) mode() delta.Mode {
	switch {
	case u.clause.Has(english.Stricter):
		return delta.Tightened
	case u.clause.Has(english.Loosen, english.Exception):
		return delta.Relaxed
	}
	return delta.Amended
}

// drop takes the item out of force that a unit speaks of.
func (r *reader) drop(i int) {
	u := &r.units[i]
	var best *entry
	most := 0
	for _, e := range r.entries {
		if !e.open || e.age == 0 {
			continue
		}
		if n := english.Shared(u.content, e.stems); n > most || n == most && n > 0 && e.kind != delta.Fact {
			best, most = e, n
		}
	}
	switch {
	case best == nil:
	case best.kind == delta.Task:
		r.emit(&delta.TaskClosed{TargetID: best.id, Resolution: delta.Abandoned, Confidence: delta.High, Provenance: r.provenance()})
		best.open = false
	default:
		r.supersede(best, u.sentence.Text, "")
	}
}

// settle closes the tasks and ends the ideas and choices that the turn is about.
func (r *reader) settle() {
	if len(r.units) == 0 {
		return
	}
	var s sink
	for _, e := range r.entries {
		if !e.ends() {
			continue
		}
		s.reset()
		s.pair(r, e)
		if r.deed, r.likely = e.end(), r.model.yes(s.ids); r.likely < r.least(r.deed) {
			continue
		}
		if e.held != nil && !e.reported() {
			continue
		}
		at := r.reason(e)
		if r.turn.Role == Assistant && e.kind == delta.Task && !r.claims(at, e) {
			continue
		}
		if r.isDocument || Secret(r.units[at].sentence.Text) {
			continue
		}
		if t := &r.told[at]; e.kind != delta.Task && t[Decide]+t[Accept]+t[Refuse]+t[Drop]+t[State]+t[Rule]+t[Redecide]+t[Rerule]+t[Open] < leastActs {
			continue
		}
		if e.kind != delta.Task && (r.noSpeech(at, Refuse) != "" || !r.answers(at, e)) {
			continue
		}
		if e.kind != delta.Task {
			r.supersede(e, r.units[at].sentence.Text, r.instead(at, e))
			continue
		}
		if r.turn.Role == User && (r.told[at][Close]+r.told[at][Abandon] < 0.25 || r.opens(at) || r.complains(at)) {
			continue // somebody goes on, and says nothing of it
		}
		how := delta.Completed
		if r.told[at][Abandon] > r.told[at][Close] {
			if how = delta.Abandoned; r.told[at][Abandon] < 0.25 {
				continue
			}
		}
		r.emit(&delta.TaskClosed{TargetID: e.id, Resolution: how, Confidence: delta.High, Provenance: r.provenance()})
		e.open = false
	}
}

// leastClaim is how likely a unit must report work as done.
const leastClaim = 0.2

// claims reports whether a unit says that work is done or given up: to begin with it, or
// to explain how it goes, is no end of it.
// What was asked for earlier than in the turn before must be named.
func (r *reader) claims(i int, e *entry) bool {
	t, u := &r.told[i], &r.units[i]
	n := english.Shared(u.content, e.stems)
	if e.age > 1 && (n < min(2, len(e.stems)) || english.Overlap(u.content, e.stems) < 0.5) {
		return false
	}
	return t[Close]+t[Abandon] >= leastClaim || u.clause.Has(english.Done) && n > 0
}

// complains reports whether a unit says that something is not as it should be.
func (r *reader) complains(i int) bool {
	c := r.units[i].clause
	return c.Asked || c.Negated() && r.told[i][Abandon] < r.told[i][Close] || c.Has(english.NotDone, english.Deny)
}

// answers reports whether a unit is about an idea or choice: it shares words with it, or
// is short and takes, refuses or picks.
func (r *reader) answers(i int, e *entry) bool {
	u := &r.units[i]
	if n := english.Shared(u.content, e.stems); n > 1 || n == 1 && (e.branch || len(u.content) <= shortAnswer) {
		return true
	}
	return len(u.content) <= shortAnswer && (r.told[i][Accept]+r.told[i][Refuse] > 0.4 ||
		u.clause.Has(english.Accept, english.Reject, english.Confirm, english.Deny, english.Answered, english.DidIt))
}

// ends reports whether an item is one that a later turn may end without naming it.
func (e *entry) ends() bool {
	return e.open && e.age > 0 && (e.kind == delta.Task || e.kind == delta.Hypothesis)
}

// opens reports whether a unit is taken for an order of work.
func (r *reader) opens(i int) bool {
	a, _ := r.best(i)
	return a == Open
}

// end is what ends an item without naming it.
func (e *entry) end() Deed {
	switch {
	case e.branch:
		return EndChoice
	case e.kind == delta.Hypothesis:
		return EndIdea
	}
	return EndTask
}

// leastActs is how likely it must be that the unit which ends an idea settles
// something.
const leastActs = 0.3

// reason is the unit that ends an item: the one that does most of what ends such items
// and speaks of it.
func (r *reader) reason(e *entry) int {
	at, most := 0, -1.0
	for i := range r.units {
		t := &r.told[i]
		score := t[Decide] + t[Accept] + t[Refuse] + t[Drop] + t[State]/2 + t[Rule]/2 + t[Redecide]/2
		if e.kind == delta.Task {
			score = t[Close] + t[Abandon]
		}
		score += english.Overlap(r.units[i].content, e.stems) / 2
		if score > most {
			at, most = i, score
		}
	}
	return at
}

// instead is what the unit that ends an item has made, "" where it has made nothing.
func (r *reader) instead(at int, e *entry) string {
	for _, m := range r.made {
		if m.unit == at && (m.act == Decide || m.act == Accept || m.act == State || m.act == Rule) {
			return m.id
		}
	}
	return ""
}
