package decide

import (
	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// SettledByDisk makes the events of what the disk has settled. The first of the list
// wait, the others were closed. stat returns a file by stat, artifact reads one by its
// id.
func (g *Ground) SettledByDisk(list []statemap.Waiting, waits int, disk *stale.Reading, stat func(path string) *etv.Version,
	artifact func(id string) (event.Artifact, error)) ([]event.Event, error) {
	look := grants{Ground: g, disk: disk, stat: stat, seen: map[string]*etv.Version{}, closed: map[string]bool{}, ended: map[string]bool{}}
	for i, w := range list {
		state := event.Proposed
		if i >= waits {
			state = event.Tombstoned
		}
		if look.closed[w.ID] {
			continue
		}
		if state == event.Proposed && look.removed(w) {
			look.add(NotApplied(w, w.Path+" was removed while this waited for it"))
			continue
		}
		as := look.heldAs(w)
		if as == "" && (!w.Confirmed || !look.mayBeHeld(w)) {
			continue
		}
		a, err := artifact(w.ID)
		if err != nil {
			return nil, err
		}
		if a.State != state {
			continue
		}
		if as != "" {
			look.add(g.settleAs(a, as, look.disk)...)
			continue
		}
		more, err := g.settleOne(a, look.disk)
		if err != nil {
			return nil, err
		}
		look.add(more...)
	}
	return look.events, nil
}

// grants are the events of one look at the disk.
type grants struct {
	*Ground
	disk          *stale.Reading
	stat          func(path string) *etv.Version
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
		g.seen[path] = g.stat(path)
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
func (g *Ground) settleAs(a event.Artifact, key string, disk *stale.Reading) []event.Event {
	waited, report := a.Entity, gates.Settled(a.Gates)
	report.Candidates = nil
	a.Entity, a.Gates, a.Confidence = key, report, event.Confirmed
	a.Path, a.Symbol = resolve.Split(key)
	a.Container = ContainerOf(a.Symbol)
	r := disk.Check(stale.Expect(a.Path, a.Symbol, a.Kind, a.Hash, a.Structure))
	if !stale.Holds(r) {
		return nil
	}
	current := g.state.Get(key)
	if current != nil {
		a.Position = int(current.Position)
	}
	displaced, err := g.Displaced(a)
	if err != nil {
		return nil // the file is tracked otherwise: the operator decides
	}
	rec := RecordedAs(LateID(a.ID), a)
	events := []event.Event{rec, Promotion(rec.Artifact, key, "", current, report, r)}
	if a.State == event.Proposed { // else it is closed already
		events = append(events, event.ArtifactClosed{Artifact: a.ID, Entity: waited, By: "disk", Reason: "the disk holds it as " + key})
	}
	return append(append(events, displaced...), g.CloseOthers(event.Artifact{ID: rec.Artifact, Entity: key})...)
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
func (g *Ground) settleOne(a event.Artifact, disk *stale.Reading) ([]event.Event, error) {
	current := g.state.Get(a.Entity)
	if a.Removes {
		if current == nil || !stale.Gone(current, disk.Check(current.Expected())) {
			return nil, nil
		}
		events := Removal(a, current, "disk", "the disk does not hold it any more")
		if a.State != event.Proposed { // it is closed already
			events = events[1:]
		}
		return events, nil
	}
	r := disk.Check(stale.Expect(a.Path, a.Symbol, a.Kind, a.Hash, a.Structure))
	if !stale.Holds(r) {
		return nil, nil
	}
	if a.State == event.Proposed && g.Restates(a, current) {
		return []event.Event{event.ArtifactClosed{Artifact: a.ID, Entity: a.Entity, By: "disk", Reason: "the disk holds what stands again"}}, nil
	}
	if current != nil && current.Hash() == a.Hash { // only its doc comment is new
		text, err := g.state.Load(a.Text)
		if err != nil || !disk.Shows(a.Path, a.Symbol, a.Kind, text) {
			return nil, err
		}
	}
	displaced, err := g.Displaced(a)
	if err != nil {
		return nil, nil // the file is tracked otherwise: the operator decides
	}
	var events []event.Event
	if a.State != event.Proposed {
		late := RecordedAs(LateID(a.ID), a)
		events, a.ID = append(events, late), late.Artifact
	}
	events = append(events, Promotion(a.ID, a.Entity, "", current, gates.Settled(a.Gates), r))
	return append(append(events, displaced...), g.CloseOthers(a)...), nil
}

// Lacks says in a clause how the disk, read now, lacks what a proposal waits for; ""
// where it holds it or cannot tell.
func (g *Ground) Lacks(w statemap.Waiting, disk *stale.Reading) string {
	r := disk.Check(stale.Expect(w.Path, w.Symbol, w.Kind, w.Hash, w.Structure))
	missing := r.Status == etv.Missing || r.Gone
	current := g.state.Get(w.Entity)
	switch {
	case !w.Confirmed, r.Status == etv.Unreadable, r.Status == etv.Unverifiable:
		return ""
	case w.Removes && current == nil:
		return "the State Map does not hold " + w.Entity + " any more"
	case w.Removes && !missing:
		return w.Path + " still holds it"
	case w.Removes && stale.Gone(current, r):
		return ""
	case w.Removes:
		return "holdfast never saw " + w.Path + " hold it"
	case stale.Holds(r):
		return g.lacksDoc(w, current, disk)
	case r.Status == etv.Missing:
		return "there is no file " + w.Path
	case current != nil && stale.Holds(disk.Check(current.Expected())):
		return w.Path + " holds the version before"
	case r.Gone:
		return w.Path + " does not define it"
	}
	return w.Path + " holds another version"
}

// lacksDoc is lacks for a proposal of which the disk holds the code: of one that
// changes only the doc comment, that may be another.
func (g *Ground) lacksDoc(w statemap.Waiting, current *statemap.Entry, disk *stale.Reading) string {
	if current == nil || current.Hash() != w.Hash {
		return ""
	}
	text, err := g.state.Load(w.Text)
	if err != nil || disk.Shows(w.Path, w.Symbol, w.Kind, text) {
		return ""
	}
	return w.Path + " holds the version before"
}

// NotApplied closes a proposal since the disk does not hold it.
func NotApplied(w statemap.Waiting, why string) event.ArtifactClosed {
	return event.ArtifactClosed{Artifact: w.ID, Entity: w.Entity, By: "disk", Reason: statemap.NotApplied + why}
}

// LateID returns the id under which the artifact is recorded anew that the disk came to
// hold after its proposal was closed: what ended stays so.
func LateID(artifact string) string { return ArtifactID("late", 0, artifact, "") }
