package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"holdfast/store/event"
)

// writer is the one connection that writes, with its statements prepared. It
// belongs to the goroutine that serves commits.
type writer struct {
	pool      *sql.DB
	conn      *sql.Conn
	prepared  map[string]*sql.Stmt
	failpoint func(string)
	seen      int64 // data_version when foreign commits were last asked for

	// What it remembers of its last transaction spares the next one two
	// queries. Another process may have appended since; then the Ledger's own
	// guard refuses a row that does not follow the last one (see overtaken).
	last     Head
	known    bool            // last is remembered
	sessions map[string]bool // that exist: none is ever deleted

	// under is the adoption that something happened to last in this transaction, nil
	// for none: what touches many symbols of a file goes through them one by one.
	under *adoption

	room []byte // in which rows are put together

	// saving is true while rows are saved of a database that lost contents.
	saving bool
	// content finds a content that is a place of a file (see parts); nil for nowhere.
	content func(ctx context.Context, hash string) ([]byte, error)
}

// maxRoom is how much of that room is kept, in bytes.
const maxRoom = 64 << 10

func newWriter(ctx context.Context, pool *sql.DB, failpoint func(string)) (*writer, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, explain("open the database", err)
	}
	w := &writer{pool: pool, conn: conn, prepared: map[string]*sql.Stmt{}, failpoint: failpoint, sessions: map[string]bool{}}
	if _, err := w.foreign(ctx); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return w, nil
}

func (w *writer) close() error {
	var errs []error
	for _, stmt := range w.prepared {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(append(errs, w.conn.Close(), w.pool.Close())...)
}

// stmt is the prepared form of a statement, made when it is first used.
func (w *writer) stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := w.prepared[query]; ok {
		return s, nil
	}
	s, err := w.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	w.prepared[query] = s
	return s, nil
}

// exec runs a statement and tells how many rows it changed.
func (w *writer) exec(ctx context.Context, query string, args ...any) (int64, error) {
	s, err := w.stmt(ctx, query)
	if err != nil {
		return 0, err
	}
	result, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// row reads one row; sql.ErrNoRows if there is none.
func (w *writer) row(ctx context.Context, query string, args []any, into ...any) error {
	s, err := w.stmt(ctx, query)
	if err != nil {
		return err
	}
	return s.QueryRowContext(ctx, args...).Scan(into...)
}

const recording = "record the batch"

func (w *writer) begin(ctx context.Context) error {
	w.under = nil
	_, err := w.exec(ctx, `BEGIN IMMEDIATE`)
	return explain(recording, err)
}

func (w *writer) commit(ctx context.Context) error {
	w.under = nil
	_, err := w.exec(ctx, `COMMIT`)
	return explain(recording, err)
}

// rollback ends a transaction that failed. SQLite may have done so itself, so
// its error tells nothing. What was remembered is of no more use.
func (w *writer) rollback(ctx context.Context) {
	_, _ = w.exec(ctx, `ROLLBACK`)
	w.known, w.under = false, nil
	clear(w.sessions)
}

// overtaken tells, after a transaction that went by the remembered end of the
// chain has failed, whether the chain ends elsewhere by now: the failure may
// come from that, and the transaction is worth another attempt.
func (w *writer) overtaken(ctx context.Context, last Head) bool {
	now, err := w.readHead(ctx)
	return err == nil && (now.Seq != last.Seq || now.Hash != last.Hash)
}

// end is the end of the chain inside the transaction: what this connection
// remembers, or what the database says. A batch without events is not checked
// by the guard of the Ledger and always asks.
func (w *writer) end(ctx context.Context, p prepared) (Head, error) {
	if w.known && len(p.entries) > 0 {
		return w.last, nil
	}
	return w.readHead(ctx)
}

// readHead reads the end of the chain from the database.
func (w *writer) readHead(ctx context.Context) (Head, error) {
	var h Head
	err := w.row(ctx, selectHead, nil, &h.Seq, &h.Hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Head{}, explain(recording, err)
	}
	return h, nil
}

// apply writes one batch into the open transaction, behind the last row.
func (w *writer) apply(ctx context.Context, p prepared, now time.Time) (Receipt, error) {
	last, err := w.end(ctx, p)
	if err != nil {
		return Receipt{}, err
	}
	receipt := Receipt{Head: last.Hash, Time: now}
	w.failpoint("vault")
	for _, b := range p.blobs {
		_, err := w.exec(ctx, insertBlob, b.hash, b.size, b.codec, b.bytes)
		if err != nil {
			return Receipt{}, explain("keep a blob in the Vault", err)
		}
	}
	w.failpoint("vault.kept")
	if err := w.requireSession(ctx, p); err != nil {
		return Receipt{}, err
	}
	seq := last.Seq
	for _, e := range p.entries {
		seq++
		if err := w.requireEvidence(ctx, p, e); err != nil {
			return Receipt{}, err
		}
		hash, err := w.append(ctx, event.Row{Seq: seq, Session: p.session, Type: e.Type, Time: now, Prev: receipt.Head, Data: e.Data},
			func(s step) error { return w.project(ctx, s, e.Event) })
		if err != nil {
			return Receipt{}, err
		}
		receipt.Head = hash
	}
	if len(p.entries) > 0 {
		receipt.First, receipt.Last = last.Seq+1, seq
	}
	w.last, w.known = Head{Session: p.session, Seq: seq, Hash: receipt.Head}, true
	return receipt, nil
}

// append writes a row of the Ledger and then its effects.
func (w *writer) append(ctx context.Context, r event.Row, project func(step) error) (hash string, err error) {
	s := step{session: r.Session, seq: r.Seq, at: r.Time.UnixMilli()}
	w.room = r.AppendCanonical(w.room[:0])
	hash, body := event.Hash(w.room), string(w.room)
	if cap(w.room) > maxRoom {
		w.room = nil
	}
	w.failpoint("ledger")
	_, err = w.exec(ctx, `INSERT INTO ledger (seq, session, type, prev, hash, body) VALUES (?, ?, ?, ?, ?, ?)`,
		r.Seq, r.Session, r.Type, r.Prev, hash, body)
	if err != nil {
		return "", explain("append to the Ledger", w.requireWritable(ctx, r.Session, err))
	}
	w.failpoint("ledger.appended")
	if err := project(s); err != nil {
		return "", err
	}
	w.failpoint("applied")
	return hash, nil
}

// requireEvidence refuses an event that names a hash which the Vault does not
// hold: evidence comes before what is made of it (TSLP 3.1).
func (w *writer) requireEvidence(ctx context.Context, p prepared, e event.Encoded) error {
	for _, ref := range e.Evidence {
		if p.brings[ref] {
			continue
		}
		var one int
		err := w.row(ctx, `SELECT 1 FROM vault WHERE hash = ?`, []any{ref}, &one)
		if errors.Is(err, sql.ErrNoRows) {
			var content []byte
			if content, err = w.content(ctx, ref); err == nil {
				err = w.keepBlob(ctx, ref, content)
			}
			if errors.Is(err, event.ErrNotFound) {
				return fmt.Errorf("record an event of type %s: %w: %s; commit its bytes in the same batch", e.Type, event.ErrEvidence, ref)
			}
		}
		if err != nil {
			return explain("look for evidence in the Vault", err)
		}
	}
	return nil
}
