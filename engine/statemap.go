package engine

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unique"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/hydrate"
	"holdfast/engine/nameset"
	"holdfast/engine/resolve"
	"holdfast/parser/similar"
	"holdfast/parser/source"
	"holdfast/store"
)

// entry is one AUTHORITATIVE entity as the request path needs it. Entries are
// immutable once they are in the map: a promotion puts a new one in place.
// There may be many thousands, so that each of its bytes counts.
type entry struct {
	hydrate.Named            // shared with the index
	artifact      string     // id
	content       etv.Digest // of the canonical text
	structure     etv.Digest // of structure and leaves
	shows         etv.Digest // of what is hydrated
	standing      unique.Handle[standing]
	updated       int64 // Unix milliseconds
	granted       int64 // the ledger row that made it AUTHORITATIVE
	version       int32
	turn          int32
	size          [4]int32 // see measure
	namesakes     *entry   // the next with the same last name; the map's lock guards it
	// disk is what is known of its place on disk; it changes as that is learnt.
	disk atomic.Pointer[onDisk]
}

// standing is what many entities have in common.
type standing struct {
	kind     string
	grant    string
	origin   store.Origin
	language string
	top      bool // see resolve.Tracked
}

// digestOf is a Vault hash as bytes: a map of 10,000 entities holds 30,000.
func digestOf(hash string) etv.Digest {
	d, _ := etv.ParseDigest(hash) // the database holds nothing else
	return d
}

// hash is the content hash of the authoritative artifact, "sha256:…".
func (e *entry) hash() string { return e.content.String() }

// text is the Vault hash of what is hydrated.
func (e *entry) text() string { return e.shows.String() }

// shown is the entity as hydration takes it.
func (e *entry) shown() hydrate.Entity {
	return hydrate.Entity{Named: e.Named, Hash: e.hash(), TextHash: e.text()}
}

// language is that of the entity's file.
func (e *entry) language() string { return e.standing.Value().language }

// tracked is the entity as resolution takes it.
func (e *entry) tracked() resolve.Tracked {
	standing := e.standing.Value()
	return resolve.Tracked{
		Key: e.Key, Path: e.Path, Symbol: e.Symbol, Language: standing.language, Container: e.Container, Top: standing.top, Position: e.Position,
	}
}

// measure is what gate A compares a new version with.
func (e *entry) measure() gates.Measure {
	return gates.Measure{Nodes: int(e.size[0]), Tokens: int(e.size[1]), Errors: int(e.size[2]), Count: int(e.size[3])}
}

// changed is when it was promoted, to the millisecond, UTC.
func (e *entry) changed() time.Time { return time.UnixMilli(e.updated).UTC() }

// stateMap mirrors one session's State Map in memory (TSLP 3.3), so that a
// prompt costs no query. The database is the truth: the mirror is filled from
// it and then folds the same commits in the Ledger's order.
type stateMap struct {
	mu     sync.RWMutex
	byKey  *nameset.Set[entry]
	byPath map[string][]*entry // by position
	byName *nameset.Set[entry] // by the last component of the symbol, the newest first
	listed []string            // the keys of byPath; nil where they have changed
	// ordered is the list that sorted gave last, nil for none, and moved what has
	// changed since; changes counts that.
	ordered []*entry
	moved   []move
	changes int
	index   *hydrate.Index
	alike   map[source.Language]*similar.Index
	load    func(hash string) ([]byte, error)
}

func newStateMap(options hydrate.Options, load func(hash string) ([]byte, error)) *stateMap {
	return &stateMap{
		byKey:  nameset.New(func(e *entry) (scope, name string) { return "", e.Key }),
		byPath: map[string][]*entry{},
		byName: nameset.New(func(e *entry) (scope, name string) { return "", lastName(e.Symbol) }),
		index:  hydrate.NewIndex(options), load: load,
	}
}

func entryOf(a store.Artifact) *entry {
	path, symbol := resolve.Split(a.Entity) // parts of the key share its bytes
	e := &entry{
		Named: hydrate.Named{
			Key: a.Entity, Path: path, Symbol: symbol, Container: shared(a.Container), Position: a.Position,
			ByUser: a.Origin == store.ByUser,
		},
		artifact: a.ID, content: digestOf(a.Hash), structure: digestOf(a.Structure), shows: digestOf(a.Text),
		standing: unique.Make(standing{kind: a.Kind, grant: a.Grant, origin: a.Origin, language: a.Language, top: a.Top}),
		updated:  a.Changed.UnixMilli(), granted: a.StateSeq, version: int32(a.Version), turn: int32(a.Turn),
		size: [4]int32{int32(a.Nodes), int32(a.Tokens), int32(a.Errors), int32(a.Count)},
	}
	e.disk.Store(stands(placeOf(a), nil))
	return e
}

// shared is the one copy of a string that many entities hold.
func shared(s string) string { return unique.Make(s).Value() }

// put makes e the entity's entry.
func (m *stateMap) put(e *entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := m.byKey.Get("", e.Key)
	if old != nil {
		m.unlink(old)
		e.version = max(e.version, old.version+1)
	}
	m.reorder(old, e)
	m.byKey.Put(e)
	if m.byPath[e.Path] == nil {
		m.listed = nil
	}
	m.byPath[e.Path] = insertByPosition(m.byPath[e.Path], e)
	e.namesakes = m.byName.Get("", lastName(e.Symbol))
	m.byName.Put(e)
	m.index.Share(&e.Named) // its hashes are added where a prompt names it
	m.resemble(e)
}

// amend changes what the disk is known to hold of an artifact, if it still is the
// entity's.
func (m *stateMap) amend(key, artifact string, change func(*entry, onDisk) *onDisk) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.byKey.Get("", key); e != nil && e.artifact == artifact {
		e.disk.Store(change(e, *e.disk.Load()))
	}
}

func (m *stateMap) remove(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old := m.byKey.Get("", key); old != nil {
		m.unlink(old)
		m.reorder(old, nil)
		m.byKey.Delete("", key)
		m.index.Delete(key)
	}
}

func (m *stateMap) unlink(e *entry) {
	if index := m.alike[source.Language(e.language())]; index != nil {
		index.Delete(e.Key)
	}
	drop := func(x *entry) bool { return x == e }
	m.byPath[e.Path] = slices.DeleteFunc(m.byPath[e.Path], drop)
	if len(m.byPath[e.Path]) == 0 {
		delete(m.byPath, e.Path)
		m.listed = nil
	}
	m.unname(e)
}

// unname takes e out of the list of its namesakes.
func (m *stateMap) unname(e *entry) {
	name := lastName(e.Symbol)
	before := m.byName.Get("", name)
	switch {
	case before == e && e.namesakes == nil:
		m.byName.Delete("", name)
	case before == e:
		m.byName.Put(e.namesakes)
	default:
		for before.namesakes != e {
			before = before.namesakes
		}
		before.namesakes = e.namesakes
	}
}

func insertByPosition(list []*entry, e *entry) []*entry {
	at, _ := slices.BinarySearchFunc(list, e.Position+1, func(x *entry, p int) int { return x.Position - p })
	return slices.Insert(list, at, e)
}

func lastName(symbol string) string {
	return symbol[strings.LastIndexByte(symbol, '.')+1:]
}

func (m *stateMap) get(key string) *entry {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.byKey.Get("", key)
}

func (m *stateMap) len() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.byKey.Len()
}

// move is what became of one entity: the entry that left and the one that came,
// nil for none.
type move struct{ old, now *entry }

// maxMoved is how many changes of the order are worked in; with more of them
// sorting anew is cheaper.
const maxMoved = 32

// reorder notes a change of the order. m.mu is held.
func (m *stateMap) reorder(old, now *entry) {
	m.changes++
	if m.ordered == nil {
		return
	}
	if m.moved = append(m.moved, move{old, now}); len(m.moved) > maxMoved {
		m.ordered, m.moved = nil, nil
	}
}

// sorted lists the entries by path and position. The list is shared by its
// callers and never changes.
func (m *stateMap) sorted() []*entry {
	m.mu.Lock()
	if m.ordered != nil {
		defer m.mu.Unlock()
		m.ordered, m.moved = moved(m.ordered, m.moved), nil
		return m.ordered
	}
	out := make([]*entry, 0, m.byKey.Len())
	for e := range m.byKey.All() {
		out = append(out, e)
	}
	changes := m.changes
	m.mu.Unlock()
	slices.SortFunc(out, inOrder)
	m.mu.Lock()
	defer m.mu.Unlock()
	if changes == m.changes {
		m.ordered = out
	}
	return out
}

// moved is a sorted list with changes worked in; the list stays as it is.
func moved(list []*entry, changes []move) []*entry {
	if len(changes) == 0 {
		return list
	}
	out := make([]*entry, len(list), len(list)+len(changes))
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

// mentions finds the entities that a prompt names (TSLP 8.1).
func (m *stateMap) mentions(prompt string) []hydrate.Mention {
	found := m.index.Scan(prompt)
	kept := found[:0]
	for _, f := range found {
		if e := m.get(f.Entity.Key); e != nil { // it may have left the map just now
			f.Entity = e.shown()
			kept = append(kept, f)
		}
	}
	return kept
}

// Has implements resolve.Map.
func (m *stateMap) Has(key string) (resolve.Tracked, bool) {
	if e := m.get(key); e != nil {
		return e.tracked(), true
	}
	return resolve.Tracked{}, false
}

// InPath implements resolve.Map.
func (m *stateMap) InPath(path string) []resolve.Tracked {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return tracked(m.byPath[path])
}

// Named implements resolve.Map.
func (m *stateMap) Named(name string) []resolve.Tracked {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []resolve.Tracked
	for e := m.byName.Get("", lastName(name)); e != nil; e = e.namesakes {
		if e.Symbol == name || strings.HasSuffix(e.Symbol, "."+name) {
			out = append(out, e.tracked())
		}
	}
	slices.Reverse(out) // the oldest first
	return out
}

func tracked(list []*entry) []resolve.Tracked {
	out := make([]resolve.Tracked, len(list))
	for i, e := range list {
		out[i] = e.tracked()
	}
	return out
}

// Text implements resolve.Map.
func (m *stateMap) Text(key string) ([]byte, error) {
	e := m.get(key)
	if e == nil {
		return nil, store.ErrNotFound
	}
	return m.load(e.text())
}

// Known tells whether any entity of that path is tracked.
func (m *stateMap) Known(path string) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.byPath[path]) > 0
}

// paths lists the tracked paths, in no order. The list is shared by its callers.
func (m *stateMap) paths() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.listed == nil {
		m.listed = slices.AppendSeq(make([]string, 0, len(m.byPath)), maps.Keys(m.byPath))
	}
	return m.listed
}

// inFile lists the entries of a file in order of appearance.
func (m *stateMap) inFile(path string) []*entry {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Clone(m.byPath[path])
}

// fill reads a session's State Map from the database.
func (m *stateMap) fill(ctx context.Context, db *store.DB, session string) error {
	return db.StateMap(ctx, session, func(a store.Artifact) error {
		e := entryOf(a)
		stood, err := stoodOnAll(ctx, db, a)
		if err != nil {
			return err
		}
		if stood != nil {
			e.disk.Store(stood)
		}
		e.disk.Store(e.disk.Load().audited(a.Grant, a.Audit))
		m.put(e)
		return nil
	})
}

// stoodOnAll is what is known of an artifact's place on disk, where its earlier
// versions have a part in that; nil where they have not.
func stoodOnAll(ctx context.Context, db *store.DB, a store.Artifact) (*onDisk, error) {
	if a.Persisted || a.Version <= 1 {
		return nil, nil
	}
	earlier, err := db.Artifacts(ctx, a.Session, store.Filter{Entity: a.Entity, States: []store.State{store.Superseded}})
	if err != nil {
		return nil, err
	}
	return standsOnAll(a, earlier), nil
}
