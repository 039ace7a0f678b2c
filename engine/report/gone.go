package report

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/sessions"
	"holdfast/store"
	"holdfast/store/event"
)

// Left are the entities that left the State Maps of all sessions. It is safe for
// concurrent use.
type Left struct {
	mu   sync.Mutex
	gone map[string]*gone // by session
	// lapsing reports whether something was listed that can be restored for a number of
	// episodes only, so that an episode changes what is listed.
	lapsing atomic.Bool
}

// NewLeft returns a Left that is told of no session yet.
func NewLeft() *Left { return &Left{gone: map[string]*gone{}} }

// Mirror returns the mirror that notes what leaves a session's State Map.
func (l *Left) Mirror(s *sessions.Session) sessions.Mirror {
	g := &gone{}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gone[s.ID] = g
	return g
}

// of is what left a session's State Map.
func (l *Left) of(s *sessions.Session) *gone {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.gone[s.ID]
}

// Lists reports whether an event changes what is listed of entities, that of those which
// left included. Most rows of the Ledger are of turns that change no code.
func (l *Left) Lists(ev event.Event) bool {
	switch ev := ev.(type) {
	case event.EpisodeOpened:
		return l.lapsing.Load() // what was tombstoned can be restored for so many episodes
	case event.EpisodeClosed:
		return len(ev.Loose) > 0 // which waits to be linked
	case event.CanonEmitted, event.OperatorDecided, event.ToolRan, event.ModelSaid, event.GuardDecided, event.GuardOverruled,
		event.DeltaAccepted, event.DeltaRejected, event.DeltaCheckpoint, event.DeltaRestored:
		return false
	}
	return true
}

// gone are the entities of a session that left its State Map, the last first:
// read once, and anew when another has left.
type gone struct {
	mu    sync.Mutex
	left  int64 // counts what has left; changed by folds
	at    int64 // left, when all was read
	known bool
	all   []endedEntity
}

// endedEntity is an entity with the row of the Ledger that tombstoned it.
type endedEntity struct {
	Entity
	seq int64
}

// Fill has what left the State Map read again. It implements sessions.Mirror.
func (g *gone) Fill(context.Context, *store.DB) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left++
	return nil
}

// Fold notes that a row may have ended entities.
func (g *gone) Fold(_ event.Row, ev event.Event) {
	switch ev.(type) {
	case event.FileAdopted, event.ArtifactRecorded, event.ArtifactPromoted, event.ArtifactClosed, event.ShadowAudited, event.ToolRan, event.ModelSaid, event.GuardDecided, event.GuardOverruled, event.CodeSettled,
		event.EntityPersisted, event.EntityAcknowledged, event.OperatorDecided, event.EpisodeOpened, event.EpisodeClosed, event.CanonEmitted,
		event.DeltaAccepted, event.DeltaRejected, event.DeltaCheckpoint, event.DeltaRestored:
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left++
}

func (g *gone) list(ctx context.Context, db *store.DB, session string) ([]endedEntity, error) {
	g.mu.Lock()
	left, all, known := g.left, g.all, g.known && g.at == g.left
	g.mu.Unlock()
	if known {
		return all, nil
	}
	artifacts, err := db.Artifacts(ctx, session, store.Filter{States: []event.State{event.Tombstoned}})
	if err != nil {
		return nil, err
	}
	all = nil
	for _, a := range artifacts {
		if a.Version > 0 { // else a proposal that was closed
			row := entityOf(a)
			row.Tombstoned, row.Ended = true, a.Reason
			all = append(all, endedEntity{row, a.StateSeq})
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all, g.at, g.known = all, left, true
	return all, nil
}

// restorable lists what left the State Map within the last episodes (TSLP 9.2) and is
// not back.
func (r *Reader) restorable(ctx context.Context, s *sessions.Session) ([]Entity, error) {
	list, err := r.left.of(s).list(ctx, r.db, s.ID)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	r.left.lapsing.Store(true)
	episodes, err := r.db.Episodes(ctx, s.ID, r.restoreFor)
	if err != nil {
		return nil, err
	}
	since := int64(0)
	if len(episodes) == r.restoreFor && len(episodes) > 0 {
		since = episodes[len(episodes)-1].Seq
	}
	var out []Entity
	seen := map[string]bool{}
	for _, a := range list {
		if a.seq < since || seen[a.Key] || s.Map.Get(a.Key) != nil {
			continue
		}
		seen[a.Key] = true
		out = append(out, a.Entity)
	}
	return out, nil
}

// Ended is an entity that has left the State Map.
type Ended struct {
	Entity
	// Left is for how many more requests it can be restored, Expired since when it
	// cannot; zero while it can.
	Left    int
	Expired time.Time
}

// Ended lists what has left the State Map and is not back, also what cannot be
// restored any more, the last first.
func (r *Reader) Ended(ctx context.Context) ([]Ended, error) {
	s, err := r.active(ctx)
	if err != nil {
		return nil, err
	}
	list, err := r.left.of(s).list(ctx, r.db, s.ID)
	if err != nil {
		return nil, err
	}
	episodes, err := r.db.Episodes(ctx, s.ID, r.restoreFor)
	if err != nil {
		return nil, err
	}
	var out []Ended
	seen := map[string]bool{}
	for _, x := range list {
		if seen[x.Key] || s.Map.Get(x.Key) != nil {
			continue
		}
		seen[x.Key] = true
		ended, err := r.endedAs(ctx, s, x, episodes)
		if err != nil {
			return nil, err
		}
		out = append(out, ended)
	}
	return out, nil
}

// endedAs tells for how long an entity can be restored; episodes are the last ones
// within which it can.
func (r *Reader) endedAs(ctx context.Context, s *sessions.Session, x endedEntity, episodes []event.Episode) (Ended, error) {
	since := 0
	for _, ep := range episodes {
		if ep.Seq > x.seq {
			since++
		}
	}
	ended := Ended{Entity: x.Entity, Left: max(r.restoreFor-since, 0)}
	if ended.Left > 0 {
		return ended, nil
	}
	at, ok, err := r.db.EpisodeAfter(ctx, s.ID, x.seq, max(r.restoreFor, 1))
	if !ok {
		at = x.Updated
	}
	ended.Expired = at
	return ended, err
}
