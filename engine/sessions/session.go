package sessions

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"holdfast/engine/chain"
	"holdfast/engine/decide"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store"
	"holdfast/store/event"
)

// Session is one session's live state: mirrors of its projections. Everything in it
// can be rebuilt from the database. It is safe for concurrent use.
type Session struct {
	// ID is the session's for good; its name may change.
	ID        string
	Map       *statemap.Map
	Pending   *statemap.Pending
	Unapplied *statemap.Unapplied
	Ground    *decide.Ground // of what is decided here
	Diverged  *stale.Diverged
	Chain     *chain.Chain

	all *Sessions
	// about is its name and its standing among the sessions, as folded.
	about atomic.Pointer[store.Session]
	// mirrors fold in this order: the chain, which tells what a row does to the State
	// Map as it was, what waits, and what rooms above have made. The State Map is last.
	mirrors  []Mirror
	mirrored mirrored
	// turns are the numbers of the turns whose episodes are open, by episode; 0 for one
	// that is no turn. The lock of the folds guards it.
	turns map[string]int
	// emitting has one delta made at a time, as each follows the one before.
	emitting sync.Mutex
	behind   atomic.Bool // deltas are emitted behind the commits
}

func (a *Sessions) newSession(row store.Session) *Session {
	s := &Session{
		all: a, ID: row.ID, turns: map[string]int{}, Pending: statemap.NewPending(), Unapplied: statemap.NewUnapplied(),
		Map: statemap.New(a.means.Hydrate, a.means.Load), Diverged: stale.NewDiverged(),
	}
	s.Map.Share(func(row int64) (event.FileAdopted, error) { return a.means.DB.Adopted(context.Background(), row) })
	s.Chain = chain.New(s.ID, s.Map, s.Diverged)
	s.Ground = decide.NewGround(s.Map, s.Pending, a.means.Limits, a.means.Tolerates)
	s.about.Store(&row)
	s.mirrors = append([]Mirror{s.Chain, folded(s.Diverged.Fold), waits{s}}, a.means.Mirrors(s)...)
	return s
}

// About returns the session's name and its standing among the sessions. It is not to be
// changed.
func (s *Session) About() *store.Session { return s.about.Load() }

// Name returns the session's name.
func (s *Session) Name() string { return s.About().Name }

// Usable reports whether requests may name the session.
func (s *Session) Usable() bool {
	about := s.About()
	return !about.Archived && !about.Copying
}

// fold applies an event of a row of the session's stream to the mirrors; records holds
// the artifacts that rows before it introduced.
func (s *Session) fold(ctx context.Context, row event.Row, ev event.Event, records map[string]event.ArtifactRecorded) error {
	s.Chain.Fold(row, ev)
	adopted, whole := ev.(event.FileAdopted)
	for _, single := range event.Expand(ev) {
		for _, m := range s.mirrors[1:] {
			m.Fold(row, single)
		}
		if whole {
			continue
		}
		if err := s.foldMap(ctx, row, single, records); err != nil {
			return err
		}
	}
	if whole {
		return s.adopt(ctx, row, &adopted)
	}
	return nil
}

// adopt applies the adoption of a file to the State Map.
func (s *Session) adopt(ctx context.Context, row event.Row, ev *event.FileAdopted) error {
	turn, open := s.turns[ev.Episode]
	if !open { // only the database knows it
		first, err := s.all.means.DB.Artifact(ctx, s.ID, ev.Artifact(0))
		if err != nil {
			return fmt.Errorf("reading artifact %s: %w", ev.Artifact(0), err)
		}
		turn = first.Turn
	}
	if slices.ContainsFunc(ev.Symbols, func(sym event.AdoptedSymbol) bool { return sym.Was == "" }) {
		if err := s.Map.Recall(ctx, s.all.means.DB, s.ID, row.Seq); err != nil {
			return err
		}
	}
	s.Map.Adopt(statemap.Adopted{Event: ev, Row: row, Turn: turn})
	return nil
}

// foldMap applies an event that stands for itself alone to the State Map.
func (s *Session) foldMap(ctx context.Context, row event.Row, ev event.Event, records map[string]event.ArtifactRecorded) error {
	switch ev := ev.(type) {
	case event.EpisodeOpened:
		s.turns[ev.Episode] = ev.Turn
	case event.EpisodeClosed:
		delete(s.turns, ev.Episode)
	case event.ArtifactRecorded:
		records[ev.Artifact] = ev
	case event.ArtifactPromoted:
		a, err := s.promoted(ctx, ev, records)
		if err != nil {
			return err
		}
		a.Changed, a.Grant, a.StateSeq = row.Time, ev.Grant, row.Seq
		if ev.Supersedes == "" {
			if err := s.Map.Recall(ctx, s.all.means.DB, s.ID, row.Seq); err != nil {
				return err
			}
		}
		s.Map.Promote(a, ev)
	default:
		s.Map.Fold(ev)
	}
	return nil
}

func (s *Session) promoted(ctx context.Context, ev event.ArtifactPromoted, records map[string]event.ArtifactRecorded) (event.Artifact, error) {
	if rec, ok := records[ev.Artifact]; ok {
		if turn, open := s.turns[rec.Episode]; open { // else only the database knows it
			a := statemap.Recorded(rec)
			a.Turn = turn
			return a, nil
		}
	}
	a, err := s.all.means.DB.Artifact(ctx, s.ID, ev.Artifact)
	if err != nil {
		return a, fmt.Errorf("reading artifact %s: %w", ev.Artifact, err)
	}
	return a, nil
}

// Commit records a batch as Record does, and then the CANON_STATE_DELTA that it wants
// (see EmitSoon).
func (s *Session) Commit(ctx context.Context, blobs [][]byte, events []event.Event) error {
	err := s.Record(ctx, blobs, events)
	if err == nil && !untold(ctx) {
		s.EmitSoon(ctx)
	}
	return err
}

// Record makes a batch durable, all or none of it, and folds it into the mirrors. It
// fails with event.ErrConflict where the truth moved under the decision: what another
// process committed is folded by then, so that the decision can be taken anew on what
// is true (see Retry). In read-only mode it fails with ErrReadOnly. The batch has no
// delta before Emit is called.
func (s *Session) Record(ctx context.Context, blobs [][]byte, events []event.Event) error {
	if err := s.all.MayChange(); err != nil {
		return err
	}
	return s.Declare(ctx, blobs, events)
}

// Declare is Record also in read-only mode, for the operator's word that ends it.
func (s *Session) Declare(ctx context.Context, blobs [][]byte, events []event.Event) error {
	return s.all.Commit(ctx, s.ID, blobs, events)
}

// Commit is Session.Declare for a session that the batch may itself create.
func (a *Sessions) Commit(ctx context.Context, session string, blobs [][]byte, events []event.Event) error {
	receipt, err := a.means.DB.Commit(ctx, store.Batch{Session: session, Blobs: blobs, Events: events})
	if errors.Is(err, event.ErrConflict) {
		return errors.Join(err, a.foldForeign(ctx))
	}
	if err != nil {
		a.displaced(err)
		return err
	}
	return a.folds.own(ctx, ownCommit{session, receipt, events, untold(ctx)})
}
