package engine

import (
	"context"

	"holdfast/engine/aside"
	"holdfast/engine/author/heard"
	"holdfast/engine/config"
	"holdfast/engine/events"
	"holdfast/engine/export"
	"holdfast/engine/hydrate"
	"holdfast/engine/items"
	"holdfast/engine/operator"
	"holdfast/engine/recovery"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/engine/toolbox"
	"holdfast/engine/turn"
	"holdfast/engine/watch"
	"holdfast/store/event"
)

// These are embedded, so that their methods are the engine's.
type (
	hub         = events.Hub
	activity    = events.Log
	itemDesk    = items.Desk
	exporter    = export.Exporter
	toolBox     = toolbox.Box
	reader      = report.Reader
	desk        = operator.Desk
	recovers    = recovery.Desk
	sessionRoom = sessions.Sessions
	watcher     = watch.Watcher
)

// openRooms opens the rooms that stand on the sessions, the lower ones first.
func (e *Engine) openRooms(ctx context.Context) (err error) {
	e.unsaved.Store(e.cfg.ETV.NotApplied == config.NotAppliedHydrate)
	e.said = items.NewBook(e.db, e.log, e.cfg.Delta.Reader)
	left := report.NewLeft()
	e.sessionRoom, err = sessions.Open(ctx, sessions.Means{
		DB: e.db, Log: e.log, Now: e.now, NewID: e.newID, Hub: e.hub, Beside: e.beside, Begin: e.cfg.Session,
		Hydrate: hydrate.Options{Roots: e.cfg.Workspace.Roots(), BareNames: e.cfg.Hydrate.BareNames}, Load: e.load,
		Limits: e.limits, Tolerates: e.unsaved.Load, Lists: left.Lists, Reread: e.forget, Busy: e.activity.Busy, Look: e.watcher.VerifyAll, LookAt: e.watcher.LookAgain,
		Mirrors: func(s *sessions.Session) []sessions.Mirror {
			return []sessions.Mirror{left.Mirror(s), e.watcher.Mirror(s), refusals{s, e.hub, e.activity}}
		},
	})
	if err != nil {
		return err
	}
	e.watcher.Attend(e.sessionRoom)
	e.itemDesk = items.NewDesk(e.said, items.Means{Sessions: e.sessionRoom, Now: e.now, NewID: e.newID, Hub: e.hub})
	e.listener = items.NewListener(e.said, items.Ears{
		Sessions: e.sessionRoom, Config: e.cfg.Delta, Now: e.now, Hub: e.hub, Requests: e.activity, Aside: e.aside,
	})
	e.exporter = export.New(e.said, e.sessionRoom, e.watcher, e.db)
	e.reader = report.New(report.Means{
		DB: e.db, Sessions: e.sessionRoom, Watcher: e.watcher, Left: left, Now: e.now,
		Requests: e.activity, Blocks: e.cache, RestoreFor: e.cfg.Gates.TombstoneEpisodes,
	})
	e.desk = operator.New(operator.Means{
		Config: e.cfg, DB: e.db, NewID: e.newID, Hub: e.hub, Sessions: e.sessionRoom, Disk: e.watcher, Items: e.said, Reader: e.reader, Unsaved: &e.unsaved,
	})
	e.recovers = recovery.NewDesk(recovery.Means{
		DB: e.db, Sessions: e.sessionRoom, Watcher: e.watcher, Items: e.said, Hub: e.hub, NewID: e.newID, Root: e.cfg.Workspace.Root,
	})
	e.turns = turn.New(e.turnDeps())
	return nil
}

// basisOf is what every room stands on.
func basisOf(e *Engine) turn.Basis {
	return turn.Basis{Config: e.cfg, DB: e.db, Log: e.log, Now: e.now, NewID: e.newID, Patience: e.patience}
}

// turnDeps are what a request needs on its way.
func (e *Engine) turnDeps() turn.Deps {
	return turn.Deps{
		Basis:    basisOf(e),
		Sessions: e.sessionRoom,
		Disk:     e.watcher,
		Sources:  turn.Sources{Tolerates: e.unsaved.Load, Blocks: e.cache, Load: e.load, Words: heard.New(e.db.Said, e.log), Shelf: e.shelf, Windows: e.windows, Slots: &e.slots},
		Audience: turn.Audience{Hub: e.hub, Activity: e.activity, Recorder: e.recorder, Listener: e.listener, Toolbox: e.toolBox, Aside: e.aside},
	}
}

// forget drops what was known of other sessions than these.
func (e *Engine) forget(map[string]*sessions.Session) {
	e.said.Forget()
	e.watcher.ForgetReplies()
}

// load reads a text from the Vault for the request path, which has no time to
// wait for a database in trouble.
func (e *Engine) load(hash string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), e.patience)
	defer cancel()
	return e.db.Blob(ctx, hash)
}

// loadAll is load for several texts.
func (e *Engine) loadAll(hashes []string) []event.Content {
	ctx, cancel := context.WithTimeout(context.Background(), e.patience)
	defer cancel()
	return e.db.Blobs(ctx, hashes)
}

// aside is whoever asks the model beside the requests, nil while nobody does.
func (e *Engine) aside() *aside.Runner {
	if s := e.serving.Load(); s != nil {
		return s.aside
	}
	return nil
}
