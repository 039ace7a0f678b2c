package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"

	"holdfast/engine/canon"
	"holdfast/engine/etv"
	"holdfast/engine/events"
	"holdfast/engine/recovery"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// RecoveryPlan reads a SESSION_STATE or CANON_STATE_DELTA out of pasted text,
// validates it, and tells what Recover would do. It changes nothing.
func (e *Engine) RecoveryPlan(ctx context.Context, text []byte) (recovery.Preview, error) {
	r, err := e.examineDocument(ctx, text)
	if err != nil {
		return recovery.Preview{}, err
	}
	return r.Preview, nil
}

// Recover restores the active session from the document in pasted text, in one
// commit, and ends read-only mode. It does what was shown: where anything of it
// has moved since, it fails with ErrChanged and changes nothing, as it does
// where the document is not valid.
func (e *Engine) Recover(ctx context.Context, text []byte, shown recovery.Preview) error {
	r, err := e.examineDocument(ctx, text)
	if err != nil {
		return err
	}
	if len(r.Faults) > 0 {
		return fmt.Errorf("the document is not valid: %s", r.Faults[0])
	}
	does := r.Preview
	does.Beyond = shown.Beyond // what others than the document hold grows as turns are read, and is not done
	if !reflect.DeepEqual(does, shown) {
		return fmt.Errorf("the recovery from state %d: %w", r.Seq, sessions.ErrChanged)
	}
	blobs, events, err := r.batch(ctx)
	if err != nil {
		return err
	}
	return e.declare(ctx, r.session, blobs, events)
}

// recovering is a document under examination.
type recovering struct {
	recovery.Preview
	session  *session
	document *canon.Document
	sources  map[string]versions
	// aside are artifacts that only a database which was put aside tells of, by
	// their content. The document vouches for them.
	aside  map[string]event.Artifact
	wanted map[string]bool // the contents that the document names and the map lacks
	disk   *stale.Reading
}

// versions are the artifacts that hold a content: each by its ledger row.
type versions struct {
	any   int64            // the newest
	exact map[string]int64 // the newest of an entity
}

func (e *Engine) examineDocument(ctx context.Context, text []byte) (*recovering, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	if e.ReadOnly() != "" {
		if err := e.Mend(ctx); err != nil {
			return nil, err
		}
	}
	r := &recovering{session: e.active(), disk: e.diskNow()}
	document, faults := canon.Read(text, canon.Any)
	if len(faults) == 0 {
		faults = canon.Validate(document, nil)
	}
	if len(faults) > 0 {
		r.Faults = faults
		return r, nil
	}
	r.document, r.Doubt, r.Kept = document, e.ReadOnly(), e.record.kept()
	var err error
	if err = r.identify(); err != nil {
		return nil, err
	}
	if r.Faults = r.follows(ctx); len(r.Faults) > 0 {
		r.Preview = recovery.Preview{Faults: r.Faults}
		return r, nil
	}
	if r.Beyond, err = e.beyond(ctx, r.session); err != nil {
		return nil, err
	}
	return r, r.plan(ctx)
}

// identify names the state in the document.
func (r *recovering) identify() (err error) {
	r.Kind, r.Seq = r.document.Kind, r.document.State().StateSeq
	if d, ok := r.document.Delta(); ok {
		r.Decision = d.Decision
	}
	r.Hash, err = r.document.StateHash()
	return err
}

// lastSeq is the greatest seq that a chain can go on from: what follows it must
// be an integer that every JSON reader keeps exactly.
const lastSeq = 1<<53 - 2

// follows compares the document with the session's own chain, as far as that
// knows the states that the document names. A chain that is not trusted is no
// measure for anything.
func (r *recovering) follows(ctx context.Context) []canon.Fault {
	if r.Seq > lastSeq {
		return []canon.Fault{{Path: "current_state.state_seq", Text: fmt.Sprintf("is %d, and no session can go on from there", r.Seq)}}
	}
	if r.Doubt != "" {
		return nil
	}
	const elsewhere = "the block was altered, or it is of another session or workspace: recover that in a session of its own"
	var faults []canon.Fault
	of := r.lineage(ctx)
	known := func(seq int64) string { return r.stateHash(ctx, of, seq) }
	if hash := known(r.Seq); hash != "" && hash != r.Hash {
		path := "current_state"
		if r.Kind == canon.SessionState {
			path = "$"
		}
		faults = append(faults, canon.Fault{Path: path, Text: fmt.Sprintf("has the hash %s, but state %d of this session has %s; %s", r.Hash, r.Seq, hash, elsewhere)})
	}
	path, previous, hash := "last_state_hash", r.Seq-1, r.document.State().LastStateHash
	if d, ok := r.document.Delta(); ok {
		path, previous, hash = "basis.previous_hash", d.Basis.PreviousSeq, d.Basis.PreviousHash
	}
	if before := known(previous); before != "" && canon.IsHash(strings.ToLower(hash)) && strings.ToLower(hash) != before {
		faults = append(faults, canon.Fault{Path: path, Text: fmt.Sprintf("is %s, but state %d of this session has the hash %s; %s", hash, previous, before, elsewhere)})
	}
	return faults
}

// lineage is the session whose chain the document is measured by: its own, or
// the one of those that it was forked from which has emitted exactly this state.
func (r *recovering) lineage(ctx context.Context) string {
	e := r.session.engine
	for s := r.session; s != nil; s = e.sessionByID(s.about.Load().Parent) {
		if r.stateHash(ctx, s.id, r.Seq) == r.Hash {
			return s.id
		}
	}
	return r.session.id
}

// stateHash is the hash of a session's state with a seq, "" where there is none;
// one that cannot be read is no measure either.
func (r *recovering) stateHash(ctx context.Context, session string, seq int64) string {
	c, err := r.session.engine.db.Canon(ctx, session, seq)
	if err != nil {
		return ""
	}
	return c.Hash
}

// plan compares the document with the Vault, the disk and the State Map.
func (r *recovering) plan(ctx context.Context) error {
	s, state := r.session, r.document.State()
	current := map[string]string{}
	for _, e := range s.state.Sorted() {
		current[e.Key] = e.Hash()
		if r.Doubt != "" {
			current[e.Key] = "" // what it holds is not believed
		}
	}
	r.wanted = make(map[string]bool, len(state.LastPersistentArtifacts))
	for _, a := range state.LastPersistentArtifacts {
		if current[a.PathOrLabel] != a.ArtifactID {
			r.wanted[a.ArtifactID] = true
		}
	}
	r.sources = map[string]versions{}
	err := s.engine.db.Versions(ctx, func(row int64, entity, hash string) error {
		if r.wanted[hash] {
			v, ok := r.sources[hash]
			if !ok {
				v.exact = map[string]int64{}
			}
			v.any, v.exact[entity] = row, row
			r.sources[hash] = v
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.aside = map[string]event.Artifact{}
	s.engine.db.Aside(ctx, func(rec event.ArtifactRecorded) {
		if _, known := r.sources[rec.Hash]; r.wanted[rec.Hash] && !known {
			r.aside[rec.Hash] = statemap.Recorded(rec)
		}
	})
	r.Plan = canon.NewPlan(state, func(hash string) bool { return r.vaultHas(ctx, hash) }, r.onDisk, current)
	r.quote(ctx)
	return ctx.Err()
}

// vaultHas reports whether a content can be restored: its bytes are in the Vault,
// and are what they were.
func (r *recovering) vaultHas(ctx context.Context, hash string) bool {
	a, err := r.source(ctx, "", hash)
	return err == nil && r.inVault(ctx, a.Hash) && r.inVault(ctx, a.Text)
}

func (r *recovering) inVault(ctx context.Context, hash string) bool {
	_, err := r.session.engine.db.Blob(ctx, hash)
	return err == nil
}

// source is an artifact with a content, that of the entity itself where there is
// one.
func (r *recovering) source(ctx context.Context, entity, hash string) (event.Artifact, error) {
	v, ok := r.sources[hash]
	if !ok {
		a, ok := r.aside[hash]
		if !ok {
			return a, fmt.Errorf("an artifact with the content %s: %w", hash, event.ErrNotFound)
		}
		return a, nil
	}
	row, ok := v.exact[entity]
	if !ok {
		row = v.any
	}
	return r.session.engine.db.ArtifactAt(ctx, row)
}

// quoted is of how many entities of a group the code is quoted.
const quoted = 500

// quote gives the steps the first lines of their code, as far as it is at hand:
// what comes back from where that is, what stands as it stands.
func (r *recovering) quote(ctx context.Context) {
	blob := func(hash string) string {
		text, err := r.session.engine.db.Blob(ctx, hash)
		if err != nil {
			return "" // a preview does without it
		}
		return events.FirstLine(string(text))
	}
	stands := func(step canon.Step) string {
		if e := r.session.state.Get(step.Key); e != nil && r.Doubt == "" {
			return blob(e.TextHash())
		}
		return ""
	}
	for _, group := range []struct {
		steps []canon.Step
		line  func(canon.Step) string
	}{
		{r.Plan.Restored, func(step canon.Step) string { return blob(step.Hash) }},
		{r.Plan.Healed, func(step canon.Step) string {
			file := r.disk.File(step.Path)
			return events.FirstLine(string(resolve.Text(file.Src, symbolOfStep(file, step))))
		}},
		{r.Plan.Dropped, stands}, {r.Plan.Unchanged, stands},
	} {
		for i := range min(len(group.steps), quoted) {
			group.steps[i].Line = group.line(group.steps[i])
		}
	}
}

// onDisk gives the contents of a file, by symbol.
func (r *recovering) onDisk(path string) (map[string]string, error) {
	file := r.disk.File(path)
	if file == nil {
		report := r.disk.Check(etv.Expectation{Path: path})
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
	if rest := stale.SymbolOf(file, source.Whole, source.Rest); rest != nil && r.wanted[rest.Hash] {
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

// beyond says what a block does not hold of a session.
func (e *Engine) beyond(ctx context.Context, s *session) (string, error) {
	lost := e.ReadOnly() != ""
	has, err := e.said.Count(ctx, s.id)
	if err != nil && !lost && !errors.Is(err, event.ErrNotFound) {
		return "", err
	}
	return recovery.Beyond(has, e.cfg.Workspace.Root, lost), nil
}
