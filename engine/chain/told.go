package chain

import (
	"context"
	"time"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/store"
	"holdfast/store/event"
)

// Told returns the delta that tells the session as it stands at a moment, where the
// last of the chain does so; false where a new one has to.
func (c *Chain) Told(ctx context.Context, db *store.DB, last event.CanonState, m *Moment) (canon.Delta, bool, error) {
	if !last.Emitted {
		return canon.Delta{}, false, nil
	}
	before, err := emitted(ctx, db, c.session, last.Row)
	if err != nil {
		return canon.Delta{}, false, err
	}
	d, err := m.Delta(before)
	return d, err == nil, nil
}

// Checkpoint returns the delta that tells the session as it stands at a moment, which
// the last of the chain does not (see Told).
func (c *Chain) Checkpoint(ctx context.Context, db *store.DB, last event.CanonState, m *Moment, now time.Time) (event.CanonEmitted, error) {
	prior := canon.Project(canon.Facts{})
	if last.Emitted {
		told, err := rebuild.Delta(ctx, db, c.session, last.Number)
		if err != nil {
			return event.CanonEmitted{}, err
		}
		prior = told.CurrentState
	}
	next := m.State(last, now)
	return m.event(last, canon.Checkpoint(prior, next), now), nil
}

// emitted reads the event of a delta.
func emitted(ctx context.Context, db *store.DB, session string, row int64) (ev event.CanonEmitted, err error) {
	err = db.Since(ctx, session, row-1, 1, func(row event.Row) error {
		decoded, err := event.Decode(row.Type, row.Data)
		ev, _ = decoded.(event.CanonEmitted)
		return err
	})
	return ev, err
}
