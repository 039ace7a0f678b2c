package operator

import (
	"context"
	"errors"
	"sync/atomic"

	"holdfast/engine/config"
	"holdfast/engine/events"
	"holdfast/engine/guard/sentry"
	"holdfast/engine/items"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/engine/watch"
	"holdfast/engine/workplace"
	"holdfast/store"
	"holdfast/store/event"
)

// Desk carries out what the operator decides. Its methods are safe for concurrent use;
// each refuses what has moved since the operator saw it (sessions.ErrChanged).
type Desk struct{ means Means }

// Means are what a Desk works with.
type Means struct {
	Config   *config.Config
	DB       *store.DB // to be read
	NewID    func() string
	Hub      *events.Hub
	Sessions *sessions.Sessions
	Disk     *watch.Watcher
	Items    *items.Book
	Reader   *report.Reader
	// Unsaved is set where answers that are not saved yet are shown from now on.
	Unsaved *atomic.Bool
}

// New returns a desk.
func New(m Means) *Desk { return &Desk{m} }

// session is a session that the operator decides about.
type session struct {
	*sessions.Session
	desk *Desk
}

// names are the files of the workspace as the active session knows them.
func (o *Desk) names() workplace.Names { return o.means.Disk.Names(o.means.Sessions.Active()) }

func (o *Desk) active() *session { return &session{o.means.Sessions.Active(), o} }

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
