package delta

import (
	"cmp"
	"slices"
)

// State is the reconciled truth of a conversation. The zero value is a
// conversation that changed nothing. It belongs to one goroutine at a time.
type State struct {
	items map[string]*Item
	order []string // ids as they came
	log   []Delta  // accepted
	seq   int      // of the last event
}

// Seq is the sequence number of the last event, 0 before the first.
func (s *State) Seq() int { return s.seq }

// Item is the item with an id, or nil. It is the state's own: read it, and
// change it by deltas only.
func (s *State) Item(id string) *Item { return s.items[id] }

// Items lists all items in the order in which they came.
func (s *State) Items() []*Item { return s.Last(len(s.order)) }

// Last lists the items that came last, at most so many, in that order.
func (s *State) Last(n int) []*Item {
	ids := s.order[max(0, len(s.order)-n):]
	out := make([]*Item, len(ids))
	for i, id := range ids {
		out[i] = s.items[id]
	}
	return out
}

// holders notes the last open item of each of some semantic ids, "" where none holds
// it. Most turns mean little, and a long conversation has many items.
func (s *State) holders(meanings []string, held map[string]string) {
	for _, m := range meanings {
		if m != "" {
			held[m] = ""
		}
	}
	if len(held) == 0 {
		return
	}
	for _, id := range s.order {
		it := s.items[id]
		if _, asked := held[it.SemanticID]; asked && it.Open() {
			held[it.SemanticID] = it.ID
		}
	}
}

// CopyItems lists copies of all items in the order in which they came.
func (s *State) CopyItems() []Item {
	out := make([]Item, 0, len(s.order))
	for _, id := range s.order {
		out = append(out, *s.items[id].clone())
	}
	return out
}

// SortedItems lists copies of all items by id, as the snapshot has them.
func (s *State) SortedItems() []Item {
	out := s.CopyItems()
	slices.SortFunc(out, func(a, b Item) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// Deltas lists the accepted deltas, oldest first.
func (s *State) Deltas() []Delta { return slices.Clone(s.log) }

// Clone is an independent copy, for a fork or a trial.
func (s *State) Clone() *State {
	c := &State{items: make(map[string]*Item, len(s.items)), order: slices.Clone(s.order), log: slices.Clone(s.log), seq: s.seq}
	for id, it := range s.items {
		c.items[id] = it.clone()
	}
	return c
}

// insert adds an item at the end.
func (s *State) insert(it *Item) {
	if s.items == nil {
		s.items = map[string]*Item{}
	}
	if _, known := s.items[it.ID]; !known {
		s.order = append(s.order, it.ID)
	}
	s.items[it.ID] = it
}
