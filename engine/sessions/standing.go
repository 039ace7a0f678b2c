package sessions

import (
	"context"
	"fmt"

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

// becomes changes what is known about the session.
func (s *Session) becomes(change func(*store.Session)) {
	about := *s.about.Load()
	change(&about)
	s.about.Store(&about)
}

// fillTries bounds how often the mirrors are read because others commit
// meanwhile. Rows that were read and are folded again do little harm.
const fillTries = 4

// fill reads the mirrors from the database, all of one moment.
func (s *Session) fill(ctx context.Context) error {
	db := s.all.means.DB
	for try := 1; ; try++ {
		before, _, err := db.Head(ctx)
		if err != nil {
			return err
		}
		s.Map.Clear()
		if err := s.Map.Fill(ctx, db, s.ID); err != nil {
			return fmt.Errorf("reading the State Map: %w", err)
		}
		for _, m := range s.mirrors {
			if err := m.Fill(ctx, db); err != nil {
				return err
			}
		}
		after, _, err := db.Head(ctx)
		if err != nil {
			return err
		}
		if before == after || try == fillTries {
			s.mirrored = mirrored{filled: true, since: before}
			s.all.lists.Add(1)
			return nil
		}
	}
}

// enter takes a session in that was just created, by this process or another.
func (a *Sessions) enter(row event.Row, created event.SessionCreated) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.byID[created.ID] != nil {
		return // it was read when the engine was opened
	}
	s := a.newSession(store.Session{
		Seq: row.Seq, ID: created.ID, Name: created.Name, Parent: created.Parent, Created: row.Time, Copying: created.Copying,
	})
	s.mirrored = mirrored{filled: true, since: row.Seq} // all that it will hold is yet to come
	a.byID[s.ID] = s
}

// foldStanding folds what becomes of the session itself; it is false for a row
// that is about something else.
func (s *Session) foldStanding(ctx context.Context, row event.Row, ev event.Event) (bool, error) {
	switch ev := ev.(type) {
	case event.SessionForked:
		if s.mirrored.filled {
			s.Chain.Fold(row, ev)
		}
		return true, s.open(ctx, func(about *store.Session) { about.Name, about.Copying = ev.Name, false })
	case event.SessionUnarchived:
		return true, s.open(ctx, func(about *store.Session) { about.Archived = false })
	case event.SessionRenamed:
		s.becomes(func(about *store.Session) { about.Name = ev.Name })
	case event.SessionArchived:
		s.becomes(func(about *store.Session) { about.Archived = true })
		s.all.leave(s)
	case event.SessionActivated:
		s.all.enterActive(s)
	default:
		return false, nil
	}
	return true, nil
}

// open makes a session usable, reading it first if nothing has yet: nobody could
// write to it before.
func (s *Session) open(ctx context.Context, change func(*store.Session)) error {
	if !s.mirrored.filled {
		if err := s.fill(ctx); err != nil {
			return err
		}
	}
	s.becomes(change)
	return nil
}

// enterActive makes a session the one that requests mean which name none.
func (a *Sessions) enterActive(s *Session) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.current, a.kept = s, s
}

// leave goes on with the session that is active by the Ledger where this engine
// was started in one that another process has archived.
func (a *Sessions) leave(s *Session) {
	a.mu.Lock()
	left := a.current == s
	if left {
		a.current = a.kept
	}
	now := a.current.Name()
	a.mu.Unlock()
	if left {
		a.means.Hub.Alert("", fmt.Sprintf("session %s was archived: requests that name no session go to %s now", s.Name(), now))
	}
}
