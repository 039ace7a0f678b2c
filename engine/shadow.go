package engine

import (
	"net/url"

	"holdfast/engine/aside"
	"holdfast/engine/config"
	"holdfast/engine/gateway"
	"holdfast/engine/prompt"
)

// startAside starts what asks the model beside the requests: the shadow audit
// (TSLP 10) and the second reader, each where it is switched on.
func (e *Engine) startAside(s *serving) {
	if !e.cfg.Audit.Enabled && !e.listener.AsksModel() {
		return
	}
	s.aside = aside.Start(aside.Options{
		Base: func() *url.URL { return s.server.Upstream() },
		Busy: func() bool { return e.activity.Live() > 0 },
		Now:  e.now,
		Kind: gateway.KindOf, Behind: e.cfg.Helpers.Prefix == config.HelpersConversation,
		Evicts: func(model string) { e.slots.Asks(model, prompt.Asker{What: "a question of holdfast's own"}) },
	})
	s.closers = append(s.closers, func() error { s.aside.Close(); return nil })
}

// yieldModel gives the model to a request that has begun: what is asked beside
// the requests is cancelled at once, since a local GPU has one slot.
func (e *Engine) yieldModel() {
	if a := e.aside(); a != nil {
		a.Yield()
	}
}
