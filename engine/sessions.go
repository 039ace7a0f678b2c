package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holdfast/engine/stale"
	"holdfast/store"
	"holdfast/store/event"
)

// SessionInfo is one session as a list shows it.
type SessionInfo struct {
	Name string
	// Active reports whether requests mean it which name none.
	Active   bool
	Archived bool
	// Parent is the name of the session that it was forked from, "" for none.
	Parent  string
	Created time.Time
	// LastActivity is when a client or a person last caused a row of its stream.
	LastActivity time.Time
	Entities     int
	Stale        int // 0 of an archived one, which is not compared with the disk
	Pending      int
	Episodes     int
	Turns        int   // the episodes that were a turn of the user's
	last         int64 // the last row of its stream
}

// Sessions lists the sessions, the latest active first and the archived last.
func (e *Engine) Sessions(ctx context.Context) ([]SessionInfo, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	e.mu.RLock()
	active, all := e.current, make([]*session, 0, len(e.sessions))
	names := make(map[string]string, len(e.sessions))
	for id, s := range e.sessions {
		names[id] = s.name()
		if !s.about.Load().Copying {
			all = append(all, s)
		}
	}
	e.mu.RUnlock()
	list := make([]SessionInfo, len(all))
	for i, s := range all {
		stats, err := e.db.SessionStats(ctx, s.id)
		if errors.Is(err, event.ErrNotFound) && e.ReadOnly() != "" {
			err = nil // it was lost with its database, and holds nothing yet
		}
		if err != nil {
			return nil, err
		}
		about := s.about.Load()
		list[i] = SessionInfo{
			Name: about.Name, Active: s == active, Archived: about.Archived, Parent: names[about.Parent], Created: about.Created,
			LastActivity: stats.Last, Entities: stats.Entities, Stale: s.stale(), Pending: stats.Pending,
			Episodes: stats.Episodes, Turns: stats.Turns, last: stats.LastSeq,
		}
	}
	slices.SortFunc(list, func(a, b SessionInfo) int {
		if a.Archived != b.Archived {
			return map[bool]int{true: 1, false: -1}[a.Archived]
		}
		return cmp.Compare(b.last, a.last)
	})
	return list, nil
}

// stale counts the STALE entities. An engine that serves has looked already.
func (s *session) stale() int {
	if !s.usable() {
		return 0
	}
	if s.engine.serving.Load() != nil {
		return s.diverged.Count()
	}
	n := 0
	for _, v := range s.compare(s.state.Sorted()) {
		if stale.ReasonOf(v.Entry, v.Report).Stale() {
			n++
		}
	}
	return n
}

// NewSession begins an empty session and switches to it.
func (e *Engine) NewSession(ctx context.Context, name string) error {
	if err := e.mayBeNamed(ctx, name); err != nil {
		return err
	}
	id := e.newID()
	return e.sessionChanged(name, e.commit(ctx, id, nil, []event.Event{
		event.SessionCreated{ID: id, Name: name}, event.SessionActivated{},
	}))
}

// Switch makes a session the active one, in this process and in those beside it.
// Requests under way stay where they are.
func (e *Engine) Switch(ctx context.Context, name string) error {
	s, err := e.sessionFor(ctx, name)
	if err != nil {
		return err
	}
	e.mu.RLock()
	there := s == e.current && s == e.kept
	e.mu.RUnlock()
	if there {
		return nil
	}
	return e.sessionChanged(name, s.commit(ctx, nil, []event.Event{event.SessionActivated{}}))
}

// Rename gives a session another name; requests that name it by the old one are
// refused from then on.
func (e *Engine) Rename(ctx context.Context, old, name string) error {
	s, err := e.sessionFor(ctx, old)
	if err != nil || old == name {
		return err
	}
	if err := e.mayBeNamed(ctx, name); err != nil {
		return err
	}
	return e.sessionChanged(name, s.commit(ctx, nil, []event.Event{event.SessionRenamed{Was: s.name(), Name: name}}))
}

// Archive puts a session aside: it can be neither used nor written to until
// Unarchive, and its name stays taken. The active one cannot be archived.
func (e *Engine) Archive(ctx context.Context, name string) error {
	s, err := e.sessionFor(ctx, name)
	if err != nil {
		return err
	}
	switch {
	case s == e.active():
		return isActive(s.name())
	case e.activity.Busy(s.id):
		return refused("a request of session %q is under way: wait for its end before you archive it", name)
	}
	return e.sessionChanged(name, s.commit(ctx, nil, []event.Event{event.SessionArchived{}}))
}

// RefusedError refuses what the sessions do not allow as they are.
type RefusedError struct{ why string }

// Error says why, and what to do.
func (e *RefusedError) Error() string { return e.why }

func refused(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }

func isActive(name string) error {
	return refused("%q is the active session: switch to another before you archive it", name)
}

// Unarchive takes an archived session up again.
func (e *Engine) Unarchive(ctx context.Context, name string) error {
	if err := e.catchUp(ctx); err != nil {
		return err
	}
	s := e.lookUp(name)
	if s == nil {
		_, err := e.sessionNamed(name)
		return err
	}
	if s.usable() {
		return refused("session %q is not archived", name)
	}
	if err := e.sessionChanged(name, s.commit(ctx, nil, []event.Event{event.SessionUnarchived{}})); err != nil {
		return err
	}
	s.verify(s.state.Sorted())
	return nil
}

// mayBeNamed refuses a name that a session cannot have, or that one has.
func (e *Engine) mayBeNamed(ctx context.Context, name string) error {
	if err := store.CheckSessionName(name); err != nil {
		return err
	}
	if err := e.deciding(ctx); err != nil {
		return err
	}
	return e.nameTaken(name)
}

// nameTaken tells which session has a name, nil for none.
func (e *Engine) nameTaken(name string) error {
	switch s := e.lookUp(name); {
	case s == nil:
		return nil
	case !s.usable():
		return refused("there is an archived session %q already: choose another name, or take it up again with holdfast session unarchive %s", name, name)
	}
	return refused("there is a session %q already: choose another name, or switch to it with holdfast session switch %s", name, name)
}

// sessionChanged ends a change of the sessions: it words what another process
// did first, and tells screens of what was done.
func (e *Engine) sessionChanged(name string, err error) error {
	switch {
	case err == nil:
		e.hub.Changed()
		return nil
	case errors.Is(err, event.ErrExists):
		return refused("there is a session %q already: choose another name", name)
	case errors.Is(err, event.ErrActive):
		return isActive(name)
	case errors.Is(err, event.ErrArchived):
		return refused("session %q was archived meanwhile", name)
	}
	return err
}
