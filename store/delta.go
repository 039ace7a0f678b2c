package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"holdfast/store/event"
)

// deltasOf reads the Ledger by the index ledger_delta, for which a query must
// repeat its condition. SQLite would choose the index of all of a session's rows.
const deltasOf = ` INDEXED BY ledger_delta WHERE type IN ('delta_accepted', 'delta_rejected', 'delta_checkpoint', 'delta_restored')
	AND session = ? `

const (
	selectDeltas    = selectRow + deltasOf + `AND seq > ? ORDER BY seq`
	selectLastDelta = `SELECT ifnull(json_extract(body, '$.data.number'), 0) FROM ledger` + deltasOf + `AND seq < ? ORDER BY seq DESC LIMIT 1`
)

// Deltas gives the rows of a session's delta events after seq, oldest first. It
// stops with yield's first error. All rows are of one moment.
func (q *queries) Deltas(ctx context.Context, session string, seq int64, yield func(event.Row) error) error {
	return each(ctx, q.streams, "read the deltas of a session", selectDeltas, []any{session, seq}, func(rows *sql.Rows) error {
		var l ledgerRow
		if err := l.scan(rows); err != nil {
			return explain("read the deltas of a session", err)
		}
		r, err := l.row()
		if err != nil {
			return err
		}
		return yield(r)
	})
}

// EpisodesEnded gives at most n episodes of a session that ended after a row of
// the Ledger, the first to end first.
func (q *queries) EpisodesEnded(ctx context.Context, session string, after int64, n int) ([]event.Episode, error) {
	return q.episodes(ctx, `WHERE e.session = ? AND e.closed_seq > ? ORDER BY e.closed_seq LIMIT ?`, session, after, limit(n))
}

// EpisodesBefore gives the last n episodes of a conversation that ended before a
// row of the Ledger, the last to end first.
func (q *queries) EpisodesBefore(ctx context.Context, session, conversation string, before int64, n int) ([]event.Episode, error) {
	return q.episodes(ctx, `WHERE e.session = ? AND e.conversation = ? AND e.closed_seq < ? ORDER BY e.closed_seq DESC LIMIT ?`,
		session, conversation, before, limit(n))
}

// nextDelta refuses a delta event that does not come next in its session;
// skips tells that it may leave numbers out.
func (w *writer) nextDelta(ctx context.Context, s step, number int64, skips bool) error {
	var last int64
	err := w.row(ctx, selectLastDelta, []any{s.session, s.seq}, &last)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return explain("look for the last delta", err)
	}
	if number == last+1 || skips && number > last {
		return nil
	}
	return &event.ConflictError{Entity: "the deltas of the session", Detail: fmt.Sprintf("event %d was to come next, and event %d is the last one", number, last)}
}
