package engine

import (
	"encoding/json"

	"holdfast/engine/report"
)

// Status is the top line of every screen.
func (e *Engine) Status() report.Status {
	s := e.active()
	st := report.Status{
		ReadOnly: e.ReadOnly(), Kept: e.record.kept(),
		Session: s.name(), Workspace: e.cfg.Workspace.Root, Entities: s.state.Len(), Pending: s.pending.Len(), Stale: s.diverged.Count(), Lost: len(s.losses()),
		Live: e.activity.Live(), Reading: e.listener.Asking(), Model: e.cfg.Model, Head: e.folds.last.Load(), Listed: e.listed(), Restorable: e.cfg.Gates.TombstoneEpisodes,
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

// LastPrompt is GET /debug/last-prompt (TSLP 14.3): exactly what the model saw.
type LastPrompt struct {
	Body    json.RawMessage `json:"body"`
	Notices string          `json:"notices"`
	// LeftOut is what the prompt asked for and the model was not shown.
	LeftOut []leftOut `json:"left_out"`
}
