package cli

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestTheEnvironmentsLimitsStand(t *testing.T) {
	for _, c := range []struct {
		name, percent, limit string
		wantPercent          int
		wantLimit            int64
	}{
		{"nothing is set", "", "", garbagePercent, heapLimit},
		{"garbage is", "200", "", 123, heapLimit},
		{"the limit is", "", "100MiB", garbagePercent, 100 << 20},
	} {
		t.Setenv("GOGC", c.percent)
		t.Setenv("GOMEMLIMIT", c.limit)
		percent, limit := debug.SetGCPercent(123), debug.SetMemoryLimit(100<<20) // as the runtime has read them
		tuneMemory()
		gotPercent, gotLimit := debug.SetGCPercent(percent), debug.SetMemoryLimit(limit)
		if gotPercent != c.wantPercent || gotLimit != c.wantLimit {
			t.Errorf("%s: %d %%, %d bytes, want %d %%, %d bytes", c.name, gotPercent, gotLimit, c.wantPercent, c.wantLimit)
		}
	}
}

func TestGarbageIsBoundedInBytesToo(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{{0, garbagePercent}, {8 << 20, garbagePercent}, {mostGarbage * 2, garbagePercent}, {mostGarbage * 4, 25}, {1 << 30, leastPercent}} {
		if got := percentOf(c.live, garbagePercent); got != c.want {
			t.Errorf("beside %d live bytes there may be %d %% of garbage, want %d", c.live, got, c.want)
		}
	}
}

// What follows a collection is called after each.
func TestEachCollectionIsFollowed(t *testing.T) {
	calls := make(chan struct{}, 1)
	afterEachCollection(func() {
		select {
		case calls <- struct{}{}:
		default: // the test is over
		}
	})
	for range 3 {
		runtime.GC()
		<-calls
	}
}

func TestMemoryIsGivenBackOnceItRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var times atomic.Int32
		var busy atomic.Bool
		r := newRest(restAfter, busy.Load, func() { times.Add(1) })
		after := func(name string, d time.Duration, want int32) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			if got := times.Load(); got != want {
				t.Errorf("%s: given back %d times, want %d", name, got, want)
			}
		}
		after("the start is just over", restAfter-1, 0)
		after("nothing came after it", 1, 1)
		after("nothing happens for an hour", time.Hour, 1)
		for range 100 {
			r.disturb()
			after("one small thing follows the other", restAfter-1, 1)
		}
		after("no more does", 1, 2)

		busy.Store(true)
		r.disturb()
		after("a model thinks for a minute", time.Minute, 2)
		busy.Store(false)
		r.disturb()
		after("its answer came", restAfter, 3)

		r.disturb()
		r.stop()
		r.disturb()
		after("it was stopped", time.Hour, 3)
	})
}
