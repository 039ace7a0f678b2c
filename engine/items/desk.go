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
	"holdfast/store"
	"holdfast/store/event"
)

// Sessions is where the sessions are found whose talk is read, and where what comes of
// it is committed.
type Sessions interface {
	// CatchUp makes known what other processes have committed.
	CatchUp(ctx context.Context) error
	// Deciding is CatchUp before a decision of the operator's. It fails where nothing
	// may be decided.
	Deciding(ctx context.Context) error
	// Active returns the session that the operator means who names none.
	Active() *store.Session
	// Session returns a session by its id, nil for none.
	Session(id string) *store.Session
	// Commit records events of a session, all or none. It fails with
	// event.ErrConflict where others have changed what they rest on.
	Commit(ctx context.Context, session string, blobs [][]byte, events []event.Event) error
}

// Desk is where the operator sees the items of the active session, and changes them.
type Desk struct {
	book      *Book
	sessions  Sessions
	now       func() time.Time
	newID     func() string
	hub       *events.Hub
	lastState func(session string) int64
}

// Means are what a Desk works with.
type Means struct {
	Sessions Sessions
	Now      func() time.Time
	// NewID makes an id that no episode has.
	NewID func() string
	// Hub tells screens that items have changed.
	Hub *events.Hub
	// LastState returns the seq of a session's last SESSION_STATE.
	LastState func(session string) int64
}

// NewDesk makes a desk over a book.
func NewDesk(book *Book, m Means) *Desk {
	return &Desk{book: book, sessions: m.Sessions, now: m.Now, newID: m.NewID, hub: m.Hub, lastState: m.LastState}
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

func (d *Desk) tryImport(ctx context.Context, s *store.Session, n delta.Snapshot, text []byte, replace bool) error {
	t := d.book.of(s.ID)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fold(ctx); err != nil {
		return err
	}
	if has := len(t.state.Items()); has > 0 && !replace {
		return fmt.Errorf("%w: %d in session %s; --replace puts those of the snapshot in their place", ErrNotEmpty, has, s.Name)
	}
	return d.sessions.Commit(ctx, s.ID, [][]byte{text}, []event.Event{event.DeltaRestored{
		Number: int64(max(n.Seq, t.state.Seq()+1)), Snapshot: event.Hash(text), Items: len(n.Items), From: event.DeltaFromImport,
	}})
}
