package engine

import (
	"context"
	"slices"
	"sync"

	"holdfast/engine/gates"
	"holdfast/store"
	"holdfast/store/event"
)

// waiting is a PROPOSED artifact as decisions need it.
type waiting struct {
	id, entity, hash string
	path             string
	symbol, kind     string
	structure, text  string
	confirmed        bool // its resolution, without which the disk settles nothing
	removes          bool
	review           bool     // pasted, and not proven to be the user's; see gates.Unproven
	waitsForDisk     bool     // a client applies it
	order            int      // in which it came
	candidates       []string // see event.GateReport
}

func waitingOf(a event.Artifact) waiting {
	return waiting{
		id: a.ID, entity: a.Entity, hash: a.Hash, path: a.Path, symbol: a.Symbol, kind: a.Kind, structure: a.Structure, text: a.Text,
		confirmed: a.Confidence == event.Confirmed, removes: a.Removes, review: gates.Unproven(a.Gates), waitsForDisk: a.WaitsForDisk,
		candidates: a.Gates.Candidates,
	}
}

// pendingSet mirrors the session's PROPOSED artifacts.
type pendingSet struct {
	mu   sync.RWMutex
	byID map[string]waiting
	by   map[string][]waiting // by entity
	came int
	// seen are those whose file was there while they waited.
	seen map[string]bool
}

func newPendingSet() *pendingSet {
	return &pendingSet{byID: map[string]waiting{}, by: map[string][]waiting{}, seen: map[string]bool{}}
}

func (p *pendingSet) of(entity string) []waiting {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return slices.Clone(p.by[entity])
}

// get finds a proposal that waits by its id.
func (p *pendingSet) get(id string) (waiting, bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	w, ok := p.byID[id]
	return w, ok
}

// in lists the proposals of the files that want names, oldest first.
func (p *pendingSet) in(want func(path string) bool) []waiting {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var list []waiting
	for _, w := range p.byID {
		if want(w.path) {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b waiting) int { return a.order - b.order })
	return list
}

// paths lists the files that proposals are about, in no order.
func (p *pendingSet) paths() []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var list []string
	for _, w := range p.byID {
		list = append(list, w.path)
	}
	return list
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

// reviews are the entities of which a paste waits for a review: nothing of them is
// put in meanwhile (product 13).
func (p *pendingSet) reviews() map[string]bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var out map[string]bool
	for _, w := range p.byID {
		if w.review {
			if out == nil {
				out = map[string]bool{}
			}
			out[w.entity] = true
		}
	}
	return out
}

func (p *pendingSet) add(w waiting) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.byID[w.id]; known {
		return
	}
	p.came++
	w.order = p.came
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
	delete(p.seen, id)
	p.by[w.entity] = slices.DeleteFunc(p.by[w.entity], func(x waiting) bool { return x.id == id })
	if len(p.by[w.entity]) == 0 {
		delete(p.by, w.entity)
	}
}

// dropAll drops what waits for an entity.
func (p *pendingSet) dropAll(entity string) {
	for _, w := range p.of(entity) {
		p.drop(w.id)
	}
}

// there notes that the file of a proposal was there while it waited.
func (p *pendingSet) there(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, waits := p.byID[id]; waits {
		p.seen[id] = true
	}
}

func (p *pendingSet) wasThere(id string) bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.seen[id]
}

func (p *pendingSet) fill(ctx context.Context, db *store.DB, session string) error {
	list, err := db.Artifacts(ctx, session, store.Filter{States: []event.State{event.Proposed}})
	if err != nil {
		return err
	}
	for _, a := range slices.Backward(list) { // they come newest first
		p.add(waitingOf(a))
	}
	return nil
}
