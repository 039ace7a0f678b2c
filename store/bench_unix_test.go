//go:build unix

package store

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"holdfast/store/event"
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
			before := cpuTime()
			for c := range callers {
				wg.Go(func() {
					previous := ""
					for {
						n := int(next.Add(1))
						if n > b.N {
							return
						}
						batch := turnOf(n, fmt.Sprintf("pool.go::Acquire%d", c), previous)
						previous = batch.Events[1].(event.ArtifactRecorded).Artifact
						h.must(batch)
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64((cpuTime()-before).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

// BenchmarkHead is what HEAD adds to each commit, and what it would add as a new
// file that is renamed into its place.
func BenchmarkHead(b *testing.B) {
	h := newHouse(b)
	head := Head{Session: session, Name: "main", Seq: 1, Hash: event.Hash(nil)}
	b.Run("in place", func(b *testing.B) {
		for b.Loop() {
			if err := h.db.setHead(head); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("renamed", func(b *testing.B) {
		content := make([]byte, headSize)
		for b.Loop() {
			if err := h.db.folder().WriteFile("HEAD.new", content, 0o600); err != nil {
				b.Fatal(err)
			}
			if err := h.db.folder().Rename("HEAD.new", "HEAD.renamed"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// manyTurns fills a database with n artifacts of entities in turn, each
// entity getting several versions.
func manyTurns(h *house, n, entities int) {
	batch := Batch{Session: session}
	current := map[string]string{}
	for i := range n {
		entity := fmt.Sprintf("src/file%04d.go::Symbol%d", i%entities/20, i%entities)
		one := turnOf(i, entity, current[entity])
		current[entity] = one.Events[1].(event.ArtifactRecorded).Artifact
		batch.Blobs = append(batch.Blobs, one.Blobs...)
		batch.Events = append(batch.Events, one.Events...)
		if len(batch.Events) > 2000 || i == n-1 {
			h.must(batch)
			batch = Batch{Session: session}
		}
	}
}

func BenchmarkStateMap(b *testing.B) {
	h := newHouse(b)
	manyTurns(h, 10_000, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		if err := h.db.StateMap(b.Context(), session, func(event.Artifact) error { n++; return nil }); err != nil || n != 10_000 {
			b.Fatalf("StateMap gave %d entities: %v", n, err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	h := newHouse(b)
	manyTurns(h, 100_000, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		findings, err := h.db.Verify(b.Context(), nil)
		if err != nil || len(findings) > 0 {
			b.Fatalf("Verify: %v, %v", findings, err)
		}
	}
	reportMemory(b)
}

func BenchmarkQuickCheck(b *testing.B) {
	h := newHouse(b)
	manyTurns(h, 10_000, 10_000)
	for b.Loop() {
		findings, err := h.db.QuickCheck(b.Context())
		if err != nil || len(findings) > 0 {
			b.Fatalf("QuickCheck: %v, %v", findings, err)
		}
	}
}

func BenchmarkForeignCommits(b *testing.B) {
	h := newHouse(b)
	for b.Loop() {
		if _, err := h.db.ForeignCommits(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// reportMemory reports the greatest resident size of the process so far.
func reportMemory(b *testing.B) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return
	}
	var kib float64
	if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
		if _, err := fmt.Sscan(rest, &kib); err == nil {
			b.ReportMetric(kib/1024, "peak-MiB")
		}
	}
}

// cpuTime is what the process has used of the processors: on a machine that is
// shared it tells more than the clock on the wall.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
