package hydrate

import (
	"cmp"
	"slices"
	"strings"
)

// found gathers the hits of one scan. A name, a file and a name within a file
// are resolved once each, however often the prompt repeats them.
type found struct {
	hits   int // every hit, repeated ones too
	names  map[*name]Rank
	files  map[*file]bool
	within map[nameIn]bool
	best   map[*Named]Rank
}

type nameIn struct {
	name *name
	file *file
}

func (f *found) add(e *Named, rank Rank) {
	if f.best == nil {
		f.best = map[*Named]Rank{}
	}
	if old, ok := f.best[e]; !ok || rank < old {
		f.best[e] = rank
	}
}

func (f *found) all(list []*Named, rank Rank) {
	for _, e := range list {
		f.add(e, rank)
	}
}

// key notes an entity that was named by its key, and what it contains.
func (f *found) key(e *Named, x *Index) {
	f.hits++
	if old, ok := f.best[e]; ok && old == ByKey {
		return
	}
	f.add(e, ByKey)
	if p := x.places.Get(scopeOf(e.Path), e.Symbol); p != nil {
		f.all(p.members(), ByQualified)
	}
}

// file notes all entities of a file.
func (f *found) file(in *file) {
	f.hits++
	if f.files[in] {
		return
	}
	if f.files == nil {
		f.files = map[*file]bool{}
	}
	f.files[in] = true
	f.all(in.entities, ByPath)
}

// vague marks a name that points at nothing, because too many entities bear it.
const vague Rank = 0

// name notes what a name means, with all that it contains. It tells whether the
// name counts: one that more than bound entities bear points at none.
func (f *found) name(n *name, rank Rank, bound int) bool {
	old, seen := f.names[n]
	switch {
	case seen && old == vague:
		return false
	case seen && old <= rank:
		f.hits++
		return true
	}
	places := outermost(n.places, bound)
	if len(places) == 0 {
		rank = vague
	}
	if f.names == nil {
		f.names = map[*name]Rank{}
	}
	f.names[n] = rank
	if rank == vague {
		return false
	}
	f.hits++
	for _, p := range places {
		f.all(p.all, rank)
	}
	return true
}

// nameIn notes what a name means within one file, and tells whether it means
// anything there.
func (f *found) nameIn(n *name, in *file) bool {
	key := nameIn{n, in}
	known, seen := f.within[key]
	if !seen {
		for _, p := range n.places {
			for _, e := range p.all {
				if e.Path == in.path {
					known = true
					f.add(e, ByQualified)
				}
			}
		}
		if f.within == nil {
			f.within = map[nameIn]bool{}
		}
		f.within[key] = known
	}
	if known {
		f.hits++
	}
	return known
}

// outermost returns the places that lie in no other of them, or none where more
// than bound entities bear the name there. A constructor bears its class's
// name; it is no second meaning, for the class brings it along.
func outermost(places []*place, bound int) []*place {
	if bound <= 0 || len(places) > 4*bound {
		return nil
	}
	var list []*place
	count := 0
	for _, p := range places {
		if slices.ContainsFunc(places, func(q *place) bool {
			return q.scope == p.scope && strings.HasPrefix(p.name, q.name+".")
		}) {
			continue
		}
		list = append(list, p)
		count += max(1, int(p.bearers))
	}
	if count > bound {
		return nil
	}
	return list
}

// mentions returns what was found, in order.
func (f *found) mentions() []Mention {
	if len(f.best) == 0 {
		return nil
	}
	list := make([]Mention, 0, len(f.best))
	for e, rank := range f.best {
		list = append(list, Mention{Entity: Entity{Named: *e}, Rank: rank})
	}
	slices.SortFunc(list, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), inOrder(&a.Entity.Named, &b.Entity.Named))
	})
	return list
}
