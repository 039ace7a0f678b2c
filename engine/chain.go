package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/resolve"
	"holdfast/store"
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
	last   store.CanonState
	due    []*moment // oldest first
}

// moment is a session at the row that a delta is to tell of last.
type moment struct {
	upto     int64
	entities []stood
	facts    canon.Facts // of the margin
	margin   store.CanonEmitted
	disk     []store.DiskSight
}

// stood is an entry with what of it may change.
type stood struct {
	*entry
	persisted bool
}

// fillChain reads from the database where the session's chain stands.
func (s *session) fillChain(ctx context.Context) error {
	c, db := &s.chain, s.engine.db
	c.margin = rebuild.NewMargin()
	var err error
	if c.last, err = db.LastCanon(ctx, s.id); err != nil {
		return err
	}
	from := c.last
	if !from.Emitted { // a document's state has kept nothing
		if from, err = db.LastEmitted(ctx, s.id); err != nil {
			return err
		}
	}
	if err := s.resume(ctx, from); err != nil {
		return err
	}
	return db.Since(ctx, s.id, from.Upto, 0, func(row store.Row) error {
		ev, err := store.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		before, err := s.missed(ctx, ev)
		if err != nil {
			return err
		}
		c.margin.Fold(row.Seq, ev, func(string) *canon.Entity { return before })
		s.diverged.follow(ev)
		return nil
	})
}

// resume takes up what the last delta has kept, and what is PROPOSED.
func (s *session) resume(ctx context.Context, last store.CanonState) error {
	c, db := &s.chain, s.engine.db
	waiting, err := db.Artifacts(ctx, s.id, store.Filter{States: []store.State{store.Proposed}})
	if err != nil {
		return err
	}
	for _, a := range waiting {
		c.margin.Propose(a)
	}
	if last.Row == 0 {
		return nil
	}
	kept, err := s.emitted(ctx, last.Row)
	if err != nil {
		return err
	}
	rows, err := db.EpisodeRows(ctx, s.id, last.Upto, rebuild.RevokedEpisodes)
	if err != nil {
		return err
	}
	s.diverged.resume(kept.Disk)
	return c.margin.Resume(kept, rows)
}

// missed is the entity that a row has ended before the mirrors were filled, nil
// where it has ended none; and the margin is told what the row has promoted.
func (s *session) missed(ctx context.Context, ev store.Event) (*canon.Entity, error) {
	ended := ""
	switch ev := ev.(type) {
	case store.ArtifactPromoted:
		a, err := s.engine.db.Artifact(ctx, s.id, ev.Artifact)
		if err != nil {
			return nil, err
		}
		s.chain.margin.Propose(a) // it may have been recorded long before
		ended = ev.Supersedes
	case store.EntityTombstoned:
		ended = ev.Artifact
	}
	if ended == "" {
		return nil, nil
	}
	a, err := s.engine.db.Artifact(ctx, s.id, ended)
	if err != nil {
		return nil, err
	}
	path, symbol := resolve.Split(a.Entity)
	before := &canon.Entity{Path: path, Symbol: symbol, Hash: a.Hash, Grant: a.Grant}
	err = s.engine.db.Since(ctx, s.id, a.Seq, 0, func(row store.Row) error {
		if ev, err := store.Decode(row.Type, row.Data); err != nil {
			return err
		} else if p, ok := ev.(store.ArtifactPromoted); ok && p.Artifact == ended {
			before.Seq, before.Granted = row.Seq, row.Time
			return errFound
		}
		return nil
	})
	if err != nil && !errors.Is(err, errFound) {
		return nil, err
	}
	return before, nil
}

// errFound ends the reading of a stream.
var errFound = errors.New("found")

// before is an entity as the State Map has it, for the margin.
func (s *session) before(key string) *canon.Entity {
	e := s.state.get(key)
	if e == nil {
		return nil
	}
	f := e.fact(e.disk.Load().persisted)
	return &f
}

// fact is the entry as a SESSION_STATE tells it.
func (e *entry) fact(persisted bool) canon.Entity {
	return canon.Entity{
		Path: e.Path, Symbol: e.Symbol, Hash: e.hash(), Seq: e.granted, Granted: e.changed(), Grant: e.standing.Value().grant, Persisted: persisted,
	}
}

// foldChain takes a row of the session's stream, before the mirrors do.
func (s *session) foldChain(row int64, ev store.Event) {
	c := &s.chain
	c.mu.Lock()
	defer c.mu.Unlock()
	c.margin.Fold(row, ev, s.before)
	switch ev := ev.(type) {
	case store.CanonEmitted:
		c.last = store.CanonState{Row: row, Number: ev.Number, Hash: ev.State, Upto: ev.Upto, Emitted: true}
	case store.SessionRecovered:
		if ev.Continues {
			c.last = store.CanonState{Row: row, Number: ev.Number, Hash: ev.State, Upto: row - 1}
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

// moment is the session as the mirrors have it. c.mu is held, and nothing is
// folded meanwhile.
func (s *session) moment(upto int64) *moment {
	m := &moment{upto: upto, entities: s.state.stood(), disk: s.diverged.sights()}
	s.chain.margin.Facts(&m.facts)
	s.chain.margin.Keep(&m.margin)
	return m
}

// stood lists the entries, those of a path together.
func (m *stateMap) stood() []stood {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := make([]stood, 0, len(m.byKey))
	for _, list := range m.byPath {
		for _, e := range list {
			out = append(out, stood{e, e.disk.Load().persisted})
		}
	}
	return out
}

// of makes the facts of a state that follows another.
func (m *moment) of(seq int64, at time.Time, previous string) canon.Facts {
	f := m.facts
	f.Seq, f.Updated, f.LastHash = seq, at, previous
	f.Entities = make([]canon.Entity, len(m.entities))
	sights := rebuild.Sights(m.disk)
	for i, e := range m.entities {
		f.Entities[i] = e.fact(e.persisted)
		if len(sights) > 0 {
			seen := sights[e.Key]
			f.Entities[i].Stale, f.Entities[i].Unreadable = canon.Staleness(seen.Stale), seen.Unreadable
		}
	}
	return f
}

// event is the delta of a decision, for the Ledger.
func (m *moment) event(last store.CanonState, d canon.Decision, now time.Time) store.CanonEmitted {
	ev := m.margin
	at := now.UTC().Truncate(time.Second)
	ev.Number, ev.Previous, ev.PreviousHash = last.Number+1, last.Number, last.Hash
	ev.State, ev.Upto, ev.Time = m.of(ev.Number, at, last.Hash).Hash(), m.upto, canon.Timestamp(at)
	ev.Mode, ev.Summary, ev.Authorized, ev.Targets, ev.Disk = string(d.Mode), d.Summary, d.AuthorizedDelta, d.AffectedTargets, m.disk
	return ev
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
	var err error
	for try := 0; try <= maxConflicts; try++ {
		c.mu.Lock()
		last, changes := c.last, c.margin.Changes(m.upto)
		c.mu.Unlock()
		if m.upto <= last.Upto && last.Row > 0 {
			return nil
		}
		err = s.record(ctx, nil, []store.Event{m.event(last, decide(changes), s.engine.now())})
		if !errors.Is(err, store.ErrConflict) {
			break
		}
	}
	return err
}

// decide makes the decision of what was done. The operator's word that changed
// nothing is a decision too.
func decide(changes []canon.Change) canon.Decision {
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

// CanonDelta is the CANON_STATE_DELTA of the active session with a seq, made of
// the Ledger as it was emitted: the same bytes whenever it is asked for. It
// fails with store.ErrNotFound where there is none.
func (e *Engine) CanonDelta(ctx context.Context, seq int64) ([]byte, error) {
	return e.active().delta(ctx, seq)
}

func (s *session) delta(ctx context.Context, seq int64) ([]byte, error) {
	d, err := rebuild.Delta(ctx, s.engine.db, s.id, seq)
	if err != nil {
		return nil, err
	}
	return d.Encode()
}

// CanonDeltas makes every CANON_STATE_DELTA of the active session again, in order;
// yield's first error ends it.
func (e *Engine) CanonDeltas(ctx context.Context, yield func(canon.Delta) error) error {
	return rebuild.Deltas(ctx, e.db, e.active().id, yield)
}

// Checkpoint is the last CANON_STATE_DELTA of the active session, or, where what
// it tells has changed since or where there is none, a new one.
func (e *Engine) Checkpoint(ctx context.Context) ([]byte, error) {
	if err := e.deciding(ctx); err != nil {
		return nil, err
	}
	s := e.active()
	s.persist(s.look(s.state.sorted()))
	s.emit(ctx)
	var d canon.Delta
	var err error
	for try := 0; try <= maxConflicts; try++ {
		if d, err = s.checkpoint(ctx); !errors.Is(err, store.ErrConflict) {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return d.Encode()
}

// checkpoint gives the delta that tells the session as it stands.
func (s *session) checkpoint(ctx context.Context) (canon.Delta, error) {
	c := &s.chain
	c.emitting.Lock()
	defer c.emitting.Unlock()
	s.engine.folds.mu.Lock()
	c.mu.Lock()
	last, m := c.last, s.moment(s.engine.folds.to)
	c.mu.Unlock()
	s.engine.folds.mu.Unlock()
	prior := canon.Project(canon.Facts{})
	if last.Emitted {
		before, err := s.emitted(ctx, last.Row)
		if err != nil {
			return canon.Delta{}, err
		}
		if d, err := m.delta(before); err == nil {
			return d, nil // nothing has changed
		}
		told, err := rebuild.Delta(ctx, s.engine.db, s.id, last.Number)
		if err != nil {
			return canon.Delta{}, err
		}
		prior = told.CurrentState
	}
	now := s.engine.now()
	next := canon.Project(m.of(last.Number+1, now, last.Hash))
	ev := m.event(last, canon.Checkpoint(prior, next), now)
	if err := s.record(ctx, nil, []store.Event{ev}); err != nil {
		return canon.Delta{}, err
	}
	return m.delta(ev)
}

// emitted reads the event of a delta.
func (s *session) emitted(ctx context.Context, row int64) (ev store.CanonEmitted, err error) {
	err = s.engine.db.Since(ctx, s.id, row-1, 1, func(row store.Row) error {
		event, err := store.Decode(row.Type, row.Data)
		ev, _ = event.(store.CanonEmitted)
		return err
	})
	return ev, err
}

// delta is the CANON_STATE_DELTA of an event, if that tells of this moment.
func (m *moment) delta(ev store.CanonEmitted) (canon.Delta, error) {
	at, err := time.Parse(time.RFC3339, ev.Time)
	if err != nil {
		return canon.Delta{}, fmt.Errorf("delta %d has no time: %w", ev.Number, err)
	}
	return rebuild.DeltaOf(ev, m.of(ev.Number, at, ev.PreviousHash))
}

// LastDelta is the seq of the active session's last state, 0 where none was
// emitted or recovered from.
func (e *Engine) LastDelta() int64 {
	c := &e.active().chain
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last.Number
}

// follow notes what a row of the Ledger itself says of the disk; what else there
// is to see there is for the next look.
func (d *diverged) follow(ev store.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch ev := ev.(type) {
	case store.ArtifactPromoted:
		_, differs := diskDigest(ev.Disk)
		if differs && ev.Disk != store.DiskMissing && !ev.Persisted && !ev.Acknowledged {
			d.by[ev.Entity] = sight{reason: StaleNotApplied, disk: ev.Disk}
		} else if ev.Disk != "" {
			delete(d.by, ev.Entity)
		}
	case store.EntityPersisted:
		delete(d.by, ev.Entity)
	case store.EntityAcknowledged:
		delete(d.by, ev.Entity)
	case store.EntityTombstoned:
		delete(d.by, ev.Entity)
	}
}

// resume takes up what the last delta has told of the disk.
func (d *diverged) resume(list []store.DiskSight) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range list {
		if s.Unreadable != "" {
			d.by[s.Entity] = sight{reason: Unreadable, why: s.Unreadable}
		} else {
			d.by[s.Entity] = sight{reason: s.Stale}
		}
	}
}

// sights are the entities that cannot be relied on, as they were seen last, by
// name. A file that is gone is no divergence that a state tells.
func (d *diverged) sights() []store.DiskSight {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list []store.DiskSight
	for key, s := range d.by {
		switch {
		case s.reason == Unreadable:
			list = append(list, store.DiskSight{Entity: key, Unreadable: s.why})
		case (Divergence{Reason: s.reason}).Stale():
			list = append(list, store.DiskSight{Entity: key, Stale: s.reason})
		}
	}
	slices.SortFunc(list, func(a, b store.DiskSight) int { return strings.Compare(a.Entity, b.Entity) })
	return list
}
