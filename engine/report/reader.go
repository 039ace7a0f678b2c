package report

import (
	"context"

	"holdfast/engine/events"
	"holdfast/engine/hydrate"
	"holdfast/store"
)

// Sessions is where a Reader finds the sessions.
type Sessions interface {
	// Active returns the session that the operator means who names none.
	Active() *store.Session
	// Session returns a session by its id, nil for none.
	Session(id string) *store.Session
	// Named returns the session that a request names, after what other processes have
	// committed; "" is the active one.
	Named(ctx context.Context, name string) (*store.Session, error)
}

// Reader makes the views of a workspace. It is safe for concurrent use.
type Reader struct {
	db       *store.DB
	sessions Sessions
	requests *events.Log
	blocks   *hydrate.Cache
}

// New makes a reader of a database that is open. requests are those that this engine
// has served, blocks the texts that were hydrated.
func New(db *store.DB, sessions Sessions, requests *events.Log, blocks *hydrate.Cache) *Reader {
	return &Reader{db, sessions, requests, blocks}
}

// text reads a text of the Vault; "" stands for none.
func (r *Reader) text(ctx context.Context, hash string) (string, error) {
	if hash == "" {
		return "", nil
	}
	text, err := r.db.Blob(ctx, hash)
	return string(text), err
}
