package items

import (
	"context"
	"fmt"
	"sync"
	"time"

	"holdfast/engine/delta"
	"holdfast/store"
	"holdfast/store/event"
)

// talk is what a session's conversations changed: its items. Nothing of it is a
// projection in the database; it is folded from the Ledger when it is first
// asked for, and carried on from there, whoever committed the rows.
type talk struct {
	db      *store.DB
	session string // id

	mu    sync.Mutex
	state *delta.State // nil until it was folded, and after a failure
	row   int64        // the last one that was folded
	// at is when the state became what it is.
	at time.Time
	// mark is the row that closed the last episode whose words were read; silent
	// counts the episodes since the last checkpoint.
	mark   int64
	silent int
	lately lately
	// turns and chars are how many turns were read, and how long they were.
	turns, chars int
	listed       *List // what the screen was given last, nil for nothing
}

// fold brings the state up to the Ledger. The caller holds t.mu.
func (t *talk) fold(ctx context.Context) error {
	if t.state == nil {
		t.state, t.row, t.at, t.mark, t.silent, t.turns, t.chars = &delta.State{}, 0, time.Time{}, 0, 0, 0, 0
	}
	err := t.db.Deltas(ctx, t.session, t.row, func(r event.Row) error {
		ev, err := event.Decode(r.Type, r.Data)
		if err == nil {
			err = t.event(ctx, r, ev)
		}
		if err != nil {
			return fmt.Errorf("row %d of the Ledger: %w", r.Seq, err)
		}
		return nil
	})
	if err != nil {
		t.forget()
		return fmt.Errorf(foldDoing+": %w", err)
	}
	return nil
}

// foldDoing is what fold was doing, in its errors.
const foldDoing = "reading what the conversations changed"

// forget has the state folded anew the next time: it is ahead of the Ledger, or
// half folded. The caller holds t.mu.
func (t *talk) forget() { t.state, t.listed = nil, nil }

// event folds a row. What this engine has committed itself is in the state
// already, and known by its number.
func (t *talk) event(ctx context.Context, r event.Row, ev event.Event) error {
	t.row, t.at = r.Seq, r.Time
	switch ev := ev.(type) {
	case event.DeltaCheckpoint:
		t.mark, t.turns, t.chars, t.silent = ev.Upto, ev.Turns, ev.RawChars, 0
	case event.DeltaRestored:
		return t.restore(ctx, ev)
	}
	e, err := deltaEvent(r, ev)
	if err != nil || e.Seq <= t.state.Seq() {
		return err
	}
	return t.state.Fold(e)
}

// restore makes the state that of a snapshot in the Vault.
func (t *talk) restore(ctx context.Context, ev event.DeltaRestored) error {
	n, err := restored(ctx, t.db, ev)
	if err != nil {
		return err
	}
	t.state = n.Restore()
	if !n.Timestamp.IsZero() {
		t.at = n.Timestamp
	}
	return nil
}

// restored is the snapshot that a session was restored from, with the number
// that it was given there.
func restored(ctx context.Context, db *store.DB, ev event.DeltaRestored) (delta.Snapshot, error) {
	text, err := db.Blob(ctx, ev.Snapshot)
	if err != nil {
		return delta.Snapshot{}, err
	}
	n, err := delta.ParseSnapshot(text)
	n.Seq = int(ev.Number)
	return n, err
}

// look folds and hands the state to do, which may read it and keep nothing of
// it.
func (t *talk) look(ctx context.Context, do func(*delta.State) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fold(ctx); err != nil {
		return err
	}
	return do(t.state)
}

// snapshot is the state as it stands: the same state is the same snapshot.
func (t *talk) snapshot(ctx context.Context) (delta.Snapshot, error) {
	var n delta.Snapshot
	err := t.look(ctx, func(s *delta.State) error {
		n = s.Snapshot(t.at)
		return nil
	})
	return n, err
}
