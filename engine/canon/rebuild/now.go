package rebuild

import (
	"context"
	"fmt"

	"holdfast/engine/etv"
	"holdfast/store/event"
)

// Standing is an entity as it stands by the Ledger.
type Standing struct {
	Hash      etv.Digest // of its content
	Seq       int64      // the row that made it AUTHORITATIVE
	Granted   int64      // when it did, Unix milliseconds
	Grant     string
	Persisted bool
}

// Held is a State Map as it is held, for a comparison with its Ledger. Its entities have
// numbers, from 0 on.
type Held interface {
	Len() int
	// Find returns the number of an entity, false where it is not held.
	Find(entity string) (at int, held bool)
	// At returns how an entity stands, and Name what it is called.
	At(at int) Standing
	Name(at int) string
}

// stand is what the Ledger makes of an entity that is held, compared with that.
type stand uint8

const (
	stands    stand = 1 << iota // it is AUTHORITATIVE
	persisted                   // the disk was seen to hold it
	differs                     // its content is another
	otherwise                   // it is by another row or grant
)

// comparison is a session that is read row by row and compared as it is read: of an
// entity it keeps a byte, since there may be many thousands.
type comparison struct {
	held     Held
	stood    []stand
	strange  map[string]bool       // what is AUTHORITATIVE and not held
	proposed map[string]etv.Digest // the content of each artifact that waits, by its id
}

// rowsAtOnce is how many rows Compare reads before it lets others go first.
const rowsAtOnce = 64

// Compare compares the State Maps of sessions, named by their ids, with what the Ledger
// makes of them up to a row, and returns in words how each differs that does. It reads
// from where the earliest of them is believed, some rows at a time: read is called with
// each piece of that work and calls it, now or when there is time.
func Compare(ctx context.Context, db Ledger, of map[string]Held, upto int64, read func(piece func())) (map[string]string, error) {
	anchors, err := db.Anchors(ctx)
	if err != nil {
		return nil, err
	}
	from := upto
	sessions := make(map[string]*comparison, len(of))
	for session, held := range of {
		from = min(from, anchors[session]-1)
		sessions[session] = &comparison{held: held, stood: make([]stand, held.Len()), strange: map[string]bool{}, proposed: map[string]etv.Digest{}}
	}
	var file event.FileAdopted // its room is used again: of a large map most rows are such
	for rows := rowsAtOnce; err == nil && from < upto && rows == rowsAtOnce; {
		read(func() {
			rows = 0
			err = db.Pass(ctx, from, rowsAtOnce, func(row event.Row) error {
				if rows++; row.Seq > upto {
					return nil
				}
				from = row.Seq
				s := sessions[row.Session]
				if row.Type == file.Type() {
					err := event.DecodeAdopted(row, &file)
					if s != nil && err == nil {
						s.adopt(row, &file)
					}
					return err
				}
				ev, err := event.Decode(row.Type, row.Data)
				if s != nil && err == nil {
					s.fold(row, ev)
				}
				return err
			})
		})
	}
	differ := map[string]string{}
	for session, s := range sessions {
		if how := s.differs(); how != "" {
			differ[session] = how
		}
	}
	return differ, err
}

// AtOnce is a way for Compare to read that lets nobody go first.
func AtOnce(piece func()) { piece() }

// fold takes a row of the session.
func (c *comparison) fold(row event.Row, ev event.Event) {
	switch ev := ev.(type) {
	case event.ArtifactRecorded:
		c.proposed[ev.Artifact], _ = etv.ParseDigest(ev.Hash)
	case event.ArtifactClosed:
		delete(c.proposed, ev.Artifact)
	case event.ArtifactPromoted:
		c.promote(row, ev.Entity, Standing{Hash: c.proposed[ev.Artifact], Grant: ev.Grant, Persisted: ev.Persisted})
		delete(c.proposed, ev.Artifact)
	case event.EntityPersisted:
		if at, held := c.held.Find(ev.Entity); held && c.stood[at]&stands != 0 {
			c.stood[at] |= persisted
		}
	case event.EntityTombstoned:
		c.tombstone(ev.Entity)
	case event.FileTombstoned:
		for i := range ev.Symbols {
			c.tombstone(ev.Entity(i))
		}
	case event.SessionRecovered:
		c.anew(ev.Overruled)
	case event.FreshStarted:
		c.anew(ev.Overruled)
	}
}

// adopt takes the row that has adopted a file.
func (c *comparison) adopt(row event.Row, ev *event.FileAdopted) {
	for i := range ev.Symbols {
		sums, _ := ev.Symbols[i].Digests()
		c.promote(row, ev.Entity(i), Standing{Hash: sums.Hash, Grant: ev.Grant, Persisted: true})
	}
}

// promote notes that a row made an entity AUTHORITATIVE, which stands so.
func (c *comparison) promote(row event.Row, entity string, now Standing) {
	at, held := c.held.Find(entity)
	if !held {
		c.strange[entity] = true
		return
	}
	now.Seq, now.Granted = row.Seq, row.Time.UnixMilli()
	was := c.held.At(at)
	s := stands
	if now.Persisted {
		s |= persisted
	}
	if now.Hash != was.Hash {
		s |= differs
	}
	if now.Seq != was.Seq || now.Granted != was.Granted || now.Grant != was.Grant {
		s |= otherwise
	}
	c.stood[at] = s
}

// tombstone notes that an entity stands no more.
func (c *comparison) tombstone(entity string) {
	delete(c.strange, entity)
	if at, held := c.held.Find(entity); held {
		c.stood[at] = 0
	}
}

// anew is that of a history.
func (c *comparison) anew(o event.Overruled) {
	if o.Doubt != "" {
		clear(c.stood)
		clear(c.strange)
		clear(c.proposed)
	}
}

// differs names an entity that is held otherwise than the Ledger makes it, "" for none.
func (c *comparison) differs() string {
	for at, s := range c.stood {
		switch {
		case s&stands == 0:
			return c.held.Name(at) + " was never made AUTHORITATIVE"
		case s&differs != 0:
			return c.held.Name(at) + " has another content"
		case s&otherwise != 0 || c.held.At(at).Persisted != (s&persisted != 0):
			return c.held.Name(at) + " stands otherwise"
		}
	}
	if len(c.strange) > 0 {
		return fmt.Sprintf("it lacks %d entities", len(c.strange))
	}
	return ""
}
