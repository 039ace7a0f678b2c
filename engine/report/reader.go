package report

import (
	"context"
	"sync/atomic"

	"holdfast/engine/events"
	"holdfast/engine/hydrate"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store"
	"holdfast/store/event"
)

// Sessions is where a Reader finds the sessions.
type Sessions interface {
	// CatchUp makes known what other processes have committed.
	CatchUp(ctx context.Context) error
	// Held returns what a session holds in memory.
	Held(session string) Held
	// Active returns the session that the operator means who names none.
	Active() *store.Session
	// Session returns a session by its id, nil for none.
	Session(id string) *store.Session
	// Named returns the session that a request names, after what other processes have
	// committed; "" is the active one.
	Named(ctx context.Context, name string) (*store.Session, error)
}

// Held is what a session holds in memory.
type Held struct {
	ID, Name string
	Map      *statemap.Map
	Pending  *statemap.Pending
	Gone     *Gone
	// Compare holds entries against the disk, and changes nothing.
	Compare func([]*statemap.Entry) []stale.Verified
	// Watched reports whether every change of a tracked file is noticed by itself, so
	// that what the latest looks have found, which Diverged holds, is how it is.
	Watched  func() bool
	Diverged *stale.Diverged
	// Lost returns what its last recovery could not bring back.
	Lost func() []event.LostEntity
	// Restates reports whether a proposal is a paste of what stands.
	Restates func(a event.Artifact, current *statemap.Entry) bool
}

// Reader makes the views of a workspace. It is safe for concurrent use.
type Reader struct {
	db       *store.DB
	sessions Sessions
	requests *events.Log
	blocks   *hydrate.Cache
	// restoreFor is for how many requests what is tombstoned can be restored.
	restoreFor int
	lapsing    atomic.Bool
}

// New makes a reader of a database that is open. requests are those that this engine
// has served, blocks the texts that were hydrated, restoreFor for how many requests what
// is tombstoned can be restored.
func New(db *store.DB, sessions Sessions, requests *events.Log, blocks *hydrate.Cache, restoreFor int) *Reader {
	return &Reader{db: db, sessions: sessions, requests: requests, blocks: blocks, restoreFor: restoreFor}
}

// active is the session that the operator means who names none, after what other
// processes have committed.
func (r *Reader) active(ctx context.Context) (Held, error) {
	if err := r.sessions.CatchUp(ctx); err != nil {
		return Held{}, err
	}
	return r.sessions.Held(r.sessions.Active().ID), nil
}

// text reads a text of the Vault; "" stands for none.
func (r *Reader) text(ctx context.Context, hash string) (string, error) {
	if hash == "" {
		return "", nil
	}
	text, err := r.db.Blob(ctx, hash)
	return string(text), err
}
