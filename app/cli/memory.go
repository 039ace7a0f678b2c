package cli

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"holdfast/parser"
)

// What the Go heap may take while serving, beside what is live when nothing is
// under way. That may be 4 MB over an empty State Map and 15 over one of 10,000
// entities, so that no fixed limit serves both: a low one has the collector run
// all the time over the one, a high one lets the other take 32 prompts of 256 KB
// for garbage that can wait.
const (
	usualGCPercent = 33      // garbage per live byte, in percent,
	someGarbage    = 8 << 20 // or as much as this: collecting a small heap for less is work for nothing, and meets each 35th long turn instead of each 100th
	underWay       = 4 << 20 // about what requests hold
	overLive       = 28 << 20
	atStart        = 8 << 20 // what is taken to be live until it is known
)

// heapLimits are the collector's settings for a heap of that many live bytes.
func heapLimits(live uint64) (gcPercent int, limit int64) {
	return int(max(someGarbage*100/(live+underWay), usualGCPercent)), int64(live) + overLive
}

// tuneMemory has as little of the program and of garbage kept in memory as
// serving needs. Limits that the environment sets stand.
func tuneMemory() {
	mapByPage()
	releaseProgram() // package initialisation is over
	limitHeap(atStart)
}

func limitHeap(live uint64) {
	percent, limit := heapLimits(live)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

// giveBack returns to the system what only work that is done has needed: the
// start, many streams at once, the comparison of all files with the disk, which
// takes in the tables of the grammars.
func giveBack() {
	debug.FreeOSMemory()
	parser.ReleaseMemory()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}} // as FreeOSMemory has found it
	if metrics.Read(live); live[0].Value.Kind() == metrics.KindUint64 {
		limitHeap(live[0].Value.Uint64())
	}
}

// When memory is given back: as soon as the process has rested for a second
// after some work. The program's own pages, whose return costs the next request
// a millisecond or two, are given back after much work only; but then while work
// goes on too, since what each of many kinds of work has touched adds up.
const (
	lookEvery = time.Second
	someWork  = 50 * time.Millisecond  // of processor time
	muchWork  = 150 * time.Millisecond // of processor time
	longWork  = time.Second            // of processor time
	resting   = 20 * time.Millisecond  // of processor time in lookEvery
	someHeap  = 2 << 20                // bytes; for less nothing is given back
)

// spent is what the process has taken since it began: processor time, and bytes
// of the heap, also those that it has no more; and the requests that it was taken
// for.
type spent struct {
	time     time.Duration
	heap     uint64
	requests int64 // that have begun
	underWay bool  // one of them is not answered yet
}

// work tells when memory is to be given back. All is what the process had taken:
// when it was looked at last, and when heap and program were given back.
type work struct{ last, heap, program spent }

// done tells what to give back by now, when the process has taken so much: no
// heap while it is at work, which includes a client that asks one small thing
// after the other. The collection that giving back begins with takes the answer
// under way some milliseconds. The looks at 10,000 files that an idle process takes
// add up to much time too, but they allocate 5 MB a minute: there is hardly
// anything to give back, and trying every few seconds takes as long as they do.
func (w *work) done(now spent) (heap, program bool) {
	quiet := now.time-w.last.time < resting && now.requests == w.last.requests && !now.underWay
	w.last = now
	since := func(then spent) time.Duration {
		if now.heap-then.heap < someHeap {
			return 0
		}
		return now.time - then.time
	}
	program = quiet && since(w.program) >= muchWork || since(w.program) >= longWork
	return quiet && since(w.heap) >= someWork, program
}

// spentSoFar is what the process has taken by now; requests tells of those.
func spentSoFar(requests func() (begun int64, underWay bool)) spent {
	s := spent{time: processorTime()}
	s.requests, s.underWay = requests()
	heap := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	if metrics.Read(heap); heap[0].Value.Kind() == metrics.KindUint64 {
		s.heap = heap[0].Value.Uint64()
	}
	return s
}

// keepSmall gives memory back after work, until stop is called. requests tells how
// many have begun, and whether one is under way.
func keepSmall(requests func() (begun int64, underWay bool)) (stop func()) {
	giveBack()
	releaseProgram()
	end := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		now := spentSoFar(requests)
		w := work{last: now, heap: now, program: now}
		look := time.NewTicker(lookEvery)
		defer look.Stop()
		for {
			select {
			case <-end:
				return
			case <-look.C:
			}
			heap, program := w.done(spentSoFar(requests))
			if program {
				releaseProgram()
				w.program = spentSoFar(requests)
			}
			if heap {
				giveBack()
				w.heap = spentSoFar(requests) // with what giving back has taken
				w.last = w.heap
			}
		}
	})
	return func() {
		close(end)
		running.Wait()
	}
}
