package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/events"
	"holdfast/parser"
)

const (
	// garbagePercent is how much garbage the heap may hold beside what is live, in
	// percent of that: half of what Go allows by itself, since the process stands
	// beside an editor all day. Over an empty State Map 33, 50 and 75 leave 15, 16
	// and 18 MiB private after 2,000 turns, so that it is no dial worth turning.
	garbagePercent = 50
	// stayingPercent is that of a process that serves, once it has started: over a large
	// State Map the garbage is most of what is not needed, and little is made.
	stayingPercent = 33
	// mostGarbage bounds it in bytes, where what is live is much: over a large State Map
	// that is what is asked of a process (64 MB and 250 bytes an entity), and 230 bytes an
	// entity are live. It is never less than leastPercent, since a collection of much that
	// is live takes long.
	mostGarbage  = 18 << 20
	leastPercent = 18
	// heapLimit is where the collector works harder, whatever garbagePercent
	// allows. It is far above what a workspace needs, since a limit below what is
	// live would have the collector run all the time.
	heapLimit = 1 << 30
	// restAfter is how long nothing may have happened before memory is given back:
	// longer than the pauses of a client at work, since giving back begins with a
	// collection.
	restAfter = 5 * time.Second
)

// tuneMemory sets how much garbage is kept. What the environment sets stands.
func tuneMemory() {
	keepGarbage(garbagePercent)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heapLimit)
	}
}

// garbage is the share that is allowed now.
var garbage struct {
	percent atomic.Int32 // by keepGarbage
	bounds  sync.Once
}

// keepGarbage has garbage be so much of what is live, in percent, and bounds it.
func keepGarbage(percent int) {
	if os.Getenv("GOGC") != "" {
		return
	}
	garbage.percent.Store(int32(percent))
	garbage.bounds.Do(func() { afterEachCollection(boundGarbage) })
	boundGarbage()
}

// boundGarbage has garbage be as much as what is live allows.
func boundGarbage() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 {
		debug.SetGCPercent(percentOf(live[0].Value.Uint64(), int(garbage.percent.Load())))
	}
}

// percentOf is how much garbage there may be beside so many live bytes, in percent of them,
// where it may be so much at most.
func percentOf(live uint64, most int) int {
	return min(most, max(leastPercent, int(100*mostGarbage/max(live, 1))))
}

// afterEachCollection calls do after each collection of garbage, one call at a time.
func afterEachCollection(do func()) {
	type sentinel struct{ _ *byte } // unreachable at once: the next collection finds it
	var found func(*sentinel)
	found = func(*sentinel) {
		do()
		runtime.SetFinalizer(&sentinel{}, found)
	}
	runtime.SetFinalizer(&sentinel{}, found)
}

// tuneHook has a process whose end a client waits for leave its garbage to that end,
// unless there is far more of it than a call can make. What the environment sets stands.
func tuneHook() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heapLimit / 4)
		debug.SetGCPercent(-1)
	}
}

// giveBack returns to the system what only work that is done has needed: the
// start, an adoption, many streams at once.
func giveBack() {
	debug.FreeOSMemory()
	parser.ReleaseMemory()
}

// rest calls do once whenever nothing has happened for a while after something
// did. An event only winds up the one timer, and while nothing happens nothing
// runs.
type rest struct {
	after time.Duration
	busy  func() bool // whether a request is under way, whose end will be an event
	do    func()

	mu    sync.Mutex
	timer *time.Timer // nil once it is stopped
}

// keepSmall has memory given back whenever e has come to rest, until stop is called.
func keepSmall(e Engine) (stop func()) {
	keepGarbage(stayingPercent)
	r := newRest(restAfter, func() bool { return e.Live() > 0 }, giveBack)
	cancel := e.Subscribe(func(events.Event) { r.disturb() })
	return func() {
		cancel()
		r.stop()
	}
}

// newRest counts from now: what was done before is an event.
func newRest(after time.Duration, busy func() bool, do func()) *rest {
	r := &rest{after: after, busy: busy, do: do}
	r.timer = time.AfterFunc(after, r.rested)
	return r
}

// disturb takes an event. It never waits for do.
func (r *rest) disturb() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Reset(r.after)
	}
}

func (r *rest) rested() {
	if !r.busy() {
		r.do()
	}
}

// stop ends it. A do that has begun may still run.
func (r *rest) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
}
