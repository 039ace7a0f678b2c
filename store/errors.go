package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"holdfast/store/event"
)

// sqliteCode is the extended result code in err, 0 if SQLite did not speak.
func sqliteCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

// isConstraint reports whether a guard of the schema refused: only the
// statement failed, the transaction goes on.
func isConstraint(err error) bool {
	return sqliteCode(err)&0xff == sqlite3.SQLITE_CONSTRAINT
}

// isUnique reports whether a row with the same key exists.
func isUnique(err error) bool {
	code := sqliteCode(err)
	return code == sqlite3.SQLITE_CONSTRAINT_UNIQUE || code == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
}

// whatHelps is what to do about a database that is unusable.
const whatHelps = "holdfast recover FILE brings the session back from its block, holdfast recover --fresh begins anew; either saves what is sound and keeps the file under another name"

// explain turns what SQLite says into what a person can act upon; doing says
// what was under way. Errors that are not SQLite's pass with that context.
func explain(doing string, err error) error {
	if err == nil {
		return nil
	}
	code := sqliteCode(err)
	switch code & 0xff {
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s: %w; free some space and try again", doing, event.ErrDiskFull)
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("%s: the database is %w (%v); %s", doing, event.ErrCorrupt, err, whatHelps)
	case sqlite3.SQLITE_ERROR: // every statement fits the layout, if that is what it should be
		return fmt.Errorf("%s: the database is %w, its layout is not what it says (%v); %s", doing, event.ErrCorrupt, err, whatHelps)
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%s: the file is %w; %s", doing, event.ErrNotDatabase, whatHelps)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s: the database %w (%v); check the rights of its folder", doing, event.ErrNotWritable, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s: the database is %w: another process has kept it for 5 s; try again", doing, event.ErrBusy)
	case sqlite3.SQLITE_IOERR:
		if noSpace(code) {
			return fmt.Errorf("%s: %w; free some space and try again", doing, event.ErrDiskFull)
		}
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// noSpace tells which I/O errors stand for a disk without room: the -shm file
// is grown by truncation and mapped, and SQLite reports its failure so.
func noSpace(code int) bool {
	return code == sqlite3.SQLITE_IOERR_SHMSIZE || code == sqlite3.SQLITE_IOERR_SHMMAP
}
