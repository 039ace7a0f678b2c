package engine

import (
	"context"

	"holdfast/engine/gateway"
)

// Code is put before a prompt only as far as it fits the model's context window,
// where the model server tells how large that is: a prompt that a client's own
// words and tools nearly fill must not be refused for what was added.

// bytesPerToken is how many bytes of code or JSON are taken for a token: rather
// too few than too many.
const bytesPerToken = 3

// room is how much code may be added to a request, in bytes: the budget, or what
// a window of so many tokens leaves beside the request and a quarter of itself
// for the reply. An unknown window, 0, leaves the budget.
func room(window, request, budget int) int {
	if window <= 0 {
		return budget
	}
	return min(budget, max(0, window/4*3*bytesPerToken-request))
}

// windowsOf are the context windows of models in tokens, by their ids.
func windowsOf(models []gateway.Model) map[string]int {
	windows := map[string]int{}
	for _, m := range models {
		if m.Context > 0 {
			windows[m.ID] = m.Context
		}
	}
	return windows
}

// window is the context window of a model of the upstream, in tokens, 0 where
// it is not known. A server of one model takes any name for it.
func (u *upstream) window(model string) int {
	if len(u.windows) == 1 && u.alone {
		for _, n := range u.windows {
			return n
		}
	}
	return u.windows[model]
}

// modelWindow is the context window of a model, 0 where nothing is served or
// known.
func (e *Engine) modelWindow(model string) int {
	s := e.serving.Load()
	if s == nil {
		return 0
	}
	return s.upstream.Load().window(model)
}

// learnWindows asks the configured model server for its models, once. One that
// does not list them keeps its windows to itself.
func (e *Engine) learnWindows(ctx context.Context, s *serving) {
	base, was := s.server.Upstream(), s.upstream.Load()
	if base == nil || was.windows != nil {
		return
	}
	models, err := gateway.ListModels(ctx, base)
	if err != nil {
		return
	}
	known := *was
	known.offers(models)
	s.upstream.CompareAndSwap(was, &known)
}

// offers notes what models the server has.
func (u *upstream) offers(models []gateway.Model) {
	u.windows, u.alone = windowsOf(models), len(models) == 1
	if len(models) > 0 && u.model == "" {
		u.model = models[0].ID
	}
}
