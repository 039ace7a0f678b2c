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
		{"before anything is known", 0, 125, overLive},
		{"an empty State Map", 4 << 20, 62, 32 << 20},
		{"a small heap has some garbage all the same", 6 << 20, 50, 34 << 20},
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
		heap, program bool
	}{
		{"nothing was done", 0, false, false},
		{"little was done", 40 * time.Millisecond, false, false},
		{"it rests", 45 * time.Millisecond, false, false},
		{"a request is served", 90 * time.Millisecond, false, false},
		{"it rests", 95 * time.Millisecond, true, false},
		{"many are, and more are coming", 400 * time.Millisecond, false, false},
		{"it is at work", 800 * time.Millisecond, false, false},
		{"it rests", 805 * time.Millisecond, true, true},
		{"it is at work again", 900 * time.Millisecond, false, false},
		{"and has been for long", 1100 * time.Millisecond, false, true},
	} {
		if heap, program := w.done(step.used); heap != step.heap || program != step.program {
			t.Errorf("%s at %v: heap %v, program %v", step.name, step.used, heap, program)
		}
	}
}
