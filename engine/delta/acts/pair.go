package acts

import (
	"strconv"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// pair notes the features of an item that the turn may end, in the light of the turn.
func (s *sink) pair(r *reader, e *entry) {
	tag := string(r.turn.Role[:1]) + e.name() + " "
	fresh := tag + "old "
	if e.age <= 1 {
		fresh = tag + "new "
	} else if e.age <= 3 {
		fresh = tag + "late "
	}
	rank, count := r.rank(e)
	s.add(tag, "bias")
	s.add(fresh)
	s.add(tag, "age:", bucket(e.age))
	s.add(tag, "rank:", bucket(rank))
	s.add(tag, "count:", bucket(count))
	s.add(tag, "units:", bucket(len(r.units)))
	if r.code {
		s.add(tag, "code")
	}
	if len(r.units) == 0 {
		return
	}
	s.met(r, e, tag, fresh)
	first := &r.units[0]
	s.add(fresh, "first:", shape(&first.clause.Tokens[0]))
	s.cues(fresh+"cue:", first.clause)
	if first.asked() {
		s.add(fresh, "firstasked")
	}
	if e.branch {
		best := strconv.Itoa(r.picks(e))
		s.add(fresh, "picked:", best)
		s.add(tag, "picked:", best)
	}
}

// name is how features call an item that ends.
func (e *entry) name() string {
	switch {
	case e.branch:
		return "branch"
	case e.kind == delta.Hypothesis:
		return "idea"
	}
	return "task"
}

// rank is how many open items of its sort are newer than an item, and how many there
// are beside it.
func (r *reader) rank(e *entry) (rank, count int) {
	later := false
	for _, o := range r.entries {
		switch {
		case o == e:
			later = true
		case o.open && o.age > 0 && o.kind == e.kind && o.branch == e.branch:
			count++
			if later {
				rank++
			}
		}
	}
	return rank, count
}

// met notes what the turn does, and what the unit does that says most of the item.
func (s *sink) met(r *reader, e *entry, tag, fresh string) {
	var all []string
	var most spread
	overlap, at := 0.0, 0
	for i := range r.units {
		u := &r.units[i]
		all = append(all, u.content...)
		o := english.Overlap(u.content, e.stems)
		if english.Shared(u.content, e.stems) == 1 && len(u.content) > 3 {
			o /= 2
		}
		if o > overlap {
			overlap, at = o, i
		}
		for a, p := range r.told[i] {
			most[a] = max(most[a], p)
		}
	}
	shared := english.Shared(all, e.stems)
	s.add(fresh, "overlap:", level(overlap))
	s.add(tag, "overlap:", level(overlap))
	s.add(tag, "shared:", bucket(shared))
	s.add(fresh, "shared:", bucket(min(shared, 3)))
	s.add(tag, "cover:", level(float64(shared)/float64(len(e.stems)+1)))
	for a := Aim; a < Acts; a++ {
		if most[a] >= 0.1 {
			s.add(tag, "act:", a.String(), level(most[a]))
			s.add(fresh, "act:", a.String(), level(most[a]))
		}
	}
	if overlap == 0 {
		return
	}
	u := &r.units[at]
	for a := None; a < Acts; a++ {
		if p := r.told[at][a]; p > 0.2 {
			s.add(tag, "met:", a.String(), level(p))
			s.add(tag, "met:", a.String(), " ", level(overlap))
		}
	}
	s.cues(tag+"metcue:", u.clause)
	if u.clause.Negated() {
		s.add(tag, "metneg")
	}
	if u.asked() {
		s.add(tag, "metasked")
	}
	s.add(tag, "metbox:", bucket(int(u.passage.Box)))
}

// picks is 0 where no unit picks an option of a choice, 1 where one does, and 2 where
// one does that decides.
func (r *reader) picks(e *entry) int {
	best := 0
	for i := range r.units {
		if p := r.picked(&r.units[i]); p != nil && p.entry == e {
			best = max(best, 1)
			if r.told[i][Decide]+r.told[i][Accept] > 0.4 {
				best = 2
			}
		}
	}
	return best
}

// level is a likelihood in few steps.
func level(x float64) string {
	switch {
	case x > 0.7:
		return "4"
	case x > 0.45:
		return "3"
	case x > 0.2:
		return "2"
	case x > 0:
		return "1"
	}
	return "0"
}
