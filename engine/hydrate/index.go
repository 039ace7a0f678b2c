package hydrate

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"holdfast/parser/block"
	"holdfast/parser/source"
)

// DefaultBareNames is how many entities a bare name may name and still count
// as a mention. A name that more entities share ("Close" on ten types) points
// at none of them.
const DefaultBareNames = 4

// qualifiedNames is the same bound for a name given with its container: the
// same class may stand in a few files (build variants, vendored copies).
const qualifiedNames = 8

// Options shape an Index. The zero value is ready for use.
type Options struct {
	// Roots are the absolute paths of the workspace. Absolute paths beneath one
	// are mentions too.
	Roots []string
	// BareNames bounds how many entities a bare name may name; 0 means
	// DefaultBareNames, a negative number turns bare names off.
	BareNames int
}

// Index answers which AUTHORITATIVE entities a prompt names (TSLP 8.1 step 1).
// A scan costs the same whether the map holds ten entities or ten thousand. All
// methods are safe for concurrent use.
type Index struct {
	roots []string // slash-separated, without a slash at the end
	bare  int

	mu      sync.RWMutex
	records map[string]*Named // by key
	files   map[string]*file  // by canonical path
	places  map[placeKey]*place
	names   map[string]*name // by every form in which a prompt may write it
	odd     map[string]*file // paths that a plain token cannot hold
	// marked has the paths and base names that hold more than ASCII, by their
	// composed form. What has left the map stays in it.
	marked map[string]string
	known  filter // of the forms of names and the paths of files
	plain  filter // of the forms that may be words of plain prose: few are
	// depth is the greatest number of components of any name, and caseless
	// tells that some name or path holds letters without case (CJK). Both only
	// ever grow: they bound work and never decide a match.
	depth    int
	caseless bool
}

// file is a path and its entities, in no order.
type file struct {
	path     string
	entities []*Named
}

// place is one qualified name within its scope: the entities that bear it, and
// those that it encloses at any depth.
type place struct {
	placeKey
	bearers int32
	all     []*Named // the bearers, then the members
}

func (p *place) members() []*Named { return p.all[p.bearers:] }

// key names the place among all.
func (p *place) key() string { return p.scope + "::" + p.name }

func (p *place) add(e *Named, bears bool) {
	if !bears {
		p.all = append(p.all, e)
		return
	}
	p.all = slices.Insert(p.all, int(p.bearers), e)
	p.bearers++
}

func (p *place) drop(e *Named, bears bool) {
	p.all = without(p.all, e)
	if bears {
		p.bearers--
	}
}

type placeKey struct{ scope, name string }

// name is everything that one written form can mean.
type name struct {
	form   string
	places []*place
	files  []*file // whose base name it is
}

// NewIndex returns an empty Index.
func NewIndex(o Options) *Index {
	if o.BareNames == 0 {
		o.BareNames = DefaultBareNames
	}
	var roots []string
	for _, root := range o.Roots {
		if root = strings.TrimSuffix(filepath.ToSlash(root), "/"); root != "" {
			roots = append(roots, root)
		}
	}
	return &Index{
		roots:   roots,
		bare:    o.BareNames,
		records: map[string]*Named{},
		files:   map[string]*file{},
		places:  map[placeKey]*place{},
		names:   map[string]*name{},
		odd:     map[string]*file{},
		marked:  map[string]string{},
		depth:   1,
	}
}

// Len is the number of entities.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.records)
}

// Get returns the entity of that key.
func (x *Index) Get(key string) (Named, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if e := x.records[key]; e != nil {
		return *e, true
	}
	return Named{}, false
}

// Put adds an entity or replaces the one of the same key.
func (x *Index) Put(e Named) {
	x.Share(&e)
}

// Share is Put for an entity that nobody changes any more: the index keeps e
// itself and no copy.
func (x *Index) Share(e *Named) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(e.Key)
	x.insert(e)
}

// Delete removes an entity: tombstoned, or no longer AUTHORITATIVE. An unknown
// key is no fault.
func (x *Index) Delete(key string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(key)
}

func (x *Index) insert(e *Named) {
	x.records[e.Key] = e
	x.caseless = x.caseless || hasCaseless(e.Path) || hasCaseless(e.Symbol)

	f := x.files[e.Path]
	if f == nil {
		f = &file{path: e.Path}
		x.files[e.Path] = f
		x.known.add(e.Path)
		base := x.named(path.Base(e.Path))
		base.files = append(base.files, f)
		for _, p := range []string{e.Path, path.Base(e.Path)} {
			if composed := block.Composed(p); strings.ContainsFunc(p, func(r rune) bool { return r >= 0x80 }) {
				x.marked[composed] = p
			}
		}
		if !isPlainPath(e.Path) {
			x.odd[e.Path] = f
		}
	}
	f.entities = append(f.entities, e)

	for i, key := range placesOf(e) {
		p := x.places[key]
		if p == nil {
			p = &place{placeKey: key}
			x.places[key] = p
			for _, form := range forms(key.name) {
				n := x.named(form)
				n.places = append(n.places, p)
				x.depth = max(x.depth, strings.Count(form, ".")+1)
			}
		}
		p.add(e, i == 0)
	}
}

func (x *Index) remove(key string) {
	e := x.records[key]
	if e == nil {
		return
	}
	delete(x.records, key)

	f := x.files[e.Path]
	f.entities = without(f.entities, e)
	if len(f.entities) == 0 {
		delete(x.files, e.Path)
		delete(x.odd, e.Path)
		base := path.Base(e.Path)
		n := x.names[base]
		n.files = without(n.files, f)
		x.forget(n)
	}

	for i, key := range placesOf(e) {
		p := x.places[key]
		p.drop(e, i == 0)
		if len(p.all) > 0 {
			continue
		}
		delete(x.places, key)
		for _, form := range forms(key.name) {
			n := x.names[form]
			n.places = without(n.places, p)
			x.forget(n)
		}
	}
}

func (x *Index) named(form string) *name {
	n := x.names[form]
	if n == nil {
		n = &name{form: form}
		x.names[form] = n
		x.known.add(form)
		if isPlain(form) {
			x.plain.add(form)
		}
	}
	return n
}

// name returns what a written form means, nil where nothing bears it.
func (x *Index) name(form string) *name {
	if !x.known.may(form) {
		return nil
	}
	return x.names[form]
}

func (x *Index) forget(n *name) {
	if len(n.places)+len(n.files) == 0 {
		delete(x.names, n.form)
	}
}

// placesOf lists where an entity stands: first its own place, then those of
// its containers, the innermost first. A whole-file entity has no place: only
// its path names it.
func placesOf(e *Named) []placeKey {
	if e.Symbol == source.Whole {
		return nil
	}
	scope := scopeOf(e.Path)
	list := []placeKey{{scope, e.Symbol}}
	for c := e.Container; c != "" && len(list) <= maxChain; c = parent(c) {
		if c != e.Symbol {
			list = append(list, placeKey{scope, c})
		}
	}
	return list
}

// scopeOf tells how far a container reaches. In Go a type's methods may stand
// in any file of its folder, in C and C++ in the file of the same stem;
// elsewhere a container ends with its file.
func scopeOf(p string) string {
	switch ext := path.Ext(p); ext {
	case ".go":
		return path.Dir(p)
	case ".h", ".hh", ".hpp", ".hxx", ".c", ".cc", ".cpp", ".cxx":
		return strings.TrimSuffix(p, ext)
	}
	return p
}

// without removes the one element that is v, keeping the order of the others.
func without[T comparable](list []T, v T) []T {
	if i := slices.Index(list, v); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}
