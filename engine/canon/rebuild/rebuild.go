package rebuild

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holdfast/engine/canon"
	"holdfast/store/event"
)

// history is a session as the rows of the Ledger up to one make it.
type history struct {
	entities Entities
	proposed map[string]proposed // by id
	doubts   doubts
	margin   *Margin
}

// proposed is what an artifact holds that may become the truth.
type proposed struct{ path, symbol, hash string }

func newHistory() *history {
	return &history{entities: Entities{}, proposed: map[string]proposed{}, doubts: newDoubts(), margin: NewMargin()}
}

// fold takes the next row of the session's stream.
func (h *history) fold(row event.Row, ev event.Event) {
	h.margin.Fold(row.Seq, ev, func(entity string) *canon.Entity { return h.entities[entity] })
	for _, single := range event.Expand(ev) {
		h.doubts.fold(single)
		h.single(row, single)
	}
}

// single takes an event that stands for itself alone.
func (h *history) single(row event.Row, ev event.Event) {
	switch ev := ev.(type) {
	case event.ArtifactRecorded:
		path, symbol := canon.Split(ev.Entity)
		h.proposed[ev.Artifact] = proposed{path, symbol, ev.Hash}
	case event.ArtifactClosed:
		delete(h.proposed, ev.Artifact)
	case event.ArtifactPromoted:
		p := h.proposed[ev.Artifact]
		delete(h.proposed, ev.Artifact)
		h.entities[ev.Entity] = &canon.Entity{
			Path: p.path, Symbol: p.symbol, Hash: p.hash, Seq: row.Seq, Granted: row.Time, Grant: ev.Grant, Persisted: ev.Persisted,
		}
	case event.EntityPersisted:
		if e := h.entities[ev.Entity]; e != nil {
			e.Persisted = true
		}
	case event.EntityTombstoned:
		delete(h.entities, ev.Entity)
	case event.SessionRecovered:
		h.anew(ev.Overruled)
	case event.FreshStarted:
		h.anew(ev.Overruled)
	}
}

// anew forgets what came before the operator ended a distrust: the batch that
// did so holds all that is believed from then on.
func (h *history) anew(o event.Overruled) {
	if o.Doubt != "" {
		clear(h.entities)
		clear(h.proposed)
		h.doubts = newDoubts()
	}
}

// facts are those that a delta was made of, if the history is told up to it.
func (h *history) facts(ev event.CanonEmitted) (canon.Facts, error) {
	at, err := time.Parse(time.RFC3339, ev.Time)
	if err != nil {
		return canon.Facts{}, fmt.Errorf("delta %d has no time: %w", ev.Number, err)
	}
	f := canon.Facts{Seq: ev.Number, Updated: at, LastHash: ev.PreviousHash, Entities: make([]canon.Entity, 0, len(h.entities))}
	sights := Sights(ev.AllDisk())
	for key, e := range h.entities {
		seen := *e
		seen.Stale, seen.Unreadable = canon.Staleness(sights[key].Stale), sights[key].Unreadable
		f.Entities = append(f.Entities, seen)
	}
	f.Contested = h.doubts.list()
	h.margin.Facts(&f)
	return f, nil
}

// Sights are what was seen on the disk, by entity.
func Sights(list []event.DiskSight) map[string]event.DiskSight {
	sights := make(map[string]event.DiskSight, len(list))
	for _, s := range list {
		sights[s.Entity] = s
	}
	return sights
}

// Ledger is what of the database a rebuilding needs.
type Ledger interface {
	Since(ctx context.Context, session string, seq int64, limit int, yield func(event.Row) error) error
	Pass(ctx context.Context, seq int64, limit int, yield func(event.Row) error) error
	Canon(ctx context.Context, session string, number int64) (event.CanonState, error)
	Anchors(ctx context.Context) (map[string]int64, error)
}

// errTold ends the reading of a stream that has told enough.
var errTold = errors.New("told")

// Delta makes the CANON_STATE_DELTA of a session with a number again. It fails
// with event.ErrNotFound where none was emitted, and with event.ErrCorrupt where
// the Ledger does not make the state that was.
func Delta(ctx context.Context, db Ledger, session string, number int64) (canon.Delta, error) {
	state, err := db.Canon(ctx, session, number)
	if err != nil {
		return canon.Delta{}, err
	}
	if !state.Emitted {
		return canon.Delta{}, fmt.Errorf("state %d was not emitted here, the session was recovered from it: its delta was %w", number, event.ErrNotFound)
	}
	anchors, err := db.Anchors(ctx)
	if err != nil {
		return canon.Delta{}, err
	}
	from := anchors[session] // what came before it counts no more, and may be damaged
	if from > state.Upto {
		from = 0
	}
	var delta canon.Delta
	err = walk(ctx, db, session, from, func(row event.Row, ev event.CanonEmitted, h *history) error {
		if ev.Number != number {
			return nil
		}
		if delta, err = h.delta(ev); err != nil {
			return err
		}
		return errTold
	})
	if err != nil && !errors.Is(err, errTold) {
		return canon.Delta{}, fmt.Errorf("making delta %d again: %w", number, err)
	}
	return delta, nil
}

// Deltas makes every delta of a session again, in order; yield's first error
// ends it.
func Deltas(ctx context.Context, db Ledger, session string, yield func(canon.Delta) error) error {
	return walk(ctx, db, session, 0, func(_ event.Row, ev event.CanonEmitted, h *history) error {
		delta, err := h.delta(ev)
		if err != nil {
			return err
		}
		return yield(delta)
	})
}

// delta is the one that was emitted with the history told up to it.
func (h *history) delta(ev event.CanonEmitted) (canon.Delta, error) {
	f, err := h.facts(ev)
	if err != nil {
		return canon.Delta{}, err
	}
	return DeltaOf(ev, f)
}

// DeltaOf is the CANON_STATE_DELTA of an event: facts are those that it was made
// of, and event.ErrCorrupt is told where they are others.
func DeltaOf(ev event.CanonEmitted, f canon.Facts) (canon.Delta, error) {
	if hash := f.Hash(); hash != ev.State {
		return canon.Delta{}, fmt.Errorf("the Ledger makes another state %d than was emitted, %s in place of %s: it is %w; run holdfast verify", ev.Number, hash, ev.State, event.ErrCorrupt)
	}
	d := canon.Decision{Mode: canon.Mode(ev.Mode), Summary: ev.Summary, AuthorizedDelta: ev.Authorized, AffectedTargets: ev.Targets}
	if d.AffectedTargets == nil {
		d.AffectedTargets = []string{}
	}
	return canon.NewDelta(canon.Link{Seq: ev.Previous, Hash: ev.PreviousHash}, canon.Project(f), d, f.Updated), nil
}

// Entities are those of a State Map, by name.
type Entities map[string]*canon.Entity

// walk reads a session's stream, or all of them ("" for session), from a row on,
// and gives each delta with the history up to what it tells of.
func walk(ctx context.Context, db Ledger, session string, from int64, yield func(event.Row, event.CanonEmitted, *history) error) error {
	_, err := tell(ctx, db, session, from, yield)
	return err
}

func tell(ctx context.Context, db Ledger, session string, from int64, yield func(event.Row, event.CanonEmitted, *history) error) (map[string]*telling, error) {
	sessions := map[string]*telling{}
	return sessions, db.Since(ctx, session, from-1, 0, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		t := sessions[row.Session]
		if t == nil {
			t = &telling{history: newHistory()}
			sessions[row.Session] = t
		}
		if emitted, ok := ev.(event.CanonEmitted); ok {
			t.catchUp(emitted.Upto)
			if err := yield(row, emitted, t.history); err != nil {
				return err
			}
		}
		row.Data = nil // it is decoded, and may be large
		t.ahead = append(t.ahead, told{row, lean(ev)})
		return nil
	})
}

// telling is a session's history, with the rows that no delta has told yet: a
// delta tells of what was there when it was made, which may be less than what
// is there when it is recorded.
type telling struct {
	*history
	ahead []told
}

type told struct {
	row event.Row
	ev  event.Event
}

// catchUp folds the rows up to one.
func (t *telling) catchUp(upto int64) {
	n := 0
	for n < len(t.ahead) && t.ahead[n].row.Seq <= upto {
		t.fold(t.ahead[n].row, t.ahead[n].ev)
		n++
	}
	t.ahead = append(t.ahead[:0], t.ahead[n:]...)
}

// lean leaves out of an event what no state tells.
func lean(ev event.Event) event.Event {
	switch ev := ev.(type) {
	case event.EpisodeOpened:
		return event.EpisodeOpened{Episode: ev.Episode, Kind: ev.Kind}
	case event.EpisodeClosed:
		return event.EpisodeClosed{Episode: ev.Episode}
	case event.ArtifactPromoted:
		ev.Gates = event.GateReport{}
		return ev
	case event.FileAdopted:
		ev.Gates = event.GateReport{}
		for i, s := range ev.Symbols {
			ev.Symbols[i] = event.AdoptedSymbol{Name: s.Name, Sums: s.Sums, Was: s.Was}
		}
		return ev
	case event.ArtifactRecorded:
		ev.Gates = event.GateReport{Reasons: ev.Gates.Reasons[:min(1, len(ev.Gates.Reasons))]}
		return ev
	}
	return ev
}
