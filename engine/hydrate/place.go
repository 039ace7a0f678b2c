package hydrate

import (
	"cmp"
	"slices"
	"strings"
)

// An index of a large code base holds a name and a place for nearly every entity, and
// nearly every name is in one place that one entity bears. Both are made for that: what
// is more stands apart.

// file is a path and its entities, by symbol.
type file struct {
	path     string
	entities []*Named
}

func (f *file) find(symbol string) (at int, found bool) {
	return slices.BinarySearchFunc(f.entities, symbol, func(e *Named, symbol string) int { return strings.Compare(e.Symbol, symbol) })
}

// entity returns the entity of a symbol, nil for none.
func (f *file) entity(symbol string) *Named {
	if at, found := f.find(symbol); found {
		return f.entities[at]
	}
	return nil
}

func (f *file) add(e *Named) {
	at, _ := f.find(e.Symbol)
	if n := len(f.entities); n == cap(f.entities) { // there are many files, most of them filled once
		f.entities = append(make([]*Named, 0, n+n/8+1), f.entities...)
	}
	f.entities = slices.Insert(f.entities, at, e)
}

// room makes room for those of some entities whose symbols the file lacks.
func (f *file) room(list []*Named) {
	n := 0
	for _, e := range list {
		if f.entity(e.Symbol) == nil {
			n++
		}
	}
	if len(f.entities)+n > cap(f.entities) {
		f.entities = append(make([]*Named, 0, len(f.entities)+n), f.entities...)
	}
}

func (f *file) drop(e *Named) {
	if at, found := f.find(e.Symbol); found {
		f.entities = slices.Delete(f.entities, at, at+1)
	}
}

// placeKey is a qualified name within its scope.
type placeKey struct{ scope, name string }

// String names the place among all.
func (k placeKey) String() string { return k.scope + "::" + k.name }

func (k placeKey) compare(o placeKey) int {
	return cmp.Or(strings.Compare(k.scope, o.scope), strings.Compare(k.name, o.name))
}

// place is one qualified name within its scope: the entities that bear it, and
// those that it encloses at any depth.
type place struct {
	one   [1]*Named // its only bearer, which encloses nothing
	group *group    // nil where there is one
}

// group is a place that several entities share, or that none bears.
type group struct {
	placeKey
	bearers int32
	all     []*Named // the bearers, then the members
}

func (p *place) key() placeKey {
	if p.group != nil {
		return p.group.placeKey
	}
	return placeKey{scopeOf(p.one[0].Path), p.one[0].Symbol}
}

func (p *place) len() int { return len(p.all()) }

// all are the bearers, then the members.
func (p *place) all() []*Named {
	if p.group != nil {
		return p.group.all
	}
	return p.one[:]
}

func (p *place) bearers() []*Named {
	if p.group != nil {
		return p.group.all[:p.group.bearers]
	}
	return p.one[:]
}

func (p *place) members() []*Named {
	if p.group != nil {
		return p.group.all[p.group.bearers:]
	}
	return nil
}

// add adds an entity to a place, which may be empty yet, and of which this is the key.
func (p *place) add(key placeKey, e *Named, bears bool) {
	if p.group == nil && p.one[0] == nil && bears {
		p.one[0] = e
		return
	}
	if p.group == nil {
		p.group = &group{placeKey: key}
		if first := p.one[0]; first != nil {
			p.group.add(first, true)
			p.one[0] = nil
		}
	}
	p.group.add(e, bears)
}

func (g *group) add(e *Named, bears bool) {
	if !bears {
		g.all = append(g.all, e)
		return
	}
	g.all = slices.Insert(g.all, int(g.bearers), e)
	g.bearers++
}

// drop drops one of several entities.
func (p *place) drop(e *Named, bears bool) {
	g := p.group
	g.all = without(g.all, e)
	if bears {
		g.bearers--
	}
	if len(g.all) == 1 && g.bearers == 1 {
		p.one[0], p.group = g.all[0], nil
	}
}

// name is everything that one written form can mean.
type name struct {
	one  [1]*place // the only one
	more *senses   // nil where there is one
}

// senses are those of a name that is not in one place alone.
type senses struct {
	places []*place // by key
	files  []*file  // whose base name it is
}

func (n *name) places() []*place {
	switch {
	case n.more != nil:
		return n.more.places
	case n.one[0] == nil:
		return nil
	}
	return n.one[:]
}

func (n *name) files() []*file {
	if n.more == nil {
		return nil
	}
	return n.more.files
}

// find is where the place of a key stands among those of the name, or would.
func (n *name) find(key placeKey) (at int, found bool) {
	return slices.BinarySearchFunc(n.places(), key, func(p *place, key placeKey) int { return p.key().compare(key) })
}

func (n *name) widen() *senses {
	if n.more == nil {
		n.more = &senses{places: slices.Clone(n.places())}
		n.one[0] = nil
	}
	return n.more
}

func (n *name) addPlace(p *place) {
	if n.more == nil && n.one[0] == nil {
		n.one[0] = p
		return
	}
	at, _ := n.find(p.key())
	s := n.widen()
	s.places = slices.Insert(s.places, at, p)
}

func (n *name) dropPlace(p *place) {
	if n.more == nil {
		n.one[0] = nil
		return
	}
	n.more.places = without(n.more.places, p)
}

func (n *name) addFile(f *file) {
	s := n.widen()
	s.files = append(s.files, f)
}

func (n *name) dropFile(f *file) { n.more.files = without(n.more.files, f) }

// without removes the one element that is v, keeping the order of the others.
func without[T comparable](list []T, v T) []T {
	if i := slices.Index(list, v); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}
