package engine

import (
	"slices"
	"strings"

	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// follow notes what a row of the Ledger itself says of the disk; what else there
// is to see there is for the next look.
func (d *diverged) follow(ev event.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch ev := ev.(type) {
	case event.ArtifactPromoted:
		delete(d.kept, ev.Entity)
		_, differs := statemap.DigestOnDisk(ev.Disk)
		if differs && ev.Disk != event.DiskMissing && !ev.Persisted && !ev.Acknowledged {
			d.by[ev.Entity] = sight{reason: stale.NotApplied, disk: ev.Disk}
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

// resume takes up what the last delta has told of the disk.
func (d *diverged) resume(list []event.DiskSight) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range list {
		if s.Unreadable != "" {
			d.by[s.Entity] = sight{reason: stale.Unreadable, why: s.Unreadable}
		} else {
			d.by[s.Entity] = sight{reason: stale.Reason(s.Stale)}
		}
	}
}

// sights are the entities that cannot be relied on, as they were seen last, by
// name. A file that is gone is no divergence that a state tells.
func (d *diverged) sights() []event.DiskSight {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list []event.DiskSight
	for key, s := range d.by {
		switch {
		case s.reason == stale.Unreadable:
			list = append(list, event.DiskSight{Entity: key, Unreadable: s.why})
		case s.reason.Stale():
			list = append(list, event.DiskSight{Entity: key, Stale: string(s.reason)})
		}
	}
	slices.SortFunc(list, func(a, b event.DiskSight) int { return strings.Compare(a.Entity, b.Entity) })
	return list
}
