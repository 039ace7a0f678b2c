package etv

import (
	"errors"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// eventSource is where events come from; a test can stand between.
type eventSource struct {
	add    func(folder string) error
	remove func(folder string) error
	close  func() error
	events <-chan fsnotify.Event
	errors <-chan error
}

func newSource() (*eventSource, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &eventSource{add: w.Add, remove: w.Remove, close: w.Close, events: w.Events, errors: w.Errors}, nil
}

// mostNames is how many names wait at most; with more it costs less to look at
// every file.
const mostNames = 1 << 14

// inbox is what the drain hands to the loop.
type inbox struct {
	// matters reports whether the loop wants to hear of a name; nil for every name.
	matters func(name string) bool

	mu    sync.Mutex
	names map[string]fsnotify.Op
	// lost counts the times that events were lost.
	lost int
	// failed is what else the source reported last.
	failed error
}

const (
	// rest is how long the drain lets events gather after one that does not matter, if it
	// came by itself: the system makes one event of many for one file, and none of them wakes
	// anybody. What matters waits that long at most.
	rest = 10 * time.Millisecond
	// alone is how long nothing came before an event that comes by itself.
	alone = 200 * time.Microsecond
)

// drain empties the source until it is closed. It never calls the source: both
// would wait for each other, since adding and removing wait for a reader that
// may be waiting to hand over an event.
func (b *inbox) drain(s *eventSource, wake func()) {
	events, faults := s.events, s.errors
	var last time.Time
	for events != nil || faults != nil {
		select {
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			byItself := time.Since(last) >= alone
			taken := b.put(e)
			if !taken && byItself {
				time.Sleep(rest)
			}
			if last = time.Now(); !taken {
				continue
			}
		case err, ok := <-faults:
			if !ok {
				faults = nil
				continue
			}
			b.fault(err)
		}
		wake()
	}
}

// put takes an event in; it returns false for one that does not matter.
func (b *inbox) put(e fsnotify.Event) bool {
	if b.matters != nil && !b.matters(e.Name) {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.names) >= mostNames {
		b.lost++
		b.names = nil
	}
	if b.names == nil {
		b.names = map[string]fsnotify.Op{}
	}
	b.names[e.Name] |= e.Op
	return true
}

// fault notes an error. Whatever it was, events may be lost.
func (b *inbox) fault(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lost++
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		b.failed = err
	}
}

// take empties the inbox.
func (b *inbox) take() (names map[string]fsnotify.Op, lost int, failed error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	names, lost, failed = b.names, b.lost, b.failed
	b.names, b.lost, b.failed = nil, 0, nil
	return names, lost, failed
}
