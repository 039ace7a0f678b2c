package undo

import (
	"slices"

	"holdfast/store/event"
)

// Change is what a decision did to an entity.
type Change struct {
	Entity string
	// Before and After are the ids of the artifacts that were the truth, "" for none.
	Before, After string
	// Known and Kept are the disk versions that were acknowledged for After before the
	// decision and after it, "" for none.
	Known, Kept string
	// Reopen are the proposals that the decision ended, by acceptance or otherwise;
	// Close those that it made, and that it did not end.
	Reopen, Close []string
	// Code is the block that was linked to no entity and decided about, "" for none;
	// Waits reports whether it waited after the decision.
	Code  string
	Waits bool
	Said  string // of Code: the reason that was given
	// LetGo reports whether the decision let go of an entity that is lost.
	LetGo bool

	acknowledged bool // Known is told
}

// Moved reports whether the decision changed which artifact is the truth.
func (c Change) Moved() bool { return c.Before != c.After }

// Needs are the artifacts whose content it takes to undo the change.
func (c Change) Needs() []string {
	if c.Moved() && c.Before != "" {
		return append([]string{c.Before}, c.Reopen...)
	}
	return c.Reopen
}

// Changes folds what a decision did, as its rows in the Ledger tell it in order, into
// a change for each entity, those that it touched first in front.
func Changes(events []event.Event) []Change {
	f := folder{at: map[string]int{}, own: map[string]bool{}}
	for _, ev := range events {
		f.fold(ev)
	}
	return slices.DeleteFunc(f.changes, Change.nothing)
}

// nothing reports whether all that was done to the entity was undone by the same
// decision.
func (c Change) nothing() bool {
	return !c.Moved() && c.Kept == c.Known && !c.LetGo && c.Code == "" && len(c.Reopen)+len(c.Close) == 0
}

type folder struct {
	changes []Change
	at      map[string]int  // by entity
	own     map[string]bool // artifacts that the decision itself recorded
}

// of is the change of an entity whose truth is now an artifact, "" for none.
func (f *folder) of(entity, now string) *Change {
	i, known := f.at[entity]
	if !known {
		i = len(f.changes)
		f.at[entity] = i
		f.changes = append(f.changes, Change{Entity: entity, Before: now, After: now})
	}
	return &f.changes[i]
}

// touched is the change of an entity whose truth the event does not tell.
func (f *folder) touched(entity string) *Change {
	return f.of(entity, untold)
}

// untold stands for a truth that no event has told yet.
const untold = "?"

// truth notes which artifact is the truth before an event and after it.
func (c *Change) truth(before, after string) {
	if c.Before == untold {
		c.Before = before
	}
	c.After = after
}

func (f *folder) fold(ev event.Event) {
	switch ev := ev.(type) {
	case event.ArtifactRecorded:
		f.own[ev.Artifact] = true
		c := f.touched(ev.Entity)
		c.Close = append(c.Close, ev.Artifact)
	case event.ArtifactPromoted:
		c := f.touched(ev.Entity)
		c.truth(ev.Supersedes, ev.Artifact)
		c.Known, c.Kept, c.acknowledged = "", "", true
		f.ended(c, ev.Artifact)
	case event.ArtifactClosed:
		f.ended(f.touched(ev.Entity), ev.Artifact)
	case event.EntityTombstoned:
		c := f.touched(ev.Entity)
		c.truth(ev.Artifact, "")
		c.Known, c.Kept, c.acknowledged = "", "", true
	case event.EntityAcknowledged:
		c := f.touched(ev.Entity)
		c.truth(ev.Artifact, ev.Artifact)
		if !c.acknowledged {
			c.Known, c.acknowledged = ev.Was, true
		}
		c.Kept = ev.Disk
	case event.CodeSettled:
		c := f.of(ev.Block, "")
		c.Code, c.Waits, c.Said = ev.Block, ev.Waits, ev.Reason
	case event.LossSettled:
		f.touched(ev.Entity).LetGo = true
	}
}

// ended notes that a proposal waits no more.
func (f *folder) ended(c *Change, artifact string) {
	if !f.own[artifact] {
		c.Reopen = append(c.Reopen, artifact)
		return
	}
	c.Close = slices.DeleteFunc(c.Close, func(id string) bool { return id == artifact })
}
