package etv

import (
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// slowSpace is a watched workspace on a disk where each look takes 5 ms of the clock.
type slowSpace struct {
	*watchedSpace
	events *scripted
	paths  []string
	looks  atomic.Int64
	// at runs at each look, with how many there were.
	at atomic.Pointer[func(n int64)]
}

func newSlow(t *testing.T, files int) *slowSpace {
	t.Helper()
	s := &slowSpace{events: newScripted()}
	s.watchedSpace = newWatched(t, &s.events.eventSource, nil)
	for i := range files {
		s.paths = append(s.paths, fmt.Sprintf("d%d/f%d.go", i%4, i))
		s.put(s.paths[i], "old\n")
	}
	s.disk.looking = func() {
		n := s.looks.Add(1)
		s.clock.pass(5 * time.Millisecond)
		if at := s.at.Load(); at != nil {
			(*at)(n)
		}
	}
	s.track(s.paths...)
	return s
}

// A look at everything takes minutes on a network folder. Meanwhile what is saved is told
// as ever.
func TestWhatIsSavedDoesNotWaitForALookAtEverything(t *testing.T) {
	s := newSlow(t, 600)
	began := s.looks.Swap(0)
	if began < 600 {
		t.Fatalf("%d looks at 600 files", began)
	}
	saved := s.paths[3] // which the pass has just seen
	told := int64(0)    // after how many looks
	at := func(n int64) {
		s.mu.Lock()
		if told == 0 && s.held[saved] == "new\n" {
			told = n
		}
		s.mu.Unlock()
		if n == 100 {
			s.write(saved, "new\n")
			for range 2 { // the first one has come when the second is taken
				s.events.send <- fsnotify.Event{Name: s.abs(saved), Op: fsnotify.Write}
			}
		}
	}
	s.at.Store(&at)
	s.clock.sweep()
	s.mu.Lock()
	defer s.mu.Unlock()
	if told == 0 || told > 400 {
		t.Errorf("it was told after %d looks", told)
	}
	if h := s.watcher.Health(); h.Files != 600 || !h.OK() {
		t.Errorf("%+v", h)
	}
}

// Nor does the end.
func TestTheEndDoesNotWaitForALookAtEverything(t *testing.T) {
	s := newSlow(t, 600)
	s.looks.Store(0)
	closing := make(chan struct{})
	at := func(n int64) {
		if n == 100 {
			close(closing)
			<-s.watcher.stop // the look takes until then
		}
	}
	s.at.Store(&at)
	s.clock.begin()
	<-closing
	s.do(s.watcher.Close())
	if n := s.looks.Load(); n > 110 {
		t.Errorf("there were %d looks", n)
	}
}

// What is no part of the code costs nothing, wherever it comes and however much it is.
func TestWhatIsNotTrackedCostsNoLookAndNoWatch(t *testing.T) {
	s := watchForReal(t)
	s.put("src/f.go", "old\n")
	s.track("src/f.go")
	before := s.watcher.Health()
	var looks atomic.Int64
	s.disk.looking = func() { looks.Add(1) }
	for i := range 300 {
		s.write(fmt.Sprintf("node_modules/p%d/index.js", i), "module.exports = 1\n")
		s.write(fmt.Sprintf("src/target/o%d.o", i), "x")
		s.write("src/server.log", fmt.Sprint(i))
	}
	s.do(os.RemoveAll(s.abs("node_modules")))
	s.write("src/f.go", "new\n")
	s.holds("src/f.go", "new\n")
	if n := looks.Load(); n > 2 {
		t.Errorf("the disk was looked at %d times for one save", n)
	}
	if got := s.watcher.Health(); got != before {
		t.Errorf("%+v, it was %+v", got, before)
	}
	if s.reported("src/f.go") != 2 || len(s.reports) != 2 {
		t.Errorf("reported %v", s.reports)
	}
}
