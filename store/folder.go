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

	"github.com/gofrs/flock"

	"holdfast/store/event"
)

// openFolder opens the folder, creates what may be created, and tells whether
// the database file existed. Files are private: they hold prompts and code.
func (db *DB) openFolder(o Options) (existed bool, err error) {
	create := !o.ReadOnly && !o.Existing
	if create {
		if err := os.MkdirAll(db.dir, 0o700); err != nil {
			return false, explainFile("create the folder "+db.dir, err)
		}
	}
	if err := db.openRoot(); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return false, db.missing()
		}
		return false, explainFile("open the folder "+db.dir, err)
	}
	began := time.Now()
	info, err := db.folder().Lstat(databaseFile)
	db.slow = time.Since(began) > slowLook && db.looksSlow()
	existed = err == nil && info.Size() > 0
	switch {
	case err == nil && !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is %w but a %s; %s", db.path(), event.ErrNotDatabase, fileKind(info), whatHelps)
	case err == nil && info.Size() == 1: // which SQLite takes for an empty file
		return false, fmt.Errorf("%s is %w, it has one byte; %s", db.path(), event.ErrNotDatabase, whatHelps)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return false, explainFile("look at "+db.path(), err)
	case !existed && !create:
		return false, db.missing()
	}
	if err == nil {
		if err := mayUse(db.path(), !o.ReadOnly); err != nil {
			return false, fmt.Errorf("%s is %w (%v): give it back its rights, with chmod u+rw; or else %s", db.path(), event.ErrUnreadable, err, whatHelps)
		}
	}
	if !o.ReadOnly {
		if err := db.ignore(); err != nil {
			return false, err
		}
	}
	if err != nil { // there is no file yet
		return false, db.createDatabase()
	}
	return existed, nil
}

// fileKind is a word for what is no file.
func fileKind(info fs.FileInfo) string {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeSymlink != 0:
		return "symbolic link"
	}
	return "special file"
}

// missing says that there is no database where one must be: ErrNotFound, or
// ErrLost where HEAD shows that there was one.
func (db *DB) missing() error {
	if db.root.Load() != nil {
		if doubt := doubts(db.readHead(), false, 0, ""); doubt != "" {
			return fmt.Errorf("the database of %s is %w: %s", db.dir, event.ErrLost, doubt)
		}
	}
	return fmt.Errorf("a holdfast database was %w in %s; start holdfast in this workspace first", event.ErrNotFound, db.dir)
}

// ignore makes git pass over the folder.
func (db *DB) ignore() error {
	f, err := db.folder().OpenFile(ignoreFile, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err == nil {
		_, err = f.WriteString("*\n")
		err = errors.Join(err, f.Close())
	}
	return explainFile("write "+ignoreFile+" in "+db.dir, err)
}

// createDatabase makes an empty file with the rights that SQLite then gives to
// its companions too.
func (db *DB) createDatabase() error {
	f, err := db.folder().OpenFile(databaseFile, os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		err = f.Close()
	}
	return explainFile("create "+db.path(), err)
}

// openingTimeout is how long an Open waits for another one in the folder.
const openingTimeout = 30 * time.Second

// lockOpening lets one process at a time create or migrate a database: two
// that turn an empty file to WAL mode at once can lock each other out, and
// SQLite does not wait then. The lock is on the .gitignore, because that is
// always there and never rewritten.
func (db *DB) lockOpening(ctx context.Context) (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, openingTimeout)
	defer cancel()
	doing := "open " + db.path()
	lock := flock.New(filepath.Join(db.dir, ignoreFile))
	held, err := lock.TryLockContext(ctx, 5*time.Millisecond)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("%s: the database is %w: another process is creating or migrating it; try again", doing, event.ErrBusy)
	}
	if err != nil || !held {
		return nil, explainFile(doing, errors.Join(err, lock.Close()))
	}
	return func() { _ = lock.Unlock() }, nil
}

// explainFile turns what the file system says into the store's errors.
func explainFile(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%s: %w; free some space and try again", doing, event.ErrDiskFull)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s: it %w (%v); check the rights of the folder", doing, event.ErrNotWritable, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// slowLook is what a look takes in a folder on a network: a page that is read again there is
// waited for, not worked.
const slowLook = time.Millisecond

// looksSlow looks once more: the first look may have been slow for what else this machine
// does.
func (db *DB) looksSlow() bool {
	began := time.Now()
	_, _ = db.folder().Lstat(databaseFile)
	return time.Since(began) > slowLook
}
