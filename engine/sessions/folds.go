package sessions

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/store"
	"holdfast/store/event"
)

// folds keeps the mirrors in step with the Ledger: every row is folded once and
// in order, whoever committed it.
type folds struct {
	all   *Sessions
	mu    sync.Mutex
	moved sync.Cond // of mu: to has advanced
	to    int64     // seq of the last row that was folded
	last  atomic.Int64
	early map[int64]ownCommit // by first row: came before the rows in front of it
}

// ownCommit is a commit of this engine that is to be folded.
type ownCommit struct {
	session string
	receipt store.Receipt
	events  []event.Event
	untold  bool // see Untold
}

func newFolds(a *Sessions, head int64) *folds {
	f := &folds{all: a, early: map[int64]ownCommit{}}
	f.moved.L = &f.mu
	f.advance(head)
	return f
}

// own folds the engine's own commit, and returns when that is done. The rows in
// front of it may be those of another goroutine, which is about to fold them,
// or of another process: then all are read from the Ledger.
func (f *folds) own(ctx context.Context, c ownCommit) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.early[c.receipt.First] = c
	for c.receipt.Last > f.to {
		next, ok := f.early[f.to+1]
		switch {
		case ok:
			if err := f.fold(ctx, next); err != nil {
				f.moved.Broadcast() // whoever waits meets the error too, and does not wait for ever
				return err
			}
		case f.all.means.DB.OthersAfter(f.to):
			if err := f.read(ctx); err != nil {
				return err
			}
		default:
			f.moved.Wait()
		}
	}
	if !c.untold {
		f.mark(c.session) // whoever folded the rows, beside others' perhaps
	}
	return nil
}

// mark has a delta made of what was folded last, if that wants one; a fork that is
// being copied tells of all of it at its end. f.mu is held.
func (f *folds) mark(session string) {
	if s := f.all.ByID(session); s != nil && s.mirrored.filled && !s.About().Copying {
		s.Chain.Mark(f.to)
	}
}

func (f *folds) fold(ctx context.Context, c ownCommit) error {
	records := map[string]event.ArtifactRecorded{}
	for i, ev := range c.events {
		row := event.Row{Session: c.session, Seq: c.receipt.First + int64(i), Time: c.receipt.Time}
		if err := f.event(ctx, row, ev, records); err != nil {
			return err
		}
	}
	f.advance(c.receipt.Last)
	if !c.untold {
		f.mark(c.session)
	}
	return nil
}

// event folds one row of the Ledger; records holds the artifacts that rows
// before it introduced.
func (f *folds) event(ctx context.Context, row event.Row, ev event.Event, records map[string]event.ArtifactRecorded) error {
	if f.all.means.Lists(ev) {
		defer f.all.lists.Add(1) // when it is folded
	}
	if created, ok := ev.(event.SessionCreated); ok {
		f.all.enter(row, created)
		return nil
	}
	s := f.all.ByID(row.Session)
	if s == nil {
		return nil
	}
	if about, err := s.foldStanding(ctx, row, ev); about || err != nil {
		return err
	}
	if !s.mirrored.filled || row.Seq <= s.mirrored.since {
		return nil
	}
	return s.fold(ctx, row, ev, records)
}

// advance notes that everything up to seq is folded.
func (f *folds) advance(seq int64) {
	f.to = seq
	f.last.Store(seq)
	for first := range f.early {
		if first <= seq {
			delete(f.early, first)
		}
	}
	f.moved.Broadcast()
}

// told is what rows of others have changed of a session.
type told struct {
	keys []string // of entities
	all  bool     // or of more than is told
}

// note takes what a row of a session tells.
func (t *told) note(ev event.Event) {
	switch ev.(type) {
	case event.SessionCreated, event.SessionForked, event.SessionUnarchived, event.SessionRecovered, event.FreshStarted:
		t.all = true
	}
	for _, single := range event.Expand(ev) {
		switch ev := single.(type) {
		case event.ArtifactPromoted:
			t.keys = append(t.keys, ev.Entity)
		case event.EntityPersisted:
			t.keys = append(t.keys, ev.Entity)
		case event.EntityAcknowledged:
			t.keys = append(t.keys, ev.Entity)
		}
	}
}

// read folds every row that the mirrors have not seen.
func (f *folds) read(ctx context.Context) error {
	_, err := f.readTold(ctx)
	return err
}

// readTold is read, and tells what it was that the rows changed, by session.
func (f *folds) readTold(ctx context.Context) (map[string]*told, error) {
	changed := map[string]*told{}
	records := map[string]event.ArtifactRecorded{}
	last, ends := f.to, false
	err := f.all.means.DB.Since(ctx, "", f.to, 0, func(row event.Row) error {
		last = row.Seq
		ev, err := event.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		ends = ends || endsDistrust(ev)
		if changed[row.Session] == nil {
			changed[row.Session] = &told{}
		}
		changed[row.Session].note(ev)
		return f.event(ctx, row, ev, records)
	})
	if err != nil {
		return changed, fmt.Errorf("reading the Ledger after %d: %w", f.to, err)
	}
	f.advance(last)
	if ends { // another process has recovered the session
		return changed, f.all.Trust(ctx)
	}
	return changed, nil
}

// still calls do with the last row that was folded, while nothing is folded.
func (f *folds) still(do func(upto int64)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do(f.to)
}

// Head returns the number of the last row of the Ledger that was folded.
func (a *Sessions) Head() int64 { return a.folds.last.Load() }

// CatchUp folds what other processes committed (a decision on the command
// line), so that it counts from the very next request on. HEAD is asked rather
// than the database, which may be busy with a commit.
func (a *Sessions) CatchUp(ctx context.Context) error {
	if a.ReadOnly() != "" && !a.means.Beside && a.means.DB.Displaced() {
		a.takeUp(ctx, nil) // somebody may have recovered it
	}
	if !a.means.DB.OthersAfter(a.Head()) {
		return nil
	}
	return a.foldForeign(ctx)
}

// Follow notices the commits of other processes while no request asks, so that the
// screen shows them at once, until ctx ends. keep says where the database stands in its
// place whether the workspace is still this engine's (a *store.HeldError).
func (a *Sessions) Follow(ctx context.Context, keep func() error) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		a.keepPlace(ctx, keep)
		foreign, err := a.means.DB.ForeignCommits(ctx)
		if err == nil && foreign {
			err = a.foldForeign(ctx)
		}
		if err != nil && ctx.Err() == nil {
			a.means.Log.Warn("what another process committed could not be read", "err", err)
		}
	}
}

// followEvery is how often the screen looks for the decisions of others: not to
// be noticed by a person, and 30 microseconds of work a second.
const followEvery = 200 * time.Millisecond

func (a *Sessions) foldForeign(ctx context.Context) error {
	a.folds.mu.Lock()
	before := a.folds.to
	told, err := a.folds.readTold(ctx)
	changed := a.folds.to != before
	a.folds.mu.Unlock()
	if !changed {
		return err
	}
	if !a.means.Beside {
		a.lookAt(told)
	}
	a.means.Hub.Changed()
	return err
}

// lookAt compares with the disk what others have changed. That is no reason to look at
// everything: another process that adopts a code base commits several times a second.
func (a *Sessions) lookAt(changed map[string]*told) {
	for _, s := range a.All() {
		switch t := changed[s.ID]; {
		case t == nil:
		case t.all:
			a.means.Look(s)
		default:
			a.means.LookAt(s, t.keys...)
		}
	}
}
