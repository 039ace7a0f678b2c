package decide

import (
	"cmp"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/etv"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// Close returns the event that ends a proposal without making it the truth, outside of
// any episode. by says who ended it.
func Close(artifact, entity, by, reason string) event.ArtifactClosed {
	return event.ArtifactClosed{Artifact: artifact, Entity: entity, By: by, Reason: reason}
}

// CloseIn is Close as part of an episode.
func CloseIn(episode, artifact, entity, by, reason string) event.ArtifactClosed {
	closed := Close(artifact, entity, by, reason)
	closed.Episode = episode
	return closed
}

// End returns the event by which an entity leaves the State Map. by says who ended it.
func End(e *statemap.Entry, by, reason string) event.EntityTombstoned {
	return event.EntityTombstoned{Entity: e.Key(), Artifact: e.Artifact(), By: by, Reason: reason}
}

// Persisted returns the event which says that the disk came to hold an entry.
func Persisted(v stale.Verified) event.EntityPersisted {
	return event.EntityPersisted{Entity: v.Key(), Artifact: v.Artifact(), Disk: stale.Word(v.Report)}
}

// Keep is the operator's word that an entry stands over what the disk holds; a paste
// of what is kept waits no more.
func (g *Ground) Keep(current *statemap.Entry, r etv.Report) []event.Event {
	list := []event.Event{event.EntityAcknowledged{
		Entity: current.Key(), Artifact: current.Artifact(), Disk: stale.Word(r), By: "operator",
		Reason: cmp.Or(string(stale.ReasonOf(current, r)), "contested"), Was: current.Place().Known(),
	}}
	for _, w := range g.pending.Of(current.Key()) {
		if w.Review && w.Hash == current.Hash() {
			list = append(list, Close(w.ID, current.Key(), "operator", "what it brings was kept"))
		}
	}
	return list
}

// EndAll ends everything that the session holds.
func (g *Ground) EndAll(by, reason string) []event.Event {
	var list []event.Event
	for _, w := range g.pending.In(func(string) bool { return true }) {
		list = append(list, Close(w.ID, w.Entity, "engine", reason))
	}
	for _, e := range g.state.Sorted() {
		list = append(list, End(e, by, reason))
	}
	return list
}

// Copied returns the events that make a copy, in the episode of a fork, of what is
// AUTHORITATIVE in another session: a stands there, and stood on bases for as long as
// it was not saved. The report is that of the copy.
func Copied(a event.Artifact, id, episode string, report event.GateReport, bases []string) []event.Event {
	rec := RecordedAs(id, a)
	rec.Episode, rec.Gates = episode, report
	rec.WaitsForDisk, rec.Call = false, ""
	rec.FromSession, rec.FromArtifact = a.Session, a.ID
	promoted := event.ArtifactPromoted{Artifact: id, Entity: a.Entity, Episode: episode, Grant: a.Grant, Gates: report, Persisted: a.Persisted}
	if !a.Persisted {
		promoted.Disk, promoted.Bases = a.Disk, bases
	}
	list := []event.Event{rec, promoted}
	if a.Acknowledged != "" {
		list = append(list, event.EntityAcknowledged{Entity: a.Entity, Artifact: id, Disk: a.Acknowledged, By: rebuild.ByFork})
	}
	if a.Audit != "" { // what was said is kept where the original is
		list = append(list, event.ShadowAudited{Artifact: id, Entity: a.Entity, Episode: episode, Status: a.Audit})
	}
	return list
}
