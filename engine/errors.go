package engine

import "holdfast/engine/sessions"

// ErrChanged and ErrReadOnly are those of sessions, for callers of the engine.
var (
	ErrChanged  = sessions.ErrChanged
	ErrReadOnly = sessions.ErrReadOnly
)

// RefusedError is that of sessions, for callers of the engine.
type RefusedError = sessions.RefusedError
