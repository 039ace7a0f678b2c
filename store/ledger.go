package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"

	"holdfast/store/event"
)

const selectRow = `SELECT seq, session, type, prev, hash, body FROM ledger`

const selectStream = selectRow + ` WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?`

// ledgerRow is a row as it is kept: columns for SQLite's guards, and the body
// that is hashed.
type ledgerRow struct {
	seq                      int64
	session, typ, prev, hash string
	body                     string
}

func (l *ledgerRow) scan(rows *sql.Rows) error {
	return rows.Scan(&l.seq, &l.session, &l.typ, &l.prev, &l.hash, &l.body)
}

// row is the fact in a ledger row.
func (l *ledgerRow) row() (event.Row, error) {
	r, err := event.ParseRow(l.body)
	if err != nil {
		return event.Row{}, l.unread(err)
	}
	r.Hash = l.hash
	return r, nil
}

// unread is why the body of a row cannot be read.
func (l *ledgerRow) unread(err error) error {
	return fmt.Errorf("row %d of the Ledger is %w: %v", l.seq, event.ErrCorrupt, err)
}

// Since gives the rows after seq (pass the last one seen), oldest first, of
// one session or of all ("" for session), at most limit of them (0: all). It
// stops with yield's first error. All rows are of one moment; yield may read
// the database. It must not take long: the write-ahead log grows meanwhile.
func (q *queries) Since(ctx context.Context, session string, seq int64, limit int, yield func(event.Row) error) error {
	if limit <= 0 {
		limit = -1
	}
	query, args := selectRow+` WHERE seq > ? ORDER BY seq LIMIT ?`, []any{seq, limit}
	if session != "" {
		query = selectStream
		args = []any{session, seq, limit}
	}
	return q.rows(ctx, query, args, yield)
}

// Pass is Since of all sessions for whoever keeps nothing of the Data of a row, which are
// valid until yield returns: of a large row they are not copied.
func (q *queries) Pass(ctx context.Context, seq int64, limit int, yield func(event.Row) error) error {
	if limit <= 0 {
		limit = -1
	}
	const doing = "read the Ledger"
	return each(ctx, q.streams, doing, `SELECT seq, hash, CAST(body AS BLOB) FROM ledger WHERE seq > ? ORDER BY seq LIMIT ?`, []any{seq, limit}, func(rows *sql.Rows) error {
		var l ledgerRow
		var body sql.RawBytes
		if err := rows.Scan(&l.seq, &l.hash, &body); err != nil {
			return explain(doing, err)
		}
		r, err := event.ParseRowBytes(body)
		if err != nil {
			return l.unread(err)
		}
		r.Hash = l.hash
		return yield(r)
	})
}

// SinceOf is Since for the rows of some types, and those that begin and end the operator's
// own episodes. The other rows are passed over without a look at what they say.
func (q *queries) SinceOf(ctx context.Context, session string, seq int64, types []string, yield func(event.Row) error) error {
	args := []any{seq, session}
	for _, t := range types {
		args = append(args, t)
	}
	return q.rows(ctx, selectSinceOf+oneOfThese(len(types)), args, yield)
}

// selectSinceOf goes by the rows of the Ledger, most of which are the session's, rather
// than by an index that has each of them looked up.
const selectSinceOf = selectRow + ` WHERE seq > ?1 AND +session = ?2 AND (seq IN (
		SELECT seq FROM episode WHERE seq > ?1 AND +session = ?2 AND kind = 'operator'
		UNION ALL SELECT closed_seq FROM episode WHERE session = ?2 AND closed_seq > ?1 AND kind = 'operator') OR type IN `

// oneOfThese is a list of n parameters, and the end of a query.
func oneOfThese(n int) string { return `(` + strings.Repeat(`?, `, max(0, n-1)) + `?)) ORDER BY seq` }

// Before is Since the other way: the rows before seq (0: from the last on),
// newest first. Whoever has seen enough ends it with an error of yield.
func (q *queries) Before(ctx context.Context, session string, seq int64, limit int, yield func(event.Row) error) error {
	if limit <= 0 {
		limit = -1
	}
	if seq <= 0 {
		seq = math.MaxInt64
	}
	query, args := selectRow+` WHERE seq < ? ORDER BY seq DESC LIMIT ?`, []any{seq, limit}
	if session != "" {
		query, args = selectRow+` WHERE session = ? AND seq < ? ORDER BY seq DESC LIMIT ?`, []any{session, seq, limit}
	}
	return q.rows(ctx, query, args, yield)
}

// LatestOf gives the rows of one type of a session, newest first, that are among the
// last so many of the Ledger. Whoever has seen enough ends it with an error of yield.
func (q *queries) LatestOf(ctx context.Context, session, typ string, among int64, yield func(event.Row) error) error {
	query := selectRow + ` WHERE seq > (SELECT max(seq) FROM ledger) - ? AND session = ? AND type = ? ORDER BY seq DESC`
	return q.rows(ctx, query, []any{among, session, typ}, yield)
}

func (q *queries) rows(ctx context.Context, query string, args []any, yield func(event.Row) error) error {
	return each(ctx, q.streams, "read the Ledger", query, args, func(rows *sql.Rows) error {
		var l ledgerRow
		if err := l.scan(rows); err != nil {
			return explain("read the Ledger", err)
		}
		r, err := l.row()
		if err != nil {
			return err
		}
		return yield(r)
	})
}

// Head is the last row of the chain: 0 and "" while the Ledger is empty.
func (q *queries) Head(ctx context.Context) (seq int64, hash string, err error) {
	err = q.readers.QueryRowContext(ctx, selectHead).Scan(&seq, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, "", nil
	}
	return seq, hash, explain("read the head of the Ledger", err)
}

const selectHead = `SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1`
