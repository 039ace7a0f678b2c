package engine

import (
	"context"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// settleByDisk is the disk grant: a PROPOSED artifact that the disk comes to
// hold exactly is settled by that, as the client applied it with the user's
// consent, and so is a removal of what was there and is gone. One that was closed
// since the disk did not hold it is as well, when the client applies it late.
// What waits for a file that was removed meanwhile is closed (product 10).
func (s *session) settleByDisk(ctx context.Context, in func(path string) bool) error {
	list := s.pending.In(in)
	waits := len(list)
	list = append(list, s.unapplied.In(in)...)
	if len(list) == 0 || s.engine.ReadOnly() != "" {
		return nil
	}
	settled := false
	err := sessions.Retry(func() error {
		events, err := s.settled(ctx, list, waits)
		if settled = len(events) > 0; err != nil || !settled {
			return err
		}
		return s.commit(ctx, nil, events)
	})
	if err == nil && settled {
		s.engine.hub.Changed()
	}
	return err
}

// everywhere is every file.
func everywhere(string) bool { return true }

// settled makes the events of what the disk has settled. The first of the list
// wait, the others were closed.
func (s *session) settled(ctx context.Context, list []statemap.Waiting, waits int) ([]event.Event, error) {
	g := grants{session: s, disk: s.engine.diskNow(), seen: map[string]*etv.Version{}, closed: map[string]bool{}, ended: map[string]bool{}}
	for i, w := range list {
		state := event.Proposed
		if i >= waits {
			state = event.Tombstoned
		}
		if g.closed[w.ID] {
			continue
		}
		if state == event.Proposed && g.removed(w) {
			g.add(notApplied(w, w.Path+" was removed while this waited for it"))
			continue
		}
		as := g.heldAs(w)
		if as == "" && (!w.Confirmed || !g.mayBeHeld(w)) {
			continue
		}
		a, err := s.engine.db.Artifact(ctx, s.id, w.ID)
		if err != nil {
			return nil, err
		}
		if a.State != state {
			continue
		}
		if as != "" {
			g.add(s.settleAs(a, as, g.disk)...)
			continue
		}
		more, err := s.settleOne(a, g.disk)
		if err != nil {
			return nil, err
		}
		g.add(more...)
	}
	return g.events, nil
}

// grants are the events of one look at the disk.
type grants struct {
	*session
	disk          *stale.Reading
	seen          map[string]*etv.Version // by stat, each file once
	events        []event.Event
	closed, ended map[string]bool
}

// add takes events in, each end once: proposals of one file can end the same.
func (g *grants) add(events ...event.Event) {
	for _, ev := range events {
		switch ev := ev.(type) {
		case event.ArtifactClosed:
			if g.closed[ev.Artifact] {
				continue
			}
			g.closed[ev.Artifact] = true
		case event.EntityTombstoned:
			if g.ended[ev.Entity] {
				continue
			}
			g.ended[ev.Entity] = true
		case event.ArtifactPromoted:
			g.closed[ev.Artifact] = true
		}
		g.events = append(g.events, ev)
	}
}

// look is a file by stat.
func (g *grants) look(path string) *etv.Version {
	if g.seen[path] == nil {
		var one [1]*etv.Version
		g.seen[path] = g.engine.verifier.Fresh(one[:0], path)[0]
	}
	return g.seen[path]
}

// mayBeHeld is a first look, by stat, at what waits.
func (g *grants) mayBeHeld(w statemap.Waiting) bool {
	if w.Removes {
		return g.state.Get(w.Entity) != nil
	}
	return stale.Holds(g.look(w.Path).Check(stale.Expect(w.Path, w.Symbol, w.Kind, w.Hash, w.Structure)))
}

// heldAs is, of the entities that a waiting proposal may define any of, the one that
// the disk has come to hold as it is proposed; "" where that is none, or not one.
func (g *grants) heldAs(w statemap.Waiting) (as string) {
	for _, key := range w.Candidates {
		path, symbol := resolve.Split(key)
		if current := g.state.Get(key); current != nil && current.Hash() == w.Hash {
			continue // it held that before
		}
		if !stale.Holds(g.look(path).Check(stale.Expect(path, symbol, w.Kind, w.Hash, w.Structure))) {
			continue
		}
		if as != "" {
			return ""
		}
		as = key
	}
	return as
}

// settleAs settles a proposal as one of the entities that it may define, if the disk,
// read now, holds that: whoever has applied it has said which.
func (s *session) settleAs(a event.Artifact, key string, disk *stale.Reading) []event.Event {
	waited, report := a.Entity, gates.Settled(a.Gates)
	report.Candidates = nil
	a.Entity, a.Gates, a.Confidence = key, report, event.Confirmed
	a.Path, a.Symbol = resolve.Split(key)
	a.Container = containerOf(a.Symbol)
	r := disk.Check(stale.Expect(a.Path, a.Symbol, a.Kind, a.Hash, a.Structure))
	if !stale.Holds(r) {
		return nil
	}
	current := s.state.Get(key)
	if current != nil {
		a.Position = current.Position
	}
	displaced, err := s.displaced(a)
	if err != nil {
		return nil // the file is tracked otherwise: the operator decides
	}
	rec := recordedAs(lateID(a.ID), a)
	events := []event.Event{rec, promotion(rec.Artifact, key, "", current, report, r)}
	if a.State == event.Proposed { // else it is closed already
		events = append(events, event.ArtifactClosed{Artifact: a.ID, Entity: waited, By: "disk", Reason: "the disk holds it as " + key})
	}
	return append(append(events, displaced...), s.closeOthers(event.Artifact{ID: rec.Artifact, Entity: key})...)
}

// removed reports whether the file was there while something waited for the disk,
// and is not any more.
func (g *grants) removed(w statemap.Waiting) bool {
	if !w.WaitsForDisk || w.Removes {
		return false
	}
	if !g.look(w.Path).Missing() {
		g.pending.There(w.ID)
		return false
	}
	return g.pending.WasThere(w.ID)
}

// settleOne settles a proposal if the disk, read now, holds what it proposes.
func (s *session) settleOne(a event.Artifact, disk *stale.Reading) ([]event.Event, error) {
	current := s.state.Get(a.Entity)
	if a.Removes {
		if current == nil || !stale.Gone(current, disk.Check(current.Expected())) {
			return nil, nil
		}
		events := removal(a, current, "disk", "the disk does not hold it any more")
		if a.State != event.Proposed { // it is closed already
			events = events[1:]
		}
		return events, nil
	}
	r := disk.Check(stale.Expect(a.Path, a.Symbol, a.Kind, a.Hash, a.Structure))
	if !stale.Holds(r) {
		return nil, nil
	}
	if a.State == event.Proposed && s.engine.restates(a, current) {
		return []event.Event{event.ArtifactClosed{Artifact: a.ID, Entity: a.Entity, By: "disk", Reason: "the disk holds what stands again"}}, nil
	}
	if current != nil && current.Hash() == a.Hash { // only its doc comment is new
		text, err := s.engine.load(a.Text)
		if err != nil || !disk.Shows(a.Path, a.Symbol, a.Kind, text) {
			return nil, err
		}
	}
	displaced, err := s.displaced(a)
	if err != nil {
		return nil, nil // the file is tracked otherwise: the operator decides
	}
	var events []event.Event
	if a.State != event.Proposed {
		late := recordedAs(lateID(a.ID), a)
		events, a.ID = append(events, late), late.Artifact
	}
	events = append(events, promotion(a.ID, a.Entity, "", current, gates.Settled(a.Gates), r))
	return append(append(events, displaced...), s.closeOthers(a)...), nil
}
