package engine

import (
	"context"
	"maps"
	"slices"
	"sync"

	"holdfast/engine/etv"
)

// watching keeps the watcher told of which files matter: those of the State
// Maps, and those that proposals wait for. A file that matters no longer stays
// watched; what is said of it changes nothing.
type watching struct {
	mu      sync.Mutex
	watcher *etv.Watcher // nil while the engine serves nothing
	paths   map[string]bool
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

// health is what the watcher says of itself; ok is false where nothing watches.
func (w *watching) health() (health etv.Health, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.watcher == nil {
		return etv.Health{}, false
	}
	return w.watcher.Health(), true
}

// watch has the tracked files watched until stop is called. Each is reported
// once at the beginning, so that what happened while nothing watched is seen.
func (e *Engine) watch() (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	w := &e.watching
	w.mu.Lock()
	defer w.mu.Unlock()
	w.paths = map[string]bool{}
	for _, s := range e.allSessions() {
		for _, path := range slices.Concat(s.Map.Paths(), s.Pending.Paths()) {
			w.paths[path] = true
		}
	}
	w.watcher = etv.Watch(e.disk, etv.SystemClock{}, func(paths []string) { e.diskChanged(ctx, paths) })
	w.watcher.Track(slices.Sorted(maps.Keys(w.paths)))
	return func() error {
		w.mu.Lock()
		watcher := w.watcher
		w.watcher = nil
		w.mu.Unlock()
		cancel()
		return watcher.Close()
	}
}
