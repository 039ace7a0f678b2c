package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"holdfast/store/event"
)

// ErrDisplaced: the database that is open is no longer the one in its folder,
// so that nothing which is written to it could be found again.
var ErrDisplaced = errors.New("no longer in its place")

// Companions of the database file, by what follows its name.
const (
	logSuffix   = "-wal"
	indexSuffix = "-shm"
)

// site is which files are open: the database with its companions, and the
// folder that they stand in.
type site struct {
	folder fs.FileInfo
	names  [3]string
	files  [3]identity // zero for a companion that SQLite does without
}

// placeNames are the names of the files of a place.
func (db *DB) placeNames() [3]string {
	return [3]string{db.path(), db.path() + logSuffix, db.path() + indexSuffix}
}

// takePlace notes which files stand there now that they are open.
func (db *DB) takePlace() error {
	p := &site{}
	var err error
	if p.folder, err = os.Stat(db.dir); err != nil {
		return explainFile("look at "+db.dir, err)
	}
	for i, name := range db.placeNames() {
		p.names[i] = name
		if p.files[i], err = identify(name); err != nil && (i == 0 || !errors.Is(err, fs.ErrNotExist)) {
			return explainFile("look at "+name, err)
		}
	}
	db.place.Store(p)
	return nil
}

// openRoot opens the folder that stands at dir.
func (db *DB) openRoot() error {
	root, err := os.OpenRoot(db.dir)
	if err == nil {
		if old := db.root.Swap(root); old != nil {
			_ = old.Close() // it was only read
		}
	}
	return err
}

// folder is the folder of the database.
func (db *DB) folder() *os.Root { return db.root.Load() }

// Displaced reports whether the files that are open are not those in the folder:
// they were deleted (git clean -fdx, git stash --all), moved away, or others were
// put in their place. It costs three looks at the disk, a few microseconds.
func (db *DB) Displaced() bool {
	p := db.place.Load()
	return p != nil && p.left(len(p.files))
}

// left reports whether one of the first n files no longer has its name.
func (p *site) left(n int) bool {
	for i := range n {
		if p.files[i] == (identity{}) {
			continue
		}
		now, err := identify(p.names[i])
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || err == nil && now != p.files[i] {
			return true
		}
	}
	return false
}

// Regained tells of a database that was taken away while it was open, and
// written anew from what was held of it.
type Regained struct {
	Time  time.Time
	Rows  int64 // of the Ledger, which is all that there were
	Times int   // how often it happened
}

// Regained tells of the last time, false for never.
func (db *DB) Regained() (Regained, bool) {
	r := db.regained.Load()
	if r == nil {
		return Regained{}, false
	}
	return *r, true
}

// Regain puts the database back in its place, if it was taken away and all of it
// is still at hand. ErrDisplaced where that is not certain: then nothing can be
// committed. Commit does the same for itself.
func (db *DB) Regain(ctx context.Context) error {
	if !db.Displaced() {
		return nil
	}
	return db.do(ctx, func() error { return db.regain(ctx) })
}

// do runs f on the goroutine that owns the writer.
func (db *DB) do(ctx context.Context, f func() error) error {
	if db.writer == nil {
		return fmt.Errorf("exchange the database: it was %w", event.ErrReadOnly)
	}
	done := make(chan error, 1)
	if err := db.submit(ctx, ask{task: func() { done <- f() }}); err != nil {
		return fmt.Errorf("exchange the database: %w", err)
	}
	return <-done
}

// regain is Regain, on the goroutine that owns the writer.
func (db *DB) regain(ctx context.Context) error {
	if !db.Displaced() {
		return nil
	}
	if err := db.foreignInPlace(); err != nil {
		return err
	}
	// A workspace that is gone is not made anew.
	if err := os.Mkdir(db.dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return displaced("the folder %s was taken away while it was in use, and cannot be made anew (%v)", db.dir, err)
	}
	if err := db.openRoot(); err != nil {
		return displaced("%v", explainFile("open the folder "+db.dir, err))
	}
	if err := db.ignore(); err != nil {
		return displaced("%v", err)
	}
	unlock, err := db.lockOpening(ctx)
	if err != nil {
		return displaced("%v", err)
	}
	defer unlock()
	// Whoever held the lock may have put another database there.
	if err := db.foreignInPlace(); err != nil {
		return err
	}
	return db.writeAnew(ctx)
}

func displaced(format string, args ...any) error {
	return fmt.Errorf("the database is %w: %s", ErrDisplaced, fmt.Sprintf(format, args...))
}

// foreignInPlace is ErrDisplaced where writing the database anew would not be
// right: another stands there, or the folder was only moved.
func (db *DB) foreignInPlace() error {
	p := db.place.Load()
	now, err := identify(db.path())
	switch {
	case err == nil && now != p.files[0]:
		return displaced("%s was replaced by another file while it was in use", db.path())
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return displaced("%s cannot be looked at (%v)", db.path(), err)
	}
	folder, err := os.Stat(db.dir)
	switch {
	case err == nil && !folder.IsDir():
		return displaced("%s is no folder any more", db.dir)
	case err == nil && os.SameFile(folder, p.folder):
		return nil
	}
	if now, err := db.folder().Stat("."); err == nil && os.SameFile(now, p.folder) && alive(now) {
		return displaced("the folder %s was moved away while it was in use; move it back", db.dir)
	}
	return nil
}

// writeAnew writes all that the open connection holds into a file of its own,
// puts that in the place of the database and goes on with it. The lock of the
// opening is held.
func (db *DB) writeAnew(ctx context.Context) error {
	w := db.writer
	name := db.path() + ".anew"
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return displaced("%v", explainFile("remove "+name, err))
	}
	head, err := w.readHead(ctx)
	if err == nil {
		_, err = w.conn.ExecContext(ctx, `VACUUM INTO ?`, name)
	}
	if err != nil {
		_ = os.Remove(name)
		return displaced("%v", explain("write it anew", err))
	}
	if err := db.putInPlace(name); err != nil {
		return displaced("%v", err)
	}
	if err := db.reopen(ctx); err != nil {
		return displaced("%v", err)
	}
	times := 1
	if before := db.regained.Load(); before != nil {
		times = before.Times + 1
	}
	db.regained.Store(&Regained{Time: db.now(), Rows: head.Seq, Times: times})
	return nil
}

// putInPlace makes a complete file the database, once it is on the disk. The
// companions of the one before are of no use to it, and harmful.
func (db *DB) putInPlace(name string) error {
	doing := "put " + name + " in its place"
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err == nil {
		err = errors.Join(f.Chmod(0o600), f.Sync(), f.Close())
	}
	for _, companion := range []string{logSuffix, indexSuffix} {
		if err == nil {
			if err = os.Remove(db.path() + companion); errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		}
	}
	if err == nil {
		err = os.Rename(name, db.path())
	}
	if err != nil {
		return explainFile(doing, err)
	}
	return explainFile(doing, syncFolder(db.dir))
}

// reopen goes on with the file that stands in the place of the database. Those
// who read the one before end with it.
func (db *DB) reopen(ctx context.Context) error {
	if err := db.openRoot(); err != nil {
		return explainFile("open the folder "+db.dir, err)
	}
	if err := db.lookFirst(ctx); err != nil {
		return err
	}
	w := db.writer
	db.exchanged.Add(1)
	pool, err := db.pool(writerDSN(db.path()), 1, 1)
	if err != nil {
		return err
	}
	if err := migrate(ctx, pool, db.path(), db.changes, w.failpoint); err != nil {
		return joinClose(err, pool)
	}
	next, err := newWriter(ctx, pool, w.failpoint)
	if err != nil {
		return joinClose(err, pool)
	}
	next.content = w.content
	_ = w.close() // what it has written is where nobody will look
	*w = *next
	db.queries.dropIdle()
	_ = db.others.close()
	if err := db.takePlace(); err != nil {
		return err
	}
	return db.judgeAnew(ctx)
}

// judgeAnew asks HEAD about the database that was reopened, and writes HEAD where
// that has nothing against it.
func (db *DB) judgeAnew(ctx context.Context) error {
	db.head.mu.Lock()
	db.head.known = false
	db.head.mu.Unlock()
	db.distrust.Store(nil)
	if err := db.judge(ctx, db.readHead(), true); err != nil {
		return err
	}
	if db.Distrust() == "" {
		_ = db.Trust(ctx) // QuickCheck tells its error
	}
	return nil
}

// syncFolder brings to the disk which files a folder holds, where the system can.
func syncFolder(dir string) error {
	f, err := os.Open(filepath.Clean(dir))
	if err != nil {
		return err
	}
	if err := f.Sync(); err != nil && !errors.Is(err, fs.ErrInvalid) && !errors.Is(err, syscall.EINVAL) {
		return errors.Join(err, f.Close())
	}
	return f.Close()
}
