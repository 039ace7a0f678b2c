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
	if err := e.catchUp(ctx); err != nil {
		return SessionStateView{}, err
	}
	s := e.active()
	c := &s.chain
	s.engine.folds.mu.Lock()
	c.mu.Lock()
	last, m := c.last, s.moment(s.engine.folds.to)
	c.mu.Unlock()
	s.engine.folds.mu.Unlock()
	if last.Emitted {
		ev, err := s.emitted(ctx, last.Row)
		if err != nil {
			return SessionStateView{}, err
		}
		if d, err := m.delta(ev); err == nil {
			return SessionStateView{d.CurrentState, true}, nil
		}
	}
	return SessionStateView{State: canon.Project(m.of(last.Number+1, e.now(), last.Hash))}, nil
}
