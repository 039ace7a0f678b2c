package engine

import (
	"context"
	"fmt"

	"holdfast/engine/aside"
	"holdfast/engine/canon"
	"holdfast/engine/export"
	"holdfast/engine/items"
	"holdfast/engine/recovery"
	"holdfast/engine/report"
	"holdfast/engine/toolbox"
	"holdfast/store"
	"holdfast/store/event"
)

// These are embedded, so that their methods are the engine's.
type (
	itemDesk = items.Desk
	exporter = export.Exporter
	toolBox  = toolbox.Box
	reader   = report.Reader
	recovers = recovery.Desk
)

// openItems makes what keeps, reads, changes and exports what was said.
func (e *Engine) openItems() {
	e.said = items.NewBook(e.db, e.log, e.cfg.Delta.Reader)
	e.itemDesk = items.NewDesk(e.said, items.Means{
		Sessions: roomSessions{e}, Now: e.now, NewID: e.newID, Hub: &e.hub,
		LastState: e.lastState,
	})
	e.listener = items.NewListener(e.said, items.Ears{
		Sessions: roomSessions{e}, Config: e.cfg.Delta, Now: e.now, Hub: &e.hub,
		Requests: e.activity, Aside: e.aside,
	})
	e.exporter = export.New(e.said, e.exported, e.exportedHead)
}

// lastState is the seq of a session's last SESSION_STATE, 0 for none.
func (e *Engine) lastState(session string) int64 {
	if s := e.sessionByID(session); s != nil {
		return s.Chain.Link().Seq
	}
	return 0
}

// exported is the session that an export is of.
func (e *Engine) exported(ctx context.Context) (*store.Session, error) {
	if err := e.CatchUp(ctx); err != nil {
		return nil, err
	}
	return e.active().About(), nil
}

// exportedHead is the delta that tells a session as it stands, nil in read-only mode.
func (e *Engine) exportedHead(ctx context.Context, session string) (*canon.Delta, error) {
	if e.ReadOnly() != "" {
		return nil, nil
	}
	s := e.sessionByID(session)
	if s == nil { // the database was exchanged meanwhile
		return nil, fmt.Errorf("session %s: %w", session, event.ErrNotFound)
	}
	d, err := s.head(ctx)
	return &d, err
}

// aside is whoever asks the model beside the requests, nil while nobody does.
func (e *Engine) aside() *aside.Runner {
	if s := e.serving.Load(); s != nil {
		return s.aside
	}
	return nil
}

// roomSessions are the sessions as the rooms need them.
type roomSessions struct{ e *Engine }

func (r roomSessions) CatchUp(ctx context.Context) error  { return r.e.CatchUp(ctx) }
func (r roomSessions) Deciding(ctx context.Context) error { return r.e.Deciding(ctx) }
func (r roomSessions) Active() *store.Session             { return r.e.active().About() }

func (r roomSessions) Session(id string) *store.Session {
	if s := r.e.sessionByID(id); s != nil {
		return s.About()
	}
	return nil
}

func (r roomSessions) Named(ctx context.Context, name string) (*store.Session, error) {
	s, err := r.e.sessionFor(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.About(), nil
}

func (r roomSessions) Commit(ctx context.Context, session string, blobs [][]byte, events []event.Event) error {
	s := r.e.sessionByID(session)
	if s == nil { // the database was exchanged meanwhile
		return fmt.Errorf("session %s: %w", session, event.ErrNotFound)
	}
	return s.Commit(ctx, blobs, events)
}

// Held implements report.Sessions.
func (r roomSessions) Held(session string) report.Held {
	s := r.e.sessionByID(session)
	if s == nil { // the database was exchanged meanwhile
		s = r.e.active()
	}
	return report.Held{
		ID: s.ID, Name: s.Name(), Map: s.Map, Pending: s.Pending, Gone: &s.gone,
		Compare: s.compare, Watched: r.e.Watches, Diverged: s.Diverged, Lost: s.Chain.Lost, Restates: s.Ground.Restates,
	}
}
