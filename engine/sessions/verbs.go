package sessions

import (
	"context"
	"errors"

	"holdfast/store"
	"holdfast/store/event"
)

// NewSession begins an empty session and switches to it.
func (a *Sessions) NewSession(ctx context.Context, name string) error {
	if err := a.MayBeNamed(ctx, name); err != nil {
		return err
	}
	id := a.means.NewID()
	return a.Changed(name, a.Commit(ctx, id, nil, []event.Event{
		event.SessionCreated{ID: id, Name: name}, event.SessionActivated{},
	}))
}

// Switch makes a session the active one, in this process and in those beside it.
// Requests under way stay where they are.
func (a *Sessions) Switch(ctx context.Context, name string) error {
	s, err := a.For(ctx, name)
	if err != nil {
		return err
	}
	if a.IsActive(s) {
		return nil
	}
	return a.Changed(name, s.Commit(ctx, nil, []event.Event{event.SessionActivated{}}))
}

// Rename gives a session another name; requests that name it by the old one are
// refused from then on.
func (a *Sessions) Rename(ctx context.Context, old, name string) error {
	s, err := a.For(ctx, old)
	if err != nil || old == name {
		return err
	}
	if err := a.MayBeNamed(ctx, name); err != nil {
		return err
	}
	return a.Changed(name, s.Commit(ctx, nil, []event.Event{event.SessionRenamed{Was: s.Name(), Name: name}}))
}

// Archive puts a session aside: it can be neither used nor written to until
// Unarchive, and its name stays taken. The active one cannot be archived.
func (a *Sessions) Archive(ctx context.Context, name string) error {
	s, err := a.For(ctx, name)
	if err != nil {
		return err
	}
	switch {
	case s == a.Active():
		return isActive(s.Name())
	case a.means.Busy(s.ID):
		return Refused("a request of session %q is under way: wait for its end before you archive it", name)
	}
	return a.Changed(name, s.Commit(ctx, nil, []event.Event{event.SessionArchived{}}))
}

func isActive(name string) error {
	return Refused("%q is the active session: switch to another before you archive it", name)
}

// Unarchive takes an archived session up again.
func (a *Sessions) Unarchive(ctx context.Context, name string) error {
	if err := a.CatchUp(ctx); err != nil {
		return err
	}
	s := a.LookUp(name)
	if s == nil {
		_, err := a.Named(name)
		return err
	}
	if s.Usable() {
		return Refused("session %q is not archived", name)
	}
	if err := a.Changed(name, s.Commit(ctx, nil, []event.Event{event.SessionUnarchived{}})); err != nil {
		return err
	}
	a.means.Look(s)
	return nil
}

// MayBeNamed refuses a name that a session cannot have, or that one has.
func (a *Sessions) MayBeNamed(ctx context.Context, name string) error {
	if err := store.CheckSessionName(name); err != nil {
		return err
	}
	if err := a.Deciding(ctx); err != nil {
		return err
	}
	return a.nameTaken(name)
}

// nameTaken tells which session has a name, nil for none.
func (a *Sessions) nameTaken(name string) error {
	switch s := a.LookUp(name); {
	case s == nil:
		return nil
	case !s.Usable():
		return Refused("there is an archived session %q already: choose another name, or take it up again with holdfast session unarchive %s", name, name)
	}
	return Refused("there is a session %q already: choose another name, or switch to it with holdfast session switch %s", name, name)
}

// Changed ends a change of the sessions: it words what another process
// did first, and tells screens of what was done.
func (a *Sessions) Changed(name string, err error) error {
	switch {
	case err == nil:
		a.means.Hub.Changed()
		return nil
	case errors.Is(err, event.ErrExists):
		return Refused("there is a session %q already: choose another name", name)
	case errors.Is(err, event.ErrActive):
		return isActive(name)
	case errors.Is(err, event.ErrArchived):
		return Refused("session %q was archived meanwhile", name)
	}
	return err
}
