package engine

import (
	"holdfast/engine/report"
)

// Status is the top line of every screen.
func (e *Engine) Status() report.Status {
	s := e.active()
	st := report.Status{
		ReadOnly: e.ReadOnly(), Kept: e.Kept(),
		Session: s.Name(), Workspace: e.cfg.Workspace.Root, Entities: s.Map.Len(), Pending: s.Pending.Len(), Stale: s.Diverged.Count(), Lost: len(s.Chain.Lost()),
		Live: e.activity.Live(), Reading: e.listener.Asking(), Model: e.cfg.Model, Head: e.Head(), Restorable: e.cfg.Gates.TombstoneEpisodes,
	}
	if e.Watches() {
		st.Listed = e.Changes()
	}
	if named := e.activity.LastModel(); named != "" {
		st.Model = named
	}
	st.Banner = e.notice()
	if s := e.serving.Load(); s != nil {
		s.tell(&st)
	}
	return st
}
