package guard

import (
	"slices"

	"holdfast/engine/decide"
	"holdfast/engine/gates"
	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/parser/edit"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Ground is what a call is judged on.
type Ground struct {
	// Disk is read for this decision.
	Disk *stale.Reading
	// Roots are the absolute paths of the workspace.
	Roots []string
	// Folder is the folder of the workspace in which relative paths begin, "" for the
	// workspace itself.
	Folder string
	Limits gates.Limits
	// Unseen reports whether it is known that the model did not see the version which
	// the disk holds of what this version of the entity would replace; hash is that of
	// the new version. Nil where nothing is known.
	Unseen func(entity, hash string) bool
}

// Judge says whether a call may run, and else what is wrong with it (TSLP 6, 7). What
// is not certain passes: a command of which only the disk will know what it did, an
// edit that does not apply, a path outside of the workspace, a file that is not read.
//
// It is done within the time that a client's hook has: a file that is too large to be
// parsed twice in it is judged by the parts that the call changes, and where that is too
// much as well by what its words and brackets prove. If that is nothing, it is let pass,
// as Unjudged says.
func Judge(actions []call.Action, g Ground) Verdict {
	if c, ok := oneChangeOf(actions, g); ok {
		return c.judge(actions, g)
	}
	if v, ok := overlarge(actions, g); ok {
		return v
	}
	return whole(actions, g, nil)
}

// parsing parses what a call makes of a file; nil leaves it to the parser.
type parsing func(path string, lang source.Language, text []byte) *source.File

// whole judges a call by all of its files.
func whole(actions []call.Action, g Ground, ahead parsing) Verdict {
	j := judging{Ground: g}
	return j.judge(actions, ahead)
}

// judge judges a call by what the disk holds, or stands for it.
func (j *judging) judge(actions []call.Action, ahead parsing) Verdict {
	if j.parse = ahead; ahead == nil {
		j.parse = parser.Parse
	}
	j.texts, j.ways, j.actions = map[string][]byte{}, map[string]way{}, actions
	j.gather(actions)
	if len(j.paths) == 0 {
		return Verdict{Decision: Allow}
	}
	j.state = statemap.New(hydrate.Options{}, j.text)
	rules := decide.NewGround(j.state, statemap.NewPending(), j.Limits, func() bool { return false })
	for _, path := range j.paths {
		j.adopt(rules, path)
	}
	made := []resolve.Made{{ID: callID, Actions: actions, Folder: j.Folder}}
	j.found = resolve.Calls(made, j.Roots, resolve.Context{Map: j.state, Disk: j.Disk, Parse: ahead})
	return j.verdict(rules.Plan(j.found, decide.Writer{
		Origin: event.ByModel, Episode: callID, Finish: finished, Acknowledged: func(string, string) bool { return true }, // see unseen
	}, j.Disk))
}

const (
	// callID stands for the id of the call under judgement, which no row ever names.
	callID = "guard"
	// finished is the end of a reply whose calls are run, in the words of the gates.
	finished = "tool_calls"
)

// way is how a call changes a file.
type way struct {
	// whole reports whether it brings all of the file, so that it takes away what it
	// leaves out; part, whether it brings all of a definition. Of any other edit the old
	// text names what goes.
	whole, part bool
	content     []byte // of a whole file
}

// judging is one call under judgement.
type judging struct {
	Ground
	actions []call.Action
	parse   parsing
	paths   []string // canonical, in the order of the call
	ways    map[string]way
	state   *statemap.Map // the files as the disk holds them
	texts   map[string][]byte
	found   resolve.Result
	part    *oneChange // the change, where the disk stands for but a part of its file
}

func (j *judging) text(hash string) ([]byte, error) {
	if text, ok := j.texts[hash]; ok {
		return text, nil
	}
	return nil, event.ErrNotFound
}

// gather notes the files that the call changes and how.
func (j *judging) gather(actions []call.Action) {
	for _, a := range actions {
		if a.Kind != call.Change {
			continue
		}
		path, err := block.CleanPathIn(j.Folder, a.Change.Path, j.Roots...)
		if err != nil {
			continue
		}
		if !slices.Contains(j.paths, path) {
			j.paths = append(j.paths, path)
		}
		w := j.ways[path]
		switch a.Change.Op {
		case edit.Write:
			w = way{whole: true, content: a.Change.Content}
		case edit.Define:
			w.part = true
		}
		j.ways[path] = w
	}
}

// adopt takes what the disk holds of a file for the truth, as the operator could.
func (j *judging) adopt(rules *decide.Ground, path string) {
	file := j.Disk.File(path)
	if file == nil || file.Refused != "" {
		return
	}
	batch := rules.Batch(callID)
	for i := range file.Symbols {
		batch.Symbol(file, i, file.Symbols[i], nil)
	}
	for _, blob := range batch.Blobs {
		j.texts[event.Hash(blob)] = blob
	}
	recorded := map[string]event.Artifact{}
	for _, ev := range batch.Events {
		switch ev := ev.(type) {
		case event.ArtifactRecorded:
			recorded[ev.Artifact] = statemap.Recorded(ev)
		case event.ArtifactPromoted:
			a := recorded[ev.Artifact]
			a.Grant = ev.Grant
			j.state.Promote(a, ev)
		}
	}
}

// unseen reports whether an artifact replaces what the model has not seen. An edit that
// fits has proven that it has.
func (j *judging) unseen(a *resolve.Artifact) bool {
	w := j.ways[a.Path]
	return j.Unseen != nil && (w.whole || w.part) && j.state.Get(a.Entity) != nil && j.Unseen(a.Entity, decide.ContentHash(a))
}

// symbols returns how many top-level symbols a file has.
func symbols(file *source.File) (n int) {
	for i := range file.Symbols {
		if file.Symbols[i].Top && file.Symbols[i].Name != source.Whole {
			n++
		}
	}
	return n
}
