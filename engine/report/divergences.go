package report

import (
	"context"
	"slices"

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
	for _, v := range r.watcher.Compare(s, entries) {
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
