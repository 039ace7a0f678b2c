package engine

import (
	"context"

	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// StateList is the State Map of the active session for a screen, which reads it
// as often as something happens and shows sixty rows of thousands: it shares what
// the engine holds, and makes an Entity only where one is asked for.
type StateList struct {
	entries []*statemap.Entry // by path and order of appearance; shared, read only
	rest    []report.Entity   // after them: what can be restored
	pending map[string]int
	reviews map[string]bool
	sights  map[string]stale.Sight
	kept    map[string]bool
}

// NewStateList makes a list of entities.
func NewStateList(entities []report.Entity) *StateList { return &StateList{rest: entities} }

// Len is the number of rows.
func (l *StateList) Len() int { return len(l.entries) + len(l.rest) }

// Key is the key of row i.
func (l *StateList) Key(i int) string {
	if i < len(l.entries) {
		return l.entries[i].Key
	}
	return l.rest[i-len(l.entries)].Key
}

// At makes row i.
func (l *StateList) At(i int) report.Entity {
	if i >= len(l.entries) {
		return l.rest[i-len(l.entries)]
	}
	e := l.entries[i]
	row := rowOf(e)
	row.Pending, row.Stale, row.Kept = l.pending[e.Key], l.sights[e.Key].Reason, l.kept[e.Key]
	row.InReview = l.reviews[e.Key]
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
func rowOf(e *statemap.Entry) report.Entity {
	return report.Entity{
		Key: e.Key, Path: e.Path, Symbol: e.Symbol, Kind: e.Kind(), Language: e.Language(), Artifact: e.Artifact, Hash: e.Hash(),
		Version: int(e.Version), Grant: e.Grant(), Origin: e.Origin(), Turn: int(e.Turn), Updated: e.Changed(), Contested: e.Place().Doubt,
	}
}

// StateList lists what Entities lists, with the disk as the latest looks have
// found it. While the files are watched, none is asked for it.
func (e *Engine) StateList(ctx context.Context) (*StateList, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	s := e.active()
	l := &StateList{entries: s.state.Sorted(), pending: s.pending.Counts(), reviews: s.pending.Reviews()}
	if e.watches() {
		l.sights, l.kept = s.diverged.Seen()
	} else {
		l.sights, l.kept = stale.SeenIn(s.compare(l.entries))
	}
	var err error
	l.rest, err = e.tombstoned(ctx, s)
	return l, err
}

// LatestDivergences lists what Divergences lists, as far as the latest looks have
// found it: while the files are watched, only those that diverge are asked.
func (e *Engine) LatestDivergences(ctx context.Context) ([]stale.Divergence, error) {
	if !e.watches() {
		return e.Divergences(ctx)
	}
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	s := e.active()
	return e.diverging(s, s.state.EntriesOf(s.diverged.Keys())), nil
}

// watches reports whether every change of a tracked file is noticed by itself.
func (e *Engine) watches() bool {
	health, watches := e.watching.health()
	return watches && health.OK()
}

// listed is the number of the last change of what a screen lists, for Status.
func (e *Engine) listed() int64 {
	if !e.watches() {
		return 0
	}
	return e.lists.Load()
}

// changesLists reports whether an event changes what is listed. Most rows of the
// Ledger are of turns that change no code.
func (e *Engine) changesLists(ev event.Event) bool {
	switch ev.(type) {
	case event.EpisodeOpened:
		return e.lapsing.Load() // what was tombstoned can be restored for so many episodes
	case event.EpisodeClosed, event.CanonEmitted, event.OperatorDecided, event.ToolRan, event.ModelSaid,
		event.DeltaAccepted, event.DeltaRejected, event.DeltaCheckpoint, event.DeltaRestored:
		return false
	}
	return true
}
