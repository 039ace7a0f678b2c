package engine

import (
	"context"
	"slices"
	"sync"

	"holdfast/store"
)

// waiting is a PROPOSED artifact as decisions need it.
type waiting struct {
	id, entity, hash string
	removes          bool
}

// pendingSet mirrors the session's PROPOSED artifacts.
type pendingSet struct {
	mu   sync.RWMutex
	byID map[string]waiting
	by   map[string][]waiting // by entity
}

func newPendingSet() *pendingSet {
	return &pendingSet{byID: map[string]waiting{}, by: map[string][]waiting{}}
}

func (p *pendingSet) of(entity string) []waiting {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return slices.Clone(p.by[entity])
}

func (p *pendingSet) len() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return len(p.byID)
}

// counts tells how many proposals wait for each entity.
func (p *pendingSet) counts() map[string]int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	out := make(map[string]int, len(p.by))
	for entity, list := range p.by {
		out[entity] = len(list)
	}
	return out
}

func (p *pendingSet) add(w waiting) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.byID[w.id]; known {
		return
	}
	p.byID[w.id] = w
	p.by[w.entity] = append(p.by[w.entity], w)
}

func (p *pendingSet) drop(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w, known := p.byID[id]
	if !known {
		return
	}
	delete(p.byID, id)
	p.by[w.entity] = slices.DeleteFunc(p.by[w.entity], func(x waiting) bool { return x.id == id })
	if len(p.by[w.entity]) == 0 {
		delete(p.by, w.entity)
	}
}

func (p *pendingSet) fill(ctx context.Context, db *store.DB, session string) error {
	list, err := db.Artifacts(ctx, session, store.Filter{States: []store.State{store.Proposed}})
	if err != nil {
		return err
	}
	for _, a := range list {
		p.add(waiting{id: a.ID, entity: a.Entity, hash: a.Hash, removes: a.Removes})
	}
	return nil
}
