package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// Names of the files in the folder.
const (
	databaseFile = "holdfast.db"
	headFile     = "HEAD"
	lockFile     = "lock"
	ignoreFile   = ".gitignore"
)

// Options say how a database is opened.
type Options struct {
	// ReadOnly opens for reading only: nothing is created or migrated, and
	// Commit is refused with ErrReadOnly.
	ReadOnly bool
	// Existing opens only a database that is there, with ErrNotFound or ErrLost
	// otherwise, and creates nothing.
	Existing bool
	// Now is the clock that stamps the Ledger; nil is time.Now.
	Now func() time.Time
	// Failpoint is called with the name of each point of a commit or a
	// migration that is passed. It is for tests that die there; nil otherwise.
	Failpoint func(name string)

	// changes replaces the embedded migrations, in tests.
	changes []migration
}

// DB is an open database. Its methods may be called from any goroutine.
type DB struct {
	dir  string
	root atomic.Pointer[os.Root] // the folder that stands at dir
	now  func() time.Time
	// changes make the layout that this holdfast reads and writes.
	changes []migration
	// schema is what they make of an empty database; see readSchema.
	schema func() (map[string]string, error)

	slow   bool    // a look into the folder takes long
	writer *writer // nil when opened read-only
	queries
	watch *watch // read-only: sees the commits of others

	// place is which files those are that are open, exchanged counts how often
	// others took their place.
	place     atomic.Pointer[site]
	exchanged atomic.Int64
	regained  atomic.Pointer[Regained]

	head     headFileState
	others   others
	distrust atomic.Pointer[string]
	claim    Head // see Claim

	asks    chan ask
	closing chan struct{}
	closed  sync.Once
	running sync.WaitGroup
}

// Open opens the database in the folder dir (the workspace's .holdfast), and
// unless o.ReadOnly migrates what is old, and unless that or o.Existing creates
// what is missing. It fails
// with ErrNotFound, ErrLost, ErrNotDatabase, ErrNewerDatabase,
// ErrOlderDatabase, ErrCorrupt, ErrUnreadable, ErrNotWritable, ErrDiskFull or ErrBusy; then
// nothing was changed that was there. Ask Distrust before believing what it holds.
func Open(ctx context.Context, dir string, o Options) (*DB, error) {
	db, err := newDB(dir, o)
	if err != nil {
		return nil, err
	}
	if err := db.open(ctx, o); err != nil {
		db.release()
		return nil, err
	}
	return db, nil
}

// newDB is a database that is not open yet.
func newDB(dir string, o Options) (*DB, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	db := &DB{dir: dir, now: o.Now, changes: o.changes, schema: func() (map[string]string, error) { return schemaOf(o.changes) }, asks: make(chan ask), closing: make(chan struct{})}
	if db.now == nil {
		db.now = time.Now
	}
	if db.changes == nil {
		if db.changes, err = embeddedMigrations(); err != nil {
			return nil, err
		}
		db.schema = embeddedSchema
	}
	return db, nil
}

func (db *DB) open(ctx context.Context, o Options) error {
	existed, err := db.openFolder(o)
	if err != nil {
		return err
	}
	// HEAD before the database: another process may commit between the two,
	// and then the database is ahead, which is no reason for distrust.
	claim := db.readHead()
	if o.ReadOnly {
		err = db.openWatch(ctx)
	} else {
		err = db.openWriter(ctx, o, existed)
	}
	if err != nil {
		return err
	}
	if err = db.queries.open(ctx, func(open, idle int) (*sql.DB, error) { return db.pool(readerDSN(db.path()), open, idle) }); err != nil {
		return err
	}
	if err := db.judge(ctx, claim, existed); err != nil {
		return err
	}
	if db.writer != nil {
		if claim.state != headRead && db.Distrust() == "" {
			// Nobody reads its error yet; QuickCheck tells it.
			_ = db.Trust(ctx)
		}
		db.running.Go(db.serve)
	}
	return nil
}

// Idle connections that a pool keeps.
const (
	idleReaders = 2
	idleStreams = 1
)

// pool prepares a pool of connections to the database.
func (db *DB) pool(dsn string, open, idle int) (*sql.DB, error) {
	if db.slow {
		dsn = roomy(dsn)
	}
	return openPoolOf(dsn, &db.exchanged, open, idle)
}

// path is where the database file is.
func (db *DB) path() string { return filepath.Join(db.dir, databaseFile) }

// openWriter opens the one connection that writes, after migrating.
func (db *DB) openWriter(ctx context.Context, o Options, existed bool) error {
	failpoint := o.Failpoint
	if failpoint == nil {
		failpoint = func(string) {}
	}
	unlock, err := db.lockOpening(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if existed {
		if err := db.lookFirst(ctx); err != nil {
			return err
		}
	}
	pool, err := db.pool(writerDSN(db.path()), 1, 1)
	if err != nil {
		return err
	}
	if err := migrate(ctx, pool, db.path(), db.changes, failpoint); err != nil {
		return joinClose(err, pool)
	}
	db.writer, err = newWriter(ctx, pool, failpoint)
	if err != nil {
		return joinClose(err, pool)
	}
	db.writer.content = db.part
	return db.takePlace()
}

// lookFirst refuses a file that is not ours by reading alone: the connection
// that writes would turn it to WAL mode before it could ask.
func (db *DB) lookFirst(ctx context.Context) error {
	pool, err := openPool(readerDSN(db.path()), 1, 1)
	if err != nil {
		return err
	}
	v, err := readVersion(ctx, pool, db.path())
	if err == nil {
		err = v.check(len(db.changes))
	}
	return joinClose(err, pool)
}

// openWatch opens the connection that a read-only database watches with, and
// refuses what could not be read.
func (db *DB) openWatch(ctx context.Context) error {
	pool, err := openPool(readerDSN(db.path()), 1, 1)
	if err != nil {
		return err
	}
	v, err := readVersion(ctx, pool, db.path())
	switch {
	case err == nil && v.fresh():
		err = db.missing()
	case err == nil:
		err = v.checkReadable(len(db.changes))
	}
	if err == nil {
		db.watch, err = newWatch(ctx, pool)
	}
	if err != nil {
		return joinClose(err, pool)
	}
	return nil
}

// joinClose closes a pool whose use has failed; the failure is what matters.
func joinClose(err error, pool *sql.DB) error {
	_ = pool.Close()
	return err
}

// Close waits for the commit under way, refuses those that have not begun
// with ErrClosed, and closes the files.
func (db *DB) Close() error {
	var err error
	db.closed.Do(func() {
		close(db.closing)
		db.running.Wait()
		err = db.release()
	})
	return err
}

// release closes what was opened. The writer comes last: the last connection
// moves the write-ahead log into the database file, which readers cannot.
func (db *DB) release() error {
	var first error
	keep := func(err error) {
		if first == nil && err != nil {
			first = explain("close the database", err)
		}
	}
	if db.Displaced() {
		db.exchanged.Add(1) // what stands there now is not ours to tidy up
	}
	db.queries.close(keep)
	if db.watch != nil {
		keep(db.watch.close())
	}
	if db.writer != nil {
		keep(db.writer.close())
	}
	keep(db.head.close())
	keep(db.others.close())
	if root := db.root.Load(); root != nil {
		keep(root.Close())
	}
	return first
}
