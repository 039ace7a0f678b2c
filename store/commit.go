package store

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"holdfast/store/event"
)

// Batch is what becomes true together or not at all.
type Batch struct {
	// Session owns the events; it must exist, or be created by the batch.
	Session string
	// Blobs go to the Vault, before the events that name them.
	Blobs [][]byte
	// Events are appended to the Ledger, in this order.
	Events []event.Event
}

// Receipt acknowledges a Batch: it is on the disk.
type Receipt struct {
	// First and Last are the rows of the batch, 0 if it had no events.
	First, Last int64
	// Head is the hash of the row Last, or of the last row of the chain if the
	// batch had no events.
	Head string
	// Time is what the rows are stamped with, to the millisecond, UTC.
	Time time.Time
}

// identifier is the form of session ids: they stand in the Ledger unescaped.
var identifier = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// Commit makes the batch true: evidence into the Vault, events into the
// Ledger, and their effects into the projections, in one transaction that is
// on the disk when Commit returns. Concurrent callers share a transaction; one
// whose batch fails takes none of the others with it.
//
// It fails with ErrConflict, ErrNotFound, ErrExists, ErrEvidence or ErrInvalid
// for what is wrong with the batch, and with ErrDiskFull, ErrBusy, ErrCorrupt,
// ErrNotWritable, ErrReadOnly or ErrClosed otherwise; then nothing of it was
// kept. A context that ends before the batch's turn withdraws it; after that
// the outcome is waited for, which takes 5 s at most while another process
// writes.
func (db *DB) Commit(ctx context.Context, b Batch) (Receipt, error) {
	if db.writer == nil {
		return Receipt{}, fmt.Errorf("%s: the database was %w", recording, event.ErrReadOnly)
	}
	p, err := prepare(b)
	if err != nil {
		return Receipt{}, err
	}
	j := &job{prepared: p, done: make(chan outcome, 1)}
	if err := db.submit(ctx, ask{job: j}); err != nil {
		return Receipt{}, fmt.Errorf("%s: %w", recording, err)
	}
	out := <-j.done
	return out.receipt, out.err
}

// prepared is a batch with all the work done that needs no database.
type prepared struct {
	session string
	blobs   []blob
	brings  map[string]bool // the hashes of the blobs
	entries []event.Encoded
	size    int // bytes, roughly
}

func prepare(b Batch) (prepared, error) {
	if !identifier.MatchString(b.Session) {
		return prepared{}, fmt.Errorf("%w: %q is no session id (1 to 64 of A-Z a-z 0-9 . _ -)", event.ErrInvalid, b.Session)
	}
	p := prepared{session: b.Session, blobs: make([]blob, 0, len(b.Blobs)),
		brings: make(map[string]bool, len(b.Blobs)), entries: make([]event.Encoded, len(b.Events))}
	for _, content := range b.Blobs {
		hash := event.Hash(content)
		if p.brings[hash] {
			continue
		}
		packed, err := pack(hash, content)
		if err != nil {
			return prepared{}, err
		}
		p.blobs = append(p.blobs, packed)
		p.brings[hash] = true
		p.size += len(packed.bytes)
	}
	for i, e := range b.Events {
		var err error
		if p.entries[i], err = event.Encode(e); err != nil {
			return prepared{}, err
		}
		p.size += len(p.entries[i].Data)
	}
	return p, nil
}
