package report

import (
	"context"
	"time"

	"holdfast/engine/stale"
	"holdfast/engine/statemap"
)

// StateList is the State Map of the active session for a screen, which reads it
// as often as something happens and shows sixty rows of thousands: it shares what
// the engine holds, and makes an Entity only where one is asked for.
type StateList struct {
	entries []*statemap.Entry // by path and order of appearance; shared, read only
	rest    []Entity          // after them: what can be restored
	pending map[string]int
	reviews map[string]bool
	sights  map[string]stale.Sight
	kept    map[string]bool
}

// NewStateList makes a list of entities.
func NewStateList(entities []Entity) *StateList { return &StateList{rest: entities} }

// Len is the number of rows.
func (l *StateList) Len() int { return len(l.entries) + len(l.rest) }

// Key is the key of row i.
func (l *StateList) Key(i int) string {
	if i < len(l.entries) {
		return l.entries[i].Key()
	}
	return l.rest[i-len(l.entries)].Key
}

// Artifact is the id of row i's artifact.
func (l *StateList) Artifact(i int) string {
	if i < len(l.entries) {
		return l.entries[i].Artifact()
	}
	return l.rest[i-len(l.entries)].Artifact
}

// Updated is when row i changed last.
func (l *StateList) Updated(i int) time.Time {
	if i < len(l.entries) {
		return l.entries[i].Changed()
	}
	return l.rest[i-len(l.entries)].Updated
}

// At makes row i.
func (l *StateList) At(i int) Entity {
	if i >= len(l.entries) {
		return l.rest[i-len(l.entries)]
	}
	e := l.entries[i]
	row := rowOf(e)
	row.Pending, row.Stale, row.Kept = l.pending[e.Key()], l.sights[e.Key()].Reason, l.kept[e.Key()]
	row.InReview = l.reviews[e.Key()]
	return row
}

// Kept counts the entities over which the disk was overruled.
func (l *StateList) Kept() int {
	n := len(l.kept)
	for i := range l.rest {
		if l.rest[i].Kept {
			n++
		}
	}
	return n
}

// rowOf is an entry as a list shows it, without what others know of it.
func rowOf(e *statemap.Entry) Entity {
	return Entity{
		Key: e.Key(), Path: e.Path, Symbol: e.Symbol, Kind: e.Kind(), Language: e.Language(), Artifact: e.Artifact(), Hash: e.Hash(),
		Version: int(e.Version), Grant: e.Grant(), Origin: e.Origin(), Turn: e.Turn(), Updated: e.Changed(), Contested: e.Place().Doubt,
	}
}

// StateList lists what Entities lists, with the disk as the latest looks have
// found it. While the files are watched, none is asked for it.
func (r *Reader) StateList(ctx context.Context) (*StateList, error) {
	s, err := r.active(ctx)
	if err != nil {
		return nil, err
	}
	l := &StateList{entries: s.Map.Sorted(), pending: s.Pending.Counts(), reviews: s.Pending.Reviews()}
	if r.watcher.Watches() {
		l.sights, l.kept = s.Diverged.Seen()
	} else {
		l.sights, l.kept = stale.SeenIn(r.watcher.Compare(s, l.entries))
	}
	l.rest, err = r.restorable(ctx, s)
	return l, err
}
