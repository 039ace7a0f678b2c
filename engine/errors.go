package engine

import "holdfast/engine/sessions"

// ErrChanged is sessions.ErrChanged, for callers of the engine.
var ErrChanged = sessions.ErrChanged
