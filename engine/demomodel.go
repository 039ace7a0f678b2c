package engine

import (
	"context"
	"net/url"

	"holdfast/engine/config"
	"holdfast/engine/gateway/scripted"
)

// startDemoModel starts the embedded scripted model on a loopback port of its
// own: what it says takes the same way as a real model's words.
func (e *Engine) startDemoModel(ctx context.Context, s *serving) (*url.URL, error) {
	script := e.script
	if script == nil {
		story, err := scripted.Story()
		if err != nil {
			return nil, err
		}
		script = &story
	}
	model, err := scripted.Start(context.WithoutCancel(ctx), *script)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, model.Close)
	s.upstream.Store(&upstream{name: config.UpstreamDemo, model: script.Model})
	return model.URL(), nil
}
