package hydrate

import (
	"path"
	"path/filepath"
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

	mu       sync.RWMutex
	entities int
	files    map[string]*file // by canonical path
	names    map[string]*name // by every form in which a prompt may write it
	// nameless are the places that no prompt can name.
	nameless map[placeKey]*place
	odd      map[string]*file // paths that a plain token cannot hold
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
		roots:    roots,
		bare:     o.BareNames,
		files:    map[string]*file{},
		names:    map[string]*name{},
		nameless: map[placeKey]*place{},
		odd:      map[string]*file{},
		marked:   map[string]string{},
		depth:    1,
	}
}

// Len is the number of entities.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.entities
}

// Get returns the entity of that key.
func (x *Index) Get(key string) (Named, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if e := x.entity(key); e != nil {
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
	x.share(e)
}

// ShareAll is Share for entities of one file.
func (x *Index) ShareAll(list []*Named) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(list) > 0 {
		x.fileOf(list[0].Path).room(list)
	}
	for _, e := range list {
		x.share(e)
	}
}

func (x *Index) share(e *Named) {
	if f := x.files[e.Path]; f != nil {
		x.remove(f.entity(e.Symbol))
	}
	x.insert(e)
}

// Delete removes an entity: tombstoned, or no longer AUTHORITATIVE. An unknown
// key is no fault.
func (x *Index) Delete(key string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(x.entity(key))
}

// entity returns the entity of a key, nil for none.
func (x *Index) entity(key string) *Named {
	for from := 0; ; {
		at := strings.Index(key[from:], "::")
		if at < 0 {
			if f := x.files[key]; f != nil {
				return f.entity("") // that of all of a file has no symbol in its key
			}
			return nil
		}
		if f := x.files[key[:from+at]]; f != nil {
			if e := f.entity(key[from+at+len("::"):]); e != nil {
				return e
			}
		}
		from += at + 1
	}
}

func (x *Index) insert(e *Named) {
	x.entities++
	x.caseless = x.caseless || hasCaseless(e.Path) || hasCaseless(e.Symbol)

	x.fileOf(e.Path).add(e)

	for i, key := range placesOf(e) {
		written := forms(key.name)
		p := x.formed(key, written)
		if p == nil {
			p = &place{}
			p.add(key, e, i == 0)
			if len(written) == 0 {
				x.nameless[key] = p
			}
			for _, form := range written {
				x.named(form).addPlace(p)
				x.depth = max(x.depth, strings.Count(form, ".")+1)
			}
			continue
		}
		p.add(key, e, i == 0)
	}
}

// fileOf returns the file of a path, which is new where no entity is of it yet.
func (x *Index) fileOf(of string) *file {
	if f := x.files[of]; f != nil {
		return f
	}
	f := &file{path: of}
	x.files[of] = f
	x.known.add(of)
	base := path.Base(of)
	x.named(base).addFile(f)
	for _, p := range []string{of, base} {
		if composed := block.Composed(p); strings.ContainsFunc(p, func(r rune) bool { return r >= 0x80 }) {
			x.marked[composed] = p
		}
	}
	if !isPlainPath(of) {
		x.odd[of] = f
	}
	return f
}

// remove removes an entity; nil for none.
func (x *Index) remove(e *Named) {
	if e == nil {
		return
	}
	x.entities--

	f := x.files[e.Path]
	if f.drop(e); len(f.entities) == 0 {
		delete(x.files, e.Path)
		delete(x.odd, e.Path)
		base := path.Base(e.Path)
		x.names[base].dropFile(f)
		x.forget(base)
	}

	for i, key := range placesOf(e) {
		written := forms(key.name)
		p := x.formed(key, written)
		if p.len() > 1 {
			p.drop(e, i == 0)
			continue
		}
		delete(x.nameless, key)
		for _, form := range written {
			x.names[form].dropPlace(p)
			x.forget(form)
		}
	}
}

// Bearing returns the entities whose symbol ends in the same word as a symbol does, in
// no order. Files as a whole bear no name.
func (x *Index) Bearing(symbol string) (list []*Named) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	written := forms(symbol)
	if len(written) == 0 {
		for _, p := range x.nameless {
			list = append(list, p.bearers()...)
		}
		return list
	}
	if n := x.names[written[0]]; n != nil {
		for _, p := range n.places() {
			list = append(list, p.bearers()...)
		}
	}
	return list
}

// place returns the place of a key, nil where nothing bears or fills it.
func (x *Index) place(key placeKey) *place { return x.formed(key, forms(key.name)) }

// formed is place for a name of which the forms are known.
func (x *Index) formed(key placeKey, written []string) *place {
	if len(written) == 0 {
		return x.nameless[key]
	}
	n := x.names[written[len(written)-1]] // the longest: few share it
	if n == nil {
		return nil
	}
	if at, found := n.find(key); found {
		return n.places()[at]
	}
	return nil
}

func (x *Index) named(form string) *name {
	n := x.names[form]
	if n == nil {
		n = &name{}
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

// forget lets a form go that means nothing any more.
func (x *Index) forget(form string) {
	if n := x.names[form]; len(n.places())+len(n.files()) == 0 {
		delete(x.names, form)
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
	for c := e.Container(); c != "" && len(list) <= maxChain; c = parent(c) {
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
