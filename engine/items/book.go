package items

import (
	"context"
	"log/slog"
	"strings"
	"sync"

	"holdfast/engine/config"
	"holdfast/engine/delta"
	"holdfast/store"
	"holdfast/store/event"
)

// Book is what was said in every session, folded from the Ledger when it is first
// asked for. It is safe for concurrent use.
type Book struct {
	db     *store.DB
	log    *slog.Logger
	reader string // who reads the turns, as it is configured

	mu    sync.Mutex
	talks map[string]*talk // by the id of the session
}

// NewBook makes a book of a database that is open; reader is who reads the turns (see
// config.Delta).
func NewBook(db *store.DB, log *slog.Logger, reader string) *Book {
	return &Book{db: db, log: log, reader: reader, talks: map[string]*talk{}}
}

// of is what was said in a session.
func (b *Book) of(session string) *talk {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.talks[session]
	if t == nil {
		t = &talk{db: b.db, session: session}
		b.talks[session] = t
	}
	return t
}

// Forget drops what was folded: the database is another one.
func (b *Book) Forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.talks)
}

// readsOther reports whether somebody reads what is not said in English.
func (b *Book) readsOther() bool { return b.reader == config.ReaderModel }

// Count returns how many items a session has, also those that are not in force any
// more.
func (b *Book) Count(ctx context.Context, session string) (n int, err error) {
	err = b.of(session).look(ctx, func(state *delta.State) error {
		n = len(state.Items())
		return nil
	})
	return n, err
}

// Snapshot returns a session's items as they stand: the same items are the same
// snapshot.
func (b *Book) Snapshot(ctx context.Context, session string) (delta.Snapshot, error) {
	return b.of(session).snapshot(ctx)
}

// Copy returns the event by which another session begins with a session's items, and
// the blob that it names; nothing where there are none.
func (b *Book) Copy(ctx context.Context, session string) ([]event.Event, [][]byte, error) {
	n, err := b.Snapshot(ctx, session)
	if err != nil || n.Seq == 0 {
		return nil, nil, err
	}
	text, err := n.Serialize()
	return []event.Event{event.DeltaRestored{
		Number: int64(n.Seq), Snapshot: event.Hash(text), Items: len(n.Items), From: event.DeltaFromFork,
	}}, [][]byte{text}, err
}

// Provenance returns the log that makes a session's items: where they were restored
// from a snapshot, it begins with what that tells of their making.
func (b *Book) Provenance(ctx context.Context, session string) ([]delta.Event, error) {
	var events []delta.Event
	err := b.records(ctx, session, func(r Record, ev event.Event) error {
		if ev, ok := ev.(event.DeltaRestored); ok {
			n, err := restored(ctx, b.db, ev)
			if err != nil {
				return err
			}
			events, _ = n.Events()
		}
		if last := len(events) - 1; last < 0 || events[last].Seq < r.Seq {
			events = append(events, r.Event)
		}
		return nil
	})
	return events, err
}

// Page is a projection as Markdown.
type Page struct{ Name, Text string }

// Pages renders every projection of a session, all of one moment, in the order of
// Projections.
func (b *Book) Pages(ctx context.Context, session string) ([]Page, error) {
	var out []Page
	err := b.of(session).look(ctx, func(state *delta.State) error {
		for _, name := range Projections {
			text, err := b.rendered(ctx, session, name, state)
			if err != nil {
				return err
			}
			out = append(out, Page{name, text})
		}
		return nil
	})
	return out, err
}

// records gives a session's delta events one by one.
func (b *Book) records(ctx context.Context, session string, yield func(Record, event.Event) error) error {
	return b.db.Deltas(ctx, session, 0, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		if err != nil {
			return err
		}
		r, err := RecordOf(row, ev)
		if err != nil {
			return err
		}
		return yield(r, ev)
	})
}

// Verify replays the delta log of every session of a database through the reconciler:
// each event must make of the items what it says. What does not is a finding.
func Verify(ctx context.Context, db *store.DB) ([]event.Finding, error) {
	sessions, err := db.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	var found []event.Finding
	for _, s := range sessions {
		t := talk{db: db, session: s.ID}
		err := t.look(ctx, func(*delta.State) error { return nil })
		if ctx.Err() != nil {
			return found, ctx.Err()
		}
		if err != nil {
			found = append(found, event.Finding{
				Check: "deltas", Where: "session " + s.Name, Detail: strings.TrimPrefix(err.Error(), foldDoing+": "),
			})
		}
	}
	return found, nil
}
