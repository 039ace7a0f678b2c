package engine

import (
	"slices"

	"holdfast/store/event"
)

// losses are those of the session as it stands.
func (s *session) losses() []event.LostEntity {
	s.chain.mu.Lock()
	defer s.chain.mu.Unlock()
	return s.chain.margin.Lost()
}

func (s *session) misses(key string) bool {
	return slices.ContainsFunc(s.losses(), func(l event.LostEntity) bool { return l.Entity == key })
}
