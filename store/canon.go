package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"holdfast/store/event"
)

const selectCanon = `SELECT seq, number, hash, upto, emitted FROM canon WHERE session = ?`

// canonColumns are where a row of selectCanon is read into.
func canonColumns(c *event.CanonState) []any {
	return []any{&c.Row, &c.Number, &c.Hash, &c.Upto, &c.Emitted}
}

const lastOfChain = ` ORDER BY number DESC LIMIT 1`

// LastCanon is the last state of a session's chain, zero where there is none.
func (q *queries) LastCanon(ctx context.Context, session string) (event.CanonState, error) {
	return q.lastCanon(ctx, selectCanon+lastOfChain, session)
}

// LastEmitted is the last state of a session that was emitted here.
func (q *queries) LastEmitted(ctx context.Context, session string) (event.CanonState, error) {
	return q.lastCanon(ctx, selectCanon+` AND emitted`+lastOfChain, session)
}

func (q *queries) lastCanon(ctx context.Context, query, session string) (event.CanonState, error) {
	var c event.CanonState
	err := q.readers.QueryRowContext(ctx, query, session).Scan(canonColumns(&c)...)
	if errors.Is(err, sql.ErrNoRows) {
		return event.CanonState{}, nil
	}
	return c, explain("read the last canon state", err)
}

// Canon is the state of a session with a number; ErrNotFound where it has none.
func (q *queries) Canon(ctx context.Context, session string, number int64) (event.CanonState, error) {
	var c event.CanonState
	err := q.readers.QueryRowContext(ctx, selectCanon+` AND number = ?`, session, number).Scan(canonColumns(&c)...)
	if errors.Is(err, sql.ErrNoRows) {
		return event.CanonState{}, fmt.Errorf("canon state %d of the session: %w", number, event.ErrNotFound)
	}
	return c, explain("read a canon state", err)
}

// emitCanon appends a state to the session's chain.
func (w *writer) emitCanon(ctx context.Context, s step, e event.CanonEmitted) error {
	last, err := w.lastCanon(ctx, s.session)
	if err != nil {
		return err
	}
	if e.Number != last.Number+1 || e.Previous != last.Number || e.PreviousHash != last.Hash || e.Upto < last.Upto {
		return &event.ConflictError{Entity: "the canon chain", Detail: fmt.Sprintf("delta %d was to follow state %d, and the last one is %d", e.Number, e.Previous, last.Number)}
	}
	return w.insertCanon(ctx, s, event.CanonState{Number: e.Number, Hash: e.State, Upto: e.Upto, Emitted: true})
}

// recoverSession has the chain go on from the state of a document, where that
// is so.
func (w *writer) recoverSession(ctx context.Context, s step, e event.SessionRecovered) error {
	if !e.Continues {
		return nil
	}
	last, err := w.lastCanon(ctx, s.session)
	if err != nil {
		return err
	}
	if last.Row != 0 && e.Number <= last.Number {
		return &event.ConflictError{Entity: "the canon chain", Detail: fmt.Sprintf("it was to go on from state %d, and the last one is %d", e.Number, last.Number)}
	}
	return w.insertCanon(ctx, s, event.CanonState{Number: e.Number, Hash: e.State, Upto: s.seq - 1})
}

func (w *writer) lastCanon(ctx context.Context, session string) (event.CanonState, error) {
	var c event.CanonState
	err := w.row(ctx, selectCanon+lastOfChain, []any{session}, canonColumns(&c)...)
	if errors.Is(err, sql.ErrNoRows) {
		return event.CanonState{}, nil
	}
	return c, explain("read the last canon state", err)
}

func (w *writer) insertCanon(ctx context.Context, s step, c event.CanonState) error {
	_, err := w.exec(ctx, `INSERT INTO canon (seq, session, number, hash, upto, emitted) VALUES (?, ?, ?, ?, ?, ?)`,
		s.seq, s.session, c.Number, c.Hash, c.Upto, c.Emitted)
	if isConstraint(err) {
		return fmt.Errorf("%w: canon state %d: %v", event.ErrInvalid, c.Number, err)
	}
	return explain("append to the canon chain", err)
}
