package resolve

import (
	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/parser/edit"
)

// Made is one tool call of a reply, by its id, and what it does to files.
type Made struct {
	ID      string
	Actions []call.Action
}

// Calls resolves the tool calls of one reply in their order. roots are the
// absolute paths of the workspace. Each artifact waits for the disk, carries the
// id of its call, and is CONFIRMED: the arguments name the file. An edit that
// fits no base is loose, with the reason. Reads yield nothing.
func Calls(made []Made, roots []string, c Context) Result {
	r := resolver{Context: c}
	for _, m := range made {
		for _, a := range m.Actions {
			if b, ok := blockOf(a, roots); ok {
				r.block(&b, way{waits: true, changes: !wholeFile(a), call: m.ID})
			}
		}
	}
	r.renames()
	return r.Result
}

// blockOf is what an action says as a block; ok is false where it says nothing
// of any code.
func blockOf(a call.Action, roots []string) (b block.Block, ok bool) {
	b = block.Block{Kind: block.Edit, Convention: block.ToolCall, Confidence: block.Unresolved, Closed: true, Content: a.Evidence}
	switch {
	case a.Kind == call.Unclear && len(a.Evidence) > 0:
		b.Reasons = []string{a.Reason}
		b.Path, _ = block.CleanPath(a.Path, roots...) // only to show which file it may be
		return b, true
	case a.Kind != call.Change:
		return b, false
	}
	c, err := cleaned(a.Change, roots)
	if err != nil {
		b.Reasons = []string{err.Error()}
		return b, c.Op != edit.Delete
	}
	b.Path, b.Confidence, b.Full, b.Edits = c.Path, block.Confirmed, true, []edit.Change{c}
	return b, true
}

// wholeFile tells that an action brings all of a file, so that its evidence is
// the file's text.
func wholeFile(a call.Action) bool { return a.Kind == call.Change && a.Change.Op == edit.Write }

// cleaned makes the paths of a change canonical.
func cleaned(c edit.Change, roots []string) (edit.Change, error) {
	var err error
	if c.Path, err = block.CleanPath(c.Path, roots...); err != nil {
		return c, err
	}
	if c.Op == edit.Rename {
		c.NewPath, err = block.CleanPath(c.NewPath, roots...)
	}
	return c, err
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
	out := Result{Loose: append(r.Loose[:len(r.Loose):len(r.Loose)], calls.Loose...)}
	for _, a := range r.Artifacts {
		if !a.WaitsForDisk || !called[what{a.Entity, a.Definition.Hash, a.Removes}] {
			out.Artifacts = append(out.Artifacts, a)
		}
	}
	out.Artifacts = append(out.Artifacts, calls.Artifacts...)
	return out
}
