package call

import (
	"holdfast/parser/edit"
)

// Call is one call of a tool as the model wrote it.
type Call struct {
	// Name is the tool's name. It is kept for those who show a call; Read never
	// looks at it.
	Name string
	// Arguments is the JSON object that a function tool is called with.
	Arguments []byte
	// Input is the free text that a custom tool is called with.
	Input string
}

// Kind is what an action does.
type Kind string

// The kinds of actions.
const (
	// Change writes, edits, moves or removes one file: Action.Change says how.
	Change Kind = "change"
	// Show reads one file.
	Show Kind = "read"
	// Unclear seems to change a file, but what it does is not certain:
	// Action.Reason says why. Nothing may be concluded from it.
	Unclear Kind = "unclear"
	// Rewrite changes a file or a folder, or may do so, by a command that names
	// it: what it then holds only the disk knows.
	Rewrite Kind = "rewrite"
)

// Shape names the form in which a call said what it does, in words that are
// kept with the evidence.
type Shape string

// The shapes of arguments that are recognised.
const (
	WholeFile     Shape = "whole_file"     // a path and its content
	OldNew        Shape = "old_new"        // an old text and a new one
	EditList      Shape = "edit_list"      // several of them
	InsertLine    Shape = "insert_line"    // a text and the line it goes to
	SymbolBody    Shape = "symbol_body"    // a symbol's name and a text for it
	V4APatch      Shape = "v4a_patch"      // *** Begin Patch
	UnifiedDiff   Shape = "unified_diff"   // ---/+++ or hunks alone
	SearchReplace Shape = "search_replace" // SEARCH/REPLACE blocks
	Shell         Shape = "shell"          // a command whose effect is plain
	PathOnly      Shape = "path"           // a path, perhaps with a range
)

// Action is what a call does to one file.
type Action struct {
	Kind  Kind
	Shape Shape
	// Path is the file as the call names it, neither cleaned nor checked; for a
	// Change it is also Change.Path. It may be empty where the action is Unclear.
	Path string
	// Change is set where Kind is Change.
	Change edit.Change
	// Partial reports whether a Show asks for a part of the file; First is the
	// 1-based line at which it begins, 0 where the call does not say for sure.
	Partial bool
	First   int
	// Reason is why the action is Unclear, as a sentence without full stop.
	Reason string
	// Dir is the folder that the call itself says a command runs in, as it names
	// it; Path goes on from there already. Roams reports whether the command runs
	// where the calls before have left the shell (see Left).
	Dir   string
	Roams bool
	// Evidence is the text that the change was read from.
	Evidence []byte
}

// Bounds on what is read, far above any honest call.
const (
	// MaxArguments is the size in bytes beyond which a call is not read.
	MaxArguments = 8 << 20
	maxActions   = 1000
	maxDepth     = 3 // of objects that only wrap the arguments
)

// Read tells what a call does to files, in the order in which it does it. A
// call that has nothing to do with files yields nothing.
func Read(c Call) []Action {
	r := reader{}
	switch {
	case len(c.Arguments)+len(c.Input) > MaxArguments:
		r.unclear("", "its arguments are larger than what is read", nil)
	case c.Input != "":
		r.freeText(c.Input)
	default:
		r.arguments(c.Arguments)
	}
	return r.actions
}

// reader collects the actions of one call.
type reader struct {
	actions []Action
	dir     string // folder that a shell command runs in, "" for where it starts
	roams   bool   // it starts where the shell of earlier calls was left
	lost    bool   // where it was left is not known
	perhaps bool   // the command under way need not run
	nested  int    // shells inside shells
}

func (r *reader) add(a Action) {
	if a.Dir = r.dir; len(r.actions) < maxActions {
		a.Roams = r.roams
		r.actions = append(r.actions, a)
	}
}

func (r *reader) change(shape Shape, c edit.Change, evidence []byte) {
	if r.perhaps {
		r.rewrite(c.Path, evidence)
		r.rewrite(c.NewPath, evidence)
		return
	}
	r.add(Action{Kind: Change, Shape: shape, Path: c.Path, Change: c, Evidence: evidence})
}

func (r *reader) unclear(path, reason string, evidence []byte) {
	r.add(Action{Kind: Unclear, Path: path, Reason: reason, Evidence: evidence})
}
