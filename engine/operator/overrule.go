package operator

import (
	"context"
	"errors"

	"holdfast/engine/guard/sentry"
	"holdfast/store/event"
)

// OverruleGuard lets a write run that the guard refused, when the client makes it again
// (guard.md). id is that of the decision, or its beginning; the error is
// event.ErrNotFound where no session has one.
func (o *Desk) OverruleGuard(ctx context.Context, id string) error {
	if err := o.means.Sessions.CatchUp(ctx); err != nil {
		return err
	}
	active := o.active()
	said, err := sentry.Decided(ctx, o.means.DB, active.ID, id)
	for _, s := range o.means.Sessions.All() { // the session may have been changed since
		if !errors.Is(err, event.ErrNotFound) {
			break
		}
		said, err = sentry.Decided(ctx, o.means.DB, s.ID, id)
	}
	if err != nil {
		return err
	}
	return active.Commit(ctx, nil, []event.Event{event.GuardOverruled{Guard: said.Guard, Subject: said.Subject}})
}
