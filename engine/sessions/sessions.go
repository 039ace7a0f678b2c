package sessions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/gates"
	"holdfast/engine/gateway"
	"holdfast/engine/hydrate"
	"holdfast/store"
	"holdfast/store/event"
)

// Default is the session that a new workspace starts with.
const Default = "default"

// Means are what Sessions work with.
type Means struct {
	DB    *store.DB
	Log   *slog.Logger
	Now   func() time.Time
	NewID func() string
	Hub   *events.Hub
	// Beside reports whether another engine may serve the workspace: its looks at the
	// disk count.
	Beside bool
	// Begin names the session that requests mean which name none; "" is the one that is
	// so by the Ledger.
	Begin string
	// Hydrate are the options of the State Maps, Load reads a text of theirs.
	Hydrate hydrate.Options
	Load    func(hash string) ([]byte, error)
	// Limits and Tolerates are those of decide.NewGround.
	Limits    gates.Limits
	Tolerates func() bool
	// Mirrors makes what else mirrors a session. It is called before anything of the
	// session is read.
	Mirrors func(*Session) []Mirror
	// Look compares a session with the disk whose mirrors others have moved.
	Look func(*Session)
	// LookAt is Look for some entities of it.
	LookAt func(s *Session, keys ...string)
	// Lists reports whether an event changes what a screen lists.
	Lists func(event.Event) bool
	// Reread is called with all sessions, by id, where they were read from the database.
	Reread func(map[string]*Session)
	// Busy reports whether a request of a session, by its id, is under way.
	Busy func(session string) bool
}

// Sessions are those of a workspace. They are safe for concurrent use.
type Sessions struct {
	means Means
	folds *folds

	mu      sync.RWMutex
	byID    map[string]*Session // also those that cannot be used
	current *Session            // that requests mean which name none
	kept    *Session            // that is so by the Ledger: another after Means.Begin

	record   record
	emitting sync.WaitGroup // of deltas behind commits
	// doubted is why nothing is decided, nil where all is well.
	doubted atomic.Pointer[string]
	lists   atomic.Int64 // counts the changes of what a screen lists
}

// Open reads the sessions of a workspace from its database, which it judges first (see
// ReadOnly), and begins the default one where there is none. It fails with
// event.ErrNotWritable and the like where the database cannot be used, and with a
// *gateway.SessionError where the session to begin in does not exist.
func Open(ctx context.Context, m Means) (*Sessions, error) {
	a := &Sessions{means: m, byID: map[string]*Session{}}
	if err := a.examine(ctx); err != nil {
		return nil, err
	}
	return a, a.open(ctx)
}

func (a *Sessions) open(ctx context.Context) error {
	rows, err := a.means.DB.Sessions(ctx)
	if err != nil {
		return err
	}
	if len(rows) == 0 && a.ReadOnly() == "" {
		_, err := a.means.DB.Commit(ctx, store.Batch{Session: Default, Events: []event.Event{
			event.SessionCreated{ID: Default, Name: Default},
		}})
		if errors.Is(err, event.ErrReadOnly) {
			return errors.New("no session was recorded in this workspace yet: start holdfast in it first")
		}
		if err != nil && !errors.Is(err, event.ErrConflict) && !errors.Is(err, event.ErrExists) { // another began it at the same time
			return fmt.Errorf("creating the default session: %w", err)
		}
	}
	head, _, err := a.means.DB.Head(ctx)
	if err != nil {
		return err
	}
	a.folds = newFolds(a, head)
	if err := a.read(ctx); err != nil || a.means.Begin == "" {
		return err
	}
	a.current, err = a.Named(a.means.Begin)
	return err
}

// read reads all sessions from the database, in place of those that are known.
func (a *Sessions) read(ctx context.Context) error {
	rows, err := a.means.DB.Sessions(ctx)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		rows = append(rows, a.lost())
	}
	byID := make(map[string]*Session, len(rows))
	var active *Session
	for _, row := range rows {
		s := a.newSession(row)
		if s.Usable() {
			err := s.fill(ctx)
			if err != nil && (errors.Is(err, event.ErrCorrupt) || a.ReadOnly() != "") {
				a.distrust("%v", err) // what could be read of it is shown, and not believed
				err = nil
			}
			if err != nil {
				return err
			}
		}
		byID[s.ID] = s
		if row.Active {
			active = s
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.byID, a.current, a.kept = byID, active, active
	a.means.Reread(byID)
	return nil
}

// lost stands for the session of a database that was lost, until it is recovered or a
// fresh start is declared. It is in no Ledger yet.
func (a *Sessions) lost() store.Session {
	claim := a.means.DB.Claim()
	id := cmp.Or(claim.Session, Default)
	name := claim.Name
	if store.CheckSessionName(name) != nil {
		name = id
	}
	return store.Session{ID: id, Name: name, Active: true}
}

// Active returns the session that requests mean which name none.
func (a *Sessions) Active() *Session {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.current
}

// IsActive reports whether a session is the active one in this process and by the
// Ledger.
func (a *Sessions) IsActive(s *Session) bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return s == a.current && s == a.kept
}

// ByID returns a session by its id, also one that cannot be used; nil for none.
func (a *Sessions) ByID(id string) *Session {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.byID[id]
}

// In returns a session by its id, to commit in. It fails with event.ErrNotFound where
// the database was exchanged meanwhile for one that has no such session.
func (a *Sessions) In(id string) (*Session, error) {
	if s := a.ByID(id); s != nil {
		return s, nil
	}
	return nil, fmt.Errorf("session %s: %w", id, event.ErrNotFound)
}

// All lists the sessions that can be used: each is verified against the same disk.
func (a *Sessions) All() []*Session {
	a.mu.RLock()
	defer a.mu.RUnlock()
	list := make([]*Session, 0, len(a.byID))
	for _, s := range a.byID {
		if s.Usable() {
			list = append(list, s)
		}
	}
	return list
}

// Known lists all sessions but those that are being copied, and which of them is active.
func (a *Sessions) Known() (list []*Session, active *Session) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for _, s := range a.byID {
		if !s.About().Copying {
			list = append(list, s)
		}
	}
	return list, a.current
}

// Changes returns how often what a screen lists has changed. NoteChange counts one.
func (a *Sessions) Changes() int64 { return a.lists.Load() }

// NoteChange notes that what a screen lists has changed beside the Ledger: as the disk
// did.
func (a *Sessions) NoteChange() { a.lists.Add(1) }

// CheckSession implements gateway.Sessions.
func (a *Sessions) CheckSession(ctx context.Context, name string) error {
	_, err := a.For(ctx, name)
	if a.MayBeLost(name) {
		return nil
	}
	return err
}

// MayBeLost reports whether a session which is not there may have been lost with the
// database. A request that names it is forwarded, as every one is in read-only
// mode.
func (a *Sessions) MayBeLost(name string) bool {
	return name != "" && a.ReadOnly() != "" && a.LookUp(name) == nil
}

// For is Named after what other processes did. A database in trouble is no reason to
// refuse: what is known goes on.
func (a *Sessions) For(ctx context.Context, name string) (*Session, error) {
	if err := a.CatchUp(ctx); err != nil {
		a.means.Log.Warn("the database could not be read", "err", err)
	}
	return a.Named(name)
}

// Named returns the session that a request names; "" is the active one. Its error is a
// *gateway.SessionError.
func (a *Sessions) Named(name string) (*Session, error) {
	if name == "" {
		return a.Active(), nil
	}
	s := a.LookUp(name)
	switch {
	case s == nil:
		return nil, &gateway.SessionError{Message: fmt.Sprintf("there is no session %q in this workspace; holdfast sessions lists those that there are", name)}
	case !s.Usable():
		return nil, &gateway.SessionError{Message: fmt.Sprintf("session %q is archived; holdfast session unarchive %s takes it up again", name, name)}
	}
	return s, nil
}

// LookUp returns a session by its name, also an archived one; nil for none. One that is
// being copied has none yet.
func (a *Sessions) LookUp(name string) *Session {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for _, s := range a.byID {
		if about := s.About(); about.Name == name && !about.Copying {
			return s
		}
	}
	return nil
}
