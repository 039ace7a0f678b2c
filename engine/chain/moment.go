package chain

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// Moment is a session at the row that a delta is to tell of last.
type Moment struct {
	upto     int64
	Entities []statemap.Frozen
	Facts    canon.Facts // of the margin
	margin   event.CanonEmitted
	disk     []event.DiskSight
}

// moment is the session as the mirrors have it. c.mu is held, and nothing is
// folded meanwhile.
func (c *Chain) moment(upto int64) *Moment {
	m := &Moment{upto: upto, Entities: c.state.Frozen(), disk: c.diverged.Sights()}
	c.margin.Facts(&m.Facts)
	c.margin.Keep(&m.margin)
	return m
}

// factOf is an entry as a SESSION_STATE tells it.
func factOf(e *statemap.Entry, persisted bool) canon.Entity {
	return canon.Entity{
		Path: e.Path, Symbol: e.Symbol, Hash: e.Hash(), Seq: e.Granted(), Granted: e.Changed(), Grant: e.Grant(), Persisted: persisted,
	}
}

// State returns the session as it stands at the moment: what a state that follows
// another would tell of it.
func (m *Moment) State(last event.CanonState, now time.Time) canon.State {
	return canon.Project(m.of(last.Number+1, now, last.Hash))
}

// of makes the facts of a state that follows another.
func (m *Moment) of(seq int64, at time.Time, previous string) canon.Facts {
	f := m.Facts
	f.Seq, f.Updated, f.LastHash = seq, at, previous
	f.Files = m.files()
	for _, e := range m.Entities {
		if e.Stood.Doubt != "" {
			f.Contested = append(f.Contested, canon.Contest{Path: e.Path, Symbol: e.Symbol, Artifact: e.Artifact(), Reason: canon.Doubted(string(e.Stood.Doubt))})
		}
	}
	return f
}

// files gives the entities for the facts. Those of a file take the room of the file
// before.
func (m *Moment) files() iter.Seq[[]*canon.Entity] {
	list, sights := m.Entities, rebuild.Sights(m.disk)
	if !slices.IsSortedFunc(list, byName) {
		list = slices.SortedFunc(slices.Values(list), byName)
	}
	return func(yield func([]*canon.Entity) bool) {
		var room []canon.Entity
		var file []*canon.Entity
		for from, to := 0, 0; from < len(list); from = to {
			room, file = room[:0], file[:0]
			for ; to < len(list) && list[to].Path == list[from].Path; to++ {
				fact := factOf(list[to].Entry, list[to].Stood.Persisted)
				if len(sights) > 0 {
					seen := sights[list[to].Key()]
					fact.Stale, fact.Unreadable = canon.Staleness(seen.Stale), seen.Unreadable
				}
				room = append(room, fact)
			}
			for i := range room {
				file = append(file, &room[i])
			}
			if !yield(file) {
				return
			}
		}
	}
}

// byName compares by path and symbol, the order of the documents.
func byName(a, b statemap.Frozen) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Symbol, b.Symbol))
}

// event is the delta of a decision, for the Ledger.
func (m *Moment) event(last event.CanonState, d canon.Decision, now time.Time) event.CanonEmitted {
	ev := m.margin
	at := now.UTC().Truncate(time.Second)
	ev.Number, ev.Previous, ev.PreviousHash = last.Number+1, last.Number, last.Hash
	ev.State, ev.Upto, ev.Time = m.of(ev.Number, at, last.Hash).Hash(), m.upto, canon.Timestamp(at)
	ev.Mode, ev.Summary, ev.Authorized, ev.Targets = string(d.Mode), d.Summary, d.AuthorizedDelta, d.AffectedTargets
	ev.SetDisk(m.disk)
	return ev
}

// Delta returns the CANON_STATE_DELTA of an event, if that tells of this moment.
func (m *Moment) Delta(ev event.CanonEmitted) (canon.Delta, error) {
	at, err := time.Parse(time.RFC3339, ev.Time)
	if err != nil {
		return canon.Delta{}, fmt.Errorf("delta %d has no time: %w", ev.Number, err)
	}
	return rebuild.DeltaOf(ev, m.of(ev.Number, at, ev.PreviousHash))
}
