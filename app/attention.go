package app

import (
	"time"
)

// quiet is how long nothing may have been typed, drawn anew or focused before a
// decision can be confirmed.
const quiet = 400 * time.Millisecond

// attention knows whether the operator can have seen what is on the screen.
type attention struct {
	focused bool      // the terminal has the focus
	still   time.Time // since when nothing moved
	// confirmed is set while a key is handled that found the decision armed.
	confirmed bool
}

// ready reports whether the operator looks and nothing moved for a while.
func (a *attention) ready(now time.Time) bool { return a.focused && now.Sub(a.still) >= quiet }
