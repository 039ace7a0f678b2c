package sessions

import "holdfast/engine/refusal"

// ErrChanged and ErrReadOnly are those of refusal.
var (
	ErrChanged  = refusal.ErrChanged
	ErrReadOnly = refusal.ErrReadOnly
)

// RefusedError refuses what the sessions do not allow as they are.
type RefusedError = refusal.Error

// Refused returns a *RefusedError.
func Refused(format string, args ...any) error { return refusal.New(format, args...) }
