package store

import (
	"context"
	"errors"
	"fmt"
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
	default:
	}
	select {
	case db.asks <- a:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("record the batch: %w", ctx.Err())
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

// settle commits a group in one transaction. Where the transaction as a whole
// fails (a disk that is full for one large batch), each gets its own.
func (db *DB) settle(group []*job) {
	if db.writer.flaws.ackEarly {
		db.ackEarly(group)
		return
	}
	outcomes, err := db.transact(group)
	switch {
	case err == nil:
	case len(group) > 1 && !errors.Is(err, ErrBusy):
		for _, j := range group {
			db.settle([]*job{j})
		}
		return
	default:
		outcomes = make([]outcome, len(group))
		for i := range outcomes {
			outcomes[i].err = err
		}
	}
	for i, j := range group {
		db.writer.failpoint("ack")
		j.done <- outcomes[i]
	}
}

// transact runs one transaction. Its error concerns all of the group and
// means that nothing was kept; what is wrong with one batch is in its outcome.
func (db *DB) transact(group []*job) ([]outcome, error) {
	w := db.writer
	// A commit that has begun is not given up half-way by its caller: an
	// interrupted connection would be of no more use.
	ctx := context.Background()
	if err := w.begin(ctx); err != nil {
		return nil, err
	}
	outcomes, head, err := db.applyGroup(ctx, group)
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
	if head.Seq > 0 && db.Distrust() == "" {
		db.writeHead(head)
	}
	w.failpoint("head.written")
	return outcomes, nil
}

// applyGroup applies each batch behind a savepoint of its own.
func (db *DB) applyGroup(ctx context.Context, group []*job) ([]outcome, Head, error) {
	w := db.writer
	last, err := w.readHead(ctx)
	if err != nil {
		return nil, Head{}, err
	}
	outcomes := make([]outcome, len(group))
	var head Head
	for i, j := range group {
		now := db.now().UTC().Truncate(time.Millisecond)
		alone := len(group) == 1
		if !alone {
			if err := w.savepoint(ctx); err != nil {
				return nil, Head{}, err
			}
		}
		receipt, err := w.apply(ctx, j.prepared, last, now)
		switch {
		case err == nil:
			outcomes[i].receipt = receipt
			last.Seq, last.Hash = max(last.Seq, receipt.Last), receipt.Head
			if receipt.Last > 0 {
				head = Head{Session: j.session, Seq: receipt.Last, Hash: receipt.Head}
			}
		case alone || breaksTransaction(err):
			return nil, Head{}, err
		default:
			outcomes[i].err = err
			if err := w.undoSavepoint(ctx); err != nil {
				return nil, Head{}, err
			}
		}
		if !alone {
			if err := w.releaseSavepoint(ctx); err != nil {
				return nil, Head{}, err
			}
		}
	}
	return outcomes, head, nil
}
