package engine

import (
	"context"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
)

// CanonDelta is the CANON_STATE_DELTA of the active session with a seq, made of
// the Ledger as it was emitted: the same bytes whenever it is asked for. It
// fails with event.ErrNotFound where there is none.
func (e *Engine) CanonDelta(ctx context.Context, seq int64) ([]byte, error) {
	return e.active().delta(ctx, seq)
}

func (s *session) delta(ctx context.Context, seq int64) ([]byte, error) {
	d, err := rebuild.Delta(ctx, s.engine.db, s.ID, seq)
	if err != nil {
		return nil, err
	}
	return d.Encode()
}

// CanonDeltas makes every CANON_STATE_DELTA of the active session again, in order;
// yield's first error ends it.
func (e *Engine) CanonDeltas(ctx context.Context, yield func(canon.Delta) error) error {
	return rebuild.Deltas(ctx, e.db, e.active().ID, yield)
}

// Checkpoint is the last CANON_STATE_DELTA of the active session, or, where what
// it tells has changed since or where there is none, a new one.
func (e *Engine) Checkpoint(ctx context.Context) ([]byte, error) {
	if err := e.Deciding(ctx); err != nil {
		return nil, err
	}
	d, err := e.active().head(ctx)
	if err != nil {
		return nil, err
	}
	return d.Encode()
}

// SessionBlock is Checkpoint for a session by its name. Nothing is written to an
// archived one, whose last delta it is: event.ErrNotFound where it has none.
func (e *Engine) SessionBlock(ctx context.Context, name string) ([]byte, error) {
	if err := e.Deciding(ctx); err != nil {
		return nil, err
	}
	room := e.LookUp(name)
	if room == nil {
		_, err := e.Named(name)
		return nil, err
	}
	s := e.of(room)
	if !s.Usable() {
		last, err := e.db.LastEmitted(ctx, s.ID)
		if err != nil {
			return nil, err
		}
		return s.delta(ctx, last.Number)
	}
	d, err := s.head(ctx)
	if err != nil {
		return nil, err
	}
	return d.Encode()
}

// head is the delta that tells the session as it stands, after a look at the
// disk: the last of its chain, or a new one.
func (s *session) head(ctx context.Context) (d canon.Delta, err error) {
	if err := s.engine.watcher.Look(ctx, s.Session, s.Map.Sorted()); err != nil {
		return canon.Delta{}, err
	}
	return s.Checkpoint(ctx)
}

// LastDelta is the seq of the active session's last state, 0 where none was
// emitted or recovered from.
func (e *Engine) LastDelta() int64 {
	return e.active().Chain.Link().Seq
}
