package report

import (
	"context"
	"fmt"
	"slices"

	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
)

// Divergences lists the entities of the active session about which the disk and
// the State Map disagree: STALE first, then what vanished, then what cannot be
// read. Every tracked file is asked, and nothing is changed (TSLP 15.7).
func (r *Reader) Divergences(ctx context.Context) ([]stale.Divergence, error) {
	return r.DivergencesOf(ctx, r.sessions.Active())
}

// DivergencesOf lists what Divergences lists, of a session.
func (r *Reader) DivergencesOf(ctx context.Context, s *sessions.Session) ([]stale.Divergence, error) {
	if err := r.sessions.CatchUp(ctx); err != nil {
		return nil, err
	}
	return r.diverging(s, s.Map.Sorted()), nil
}

// LatestDivergences lists what Divergences lists, as far as the latest looks have
// found it: while the files are watched, only those that diverge are asked.
func (r *Reader) LatestDivergences(ctx context.Context) ([]stale.Divergence, error) {
	if !r.watcher.Watches() {
		return r.Divergences(ctx)
	}
	if err := r.sessions.CatchUp(ctx); err != nil {
		return nil, err
	}
	s := r.sessions.Active()
	return r.diverging(s, s.Map.EntriesOf(s.Diverged.Keys())), nil
}

// diverging lists those of the entries about which disk and map disagree.
func (r *Reader) diverging(s *sessions.Session, entries []*statemap.Entry) []stale.Divergence {
	counts := s.Pending.Counts()
	var list []stale.Divergence
	for v := range r.watcher.EachCompared(s, entries) {
		if stale.ReasonOf(v.Entry, v.Report) == "" {
			continue // of most; when a file was changed is asked for the others alone
		}
		if d, diverges := stale.DivergenceOf(v, r.watcher.Changed(v.Path)); diverges {
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

// Settlement is what adopting or keeping an entity needs on one screen.
type Settlement struct {
	stale.Divergence
	// Truth is the authoritative content, OnDisk what the disk holds: nil where
	// it holds nothing of the entity.
	Truth, OnDisk []byte
	// Invalidates are the proposals that adopting the disk closes, since they
	// were built on what it replaces.
	Invalidates []string
	// Restorable is for how many requests it can be restored where adopting the disk
	// tombstones it.
	Restorable int
	Shown      ShownDisk
}

// ShownDisk are the versions that were on screen when the operator chose between
// them. A zero Artifact and Disk decide on whatever is there now.
type ShownDisk struct {
	Entity   string
	Artifact string // id of the authoritative artifact
	Disk     string // as in Divergence
}

// Settlement reads what the operator chooses between: the truth and the disk.
func (r *Reader) Settlement(ctx context.Context, key string) (Settlement, error) {
	if err := r.sessions.CatchUp(ctx); err != nil {
		return Settlement{}, err
	}
	s := r.sessions.Active()
	current := s.Map.Get(key)
	if current == nil {
		return Settlement{}, statemap.NotInMap(key)
	}
	disk := r.watcher.Reading()
	file := disk.File(current.Path)
	d, diverges := stale.DivergenceOf(stale.Verified{Entry: current, Report: disk.Check(current.Expected())}, r.watcher.Changed(current.Path))
	if !diverges && !stale.Contested(current) {
		if stale.Overruled(current, disk.Check(current.Expected())) {
			return Settlement{}, fmt.Errorf("that the disk differs from %s is acknowledged by now: %w", key, sessions.ErrChanged)
		}
		return Settlement{}, fmt.Errorf("the disk and the State Map agree about %s by now: %w", key, sessions.ErrChanged)
	}
	set := Settlement{Divergence: d, Restorable: r.restoreFor, Shown: ShownDisk{Entity: key, Artifact: current.Artifact(), Disk: d.Disk}}
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
	set.Truth, err = r.db.Blob(ctx, current.TextHash())
	return set, err
}
