package engine

import (
	"context"

	"holdfast/engine/stale"
	"holdfast/store/event"
)

// LatestDivergences lists what Divergences lists, as far as the latest looks have
// found it: while the files are watched, only those that diverge are asked.
func (e *Engine) LatestDivergences(ctx context.Context) ([]stale.Divergence, error) {
	if !e.Watches() {
		return e.Divergences(ctx)
	}
	if err := e.CatchUp(ctx); err != nil {
		return nil, err
	}
	s := e.active()
	return e.diverging(s, s.Map.EntriesOf(s.Diverged.Keys())), nil
}

// listed is the number of the last change of what a screen lists, for Status.
func (e *Engine) listed() int64 {
	if !e.Watches() {
		return 0
	}
	return e.Changes()
}

// changesLists reports whether an event changes what is listed. Most rows of the
// Ledger are of turns that change no code.
func (e *Engine) changesLists(ev event.Event) bool {
	switch ev.(type) {
	case event.EpisodeOpened:
		return e.reader.Lapsing() // what was tombstoned can be restored for so many episodes
	case event.EpisodeClosed, event.CanonEmitted, event.OperatorDecided, event.ToolRan, event.ModelSaid, event.GuardDecided, event.GuardOverruled,
		event.DeltaAccepted, event.DeltaRejected, event.DeltaCheckpoint, event.DeltaRestored:
		return false
	}
	return true
}
