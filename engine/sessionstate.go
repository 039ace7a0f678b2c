package engine

import (
	"context"

	"holdfast/engine/canon"
)

// SessionStateView is the SESSION_STATE of the active session for a screen.
type SessionStateView struct {
	State canon.State
	// Emitted reports whether the session's last CANON_STATE_DELTA holds this very
	// state; else it is what the next one would tell.
	Emitted bool
}

// SessionState is the active session as it stands. It looks at no file and
// records nothing.
func (e *Engine) SessionState(ctx context.Context) (SessionStateView, error) {
	if err := e.CatchUp(ctx); err != nil {
		return SessionStateView{}, err
	}
	s := e.active()
	last, m := s.Moment()
	d, told, err := s.Chain.Told(ctx, e.db, last, m)
	if err != nil {
		return SessionStateView{}, err
	}
	if told {
		return SessionStateView{d.CurrentState, true}, nil
	}
	return SessionStateView{State: m.State(last, e.now())}, nil
}
