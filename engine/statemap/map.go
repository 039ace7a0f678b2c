package statemap

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/parser/source"
	"holdfast/store"
	"holdfast/store/event"
)

// Map mirrors one session's State Map in memory (TSLP 3.3), so that a
// prompt costs no query. The database is the truth: the mirror is filled from
// it and then folds the same commits in the Ledger's order.
type Map struct {
	mu     sync.RWMutex
	byPath map[string]file
	count  int
	listed []string // the keys of byPath; nil where they have changed
	order  order
	index  *hydrate.Index
	load   func(hash string) ([]byte, error)
	// adoptions has of what was adopted what the entries do not; nil where they have all.
	adoptions *Adoptions
	// left are the last versions of entities that have left the map; nil until the
	// first that may come back.
	left map[string]int32

	likeness likeness
}

// New returns an empty map. load reads a text of the Vault by its hash.
func New(options hydrate.Options, load func(hash string) ([]byte, error)) *Map {
	return &Map{
		byPath: map[string]file{},
		index:  hydrate.NewIndex(options), load: load,
	}
}

// Share has what is adopted from now on, by rows that read gives, share what it has in
// common.
func (m *Map) Share(read func(row int64) (event.FileAdopted, error)) {
	m.adoptions = NewAdoptions(read)
}

// put makes e, which has no row yet, the entry of the entity of an artifact.
func (m *Map) put(e *Entry, of *event.Artifact) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.byPath[e.Path]
	if old := f.find(e.Symbol); old != nil {
		m.unlink(old)
		m.succeed(e, old)
	} else {
		m.comeBack(e)
		m.order.note(nil, e)
	}
	if f = m.byPath[e.Path]; f == nil {
		m.listed = nil
	} else {
		e.Path = f[0].Path // one copy for all
	}
	e.row = rowOf(of)
	m.byPath[e.Path] = f.with(e)
	m.count++
	m.index.Share(&e.Named) // its hashes are added where a prompt names it
	m.likeness.changed(e)
}

// amend changes what the disk is known to hold of an artifact, if it still is the
// entity's.
func (m *Map) amend(key, artifact string, change func(*Entry, Place) *Place) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.get(key); e != nil && e.Artifact() == artifact {
		e.disk.Store(change(e, *e.disk.Load()))
	}
}

func (m *Map) remove(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old := m.get(key); old != nil {
		m.unlink(old)
		m.order.note(old, nil)
		m.index.Delete(key)
		if m.left != nil {
			m.left[key] = old.Version
		}
	}
}

func (m *Map) unlink(e *Entry) {
	m.likeness.changed(e)
	m.count--
	if m.byPath[e.Path] = m.byPath[e.Path].without(e); len(m.byPath[e.Path]) == 0 {
		delete(m.byPath, e.Path)
		m.listed = nil
	}
}

// LastName returns the last component of a symbol.
func LastName(symbol string) string {
	return symbol[strings.LastIndexByte(symbol, '.')+1:]
}

// Get returns the entry of a key, nil for none.
func (m *Map) Get(key string) *Entry {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.get(key)
}

// get is Get. m.mu is held.
func (m *Map) get(key string) *Entry {
	path, symbol := resolve.Split(key)
	return m.byPath[path].find(symbol)
}

// Len returns how many entities the map holds.
func (m *Map) Len() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.count
}

// Sorted lists the entries by path and position. The list is shared by its callers and
// never changes.
func (m *Map) Sorted() []*Entry {
	m.mu.Lock()
	if list := m.order.sorted(); list != nil {
		m.mu.Unlock()
		return list
	}
	out := make([]*Entry, 0, m.count)
	for _, f := range m.byPath {
		out = append(out, f...)
	}
	changes := m.order.changes
	m.mu.Unlock()
	slices.SortFunc(out, inOrder)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.order.learn(out, changes)
	return out
}

// Mentions finds the entities that a prompt names (TSLP 8.1).
func (m *Map) Mentions(prompt string) []hydrate.Mention { return m.known(m.index.Scan(prompt)) }

// Spoken finds the entities whose code may stand in what was said.
func (m *Map) Spoken(text string) []hydrate.Mention { return m.known(m.index.ScanSaid(text)) }

// known are those of the entities that are in the map, as it holds them.
func (m *Map) known(found []hydrate.Mention) []hydrate.Mention {
	kept := found[:0]
	for _, f := range found {
		if e := m.Get(f.Entity.Key()); e != nil { // it may have left the map just now
			f.Entity = e.Shown()
			kept = append(kept, f)
		}
	}
	return kept
}

// Has implements resolve.Map.
func (m *Map) Has(key string) (resolve.Tracked, bool) {
	if e := m.Get(key); e != nil {
		return e.tracked(), true
	}
	return resolve.Tracked{}, false
}

// InPath implements resolve.Map.
func (m *Map) InPath(path string) []resolve.Tracked {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return tracked(m.byPath[path].inOrder())
}

// Named implements resolve.Map.
func (m *Map) Named(name string) []resolve.Tracked {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var found []*Entry
	bears := func(e *Entry) {
		if e != nil && (e.Symbol == name || strings.HasSuffix(e.Symbol, "."+name)) {
			found = append(found, e)
		}
	}
	if name == source.Whole { // which is no name
		for _, f := range m.byPath {
			bears(f.find(name))
		}
	}
	for _, e := range m.index.Bearing(name) {
		bears(m.byPath[e.Path].find(e.Symbol))
	}
	slices.SortFunc(found, func(a, b *Entry) int { return cmp.Or(cmp.Compare(a.Granted(), b.Granted()), inOrder(a, b)) }) // the oldest first
	return tracked(found)
}

func tracked(list []*Entry) []resolve.Tracked {
	out := make([]resolve.Tracked, len(list))
	for i, e := range list {
		out[i] = e.tracked()
	}
	return out
}

// Text implements resolve.Map.
func (m *Map) Text(key string) ([]byte, error) {
	e := m.Get(key)
	if e == nil {
		return nil, event.ErrNotFound
	}
	return m.load(e.TextHash())
}

// Load reads a text of the Vault.
func (m *Map) Load(hash string) ([]byte, error) { return m.load(hash) }

// Known reports whether any entity of that path is tracked.
func (m *Map) Known(path string) bool { return m.CountIn(path) > 0 }

// Paths lists the tracked paths, in no order. The list is shared by its callers.
func (m *Map) Paths() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.listed == nil {
		m.listed = slices.AppendSeq(make([]string, 0, len(m.byPath)), maps.Keys(m.byPath))
	}
	return m.listed
}

// CountIn returns how many entities of a path are tracked.
func (m *Map) CountIn(path string) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.byPath[path])
}

// InFile lists the entries of a file in order of appearance.
func (m *Map) InFile(path string) []*Entry {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.byPath[path].inOrder()
}

// EntriesOf returns the entries of those keys that the map has, in its order.
func (m *Map) EntriesOf(keys []string) []*Entry {
	entries := make([]*Entry, 0, len(keys))
	for _, key := range keys {
		if e := m.Get(key); e != nil {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, inOrder)
	return slices.Compact(entries)
}

// NotInMap is the error of an operator's decision about an entity that a map lacks.
func NotInMap(key string) error {
	return fmt.Errorf("%s is not in the State Map: `holdfast state` lists what is", key)
}

// Keys returns the keys of entries.
func Keys(entries []*Entry) []string {
	keys := make([]string, len(entries))
	for i, e := range entries {
		keys[i] = e.Key()
	}
	return keys
}

// Recall reads the last versions of what had left the map before a row of the
// Ledger, where that is not known yet: what comes back counts on from there.
func (m *Map) Recall(ctx context.Context, db *store.DB, session string, before int64) error {
	m.mu.RLock()
	known := m.left != nil
	m.mu.RUnlock()
	if known {
		return nil
	}
	left := map[string]int32{}
	err := db.LastVersions(ctx, session, before, func(entity string, version int) { left[entity] = int32(version) })
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.left = left
	return nil
}

// Clear empties the map. What left it is read again where that is asked for.
func (m *Map) Clear() {
	for _, x := range m.Sorted() {
		m.remove(x.Key())
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.left = nil
}

// Fill reads a session's State Map from the database.
func (m *Map) Fill(ctx context.Context, db *store.DB, session string) error {
	return db.StateFiles(ctx, session, func(a event.Artifact) error {
		e := entryOf(&a)
		stood, err := StoodOnAll(ctx, db, a)
		if err != nil {
			return err
		}
		if stood != nil {
			e.disk.Store(stood)
		}
		e.disk.Store(e.disk.Load().audited(a.Grant, a.Audit))
		m.put(e, &a)
		return nil
	}, func(s *store.Standing) error {
		ev, row, turn := s.Adopted()
		m.adopt(Adopted{ev, row, turn}, len(ev.Symbols), s.Each)
		return nil
	})
}

// StoodOnAll returns what is known of an artifact's place on disk, where its earlier
// versions have a part in that; nil where they have not.
func StoodOnAll(ctx context.Context, db *store.DB, a event.Artifact) (*Place, error) {
	if a.Persisted || a.Version <= 1 {
		return nil, nil
	}
	earlier, err := db.Artifacts(ctx, a.Session, store.Filter{Entity: a.Entity, States: []event.State{event.Superseded}})
	if err != nil {
		return nil, err
	}
	return standsOnAll(a, earlier), nil
}
