package engine

import (
	"context"

	"holdfast/engine/config"
	"holdfast/engine/gateway"
	"holdfast/engine/prompt"
)

// windows are those of the model server, nil while there is none that is asked.
func (e *Engine) windows() *prompt.Windows {
	s := e.serving.Load()
	if s == nil || e.cfg.Upstream == config.UpstreamDemo {
		return nil
	}
	return s.windows
}

// windowOf asks the model server for the window of a model, and how many prompts it
// keeps; it is false while there is no server.
func (s *serving) windowOf(ctx context.Context, model string) (w prompt.Window, ok bool) {
	base := s.server.Upstream()
	if base == nil {
		return w, false
	}
	kind, prompts := gateway.KindOf(ctx, base)
	s.slots.Keeps(string(kind), prompts)
	w.Runs, w.Most = gateway.Window(ctx, base, model)
	return w, true
}
