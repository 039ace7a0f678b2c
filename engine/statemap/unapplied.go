package statemap

import (
	"strings"

	"holdfast/store/event"
)

// NotApplied begins the reason of a proposal that was closed since the disk did not hold
// it. A client that applies it late is believed all the same, as the disk is.
const NotApplied = "not applied: "

// maxUnapplied bounds how many proposals that were closed so are remembered, in
// memory only: a client that is late is so by seconds.
const maxUnapplied = 256

// Unapplied keeps the proposals that were closed since the disk did not hold them,
// until something newer comes of their entity.
type Unapplied struct{ set *Pending }

// NewUnapplied returns an empty set.
func NewUnapplied() *Unapplied { return &Unapplied{NewPending()} }

// In lists those of the files that want names, oldest first.
func (u *Unapplied) In(want func(path string) bool) []Waiting { return u.set.In(want) }

// Get finds one by its id.
func (u *Unapplied) Get(id string) (Waiting, bool) { return u.set.Get(id) }

// Clear forgets all of them.
func (u *Unapplied) Clear() { u.set.Clear() }

// Fold takes an event of the session, before pending does.
func (u *Unapplied) Fold(ev event.Event, pending *Pending) {
	switch ev := ev.(type) {
	case event.ArtifactClosed:
		w, waits := pending.Get(ev.Artifact)
		if !waits || ev.By != "disk" || !strings.HasPrefix(ev.Reason, NotApplied) {
			return
		}
		if u.set.Len() >= maxUnapplied {
			u.set.drop(u.set.In(func(string) bool { return true })[0].ID)
		}
		u.set.add(w)
	case event.ArtifactRecorded:
		u.set.dropAll(ev.Entity)
	case event.ArtifactPromoted:
		u.set.dropAll(ev.Entity)
	case event.EntityTombstoned:
		u.set.dropAll(ev.Entity)
	}
}
