package hydrate

import (
	"cmp"
	"slices"
	"strings"
)

// found gathers the hits of one scan. A name and a file are resolved once each,
// however often the prompt repeats them.
type found struct {
	hits  int // every hit, repeated ones too
	names map[*name]Rank
	order []*name // those of names, as the prompt has them first
	// words are ordinary words that are names, too, and say nothing alone.
	words map[*name]bool
	// files counts how often a file is named, without what only says where the
	// code of a fence stands.
	files map[*file]int
	// holders are the symbols that were named, by their key: they bring along
	// what they contain.
	holders map[*place]bool
	within  map[nameIn]bool
	best    map[*Named]hit
}

// hit is how an entity was found.
type hit struct {
	rank  Rank
	word  bool
	place *place // that brought it, nil for none
}

type nameIn struct {
	name *name
	file *file
	rank Rank
}

func (f *found) add(e *Named, h hit) {
	if f.best == nil {
		f.best = map[*Named]hit{}
	}
	if old, ok := f.best[e]; !ok || h.rank < old.rank {
		h.word = h.word || old.word
		f.best[e] = h
	}
}

// place notes a symbol that was named, and what it contains.
func (f *found) place(p *place, rank Rank) {
	for _, e := range p.bearers() {
		f.add(e, hit{rank: rank})
	}
	if f.holders[p] || len(p.members()) == 0 {
		return
	}
	if f.holders == nil {
		f.holders = map[*place]bool{}
	}
	f.holders[p] = true
	for _, e := range p.members() {
		f.add(e, hit{rank: ByMember, place: p})
	}
}

// key notes an entity that was named by its key, and what it contains.
func (f *found) key(e *Named, x *Index) {
	f.hits++
	if old, ok := f.best[e]; ok && old.rank == ByKey {
		return
	}
	f.add(e, hit{rank: ByKey})
	if p := x.place(placeKey{scopeOf(e.Path), e.Symbol}); p != nil && len(p.members()) > 0 {
		f.place(p, ByKey)
	}
}

// file notes that a file is named.
func (f *found) file(in *file) {
	f.hits++
	f.knows(in)
	f.files[in]++
}

// knows notes a file in which names are looked for, and which is not asked for.
func (f *found) knows(in *file) {
	if f.files == nil {
		f.files = map[*file]int{}
	}
	if _, known := f.files[in]; !known {
		f.files[in] = 0
	}
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
	places := outermost(n.places(), bound)
	if len(places) == 0 {
		rank = vague
	}
	if f.names == nil {
		f.names = map[*name]Rank{}
	}
	if f.names[n] = rank; !seen {
		f.order = append(f.order, n)
	}
	if rank == vague {
		return false
	}
	f.hits++
	for _, p := range places {
		f.place(p, rank)
	}
	return true
}

// word notes an ordinary word that is a name, too.
func (f *found) word(n *name) {
	if f.words == nil {
		f.words = map[*name]bool{}
	}
	f.words[n] = true
}

// nameIn notes what a name means within one file, and tells whether it means
// anything there.
func (f *found) nameIn(n *name, in *file, rank Rank) bool {
	key := nameIn{n, in, rank}
	known, seen := f.within[key]
	if !seen {
		for _, p := range n.places() {
			bearers := len(p.bearers())
			for i, e := range p.all() {
				switch {
				case e.Path != in.path:
				case i < bearers:
					known = true
					f.add(e, hit{rank: rank})
				case rank != ByPasted: // code that uses a class asks for none of it
					f.add(e, hit{rank: ByMember, place: p})
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
		key := p.key()
		if slices.ContainsFunc(places, func(q *place) bool {
			outer := q.key()
			return outer.scope == key.scope && strings.HasPrefix(key.name, outer.name+".")
		}) {
			continue
		}
		list = append(list, p)
		count += max(1, len(p.bearers()))
	}
	if count > bound {
		return nil
	}
	return list
}

// together finds what was named in two ways: a name together with its file, and
// a member together with the symbol that contains it. So a name counts that too
// many bear to count alone, and an ordinary word tells what comes first of what
// its file brings along.
func (f *found) together(x *Index) {
	for in, n := range f.files {
		if n == 0 {
			continue
		}
		for _, e := range in.entities {
			f.add(e, hit{rank: ByPath})
		}
	}
	if len(f.files)+len(f.holders) == 0 {
		return
	}
	for _, n := range f.order {
		f.narrowed(n, x)
	}
	for n := range f.words {
		for _, p := range n.places() {
			for _, e := range p.bearers() {
				if h, ok := f.best[e]; ok && h.rank.brought() {
					h.word = true
					f.best[e] = h
				}
			}
		}
	}
}

// narrowed notes the bearers of a name that stand in a symbol that was named, too,
// or else in a file that was.
func (f *found) narrowed(n *name, x *Index) {
	contained := false
	for _, p := range n.places() {
		for _, e := range p.bearers() {
			if e.Container() == "" || !f.holders[x.place(placeKey{p.key().scope, e.Container()})] {
				continue
			}
			contained = true
			rank := ByQualified
			if f.in(e, x) {
				rank = ByKey
			}
			f.add(e, hit{rank: rank})
		}
	}
	if contained {
		return
	}
	for _, p := range n.places() {
		for _, e := range p.bearers() {
			if f.in(e, x) {
				f.place(p, ByKey)
				break
			}
		}
	}
}

// in reports whether an entity stands in a file that was named.
func (f *found) in(e *Named, x *Index) bool {
	_, named := f.files[x.files[e.Path]]
	return named
}

// mentions returns what was found, in order.
func (f *found) mentions(x *Index) []Mention {
	f.together(x)
	if len(f.best) == 0 {
		return nil
	}
	apart := map[string]bool{}
	list := make([]Mention, 0, len(f.best))
	for e, h := range f.best {
		m := Mention{Entity: Entity{Named: *e}, Rank: h.rank, Word: h.word}
		switch {
		case h.rank == ByPath:
			m.Group = e.Path
		case h.rank == ByMember:
			m.Group = h.place.key().String()
		default:
			apart[e.Path] = true
			if p := x.place(placeKey{scopeOf(e.Path), e.Container()}); p != nil && f.holders[p] {
				apart[p.key().String()] = true
			}
		}
		list = append(list, m)
	}
	for i := range list {
		list[i].Apart = apart[list[i].Group]
	}
	slices.SortFunc(list, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(order(b.Word), order(a.Word)), inWant(&a.Entity.Named, &b.Entity.Named))
	})
	return list
}

func order(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
