package resolve

import (
	"slices"
	"strings"

	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/parser/edit"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Made is one tool call of a reply, by its id, and what it does to files.
type Made struct {
	ID      string
	Actions []call.Action
	// Folder is the folder of the workspace in which its relative paths begin, ""
	// for the workspace itself (product.md, choice 2).
	Folder string
}

// Rewrite is a file, or a folder, that a call, or a client by what a reply said, may
// change in a way that only the disk knows.
type Rewrite struct {
	Path     string
	Call     string
	Evidence []byte
	Said     bool // by what a reply said
}

// words say how the file was changed, and by what it lost a symbol.
func (w Rewrite) words() (by block.Convention, how, lost string) {
	if w.Said {
		return block.Saved, "", "the client saved the file without it"
	}
	return block.ToolCall, ", its command changes the file in place", "the command removes it"
}

// Calls resolves the tool calls of one reply in their order. roots are the
// absolute paths of the workspace. Each artifact waits for the disk, carries the
// id of its call, and is CONFIRMED: the arguments name the file. An edit that
// fits no base is loose, with the reason. Reads yield nothing. Of a file that a
// command rewrites nothing is proposed, whatever else the reply does to it.
func Calls(made []Made, roots []string, c Context) Result {
	r := resolver{Context: c}
	for _, m := range made {
		for _, a := range m.Actions {
			if a.Kind == call.Rewrite || r.rewritten(a, m.Folder, roots) {
				r.rewrite(a, m, roots)
			} else if b, ok := r.blockOf(a, m.Folder, roots); ok {
				r.block(&b, way{waits: true, changes: !wholeFile(a), call: m.ID})
			}
		}
	}
	r.renames()
	return r.Result
}

// rewrite notes the files of an action of which only the disk will know what they
// hold, and takes back what was made of them before.
func (r *resolver) rewrite(a call.Action, m Made, roots []string) {
	for _, p := range []string{a.Path, a.Change.NewPath} {
		path, err := r.clean(m.Folder, p, roots)
		if err != nil || a.Kind == call.Show {
			continue
		}
		r.Rewrites = append(r.Rewrites, Rewrite{Path: path, Call: m.ID, Evidence: a.Evidence})
		r.Artifacts = slices.DeleteFunc(r.Artifacts, func(a Artifact) bool { return a.Path == path || strings.HasPrefix(a.Path, path+"/") })
	}
}

// rewritten reports whether an action changes a file that was rewritten before.
func (r *resolver) rewritten(a call.Action, folder string, roots []string) bool {
	if len(r.Rewrites) == 0 || a.Kind == call.Show {
		return false
	}
	return slices.ContainsFunc([]string{a.Path, a.Change.NewPath}, func(p string) bool {
		path, err := r.clean(folder, p, roots)
		return err == nil && slices.ContainsFunc(r.Rewrites, func(w Rewrite) bool { return w.Path == path })
	})
}

// Rewritten resolves what a command made of a file: after is the file by now, nil
// where it is gone, and differs reports whether it defines a symbol otherwise
// than when the command was called; where it does not define it, whether it did
// so then.
func Rewritten(w Rewrite, after *source.File, differs func(source.Symbol) bool, c Context) Result {
	r := resolver{Context: c, waits: true}
	by, how, lost := w.words()
	b := &block.Block{Kind: block.Edit, Convention: by, Confidence: block.Confirmed, Closed: true, Full: true, Path: w.Path, Content: w.Evidence}
	if after != nil {
		changed := map[string]bool{}
		for _, sym := range after.Symbols {
			changed[sym.Name] = differs(sym)
		}
		r.composed(b, after, changed, how, false)
	}
	for _, t := range r.Map.InPath(w.Path) {
		if (after == nil || after.Find(t.Symbol) == nil) && differs(source.Symbol{Name: t.Symbol}) {
			r.remove(t, b, event.Confirmed, lost, true)
		}
	}
	for i := range r.Artifacts {
		r.Artifacts[i].WaitsForDisk, r.Artifacts[i].Call = true, w.Call
	}
	return r.Result
}

// blockOf is what an action says as a block; ok is false where it says nothing
// of any code.
func (c *Context) blockOf(a call.Action, folder string, roots []string) (b block.Block, ok bool) {
	b = block.Block{Kind: block.Edit, Convention: block.ToolCall, Confidence: block.Unresolved, Closed: true, Content: a.Evidence}
	switch {
	case a.Kind == call.Unclear && len(a.Evidence) > 0:
		b.Reasons = []string{a.Reason}
		b.Path, _ = c.clean(folder, a.Path, roots) // only to show which file it may be
		return b, true
	case a.Kind != call.Change:
		return b, false
	}
	change, err := c.cleaned(a.Change, folder, roots)
	if err != nil {
		b.Reasons = []string{err.Error()}
		return b, change.Op != edit.Delete
	}
	b.Path, b.Confidence, b.Full, b.Edits = change.Path, block.Confirmed, true, []edit.Change{change}
	return b, true
}

// wholeFile reports whether an action brings all of a file, so that its evidence is
// the file's text.
func wholeFile(a call.Action) bool { return a.Kind == call.Change && a.Change.Op == edit.Write }

// cleaned makes the paths of a change canonical.
func (c *Context) cleaned(change edit.Change, folder string, roots []string) (edit.Change, error) {
	var err error
	if change.Path, err = c.clean(folder, change.Path, roots); err != nil {
		return change, err
	}
	if change.Op == edit.Rename {
		change.NewPath, err = c.clean(folder, change.NewPath, roots)
	}
	return change, err
}

// clean makes a path canonical, as the workspace spells it.
func (c *Context) clean(folder, p string, roots []string) (string, error) {
	path, err := block.CleanPathIn(folder, p, roots...)
	if err == nil && c.Spelled != nil {
		path = c.Spelled(path)
	}
	return path, err
}

// With adds the result of a reply's tool calls to that of its text. What the
// text only repeats of a call, as models do that announce one in XML, counts
// once.
func (r Result) With(calls Result) Result {
	type what struct {
		entity, hash string
		removes      bool
	}
	called := map[what]bool{}
	for _, a := range calls.Artifacts {
		called[what{a.Entity, a.Definition.Hash, a.Removes}] = true
	}
	out := Result{Loose: append(r.Loose[:len(r.Loose):len(r.Loose)], calls.Loose...), Rewrites: calls.Rewrites}
	for _, a := range r.Artifacts {
		if !a.WaitsForDisk || !called[what{a.Entity, a.Definition.Hash, a.Removes}] {
			out.Artifacts = append(out.Artifacts, a)
		}
	}
	out.Artifacts = append(out.Artifacts, calls.Artifacts...)
	return out
}
