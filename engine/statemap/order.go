package statemap

import (
	"cmp"
	"slices"
)

// order is a list of the entries by path and position, kept over changes: a few
// are worked in, since sorting many thousands for each would cost more than what
// the list is for. The lock of what it is an order of guards it.
type order struct {
	list    []*Entry // as it was asked for last; nil for none
	moved   []move   // what has changed since
	changes int      // counts all that ever has
}

// move is what became of one entity: the entry that left and the one that came,
// nil for none.
type move struct{ old, now *Entry }

// maxMoved is how many changes of the order are worked in; with more of them
// sorting anew is cheaper.
const maxMoved = 32

// note notes a change.
func (o *order) note(old, now *Entry) {
	o.changes++
	if o.list == nil {
		return
	}
	if o.moved = append(o.moved, move{old, now}); len(o.moved) > maxMoved {
		o.list, o.moved = nil, nil
	}
}

// sorted is the list as things stand now, nil where it must be sorted anew. It
// never changes again.
func (o *order) sorted() []*Entry {
	if o.list != nil {
		o.list, o.moved = moved(o.list, o.moved), nil
	}
	return o.list
}

// learn takes a list that was sorted when there had been so many changes, unless
// there were more meanwhile.
func (o *order) learn(list []*Entry, changes int) {
	if changes == o.changes {
		o.list, o.moved = list, nil
	}
}

// moved is a sorted list with changes worked in; the list stays as it is.
func moved(list []*Entry, changes []move) []*Entry {
	if len(changes) == 0 {
		return list
	}
	out := make([]*Entry, len(list), len(list)+len(changes))
	copy(out, list)
	for _, c := range changes {
		if c.old != nil {
			if at, found := slices.BinarySearchFunc(out, c.old, inOrder); found {
				out = slices.Delete(out, at, at+1)
			}
		}
		if c.now != nil {
			at, _ := slices.BinarySearchFunc(out, c.now, inOrder)
			out = slices.Insert(out, at, c.now)
		}
	}
	return out
}

// inOrder sorts entries by path, position and symbol.
func inOrder(a, b *Entry) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Position, b.Position), cmp.Compare(a.Symbol, b.Symbol))
}
