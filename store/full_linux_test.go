package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"holdfast/store/event"
)

// smallDisk mounts a file system of size bytes for the test.
func smallDisk(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("mounting a small tmpfs is not possible here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Errorf("unmount %s: %v", dir, err)
		}
	})
	return dir
}

func noise(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rand.Uint32())
	}
	return b
}

// fillUp leaves no more than a page or so on the file system of dir.
func fillUp(t *testing.T, dir string) (free func()) {
	t.Helper()
	path := filepath.Join(dir, "filler")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFullDiskLosesNothingThatWasAcknowledged(t *testing.T) {
	disk := smallDisk(t, "size=4m")
	h := &house{t: t, dir: filepath.Join(disk, ".holdfast")}
	h.open(Options{})
	acked := map[int64]string{}
	ack := func(r Receipt) { acked[r.Last] = r.Head }
	ack(h.must(Batch{Session: session, Events: []event.Event{event.SessionCreated{ID: session, Name: "main"}}}))
	ack(h.must(turn(1, "")))
	free := fillUp(t, disk)
	previous, n := "artifact-000001", 1
	for range 200 { // the write-ahead log has some room left
		n++
		batch := turn(n, previous)
		batch.Blobs = append(batch.Blobs, noise(40<<10))
		r, err := h.db.Commit(context.Background(), batch)
		if err != nil {
			if !errors.Is(err, event.ErrDiskFull) {
				t.Fatalf("Commit: %v, want ErrDiskFull", err)
			}
			break
		}
		ack(r)
		previous = batch.Events[1].(event.ArtifactRecorded).Artifact
	}
	h.refused(Batch{Session: session, Blobs: [][]byte{noise(2 << 20)}, Events: []event.Event{event.EpisodeOpened{Episode: "too large"}}}, event.ErrDiskFull)
	if got := h.verify(); got != "" {
		t.Errorf("findings on a full disk:\n%s", got)
	}
	free()
	ack(h.must(turn(n, previous)))
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	if got := survived(t, h.dir, acked, Options{}); got != "" {
		t.Error(got)
	}
}

func TestABatchTooLargeForTheDiskTakesNoOtherWithIt(t *testing.T) {
	disk := smallDisk(t, "size=4m")
	h := &house{t: t, dir: filepath.Join(disk, ".holdfast")}
	h.open(Options{})
	h.must(Batch{Session: session, Events: []event.Event{event.SessionCreated{ID: session, Name: "main"}}})
	large, err := prepare(Batch{Session: session, Blobs: [][]byte{noise(6 << 20)}})
	if err != nil {
		t.Fatal(err)
	}
	small, err := prepare(turn(1, ""))
	if err != nil {
		t.Fatal(err)
	}
	// The two in one transaction, whichever way callers happen to meet.
	jobs := []*job{{prepared: large, done: make(chan outcome, 1)}, {prepared: small, done: make(chan outcome, 1)}}
	h.db.settle(&group{jobs: jobs})
	if out := <-jobs[0].done; !errors.Is(out.err, event.ErrDiskFull) {
		t.Errorf("the large batch: %v, want ErrDiskFull", out.err)
	}
	if out := <-jobs[1].done; out.err != nil {
		t.Errorf("the small batch: %v", out.err)
	}
}

func TestOpenOnAFullOrReadOnlyDisk(t *testing.T) {
	full := smallDisk(t, "size=1m")
	fillUp(t, full)
	if _, err := Open(context.Background(), filepath.Join(full, ".holdfast"), Options{}); !errors.Is(err, event.ErrDiskFull) {
		t.Errorf("Open on a full disk: %v, want ErrDiskFull", err)
	}
	frozen := smallDisk(t, "size=4m,ro")
	if _, err := Open(context.Background(), filepath.Join(frozen, ".holdfast"), Options{}); !errors.Is(err, event.ErrNotWritable) {
		t.Errorf("Open on a read-only disk: %v, want ErrNotWritable", err)
	}
}
