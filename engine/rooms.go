package engine

import (
	"context"

	"holdfast/engine/aside"
	"holdfast/engine/export"
	"holdfast/engine/hydrate"
	"holdfast/engine/items"
	"holdfast/engine/recovery"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/engine/toolbox"
	"holdfast/engine/turn"
	"holdfast/engine/watch"
)

// These are embedded, so that their methods are the engine's.
type (
	itemDesk    = items.Desk
	exporter    = export.Exporter
	toolBox     = toolbox.Box
	reader      = report.Reader
	recovers    = recovery.Desk
	sessionRoom = sessions.Sessions
	watcher     = watch.Watcher
)

// openRooms opens the rooms that stand on the sessions, the lower ones first.
func (e *Engine) openRooms(ctx context.Context) (err error) {
	e.said = items.NewBook(e.db, e.log, e.cfg.Delta.Reader)
	left := report.NewLeft()
	e.sessionRoom, err = sessions.Open(ctx, sessions.Means{
		DB: e.db, Log: e.log, Now: e.now, NewID: e.newID, Hub: &e.hub, Beside: e.beside, Begin: e.cfg.Session,
		Hydrate: hydrate.Options{Roots: e.cfg.Workspace.Roots(), BareNames: e.cfg.Hydrate.BareNames}, Load: e.load,
		Limits: e.limits, Tolerates: e.toleratesUnsaved(), Lists: left.Lists, Reread: e.forget, Busy: e.activity.Busy, Look: e.watcher.VerifyAll,
		Mirrors: func(s *sessions.Session) []sessions.Mirror {
			return []sessions.Mirror{left.Mirror(s), e.watcher.Mirror(s), refusals{e.hold(s)}}
		},
	})
	if err != nil {
		return err
	}
	e.watcher.Attend(e.sessionRoom)
	e.itemDesk = items.NewDesk(e.said, items.Means{Sessions: e.sessionRoom, Now: e.now, NewID: e.newID, Hub: &e.hub})
	e.listener = items.NewListener(e.said, items.Ears{
		Sessions: e.sessionRoom, Config: e.cfg.Delta, Now: e.now, Hub: &e.hub, Requests: e.activity, Aside: e.aside,
	})
	e.exporter = export.New(e.said, e.sessionRoom, e.watcher, e.db)
	e.reader = report.New(report.Means{
		DB: e.db, Sessions: e.sessionRoom, Watcher: e.watcher, Left: left, Now: e.now,
		Requests: e.activity, Blocks: e.cache, RestoreFor: e.cfg.Gates.TombstoneEpisodes,
	})
	e.recovers = recovery.NewDesk(recovery.Means{
		DB: e.db, Sessions: e.sessionRoom, Watcher: e.watcher, Items: e.said, Hub: &e.hub, NewID: e.newID, Root: e.cfg.Workspace.Root,
	})
	e.turns = turn.New(e.turnDeps())
	return nil
}

// aside is whoever asks the model beside the requests, nil while nobody does.
func (e *Engine) aside() *aside.Runner {
	if s := e.serving.Load(); s != nil {
		return s.aside
	}
	return nil
}
