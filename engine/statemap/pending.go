package statemap

import (
	"context"
	"slices"
	"sync"

	"holdfast/engine/gates"
	"holdfast/store"
	"holdfast/store/event"
)

// Waiting is a PROPOSED artifact as decisions need it.
type Waiting struct {
	ID, Entity, Hash string
	Path             string
	Symbol, Kind     string
	Structure, Text  string
	Confirmed        bool // its resolution, without which the disk settles nothing
	Removes          bool
	Review           bool     // pasted, and not proven to be the user's; see gates.Unproven
	WaitsForDisk     bool     // a client applies it
	order            int      // in which it came
	Candidates       []string // see event.GateReport
}

func waitingOf(a event.Artifact) Waiting {
	return Waiting{
		ID: a.ID, Entity: a.Entity, Hash: a.Hash, Path: a.Path, Symbol: a.Symbol, Kind: a.Kind, Structure: a.Structure, Text: a.Text,
		Confirmed: a.Confidence == event.Confirmed, Removes: a.Removes, Review: gates.Unproven(a.Gates), WaitsForDisk: a.WaitsForDisk,
		Candidates: a.Gates.Candidates,
	}
}

// Pending mirrors the session's PROPOSED artifacts.
type Pending struct {
	mu   sync.RWMutex
	byID map[string]Waiting
	by   map[string][]Waiting // by entity
	came int
	// seen are those whose file was there while they waited.
	seen map[string]bool
}

// NewPending returns an empty set.
func NewPending() *Pending {
	return &Pending{byID: map[string]Waiting{}, by: map[string][]Waiting{}, seen: map[string]bool{}}
}

// Of lists the proposals that wait for an entity, oldest first.
func (p *Pending) Of(entity string) []Waiting {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return slices.Clone(p.by[entity])
}

// Get finds a proposal that waits by its id.
func (p *Pending) Get(id string) (Waiting, bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	w, ok := p.byID[id]
	return w, ok
}

// In lists the proposals of the files that want names, oldest first.
func (p *Pending) In(want func(path string) bool) []Waiting {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var list []Waiting
	for _, w := range p.byID {
		if want(w.Path) {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b Waiting) int { return a.order - b.order })
	return list
}

// Paths lists the files that proposals are about, in no order.
func (p *Pending) Paths() []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var list []string
	for _, w := range p.byID {
		list = append(list, w.Path)
	}
	return list
}

// Len returns how many proposals wait.
func (p *Pending) Len() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return len(p.byID)
}

// Counts returns how many proposals wait for each entity.
func (p *Pending) Counts() map[string]int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	out := make(map[string]int, len(p.by))
	for entity, list := range p.by {
		out[entity] = len(list)
	}
	return out
}

// Reviews returns the entities of which a paste waits for a review: nothing of them is
// put in meanwhile (product 13).
func (p *Pending) Reviews() map[string]bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var out map[string]bool
	for _, w := range p.byID {
		if w.Review {
			if out == nil {
				out = map[string]bool{}
			}
			out[w.Entity] = true
		}
	}
	return out
}

func (p *Pending) add(w Waiting) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.byID[w.ID]; known {
		return
	}
	p.came++
	w.order = p.came
	p.byID[w.ID] = w
	p.by[w.Entity] = append(p.by[w.Entity], w)
}

func (p *Pending) drop(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w, known := p.byID[id]
	if !known {
		return
	}
	delete(p.byID, id)
	delete(p.seen, id)
	p.by[w.Entity] = slices.DeleteFunc(p.by[w.Entity], func(x Waiting) bool { return x.ID == id })
	if len(p.by[w.Entity]) == 0 {
		delete(p.by, w.Entity)
	}
}

// Fold takes what an event changes of the proposals.
func (p *Pending) Fold(ev event.Event) {
	switch ev := ev.(type) {
	case event.ArtifactRecorded:
		p.add(waitingOf(Recorded(ev)))
	case event.ArtifactClosed:
		p.drop(ev.Artifact)
	case event.ArtifactPromoted:
		p.drop(ev.Artifact)
	}
}

// Clear drops everything.
func (p *Pending) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.byID)
	clear(p.by)
	clear(p.seen)
}

// InReview reports whether a paste of an entity waits for a review: nothing of it is
// shown meanwhile (product 13).
func (p *Pending) InReview(entity string) bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return slices.ContainsFunc(p.by[entity], func(w Waiting) bool { return w.Review })
}

// dropAll drops what waits for an entity.
func (p *Pending) dropAll(entity string) {
	for _, w := range p.Of(entity) {
		p.drop(w.ID)
	}
}

// There notes that the file of a proposal was there while it waited.
func (p *Pending) There(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, waits := p.byID[id]; waits {
		p.seen[id] = true
	}
}

// WasThere reports whether the file of a proposal was there while it waited (see
// There).
func (p *Pending) WasThere(id string) bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.seen[id]
}

// Fill reads the proposals of a session from the database.
func (p *Pending) Fill(ctx context.Context, db *store.DB, session string) error {
	list, err := db.Artifacts(ctx, session, store.Filter{States: []event.State{event.Proposed}})
	if err != nil {
		return err
	}
	for _, a := range slices.Backward(list) { // they come newest first
		p.add(waitingOf(a))
	}
	return nil
}
