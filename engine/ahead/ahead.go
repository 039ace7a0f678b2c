package ahead

import (
	"context"
	"iter"
	"sync"
)

// Each gives what do returns for each item, in the order of the items. Up to workers of
// them are under way at once, and at most window+1 results wait to be taken. do is told the
// item's place, from 0, and a context that ends with ctx and with the sequence. When the
// sequence ends, nothing of it runs any more.
func Each[T, R any](ctx context.Context, items iter.Seq[T], workers, window int, do func(ctx context.Context, at int, item T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		ctx, stop := context.WithCancel(ctx)
		ended := make(chan struct{})
		order := make(chan chan R, window)
		var running sync.WaitGroup
		defer func() {
			stop()
			close(ended)
			for range order { // whoever waits for room in it goes on, and ends
			}
			running.Wait()
		}()
		running.Go(func() {
			defer close(order)
			p := pool[T, R]{ctx: ctx, do: do, work: make(chan task[T, R]), running: &running, left: workers}
			defer close(p.work)
			at := 0
			for item := range items {
				t := task[T, R]{at, item, make(chan R, 1)}
				select {
				case order <- t.into:
				case <-ended:
					return
				}
				p.give(t)
				at++
			}
		})
		for place := range order {
			if !yield(<-place) {
				return
			}
		}
	}
}

type task[T, R any] struct {
	at   int
	item T
	into chan R
}

// pool is the workers of a sequence; each begins when there is something for it to do.
type pool[T, R any] struct {
	ctx     context.Context
	do      func(ctx context.Context, at int, item T) R
	work    chan task[T, R]
	running *sync.WaitGroup
	left    int // workers that have not begun
}

func (p *pool[T, R]) give(t task[T, R]) {
	if p.left > 0 {
		select {
		case p.work <- t:
			return
		default: // all are busy
		}
		p.left--
		p.running.Go(p.worker)
	}
	p.work <- t
}

func (p *pool[T, R]) worker() {
	for t := range p.work {
		t.into <- p.do(p.ctx, t.at, t.item)
	}
}
