package export

import (
	"context"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/sessions"
)

// CanonDelta returns the CANON_STATE_DELTA of the active session with a seq, made of
// the Ledger as it was emitted: the same bytes whenever it is asked for. It
// fails with event.ErrNotFound where there is none.
func (e *Exporter) CanonDelta(ctx context.Context, seq int64) ([]byte, error) {
	return e.delta(ctx, e.sessions.Active(), seq)
}

func (e *Exporter) delta(ctx context.Context, s *sessions.Session, seq int64) ([]byte, error) {
	d, err := rebuild.Delta(ctx, e.db, s.ID, seq)
	if err != nil {
		return nil, err
	}
	return d.Encode()
}

// CanonDeltas makes every CANON_STATE_DELTA of the active session again, in order;
// yield's first error ends it.
func (e *Exporter) CanonDeltas(ctx context.Context, yield func(canon.Delta) error) error {
	return rebuild.Deltas(ctx, e.db, e.sessions.Active().ID, yield)
}

// Checkpoint returns the last CANON_STATE_DELTA of the active session, or, where what
// it tells has changed since or where there is none, a new one.
func (e *Exporter) Checkpoint(ctx context.Context) ([]byte, error) {
	if err := e.sessions.Deciding(ctx); err != nil {
		return nil, err
	}
	d, err := e.head(ctx, e.sessions.Active())
	if err != nil {
		return nil, err
	}
	return d.Encode()
}

// SessionBlock is Checkpoint for a session by its name. Nothing is written to an
// archived one, whose last delta it is: event.ErrNotFound where it has none.
func (e *Exporter) SessionBlock(ctx context.Context, name string) ([]byte, error) {
	if err := e.sessions.Deciding(ctx); err != nil {
		return nil, err
	}
	s := e.sessions.LookUp(name)
	if s == nil {
		_, err := e.sessions.Named(name)
		return nil, err
	}
	if !s.Usable() {
		last, err := e.db.LastEmitted(ctx, s.ID)
		if err != nil {
			return nil, err
		}
		return e.delta(ctx, s, last.Number)
	}
	d, err := e.head(ctx, s)
	if err != nil {
		return nil, err
	}
	return d.Encode()
}

// head is the delta that tells the session as it stands, after a look at the
// disk: the last of its chain, or a new one.
func (e *Exporter) head(ctx context.Context, s *sessions.Session) (d canon.Delta, err error) {
	if err := e.watcher.Look(ctx, s, s.Map.Sorted()); err != nil {
		return canon.Delta{}, err
	}
	return s.Checkpoint(ctx)
}

// LastDelta returns the seq of the active session's last state, 0 where none was
// emitted or recovered from.
func (e *Exporter) LastDelta() int64 {
	return e.sessions.Active().Chain.Link().Seq
}
