package engine

import (
	"context"
	"fmt"

	"holdfast/engine/aside"
	"holdfast/engine/canon"
	"holdfast/engine/export"
	"holdfast/engine/items"
	"holdfast/engine/toolbox"
	"holdfast/store"
	"holdfast/store/event"
)

// These are embedded, so that their methods are the engine's.
type (
	itemDesk = items.Desk
	exporter = export.Exporter
	toolBox  = toolbox.Box
)

// openItems makes what keeps, reads, changes and exports what was said.
func (e *Engine) openItems() {
	e.said = items.NewBook(e.db, e.log, e.cfg.Delta.Reader)
	e.itemDesk = items.NewDesk(e.said, items.Means{
		Sessions: itemSessions{e}, Now: e.now, NewID: e.newID, Hub: &e.hub,
		LastState: func(session string) int64 { return e.sessionByID(session).chain.link().Seq },
	})
	e.listener = items.NewListener(e.said, items.Ears{
		Sessions: itemSessions{e}, Config: e.cfg.Delta, Now: e.now, Hub: &e.hub,
		Requests: e.activity, Aside: e.aside,
	})
	e.exporter = export.New(e.said, e.exported, e.exportedHead)
}

// exported is the session that an export is of.
func (e *Engine) exported(ctx context.Context) (*store.Session, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	return e.active().about.Load(), nil
}

// exportedHead is the delta that tells a session as it stands, nil in read-only mode.
func (e *Engine) exportedHead(ctx context.Context, session string) (*canon.Delta, error) {
	if e.ReadOnly() != "" {
		return nil, nil
	}
	d, err := e.sessionByID(session).head(ctx)
	return &d, err
}

// aside is whoever asks the model beside the requests, nil while nobody does.
func (e *Engine) aside() *aside.Runner {
	if s := e.serving.Load(); s != nil {
		return s.aside
	}
	return nil
}

// itemSessions are the sessions as the items need them.
type itemSessions struct{ e *Engine }

func (i itemSessions) CatchUp(ctx context.Context) error  { return i.e.catchUp(ctx) }
func (i itemSessions) Deciding(ctx context.Context) error { return i.e.deciding(ctx) }
func (i itemSessions) Active() *store.Session             { return i.e.active().about.Load() }

func (i itemSessions) Session(id string) *store.Session {
	if s := i.e.sessionByID(id); s != nil {
		return s.about.Load()
	}
	return nil
}

func (i itemSessions) Commit(ctx context.Context, session string, blobs [][]byte, events []event.Event) error {
	s := i.e.sessionByID(session)
	if s == nil { // the database was exchanged meanwhile
		return fmt.Errorf("session %s: %w", session, event.ErrNotFound)
	}
	return s.commit(ctx, blobs, events)
}
