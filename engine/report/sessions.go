package report

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"holdfast/engine/canon"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/store/event"
)

// SessionInfo is one session as a list shows it.
type SessionInfo struct {
	Name string
	// Active reports whether requests mean it which name none.
	Active   bool
	Archived bool
	// Parent is the name of the session that it was forked from, "" for none.
	Parent  string
	Created time.Time
	// LastActivity is when a client or a person last caused a row of its stream.
	LastActivity time.Time
	Entities     int
	Stale        int // 0 of an archived one, which is not compared with the disk
	Pending      int
	Episodes     int
	Turns        int   // the episodes that were a turn of the user's
	last         int64 // the last row of its stream
}

// Sessions lists the sessions, the latest active first and the archived last.
func (r *Reader) Sessions(ctx context.Context) ([]SessionInfo, error) {
	if err := r.sessions.CatchUp(ctx); err != nil {
		return nil, err
	}
	all, active := r.sessions.Known()
	names := make(map[string]string, len(all))
	for _, s := range all {
		names[s.ID] = s.Name()
	}
	list := make([]SessionInfo, len(all))
	for i, s := range all {
		stats, err := r.db.SessionStats(ctx, s.ID)
		if errors.Is(err, event.ErrNotFound) && r.sessions.ReadOnly() != "" {
			err = nil // it was lost with its database, and holds nothing yet
		}
		if err != nil {
			return nil, err
		}
		about := s.About()
		list[i] = SessionInfo{
			Name: about.Name, Active: s == active, Archived: about.Archived, Parent: names[about.Parent], Created: about.Created,
			LastActivity: stats.Last, Entities: stats.Entities, Stale: r.stale(s), Pending: stats.Pending,
			Episodes: stats.Episodes, Turns: stats.Turns, last: stats.LastSeq,
		}
		if s.Usable() { // what Standing counts
			list[i].Entities, list[i].Pending = s.Map.Len(), s.Pending.Len()
		}
	}
	slices.SortFunc(list, func(a, b SessionInfo) int {
		if a.Archived != b.Archived {
			return map[bool]int{true: 1, false: -1}[a.Archived]
		}
		return cmp.Compare(b.last, a.last)
	})
	return list, nil
}

// stale counts the STALE entities. What is watched was looked at already.
func (r *Reader) stale(s *sessions.Session) int {
	if !s.Usable() {
		return 0
	}
	if _, watching := r.watcher.Health(); watching {
		return s.Diverged.Count()
	}
	n := 0
	for _, v := range r.watcher.Compare(s, s.Map.Sorted()) {
		if stale.ReasonOf(v.Entry, v.Report).Stale() {
			n++
		}
	}
	return n
}

// SessionStateView is the SESSION_STATE of the active session for a screen.
type SessionStateView struct {
	State canon.State
	// Emitted reports whether the session's last CANON_STATE_DELTA holds this very
	// state; else it is what the next one would tell.
	Emitted bool
}

// SessionState returns the active session as it stands. It looks at no file and
// records nothing.
func (r *Reader) SessionState(ctx context.Context) (SessionStateView, error) {
	s, err := r.active(ctx)
	if err != nil {
		return SessionStateView{}, err
	}
	last, m := s.Moment()
	d, told, err := s.Chain.Told(ctx, r.db, last, m)
	if err != nil {
		return SessionStateView{}, err
	}
	if told {
		return SessionStateView{State: d.CurrentState, Emitted: true}, nil
	}
	return SessionStateView{State: m.State(last, r.now())}, nil
}

// Standing returns what the record and its sessions give to a Status.
func (r *Reader) Standing() Status {
	s := r.sessions.Active()
	st := Status{
		ReadOnly: r.sessions.ReadOnly(), Kept: r.sessions.Kept(), Session: s.Name(), Entities: s.Map.Len(), Pending: s.Pending.Len(),
		Stale: s.Diverged.Count(), Lost: len(s.Chain.Lost()), Live: r.requests.Live(), Head: r.sessions.Head(), Restorable: r.restoreFor,
	}
	if r.watcher.Watches() {
		st.Listed = r.sessions.Changes()
	}
	return st
}
