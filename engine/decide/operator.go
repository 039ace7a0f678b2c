package decide

import (
	"fmt"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/gates"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Linked makes code the truth of an entity by the operator's word, and closes what it
// waited as; from is without an ID where it was linked to nothing.
func (g *Ground) Linked(from event.Artifact, a resolve.Artifact, current *statemap.Entry, episode string, disk *stale.Reading) ([][]byte, []event.Event) {
	by := Writer{Origin: event.ByUser, Episode: episode}
	report := event.GateReport{Decision: gates.Promote}
	if from.ID != "" {
		by.Origin, report = from.Origin, from.Gates
		report.Candidates = nil
	}
	report = gates.Operator(report, "accepted by the operator as "+a.Entity)
	d := judging{Ground: g, Writer: by, disk: disk, plan: &Plan{}, overlay: map[string]*statemap.Entry{}, proposed: map[string]string{}}
	d.plan.Events = append(d.plan.Events, event.EpisodeOpened{Episode: by.Episode, Kind: "operator", Format: "command"})
	if from.ID != "" {
		d.plan.Events = append(d.plan.Events, event.ArtifactClosed{
			Artifact: from.ID, Entity: from.Entity, By: "operator", Reason: rebuild.Accepted + " for " + a.Entity,
		})
	}
	a.Confidence = event.Confirmed
	if current == nil || current.Hash() != ContentHash(&a) || g.showsOther(current.TextHash(), a.Text) {
		rec := d.record(0, &a, report)
		d.replace(a.Entity, rec.Artifact)
		d.promote(rec, current)
	}
	return d.plan.Blobs, append(d.plan.Events, event.EpisodeClosed{Episode: by.Episode, Status: "closed"})
}

// Restates reports whether a proposal is a paste of what stands: accepted, it only
// settles that the disk differs.
func (g *Ground) Restates(a event.Artifact, current *statemap.Entry) bool {
	return current != nil && !a.Removes && gates.Unproven(a.Gates) && current.Hash() == a.Hash && !g.showsOther(current.TextHash(), g.textOf(a))
}

// textOf is an artifact's text, nil where it cannot be read.
func (g *Ground) textOf(a event.Artifact) []byte {
	text, err := g.state.Load(a.Text)
	if err != nil {
		return nil
	}
	return text
}

// Restated is the operator's word that they pasted what stands: it is kept over
// the disk.
func Restated(a event.Artifact, current *statemap.Entry, disk *stale.Reading) (events []event.Event) {
	r := disk.Check(current.Expected())
	if word := stale.Word(r); r.Status.Stale() && word != "" {
		events = append(events, event.EntityAcknowledged{Entity: current.Key(), Artifact: current.Artifact(), Disk: word, By: "operator",
			Reason: string(stale.ReasonOf(current, r)), Was: current.Place().Known()})
	}
	return append(events, Close(a.ID, a.Entity, "operator", rebuild.Accepted+": it is what stands, and is kept"))
}

// Displaced tombstones a file that is tracked as a whole, where the accepted
// artifact is a symbol of it: a file is tracked by one or the other.
func (g *Ground) Displaced(a event.Artifact) ([]event.Event, error) {
	if err := g.WholeOfSymbols(a); err != nil {
		return nil, err
	}
	whole := g.state.Get(resolve.Key(a.Path, source.Whole))
	if whole == nil || whole.Rest || a.Symbol == source.Whole {
		return nil, nil
	}
	return []event.Event{event.EntityTombstoned{
		Entity: whole.Key(), Artifact: whole.Artifact(), By: "operator", Reason: "the file is tracked by its symbols now",
	}}, nil
}

// WholeOfSymbols refuses to track as a whole a file whose symbols are tracked.
func (g *Ground) WholeOfSymbols(a event.Artifact) error {
	for _, t := range g.state.InPath(a.Path) {
		if a.Symbol == source.Whole && a.Kind != source.Rest && t.Symbol != source.Whole {
			return fmt.Errorf("%s is tracked by its symbols: tombstone them before it is tracked as a whole", a.Path)
		}
	}
	return nil
}

// ArtifactOf returns the id of an entry's artifact, "" for no entry.
func ArtifactOf(e *statemap.Entry) string {
	if e == nil {
		return ""
	}
	return e.Artifact()
}

// MayDecide refuses to build on an entity that someone edited on disk: what was
// proposed is invalid until the operator has settled that (TSLP 15.6).
func MayDecide(current *statemap.Entry, disk *stale.Reading) error {
	if current == nil {
		return nil
	}
	if r := disk.Check(current.Expected()); stale.ReasonOf(current, r) == stale.Edited {
		return fmt.Errorf("%s is STALE (%s): settle that first, `holdfast adopt %s` takes the disk's version and `holdfast keep %s` keeps this one",
			current.Key(), stale.ChangedOnDisk(r), current.Key(), current.Key())
	}
	return nil
}

// Removal ends an entity as a proposal asked for.
func Removal(a event.Artifact, current *statemap.Entry, by, reason string) []event.Event {
	events := []event.Event{event.ArtifactClosed{Artifact: a.ID, Entity: a.Entity, By: by, Reason: rebuild.Accepted + ": " + reason}}
	if current != nil {
		events = append(events, event.EntityTombstoned{Entity: a.Entity, Artifact: current.Artifact(), By: by, Reason: reason})
	}
	return events
}

// CloseOthers ends the other proposals for the entity: the operator chose.
func (g *Ground) CloseOthers(a event.Artifact) []event.Event {
	var events []event.Event
	for _, w := range g.pending.Of(a.Entity) {
		if w.ID != a.ID {
			events = append(events, Close(w.ID, a.Entity, "engine", "replaced by "+a.ID))
		}
	}
	return events
}

// Invalidate closes the proposals of an entity whose base is replaced
// (TSLP 15.6).
func (g *Ground) Invalidate(key, why string) []event.Event {
	var events []event.Event
	for _, w := range g.pending.Of(key) {
		events = append(events, Close(w.ID, key, "engine", "invalidated: "+why))
	}
	return events
}

// PromoteAudited makes the events by which a completed audit promotes a proposal, none where
// it does not.
func (g *Ground) PromoteAudited(a event.Artifact, as *resolve.Artifact, by Writer, disk *stale.Reading) []event.Event {
	d := judging{Ground: g, disk: disk, Writer: by}
	current := g.state.Get(a.Entity)
	report := gates.Judge(d.candidate(as), d.evidence(as, current), g.limits)
	if report.Decision != gates.Promote {
		return nil
	}
	displaced, err := g.Displaced(a)
	if err != nil {
		return nil // its file is tracked otherwise by now: the operator decides
	}
	r := disk.Check(stale.Expect(a.Path, a.Symbol, a.Kind, a.Hash, a.Structure))
	events := []event.Event{Promotion(a.ID, a.Entity, by.Episode, current, report, r)}
	return append(append(events, displaced...), g.CloseOthers(a)...)
}
