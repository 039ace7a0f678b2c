package sessions

import "errors"

// ErrChanged refuses a decision because what it was about is no longer what the
// operator saw: another artifact, another base, or already settled.
var ErrChanged = errors.New("it changed while you were looking at it")
