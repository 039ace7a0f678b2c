package etv

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"
)

// sweepEvery is how often every tracked file is looked at, whatever the events
// say: hard links, memory maps, network and container mounts send none, and
// the system's watches are limited.
const sweepEvery = 2 * time.Second

// Watcher tells which tracked files may have changed. It watches the folders of
// the files, and those between them and the root: editors replace files. What
// it says is a hint, so that the alert appears at once; whether an entity is
// STALE is for a Verifier, which trusts no event (TSLP 15.4).
//
// It touches nothing of the folder .holdfast. Its methods are safe for
// concurrent use.
type Watcher struct {
	disk    *Disk
	clock   Clock
	changed func(paths []string, first bool)
	events  *eventSource // nil where the system gives none
	inbox   inbox
	wake    chan struct{}
	stop    chan struct{}
	close   sync.Once
	running sync.WaitGroup
	health  atomic.Pointer[Health]

	mu     sync.Mutex
	orders []order

	// What follows is the loop's own.
	tracked   *tracked
	dirty     dirty
	chores    chores
	begun     []string      // to be reported, since they are tracked now
	report    []string      // to be reported, since they changed
	took      time.Duration // of the last look at all
	overflows int
	noEvents  error // why there is no source
	refusal   error // why a folder got no watch, in the last look at all
	fault     error // what the source reported last
}

// order is a change of what is tracked.
type order struct {
	replace     bool
	add, forget []string
}

// Watch watches the workspace of disk. changed gets the canonical paths of
// tracked files that may have changed, sorted, one call at a time; first reports
// whether it is for the first time since they are tracked. It may call every method but
// Close. Where the system gives no events the sweep remains,
// and Health says so.
func Watch(disk *Disk, clock Clock, changed func(paths []string, first bool)) *Watcher {
	events, err := newSource()
	return watch(disk, clock, changed, events, err)
}

func watch(disk *Disk, clock Clock, changed func(paths []string, first bool), events *eventSource, noEvents error) *Watcher {
	w := &Watcher{
		disk: disk, clock: clock, changed: changed, events: events, noEvents: noEvents, tracked: newTracked(),
		wake: make(chan struct{}, 1), stop: make(chan struct{}),
	}
	w.tell()
	w.inbox.matters = w.matters
	if events != nil {
		w.running.Go(func() { w.inbox.drain(events, w.signal) })
	}
	w.running.Go(w.loop)
	return w
}

// Track makes paths the tracked files. Those that were tracked stay as they
// are and cost no look at the disk.
func (w *Watcher) Track(paths []string) { w.order(order{replace: true, add: slices.Clone(paths)}) }

// Add tracks more files. Each is reported once as soon as its watch is in
// place, for what happened to it before.
func (w *Watcher) Add(paths ...string) { w.order(order{add: slices.Clone(paths)}) }

// Forget tracks files no longer.
func (w *Watcher) Forget(paths ...string) { w.order(order{forget: slices.Clone(paths)}) }

func (w *Watcher) order(o order) {
	w.mu.Lock()
	w.orders = append(w.orders, o)
	w.mu.Unlock()
	w.signal()
}

func (w *Watcher) signal() {
	select {
	case w.wake <- struct{}{}:
	default: // the loop has not seen the last one
	}
}

// Health is the state of the watch.
func (w *Watcher) Health() Health { return *w.health.Load() }

// Close stops watching and waits for a report that is under way. It is safe to
// call twice.
func (w *Watcher) Close() error {
	w.close.Do(func() { close(w.stop) })
	w.running.Wait()
	return nil
}

// loop owns what is tracked: it alone adds and removes watches.
func (w *Watcher) loop() {
	if w.events != nil {
		defer w.events.close()
	}
	sweep := w.clock.After(sweepEvery)
	var look <-chan time.Time
	for {
		select {
		case <-w.stop:
			return
		case <-w.wake:
			w.obey()
			w.receive()
		case <-sweep:
			sweep = nil
			w.fault = nil // what it hid is seen now
			w.sweep()
		case <-look:
			look = nil
			w.chores.due = append(w.chores.due, w.dirty.take(w.clock.Now())...)
		case <-w.chores.owed():
		}
		select {
		case <-w.stop:
			return
		default:
		}
		w.work()
		w.hand()
		if sweep == nil && w.chores.pass == nil {
			sweep = w.clock.After(w.pause())
		}
		if look != nil {
			continue
		}
		if at, waits := w.dirty.next(); waits {
			look = w.clock.After(at.Sub(w.clock.Now()))
		}
	}
}

// obey changes what is tracked as was ordered.
func (w *Watcher) obey() {
	w.mu.Lock()
	orders := w.orders
	w.orders = nil
	w.mu.Unlock()
	for _, o := range orders {
		for _, path := range o.forget {
			w.forget(path)
		}
		if o.replace {
			w.keepOnly(o.add)
		}
		w.add(o.add)
	}
	if len(orders) > 0 {
		w.tell()
	}
}

func (w *Watcher) keepOnly(paths []string) {
	wanted := make(map[string]bool, len(paths))
	for _, path := range paths {
		wanted[path] = true
	}
	for path := range w.tracked.files {
		if !wanted[path] {
			w.forget(path)
		}
	}
}

func (w *Watcher) forget(path string) {
	for _, f := range w.tracked.remove(path) {
		w.release(f)
	}
	w.dirty.forget(path)
}

// Trackable reports whether a path can be one of a file that is read.
func Trackable(path string) bool { return fs.ValidPath(path) && path != "." && !Own(path) }

// add tracks the paths that are new: of each first the watch is put, then it is looked
// at, so that nothing happens unseen between them.
func (w *Watcher) add(paths []string) {
	for _, path := range paths {
		if !Trackable(path) {
			continue
		}
		if f := w.tracked.add(path); f != nil {
			w.chores.added = append(w.chores.added, f)
		}
	}
}

// secure watches a folder that is new, and those on the way to it.
func (w *Watcher) secure(path string) {
	f := w.tracked.folders[path]
	if f.seen.state != unknown {
		return
	}
	if path != "" {
		w.secure(parent(path))
	}
	w.inspect(f)
}

// receive turns events into dirty marks. Whatever happens to a folder happens
// to the files below it.
func (w *Watcher) receive() {
	names, lost, failed := w.inbox.take()
	if failed != nil {
		w.fault = failed
	}
	if lost > 0 {
		w.overflows += lost
		for _, f := range w.tracked.folders {
			f.watched = false
		}
		w.sweep()
	}
	now := w.clock.Now()
	for event, op := range names {
		path, ok := w.canonical(event)
		if !ok {
			continue
		}
		if f := w.tracked.folders[path]; f != nil {
			w.folderEvent(f, op, now)
		} else if f := w.tracked.files[path]; f != nil {
			if w.disk.folds && op.Has(fsnotify.Rename) {
				f.racy = true // by another spelling it is the same file, and looks the same
			}
			w.dirty.mark(path, now)
		}
	}
}

// matters reports whether an event may be about something that is tracked. It is asked by
// the drain, beside the loop.
func (w *Watcher) matters(event string) bool {
	path, ok := w.canonical(event)
	return ok && w.tracked.names.may(path)
}

// canonical is the path of an event below the root; the root itself is empty.
func (w *Watcher) canonical(event string) (string, bool) {
	rest, ok := strings.CutPrefix(event, w.disk.path)
	if !ok {
		return "", false
	}
	return strings.TrimLeft(filepath.ToSlash(rest), "/"), true
}

// folderEvent looks at a folder that was made, moved, removed or changed in its
// permissions, and at all below it. The source drops the watch of a folder that
// moves or goes, also when one of that name is there again.
func (w *Watcher) folderEvent(f *trackedFolder, op fsnotify.Op, now time.Time) {
	again := op.Has(fsnotify.Remove) || op.Has(fsnotify.Rename) || op.Has(fsnotify.Create)
	for _, below := range w.tracked.below(f.path) {
		if again {
			below.watched = false
		}
		w.inspect(below)
		for _, file := range below.files {
			w.dirty.mark(file.path, now)
		}
	}
	w.tell()
}

// sight looks at a file in its folder, which was looked at.
func (w *Watcher) sight(in *trackedFolder, f *trackedFile) sighting {
	if !in.seen.isFolder() {
		return sighting{state: in.seen.state, found: found{kind: in.seen.kind}}
	}
	return w.disk.glance(f.path)
}
