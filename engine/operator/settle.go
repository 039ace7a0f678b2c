package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"holdfast/engine/config"
	"holdfast/engine/decide"
	"holdfast/engine/etv"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Keep is the operator's word that the artifact stands although the disk
// differs: overwriting this version of the disk is approved, and any further
// edit makes the entity STALE again (TSLP 15.5).
func (o *Desk) Keep(ctx context.Context, shown report.ShownDisk) error {
	return o.KeepAll(ctx, []report.ShownDisk{shown})
}

// KeepAll is Keep of several entities, as one decision: all of them or none.
func (o *Desk) KeepAll(ctx context.Context, shown []report.ShownDisk) error {
	return o.settle(ctx, verbKeep, shown, func(s *session, current *statemap.Entry, _ *source.File, r etv.Report) ([][]byte, []event.Event, error) {
		reason := stale.ReasonOf(current, r)
		switch {
		case reason == "" && !stale.Contested(current) && stale.Overruled(current, r):
			return nil, nil, fmt.Errorf("that the disk differs from %s is acknowledged already: there is nothing to keep", current.Key())
		case reason == "" && !stale.Contested(current):
			return nil, nil, fmt.Errorf("the disk and the State Map agree about %s: there is nothing to keep", current.Key())
		case stale.Word(r) == "":
			return nil, nil, fmt.Errorf("%s cannot be compared with the disk (%s): %s", current.Key(), r.Why, wayOut(current, r))
		}
		return nil, s.Ground.Keep(current, r), nil
	}, func() ([][]byte, []event.Event) { return nil, nil })
}

// wayOut says what is left to do about an entity whose file cannot be compared.
func wayOut(e *statemap.Entry, r etv.Report) string {
	if r.Status == etv.Unreadable {
		return "make the file readable first"
	}
	return fmt.Sprintf("put a source file there, or `holdfast tombstone %s`", e.Key())
}

// Adopt makes the disk's version of an entity AUTHORITATIVE: the user is the
// write-head (TSLP 15.5). An entity that the disk does not hold any more is
// tombstoned. Proposals that were built on what is replaced are closed.
func (o *Desk) Adopt(ctx context.Context, shown report.ShownDisk) error {
	return o.AdoptAll(ctx, []report.ShownDisk{shown})
}

// AdoptAll is Adopt of several entities, some hundreds at a time, as one decision.
func (o *Desk) AdoptAll(ctx context.Context, shown []report.ShownDisk) error {
	ctx = asOne(ctx)
	for some := range slices.Chunk(shown, adoptAtOnce) {
		if err := o.adoptSome(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

func (o *Desk) adoptSome(ctx context.Context, shown []report.ShownDisk) error {
	var a *decide.Batch
	return o.settle(ctx, verbAdopt, shown, func(s *session, current *statemap.Entry, file *source.File, r etv.Report) ([][]byte, []event.Event, error) {
		if a == nil {
			a = s.Ground.Batch(o.means.NewID())
		}
		switch {
		case r.Status == etv.Missing || r.Gone:
			a.Tombstone(current)
		case r.Why != "":
			return nil, nil, fmt.Errorf("%s cannot be adopted from disk (%s): %s", current.Key(), r.Why, wayOut(current, r))
		case r.Status == etv.Agrees:
		default:
			if sym := stale.SymbolOf(file, current.Symbol, current.Kind()); sym != nil {
				a.Among(file, int(current.Position), *sym, current)
			}
		}
		return nil, nil, nil
	}, func() ([][]byte, []event.Event) { return a.Settled() })
}

// settle commits what the operator decided about entities and their disk, what of each and
// then what of all together; what moved since it was shown refuses all of it.
func (o *Desk) settle(ctx context.Context, verb string, shown []report.ShownDisk,
	each func(*session, *statemap.Entry, *source.File, etv.Report) ([][]byte, []event.Event, error), all func() ([][]byte, []event.Event)) error {
	if err := o.means.Sessions.Deciding(ctx); err != nil {
		return err
	}
	s, disk := o.active(), o.means.Disk.Reading()
	var blobs [][]byte
	var events []event.Event
	var keys []string
	for _, x := range shown {
		current := s.Map.Get(x.Entity)
		if current == nil {
			return statemap.NotInMap(x.Entity)
		}
		file := disk.File(current.Path)
		r := disk.Check(current.Expected())
		if x.Artifact != "" && (x.Artifact != current.Artifact() || x.Disk != stale.Word(r)) {
			return fmt.Errorf("%s: %w", x.Entity, sessions.ErrChanged)
		}
		b, ev, err := each(s, current, file, r)
		if err != nil {
			return err
		}
		blobs, events, keys = append(blobs, b...), append(events, ev...), append(keys, x.Entity)
	}
	b, ev := all()
	blobs, events = append(blobs, b...), append(events, ev...)
	if len(events) == 0 {
		return nil
	}
	if err := s.decided(ctx, verb, blobs, events); err != nil {
		if errors.Is(err, event.ErrConflict) {
			return fmt.Errorf("%s: %w", countedKeys(keys), sessions.ErrChanged)
		}
		return err
	}
	s.desk.means.Disk.LookAgain(s.Session, keys...)
	o.means.Hub.Changed()
	return nil
}

// ShowUnsaved has answers that are not saved yet shown to the model with a notice, from
// now on (TSLP 15.4 withholds them): it writes etv.not_applied into the workspace's
// configuration and returns the file's path. Where that cannot be written, nothing
// changes.
func (o *Desk) ShowUnsaved(context.Context) (path string, err error) {
	path, err = o.means.Config.Workspace.Set("etv.not_applied", config.NotAppliedHydrate)
	if err == nil {
		o.means.Unsaved.Store(true)
		o.means.Hub.Changed()
	}
	return path, err
}
