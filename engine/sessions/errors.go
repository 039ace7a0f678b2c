package sessions

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

// RefusedError refuses what the sessions do not allow as they are.
type RefusedError struct{ why string }

// Error says why, and what to do.
func (e *RefusedError) Error() string { return e.why }

// Refused returns a *RefusedError.
func Refused(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }
