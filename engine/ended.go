package engine

import (
	"context"
	"sync"

	"holdfast/engine/report"
	"holdfast/store"
	"holdfast/store/event"
)

// ended are the entities of a session that left its State Map, the last first:
// read once, and anew when another has left.
type ended struct {
	mu    sync.Mutex
	left  int64 // counts what has left; changed by folds
	at    int64 // left, when all was read
	known bool
	all   []endedEntity
}

// endedEntity is an entity with the row of the Ledger that tombstoned it.
type endedEntity struct {
	report.Entity
	seq int64
}

// follow notes that a row may have ended entities.
func (d *ended) follow(ev event.Event) {
	switch ev.(type) {
	case event.ArtifactRecorded, event.ArtifactPromoted, event.ArtifactClosed, event.ShadowAudited, event.ToolRan, event.ModelSaid,
		event.EntityPersisted, event.EntityAcknowledged, event.OperatorDecided, event.EpisodeOpened, event.EpisodeClosed, event.CanonEmitted,
		event.DeltaAccepted, event.DeltaRejected, event.DeltaCheckpoint, event.DeltaRestored:
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left++
}

func (d *ended) list(ctx context.Context, db *store.DB, session string) ([]endedEntity, error) {
	d.mu.Lock()
	left, all, known := d.left, d.all, d.known && d.at == d.left
	d.mu.Unlock()
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
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all, d.at, d.known = all, left, true
	return all, nil
}

// tombstoned lists what left the State Map within the last N episodes
// (TSLP 9.2) and is not back.
func (e *Engine) tombstoned(ctx context.Context, s *session) ([]report.Entity, error) {
	list, err := s.ended.list(ctx, e.db, s.id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	e.lapsing.Store(true)
	episodes, err := e.db.Episodes(ctx, s.id, e.cfg.Gates.TombstoneEpisodes)
	if err != nil {
		return nil, err
	}
	since := int64(0)
	if len(episodes) == e.cfg.Gates.TombstoneEpisodes && len(episodes) > 0 {
		since = episodes[len(episodes)-1].Seq
	}
	var out []report.Entity
	seen := map[string]bool{}
	for _, a := range list {
		if a.seq < since || seen[a.Key] || s.state.Get(a.Key) != nil {
			continue
		}
		seen[a.Key] = true
		out = append(out, a.Entity)
	}
	return out, nil
}
