package engine

import (
	"context"

	"holdfast/engine/turn"
)

// AwaitDeltas returns when the words of every turn that has ended were read.
func (e *Engine) AwaitDeltas(ctx context.Context) error { return e.listener.Await(ctx) }

// Turns returns the way that requests take.
func (e *Engine) Turns() *turn.Pipeline { return e.turns }
