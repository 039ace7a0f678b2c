package app

import (
	"context"
	"sync"
	"time"

	"holdfast/engine/events"
)

// frameTime is the shortest time between two batches of events: at most 30
// batches a second reach the program, however many events there are.
const frameTime = 33 * time.Millisecond

// batchMsg is what happened since the last batch.
type batchMsg struct {
	State      bool // read models changed: read again
	Activities []events.Activity
	Alerts     []events.Event // every one, in order
	Coalesced  int            // events that a later one of the batch made needless
}

// bridge carries engine events to the program. Emit only notes what happened, so
// that it never holds a request up; pump sends it on. Of a request only the
// latest is kept, of state changes only that there was one, of alerts all.
type bridge struct {
	mu     sync.Mutex
	latest map[string]int // episode → index into batch
	batch  batchMsg
	wake   chan struct{} // holds one token while there is something to send
}

func newBridge() *bridge {
	return &bridge{latest: map[string]int{}, wake: make(chan struct{}, 1)}
}

// Emit notes an event. It never blocks.
func (b *bridge) Emit(e events.Event) {
	b.mu.Lock()
	switch e.Kind {
	case events.KindState:
		if b.batch.State {
			b.batch.Coalesced++
		}
		b.batch.State = true
	case events.KindActivity:
		if i, ok := b.latest[e.Activity.Episode]; ok {
			b.batch.Activities[i] = e.Activity
			b.batch.Coalesced++
		} else {
			b.latest[e.Activity.Episode] = len(b.batch.Activities)
			b.batch.Activities = append(b.batch.Activities, e.Activity)
		}
	case events.KindAlert:
		b.batch.Alerts = append(b.batch.Alerts, e)
	}
	b.mu.Unlock()
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// take returns what was noted and starts anew.
func (b *bridge) take() batchMsg {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.batch
	b.batch = batchMsg{}
	clear(b.latest)
	return out
}

// pump sends batches until ctx ends. It sleeps while nothing happens.
func (b *bridge) pump(ctx context.Context, send func(batchMsg)) {
	rest := time.NewTimer(0)
	defer rest.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
		}
		send(b.take())
		rest.Reset(frameTime)
		select {
		case <-ctx.Done():
			return
		case <-rest.C:
		}
	}
}
