package engine

import "holdfast/engine/report"

// Status returns the top line of every screen.
func (e *Engine) Status() report.Status {
	st := e.Standing()
	st.Workspace, st.Reading, st.Banner, st.Model = e.cfg.Workspace.Root, e.listener.Asking(), e.notice(), e.cfg.Model
	if named := e.activity.LastModel(); named != "" {
		st.Model = named
	}
	st.ShowsUnsaved = e.unsaved.Load()
	if s := e.serving.Load(); s != nil {
		s.tell(&st)
	}
	return st
}
