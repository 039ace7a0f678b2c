package recovery

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"holdfast/engine/canon"
	"holdfast/engine/etv"
	"holdfast/engine/events"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store"
	"holdfast/store/event"
)

// Ground is what a document is measured by: a session as it stands, its database and
// the disk.
type Ground struct {
	DB *store.DB
	// Lineage are the ids of the session and of those that it was forked from, the
	// nearest first.
	Lineage []string
	Map     *statemap.Map
	Disk    *stale.Reading
	// Doubt and Kept are those of the Preview.
	Doubt, Kept string
}

// Examination is a document held against its Ground: the preview of its recovery, and
// where its contents are.
type Examination struct {
	Preview
	Document *canon.Document
	Disk     *stale.Reading

	ground  Ground
	sources map[string]versions
	// aside are artifacts that only a database which was put aside tells of, by
	// their content. The document vouches for them.
	aside  map[string]event.Artifact
	wanted map[string]bool // the contents that the document names and the map lacks
}

// versions are the artifacts that hold a content: each by its ledger row.
type versions struct {
	any   int64            // the newest
	exact map[string]int64 // the newest of an entity
}

// Examine reads a SESSION_STATE or CANON_STATE_DELTA out of pasted text and holds it
// against the ground. Where it is refused, the examination holds nothing but the faults.
// It changes nothing.
func Examine(ctx context.Context, text []byte, g Ground) (*Examination, error) {
	document, faults := canon.Read(text, canon.Any)
	if len(faults) == 0 {
		faults = canon.Validate(document, nil)
	}
	if len(faults) > 0 {
		return &Examination{Preview: Preview{Faults: faults}}, nil
	}
	x := &Examination{Preview: Preview{Doubt: g.Doubt, Kept: g.Kept}, Document: document, Disk: g.Disk, ground: g}
	if err := x.identify(); err != nil {
		return nil, err
	}
	if faults := x.follows(ctx); len(faults) > 0 {
		x.Preview = Preview{Faults: faults}
		return x, nil
	}
	return x, x.plan(ctx)
}

// identify names the state in the document.
func (x *Examination) identify() (err error) {
	x.Kind, x.Seq = x.Document.Kind, x.Document.State().StateSeq
	if d, ok := x.Document.Delta(); ok {
		x.Decision = d.Decision
	}
	x.Hash, err = x.Document.StateHash()
	return err
}

// lastSeq is the greatest seq that a chain can go on from: what follows it must
// be an integer that every JSON reader keeps exactly.
const lastSeq = 1<<53 - 2

// follows compares the document with the session's own chain, as far as that
// knows the states that the document names. A chain that is not trusted is no
// measure for anything.
func (x *Examination) follows(ctx context.Context) []canon.Fault {
	if x.Seq > lastSeq {
		return []canon.Fault{{Path: "current_state.state_seq", Text: fmt.Sprintf("is %d, and no session can go on from there", x.Seq)}}
	}
	if x.Doubt != "" {
		return nil
	}
	const elsewhere = "the block was altered, or it is of another session or workspace: recover that in a session of its own"
	var faults []canon.Fault
	of := x.lineage(ctx)
	known := func(seq int64) string { return x.stateHash(ctx, of, seq) }
	if hash := known(x.Seq); hash != "" && hash != x.Hash {
		path := "current_state"
		if x.Kind == canon.SessionState {
			path = "$"
		}
		faults = append(faults, canon.Fault{Path: path, Text: fmt.Sprintf("has the hash %s, but state %d of this session has %s; %s", x.Hash, x.Seq, hash, elsewhere)})
	}
	path, previous, hash := "last_state_hash", x.Seq-1, x.Document.State().LastStateHash
	if d, ok := x.Document.Delta(); ok {
		path, previous, hash = "basis.previous_hash", d.Basis.PreviousSeq, d.Basis.PreviousHash
	}
	if before := known(previous); before != "" && canon.IsHash(strings.ToLower(hash)) && strings.ToLower(hash) != before {
		faults = append(faults, canon.Fault{Path: path, Text: fmt.Sprintf("is %s, but state %d of this session has the hash %s; %s", hash, previous, before, elsewhere)})
	}
	return faults
}

// lineage is the session whose chain the document is measured by: its own, or
// the one of those that it was forked from which has emitted exactly this state.
func (x *Examination) lineage(ctx context.Context) string {
	for _, id := range x.ground.Lineage {
		if x.stateHash(ctx, id, x.Seq) == x.Hash {
			return id
		}
	}
	return x.ground.Lineage[0]
}

// stateHash is the hash of a session's state with a seq, "" where there is none;
// one that cannot be read is no measure either.
func (x *Examination) stateHash(ctx context.Context, session string, seq int64) string {
	c, err := x.ground.DB.Canon(ctx, session, seq)
	if err != nil {
		return ""
	}
	return c.Hash
}

// plan compares the document with the Vault, the disk and the State Map.
func (x *Examination) plan(ctx context.Context) error {
	state := x.Document.State()
	current := map[string]string{}
	for _, e := range x.ground.Map.Sorted() {
		current[e.Key()] = e.Hash()
		if x.Doubt != "" {
			current[e.Key()] = "" // what it holds is not believed
		}
	}
	x.wanted = make(map[string]bool, len(state.LastPersistentArtifacts))
	for _, a := range state.LastPersistentArtifacts {
		if current[a.PathOrLabel] != a.ArtifactID {
			x.wanted[a.ArtifactID] = true
		}
	}
	x.sources = map[string]versions{}
	err := x.ground.DB.Versions(ctx, func(row int64, entity, hash string) error {
		if x.wanted[hash] {
			v, ok := x.sources[hash]
			if !ok {
				v.exact = map[string]int64{}
			}
			v.any, v.exact[entity] = max(v.any, row), max(v.exact[entity], row)
			x.sources[hash] = v
		}
		return nil
	})
	if err != nil {
		return err
	}
	x.aside = map[string]event.Artifact{}
	x.ground.DB.Aside(ctx, func(rec event.ArtifactRecorded) {
		if _, known := x.sources[rec.Hash]; x.wanted[rec.Hash] && !known {
			x.aside[rec.Hash] = statemap.Recorded(rec)
		}
	})
	x.Plan = canon.NewPlan(state, func(hash string) bool { return x.vaultHas(ctx, hash) }, x.onDisk, current)
	x.quoteLines(ctx)
	return ctx.Err()
}

// vaultHas reports whether a content can be restored: its bytes are in the Vault,
// and are what they were.
func (x *Examination) vaultHas(ctx context.Context, hash string) bool {
	a, err := x.Source(ctx, "", hash)
	return err == nil && x.inVault(ctx, a.Hash) && x.inVault(ctx, a.Text)
}

// inVault reports whether the Vault holds a content, as it was.
func (x *Examination) inVault(ctx context.Context, hash string) bool {
	_, err := x.ground.DB.Blob(ctx, hash)
	return err == nil
}

// Source is an artifact with a content, that of the entity itself where there is
// one.
func (x *Examination) Source(ctx context.Context, entity, hash string) (event.Artifact, error) {
	v, ok := x.sources[hash]
	if !ok {
		a, ok := x.aside[hash]
		if !ok {
			return a, fmt.Errorf("an artifact with the content %s: %w", hash, event.ErrNotFound)
		}
		return a, nil
	}
	row, ok := v.exact[entity]
	if !ok {
		row = v.any
	}
	return x.ground.DB.ArtifactAt(ctx, row, hash, entity)
}

// quoted is of how many entities of a group the code is quoted.
const quoted = 500

// quoteLines gives the steps the first lines of their code, as far as it is at hand:
// what comes back from where that is, what stands as it stands.
func (x *Examination) quoteLines(ctx context.Context) {
	blob := func(hash string) string {
		text, err := x.ground.DB.Blob(ctx, hash)
		if err != nil {
			return "" // a preview does without it
		}
		return events.FirstLine(string(text))
	}
	stands := func(step canon.Step) string {
		if e := x.ground.Map.Get(step.Key); e != nil && x.Doubt == "" {
			return blob(e.TextHash())
		}
		return ""
	}
	for _, group := range []struct {
		steps []canon.Step
		line  func(canon.Step) string
	}{
		{x.Plan.Restored, func(step canon.Step) string { return blob(step.Hash) }},
		{x.Plan.Healed, func(step canon.Step) string {
			file := x.Disk.File(step.Path)
			return events.FirstLine(string(resolve.Text(file.Src, symbolOfStep(file, step))))
		}},
		{x.Plan.Dropped, stands}, {x.Plan.Unchanged, stands},
	} {
		for i := range min(len(group.steps), quoted) {
			group.steps[i].Line = group.line(group.steps[i])
		}
	}
}

// onDisk gives the contents of a file, by symbol.
func (x *Examination) onDisk(path string) (map[string]string, error) {
	file := x.Disk.File(path)
	if file == nil {
		report := x.Disk.Check(etv.Expectation{Path: path})
		if report.Status == etv.Missing {
			return nil, fs.ErrNotExist
		}
		return nil, errors.New(report.Why)
	}
	symbols := make(map[string]string, len(file.Symbols)+1)
	for _, sym := range file.Symbols {
		symbols[sym.Name] = sym.Hash
	}
	symbols[source.Whole] = stale.SymbolOf(file, source.Whole, "").Hash
	if rest := stale.SymbolOf(file, source.Whole, source.Rest); rest != nil && x.wanted[rest.Hash] {
		symbols[source.Whole] = rest.Hash
	}
	return symbols, nil
}

// symbolOfStep is the symbol of a step in the file that holds its content: a document does
// not say whether "*" is a file or the rest of it.
func symbolOfStep(file *source.File, step canon.Step) source.Symbol {
	if rest := stale.SymbolOf(file, step.Symbol, source.Rest); rest != nil && rest.Hash == step.Hash {
		return *rest
	}
	return *stale.SymbolOf(file, step.Symbol, "")
}
