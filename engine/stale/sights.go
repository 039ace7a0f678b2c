package stale

import (
	"slices"
	"strings"

	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// Fold notes what an event of the Ledger itself says of the disk; what else there is to
// see there is for the next look.
func (d *Diverged) Fold(ev event.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch ev := ev.(type) {
	case event.ArtifactPromoted:
		delete(d.kept, ev.Entity)
		_, differs := statemap.DigestOnDisk(ev.Disk)
		if differs && ev.Disk != event.DiskMissing && !ev.Persisted && !ev.Acknowledged {
			d.by[ev.Entity] = Sight{Reason: NotApplied, disk: ev.Disk}
		} else if ev.Disk != "" {
			delete(d.by, ev.Entity)
		}
	case event.EntityPersisted:
		delete(d.by, ev.Entity)
	case event.EntityAcknowledged:
		if !ev.Withdrawn { // else the next look tells
			delete(d.by, ev.Entity)
		}
	case event.EntityTombstoned:
		delete(d.by, ev.Entity)
		delete(d.kept, ev.Entity)
	}
}

// Resume takes up what the last delta has told of the disk.
func (d *Diverged) Resume(list []event.DiskSight) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range list {
		if s.Unreadable != "" {
			d.by[s.Entity] = Sight{Reason: Unreadable, why: s.Unreadable}
		} else {
			d.by[s.Entity] = Sight{Reason: Reason(s.Stale)}
		}
	}
}

// Sights lists the entities that cannot be relied on, as they were seen last, by name.
// A file that is gone is no divergence that a state tells.
func (d *Diverged) Sights() []event.DiskSight {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list []event.DiskSight
	for key, s := range d.by {
		switch {
		case s.Reason == Unreadable:
			list = append(list, event.DiskSight{Entity: key, Unreadable: s.why})
		case s.Reason.Stale():
			list = append(list, event.DiskSight{Entity: key, Stale: string(s.Reason)})
		}
	}
	slices.SortFunc(list, func(a, b event.DiskSight) int { return strings.Compare(a.Entity, b.Entity) })
	return list
}
