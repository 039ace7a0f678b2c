package engine

import (
	"context"
	"errors"
	"fmt"

	"holdfast/engine/recovery"
	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// FreshStart ends read-only mode without a document: everything that the
// sessions held leaves their State Maps, since none of it can be trusted. It can
// be restored or adopted again. Where all is well it is refused.
func (e *Engine) FreshStart(ctx context.Context) error {
	if err := e.Mend(ctx); err != nil {
		return err
	}
	if e.ReadOnly() == "" {
		return fmt.Errorf("%w: there is no reason for a fresh start", recovery.ErrTrusted)
	}
	s := e.active()
	events := append(s.creation(), s.Ground.EndAll("operator", freshStart)...)
	return e.declare(ctx, s, nil, append(events, event.FreshStarted{Overruled: e.Overruled()}))
}

// declare commits the operator's word on what a session stands on, which ends
// read-only mode, and emits its delta.
func (e *Engine) declare(ctx context.Context, s *session, blobs [][]byte, events []event.Event) error {
	doubt := e.ReadOnly()
	err := s.Declare(ctx, blobs, events)
	switch {
	case errors.Is(err, event.ErrConflict):
		return fmt.Errorf("session %s: %w", s.Name(), sessions.ErrChanged)
	}
	if err != nil {
		return err
	}
	if doubt != "" {
		err = errors.Join(e.endOthers(ctx, s, doubt), e.Trust(ctx))
	}
	s.Emit(ctx)
	s.verify(s.Map.Sorted())
	e.hub.Changed()
	return err
}

// endOthers empties the other sessions of a database that is not trusted: each
// can be recovered from a block of its own.
func (e *Engine) endOthers(ctx context.Context, active *session, doubt string) error {
	for _, s := range e.allSessions() {
		if s == active {
			continue
		}
		events := append(s.Ground.EndAll("operator", freshStart), event.FreshStarted{Overruled: event.Overruled{Doubt: doubt}})
		if err := s.Declare(ctx, nil, events); err != nil {
			return fmt.Errorf("session %s could not begin anew: %w", s.Name(), err)
		}
	}
	return nil
}

const freshStart = "a fresh start was declared"

// creation begins the Ledger of a session that was lost with its database.
func (s *session) creation() []event.Event {
	if s.recorded() {
		return nil
	}
	return []event.Event{event.SessionCreated{ID: s.ID, Name: s.Name()}}
}

// recorded reports whether the database has the session.
func (s *session) recorded() bool {
	_, err := s.engine.db.Session(context.Background(), s.ID)
	return !errors.Is(err, event.ErrNotFound)
}
