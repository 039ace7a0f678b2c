package watch

import (
	"context"
	"maps"
	"slices"
	"sync"

	"holdfast/engine/etv"
	"holdfast/engine/sessions"
	"holdfast/store"
	"holdfast/store/event"
)

// watching keeps the watcher told of which files matter: those of the State
// Maps, and those that proposals wait for. A file that matters no longer stays
// watched; what is said of it changes nothing.
type watching struct {
	mu      sync.Mutex
	watcher *etv.Watcher // nil while the engine serves nothing
	paths   map[string]bool
	behind  behind
	burst   burst         // the watcher's own, which tells of one look at a time
	parsed  chan struct{} // tells that files were compared, and maybe parsed
}

// add has a file watched from now on.
func (w *watching) add(path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.watcher == nil || w.paths[path] {
		return
	}
	w.paths[path] = true
	w.watcher.Add(path)
}

// Health returns what the watch over the files says of itself; ok is false where nothing
// watches.
func (w *Watcher) Health() (health etv.Health, ok bool) {
	w.watching.mu.Lock()
	defer w.watching.mu.Unlock()
	if w.watching.watcher == nil {
		return etv.Health{}, false
	}
	health = w.watching.watcher.Health()
	health.Behind = w.watching.behind.String()
	return health, true
}

// Watches reports whether every change of a tracked file is noticed by itself.
func (w *Watcher) Watches() bool {
	health, watches := w.Health()
	return watches && health.OK()
}

// Watch has the tracked files watched until stop is called. Each is reported
// once at the beginning, so that what happened while nothing watched is seen.
func (w *Watcher) Watch() (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	l := &w.watching
	l.mu.Lock()
	defer l.mu.Unlock()
	l.paths = map[string]bool{}
	for _, s := range w.sessions.All() {
		for _, path := range slices.Concat(s.Map.Paths(), s.Pending.Paths()) {
			if etv.Trackable(path) {
				l.paths[path] = true
			}
		}
	}
	var behind sync.WaitGroup
	behind.Go(func() { w.keepBehind(ctx) })
	left := 0 // of the files with which the watch begins
	if len(l.paths) > comparedFirst {
		left = len(l.paths)
		l.behind.begin(left)
		behind.Go(func() { w.compareBehind(ctx) })
	}
	l.watcher = etv.Watch(w.Disk, etv.SystemClock{}, func(paths []string, first bool) {
		if first && left > 0 {
			left -= len(paths)
			l.behind.add(paths)
		} else {
			w.changed(ctx, paths)
		}
	})
	l.watcher.Track(slices.Sorted(maps.Keys(l.paths)))
	return func() error {
		l.mu.Lock()
		watcher := l.watcher
		l.watcher = nil
		l.mu.Unlock()
		cancel()
		err := watcher.Close()
		behind.Wait()
		return err
	}
}

// Mirror returns the mirror by which the files are watched that a session's map and
// what waits in it are about.
func (w *Watcher) Mirror(s *sessions.Session) sessions.Mirror { return tracked{s, &w.watching} }

type tracked struct {
	*sessions.Session
	watching *watching
}

// Fill implements sessions.Mirror.
func (t tracked) Fill(context.Context, *store.DB) error {
	for _, path := range slices.Concat(t.Map.Paths(), t.Pending.Paths()) {
		t.watching.add(path)
	}
	return nil
}

// Fold implements sessions.Mirror.
func (t tracked) Fold(_ event.Row, ev event.Event) {
	if rec, ok := ev.(event.ArtifactRecorded); ok {
		t.watching.add(rec.Path)
	}
}
