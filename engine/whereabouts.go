package engine

import (
	"holdfast/engine/gateway/wire"
	"holdfast/engine/request"
	"holdfast/engine/workplace"
	"holdfast/parser/block"
)

// told returns the folder in which the client says it works. Where a server keeps
// what came before and the request leaves it out, it is the one told last.
func (t *turn) told() (folder string, ok bool) {
	e := t.session.engine
	folder, ok = request.Folder(t.req, e.cfg.Workspace.Roots(), e.watcher.Folder)
	if ok {
		t.conv.told.Store(&folder)
	} else if kept := t.conv.told.Load(); kept != nil && (t.req.Previous != "" || t.req.Thread != "") {
		return *kept, true
	}
	return folder, ok
}

// blockOptions are those of the session, for texts of who works in the folder
// that the request tells.
func (t *turn) blockOptions() block.Options {
	o := t.session.blockOptions()
	o.Folder, _ = t.told()
	return o
}

// place is where the client works after the calls of some messages.
func (t *turn) place(after ...[]wire.Message) *workplace.Place {
	s, e := t.session, t.session.engine
	told, tells := t.told()
	w := workplace.NewPlace(workplace.Ground{Roots: e.cfg.Workspace.Roots(), Folder: e.watcher.Folder, Known: s.known, Tracked: s.Map.Paths}, told, tells)
	for _, messages := range after {
		request.Follow(w, messages)
	}
	return w
}
