package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// timeFormat is how the Ledger writes a moment: UTC, to the millisecond.
const timeFormat = "2006-01-02T15:04:05.000Z"

// Row is one fact of the Ledger (TSLP 3.2).
type Row struct {
	// Seq counts the rows of the database from 1, without a gap.
	Seq int64
	// Session owns the row; a session's stream is the rows that name it.
	Session string
	// Type names the event; Decode reads Data accordingly.
	Type string
	// Time is when the row was written, to the millisecond, UTC.
	Time time.Time
	// Prev is the Hash of the row before, "" for the first.
	Prev string
	// Hash is the hash of the row's canonical JSON.
	Hash string
	// Data is the event.
	Data json.RawMessage
}

// Canonical is the row's RFC 8785 form, whose SHA-256 is Hash.
func (r Row) Canonical() []byte { return r.body() }

// body is the row's RFC 8785 form: an object with data, prev, seq, session,
// ts and type, in this order. Session and type are plain ASCII by then.
func (r Row) body() []byte { return r.appendBody(make([]byte, 0, len(r.Data)+256)) }

func (r Row) appendBody(b []byte) []byte {
	b = append(b, `{"data":`...)
	b = append(b, r.Data...)
	b = append(b, `,"prev":"`...)
	b = append(b, r.Prev...)
	b = append(b, `","seq":`...)
	b = strconv.AppendInt(b, r.Seq, 10)
	b = append(b, `,"session":"`...)
	b = append(b, r.Session...)
	b = append(b, `","ts":"`...)
	b = r.Time.AppendFormat(b, timeFormat)
	b = append(b, `","type":"`...)
	b = append(b, r.Type...)
	return append(b, `"}`...)
}

// parseBody reads what body wrote, and nothing else: what it accepts has
// exactly that form. Hash is not in a body and stays empty.
func parseBody(body string) (Row, error) {
	var r Row
	inner, ok := strings.CutPrefix(body, `{"data":`)
	// Quotes in a string are escaped, so the last of these is the row's own.
	at := strings.LastIndex(inner, `,"prev":"`)
	if !ok || at < 0 {
		return r, errors.New("it is not in the Ledger's form")
	}
	r.Data = json.RawMessage(inner[:at])
	rest := inner[at+len(`,"prev":"`):]
	var seq, ts string
	cut := func(separator string) (value string) {
		var found bool
		value, rest, found = strings.Cut(rest, separator)
		ok = ok && found && !strings.ContainsAny(value, `"\`)
		return value
	}
	r.Prev = cut(`","seq":`)
	seq = cut(`,"session":"`)
	r.Session = cut(`","ts":"`)
	ts = cut(`","type":"`)
	r.Type = cut(`"}`)
	if !ok || rest != "" {
		return r, errors.New("it is not in the Ledger's form")
	}
	var err error
	if r.Seq, err = strconv.ParseInt(seq, 10, 64); err != nil {
		return r, fmt.Errorf("its seq is %q", seq)
	}
	if r.Time, err = time.Parse(timeFormat, ts); err != nil {
		return r, fmt.Errorf("its time is %q", ts)
	}
	if string(r.body()) != body {
		return r, errors.New("it is not in the Ledger's form")
	}
	return r, nil
}

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
func (l *ledgerRow) row() (Row, error) {
	r, err := parseBody(l.body)
	if err != nil {
		return Row{}, fmt.Errorf("row %d of the Ledger is %w: %v", l.seq, ErrCorrupt, err)
	}
	r.Hash = l.hash
	return r, nil
}

// Since gives the rows after seq (pass the last one seen), oldest first, of
// one session or of all ("" for session), at most limit of them (0: all). It
// stops with yield's first error. All rows are of one moment; yield may read
// the database. It must not take long: the write-ahead log grows meanwhile.
func (db *DB) Since(ctx context.Context, session string, seq int64, limit int, yield func(Row) error) error {
	if limit <= 0 {
		limit = -1
	}
	query, args := selectRow+` WHERE seq > ? ORDER BY seq LIMIT ?`, []any{seq, limit}
	if session != "" {
		query = selectStream
		args = []any{session, seq, limit}
	}
	return db.rows(ctx, query, args, yield)
}

// Before is Since the other way: the rows before seq (0: from the last on),
// newest first. Whoever has seen enough ends it with an error of yield.
func (db *DB) Before(ctx context.Context, session string, seq int64, limit int, yield func(Row) error) error {
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
	return db.rows(ctx, query, args, yield)
}

func (db *DB) rows(ctx context.Context, query string, args []any, yield func(Row) error) error {
	return each(ctx, db.streams, "read the Ledger", query, args, func(rows *sql.Rows) error {
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
func (db *DB) Head(ctx context.Context) (seq int64, hash string, err error) {
	err = db.readers.QueryRowContext(ctx, selectHead).Scan(&seq, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, "", nil
	}
	return seq, hash, explain("read the head of the Ledger", err)
}

const selectHead = `SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1`
