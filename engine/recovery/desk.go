package recovery

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"holdfast/engine/events"
	"holdfast/engine/items"
	"holdfast/engine/sessions"
	"holdfast/engine/watch"
	"holdfast/store"
	"holdfast/store/event"
)

// Means are what a Desk works with.
type Means struct {
	DB       *store.DB // to be read
	Sessions *sessions.Sessions
	Watcher  *watch.Watcher
	Items    *items.Book
	Hub      *events.Hub
	NewID    func() string
	Root     string // of the workspace
}

// Desk is where the operator says what is to be believed: it recovers the active
// session, or begins anew. It is safe for concurrent use.
type Desk struct {
	means    Means
	sessions *sessions.Sessions
}

// NewDesk returns a Desk.
func NewDesk(m Means) *Desk { return &Desk{means: m, sessions: m.Sessions} }

// RecoveryPlan reads a SESSION_STATE or CANON_STATE_DELTA out of pasted text,
// validates it, and tells what Recover would do. It changes nothing.
func (d *Desk) RecoveryPlan(ctx context.Context, text []byte) (Preview, error) {
	r, err := d.examine(ctx, text)
	if err != nil {
		return Preview{}, err
	}
	return r.Preview, nil
}

// Recover restores the active session from the document in pasted text, in one
// commit, and ends read-only mode. It does what was shown: where anything of it
// has moved since, it fails with ErrChanged and changes nothing, as it does
// where the document is not valid.
func (d *Desk) Recover(ctx context.Context, text []byte, shown Preview) error {
	r, err := d.examine(ctx, text)
	if err != nil {
		return err
	}
	if len(r.Faults) > 0 {
		return fmt.Errorf("the document is not valid: %s", r.Faults[0])
	}
	does := r.Preview
	does.Beyond = shown.Beyond // what others than the document hold grows as turns are read, and is not done
	if !reflect.DeepEqual(does, shown) {
		return fmt.Errorf("the recovery from state %d: %w", r.Seq, sessions.ErrChanged)
	}
	blobs, events, err := r.batch(ctx)
	if err != nil {
		return err
	}
	return d.declare(ctx, r.session, blobs, events)
}

// recovering is a document that is about to be recovered from.
type recovering struct {
	*Examination
	desk    *Desk
	session *sessions.Session
}

// examine reads a document and holds it against the active session.
func (d *Desk) examine(ctx context.Context, text []byte) (*recovering, error) {
	if err := d.sessions.CatchUp(ctx); err != nil {
		return nil, err
	}
	if d.sessions.ReadOnly() != "" {
		if err := d.sessions.Mend(ctx); err != nil {
			return nil, err
		}
	}
	s := d.sessions.Active()
	x, err := Examine(ctx, text, Ground{
		DB: d.means.DB, Lineage: d.lineage(s), Map: s.Map, Disk: d.means.Watcher.Reading(), Doubt: d.sessions.ReadOnly(), Kept: d.sessions.Kept(),
	})
	if err != nil {
		return nil, err
	}
	if len(x.Faults) == 0 {
		x.Beyond, err = d.beyond(ctx, s)
	}
	return &recovering{x, d, s}, err
}

// lineage lists the ids of a session and of those that it was forked from, the
// nearest first.
func (d *Desk) lineage(s *sessions.Session) (ids []string) {
	for ; s != nil; s = d.sessions.ByID(s.About().Parent) {
		ids = append(ids, s.ID)
	}
	return ids
}

// beyond says what a block does not hold of a session.
func (d *Desk) beyond(ctx context.Context, s *sessions.Session) (string, error) {
	lost := d.sessions.ReadOnly() != ""
	has, err := d.means.Items.Count(ctx, s.ID)
	if err != nil && !lost && !errors.Is(err, event.ErrNotFound) {
		return "", err
	}
	return Beyond(has, d.means.Root, lost), nil
}
