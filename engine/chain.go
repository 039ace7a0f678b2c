package engine

import (
	"context"
	"slices"
	"sync"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// chain mirrors what a session's states tell beside its State Map, and emits a
// CANON_STATE_DELTA for every commit that changes the State Map or that the
// operator decides. A delta is recorded by a transaction of its own that follows
// the commit: it waits for nothing, and no first chunk waits for it.
type chain struct {
	// emitting has one delta made at a time, as each follows the one before.
	emitting sync.Mutex

	mu     sync.Mutex
	margin *rebuild.Margin
	last   event.CanonState
	due    []*moment // oldest first
}

// before is an entity as the State Map has it, for the margin.
func (s *session) before(key string) *canon.Entity {
	e := s.state.Get(key)
	if e == nil {
		return nil
	}
	f := factOf(e, e.Place().Persisted)
	return &f
}

// foldChain takes a row of the session's stream, before the mirrors do.
func (s *session) foldChain(row int64, ev event.Event) {
	c := &s.chain
	c.mu.Lock()
	defer c.mu.Unlock()
	c.margin.Fold(row, ev, s.before)
	switch ev := ev.(type) {
	case event.CanonEmitted:
		c.last = event.CanonState{Row: row, Number: ev.Number, Hash: ev.State, Upto: ev.Upto, Emitted: true}
	case event.SessionRecovered:
		if ev.Continues {
			c.last = event.CanonState{Row: row, Number: ev.Number, Hash: ev.State, Upto: row - 1}
		}
	}
}

// mark keeps the session as it stands, if what was folded last wants a delta.
// The mirrors stand still meanwhile.
func (s *session) mark(upto int64) {
	c := &s.chain
	c.mu.Lock()
	defer c.mu.Unlock()
	told := c.last.Upto
	if n := len(c.due); n > 0 {
		told = max(told, c.due[n-1].upto)
	}
	if c.margin.Due() > told {
		c.due = append(c.due, s.moment(upto))
	}
}

// emit records the deltas that are due. What cannot be recorded stays due: the
// decision itself is on the disk.
func (s *session) emit(ctx context.Context) {
	if s.engine.ReadOnly() != "" {
		return
	}
	c := &s.chain
	c.emitting.Lock()
	defer c.emitting.Unlock()
	for {
		m := c.next()
		if m == nil {
			return
		}
		if err := s.emitMoment(ctx, m); err != nil {
			s.engine.log.Warn("a CANON_STATE_DELTA could not be recorded; the next one tells of its decision", "session", s.name(), "err", err)
			return
		}
	}
}

// link names the last state of the chain.
func (c *chain) link() canon.Link {
	c.mu.Lock()
	defer c.mu.Unlock()
	return canon.Link{Seq: c.last.Number, Hash: c.last.Hash}
}

// next is the oldest moment that no delta tells of yet, nil for none.
func (c *chain) next() *moment {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.due = slices.DeleteFunc(c.due, func(m *moment) bool { return m.upto <= c.last.Upto })
	if len(c.due) == 0 {
		return nil
	}
	return c.due[0]
}

// emitMoment records one delta. Another process may have told of the same rows,
// or of earlier ones, in a delta of its own.
func (s *session) emitMoment(ctx context.Context, m *moment) error {
	c := &s.chain
	return sessions.Retry(func() error {
		c.mu.Lock()
		last, changes := c.last, c.margin.Changes(m.upto)
		c.mu.Unlock()
		if m.upto <= last.Upto && last.Row > 0 {
			return nil
		}
		return s.record(ctx, nil, []event.Event{m.event(last, decisionTold(changes), s.engine.now())})
	})
}

// decisionTold makes the decision of what was done. The operator's word that changed
// nothing is a decision too.
func decisionTold(changes []canon.Change) canon.Decision {
	d := canon.Decide(changes)
	if d.Mode == canon.ModeA {
		d.Mode, d.Summary, d.AuthorizedDelta = canon.ModeB, "The operator declared what the session stands on", "Go on from what the session stands on"
	}
	return d
}

// emitLeftOver emits a delta for what was committed before its process was
// stopped.
func (s *session) emitLeftOver(ctx context.Context) {
	s.engine.folds.mu.Lock()
	s.mark(s.engine.folds.to)
	s.engine.folds.mu.Unlock()
	s.emit(ctx)
}
