package engine

import (
	"context"
	"maps"

	"holdfast/engine/author/heard"
	"holdfast/engine/sessions"
	"holdfast/engine/turn"
	"holdfast/store/event"
)

// session is a session with what the rooms above its own keep of it. All of that can be
// rebuilt from the database.
type session struct {
	*sessions.Session
	engine *Engine
}

// turnDeps are what a request needs on its way.
func (e *Engine) turnDeps() turn.Deps {
	return turn.Deps{
		Basis:    turn.Basis{Config: e.cfg, DB: e.db, Log: e.log, Now: e.now, NewID: e.newID, Patience: e.patience},
		Sessions: e.sessionRoom,
		Disk:     e.watcher,
		Sources:  turn.Sources{Blocks: e.cache, Load: e.load, Words: heard.New(e.db.Said, e.log), Shelf: e.shelf, Window: e.modelWindow},
		Audience: turn.Audience{Hub: &e.hub, Activity: e.activity, Recorder: e.recorder, Listener: e.listener, Toolbox: e.toolBox, Aside: e.aside},
	}
}

// hold begins what the engine holds of a session.
func (e *Engine) hold(room *sessions.Session) *session {
	s := &session{Session: room, engine: e}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.held[room] = s
	return s
}

// forget drops what was known of other sessions than these.
func (e *Engine) forget(known map[string]*sessions.Session) {
	e.said.Forget()
	e.watcher.Forget()
	e.mu.Lock()
	defer e.mu.Unlock()
	maps.DeleteFunc(e.held, func(room *sessions.Session, _ *session) bool { return known[room.ID] != room })
}

// of is what the engine holds of a session, nil for nil.
func (e *Engine) of(room *sessions.Session) *session {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.held[room]
}

func (e *Engine) active() *session { return e.of(e.Active()) }

func (e *Engine) sessionByID(id string) *session { return e.of(e.ByID(id)) }

// allSessions lists the sessions that can be used.
func (e *Engine) allSessions() []*session {
	var list []*session
	for _, s := range e.All() {
		list = append(list, e.of(s))
	}
	return list
}

// sessionFor is the session that a request names, after what other processes did.
func (e *Engine) sessionFor(ctx context.Context, name string) (*session, error) {
	s, err := e.For(ctx, name)
	return e.of(s), err
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
