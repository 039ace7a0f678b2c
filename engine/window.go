package engine

import (
	"cmp"
	"context"
	"fmt"

	"holdfast/engine/config"
	"holdfast/engine/gateway"
	"holdfast/engine/hydrate"
)

// room is the turn's, where so many bytes stand in the request since earlier ones.
func (t *turn) room(kept int) hydrate.Room {
	return hydrate.RoomIn(t.window(), t.req.Reads()+kept, t.session.engine.cfg.Hydrate.BudgetKiB<<10)
}

// window is the context window that the request is answered in, in tokens, 0 where
// it is not known.
func (t *turn) window() int {
	return cmp.Or(t.req.Window, t.session.engine.modelWindow(t.req.Model))
}

// modelWindow is the context window of a model in tokens, 0 where it is not known,
// or not yet. It never waits.
func (e *Engine) modelWindow(model string) int {
	s := e.serving.Load()
	if s == nil || e.cfg.Upstream == config.UpstreamDemo {
		return 0
	}
	return s.windows.Of(model, e.now())
}

// windowOf asks the model server for the window of a model; it is false while there is
// no server.
func (s *serving) windowOf(ctx context.Context, model string) (tokens int, ok bool) {
	base := s.server.Upstream()
	if base == nil {
		return 0, false
	}
	return gateway.Window(ctx, base, model), true
}

// leftOut is one thing that a turn kept from the model.
type leftOut struct {
	What   string `json:"what"` // an entity, or "recent context"
	Reason string `json:"reason"`
}

// leftOut lists what the insertion does not hold, and why.
func (in *insertion) leftOut() []leftOut {
	list := []leftOut{} // not null
	for _, r := range in.withheld {
		list = append(list, leftOut{r.Entity, r.Reason})
	}
	for _, r := range in.omitted {
		list = append(list, leftOut{r.Entity, cmp.Or(r.Reason, in.noRoom, "over the budget")})
	}
	if in.earlier > 0 {
		list = append(list, leftOut{"recent context", fmt.Sprintf("the model's context window has no room for %d earlier pairs of messages", in.earlier)})
	}
	return list
}
