package engine

import (
	"context"
	"fmt"
	"slices"

	"holdfast/engine/gateway"
	"holdfast/store"
	"holdfast/store/event"
)

// mirrored tells how far a session's mirrors are those of the database. Only
// whoever folds, or opens the engine, may look at it.
type mirrored struct {
	// filled reports whether they hold anything: a session that cannot be used is
	// not read.
	filled bool
	// since is the row up to which they were read, not folded.
	since int64
}

func (s *session) name() string { return s.about.Load().Name }

// usable reports whether requests may name the session.
func (s *session) usable() bool {
	about := s.about.Load()
	return !about.Archived && !about.Copying
}

// becomes changes what is known about the session.
func (s *session) becomes(change func(*store.Session)) {
	about := *s.about.Load()
	change(&about)
	s.about.Store(&about)
}

// fillTries bounds how often the mirrors are read because others commit
// meanwhile. Rows that were read and are folded again do little harm.
const fillTries = 4

// fill reads the mirrors from the database, all of one moment.
func (s *session) fill(ctx context.Context) error {
	for try := 1; ; try++ {
		before, _, err := s.engine.db.Head(ctx)
		if err != nil {
			return err
		}
		if err := s.state.Fill(ctx, s.engine.db, s.id); err != nil {
			return fmt.Errorf("reading the State Map: %w", err)
		}
		if err := s.pending.Fill(ctx, s.engine.db, s.id); err != nil {
			return fmt.Errorf("reading the proposals: %w", err)
		}
		if err := s.fillChain(ctx); err != nil {
			return fmt.Errorf("reading the canon chain: %w", err)
		}
		after, _, err := s.engine.db.Head(ctx)
		if err != nil {
			return err
		}
		if before == after || try == fillTries {
			s.mirrored = mirrored{filled: true, since: before}
			s.engine.lists.Add(1)
			return nil
		}
		s.empty()
	}
}

// empty drops what the mirrors hold.
func (s *session) empty() {
	s.state.Clear()
	s.pending.Clear()
	s.unapplied.Clear()
}

// event folds one row of the Ledger; records holds the artifacts that rows
// before it introduced.
func (f *folds) event(ctx context.Context, row event.Row, ev event.Event, records map[string]event.ArtifactRecorded) error {
	if f.engine.changesLists(ev) {
		defer f.engine.lists.Add(1) // when it is folded
	}
	if created, ok := ev.(event.SessionCreated); ok {
		f.engine.enter(row, created)
		return nil
	}
	s := f.engine.sessionByID(row.Session)
	if s == nil {
		return nil
	}
	if about, err := s.foldStanding(ctx, row.Seq, ev); about || err != nil {
		return err
	}
	if !s.mirrored.filled || row.Seq <= s.mirrored.since {
		return nil
	}
	return s.fold(ctx, row.Seq, ev, row.Time, records)
}

// enter takes a session in that was just created, by this process or another.
func (e *Engine) enter(row event.Row, created event.SessionCreated) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.sessions[created.ID] != nil {
		return // it was read when the engine was opened
	}
	s := e.newSession(store.Session{
		Seq: row.Seq, ID: created.ID, Name: created.Name, Parent: created.Parent, Created: row.Time, Copying: created.Copying,
	})
	s.mirrored = mirrored{filled: true, since: row.Seq} // all that it will hold is yet to come
	e.sessions[s.id] = s
}

// foldStanding folds what becomes of the session itself; it is false for a row
// that is about something else.
func (s *session) foldStanding(ctx context.Context, row int64, ev event.Event) (bool, error) {
	switch ev := ev.(type) {
	case event.SessionForked:
		if s.mirrored.filled {
			s.foldChain(row, ev)
		}
		return true, s.open(ctx, func(about *store.Session) { about.Name, about.Copying = ev.Name, false })
	case event.SessionUnarchived:
		return true, s.open(ctx, func(about *store.Session) { about.Archived = false })
	case event.SessionRenamed:
		s.becomes(func(about *store.Session) { about.Name = ev.Name })
	case event.SessionArchived:
		s.becomes(func(about *store.Session) { about.Archived = true })
		s.engine.leave(s)
	case event.SessionActivated:
		s.engine.enterActive(s)
	default:
		return false, nil
	}
	return true, nil
}

// open makes a session usable, reading it first if nothing has yet: nobody could
// write to it before.
func (s *session) open(ctx context.Context, change func(*store.Session)) error {
	if !s.mirrored.filled {
		if err := s.fill(ctx); err != nil {
			return err
		}
		for _, path := range slices.Concat(s.state.Paths(), s.pending.Paths()) {
			s.engine.watching.add(path)
		}
	}
	s.becomes(change)
	return nil
}

// enterActive makes a session the one that requests mean which name none.
func (e *Engine) enterActive(s *session) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.current, e.kept = s, s
}

// leave goes on with the session that is active by the Ledger where this engine
// was started in one that another process has archived.
func (e *Engine) leave(s *session) {
	e.mu.Lock()
	left := e.current == s
	if left {
		e.current = e.kept
	}
	now := e.current.name()
	e.mu.Unlock()
	if left {
		e.hub.Alert("", fmt.Sprintf("session %s was archived: requests that name no session go to %s now", s.name(), now))
	}
}

func (e *Engine) active() *session {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.current
}

func (e *Engine) sessionByID(id string) *session {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.sessions[id]
}

// allSessions lists the sessions that can be used: each is verified against the
// same disk.
func (e *Engine) allSessions() []*session {
	e.mu.RLock()
	defer e.mu.RUnlock()
	list := make([]*session, 0, len(e.sessions))
	for _, s := range e.sessions {
		if s.usable() {
			list = append(list, s)
		}
	}
	return list
}

// CheckSession implements gateway.Sessions.
func (e *Engine) CheckSession(ctx context.Context, name string) error {
	_, err := e.sessionFor(ctx, name)
	if e.mayBeLost(name) {
		return nil
	}
	return err
}

// mayBeLost reports whether a session which is not there may have been lost with the
// database. A request that names it is forwarded, as every one is in read-only
// mode.
func (e *Engine) mayBeLost(name string) bool {
	return name != "" && e.ReadOnly() != "" && e.lookUp(name) == nil
}

// sessionFor is sessionNamed after what other processes did. A database in
// trouble is no reason to refuse: what is known goes on.
func (e *Engine) sessionFor(ctx context.Context, name string) (*session, error) {
	if err := e.catchUp(ctx); err != nil {
		e.log.Warn("the database could not be read", "err", err)
	}
	return e.sessionNamed(name)
}

// sessionNamed finds the session that a request names; "" is the active one. Its
// error is a *gateway.SessionError.
func (e *Engine) sessionNamed(name string) (*session, error) {
	if name == "" {
		return e.active(), nil
	}
	s := e.lookUp(name)
	switch {
	case s == nil:
		return nil, &gateway.SessionError{Message: fmt.Sprintf("there is no session %q in this workspace; holdfast sessions lists those that there are", name)}
	case !s.usable():
		return nil, &gateway.SessionError{Message: fmt.Sprintf("session %q is archived; holdfast session unarchive %s takes it up again", name, name)}
	}
	return s, nil
}

// lookUp finds a session by its name, also an archived one; nil for none. One
// that is being copied has none yet.
func (e *Engine) lookUp(name string) *session {
	e.mu.RLock()
	defer e.mu.RUnlock()
	for _, s := range e.sessions {
		if about := s.about.Load(); about.Name == name && !about.Copying {
			return s
		}
	}
	return nil
}
