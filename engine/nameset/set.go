// Package nameset finds things by a name that they bear themselves, for tables of
// many thousands that are held as long as the process runs.
package nameset

import (
	"hash/maphash"
	"iter"
	"math/bits"
)

// Set finds each of its elements by its scope and its name: a map that leaves
// its keys where they are, in the elements, and so takes 15 bytes for one where
// a map of strings takes 45. It is not safe for concurrent use.
type Set[T any] struct {
	bears func(*T) (scope, name string)
	seed  maphash.Seed
	slots []*T // an element stands at its home or behind it, with no gap between
	tags  []uint8
	count int
}

// New returns an empty Set. bears tells by what an element is found; it must
// tell the same as long as the element is in the Set.
func New[T any](bears func(*T) (scope, name string)) *Set[T] {
	return &Set[T]{bears: bears, seed: maphash.MakeSeed()}
}

// Len is the number of elements.
func (s *Set[T]) Len() int { return s.count }

// Get returns the element of that scope and name, nil for none.
func (s *Set[T]) Get(scope, name string) *T {
	if s.count == 0 {
		return nil
	}
	at, _ := s.find(scope, name)
	return s.slots[at]
}

// Put adds an element, or puts it in the place of the one of the same name.
func (s *Set[T]) Put(x *T) {
	if s.count+1 > len(s.slots)/4*3 { // beyond that, searches become long
		s.grow()
	}
	s.put(x)
}

func (s *Set[T]) put(x *T) {
	at, tag := s.find(s.bears(x))
	if s.slots[at] == nil {
		s.count++
	}
	s.slots[at], s.tags[at] = x, tag
}

// Delete removes the element of that scope and name, if there is one.
func (s *Set[T]) Delete(scope, name string) {
	if s.count == 0 {
		return
	}
	gap, _ := s.find(scope, name)
	if s.slots[gap] == nil {
		return
	}
	s.count--
	for at := s.after(gap); s.slots[at] != nil; at = s.after(at) {
		// What stands behind the gap moves into it, unless it would come to
		// stand before its home.
		home, _ := s.home(s.bears(s.slots[at]))
		if s.distance(home, at) >= s.distance(gap, at) {
			s.slots[gap], s.tags[gap] = s.slots[at], s.tags[at]
			gap = at
		}
	}
	s.slots[gap] = nil
}

// All yields the elements in no order. The Set must not change meanwhile.
func (s *Set[T]) All() iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for _, x := range s.slots {
			if x != nil && !yield(x) {
				return
			}
		}
	}
}

// find returns the slot of the element of that scope and name, or the empty one
// where it belongs, and its tag. There is always an empty slot.
func (s *Set[T]) find(scope, name string) (at int, tag uint8) {
	at, tag = s.home(scope, name)
	for ; s.slots[at] != nil; at = s.after(at) {
		if s.tags[at] != tag {
			continue // most of the others are told apart without a look at them
		}
		if otherScope, other := s.bears(s.slots[at]); other == name && otherScope == scope {
			return at, tag
		}
	}
	return at, tag
}

// home is the slot at which the search for an element begins.
func (s *Set[T]) home(scope, name string) (at int, tag uint8) {
	h := maphash.String(s.seed, name)
	if scope != "" {
		h += bits.RotateLeft64(maphash.String(s.seed, scope), 29) * 0x9e3779b97f4a7c15
	}
	place, _ := bits.Mul64(h, uint64(len(s.slots)))
	return int(place), uint8(h)
}

func (s *Set[T]) after(at int) int {
	if at++; at < len(s.slots) {
		return at
	}
	return 0
}

// distance is the number of steps from one slot to another.
func (s *Set[T]) distance(from, to int) int {
	if from <= to {
		return to - from
	}
	return to - from + len(s.slots)
}

func (s *Set[T]) grow() {
	old := s.slots
	n := max(8, len(old)/2*3)
	s.slots, s.tags, s.count = make([]*T, n), make([]uint8, n), 0
	for _, x := range old {
		if x != nil {
			s.put(x)
		}
	}
}
