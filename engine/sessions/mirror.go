package sessions

import (
	"context"
	"fmt"

	"holdfast/store"
	"holdfast/store/event"
)

// Mirror is something that is known of a session, kept in step with its stream of the
// Ledger.
type Mirror interface {
	// Fill reads it from the database, in place of what it holds. A session that
	// begins is not filled: all that it will hold is yet to come.
	Fill(ctx context.Context, db *store.DB) error
	// Fold takes an event of the stream and its row, of which the place in the Ledger
	// and the time count. Rows come in order, each once; a row that stands for several
	// events (event.Expand) comes with each of them, but to the chain.
	Fold(row event.Row, ev event.Event)
}

// folded is a mirror that another fills.
type folded func(event.Event)

func (folded) Fill(context.Context, *store.DB) error { return nil }

// Fold implements Mirror.
func (f folded) Fold(_ event.Row, ev event.Event) { f(ev) }

// waits are what waits in a session, and what was closed since the disk did not hold it.
type waits struct{ *Session }

// Fill implements Mirror.
func (w waits) Fill(ctx context.Context, db *store.DB) error {
	w.Unapplied.Clear()
	w.Pending.Clear()
	if err := w.Pending.Fill(ctx, db, w.ID); err != nil {
		return fmt.Errorf("reading the proposals: %w", err)
	}
	return nil
}

// Fold implements Mirror.
func (w waits) Fold(_ event.Row, ev event.Event) {
	w.Unapplied.Fold(ev, w.Pending)
	w.Pending.Fold(ev)
}
