package operator

import (
	"context"

	"holdfast/engine/events"
	"holdfast/engine/fate"
	"holdfast/store"
	"holdfast/store/event"
)

// Fates tells what has become of outcomes by now, by their artifacts; of code that was
// linked to nothing, by its block: it waits where Unlinked lists it and where nothing
// is told of it. What is not of the active session is left out.
func (o *Desk) Fates(ctx context.Context, outcomes []events.Outcome) (map[string]event.State, error) {
	s := o.active()
	fates := make(map[string]event.State, len(outcomes))
	known := map[string][]event.Artifact{}
	loose := false
	for _, out := range outcomes {
		if out.State == "" {
			loose = true
			continue
		}
		all, ok := known[out.Entity]
		if !ok {
			var err error
			if all, err = o.means.DB.Artifacts(ctx, s.ID, store.Filter{Entity: out.Entity}); err != nil {
				return nil, err
			}
			known[out.Entity] = all
		}
		if state, ok := fate.Of(out.Artifact, all); ok {
			fates[out.Artifact] = state
		}
	}
	if !loose {
		return fates, nil
	}
	waiting, err := o.Unlinked(ctx)
	if err != nil {
		return nil, err
	}
	said, err := s.saidOfCode(ctx, 0)
	if err != nil {
		return nil, err
	}
	waits := map[string]bool{}
	for _, c := range waiting {
		waits[c.Block] = true
	}
	for _, out := range outcomes {
		if out.State == "" && !waits[out.Artifact] {
			fates[out.Artifact] = fate.OfCode(said[out.Artifact])
		}
	}
	return fates, nil
}
