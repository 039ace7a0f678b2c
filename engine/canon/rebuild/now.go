package rebuild

import (
	"context"
	"time"

	"holdfast/engine/etv"
	"holdfast/store/event"
)

// Standing is an entity as it stands by the Ledger. There may be many thousands, so that
// it holds no more than what a State Map is compared by.
type Standing struct {
	Hash      etv.Digest // of its content
	Seq       int64      // the row that made it AUTHORITATIVE
	Granted   int64      // when it did, Unix milliseconds
	Grant     string
	Persisted bool
}

// Standings are those of a State Map, by the name of the entity.
type Standings map[string]Standing

// standings is a session that is read row by row.
type standings struct {
	now      Standings
	proposed map[string]etv.Digest // the content of each artifact that waits, by its id
}

// rowsAtOnce is how many rows Now reads before it lets others go first.
const rowsAtOnce = 64

// Now makes the State Maps of sessions, named by their ids, as they stand after row upto.
// It reads from where the earliest of them is believed, some rows at a time: read is
// called with each piece of that work and calls it, now or when there is time.
func Now(ctx context.Context, db Ledger, of []string, upto int64, read func(piece func())) (map[string]Standings, error) {
	anchors, err := db.Anchors(ctx)
	if err != nil {
		return nil, err
	}
	from := upto
	for _, session := range of {
		from = min(from, anchors[session]-1)
	}
	sessions := map[string]*standings{}
	for rows := rowsAtOnce; err == nil && from < upto && rows == rowsAtOnce; {
		read(func() {
			rows = 0
			err = db.Since(ctx, "", from, rowsAtOnce, func(row event.Row) error {
				if rows++; row.Seq > upto {
					return nil
				}
				from = row.Seq
				return foldInto(sessions, row)
			})
		})
	}
	now := make(map[string]Standings, len(sessions))
	for id, s := range sessions {
		now[id] = s.now
	}
	return now, err
}

// AtOnce is a way for Now to read that lets nobody go first.
func AtOnce(piece func()) { piece() }

// foldInto takes a row of any session.
func foldInto(sessions map[string]*standings, row event.Row) error {
	ev, err := event.Decode(row.Type, row.Data)
	if err != nil {
		return err
	}
	s := sessions[row.Session]
	if s == nil {
		s = &standings{now: Standings{}, proposed: map[string]etv.Digest{}}
		sessions[row.Session] = s
	}
	for _, single := range event.Expand(ev) {
		s.fold(row, single)
	}
	return nil
}

// fold takes an event that stands for itself alone.
func (s *standings) fold(row event.Row, ev event.Event) {
	switch ev := ev.(type) {
	case event.ArtifactRecorded:
		s.proposed[ev.Artifact], _ = etv.ParseDigest(ev.Hash)
	case event.ArtifactClosed:
		delete(s.proposed, ev.Artifact)
	case event.ArtifactPromoted:
		s.now[ev.Entity] = Standing{
			Hash: s.proposed[ev.Artifact], Seq: row.Seq, Granted: row.Time.UnixMilli(), Grant: ev.Grant, Persisted: ev.Persisted,
		}
		delete(s.proposed, ev.Artifact)
	case event.EntityPersisted:
		if e, stands := s.now[ev.Entity]; stands {
			e.Persisted = true
			s.now[ev.Entity] = e
		}
	case event.EntityTombstoned:
		delete(s.now, ev.Entity)
	case event.SessionRecovered:
		s.anew(ev.Overruled)
	case event.FreshStarted:
		s.anew(ev.Overruled)
	}
}

// anew is that of a history.
func (s *standings) anew(o event.Overruled) {
	if o.Doubt != "" {
		clear(s.now)
		clear(s.proposed)
	}
}

// At returns when the entity was made AUTHORITATIVE.
func (s Standing) At() time.Time { return time.UnixMilli(s.Granted).UTC() }
