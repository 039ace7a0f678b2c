package event

import (
	"errors"
	"fmt"
)

// The reasons for which the store refuses; test with errors.Is. The errors
// that carry them are sentences that say what happened, to what, and what to do.
var (
	// ErrConflict: the state of an entity is not what the batch was decided
	// on; see ConflictError.
	ErrConflict = errors.New("the state has moved since it was decided on")
	// ErrNotFound: no such blob, artifact, episode, entity or session.
	ErrNotFound = errors.New("not found")
	// ErrExists: the id is already in use.
	ErrExists = errors.New("already exists")
	// ErrArchived: the session is archived and cannot be written to.
	ErrArchived = errors.New("archived")
	// ErrActive: the session is the active one.
	ErrActive = errors.New("the active session")
	// ErrAmbiguous: the prefix of an id fits more than one.
	ErrAmbiguous = errors.New("ambiguous")
	// ErrEvidence: an event names a hash that the Vault does not hold.
	ErrEvidence = errors.New("evidence is missing in the Vault")
	// ErrInvalid: the batch is malformed; it can never be committed.
	ErrInvalid = errors.New("invalid batch")
	// ErrLost: there is no database, but HEAD shows that there was one.
	ErrLost = errors.New("lost")
	// ErrCorrupt: the database file, or a row in it, is damaged.
	ErrCorrupt = errors.New("damaged")
	// ErrNotDatabase: the file is no holdfast database.
	ErrNotDatabase = errors.New("not a holdfast database")
	// ErrUnreadable: this user may not read and write the database file.
	ErrUnreadable = errors.New("closed to this user")
	// ErrNewerDatabase: the database was written by a newer release.
	ErrNewerDatabase = errors.New("written by a newer holdfast")
	// ErrOlderDatabase: the database needs a migration, which a read-only
	// opening cannot do.
	ErrOlderDatabase = errors.New("written by an older holdfast")
	// ErrReadOnly: the database was opened read-only.
	ErrReadOnly = errors.New("opened read-only")
	// ErrNotWritable: the folder or the file cannot be written.
	ErrNotWritable = errors.New("cannot be written")
	// ErrDiskFull: the disk has no room left; nothing of the batch was kept.
	ErrDiskFull = errors.New("the disk is full")
	// ErrBusy: another process held the database for too long.
	ErrBusy = errors.New("busy")
	// ErrClosed: the database was closed.
	ErrClosed = errors.New("the database is closed")
)

// ConflictError tells which entity is not in the state that the batch was
// decided on. It is an ErrConflict.
type ConflictError struct {
	// Entity is the "path::symbol" that moved.
	Entity string
	// Detail says what was expected and what was found.
	Detail string
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("%s has changed meanwhile: %s; look at it again and decide anew", e.Entity, e.Detail)
}

// Is makes a ConflictError an ErrConflict.
func (e *ConflictError) Is(target error) bool { return target == ErrConflict }
