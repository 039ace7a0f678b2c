package statemap

import (
	"holdfast/store/event"
)

// Frozen is an entry with what of it may change.
type Frozen struct {
	*Entry
	Persisted bool
	Doubt     event.AuditStatus
}

// Frozen lists the entries as they stand, those of a path together.
func (m *Map) Frozen() []Frozen {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := make([]Frozen, 0, m.count)
	for _, list := range m.byPath {
		for _, e := range list {
			disk := e.Place()
			out = append(out, Frozen{e, disk.Persisted, disk.Doubt})
		}
	}
	return out
}
