package watch

import (
	"iter"
	"time"
)

const (
	// rests is how long nothing has changed where the next change is told by itself.
	rests = time.Second
	// growth is by how much each piece of a burst is larger than the one before it.
	growth = 8
)

// burst cuts what changes into pieces, of which each is compared and told before the
// next one is looked at: the first file by itself, so that its alert waits for no other,
// and the others in pieces that grow as long as they do not take long, so that a checkout
// of thousands is a few alerts.
// Its zero value is ready.
type burst struct {
	last time.Time
	size int // of the next piece
}

// pieces cuts paths that changed. What changed soon after that goes on with the burst.
func (b *burst) pieces(paths []string, now func() time.Time) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		if b.size == 0 || now().Sub(b.last) >= rests {
			b.size = 1
		}
		for len(paths) > 0 {
			n := min(b.size, len(paths))
			next := b.size
			if n == b.size && len(paths) > n { // it was filled, and there is more
				next *= growth
			}
			began := now()
			on := yield(paths[:n])
			b.last = now()
			b.size = fitting(next, n, b.last.Sub(began))
			if paths = paths[n:]; !on {
				return
			}
		}
	}
}
