package engine

import (
	"context"
	"errors"
	"net/url"
	"time"

	"holdfast/engine/config"
	"holdfast/engine/gateway"
)

// rediscoverEvery is how often the well-known ports are asked again while no
// model server has answered.
const rediscoverEvery = 3 * time.Second

// upstream is where requests go, as the screen tells it.
type upstream struct {
	name  string   // URL, or "demo"
	model string   // the first that the server offers, "" where unknown
	fault string   // why there is none
	tried []string // places that were asked, and why each is none
}

// noUpstream is the fault in short, for screens that list what was tried.
const noUpstream = "no model server answers: requests fail until one does"

// findUpstream names the model server: the configured one, or the first
// well-known local server that answers. Where none answers, serving starts all
// the same, and keeps looking: a model server may well be started later.
func (e *Engine) findUpstream(ctx context.Context, s *serving) (*url.URL, error) {
	switch e.cfg.Upstream {
	case config.UpstreamDemo:
		return e.startDemoModel(ctx, s)
	case "":
		return e.discover(ctx, s)
	}
	u, err := gateway.ParseUpstream(e.cfg.Upstream)
	if err != nil {
		return nil, err
	}
	s.upstream.Store(&upstream{name: u.Redacted()})
	return u, nil
}

// discover asks the well-known ports once; nil means that none answered.
func (e *Engine) discover(ctx context.Context, s *serving) (*url.URL, error) {
	found, err := gateway.Discover(ctx, gateway.DefaultCandidates())
	var none *gateway.NotFoundError
	if errors.As(err, &none) {
		s.upstream.Store(&upstream{fault: none.Error(), tried: none.Tried})
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	u := &upstream{name: found.Base.String()}
	if len(found.Models) > 0 {
		u.model = found.Models[0].ID
	}
	s.upstream.Store(u)
	return found.Base, nil
}

// keepLooking discovers again until a model server answers.
func (e *Engine) keepLooking(ctx context.Context, s *serving) {
	tick := time.NewTicker(rediscoverEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		base, err := e.discover(ctx, s)
		if err != nil {
			e.log.Warn("looking for a model server failed", "err", err)
		}
		if base != nil {
			s.server.SetUpstream(base)
			e.log.Info("a model server answers", "upstream", base.Redacted())
			e.hub.Changed()
			return
		}
	}
}
