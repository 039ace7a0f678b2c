package engine

import (
	"path"
	"slices"
	"strings"

	"holdfast/engine/gateway/wire"
	"holdfast/engine/workplace"
	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/parser/edit"
)

// whereabouts is where the client of a request works, as far as it is known after
// some of its calls (product.md, choice 2).
type whereabouts struct {
	*session
	// told is the folder that the request tells.
	told  string
	tells bool
	// shell is where its calls have left a shell that keeps its folder. Whether
	// the client has such a shell is not known.
	shell string
	moved bool
}

// told returns the folder in which the client says it works. Where a server keeps
// what came before and the request leaves it out, it is the one told last.
func (t *turn) told() (folder string, ok bool) {
	var texts []string
	add := func(messages []wire.Message) {
		for _, m := range slices.Backward(messages) {
			if m.Role == "user" || m.Role == "developer" || m.Role == "system" {
				texts = append(texts, m.Text)
			}
		}
	}
	add(t.req.Since)
	texts = append(texts, t.req.Prompt)
	add(t.req.History)
	texts = append(texts, t.req.System)
	e := t.session.engine
	folder, ok = workplace.Told(texts, e.cfg.Workspace.Roots(), e.disk.Folder)
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

// whereabouts is where the client works after the calls of messages.
func (t *turn) whereabouts(messages []wire.Message) *whereabouts {
	w := &whereabouts{session: t.session}
	w.told, w.tells = t.told()
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			w.follow(c)
		}
	}
	return w
}

// follow notes where a call leaves its shell. One that is outside of the workspace,
// or nobody knows where, is followed no more.
func (w *whereabouts) follow(c wire.ToolCall) {
	left, known := call.Left(asked(c))
	if known && left == "" {
		return
	}
	from := w.told
	if w.moved {
		from = w.shell
	}
	if w.moved = w.moved && known && !path.IsAbs(left); !known {
		return
	}
	// A folder that is not there moves nothing. A model that believes the shell to forget its folder goes there each time.
	for _, base := range []string{from, w.told} {
		if folder, ok := w.folder(base, left); ok {
			w.shell, w.moved = folder, true
			return
		}
	}
}

// folder returns the canonical form of a folder that is there, "" for the
// workspace itself.
func (w *whereabouts) folder(base, p string) (string, bool) {
	file, err := block.CleanPathIn(base, strings.TrimSuffix(p, "/")+"/x", w.engine.cfg.Workspace.Roots()...)
	if err != nil {
		return "", false
	}
	folder := path.Dir(file)
	if folder == "." {
		return "", true
	}
	return folder, w.engine.disk.Folder(folder)
}

// of returns the folder in which the relative paths of a call begin, and others
// that it may mean. What a call makes anew belongs to the folder that the request
// tells; what it needs says more.
func (w *whereabouts) of(actions []call.Action) (folder string, others []string) {
	var folders []string
	add := func(f string) {
		if !slices.Contains(folders, f) {
			folders = append(folders, f)
		}
	}
	if w.tells {
		add(w.told)
	}
	if w.moved && slices.ContainsFunc(actions, func(a call.Action) bool { return a.Roams }) {
		add(w.shell)
	}
	add("")
	needs := needed(actions)
	there := func(p string) bool { return w.known(p) || w.engine.disk.Folder(p) }
	if !w.tells && len(needs) > 0 && !there(needs[0]) {
		for _, f := range w.holding(needs[0]) {
			add(f)
		}
	}
	if len(folders) == 1 {
		return folders[0], nil
	}
	folder = workplace.Fit(folders, needs, there)
	return folder, slices.DeleteFunc(folders, func(f string) bool { return f == folder })
}

// needed are the relative paths of files and folders that must be there for a
// call to do what it says.
func needed(actions []call.Action) (paths []string) {
	add := func(p string) {
		if p != "" && !path.IsAbs(strings.ReplaceAll(p, `\`, "/")) && !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	for _, a := range actions {
		switch {
		case a.Kind == call.Show, a.Kind == call.Rewrite, a.Change.Op == edit.Delete, a.Change.Op == edit.Rename, a.Change.Op == edit.Define:
			add(a.Path)
		case a.Change.Op == edit.Replace && !slices.ContainsFunc(a.Change.Hunks, func(h edit.Hunk) bool { return h.AtEnd }):
			add(a.Path)
		}
		add(a.Dir)
	}
	return paths
}

// holding lists the folder that holds a file of that path, if the State Map tracks
// just one such file.
func (w *whereabouts) holding(file string) []string {
	var folders []string
	for _, p := range w.state.Paths() {
		if folder, ok := strings.CutSuffix(p, "/"+path.Clean(file)); ok {
			folders = append(folders, folder)
		}
	}
	if len(folders) != 1 {
		return nil
	}
	return folders
}
