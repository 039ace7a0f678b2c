package engine

import (
	"context"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// CanonDelta is the CANON_STATE_DELTA of the active session with a seq, made of
// the Ledger as it was emitted: the same bytes whenever it is asked for. It
// fails with event.ErrNotFound where there is none.
func (e *Engine) CanonDelta(ctx context.Context, seq int64) ([]byte, error) {
	return e.active().delta(ctx, seq)
}

func (s *session) delta(ctx context.Context, seq int64) ([]byte, error) {
	d, err := rebuild.Delta(ctx, s.engine.db, s.id, seq)
	if err != nil {
		return nil, err
	}
	return d.Encode()
}

// CanonDeltas makes every CANON_STATE_DELTA of the active session again, in order;
// yield's first error ends it.
func (e *Engine) CanonDeltas(ctx context.Context, yield func(canon.Delta) error) error {
	return rebuild.Deltas(ctx, e.db, e.active().id, yield)
}

// Checkpoint is the last CANON_STATE_DELTA of the active session, or, where what
// it tells has changed since or where there is none, a new one.
func (e *Engine) Checkpoint(ctx context.Context) ([]byte, error) {
	if err := e.deciding(ctx); err != nil {
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
	if err := e.deciding(ctx); err != nil {
		return nil, err
	}
	s := e.lookUp(name)
	if s == nil {
		_, err := e.sessionNamed(name)
		return nil, err
	}
	if !s.usable() {
		last, err := e.db.LastEmitted(ctx, s.id)
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
	if err := s.look(ctx, s.state.Sorted()); err != nil {
		return canon.Delta{}, err
	}
	s.emit(ctx)
	err = sessions.Retry(func() error {
		d, err = s.checkpoint(ctx)
		return err
	})
	return d, err
}

// checkpoint gives the delta that tells the session as it stands.
func (s *session) checkpoint(ctx context.Context) (canon.Delta, error) {
	c := &s.chain
	c.emitting.Lock()
	defer c.emitting.Unlock()
	s.engine.folds.mu.Lock()
	c.mu.Lock()
	last, m := c.last, s.moment(s.engine.folds.to)
	c.mu.Unlock()
	s.engine.folds.mu.Unlock()
	prior := canon.Project(canon.Facts{})
	if last.Emitted {
		before, err := s.emitted(ctx, last.Row)
		if err != nil {
			return canon.Delta{}, err
		}
		if d, err := m.delta(before); err == nil {
			return d, nil // nothing has changed
		}
		told, err := rebuild.Delta(ctx, s.engine.db, s.id, last.Number)
		if err != nil {
			return canon.Delta{}, err
		}
		prior = told.CurrentState
	}
	now := s.engine.now()
	next := canon.Project(m.of(last.Number+1, now, last.Hash))
	ev := m.event(last, canon.Checkpoint(prior, next), now)
	if err := s.record(ctx, nil, []event.Event{ev}); err != nil {
		return canon.Delta{}, err
	}
	return m.delta(ev)
}

// emitted reads the event of a delta.
func (s *session) emitted(ctx context.Context, row int64) (emitted event.CanonEmitted, err error) {
	err = s.engine.db.Since(ctx, s.id, row-1, 1, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		emitted, _ = ev.(event.CanonEmitted)
		return err
	})
	return emitted, err
}

// LastDelta is the seq of the active session's last state, 0 where none was
// emitted or recovered from.
func (e *Engine) LastDelta() int64 {
	return e.active().chain.link().Seq
}
