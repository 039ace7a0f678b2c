package engine

import "context"

// AwaitDeltas returns when the words of every turn that has ended were read.
func (e *Engine) AwaitDeltas(ctx context.Context) error { return e.listener.Await(ctx) }
