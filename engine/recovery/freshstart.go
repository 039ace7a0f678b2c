package recovery

import (
	"context"
	"errors"
	"fmt"

	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// FreshStart ends read-only mode without a document: everything that the
// sessions held leaves their State Maps, since none of it can be trusted. It can
// be restored or adopted again. Where all is well it is refused.
func (d *Desk) FreshStart(ctx context.Context) error {
	if err := d.sessions.Mend(ctx); err != nil {
		return err
	}
	if d.sessions.ReadOnly() == "" {
		return fmt.Errorf("%w: there is no reason for a fresh start", ErrTrusted)
	}
	s := d.sessions.Active()
	events := append(d.creation(s), s.Ground.EndAll("operator", freshStart)...)
	return d.declare(ctx, s, nil, append(events, event.FreshStarted{Overruled: d.sessions.Overruled()}))
}

// declare commits the operator's word on what a session stands on, which ends
// read-only mode, and emits its delta.
func (d *Desk) declare(ctx context.Context, s *sessions.Session, blobs [][]byte, events []event.Event) error {
	doubt := d.sessions.ReadOnly()
	err := s.Declare(ctx, blobs, events)
	if errors.Is(err, event.ErrConflict) {
		return fmt.Errorf("session %s: %w", s.Name(), sessions.ErrChanged)
	}
	if err != nil {
		return err
	}
	if doubt != "" {
		err = errors.Join(d.endOthers(ctx, s, doubt), d.sessions.Trust(ctx))
	}
	s.Emit(ctx)
	d.means.Watcher.VerifyAll(s)
	d.means.Hub.Changed()
	return err
}

// endOthers empties the other sessions of a database that is not trusted: each
// can be recovered from a block of its own.
func (d *Desk) endOthers(ctx context.Context, active *sessions.Session, doubt string) error {
	for _, s := range d.sessions.All() {
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
func (d *Desk) creation(s *sessions.Session) []event.Event {
	if d.recorded(s) {
		return nil
	}
	return []event.Event{event.SessionCreated{ID: s.ID, Name: s.Name()}}
}

// recorded reports whether the database has the session.
func (d *Desk) recorded(s *sessions.Session) bool {
	_, err := d.means.DB.Session(context.Background(), s.ID)
	return !errors.Is(err, event.ErrNotFound)
}
