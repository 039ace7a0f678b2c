package sessions

import (
	"context"

	"holdfast/store"
	"holdfast/store/event"
)

// Alone commits what a command has to say in a session, by its id, where no session was
// opened: it has no time to read them. An engine that runs follows it like any commit of
// others.
func Alone(ctx context.Context, db *store.DB, session string, said ...event.Event) error {
	_, err := db.Commit(ctx, store.Batch{Session: session, Events: said})
	return err
}
