package watch

import (
	"context"
	"fmt"
	"iter"
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
)

// behind is how far the first comparison is.
type behind struct {
	mu          sync.Mutex
	done, total int
}

func (b *behind) set(done, total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done, b.total = done, total
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

// compareBehind compares files with the disk until ctx is done.
func (w *Watcher) compareBehind(ctx context.Context, paths []string) {
	began := time.Now()
	spare := w.means.Spare(ctx)
	done := 0
	w.watching.behind.set(done, len(paths))
	defer w.watching.behind.set(len(paths), len(paths))
	for piece := range w.pieces(paths) {
		spare(func() { w.compareSome(ctx, piece) })
		if ctx.Err() != nil {
			return
		}
		done += len(piece)
		w.watching.behind.set(done, len(paths))
	}
	w.keep(1)
	w.means.Log.Info("all files are compared with the disk", "files", len(paths), "took", time.Since(began).Round(time.Millisecond))
	w.means.Hub.Changed()
}

// pieces cuts files into parts of so many entities.
func (w *Watcher) pieces(paths []string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		from, entities := 0, 0
		for i, path := range paths {
			for _, s := range w.sessions.All() {
				entities += s.Map.CountIn(path)
			}
			if entities < comparedPiece && i+1 < len(paths) {
				continue
			}
			if !yield(paths[from : i+1]) {
				return
			}
			from, entities = i+1, 0
		}
	}
}
