package report

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
