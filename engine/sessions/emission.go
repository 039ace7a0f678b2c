package sessions

import (
	"context"

	"holdfast/engine/canon"
	"holdfast/engine/chain"
	"holdfast/store/event"
)

type untoldKey struct{}

// Untold has what is committed with the context wait for one delta that tells of all of
// it: EmitLeftOver, or that of the next commit without it. A state tells of the whole
// State Map, so that one for each part of what is large would cost its square.
func Untold(ctx context.Context) context.Context { return context.WithValue(ctx, untoldKey{}, true) }

func untold(ctx context.Context) bool { return ctx.Value(untoldKey{}) != nil }

// Emit records the deltas that are due. What cannot be recorded stays due: the
// decision itself is on the disk.
func (s *Session) Emit(ctx context.Context) { s.emit(ctx) }

// emit is Emit; it reports whether all were recorded.
func (s *Session) emit(ctx context.Context) bool {
	if s.all.ReadOnly() != "" {
		return false
	}
	s.emitting.Lock()
	defer s.emitting.Unlock()
	for {
		m := s.Chain.Next()
		if m == nil && s.Chain.Owes() {
			_, m = s.Moment()
		}
		if m == nil {
			return true
		}
		if err := s.emitMoment(ctx, m); err != nil {
			s.all.means.Log.Warn("a CANON_STATE_DELTA could not be recorded; the next one tells of its decision", "session", s.Name(), "err", err)
			return false
		}
	}
}

// EmitSoon is Emit for whoever commits one of many decisions: the delta of a large State
// Map is recorded behind it, and tells of all that was committed until it is made.
func (s *Session) EmitSoon(ctx context.Context) {
	if !s.Chain.Owes() {
		s.Emit(ctx)
		return
	}
	if s.behind.Swap(true) {
		return // whoever emits looks once more
	}
	s.all.emitting.Go(func() {
		for s.emit(context.WithoutCancel(ctx)) {
			if s.behind.Store(false); !s.Chain.Owes() || s.behind.Swap(true) {
				return
			}
		}
		s.behind.Store(false)
	})
}

// Wait returns when what EmitSoon has left is recorded.
func (a *Sessions) Wait() { a.emitting.Wait() }

// emitMoment records one delta.
func (s *Session) emitMoment(ctx context.Context, m *chain.Moment) error {
	return Retry(func() error {
		ev, wanted := s.Chain.Tell(m, s.all.means.Now())
		if !wanted {
			return nil
		}
		return s.Record(ctx, nil, []event.Event{ev})
	})
}

// EmitLeftOver emits a delta for what was committed before its process was stopped.
func (s *Session) EmitLeftOver(ctx context.Context) {
	s.all.folds.still(s.Chain.Mark)
	s.Emit(ctx)
}

// Checkpoint returns the delta that tells the session as it stands: the last of its
// chain, or a new one, which is recorded. It fails as Record does.
func (s *Session) Checkpoint(ctx context.Context) (d canon.Delta, err error) {
	s.Emit(ctx)
	err = Retry(func() error {
		d, err = s.checkpoint(ctx)
		return err
	})
	return d, err
}

func (s *Session) checkpoint(ctx context.Context) (canon.Delta, error) {
	s.emitting.Lock()
	defer s.emitting.Unlock()
	last, m := s.Moment()
	d, told, err := s.Chain.Told(ctx, s.all.means.DB, last, m)
	if err != nil || told { // nothing has changed
		return d, err
	}
	ev, err := s.Chain.Checkpoint(ctx, s.all.means.DB, last, m, s.all.means.Now())
	if err != nil {
		return canon.Delta{}, err
	}
	if err := s.Record(ctx, nil, []event.Event{ev}); err != nil {
		return canon.Delta{}, err
	}
	return m.Delta(ev)
}

// Moment returns the session as it stands, and the last state of its chain.
func (s *Session) Moment() (last event.CanonState, m *chain.Moment) {
	s.all.folds.still(func(upto int64) { last, m = s.Chain.At(upto) })
	return last, m
}
