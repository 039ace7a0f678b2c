package engine

import (
	"context"

	"holdfast/engine/config"
	"holdfast/engine/gateway"
)

// modelWindow is the context window of a model in tokens, 0 where it is not known,
// or not yet. It never waits.
func (e *Engine) modelWindow(model string) int {
	s := e.serving.Load()
	if s == nil || e.cfg.Upstream == config.UpstreamDemo {
		return 0
	}
	return s.windows.Of(model, e.now())
}

// windowOf asks the model server for the window of a model, and how many prompts it
// keeps; it is false while there is no server.
func (s *serving) windowOf(ctx context.Context, model string) (tokens int, ok bool) {
	base := s.server.Upstream()
	if base == nil {
		return 0, false
	}
	kind, prompts := gateway.KindOf(ctx, base)
	s.slots.Keeps(string(kind), prompts)
	return gateway.Window(ctx, base, model), true
}
