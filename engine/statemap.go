package engine

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
	"unique"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/parser/similar"
	"holdfast/parser/source"
	"holdfast/store"
)

// entry is one AUTHORITATIVE entity as the request path needs it. Entries are
// immutable: a promotion puts a new one in place.
type entry struct {
	resolve.Tracked
	artifact  string     // id
	content   etv.Digest // of the canonical text
	structure etv.Digest // of structure and leaves
	shows     etv.Digest // of what is hydrated
	kind      string
	grant     string
	origin    store.Origin
	version   int
	turn      int
	measure   gates.Measure
	updated   time.Time
	disk      onDisk
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
	return hydrate.Entity{
		Key: e.Key, Path: e.Path, Symbol: e.Symbol, Container: e.Container, Hash: e.hash(), TextHash: e.text(),
		Position: e.Position, ByUser: e.origin == store.ByUser,
	}
}

// stateMap mirrors one session's State Map in memory (TSLP 3.3), so that a
// prompt costs no query. The database is the truth: the mirror is filled from
// it and then folds the same commits in the Ledger's order.
type stateMap struct {
	mu     sync.RWMutex
	byKey  map[string]*entry
	byPath map[string][]*entry // by position
	byName map[string][]*entry // by the last component of the symbol
	index  *hydrate.Index
	alike  map[source.Language]*similar.Index
	load   func(hash string) ([]byte, error)
}

func newStateMap(options hydrate.Options, load func(hash string) ([]byte, error)) *stateMap {
	return &stateMap{
		byKey: map[string]*entry{}, byPath: map[string][]*entry{}, byName: map[string][]*entry{},
		index: hydrate.NewIndex(options), load: load,
	}
}

func entryOf(a store.Artifact) *entry {
	path, symbol := resolve.Split(a.Entity) // parts of the key share its bytes
	return &entry{
		Tracked: resolve.Tracked{
			Key: a.Entity, Path: path, Symbol: symbol, Language: shared(a.Language),
			Container: shared(a.Container), Top: a.Top, Position: a.Position,
		},
		artifact: a.ID, content: digestOf(a.Hash), structure: digestOf(a.Structure), shows: digestOf(a.Text), kind: shared(a.Kind), grant: shared(a.Grant),
		origin: store.Origin(shared(string(a.Origin))), version: a.Version, turn: a.Turn, updated: a.Changed,
		measure: gates.Measure{Nodes: a.Nodes, Tokens: a.Tokens, Errors: a.Errors, Count: a.Count},
		disk:    stands(a.Disk, a.Persisted, a.Acknowledged, nil),
	}
}

// shared is the one copy of a string that many entities hold.
func shared(s string) string { return unique.Make(s).Value() }

// put makes e the entity's entry.
func (m *stateMap) put(e *entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := m.byKey[e.Key]
	if old != nil {
		m.unlink(old)
		e.version = max(e.version, old.version+1)
	}
	m.byKey[e.Key] = e
	m.byPath[e.Path] = insertByPosition(m.byPath[e.Path], e)
	m.byName[lastName(e.Symbol)] = append(m.byName[lastName(e.Symbol)], e)
	m.index.Put(hydrate.Entity{ // its hashes are added where a prompt names it
		Key: e.Key, Path: e.Path, Symbol: e.Symbol, Container: e.Container, Position: e.Position,
	})
	m.resemble(e)
}

// amend puts a copy of an entry in its place, changed in what the disk is known
// to hold of that very artifact.
func (m *stateMap) amend(key, artifact string, change func(*onDisk)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := m.byKey[key]
	if old == nil || old.artifact != artifact {
		return
	}
	changed := *old
	change(&changed.disk)
	m.byKey[key] = &changed
	for _, list := range [][]*entry{m.byPath[old.Path], m.byName[lastName(old.Symbol)]} {
		if at := slices.Index(list, old); at >= 0 {
			list[at] = &changed
		}
	}
}

func (m *stateMap) remove(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old := m.byKey[key]; old != nil {
		m.unlink(old)
		delete(m.byKey, key)
		m.index.Delete(key)
	}
}

func (m *stateMap) unlink(e *entry) {
	if index := m.alike[source.Language(e.Language)]; index != nil {
		index.Delete(e.Key)
	}
	drop := func(x *entry) bool { return x == e }
	m.byPath[e.Path] = slices.DeleteFunc(m.byPath[e.Path], drop)
	if len(m.byPath[e.Path]) == 0 {
		delete(m.byPath, e.Path)
	}
	name := lastName(e.Symbol)
	m.byName[name] = slices.DeleteFunc(m.byName[name], drop)
	if len(m.byName[name]) == 0 {
		delete(m.byName, name)
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
	return m.byKey[key]
}

func (m *stateMap) len() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.byKey)
}

// sorted lists the entries by path and position.
func (m *stateMap) sorted() []*entry {
	m.mu.RLock()
	out := make([]*entry, 0, len(m.byKey))
	for _, e := range m.byKey {
		out = append(out, e)
	}
	m.mu.RUnlock()
	slices.SortFunc(out, inOrder)
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
		return e.Tracked, true
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
	for _, e := range m.byName[lastName(name)] {
		if e.Symbol == name || strings.HasSuffix(e.Symbol, "."+name) {
			out = append(out, e.Tracked)
		}
	}
	return out
}

func tracked(list []*entry) []resolve.Tracked {
	out := make([]resolve.Tracked, len(list))
	for i, e := range list {
		out[i] = e.Tracked
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

// paths lists the tracked paths, in no order.
func (m *stateMap) paths() []string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := make([]string, 0, len(m.byPath))
	for p := range m.byPath {
		out = append(out, p)
	}
	return out
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
		if !a.Persisted && a.Version > 1 {
			earlier, err := db.Artifacts(ctx, session, store.Filter{Entity: a.Entity, States: []store.State{store.Superseded}})
			if err != nil {
				return err
			}
			e.disk = standsOnAll(a, earlier)
		}
		m.put(e)
		return nil
	})
}
