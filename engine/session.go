package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/applied"
	"holdfast/engine/canon/rebuild"
	finder "holdfast/engine/conversation"
	"holdfast/engine/decide"
	"holdfast/engine/hydrate"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store"
	"holdfast/store/event"
)

// session is one session's live state: mirrors of its projections and its
// conversations. Everything in it can be rebuilt from the database.
type session struct {
	engine *Engine
	id     string
	// about is its name and its standing among the sessions, as folded.
	about         atomic.Pointer[store.Session]
	state         *statemap.Map
	pending       *statemap.Pending
	ground        *decide.Ground
	unapplied     *statemap.Unapplied
	replies       applied.Replies
	diverged      *stale.Diverged
	gone          report.Gone
	chain         chain
	conversations conversations
	mirrored      mirrored
}

func (e *Engine) newSession(row store.Session) *session {
	s := &session{
		engine: e, id: row.ID, pending: statemap.NewPending(), unapplied: statemap.NewUnapplied(),
		state:         statemap.New(hydrate.Options{Roots: e.cfg.Workspace.Roots(), BareNames: e.cfg.Hydrate.BareNames}, e.load),
		conversations: conversations{byKey: map[string]*conversation{}, finder: finder.NewFinder(row.ID, finder.Means{DB: e.db, Log: e.log, Patience: e.patience, NewID: e.newID})},
		diverged:      stale.NewDiverged(),
		chain:         chain{margin: rebuild.NewMargin()},
	}
	s.ground = decide.NewGround(s.state, s.pending, e.limits, e.toleratesUnsaved())
	s.about.Store(&row)
	return s
}

// load reads a text from the Vault for the request path, which has no time to
// wait for a database in trouble.
func (e *Engine) load(hash string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), e.patience)
	defer cancel()
	return e.db.Blob(ctx, hash)
}

// loadAll is load for several texts.
func (e *Engine) loadAll(hashes []string) []event.Content {
	ctx, cancel := context.WithTimeout(context.Background(), e.patience)
	defer cancel()
	return e.db.Blobs(ctx, hashes)
}

// fold applies one ledger event, of row seq, to the mirrors. Events of one batch
// come in order; records holds the artifacts that the batch itself introduced.
func (s *session) fold(ctx context.Context, seq int64, ev event.Event, at time.Time, records map[string]event.ArtifactRecorded) error {
	s.foldChain(seq, ev)
	s.diverged.Fold(ev)
	s.gone.Follow(ev)
	s.unapplied.Fold(ev, s.pending)
	s.pending.Fold(ev)
	switch ev := ev.(type) {
	case event.ArtifactRecorded:
		records[ev.Artifact] = ev
		s.engine.watching.add(ev.Path)
	case event.ArtifactPromoted:
		a, err := s.promoted(ctx, ev, records)
		if err != nil {
			return err
		}
		a.Changed, a.Grant, a.StateSeq = at, ev.Grant, seq
		if ev.Supersedes == "" {
			if err := s.state.Recall(ctx, s.engine.db, s.id, seq); err != nil {
				return err
			}
		}
		s.state.Promote(a, ev)
	default:
		s.state.Fold(ev)
	}
	return nil
}

func (s *session) promoted(ctx context.Context, ev event.ArtifactPromoted, records map[string]event.ArtifactRecorded) (event.Artifact, error) {
	if rec, ok := records[ev.Artifact]; ok {
		return statemap.Recorded(rec), nil
	}
	a, err := s.engine.db.Artifact(ctx, s.id, ev.Artifact)
	if err != nil {
		return a, fmt.Errorf("reading artifact %s: %w", ev.Artifact, err)
	}
	return a, nil
}

// commit records a batch, and then the CANON_STATE_DELTA that it wants.
func (s *session) commit(ctx context.Context, blobs [][]byte, events []event.Event) error {
	err := s.record(ctx, blobs, events)
	if err == nil {
		s.emit(ctx)
	}
	return err
}

// record makes a batch durable and folds it into the mirrors. Where the truth
// moved under the decision, what another process committed is folded first, so
// that the decision can be taken anew on what is true.
func (s *session) record(ctx context.Context, blobs [][]byte, events []event.Event) error {
	if err := s.engine.mayChange(); err != nil {
		return err
	}
	return s.write(ctx, blobs, events)
}

// write is record also in read-only mode, for the operator's word that ends it.
func (s *session) write(ctx context.Context, blobs [][]byte, events []event.Event) error {
	return s.engine.commit(ctx, s.id, blobs, events)
}

// commit is session.write for a session that the batch may itself create.
func (e *Engine) commit(ctx context.Context, session string, blobs [][]byte, events []event.Event) error {
	receipt, err := e.db.Commit(ctx, store.Batch{Session: session, Blobs: blobs, Events: events})
	if errors.Is(err, event.ErrConflict) {
		return errors.Join(err, e.foldForeign(ctx))
	}
	if err != nil {
		e.displaced(err)
		return err
	}
	return e.folds.own(ctx, ownCommit{session, receipt, events})
}

// folds keeps the mirrors in step with the Ledger: every row is folded once and
// in order, whoever committed it.
type folds struct {
	engine *Engine
	mu     sync.Mutex
	moved  sync.Cond // of mu: to has advanced
	to     int64     // seq of the last row that was folded
	last   atomic.Int64
	early  map[int64]ownCommit // by first row: came before the rows in front of it
}

// ownCommit is a commit of this engine that is to be folded.
type ownCommit struct {
	session string
	receipt store.Receipt
	events  []event.Event
}

func newFolds(e *Engine, head int64) *folds {
	f := &folds{engine: e, early: map[int64]ownCommit{}}
	f.moved.L = &f.mu
	f.advance(head)
	return f
}

// own folds the engine's own commit, and returns when that is done. The rows in
// front of it may be those of another goroutine, which is about to fold them,
// or of another process: then all are read from the Ledger.
func (f *folds) own(ctx context.Context, c ownCommit) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.early[c.receipt.First] = c
	for c.receipt.Last > f.to {
		next, ok := f.early[f.to+1]
		switch {
		case ok:
			if err := f.fold(ctx, next); err != nil {
				f.moved.Broadcast() // whoever waits meets the error too, and does not wait for ever
				return err
			}
		case f.engine.db.OthersAfter(f.to):
			if err := f.read(ctx); err != nil {
				return err
			}
		default:
			f.moved.Wait()
		}
	}
	f.mark(c.session) // whoever folded the rows, beside others' perhaps
	return nil
}

// mark has a delta made of what was folded last, if that wants one; a fork that is
// being copied tells of all of it at its end. f.mu is held.
func (f *folds) mark(session string) {
	if s := f.engine.sessionByID(session); s != nil && s.mirrored.filled && !s.about.Load().Copying {
		s.mark(f.to)
	}
}

func (f *folds) fold(ctx context.Context, c ownCommit) error {
	records := map[string]event.ArtifactRecorded{}
	for i, ev := range c.events {
		row := event.Row{Session: c.session, Seq: c.receipt.First + int64(i), Time: c.receipt.Time}
		if err := f.event(ctx, row, ev, records); err != nil {
			return err
		}
	}
	f.advance(c.receipt.Last)
	f.mark(c.session)
	return nil
}

// advance notes that everything up to seq is folded.
func (f *folds) advance(seq int64) {
	f.to = seq
	f.last.Store(seq)
	for first := range f.early {
		if first <= seq {
			delete(f.early, first)
		}
	}
	f.moved.Broadcast()
}

// read folds every row that the mirrors have not seen.
func (f *folds) read(ctx context.Context) error {
	records := map[string]event.ArtifactRecorded{}
	last, ends := f.to, false
	err := f.engine.db.Since(ctx, "", f.to, 0, func(row event.Row) error {
		last = row.Seq
		ev, err := event.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		ends = ends || endsDistrust(ev)
		return f.event(ctx, row, ev, records)
	})
	if err != nil {
		return fmt.Errorf("reading the Ledger after %d: %w", f.to, err)
	}
	f.advance(last)
	if ends { // another process has recovered the session
		return f.engine.trust(ctx)
	}
	return nil
}

// catchUp folds what other processes committed (a decision on the command
// line), so that it counts from the very next request on. HEAD is asked rather
// than the database, which may be busy with a commit.
func (e *Engine) catchUp(ctx context.Context) error {
	if e.ReadOnly() != "" && !e.beside && e.db.Displaced() {
		e.takeUp(ctx, nil) // somebody may have recovered it
	}
	if !e.db.OthersAfter(e.folds.last.Load()) {
		return nil
	}
	return e.foldForeign(ctx)
}

// followOthers notices the commits of other processes while no request asks,
// so that the screen shows them at once.
func (e *Engine) followOthers(ctx context.Context, s *serving) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		e.keepPlace(ctx, s)
		foreign, err := e.db.ForeignCommits(ctx)
		if err == nil && foreign {
			err = e.foldForeign(ctx)
		}
		if err != nil && ctx.Err() == nil {
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
		e.verifyAll()
		e.hub.Changed()
	}
	return err
}
