package engine

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/hydrate"
	"holdfast/store"
)

// session is one session's live state: mirrors of its projections and its
// conversations. Everything in it can be rebuilt from the database.
type session struct {
	engine        *Engine
	id, name      string
	state         *stateMap
	pending       *pendingSet
	conversations conversations
}

func (e *Engine) openSession(ctx context.Context, row store.Session) (*session, error) {
	s := &session{
		engine: e, id: row.ID, name: row.Name, pending: newPendingSet(),
		state:         newStateMap(hydrate.Options{Root: filepath.ToSlash(e.cfg.Workspace.Root), BareNames: e.cfg.Hydrate.BareNames}, e.load),
		conversations: conversations{byKey: map[string]*conversation{}},
	}
	if err := s.state.fill(ctx, e.db, s.id); err != nil {
		return nil, fmt.Errorf("reading the State Map: %w", err)
	}
	if err := s.pending.fill(ctx, e.db, s.id); err != nil {
		return nil, fmt.Errorf("reading the proposals: %w", err)
	}
	return s, nil
}

// load reads a text from the Vault for the request path, which has no time to
// wait for a database in trouble.
func (e *Engine) load(hash string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), e.patience)
	defer cancel()
	return e.db.Blob(ctx, hash)
}

// fold applies one ledger event to the mirrors. Events of one batch come in
// order; records holds the artifacts that the batch itself introduced.
func (s *session) fold(ctx context.Context, ev store.Event, at time.Time, records map[string]store.ArtifactRecorded) error {
	switch ev := ev.(type) {
	case store.ArtifactRecorded:
		records[ev.Artifact] = ev
		s.pending.add(waiting{id: ev.Artifact, entity: ev.Entity, hash: ev.Hash, removes: ev.Removes})
	case store.ArtifactClosed:
		s.pending.drop(ev.Artifact)
	case store.EntityTombstoned:
		s.state.remove(ev.Entity)
	case store.ArtifactPromoted:
		s.pending.drop(ev.Artifact)
		e, err := s.promotedEntry(ctx, ev, records)
		if err != nil {
			return err
		}
		e.updated, e.grant = at, ev.Grant
		s.state.put(e)
	}
	return nil
}

func (s *session) promotedEntry(ctx context.Context, ev store.ArtifactPromoted, records map[string]store.ArtifactRecorded) (*entry, error) {
	if rec, ok := records[ev.Artifact]; ok {
		return entryOf(recorded(rec)), nil
	}
	a, err := s.engine.db.Artifact(ctx, s.id, ev.Artifact)
	if err != nil {
		return nil, fmt.Errorf("reading artifact %s: %w", ev.Artifact, err)
	}
	return entryOf(a), nil
}

// commit makes a batch durable and folds it into the mirrors.
func (s *session) commit(ctx context.Context, blobs [][]byte, events []store.Event) error {
	receipt, err := s.engine.db.Commit(ctx, store.Batch{Session: s.id, Blobs: blobs, Events: events})
	if err != nil {
		return err
	}
	return s.engine.folds.own(ctx, s, receipt, events)
}

// folds keeps the mirrors in step with the Ledger: every row is folded once and
// in order, whoever committed it.
type folds struct {
	engine *Engine
	mu     sync.Mutex
	to     int64 // seq of the last row that was folded
	last   atomic.Int64
}

// own folds the engine's own commit. Where rows of others lie before it, all
// are read from the Ledger.
func (f *folds) own(ctx context.Context, s *session, receipt store.Receipt, events []store.Event) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case receipt.Last <= f.to:
		return nil
	case receipt.First != f.to+1:
		return f.read(ctx)
	}
	records := map[string]store.ArtifactRecorded{}
	for _, ev := range events {
		if err := s.fold(ctx, ev, receipt.Time, records); err != nil {
			return err
		}
	}
	f.advance(receipt.Last)
	return nil
}

func (f *folds) advance(seq int64) {
	f.to = seq
	f.last.Store(seq)
}

// read folds every row that the mirrors have not seen.
func (f *folds) read(ctx context.Context) error {
	records := map[string]store.ArtifactRecorded{}
	last := f.to
	err := f.engine.db.Since(ctx, "", f.to+1, 0, func(row store.Row) error {
		last = row.Seq
		s := f.engine.sessionByID(row.Session)
		if s == nil {
			return nil
		}
		ev, err := store.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		return s.fold(ctx, ev, row.Time, records)
	})
	if err != nil {
		return fmt.Errorf("reading the Ledger from %d on: %w", f.to+1, err)
	}
	f.advance(last)
	return nil
}

// catchUp folds what other processes committed (a decision on the command
// line), so that it counts from the very next request on. HEAD is asked rather
// than the database, which may be busy with a commit.
func (e *Engine) catchUp(ctx context.Context) error {
	if e.db.LastCommitted() <= e.folds.last.Load() {
		return nil
	}
	return e.foldForeign(ctx)
}

// followOthers notices the commits of other processes while no request asks,
// so that the screen shows them at once.
func (e *Engine) followOthers(ctx context.Context) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := e.catchUp(ctx); err != nil && ctx.Err() == nil {
			e.log.Warn("what another process committed could not be read", "err", err)
		}
	}
}

// followEvery is how often the screen looks for the decisions of others: not to
// be noticed by a person, and 30 microseconds of work a second.
const followEvery = 200 * time.Millisecond

func (e *Engine) foldForeign(ctx context.Context) error {
	e.folds.mu.Lock()
	before := e.folds.to
	err := e.folds.read(ctx)
	changed := e.folds.to != before
	e.folds.mu.Unlock()
	if changed {
		e.emitState()
	}
	return err
}
