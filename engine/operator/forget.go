package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"holdfast/engine/decide"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// Tombstone removes an entity from the State Map by the operator's word
// (TSLP 9.2). Its content stays in the Vault and can be restored. An entity that
// a recovery could not bring back has none: the operator lets go of it, and it
// is an open conflict no more, until the document is recovered again. reason is
// for the Ledger and may be empty.
func (o *Desk) Tombstone(ctx context.Context, key, reason string) error {
	return o.TombstoneAll(ctx, []string{key}, reason)
}

// TombstoneAll is Tombstone of several entities, as one decision.
func (o *Desk) TombstoneAll(ctx context.Context, keys []string, reason string) error {
	return o.endAll(ctx, verbTombstone, keys, func(s *session, key string) ([]event.Event, error) {
		current := s.Map.Get(key)
		switch {
		case current != nil:
			return []event.Event{decide.End(current, "operator", because("tombstoned by the operator", reason))}, nil
		case s.Chain.Misses(key):
			return []event.Event{event.LossSettled{Entity: key, By: "operator", Reason: because("the operator let go of it", reason)}}, nil
		}
		return nil, statemap.NotInMap(key)
	})
}

// Forget takes entities out of the State Map which the operator does not want in it,
// whatever the disk holds: what waits for them is closed, and adopting their files
// brings them back. It is one decision.
func (o *Desk) Forget(ctx context.Context, keys []string) error {
	return o.endAll(ctx, verbForget, keys, func(s *session, key string) ([]event.Event, error) {
		current := s.Map.Get(key)
		if current == nil {
			return nil, statemap.NotInMap(key)
		}
		return append(s.Ground.Invalidate(key, "the entity was forgotten"), decide.End(current, "operator", report.ForgottenReason+" by the operator")), nil
	})
}

// TakeGone adopts that files are gone from the disk: of those entities whose file is
// not there it makes tombstones, as one decision, and gives their keys. What was never
// saved is not gone, and stays.
func (o *Desk) TakeGone(ctx context.Context, keys []string) (taken []string, err error) {
	disk := o.means.Disk.Reading()
	err = o.endAll(ctx, verbAdopt, keys, func(s *session, key string) ([]event.Event, error) {
		current := s.Map.Get(key)
		if current == nil {
			return nil, statemap.NotInMap(key)
		}
		if r := disk.Check(current.Expected()); stale.ReasonOf(current, r) != stale.Vanished && !(stale.Overruled(current, r) && stale.Word(r) == event.DiskMissing) {
			return nil, nil
		}
		taken = append(taken, key)
		a := s.Ground.Batch("")
		a.Tombstone(current)
		return a.Events, nil
	})
	return taken, err
}

// countedKeys is an entity, or how many there are.
func countedKeys(keys []string) string {
	if len(keys) == 1 {
		return keys[0]
	}
	return fmt.Sprintf("one of %d symbols", len(keys))
}

// endAll commits what ends makes of each entity, some thousands at a time, as one
// decision.
func (o *Desk) endAll(ctx context.Context, verb string, keys []string, ends func(*session, string) ([]event.Event, error)) error {
	if err := o.means.Sessions.Deciding(ctx); err != nil {
		return err
	}
	s, ctx := o.active(), asOne(ctx)
	var each [][]event.Event
	for _, key := range keys {
		events, err := ends(s, key)
		if err != nil {
			return err
		}
		if len(events) > 0 {
			each = append(each, events)
		}
	}
	if len(each) > adoptMost {
		defer s.EmitLeftOver(context.WithoutCancel(ctx))
		ctx = sessions.Untold(ctx)
	}
	for some := range slices.Chunk(each, adoptMost) {
		if err := s.decided(ctx, verb, nil, decide.Together(slices.Concat(some...), nil)); err != nil {
			if errors.Is(err, event.ErrConflict) {
				return fmt.Errorf("%s moved: %w", countedKeys(keys), sessions.ErrChanged)
			}
			return err
		}
	}
	o.means.Hub.Changed()
	return nil
}
