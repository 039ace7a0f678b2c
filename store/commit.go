package store

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"time"
)

// Batch is what becomes true together or not at all.
type Batch struct {
	// Session owns the events; it must exist, or be created by the batch.
	Session string
	// Blobs go to the Vault, before the events that name them.
	Blobs [][]byte
	// Events are appended to the Ledger, in this order.
	Events []Event
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
		return Receipt{}, fmt.Errorf("%s: the database was %w", recording, ErrReadOnly)
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
	entries []entry
	size    int // bytes, roughly
}

// entry is an event with its canonical JSON and the hashes it names.
type entry struct {
	event Event
	typ   string
	data  []byte
	refs  []string
}

func prepare(b Batch) (prepared, error) {
	if !identifier.MatchString(b.Session) {
		return prepared{}, fmt.Errorf("%w: %q is no session id (1 to 64 of A-Z a-z 0-9 . _ -)", ErrInvalid, b.Session)
	}
	p := prepared{session: b.Session, blobs: make([]blob, 0, len(b.Blobs)),
		brings: make(map[string]bool, len(b.Blobs)), entries: make([]entry, len(b.Events))}
	for _, content := range b.Blobs {
		hash := Hash(content)
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
		if p.entries[i], err = encodeEvent(e); err != nil {
			return prepared{}, err
		}
		p.size += len(p.entries[i].data)
	}
	return p, nil
}

// usualEvent is room for most events, in bytes.
const usualEvent = 1 << 10

// encodeEvent writes an event as the Ledger will hold it. What the Ledger
// cannot hold exactly (invalid UTF-8 in a path) is taken from there again, so
// that projections are made of what can be replayed.
func encodeEvent(e Event) (entry, error) {
	v := reflect.Indirect(reflect.ValueOf(e))
	if !v.IsValid() {
		return entry{}, fmt.Errorf("%w: it holds an event that is nil", ErrInvalid)
	}
	e, _ = v.Interface().(Event) // a pointer to an event is taken for the event
	if e == nil {
		return entry{}, fmt.Errorf("%w: %s is no event", ErrInvalid, v.Type())
	}
	typ := e.Type()
	k, ok := kinds[typ]
	if !ok || v.Type() != k.goType {
		return entry{}, fmt.Errorf("%w: %T is not the store's event of type %q", ErrInvalid, e, typ)
	}
	out := canonical{bytes: make([]byte, 0, usualEvent)}
	if err := k.encode(&out, v); err != nil {
		return entry{}, fmt.Errorf("%w: an event of type %s: %v", ErrInvalid, typ, err)
	}
	if out.lossy {
		var err error
		if e, err = Decode(typ, out.bytes); err != nil {
			return entry{}, fmt.Errorf("%w: %v", ErrInvalid, err)
		}
	}
	return entry{event: e, typ: typ, data: out.bytes, refs: k.refs(e)}, nil
}
