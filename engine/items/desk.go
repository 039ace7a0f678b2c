package items

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"holdfast/engine/delta"
	"holdfast/engine/events"
	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// Desk is where the operator sees the items of the active session, and changes them.
type Desk struct {
	book     *Book
	sessions *sessions.Sessions
	now      func() time.Time
	newID    func() string
	hub      *events.Hub
}

// Means are what a Desk works with.
type Means struct {
	Sessions *sessions.Sessions
	Now      func() time.Time
	// NewID makes an id that no episode has.
	NewID func() string
	// Hub tells screens that items have changed.
	Hub *events.Hub
}

// NewDesk makes a desk over a book.
func NewDesk(book *Book, m Means) *Desk {
	return &Desk{book: book, sessions: m.Sessions, now: m.Now, newID: m.NewID, hub: m.Hub}
}

// active is the id of the active session, after what other processes have committed.
func (d *Desk) active(ctx context.Context) (string, error) {
	if err := d.sessions.CatchUp(ctx); err != nil {
		return "", err
	}
	return d.sessions.Active().ID, nil
}

// Items lists what the active session's conversations hold, in the order in
// which it came; superseded and resolved items too.
func (d *Desk) Items(ctx context.Context) ([]delta.Item, error) {
	session, err := d.active(ctx)
	if err != nil {
		return nil, err
	}
	var out []delta.Item
	err = d.book.of(session).look(ctx, func(s *delta.State) error {
		out = s.CopyItems()
		return nil
	})
	return out, err
}

// Projection renders a projection of the active session as Markdown.
func (d *Desk) Projection(ctx context.Context, name string) (string, error) {
	if renderers[name] == nil {
		return "", fmt.Errorf("there is no projection %q: there are %s", name, strings.Join(Projections, ", "))
	}
	session, err := d.active(ctx)
	if err != nil {
		return "", err
	}
	text := ""
	err = d.book.of(session).look(ctx, func(s *delta.State) (err error) {
		text, err = d.book.rendered(ctx, session, name, s)
		return err
	})
	return text, err
}

// ErrNotEmpty refuses to replace a session's items unasked.
var ErrNotEmpty = errors.New("the session has items already")

// Import makes the active session's items those of a snapshot.json. It fails
// with a *delta.VersionError for one of another version, and with ErrNotEmpty
// where the session has items, unless they are to be replaced; they stay in the
// log then, and are no items any more. It tells how many items there are now.
func (d *Desk) Import(ctx context.Context, snapshot []byte, replace bool) (int, error) {
	if err := d.sessions.CatchUp(ctx); err != nil {
		return 0, err
	}
	n, err := delta.ParseSnapshot(snapshot)
	if err != nil {
		return 0, err
	}
	s := d.sessions.Active()
	if err := sessions.Retry(func() error { return d.tryImport(ctx, s, n, snapshot, replace) }); err != nil {
		return 0, err
	}
	d.hub.Changed()
	return len(n.Items), nil
}

func (d *Desk) tryImport(ctx context.Context, s *sessions.Session, n delta.Snapshot, text []byte, replace bool) error {
	t := d.book.of(s.ID)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fold(ctx); err != nil {
		return err
	}
	if has := len(t.state.Items()); has > 0 && !replace {
		return fmt.Errorf("%w: %d in session %s; --replace puts those of the snapshot in their place", ErrNotEmpty, has, s.Name())
	}
	return s.Commit(ctx, [][]byte{text}, []event.Event{event.DeltaRestored{
		Number: int64(max(n.Seq, t.state.Seq()+1)), Snapshot: event.Hash(text), Items: len(n.Items), From: event.DeltaFromImport,
	}})
}

// commit records events of a session, all or none. It fails with event.ErrConflict
// where others have changed what they rest on.
func commit(ctx context.Context, all *sessions.Sessions, session string, events []event.Event) error {
	s, err := all.In(session)
	if err != nil {
		return err
	}
	return s.Commit(ctx, nil, events)
}
