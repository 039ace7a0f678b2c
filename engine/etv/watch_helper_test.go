package etv

import (
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"
)

// handClock stands still until it is told to go on. It keeps apart the quiet
// after an event and the sweep, so that a test can prove which of the two found
// something.
type handClock struct {
	mu     sync.Mutex
	change *sync.Cond
	now    time.Time
	quiets []handTimer
	sweeps []handTimer
	armed  chan struct{} // a quiet has begun
}

type handTimer struct {
	at time.Time
	c  chan time.Time
}

func newHandClock() *handClock {
	c := &handClock{now: time.Now().Add(time.Hour), armed: make(chan struct{}, 1)}
	c.change = sync.NewCond(&c.mu)
	return c
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := handTimer{c.now.Add(d), make(chan time.Time, 1)}
	if d >= sweepEvery {
		c.sweeps = append(c.sweeps, t)
		c.change.Broadcast()
		return t.c
	}
	c.quiets = append(c.quiets, t)
	select {
	case c.armed <- struct{}{}:
	default:
	}
	return t.c
}

func (c *handClock) fire(timers []handTimer) {
	for _, t := range timers {
		if t.at.After(c.now) {
			c.now = t.at
		}
		t.c <- c.now
	}
}

// quieten ends the quiet that has begun.
func (c *handClock) quieten() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fire(c.quiets)
	c.quiets = nil
}

// sweep lets the next sweep begin, and waits until the one after it is awaited.
func (c *handClock) sweep() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.sweeps) == 0 {
		c.change.Wait()
	}
	c.fire(c.sweeps)
	c.sweeps = nil
	for len(c.sweeps) == 0 {
		c.change.Wait()
	}
}

// begin lets the next sweep begin.
func (c *handClock) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.sweeps) == 0 {
		c.change.Wait()
	}
	c.fire(c.sweeps)
	c.sweeps = nil
}

// pass lets time pass, and ends the quiets that are over by then.
func (c *handClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.quiets = slices.DeleteFunc(c.quiets, func(t handTimer) bool {
		over := !t.at.After(c.now)
		if over {
			t.c <- c.now
		}
		return over
	})
}

const gone = "(gone)"

// watchedSpace is a workspace that is watched. What each file held when it was
// reported is kept.
type watchedSpace struct {
	*workspace
	clock   *handClock
	watcher *Watcher
	news    chan struct{}

	mu      sync.Mutex
	held    map[string]string
	reports [][]string
}

func newWatched(t testing.TB, events *eventSource, noEvents error) *watchedSpace {
	t.Helper()
	s := &watchedSpace{workspace: newWorkspace(t), clock: newHandClock(), news: make(chan struct{}, 1), held: map[string]string{}}
	s.watcher = watch(s.disk, s.clock, s.changed, events, noEvents)
	t.Cleanup(func() {
		if err := s.watcher.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// watchForReal watches with the system's own events.
func watchForReal(t testing.TB) *watchedSpace {
	t.Helper()
	events, err := newSource()
	if err != nil {
		t.Fatal(err)
	}
	return newWatched(t, events, nil)
}

func (s *watchedSpace) changed(paths []string, _ bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reports = append(s.reports, paths)
	for _, p := range paths {
		text, err := os.ReadFile(s.abs(p))
		if s.held[p] = string(text); err != nil {
			s.held[p] = gone
		}
	}
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// put writes a file as it was long ago, so that whatever writes it next gives
// it another time.
func (s *watchedSpace) put(path, text string) {
	s.t.Helper()
	s.write(path, text)
	then := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	s.do(os.Chtimes(s.abs(path), then, then))
}

// track tracks and waits for the first report.
func (s *watchedSpace) track(paths ...string) {
	s.t.Helper()
	s.watcher.Add(paths...)
	s.until(func() bool {
		for _, p := range paths {
			if _, ok := s.held[p]; !ok {
				return false
			}
		}
		return true
	})
}

// until waits for reports until what they held satisfies done, ending every
// quiet that begins; the sweep never comes.
func (s *watchedSpace) until(done func() bool) {
	s.t.Helper()
	for {
		s.mu.Lock()
		ok := done()
		s.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-s.news:
		case <-s.clock.armed:
			s.clock.quieten()
		}
	}
}

// holds waits until the path was reported with that text.
func (s *watchedSpace) holds(path, text string) {
	s.t.Helper()
	s.until(func() bool { return s.held[path] == text })
}

func (s *watchedSpace) reported(path string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.reports {
		if slices.Contains(r, path) {
			n++
		}
	}
	return n
}

// run runs a program in the workspace, or skips the test where it is not there.
func (s *watchedSpace) run(name string, args ...string) {
	s.t.Helper()
	runIn(s.t, s.dir, name, args...)
}

func runIn(t testing.TB, dir, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s here", name)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "HOME="+t.TempDir(),
		"GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=n@example.org", "GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=n@example.org")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}
