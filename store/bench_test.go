package store

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// BenchmarkCommit is the price of a turn (4 events, their effects, 3 blobs),
// durable, for callers that come one by one or at once.
func BenchmarkCommit(b *testing.B) {
	for _, callers := range []int{1, 8, 32} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			h := newHouse(b)
			var next atomic.Int64
			var wg sync.WaitGroup
			b.ReportAllocs()
			b.ResetTimer()
			for c := range callers {
				wg.Go(func() {
					previous := ""
					for {
						n := int(next.Add(1))
						if n > b.N {
							return
						}
						batch := turnOf(n, fmt.Sprintf("pool.go::Acquire%d", c), previous)
						previous = batch.Events[1].(ArtifactRecorded).Artifact
						h.must(batch)
					}
				})
			}
			wg.Wait()
		})
	}
}
