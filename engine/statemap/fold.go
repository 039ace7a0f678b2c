package statemap

import (
	"holdfast/engine/etv"
	"holdfast/store/event"
)

// Fold takes what an event changes of an entity that the map holds. A promotion is
// taken by Promote.
func (m *Map) Fold(ev event.Event) {
	switch ev := ev.(type) {
	case event.EntityTombstoned:
		m.remove(ev.Entity)
	case event.ShadowAudited:
		m.amend(ev.Entity, ev.Artifact, func(e *Entry, o Place) *Place { return o.audited(e.Grant(), ev.Status) })
	case event.EntityPersisted:
		m.amend(ev.Entity, ev.Artifact, func(_ *Entry, o Place) *Place { return o.held() })
	case event.EntityAcknowledged:
		m.amend(ev.Entity, ev.Artifact, func(_ *Entry, o Place) *Place {
			o.acknowledge(ev.Disk) // "" where it is withdrawn
			return &o
		})
	}
}

// Promote makes an artifact the entity's entry, as its promotion says. The artifact is
// stamped with the row that made it AUTHORITATIVE, its time and its grant, and with the
// row that recorded it where that is the same.
func (m *Map) Promote(a event.Artifact, ev event.ArtifactPromoted) {
	x := entryOf(&a)
	x.disk.Store(stands(placed{ev.Disk, ev.Persisted, acknowledgedBy(ev), ev.Bases}, m.Get(ev.Entity)))
	m.put(x, &a)
}

// acknowledgedBy is the disk version that a promotion acknowledges to differ.
func acknowledgedBy(ev event.ArtifactPromoted) string {
	if ev.Acknowledged {
		return ev.Disk
	}
	return ""
}

// ReadAs notes the structure of an entry's code as it is read today, if the entry still
// is the entity's.
func (m *Map) ReadAs(e *Entry, structure etv.Digest) {
	m.amend(e.Key(), e.Artifact(), func(_ *Entry, o Place) *Place {
		o.structure, o.Reread = structure, true
		return &o
	})
}
