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

	"holdfast/store/event"
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
	// Whole reports whether nothing is missing which HEAD knows of.
	Whole bool
}

// asidePrefix begins the names of databases that were put aside; the time follows.
const asidePrefix = databaseFile + ".damaged-"

// Unusable reports whether an error of Open is about a file that no release of
// holdfast can go on with, so that only Salvage helps.
func Unusable(err error) bool {
	return errors.Is(err, event.ErrCorrupt) || errors.Is(err, event.ErrNotDatabase) || errors.Is(err, event.ErrUnreadable)
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

// skips is how many rows of the Vault in a row may be unreadable before the rest
// is given up: those of a few damaged pages.
const skips = 1024

const insertBlob = `INSERT OR IGNORE INTO vault (hash, size, codec, bytes) VALUES (?, ?, ?, ?)`

// errStop ends the rows that are taken over.
var errStop = errors.New("no further row is proven")

// Aside gives the artifacts that a database which was put aside tells of and the
// open one does not: those of rows behind the first that is damaged. Each row is
// what its own hash says, but nothing proves that it was ever committed, so that
// only a content which somebody else vouches for may be taken from it.
func (db *DB) Aside(ctx context.Context, yield func(event.ArtifactRecorded)) {
	name := db.claim.Aside
	if !strings.HasPrefix(name, asidePrefix) || name != filepath.Base(name) {
		return
	}
	conn, done, err := damaged(ctx, filepath.Join(db.dir, name))
	if err != nil {
		return
	}
	defer done()
	var last int64
	for failed := 0; failed < skips && ctx.Err() == nil; {
		before := last
		err := each(ctx, conn, "read the Ledger", selectRow+` WHERE seq > ? ORDER BY seq`, []any{last}, func(rows *sql.Rows) error {
			var l ledgerRow
			if err := l.scan(rows); err != nil {
				return err
			}
			last = l.seq
			if event.Hash([]byte(l.body)) != l.hash {
				return nil
			}
			fact, err := event.ParseRow(l.body)
			if err != nil || fact.Type != (event.ArtifactRecorded{}).Type() && fact.Type != (event.FileAdopted{}).Type() {
				return nil
			}
			ev, err := event.Decode(fact.Type, fact.Data)
			if err != nil {
				return nil
			}
			for _, single := range event.Expand(ev) {
				if rec, ok := single.(event.ArtifactRecorded); ok {
					yield(rec)
				}
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
