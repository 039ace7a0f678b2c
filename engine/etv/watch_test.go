package etv

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// scripted is a source of events that does what the test says.
type scripted struct {
	eventSource
	mu      sync.Mutex
	watches map[string]int // how often it was added since it was removed
	adds    int
	limit   int // of watches; 0 is none
	send    chan fsnotify.Event
	fail    chan error
	closed  int
}

func newScripted() *scripted {
	s := &scripted{watches: map[string]int{}, send: make(chan fsnotify.Event), fail: make(chan error)}
	s.events, s.errors = s.send, s.fail
	s.add = func(folder string) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.limit > 0 && len(s.watches) >= s.limit {
			return fmt.Errorf("adding a watch: %w", syscall.ENOSPC)
		}
		s.watches[folder]++
		s.adds++
		return nil
	}
	s.remove = func(folder string) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.watches[folder] == 0 {
			return fsnotify.ErrNonExistentWatch
		}
		delete(s.watches, folder)
		return nil
	}
	s.close = func() error {
		s.closed++
		close(s.send)
		close(s.fail)
		return nil
	}
	return s
}

// added is how many watches were added since it was asked last.
func (s *scripted) added() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.adds
	s.adds = 0
	return n
}

func TestLostEventsAreMadeUpForByLooking(t *testing.T) {
	events := newScripted()
	s := newWatched(t, &events.eventSource, nil)
	for _, p := range []string{"a/f.go", "b/f.go", "f.go"} {
		s.put(p, "old\n")
	}
	s.track("a/f.go", "b/f.go", "f.go")
	if n := events.added(); n != 3 {
		t.Errorf("%d folders are watched", n)
	}
	s.write("b/f.go", "new\n")
	events.fail <- fsnotify.ErrEventOverflow
	s.holds("b/f.go", "new\n")
	if n := events.added(); n != 3 {
		t.Errorf("%d watches were put anew", n)
	}
	if n := s.reported("a/f.go"); n != 1 {
		t.Errorf("a file that did not change was reported %d times", n)
	}
	if h := s.watcher.Health(); !h.OK() || h.Overflows != 1 || h.Watched != 3 {
		t.Errorf("%+v", h)
	}
}

func TestAFloodOfNamesIsOneLookAtEverything(t *testing.T) {
	var b inbox
	for n := range mostNames + 1 {
		b.put(fsnotify.Event{Name: fmt.Sprint(n), Op: fsnotify.Write})
	}
	if names, lost, failed := b.take(); len(names) != 1 || lost != 1 || failed != nil {
		t.Errorf("%d names, lost %d times, %v", len(names), lost, failed)
	}
	if names, lost, _ := b.take(); names != nil || lost != 0 {
		t.Errorf("%d names are left", len(names))
	}
}

func TestAFaultOfTheSourceIsSaidUntilTheNextSweep(t *testing.T) {
	events := newScripted()
	s := newWatched(t, &events.eventSource, nil)
	s.put("f.go", "old\n")
	s.track("f.go")
	s.write("f.go", "new\n")
	events.fail <- errors.New("the kernel is tired")
	s.holds("f.go", "new\n")
	if h := s.watcher.Health(); h.OK() || h.String() != "the system's file events failed (the kernel is tired): some changes are seen within 2 s" {
		t.Errorf("%s", h)
	}
	s.clock.sweep()
	if h := s.watcher.Health(); !h.OK() || h.String() != "1 file in 1 folder is watched" {
		t.Errorf("%s", h)
	}
}

func TestAtTheLimitOfWatchesTheSweepRemains(t *testing.T) {
	events := newScripted()
	events.limit = 2
	s := newWatched(t, &events.eventSource, nil)
	for _, p := range []string{"a/f.go", "b/f.go", "f.go"} {
		s.put(p, "old\n")
	}
	s.track("f.go", "a/f.go", "b/f.go")
	const want = "the system's limit of watches is reached: changes in 1 of 3 folders are seen within 2 s; raise fs.inotify.max_user_watches"
	if h := s.watcher.Health(); h.Problem != want || h.Watched != 2 {
		t.Errorf("%+v", h)
	}
	s.write("b/f.go", "new\n")
	s.clock.sweep()
	s.holds("b/f.go", "new\n")
	events.mu.Lock()
	events.limit = 0
	events.mu.Unlock()
	s.clock.sweep()
	if h := s.watcher.Health(); !h.OK() || h.Watched != 3 {
		t.Errorf("with the limit raised: %+v", h)
	}
}

func TestWithoutEventsTheSweepRemains(t *testing.T) {
	s := newWatched(t, nil, syscall.EMFILE)
	s.put("f.go", "old\n")
	s.track("f.go", "missing.go")
	if h := s.watcher.Health(); h.Problem != "the system gives no file events (too many open files): changes are seen within 2 s" {
		t.Errorf("%s", h)
	}
	s.write("f.go", "new\n")
	s.write("missing.go", "here\n")
	s.clock.sweep()
	s.holds("f.go", "new\n")
	s.holds("missing.go", "here\n")
}

func TestOnlyWhatChangedIsReported(t *testing.T) {
	s := watchForReal(t)
	s.put("f.go", "old\n")
	s.put("g.go", "old\n")
	s.put(".holdfast/holdfast.db", "old\n")
	s.track("f.go", "g.go")
	s.watcher.Add(".holdfast/holdfast.db", "../f.go", "/etc/passwd", ".")
	s.write("untracked.go", "new\n")
	s.write(".holdfast/holdfast.db", "new\n")
	s.do(os.Rename(s.abs("untracked.go"), s.abs("other.go")))
	s.write("f.go", "new\n")
	s.holds("f.go", "new\n")
	s.clock.sweep()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.reports[1:] {
		if !slices.Equal(r, []string{"f.go"}) {
			t.Errorf("reported %v", r)
		}
	}
	if h := s.watcher.Health(); h.Files != 2 || h.Folders != 1 {
		t.Errorf("%+v", h)
	}
}

// A file that was just written may be written again within one tick of the
// kernel's clock, so that only reading it would tell.
func TestAFileThatWasJustWrittenIsReportedOnceMore(t *testing.T) {
	s := newWatched(t, nil, syscall.EMFILE)
	s.write("f.go", "old\n")
	info, err := os.Stat(s.abs("f.go"))
	s.do(err)
	s.clock.mu.Lock()
	s.clock.now = info.ModTime()
	s.clock.mu.Unlock()
	s.track("f.go")
	for range 3 {
		s.clock.sweep()
	}
	s.watcher.Add("g.go") // reported behind what the sweeps reported
	s.until(func() bool { return s.held["g.go"] == gone })
	if n := s.reported("f.go"); n < 2 || n > 3 { // the sweep at 2 s may be within 2 s of its ctime
		t.Errorf("it was reported %d times", n)
	}
}

func TestReplacingTheTrackedFilesCostsWhatIsNew(t *testing.T) {
	events := newScripted()
	s := newWatched(t, &events.eventSource, nil)
	paths := make([]string, 1000)
	for i := range paths {
		paths[i] = fmt.Sprintf("dir%d/file%d.go", i%20, i)
		s.put(paths[i], "old\n")
	}
	s.put("more/f.go", "old\n")
	s.watcher.Track(paths)
	s.until(func() bool { return len(s.held) == len(paths) })
	if n := events.added(); n != 21 {
		t.Errorf("%d folders are watched", n)
	}
	s.watcher.Track(append(paths, "more/f.go"))
	s.holds("more/f.go", "old\n")
	if n := events.added(); n != 1 {
		t.Errorf("%d watches were added for one file more", n)
	}
	if last := s.reports[len(s.reports)-1]; !slices.Equal(last, []string{"more/f.go"}) {
		t.Errorf("%d files were reported for one more", len(last))
	}
	s.watcher.Track([]string{"more/f.go", "g.go"})
	s.holds("g.go", gone)
	if h := s.watcher.Health(); h.Files != 2 || h.Folders != 2 || len(events.watches) != 2 {
		t.Errorf("%+v, %d watches", h, len(events.watches))
	}
	s.watcher.Forget("more/f.go", "g.go", "unknown.go")
	s.watcher.Add("h.go")
	s.holds("h.go", gone)
	if h := s.watcher.Health(); h.Files != 1 || h.Folders != 1 || len(events.watches) != 1 {
		t.Errorf("%+v, %v", h, events.watches)
	}
}

func TestClosingWaitsForTheReportThatIsUnderWay(t *testing.T) {
	events := newScripted()
	disk := openDisk(t, t.TempDir())
	began, end := make(chan struct{}), make(chan struct{})
	var w *Watcher
	reports := 0
	w = watch(disk, newHandClock(), func([]string, bool) {
		reports++
		w.Add("more.go") // may be called from here
		close(began)
		<-end
	}, &events.eventSource, nil)
	w.Add("f.go")
	<-began
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		if err := errors.Join(w.Close(), w.Close()); err != nil {
			t.Error(err)
		}
	}()
	<-w.stop
	select {
	case <-closed:
		t.Error("it was closed while a report was under way")
	default:
	}
	close(end)
	<-closed
	if reports != 1 || events.closed != 1 {
		t.Errorf("%d reports, the source was closed %d times", reports, events.closed)
	}
	w.Add("late.go") // does nothing
}

func BenchmarkSweepOfAThousandFiles(b *testing.B) {
	s := newWatched(b, nil, syscall.EMFILE)
	paths := make([]string, 1000)
	for i := range paths {
		paths[i] = fmt.Sprintf("engine/dir%d/file%d.go", i%50, i)
		s.put(paths[i], "old\n")
	}
	s.track(paths...)
	if err := s.watcher.Close(); err != nil { // the loop is the benchmark's now
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.watcher.sweep()
		s.watcher.work()
	}
	if len(s.watcher.report) > 0 {
		b.Fatal(s.watcher.report)
	}
}

func BenchmarkTrackOnePathMore(b *testing.B) {
	s := newWatched(b, nil, syscall.EMFILE)
	paths := make([]string, 1000)
	for i := range paths {
		paths[i] = fmt.Sprintf("engine/dir%d/file%d.go", i%50, i)
		s.put(paths[i], "old\n")
	}
	s.track(paths...)
	if err := s.watcher.Close(); err != nil {
		b.Fatal(err)
	}
	more := append(paths, "engine/dir1/more.go")
	for _, c := range []struct {
		name string
		add  func()
	}{
		{"by Add", func() { s.watcher.Add("engine/dir1/more.go") }},
		{"by Track", func() { s.watcher.Track(more) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.add()
				s.watcher.obey()
				s.watcher.work()
				s.watcher.forget("engine/dir1/more.go")
			}
		})
	}
}

// From the save to the report, by the machine's clock: 50 ms of it are quiet.
func BenchmarkFromSaveToReport(b *testing.B) {
	w := newWorkspace(b)
	reports := make(chan []string, 16)
	watcher := Watch(w.disk, SystemClock{}, func(paths []string, _ bool) { reports <- paths })
	defer watcher.Close()
	w.write("f.go", "")
	watcher.Track([]string{"f.go"})
	<-reports
	var took []time.Duration
	for n := 0; b.Loop(); n++ {
		for len(reports) > 0 {
			<-reports
		}
		start := time.Now()
		w.write("new", fmt.Sprint(n))
		w.do(os.Rename(w.abs("new"), w.abs("f.go")))
		<-reports
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
