package report

import (
	"context"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/hydrate"
	"holdfast/engine/sessions"
	"holdfast/engine/watch"
	"holdfast/store"
)

// Means are what a Reader works with.
type Means struct {
	DB       *store.DB
	Sessions *sessions.Sessions
	Watcher  *watch.Watcher
	Left     *Left
	Now      func() time.Time
	// Requests are those that this engine has served, Blocks the texts that were hydrated.
	Requests *events.Log
	Blocks   *hydrate.Cache
	// RestoreFor is for how many requests what is tombstoned can be restored.
	RestoreFor int
}

// Reader makes the views of a workspace. It is safe for concurrent use.
type Reader struct {
	db         *store.DB
	sessions   *sessions.Sessions
	watcher    *watch.Watcher
	left       *Left
	now        func() time.Time
	requests   *events.Log
	blocks     *hydrate.Cache
	restoreFor int
}

// New makes a reader of a database that is open.
func New(m Means) *Reader {
	return &Reader{db: m.DB, sessions: m.Sessions, watcher: m.Watcher, left: m.Left, now: m.Now, requests: m.Requests, blocks: m.Blocks, restoreFor: m.RestoreFor}
}

// active is the session that the operator means who names none, after what other
// processes have committed.
func (r *Reader) active(ctx context.Context) (*sessions.Session, error) {
	err := r.sessions.CatchUp(ctx)
	return r.sessions.Active(), err
}

// text reads a text of the Vault; "" stands for none.
func (r *Reader) text(ctx context.Context, hash string) (string, error) {
	if hash == "" {
		return "", nil
	}
	text, err := r.db.Blob(ctx, hash)
	return string(text), err
}
