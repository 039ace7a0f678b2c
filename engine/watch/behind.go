package watch

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// When a watch begins, all files are compared with the disk, since nothing has watched
// them before. Many are compared behind: some at a time, when no request is under way,
// while what changes meanwhile is told as ever. A request waits for none of that: what it
// shows is compared right before.

const (
	// comparedFirst is up to how many files are compared before what changes is told.
	comparedFirst = 500
	// comparedPiece is from how many entities on the files of a piece are enough: a few
	// milliseconds of work.
	comparedPiece = 512
	// mostPiece is how long a piece may take before the next ones are made smaller: on
	// a network folder one look takes milliseconds.
	mostPiece = 200 * time.Millisecond
)

// behind is how far the first comparison is, and what waits for it.
type behind struct {
	mu          sync.Mutex
	done, total int
	waiting     []string
	more        chan struct{} // tells that something waits
}

// begin has so many files wait for the watch.
func (b *behind) begin(total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done, b.total, b.waiting, b.more = 0, total, nil, make(chan struct{}, 1)
}

// add has files compared, which are watched now.
func (b *behind) add(paths []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, paths...)
	select {
	case b.more <- struct{}{}:
	default: // it is known
	}
}

// take returns what waits; it waits for that until ctx is done or all is compared.
func (b *behind) take(ctx context.Context) []string {
	for {
		b.mu.Lock()
		paths, over, more := b.waiting, b.done >= b.total, b.more
		b.waiting = nil
		b.mu.Unlock()
		if len(paths) > 0 || over {
			return paths
		}
		select {
		case <-ctx.Done():
			return nil
		case <-more:
		}
	}
}

// compared notes that so many more files were compared.
func (b *behind) compared(files int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = min(b.done+files, b.total)
}

// end has no file wait any more.
func (b *behind) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done, b.waiting = b.total, nil
}

// String returns how far it is, "" where it is over or has not begun.
func (b *behind) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.done == b.total {
		return ""
	}
	return fmt.Sprintf("%d of %d files are compared with the disk since the start", b.done, b.total)
}

// compareBehind compares the files with which the watch begins as soon as each is
// watched, until ctx is done.
func (w *Watcher) compareBehind(ctx context.Context) {
	began := time.Now()
	spare := w.means.Spare(ctx)
	b := &w.watching.behind
	defer b.end()
	size, done := comparedPiece, 0
	for paths := b.take(ctx); len(paths) > 0; paths = b.take(ctx) {
		for len(paths) > 0 {
			piece := paths[:w.piece(paths, size)]
			spare(func() {
				at := time.Now()
				w.compareSome(ctx, piece)
				size = fitting(min(2*size, comparedPiece), size, time.Since(at))
			})
			if ctx.Err() != nil {
				return
			}
			paths, done = paths[len(piece):], done+len(piece)
			b.compared(len(piece))
		}
	}
	if ctx.Err() != nil {
		return
	}
	w.keep(1)
	w.means.Log.Info("all files are compared with the disk", "files", done, "took", time.Since(began).Round(time.Millisecond))
	w.means.Hub.Changed()
}

// piece returns how many files at the head of paths hold so many entities.
func (w *Watcher) piece(paths []string, size int) int {
	entities := 0
	for i, path := range paths {
		for _, s := range w.sessions.All() {
			entities += s.Map.CountIn(path)
		}
		if entities >= size {
			return i + 1
		}
	}
	return len(paths)
}

// fitting returns the size of the next piece of work: wanted, or less where the last one
// took too long for its size.
func fitting(wanted, size int, took time.Duration) int {
	if took <= mostPiece {
		return wanted
	}
	return max(1, int(int64(size)*int64(mostPiece)/int64(took)))
}
