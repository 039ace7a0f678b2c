//go:build unix

package engine

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"holdfast/engine/chain"
)

// What a commit pays for its delta, the transaction aside: what holds the
// mirrors still, and the whole. It is at most 10 ms of a processor's time for
// 10,000 entities.
func BenchmarkEmission(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		e := open(b, n)
		s := e.Active()
		for _, c := range []struct {
			name string
			do   func(*chain.Moment)
		}{
			{"moment", func(*chain.Moment) {}},
			{"delta", func(m *chain.Moment) { s.Chain.Tell(m, time.Unix(0, 0)) }},
		} {
			b.Run(fmt.Sprintf("%s/entities=%d", c.name, n), func(b *testing.B) {
				b.ReportAllocs()
				before := cpuTime()
				for b.Loop() {
					_, m := s.Moment()
					c.do(m)
				}
				b.ReportMetric(float64((cpuTime()-before).Microseconds())/float64(b.N), "cpu-µs/op")
			})
		}
	}
}

// cpuTime is what the process has used of the processors.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
