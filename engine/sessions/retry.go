package sessions

import (
	"errors"

	"holdfast/store/event"
)

// maxConflicts bounds how often a decision is taken anew because the State Map
// moved between decision and commit.
const maxConflicts = 8

// Retry calls decide, which takes a decision and commits it, until its commit
// meets no other. What another process committed is folded by then, so that the
// decision is taken on what is true.
func Retry(decide func() error) (err error) {
	for range 1 + maxConflicts {
		if err = decide(); !errors.Is(err, event.ErrConflict) {
			return err
		}
	}
	return err
}
