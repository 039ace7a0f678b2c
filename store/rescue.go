package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"holdfast/store/event"
)

// rescue is a database that is built from what another one proves.
type rescue struct {
	Salvaged
	whole bool // all rows were read to the end, and none was at fault
	into  *writer
	named map[string]bool // contents that the rows name
}

// rescue builds a database at the path into from the one at the path from.
func (db *DB) rescue(ctx context.Context, from, into string) (*rescue, error) {
	for _, suffix := range []string{"", logSuffix, indexSuffix, "-journal"} {
		if err := os.Remove(into + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, explainFile("remove "+into+suffix, err)
		}
	}
	f, err := os.OpenFile(into, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return nil, explainFile("create "+into, err)
	}
	pool, err := openPool(rescueDSN(into), 1, 1)
	if err != nil {
		return nil, err
	}
	silent := func(string) {}
	if err := upgrade(ctx, pool, into, db.changes, silent); err != nil {
		return nil, joinClose(err, pool)
	}
	r := &rescue{named: map[string]bool{}}
	if r.into, err = newWriter(ctx, pool, silent); err != nil {
		return nil, joinClose(err, pool)
	}
	r.into.saving = true
	if err := r.read(ctx, from); err != nil {
		return nil, errors.Join(err, r.into.close())
	}
	return r, nil
}

// rescueDSN is for a database that nobody else opens and that is brought to the
// disk as a whole at the end. Rows may name contents that are lost.
func rescueDSN(path string) string {
	return dsn(path, "mode=rw", "_dqs=0", "_error_rc=1", "_pragma=journal_mode(MEMORY)", "_pragma=synchronous(OFF)",
		"_pragma=foreign_keys(0)", "_pragma=trusted_schema(0)", "_pragma=recursive_triggers(1)", "_pragma=cache_size(-2000)",
		"_pragma=mmap_size(0)", "_pragma=temp_store(FILE)")
}

// damagedDSN is for reading a file that nothing is believed of. Where the schema
// counts as writable, which no connection that only reads can make use of, SQLite
// reads also what is left of a file that was cut.
func damagedDSN(path string) string {
	return dsn(path, "mode=ro", "_dqs=0", "_error_rc=1", "_busy_timeout=5000", "_query_only=1", "_pragma=writable_schema(1)",
		"_pragma=trusted_schema(0)", "_pragma=cell_size_check(1)", "_pragma=cache_size(-200)", "_pragma=mmap_size(0)", "_pragma=temp_store(FILE)")
}

// damaged makes the connection that asks everything of a file of which nothing is
// believed. Where none can be made, no question has an answer, and each would fail only
// after it had been tried anew.
func damaged(ctx context.Context, path string) (*sql.Conn, func(), error) {
	if info, err := os.Lstat(path); err != nil {
		return nil, nil, explainFile("look at "+path, err)
	} else if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s is no file", path)
	}
	pool, err := openPool(damagedDSN(path), 1, 1)
	if err != nil {
		return nil, nil, err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, nil, joinClose(explain("open the database", err), pool)
	}
	return conn, func() { _, _ = conn.Close(), pool.Close() }, nil
}

// read takes over what a file proves. That it proves little is no error.
func (r *rescue) read(ctx context.Context, from string) error {
	conn, done, err := damaged(ctx, from)
	if err != nil {
		return r.fatal(ctx, err)
	}
	defer done()
	if err := r.contents(ctx, conn); err != nil {
		return err
	}
	if err := r.rows(ctx, conn); err != nil {
		return err
	}
	return r.missed(ctx, conn)
}

// contents takes over the Vault: each content is proven by its own hash.
func (r *rescue) contents(ctx context.Context, from *sql.Conn) error {
	if err := r.into.begin(ctx); err != nil {
		return err
	}
	for last, failed := int64(0), 0; failed < skips; {
		before := last
		err := each(ctx, from, "read the Vault", `SELECT rowid, hash, size, codec, bytes FROM vault WHERE rowid > ? ORDER BY rowid`, []any{last}, func(rows *sql.Rows) error {
			var b blob
			if err := rows.Scan(&last, &b.hash, &b.size, &b.codec, &b.bytes); err != nil {
				return nil // no row of ours
			}
			return r.keep(ctx, b)
		})
		if fatal := r.fatal(ctx, err); fatal != nil {
			return fatal
		}
		if err == nil {
			break
		}
		if last == before {
			last++
			failed++
			continue
		}
		failed = 0
	}
	return r.into.commit(ctx)
}

// writeError is a failure of the database that is built, which ends the rescue.
type writeError struct{ error }

func (e writeError) Unwrap() error { return e.error }

// fatal is what ends a rescue: its own trouble, not that of what it reads.
func (r *rescue) fatal(ctx context.Context, err error) error {
	var own writeError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &own), errors.Is(err, event.ErrBusy), errors.Is(err, event.ErrDiskFull):
		return err
	}
	return nil
}

// keep takes a content over that is what its hash says.
func (r *rescue) keep(ctx context.Context, b blob) error {
	if _, err := b.unpack(); err != nil {
		return nil
	}
	if b.bytes == nil {
		b.bytes = []byte{} // an empty content, and not none
	}
	n, err := r.into.exec(ctx, insertBlob, b.hash, b.size, b.codec, b.bytes)
	if err != nil {
		return writeError{explain("save a content", err)}
	}
	r.Contents += n
	return nil
}

// rows takes over the Ledger as far as its rows continue one another and tell of
// what can have happened, and makes the projections of them.
func (r *rescue) rows(ctx context.Context, from *sql.Conn) error {
	if err := r.into.begin(ctx); err != nil {
		return err
	}
	var k link
	err := each(ctx, from, "read the Ledger", selectRow+` ORDER BY seq`, nil, func(rows *sql.Rows) error {
		var l ledgerRow
		if err := l.scan(rows); err != nil {
			return errStop
		}
		fact, faults := k.next(l)
		if len(faults) > 0 {
			return errStop
		}
		ev, err := readFact(fact)
		if err != nil {
			return errStop
		}
		return r.row(ctx, fact, ev)
	})
	if fatal := r.fatal(ctx, err); fatal != nil {
		return fatal
	}
	r.whole = err == nil
	return r.into.commit(ctx)
}

// row writes a row and its effects, both or neither.
func (r *rescue) row(ctx context.Context, fact event.Row, ev event.Event) error {
	w := r.into
	if _, err := w.exec(ctx, `SAVEPOINT fact`); err != nil {
		return writeError{explain("save a row", err)}
	}
	_, err := w.append(ctx, fact, func(s step) error { return w.project(ctx, s, ev) })
	if err != nil {
		w.under = nil
		if _, undone := w.exec(ctx, `ROLLBACK TO fact`); undone != nil {
			return writeError{explain("save a row", undone)}
		}
		if errors.Is(err, event.ErrDiskFull) {
			return writeError{err}
		}
		err = errStop
	} else {
		r.Rows = fact.Seq
		for _, ref := range event.Evidence(ev) {
			r.named[ref] = true
		}
	}
	if _, released := w.exec(ctx, `RELEASE fact`); released != nil {
		return writeError{explain("save a row", released)}
	}
	return err
}

// missed looks once more, by their hash, for contents that the rows name, and
// counts those that are gone.
func (r *rescue) missed(ctx context.Context, from *sql.Conn) error {
	for hash := range r.named {
		var one int
		err := r.into.row(ctx, `SELECT 1 FROM vault WHERE hash = ?`, []any{hash}, &one)
		if errors.Is(err, sql.ErrNoRows) {
			b := blob{hash: hash}
			found := from.QueryRowContext(ctx, `SELECT size, codec, bytes FROM vault WHERE hash = ?`, hash).Scan(&b.size, &b.codec, &b.bytes)
			before := r.Contents
			if found == nil {
				if err := r.keep(ctx, b); err != nil {
					return err
				}
			}
			if r.Contents == before {
				r.Gone++
			}
			err = nil
		}
		if err != nil {
			return explain("look for a content", err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// fulfils reports whether the rows hold what HEAD claims.
func (r *rescue) fulfils(ctx context.Context, claim headClaim) bool {
	if claim.state != headRead || claim.Aside != "" {
		return false
	}
	var hash string
	err := r.into.row(ctx, `SELECT hash FROM ledger WHERE seq = ?`, []any{claim.Seq}, &hash)
	return claim.Seq == 0 || err == nil && hash == claim.Hash
}

// lastRow is the last row of the Ledger in a file, 0 where it cannot be read.
func lastRow(ctx context.Context, path string) (seq int64) {
	conn, done, err := damaged(ctx, path)
	if err != nil {
		return 0
	}
	defer done()
	if err := conn.QueryRowContext(ctx, `SELECT max(seq) FROM ledger`).Scan(&seq); err != nil {
		return 0
	}
	return seq
}
