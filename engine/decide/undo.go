package decide

import (
	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/stale"
	"holdfast/engine/undo"
	"holdfast/store/event"
)

// TakeBack undoes what was done to an entity, and returns the proposals that are to
// wait again once all of that is done. artifact reads one by its id.
func (a *Batch) TakeBack(c undo.Change, disk *stale.Reading, artifact func(id string) (event.Artifact, error)) (reopened []event.Event, err error) {
	for _, id := range c.Close {
		if w, waits := a.pending.Get(id); waits {
			a.Events = append(a.Events, event.ArtifactClosed{Artifact: w.ID, Entity: w.Entity, By: "operator", Reason: "the decision that made it was taken back"})
		}
	}
	switch {
	case c.Moved() && c.Before == "":
		a.Events = append(a.Events, event.EntityTombstoned{
			Entity: c.Entity, Artifact: c.After, By: "operator", Reason: "the decision that brought it was taken back",
		})
	case c.Moved():
		from, err := artifact(c.Before)
		if err != nil {
			return nil, err
		}
		report := gates.Restored("a decision was taken back: again as in " + from.ID)
		a.Back(from, report, disk.Check(stale.Expect(from.Path, from.Symbol, from.Kind, from.Hash, from.Structure)), c.After, from.Persisted)
	case c.Kept != c.Known:
		a.Events = append(a.Events, event.EntityAcknowledged{
			Entity: c.Entity, Artifact: c.After, Disk: c.Known, By: "operator", Was: c.Kept, Withdrawn: c.Known == "",
			Reason: "the operator took a decision back",
		})
	}
	for _, id := range c.Reopen {
		p, err := artifact(id)
		if err != nil {
			return nil, err
		}
		if !settledOnDisk(p, disk) {
			reopened = append(reopened, a.reopen(p, len(reopened)))
		}
	}
	return reopened, nil
}

// settledOnDisk reports whether the disk would settle a proposal at once, were it
// to wait again.
func settledOnDisk(p event.Artifact, disk *stale.Reading) bool {
	r := disk.Check(stale.Expect(p.Path, p.Symbol, p.Kind, p.Hash, p.Structure))
	if p.Removes {
		return r.Status == etv.Missing || r.Gone
	}
	return p.Confidence == event.Confirmed && stale.Holds(r)
}

// reopen records a proposal that was decided on as one that waits.
func (a *Batch) reopen(p event.Artifact, n int) event.ArtifactRecorded {
	p.Episode, p.Call = a.episode, "" // what the call came to is over
	p.Gates = gates.Reopened(p.Gates, "it waits again: the decision on it was taken back")
	return RecordedAs(ArtifactID(a.episode, -1-n, p.Entity, p.ID), p)
}

// Back has content that was the truth before be that again, in place of what is.
// persisted tells that the disk held it once: a disk that differs was edited since.
func (a *Batch) Back(from event.Artifact, report event.GateReport, disk etv.Report, replaces string, persisted bool) {
	rec := a.recordAgain(from, report)
	now := Promotion(rec.Artifact, rec.Entity, a.episode, nil, report, disk)
	now.Supersedes, now.Persisted = replaces, now.Persisted || persisted
	now.Acknowledged = !stale.Holds(disk) && now.Disk != "" && from.Acknowledged == now.Disk
	a.Events = append(a.Events, rec, now)
}

// Commanded returns everything that was done, as an episode of its own.
func (a *Batch) Commanded() []event.Event {
	events := append([]event.Event{event.EpisodeOpened{Episode: a.episode, Kind: "operator", Format: "command"}}, Together(a.Events, a.from)...)
	return append(events, event.EpisodeClosed{Episode: a.episode, Status: "closed"})
}
