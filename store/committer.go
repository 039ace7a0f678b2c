package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"holdfast/store/event"
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
	task    func()             // that no transaction may be open for
}

// submit hands a to the goroutine that owns the writer.
func (db *DB) submit(ctx context.Context, a ask) error {
	select {
	case <-db.closing:
		return event.ErrClosed
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
		return event.ErrClosed
	}
}

// serve owns the writer until the database is closed. Whoever waits before a
// transaction commits shares it.
func (db *DB) serve() {
	for {
		select {
		case <-db.closing:
			return
		case a := <-db.asks:
			switch {
			case a.job != nil:
				g := newGroup(a.job)
				db.settle(g)
				for _, task := range g.tasks {
					task()
				}
			case a.task != nil:
				a.task()
			default:
				db.answerForeign(a)
			}
		}
	}
}

// group is the batches that share a transaction.
type group struct {
	jobs     []*job
	receipts []Receipt // of the first jobs: those that were applied
	size     int       // bytes, roughly
	closed   bool      // takes no more batches
	tasks    []func()  // that came meanwhile, for afterwards
}

func newGroup(first *job) *group {
	return &group{jobs: []*job{first}, size: first.size}
}

// join takes a batch that waits into the group, and tells whether there was one.
func (db *DB) join(g *group) bool {
	for !g.closed && len(g.jobs) < groupBatches && g.size < groupBytes {
		select {
		case a := <-db.asks:
			switch {
			case a.task != nil:
				g.tasks = append(g.tasks, a.task)
				continue
			case a.job == nil:
				db.answerForeign(a)
				continue
			}
			g.jobs = append(g.jobs, a.job)
			g.size += a.job.size
			return true
		default:
			return false
		}
	}
	return false
}

// settle commits a group in one transaction. Where that fails, each batch gets
// a transaction of its own, so that only the one at fault fails. That is rare,
// and spares every other group the savepoints that would tell them apart.
func (db *DB) settle(g *group) {
	err := db.transact(g)
	if err != nil && len(g.jobs) > 1 && !errors.Is(err, event.ErrBusy) {
		for _, j := range g.jobs {
			db.settle(&group{jobs: []*job{j}, closed: true})
		}
		return
	}
	for i, j := range g.jobs {
		out := outcome{err: err}
		if err == nil {
			out.receipt = g.receipts[i]
		}
		db.writer.failpoint("ack")
		j.done <- out
	}
}

// transact runs one transaction. An error means that nothing was kept.
func (db *DB) transact(g *group) error {
	// A commit that has begun is not given up half-way by its caller: an
	// interrupted connection would be of no more use.
	ctx := context.Background()
	w := db.writer
	// What is written to a file that was deleted or replaced meanwhile is found by
	// nobody: neither before nor after the commit may that be so.
	if err := db.regain(ctx); err != nil {
		return err
	}
	last, remembered := w.last, w.known
	err := db.attempt(ctx, g)
	if err != nil && remembered && w.overtaken(ctx, last) {
		err = db.attempt(ctx, g)
	}
	if err == nil && db.place.Load().left(2) {
		if err = db.regain(ctx); err != nil { // it is kept nowhere, unless that is put back
			db.others.before.Store(w.last.Seq)
		}
	}
	if err != nil {
		return err
	}
	w.failpoint("committed")
	db.others.follow(g.receipts)
	db.followHead(g)
	w.failpoint("head.written")
	return nil
}

func (db *DB) attempt(ctx context.Context, g *group) error {
	w := db.writer
	if err := w.begin(ctx); err != nil {
		return err
	}
	err := db.applyGroup(ctx, g)
	if err == nil {
		w.failpoint("commit")
		err = w.commit(ctx)
	}
	if err != nil {
		w.rollback(ctx)
	}
	return err
}

// applyGroup writes the batches one behind the other, and whatever batches
// come meanwhile, onto the end that the chain has inside this transaction.
func (db *DB) applyGroup(ctx context.Context, g *group) error {
	g.receipts = g.receipts[:0]
	for i := 0; i < len(g.jobs) || db.join(g); i++ {
		now := db.now().UTC().Truncate(time.Millisecond)
		receipt, err := db.writer.apply(ctx, g.jobs[i].prepared, now)
		if err != nil {
			return err
		}
		g.receipts = append(g.receipts, receipt)
	}
	return nil
}

// followHead rewrites HEAD after a transaction that appended to the Ledger.
func (db *DB) followHead(g *group) {
	if db.Distrust() != "" {
		return
	}
	db.head.doubtActive(g)
	for i, r := range slices.Backward(g.receipts) {
		if r.Last > 0 {
			db.writeHead(Head{Session: g.jobs[i].session, Seq: r.Last, Hash: r.Head})
			return
		}
	}
}
