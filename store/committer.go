package store

import (
	"context"
	"errors"
	"slices"
	"time"
)

// A transaction takes at most this many batches and bytes together.
const (
	groupBatches = 64
	groupBytes   = 16 << 20
)

// job is a batch that waits to be committed.
type job struct {
	prepared
	done chan outcome // of capacity 1
}

type outcome struct {
	receipt Receipt
	err     error
}

// ask is what the goroutine that owns the writer can be asked for.
type ask struct {
	job     *job
	foreign chan foreignAnswer // have others committed?
}

// submit hands a to the goroutine that owns the writer.
func (db *DB) submit(ctx context.Context, a ask) error {
	select {
	case <-db.closing:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	default:
	}
	select {
	case db.asks <- a:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-db.closing:
		return ErrClosed
	}
}

// serve owns the writer until the database is closed. Whoever waits while a
// transaction is under way shares the next one.
func (db *DB) serve() {
	for {
		select {
		case <-db.closing:
			return
		case a := <-db.asks:
			if a.job != nil {
				db.settle(db.gather(a.job))
			} else {
				db.answerForeign(a)
			}
		}
	}
}

// gather takes the batches that wait beside the first.
func (db *DB) gather(first *job) []*job {
	group, size := []*job{first}, first.size
	for len(group) < groupBatches && size < groupBytes {
		select {
		case a := <-db.asks:
			if a.job == nil {
				db.answerForeign(a)
				continue
			}
			group = append(group, a.job)
			size += a.job.size
		default:
			return group
		}
	}
	return group
}

// settle commits a group in one transaction. Where that fails, each batch gets
// a transaction of its own, so that only the one at fault fails. That is rare,
// and spares every other group the savepoints that would tell them apart.
func (db *DB) settle(group []*job) {
	if db.writer.flaws.ackEarly {
		db.ackEarly(group)
		return
	}
	receipts, err := db.transact(group)
	if err != nil && len(group) > 1 && !errors.Is(err, ErrBusy) {
		for _, j := range group {
			db.settle([]*job{j})
		}
		return
	}
	for i, j := range group {
		out := outcome{err: err}
		if err == nil {
			out.receipt = receipts[i]
		}
		db.writer.failpoint("ack")
		j.done <- out
	}
}

// transact runs one transaction. An error means that nothing was kept.
func (db *DB) transact(group []*job) ([]Receipt, error) {
	w := db.writer
	// A commit that has begun is not given up half-way by its caller: an
	// interrupted connection would be of no more use.
	ctx := context.Background()
	if err := w.begin(ctx); err != nil {
		return nil, err
	}
	receipts, err := db.applyGroup(ctx, group)
	if err != nil {
		w.rollback(ctx)
		return nil, err
	}
	w.failpoint("commit")
	if err := w.commit(ctx); err != nil {
		w.rollback(ctx)
		return nil, err
	}
	w.failpoint("committed")
	db.others.follow(receipts)
	db.followHead(group, receipts)
	w.failpoint("head.written")
	return receipts, nil
}

// applyGroup writes the batches one behind the other, onto the end that the
// chain has inside this transaction.
func (db *DB) applyGroup(ctx context.Context, group []*job) ([]Receipt, error) {
	last, err := db.writer.readHead(ctx)
	if err != nil {
		return nil, err
	}
	receipts := make([]Receipt, len(group))
	for i, j := range group {
		now := db.now().UTC().Truncate(time.Millisecond)
		if receipts[i], err = db.writer.apply(ctx, j.prepared, last, now); err != nil {
			return nil, err
		}
		last = Head{Session: j.session, Seq: last.Seq + int64(len(j.entries)), Hash: receipts[i].Head}
	}
	return receipts, nil
}

// followHead rewrites HEAD after a transaction that appended to the Ledger.
func (db *DB) followHead(group []*job, receipts []Receipt) {
	if db.Distrust() != "" {
		return
	}
	for i, r := range slices.Backward(receipts) {
		if r.Last > 0 {
			db.writeHead(Head{Session: group[i].session, Seq: r.Last, Hash: r.Head})
			return
		}
	}
}
