package workplace

import (
	"path"
	"slices"
	"strings"

	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/parser/edit"
)

// Ground is what there is in a workspace, as far as a Place asks.
type Ground struct {
	Names
	// Folder reports whether a canonical path is a folder on disk.
	Folder func(path string) bool
}

// Place is where the client of a request works, as far as it is known after some of
// its calls (product.md, choice 2). It is of one goroutine.
type Place struct {
	ground Ground
	// told is the folder that the request tells.
	told  string
	tells bool
	// shell is where its calls have left a shell that keeps its folder. Whether
	// the client has such a shell is not known.
	shell string
	moved bool
}

// NewPlace returns where a client works that has made no call yet. told is the
// canonical folder that its request tells, where tells is true.
func NewPlace(g Ground, told string, tells bool) *Place {
	return &Place{ground: g, told: told, tells: tells}
}

// Follow notes where a call leaves its shell. One that is outside of the workspace,
// or nobody knows where, is followed no more.
func (w *Place) Follow(c call.Call) {
	left, known := call.Left(c)
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
func (w *Place) folder(base, p string) (string, bool) {
	file, err := block.CleanPathIn(base, strings.TrimSuffix(p, "/")+"/x", w.ground.Roots...)
	if err != nil {
		return "", false
	}
	folder := path.Dir(file)
	if folder == "." {
		return "", true
	}
	return folder, w.ground.Folder(folder)
}

// Of returns the folder in which the relative paths of a call begin, and others
// that it may mean. What a call makes anew belongs to the folder that the request
// tells; what it needs says more.
func (w *Place) Of(actions []call.Action) (folder string, others []string) {
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
	there := func(p string) bool { return w.ground.Known(p) || w.ground.Folder(p) }
	if !w.tells && len(needs) > 0 && !there(needs[0]) {
		for _, f := range w.holding(needs[0]) {
			add(f)
		}
	}
	if len(folders) == 1 {
		return folders[0], nil
	}
	folder = Fit(folders, needs, there)
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

// holding lists the folder that holds a file of that path, if just one such file is
// tracked.
func (w *Place) holding(file string) []string {
	var folders []string
	for _, p := range w.ground.Tracked() {
		if folder, ok := strings.CutSuffix(p, "/"+path.Clean(file)); ok {
			folders = append(folders, folder)
		}
	}
	if len(folders) != 1 {
		return nil
	}
	return folders
}
