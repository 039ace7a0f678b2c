package cli

import (
	"testing"
	"time"
)

func TestTheHeapsLimitsFollowWhatIsLive(t *testing.T) {
	for _, c := range []struct {
		name    string
		live    uint64
		percent int
		limit   int64
	}{
		{"before anything is known", 0, 200, overLive},
		{"an empty State Map", 4 << 20, 100, 32 << 20},
		{"a small heap has some garbage all the same", 6 << 20, 80, 34 << 20},
		{"10,000 entities", 20 << 20, usualGCPercent, 48 << 20},
		{"more than that", 200 << 20, usualGCPercent, 228 << 20},
	} {
		if percent, limit := heapLimits(c.live); percent != c.percent || limit != c.limit {
			t.Errorf("%s: %d %%, %d bytes", c.name, percent, limit)
		}
	}
}

func TestMemoryIsGivenBackWhenWorkIsDone(t *testing.T) {
	var w work
	for _, step := range []struct {
		name          string
		used          time.Duration
		allocated     uint64 // MiB
		heap, program bool
	}{
		{"nothing was done", 0, 0, false, false},
		{"little was done", 40 * time.Millisecond, 9, false, false},
		{"it rests", 45 * time.Millisecond, 9, false, false},
		{"a request is served", 90 * time.Millisecond, 15, false, false},
		{"it rests", 95 * time.Millisecond, 15, true, false},
		{"many are, and more are coming", 400 * time.Millisecond, 40, false, false},
		{"it is at work", 800 * time.Millisecond, 90, false, false},
		{"it rests", 805 * time.Millisecond, 90, true, true},
		{"it is at work again", 900 * time.Millisecond, 91, false, false},
		{"and has been for long", 1100 * time.Millisecond, 99, false, true},
	} {
		if heap, program := w.done(spent{time: step.used, heap: step.allocated << 20}); heap != step.heap || program != step.program {
			t.Errorf("%s at %v: heap %v, program %v", step.name, step.used, heap, program)
		}
	}
}

func TestNothingIsGivenBackBesideRequests(t *testing.T) {
	var w work
	now := spent{time: 60 * time.Millisecond, heap: 9 << 20}
	look := func(name string, begun int64, underWay, want bool) {
		t.Helper()
		now.time += 5 * time.Millisecond
		now.requests, now.underWay = begun, underWay
		if heap, _ := w.done(now); heap != want {
			t.Errorf("%s: heap %v", name, heap)
		}
	}
	w.last = now
	look("a small request came and went", 1, false, false)
	look("another one", 2, false, false)
	look("one is being answered", 3, true, false)
	look("it still is", 3, true, false)
	look("nobody asks any more", 3, false, true)
}

func TestLookingAtManyFilesIsNoWorkToGiveBackMemoryAfter(t *testing.T) {
	var w work
	var now spent
	heaps := 0
	for range 120 { // seconds
		now.time += 15 * time.Millisecond
		now.heap += 80 << 10
		heap, program := w.done(now)
		if heap {
			heaps++
			w.heap = now
		}
		if program {
			w.program = now
		}
	}
	if heaps != 4 {
		t.Errorf("in two minutes memory was given back %d times", heaps)
	}
}
