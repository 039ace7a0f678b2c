package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"holdfast/engine/etv"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Divergences lists the entities of the active session about which the disk and
// the State Map disagree: STALE first, then what vanished, then what cannot be
// read. Every tracked file is asked, and nothing is changed (TSLP 15.7).
func (e *Engine) Divergences(ctx context.Context) ([]stale.Divergence, error) {
	return e.divergences(ctx, e.active())
}

func (e *Engine) divergences(ctx context.Context, s *session) ([]stale.Divergence, error) {
	if err := e.CatchUp(ctx); err != nil {
		return nil, err
	}
	return e.diverging(s, s.Map.Sorted()), nil
}

// diverging lists those of the entries about which disk and map disagree.
func (e *Engine) diverging(s *session, entries []*statemap.Entry) []stale.Divergence {
	counts := s.Pending.Counts()
	var list []stale.Divergence
	for _, v := range s.compare(entries) {
		if d, diverges := stale.DivergenceOf(v, e.watcher.Changed(v.Path)); diverges {
			d.Pending = counts[d.Key]
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(a, b stale.Divergence) int { return rankOf(a) - rankOf(b) })
	return list
}

func rankOf(d stale.Divergence) int {
	switch {
	case d.Reason.Stale():
		return 0
	case d.Reason == stale.Vanished:
		return 1
	}
	return 2
}

// Settlement reads what the operator chooses between: the truth and the disk.
func (e *Engine) Settlement(ctx context.Context, key string) (Settlement, error) {
	if err := e.CatchUp(ctx); err != nil {
		return Settlement{}, err
	}
	s := e.active()
	current := s.Map.Get(key)
	if current == nil {
		return Settlement{}, notInMap(key)
	}
	disk := e.diskNow()
	file := disk.File(current.Path)
	d, diverges := stale.DivergenceOf(stale.Verified{Entry: current, Report: disk.Check(current.Expected())}, e.watcher.Changed(current.Path))
	if !diverges && !stale.Contested(current) {
		if stale.Overruled(current, disk.Check(current.Expected())) {
			return Settlement{}, fmt.Errorf("that the disk differs from %s is acknowledged by now: %w", key, sessions.ErrChanged)
		}
		return Settlement{}, fmt.Errorf("the disk and the State Map agree about %s by now: %w", key, sessions.ErrChanged)
	}
	set := Settlement{Divergence: d, Restorable: e.cfg.Gates.TombstoneEpisodes, Shown: ShownDisk{Entity: key, Artifact: current.Artifact, Disk: d.Disk}}
	for _, w := range s.Pending.Of(key) {
		set.Invalidates = append(set.Invalidates, w.ID)
	}
	set.Pending = len(set.Invalidates)
	if file != nil {
		if sym := stale.SymbolOf(file, current.Symbol, current.Kind()); sym != nil {
			set.OnDisk = resolve.Text(file.Src, *sym)
		}
	}
	var err error
	set.Truth, err = e.db.Blob(ctx, current.TextHash())
	return set, err
}

func notInMap(key string) error {
	return fmt.Errorf("%s is not in the State Map: `holdfast state` lists what is", key)
}

// Keep is the operator's word that the artifact stands although the disk
// differs: overwriting this version of the disk is approved, and any further
// edit makes the entity STALE again (TSLP 15.5).
func (e *Engine) Keep(ctx context.Context, shown ShownDisk) error {
	return e.KeepAll(ctx, []ShownDisk{shown})
}

// KeepAll is Keep of several entities, as one decision: all of them or none.
func (e *Engine) KeepAll(ctx context.Context, shown []ShownDisk) error {
	return e.settle(ctx, verbKeep, shown, func(s *session, current *statemap.Entry, _ *source.File, r etv.Report) ([][]byte, []event.Event, error) {
		reason := stale.ReasonOf(current, r)
		switch {
		case reason == "" && !stale.Contested(current) && stale.Overruled(current, r):
			return nil, nil, fmt.Errorf("that the disk differs from %s is acknowledged already: there is nothing to keep", current.Key)
		case reason == "" && !stale.Contested(current):
			return nil, nil, fmt.Errorf("the disk and the State Map agree about %s: there is nothing to keep", current.Key)
		case stale.Word(r) == "":
			return nil, nil, fmt.Errorf("%s cannot be compared with the disk (%s): %s", current.Key, r.Why, wayOut(current, r))
		}
		return nil, s.Ground.Keep(current, r), nil
	})
}

// wayOut says what is left to do about an entity whose file cannot be compared.
func wayOut(e *statemap.Entry, r etv.Report) string {
	if r.Status == etv.Unreadable {
		return "make the file readable first"
	}
	return fmt.Sprintf("put a source file there, or `holdfast tombstone %s`", e.Key)
}

// Adopt makes the disk's version of an entity AUTHORITATIVE: the user is the
// write-head (TSLP 15.5). An entity that the disk does not hold any more is
// tombstoned. Proposals that were built on what is replaced are closed.
func (e *Engine) Adopt(ctx context.Context, shown ShownDisk) error {
	return e.settle(ctx, verbAdopt, []ShownDisk{shown}, func(s *session, current *statemap.Entry, file *source.File, r etv.Report) ([][]byte, []event.Event, error) {
		switch {
		case r.Status == etv.Missing || r.Gone:
			a := s.Ground.Batch("")
			a.Tombstone(current)
			return nil, a.Events, nil
		case r.Why != "":
			return nil, nil, fmt.Errorf("%s cannot be adopted from disk (%s): %s", current.Key, r.Why, wayOut(current, r))
		case r.Status == etv.Agrees:
			return nil, nil, nil
		}
		a := s.Ground.Batch(e.newID())
		if sym := stale.SymbolOf(file, current.Symbol, current.Kind()); sym != nil {
			a.Symbol(file, current.Position, *sym, current)
		}
		return a.Blobs, a.Adopted(), nil
	})
}

// settle commits what the operator decided about entities and their disk; what
// moved since it was shown refuses all of it.
func (e *Engine) settle(ctx context.Context, verb string, shown []ShownDisk,
	decide func(*session, *statemap.Entry, *source.File, etv.Report) ([][]byte, []event.Event, error)) error {
	if err := e.Deciding(ctx); err != nil {
		return err
	}
	s, disk := e.active(), e.diskNow()
	var blobs [][]byte
	var events []event.Event
	var keys []string
	for _, x := range shown {
		current := s.Map.Get(x.Entity)
		if current == nil {
			return notInMap(x.Entity)
		}
		file := disk.File(current.Path)
		r := disk.Check(current.Expected())
		if x.Artifact != "" && (x.Artifact != current.Artifact || x.Disk != stale.Word(r)) {
			return fmt.Errorf("%s: %w", x.Entity, sessions.ErrChanged)
		}
		b, ev, err := decide(s, current, file, r)
		if err != nil {
			return err
		}
		blobs, events, keys = append(blobs, b...), append(events, ev...), append(keys, x.Entity)
	}
	if len(events) == 0 {
		return nil
	}
	if err := s.decided(ctx, verb, blobs, events); err != nil {
		if errors.Is(err, event.ErrConflict) {
			return fmt.Errorf("%s: %w", countedKeys(keys), sessions.ErrChanged)
		}
		return err
	}
	s.lookAgain(keys...)
	e.hub.Changed()
	return nil
}
