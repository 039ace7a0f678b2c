package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Salvaged tells what became of a database that was put aside.
type Salvaged struct {
	// Aside is the name of the file in its folder under which it is kept.
	Aside string
	// Rows are those of the Ledger that it proved, from the first on, and
	// Contents those of the Vault.
	Rows, Contents int64
	// Gone are the contents which these rows name and that it no longer holds.
	Gone int
	// Whole tells that nothing is missing which HEAD knows of.
	Whole bool
}

// asidePrefix begins the names of databases that were put aside; the time follows.
const asidePrefix = databaseFile + ".damaged-"

// Unusable reports whether an error of Open is about a file that no release of
// holdfast can go on with, so that only Salvage helps.
func Unusable(err error) bool {
	return errors.Is(err, ErrCorrupt) || errors.Is(err, ErrNotDatabase) || errors.Is(err, ErrUnreadable)
}

// Salvage puts what stands in the place of the database aside, under a name with
// the time in it, and builds another one from what that proves: the contents of
// the Vault that have their hash, and the rows of the Ledger that continue one
// another, from which every projection follows (TSLP 3.3). Nothing is deleted.
// Unless all of it could be saved, HEAD says so from then on, and the new database
// is distrusted until the operator has spoken. It waits for others that open a
// database in this folder, and fails without having changed anything.
func Salvage(ctx context.Context, dir string, o Options) (Salvaged, error) {
	db, err := newDB(dir, o)
	if err != nil {
		return Salvaged{}, err
	}
	defer func() { _ = db.release() }()
	if err := db.openRoot(); err != nil {
		return Salvaged{}, explainFile("open the folder "+db.dir, err)
	}
	if err := db.ignore(); err != nil {
		return Salvaged{}, err
	}
	return db.salvage(ctx)
}

// Salvage is the function for a database that is open: it goes on with the new
// one, and Distrust judges that.
func (db *DB) Salvage(ctx context.Context) (saved Salvaged, err error) {
	err = db.do(ctx, func() error {
		if saved, err = db.salvage(ctx); err != nil {
			return err
		}
		return db.reopen(ctx)
	})
	return saved, err
}

// Reopen goes on with the database that stands in its place by now, as a restart
// would: Distrust judges it. It fails as Open does, and then nothing has changed.
func (db *DB) Reopen(ctx context.Context) error {
	return db.do(ctx, func() error { return db.reopen(ctx) })
}

func (db *DB) salvage(ctx context.Context) (saved Salvaged, err error) {
	unlock, err := db.lockOpening(ctx)
	if err != nil {
		return saved, err
	}
	defer unlock()
	if _, err := os.Lstat(db.path()); err != nil {
		return saved, explainFile("look at "+db.path(), err)
	}
	if mayUse(db.path(), false) != nil {
		_ = os.Chmod(db.path(), 0o600) // whoever owns it may; else nothing of it is saved
	}
	name := db.path() + ".saved"
	defer func() { _ = os.Remove(name) }() // it is in its place by then, or of no use
	r, err := db.rescue(ctx, db.path(), name)
	if err != nil {
		return saved, err
	}
	aside, err := db.putAside()
	if err != nil {
		return saved, errors.Join(err, r.into.close())
	}
	// Whoever wrote to it until it was put aside has had an answer.
	if kept := filepath.Join(db.dir, aside); r.whole && lastRow(ctx, kept) > r.Rows {
		err := r.into.close()
		if err == nil {
			r, err = db.rescue(ctx, kept, name)
		}
		if err != nil {
			return saved, err
		}
	}
	claim := db.readHead()
	r.Aside, r.Whole = aside, r.whole && r.Gone == 0 && r.fulfils(ctx, claim)
	if err := r.into.close(); err != nil {
		return saved, explain("save what is sound", err)
	}
	if !r.Whole {
		if err := db.markHead(claim, aside); err != nil {
			return saved, err
		}
	}
	return r.Salvaged, db.putInPlace(name)
}

// putAside renames the database and its companions.
func (db *DB) putAside() (string, error) {
	stamp := asidePrefix + db.now().UTC().Format("20060102-150405")
	name := stamp
	for n := 2; ; n++ {
		_, err := db.folder().Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return "", explainFile("look at "+filepath.Join(db.dir, name), err)
		}
		name = fmt.Sprintf("%s-%d", stamp, n)
	}
	for _, suffix := range []string{"", logSuffix, indexSuffix} {
		err := os.Rename(db.path()+suffix, filepath.Join(db.dir, name+suffix))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", explainFile("put "+db.path()+suffix+" aside", err)
		}
	}
	return name, nil
}

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

// read takes over what a file proves. That it proves little is no error.
func (r *rescue) read(ctx context.Context, from string) error {
	if info, err := os.Lstat(from); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	pool, err := openPool(damagedDSN(from), 1, 1)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	if err := r.contents(ctx, pool); err != nil {
		return err
	}
	if err := r.rows(ctx, pool); err != nil {
		return err
	}
	return r.missed(ctx, pool)
}

// skips is how many rows of the Vault in a row may be unreadable before the rest
// is given up: those of a few damaged pages.
const skips = 1024

const insertBlob = `INSERT OR IGNORE INTO vault (hash, size, codec, bytes) VALUES (?, ?, ?, ?)`

// contents takes over the Vault: each content is proven by its own hash.
func (r *rescue) contents(ctx context.Context, from *sql.DB) error {
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
	case errors.As(err, &own), errors.Is(err, ErrBusy), errors.Is(err, ErrDiskFull):
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

// errStop ends the rows that are taken over.
var errStop = errors.New("no further row is proven")

// rows takes over the Ledger as far as its rows continue one another and tell of
// what can have happened, and makes the projections of them.
func (r *rescue) rows(ctx context.Context, from *sql.DB) error {
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
		event, err := readFact(fact)
		if err != nil {
			return errStop
		}
		return r.row(ctx, fact, event)
	})
	if fatal := r.fatal(ctx, err); fatal != nil {
		return fatal
	}
	r.whole = err == nil
	return r.into.commit(ctx)
}

// row writes a row and its effects, both or neither.
func (r *rescue) row(ctx context.Context, fact Row, event Event) error {
	w := r.into
	if _, err := w.exec(ctx, `SAVEPOINT fact`); err != nil {
		return writeError{explain("save a row", err)}
	}
	_, err := w.append(ctx, fact, func(s step) error { return w.project(ctx, s, event) })
	if err != nil {
		if _, undone := w.exec(ctx, `ROLLBACK TO fact`); undone != nil {
			return writeError{explain("save a row", undone)}
		}
		if errors.Is(err, ErrDiskFull) {
			return writeError{err}
		}
		err = errStop
	} else {
		r.Rows = fact.Seq
		for _, ref := range kinds[fact.Type].refs(event) {
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
func (r *rescue) missed(ctx context.Context, from *sql.DB) error {
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
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return 0
	}
	pool, err := openPool(damagedDSN(path), 1, 1)
	if err != nil {
		return 0
	}
	defer func() { _ = pool.Close() }()
	if err := pool.QueryRowContext(ctx, `SELECT max(seq) FROM ledger`).Scan(&seq); err != nil {
		return 0
	}
	return seq
}

// Aside gives the artifacts that a database which was put aside tells of and the
// open one does not: those of rows behind the first that is damaged. Each row is
// what its own hash says, but nothing proves that it was ever committed, so that
// only a content which somebody else vouches for may be taken from it.
func (db *DB) Aside(ctx context.Context, yield func(ArtifactRecorded)) {
	name := db.claim.Aside
	if !strings.HasPrefix(name, asidePrefix) || name != filepath.Base(name) {
		return
	}
	path := filepath.Join(db.dir, name)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return
	}
	pool, err := openPool(damagedDSN(path), 1, 1)
	if err != nil {
		return
	}
	defer func() { _ = pool.Close() }()
	var last int64
	for failed := 0; failed < skips && ctx.Err() == nil; {
		before := last
		err := each(ctx, pool, "read the Ledger", selectRow+` WHERE seq > ? ORDER BY seq`, []any{last}, func(rows *sql.Rows) error {
			var l ledgerRow
			if err := l.scan(rows); err != nil {
				return err
			}
			last = l.seq
			if Hash([]byte(l.body)) != l.hash {
				return nil
			}
			fact, err := parseBody(l.body)
			if err != nil || fact.Type != (ArtifactRecorded{}).Type() {
				return nil
			}
			if event, err := Decode(fact.Type, fact.Data); err == nil {
				yield(event.(ArtifactRecorded))
			}
			return nil
		})
		if err == nil {
			return
		}
		if last == before {
			last++
			failed++
			continue
		}
		failed = 0
	}
}
