package engine

import (
	"holdfast/engine/events"
)

// Subscribe has emit called for every event until cancel is called. Emit must
// not block: it is called from the request path.
func (e *Engine) Subscribe(emit func(events.Event)) (cancel func()) {
	return e.hub.Subscribe(emit)
}

// Live returns how many requests are in flight.
func (e *Engine) Live() int { return e.activity.Live() }

// Activities lists the requests in flight and the latest finished, newest first.
func (e *Engine) Activities() []events.Activity { return e.activity.Activities() }
