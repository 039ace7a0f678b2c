package acts

import (
	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// Seen is a unit as the trainer sees it.
type Seen struct {
	Text         string
	Content      []string // stems
	Features     []string
	SameSentence bool // as the unit before
	Asked        bool
	Accepts      bool // by its words
	Done         bool
	Dropped      bool
}

// See takes a turn apart as Read does, in the light of a state that holds what the
// turns before it changed.
func See(state *delta.State, before []Turn, turn Turn) []Seen {
	sc := look(state, before, turn)
	out := make([]Seen, len(sc.units))
	s := sink{named: true}
	for i := range sc.units {
		u := &sc.units[i]
		s.reset()
		s.unit(sc, i)
		out[i] = Seen{
			Text: u.text, Content: u.content, Features: append([]string(nil), s.names...), SameSentence: u.number > 0, Asked: u.asked(),
			Accepts: u.clause.Has(english.Accept, english.Answered, english.DidIt), Done: u.clause.Has(english.Done), Dropped: u.clause.Has(english.Retire),
		}
	}
	return out
}

// SeenItem is an open item in the light of a turn, as the trainer sees it.
type SeenItem struct {
	ID       string
	Features []string
}

// SeeItems are the open tasks, ideas and choices that a turn may end.
func (m *Model) SeeItems(state *delta.State, before []Turn, turn Turn) []SeenItem {
	r := &reader{model: m, scene: look(state, before, turn)}
	r.told = m.acts(r.scene)
	s := sink{named: true}
	var out []SeenItem
	for _, e := range r.entries {
		if !e.ends() {
			continue
		}
		s.reset()
		s.pair(r, e)
		out = append(out, SeenItem{e.id, append([]string(nil), s.names...)})
	}
	return out
}
