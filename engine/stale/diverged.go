package stale

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// Diverged holds the entities about which disk and map disagree, as far as the
// latest looks have found. It makes the badge and the alerts; decisions look
// for themselves.
type Diverged struct {
	mu sync.Mutex
	by map[string]Sight // of each entity
	// kept are those that differ with the operator's knowledge.
	kept map[string]bool
	// persisting are the artifacts whose place on disk is being recorded; each is
	// closed when that has ended.
	persisting map[string]chan struct{}
}

// NewDiverged returns what is known before the first look.
func NewDiverged() *Diverged {
	return &Diverged{by: map[string]Sight{}, kept: map[string]bool{}, persisting: map[string]chan struct{}{}}
}

// Sight is what a look has found of an entity: why it diverges, what the disk
// held then, and of a file that cannot be read why.
type Sight struct {
	Reason    Reason
	disk, why string
}

// Count returns how many entities are STALE.
func (d *Diverged) Count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, f := range d.by {
		if f.Reason.Stale() {
			n++
		}
	}
	return n
}

// Contradicted returns how many entities the disk contradicts: those that diverge by
// more than an answer that is not saved yet.
func (d *Diverged) Contradicted() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, f := range d.by {
		if f.Reason != NotApplied {
			n++
		}
	}
	return n
}

// Keys lists the entities that diverge.
func (d *Diverged) Keys() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.by))
}

// Note takes what a look has found; it returns what diverges newly, and whether
// anything changed.
func (d *Diverged) Note(list []Verified) (news []Verified, changed bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, v := range list {
		key := v.Key()
		before, now := d.by[key], Sight{Reason: ReasonOf(v.Entry, v.Report)}
		if now.Reason == "" {
			delete(d.by, key)
		} else {
			now.disk = Word(v.Report)
			if now.Reason == Unreadable {
				now.why = v.Report.Why
			}
			d.by[key] = now
		}
		// Another edit of what diverges is no news, but who looks at the
		// difference is to see it.
		changed = changed || before != now
		if kept := Overruled(v.Entry, v.Report); kept != d.kept[key] {
			if changed = true; kept {
				d.kept[key] = true
			} else {
				delete(d.kept, key)
			}
		}
		if now.Reason != "" && before.Reason != now.Reason {
			news = append(news, v)
		}
	}
	return news, changed
}

// Claim returns what a look has found that the disk holds for the first time and that
// nobody records yet: its caller records it.
func (d *Diverged) Claim(list []Verified) (persisted []Verified) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, v := range list {
		if Holds(v.Report) && !v.Place().Persisted && d.persisting[v.Artifact()] == nil {
			d.persisting[v.Artifact()] = make(chan struct{})
			persisted = append(persisted, v)
		}
	}
	return persisted
}

// Done ends the recording of an artifact that was claimed.
func (d *Diverged) Done(artifact string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	close(d.persisting[artifact])
	delete(d.persisting, artifact)
}

// Recorded waits until nothing is being recorded any more that was claimed before.
func (d *Diverged) Recorded(ctx context.Context) error {
	d.mu.Lock()
	claimed := slices.Collect(maps.Values(d.persisting))
	d.mu.Unlock()
	for _, ended := range claimed {
		select {
		case <-ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Seen returns what the latest looks have found, in copies.
func (d *Diverged) Seen() (map[string]Sight, map[string]bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.by), maps.Clone(d.kept)
}

// SeenIn returns what one look has found.
func SeenIn(found []Verified) (map[string]Sight, map[string]bool) {
	d := NewDiverged()
	d.Note(found)
	return d.by, d.kept
}
