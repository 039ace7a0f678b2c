package ahead

import (
	"context"
	"sync"
)

// Room bounds what the results of a sequence hold together, in bytes. The item whose
// result is taken next always has room, so that no item waits for a later one.
// It is safe for concurrent use.
type Room struct {
	most int64

	mu     sync.Mutex
	held   int64
	by     map[int]int64
	next   int           // the item whose result is taken next
	change chan struct{} // closed when there is more room
}

// NewRoom returns room for so many bytes.
func NewRoom(most int64) *Room {
	return &Room{most: most, by: map[int]int64{}, change: make(chan struct{})}
}

// Take waits until there is room for what the item at a place holds, in bytes, in the
// place of what it was said to hold before. It returns the context's error where that ends
// first.
func (r *Room) Take(ctx context.Context, at int, bytes int64) error {
	for {
		r.mu.Lock()
		if more := bytes - r.by[at]; r.held+more <= r.most || at <= r.next {
			r.held, r.by[at] = r.held+more, bytes
			r.mu.Unlock()
			return nil
		}
		change := r.change
		r.mu.Unlock()
		select {
		case <-change:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Leave notes that the result of the item at a place was taken, and of all before it.
func (r *Room) Leave(at int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held -= r.by[at]
	delete(r.by, at)
	r.next = at + 1
	close(r.change)
	r.change = make(chan struct{})
}
