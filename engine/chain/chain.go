package chain

import (
	"slices"
	"sync"
	"time"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// Chain mirrors what a session's states tell beside its State Map, and makes a
// CANON_STATE_DELTA of every commit that changes the State Map or that the operator
// decides. A delta is recorded by a transaction of its own that follows the commit: it
// waits for nothing, and no first chunk waits for it. A Chain is safe for concurrent
// use.
type Chain struct {
	session  string
	state    *statemap.Map
	diverged *stale.Diverged

	mu     sync.Mutex
	margin *rebuild.Margin
	last   event.CanonState
	due    []*Moment // oldest first
	owed   int64     // the last row of which a moment is still to be taken, see Owes
}

// New returns the chain of a session, by its id, which has told of nothing yet. The map
// and what diverges from the disk are the session's, for its moments.
func New(session string, state *statemap.Map, diverged *stale.Diverged) *Chain {
	return &Chain{session: session, state: state, diverged: diverged, margin: rebuild.NewMargin()}
}

// before is an entity as the State Map has it, for the margin.
func (c *Chain) before(key string) *canon.Entity {
	e := c.state.Get(key)
	if e == nil {
		return nil
	}
	f := factOf(e, e.Place().Persisted)
	return &f
}

// Fold takes a row of the session's stream, before the State Map does.
func (c *Chain) Fold(row event.Row, ev event.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.margin.Fold(row.Seq, ev, c.before)
	switch ev := ev.(type) {
	case event.CanonEmitted:
		c.last = event.CanonState{Row: row.Seq, Number: ev.Number, Hash: ev.State, Upto: ev.Upto, Emitted: true}
	case event.SessionRecovered:
		if ev.Continues {
			c.last = event.CanonState{Row: row.Seq, Number: ev.Number, Hash: ev.State, Upto: row.Seq - 1}
		}
	}
}

// keptAtOnce is up to how many entities a session is kept as it stands with each commit,
// and its delta made before the commit is over: a millisecond or two. The hash of a state
// is that of the whole document, so that it costs the whole State Map: of a larger one a
// delta tells what was committed until it is made.
const keptAtOnce = 2_000

// Mark keeps the session as it stands after row upto, if what was folded last wants a
// delta, or notes that it is owed one (see Owes). The mirrors stand still meanwhile.
func (c *Chain) Mark(upto int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	told := max(c.last.Upto, c.owed)
	if n := len(c.due); n > 0 {
		told = max(told, c.due[n-1].upto)
	}
	switch {
	case c.margin.Due() <= told:
	case c.state.Len() > keptAtOnce:
		c.owed = upto
	default:
		c.due = append(c.due, c.moment(upto))
	}
}

// Owes reports whether a delta is owed for which no moment was kept: it tells of the
// session as it stands when it is made (see At).
func (c *Chain) Owes() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.owed > c.last.Upto
}

// At returns the last state of the chain, and the session as it stands after row upto.
// The mirrors stand still meanwhile.
func (c *Chain) At(upto int64) (event.CanonState, *Moment) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last, c.moment(upto)
}

// Last returns the last state of the chain; its Row is 0 where there is none.
func (c *Chain) Last() event.CanonState {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// Link names the last state of the chain.
func (c *Chain) Link() canon.Link {
	last := c.Last()
	return canon.Link{Seq: last.Number, Hash: last.Hash}
}

// Next returns the oldest moment that no delta tells of yet, nil for none.
func (c *Chain) Next() *Moment {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.due = slices.DeleteFunc(c.due, func(m *Moment) bool { return m.upto <= c.last.Upto })
	if len(c.due) == 0 {
		return nil
	}
	return c.due[0]
}

// Tell returns the delta that tells of a moment, false where one does already: another
// process may have told of the same rows, or of earlier ones, in a delta of its own.
func (c *Chain) Tell(m *Moment, now time.Time) (event.CanonEmitted, bool) {
	c.mu.Lock()
	last, changes := c.last, c.margin.Changes(m.upto)
	c.mu.Unlock()
	if m.upto <= last.Upto && last.Row > 0 {
		return event.CanonEmitted{}, false
	}
	return m.event(last, decisionTold(changes), now), true
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

// Lost returns the entities that the session lost, as it stands: what its last recovery
// could not bring back.
func (c *Chain) Lost() []event.LostEntity {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.margin.Lost()
}

// Misses reports whether an entity is one of those that were lost.
func (c *Chain) Misses(key string) bool {
	return slices.ContainsFunc(c.Lost(), func(l event.LostEntity) bool { return l.Entity == key })
}
