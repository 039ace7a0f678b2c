package refusal

import (
	"errors"
	"fmt"
)

// ErrChanged refuses a decision because what it was about is no longer what the
// operator saw: another artifact, another base, or already settled.
var ErrChanged = errors.New("it changed while you were looking at it")

// ErrReadOnly refuses what would change a session whose state cannot be trusted:
// read-only mode. It is entered when a workspace is opened and left by Recover
// or FreshStart; until then requests are forwarded and nothing else is done.
var ErrReadOnly = errors.New("read-only mode")

// Error refuses what is not allowed as things are.
type Error struct{ why string }

// Error says why, and what to do.
func (e *Error) Error() string { return e.why }

// New returns an *Error.
func New(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }
