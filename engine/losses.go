package engine

import (
	"context"
	"slices"

	"holdfast/engine/report"
	"holdfast/store/event"
)

// Losses lists the entities that the last recovery of the active session could
// not bring back, in the order of its document. Tombstone lets go of one.
func (e *Engine) Losses(ctx context.Context) ([]report.Loss, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	lost := e.active().losses()
	out := make([]report.Loss, len(lost))
	for i, l := range lost {
		out[i] = report.Loss{Key: l.Entity, Hash: l.Artifact, Reason: l.Reason}
	}
	return out, nil
}

// losses are those of the session as it stands.
func (s *session) losses() []event.LostEntity {
	s.chain.mu.Lock()
	defer s.chain.mu.Unlock()
	return s.chain.margin.Lost()
}

func (s *session) misses(key string) bool {
	return slices.ContainsFunc(s.losses(), func(l event.LostEntity) bool { return l.Entity == key })
}
