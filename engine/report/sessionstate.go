package report

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

// SessionState returns the active session as it stands. It looks at no file and
// records nothing.
func (r *Reader) SessionState(ctx context.Context) (SessionStateView, error) {
	s, err := r.active(ctx)
	if err != nil {
		return SessionStateView{}, err
	}
	last, m := s.Moment()
	d, told, err := s.Chain.Told(ctx, r.db, last, m)
	if err != nil {
		return SessionStateView{}, err
	}
	if told {
		return SessionStateView{State: d.CurrentState, Emitted: true}, nil
	}
	return SessionStateView{State: m.State(last, r.now())}, nil
}
