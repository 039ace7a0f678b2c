package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/parser/source"
	"holdfast/store"
)

// Recovery is what a pasted document would do to the active session, entity by
// entity.
type Recovery struct {
	// Faults are why the document is refused; nothing else is set then.
	Faults []canon.Fault
	// Kind, Seq and Hash name the state in the document.
	Kind canon.Kind
	Seq  int64
	Hash string
	// Decision is that of a delta, empty for a bare state.
	Decision canon.Decision
	Plan     canon.Plan
}

// RecoveryPlan reads a SESSION_STATE or CANON_STATE_DELTA out of pasted text,
// validates it, and tells what Recover would do. It changes nothing.
func (e *Engine) RecoveryPlan(ctx context.Context, text []byte) (Recovery, error) {
	r, err := e.recovery(ctx, text)
	if err != nil {
		return Recovery{}, err
	}
	return r.Recovery, nil
}

// Recover restores the active session from the document in pasted text, in one
// commit, and ends read-only mode. It does what was shown: where anything of it
// has moved since, it fails with ErrChanged and changes nothing, as it does
// where the document is not valid.
func (e *Engine) Recover(ctx context.Context, text []byte, shown Recovery) error {
	r, err := e.recovery(ctx, text)
	if err != nil {
		return err
	}
	if len(r.Faults) > 0 {
		return fmt.Errorf("the document is not valid: %s", r.Faults[0])
	}
	if !reflect.DeepEqual(r.Recovery, shown) {
		return fmt.Errorf("the recovery from state %d: %w", r.Seq, ErrChanged)
	}
	blobs, events, err := r.batch(ctx)
	if err != nil {
		return err
	}
	return e.declare(ctx, r.session, blobs, events)
}

// declare commits the operator's word on what a session stands on, which ends
// read-only mode, and emits its delta.
func (e *Engine) declare(ctx context.Context, s *session, blobs [][]byte, events []store.Event) error {
	doubt := e.ReadOnly()
	err := s.write(ctx, blobs, events)
	switch {
	case doubt != "" && (errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrCorrupt)):
		return fmt.Errorf("the database is too damaged to go on with (%w): move .holdfast/holdfast.db and its companions away and recover again; what the disk holds comes back", err)
	case errors.Is(err, store.ErrConflict):
		return fmt.Errorf("session %s: %w", s.name(), ErrChanged)
	}
	if err != nil {
		return err
	}
	if doubt != "" {
		err = errors.Join(e.endOthers(ctx, s, doubt), e.trust(ctx))
	}
	s.emit(ctx)
	s.verify(s.state.sorted())
	e.emitState()
	return err
}

// recovery is a document under examination.
type recovery struct {
	Recovery
	session  *session
	document *canon.Document
	doubt    string // why the session is not trusted, "" if it is
	sources  map[string]versions
	disk     *reading
}

// versions are the artifacts that hold a content: each by its ledger row.
type versions struct {
	any   int64            // the newest
	exact map[string]int64 // the newest of an entity
}

func (e *Engine) recovery(ctx context.Context, text []byte) (*recovery, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	r := &recovery{session: e.active(), doubt: e.ReadOnly(), disk: e.diskNow()}
	document, faults := canon.Read(text, canon.Any)
	if len(faults) == 0 {
		faults = canon.Validate(document, nil)
	}
	if len(faults) > 0 {
		r.Faults = faults
		return r, nil
	}
	r.document = document
	if err := r.identify(); err != nil {
		return nil, err
	}
	if r.Faults = r.follows(ctx); len(r.Faults) > 0 {
		r.Recovery = Recovery{Faults: r.Faults}
		return r, nil
	}
	return r, r.plan(ctx)
}

// identify names the state in the document.
func (r *recovery) identify() (err error) {
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
func (r *recovery) follows(ctx context.Context) []canon.Fault {
	if r.Seq > lastSeq {
		return []canon.Fault{{Path: "current_state.state_seq", Text: fmt.Sprintf("is %d, and no session can go on from there", r.Seq)}}
	}
	if r.doubt != "" {
		return nil
	}
	const elsewhere = "the block was altered, or it is of another session or workspace: recover that in a session of its own"
	var faults []canon.Fault
	known := func(seq int64) string {
		c, err := r.session.engine.db.Canon(ctx, r.session.id, seq)
		if err != nil {
			return "" // none, or what cannot be read is no measure either
		}
		return c.Hash
	}
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

// plan compares the document with the Vault, the disk and the State Map.
func (r *recovery) plan(ctx context.Context) error {
	s, state := r.session, r.document.State()
	current := map[string]string{}
	for _, e := range s.state.sorted() {
		current[e.Key] = e.hash()
		if r.doubt != "" {
			current[e.Key] = "" // what it holds is not believed
		}
	}
	wanted := make(map[string]bool, len(state.LastPersistentArtifacts))
	for _, a := range state.LastPersistentArtifacts {
		if current[a.PathOrLabel] != a.ArtifactID {
			wanted[a.ArtifactID] = true
		}
	}
	r.sources = map[string]versions{}
	err := s.engine.db.Versions(ctx, func(row int64, entity, hash string) error {
		if wanted[hash] {
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
	r.Plan = canon.NewPlan(state, func(hash string) bool { return r.vaultHas(ctx, hash) }, r.onDisk, current)
	return ctx.Err()
}

// vaultHas tells whether a content can be restored: its bytes are in the Vault,
// and are what they were.
func (r *recovery) vaultHas(ctx context.Context, hash string) bool {
	v, ok := r.sources[hash]
	if !ok {
		return false
	}
	a, err := r.session.engine.db.ArtifactAt(ctx, v.any)
	for _, blob := range []string{a.Hash, a.Text} {
		if err == nil {
			_, err = r.session.engine.db.Blob(ctx, blob)
		}
	}
	return err == nil
}

// onDisk gives the contents of a file, by symbol.
func (r *recovery) onDisk(path string) (map[string]string, error) {
	file := r.disk.File(path)
	if file == nil {
		report := r.disk.check(etv.Expectation{Path: path})
		if report.Status == etv.Missing {
			return nil, fs.ErrNotExist
		}
		return nil, errors.New(report.Why)
	}
	symbols := make(map[string]string, len(file.Symbols)+1)
	symbols[source.Whole] = symbolOf(file, source.Whole).Hash
	for _, sym := range file.Symbols {
		symbols[sym.Name] = sym.Hash
	}
	return symbols, nil
}

// report is the gate report of everything that is recovered.
func (r *recovery) report(from string) store.GateReport {
	return store.GateReport{Decision: gates.Promote, Grant: gates.GrantRecovery, Checks: []store.Check{{
		Name: "operator", Gate: gates.GateB, Pass: true, Detail: fmt.Sprintf("recovered by the operator from %s %d, its content %s", r.Kind, r.Seq, from),
	}}}
}

// batch is everything that the plan does, as an episode of its own. Where the
// session was not trusted, all of it ends before the word that says so, and only
// what comes after that word is believed.
func (r *recovery) batch(ctx context.Context) ([][]byte, []store.Event, error) {
	s, id := r.session, r.session.engine.newID()
	events := append(s.creation(), store.EpisodeOpened{Episode: id, Kind: "operator", Format: "recovery"})
	word := r.word()
	if r.doubt != "" {
		events = append(append(events, s.ending(rebuild.ByRecovery, "the session was recovered, and what it held is not trusted")...), word)
	} else {
		events = append(append(events, word), r.leaving()...)
	}
	a := s.adoption(id)
	a.origin, a.closed = store.ByRecovery, r.doubt != ""
	for _, step := range r.Plan.Restored {
		if err := r.restore(ctx, a, step); err != nil {
			return nil, nil, err
		}
	}
	a.report = r.report("is on the disk")
	for _, step := range r.Plan.Healed {
		file := r.disk.File(step.Path)
		a.symbol(file, positionOf(file, step.Symbol), *symbolOf(file, step.Symbol), r.stands(step.Key))
	}
	events = append(append(events, a.events...), store.EpisodeClosed{Episode: id, Status: "closed"})
	return append(a.blobs, r.document.Text), events, nil
}

// word is the event that says what the session was recovered from.
func (r *recovery) word() store.SessionRecovered {
	s := r.session
	s.chain.mu.Lock()
	last := s.chain.last
	s.chain.mu.Unlock()
	word := store.SessionRecovered{
		Document: store.Hash(r.document.Text), Kind: string(r.Kind), Number: r.Seq, State: r.Hash,
		Continues: last.Row == 0 || r.doubt != "" && r.Seq > last.Number, Overruled: s.engine.overruled(),
	}
	for _, step := range r.Plan.Missing {
		word.Missing = append(word.Missing, store.LostEntity{Entity: step.Key, Artifact: step.Hash, Reason: step.Reason})
	}
	return word
}

// overruled is the distrust that the operator's word ends, empty for none.
func (e *Engine) overruled() store.Overruled {
	claim := e.db.Claim()
	return store.Overruled{Doubt: e.ReadOnly(), HeadSeq: claim.Seq, HeadHash: claim.Hash}
}

// creation begins the Ledger of a session that was lost with its database.
func (s *session) creation() []store.Event {
	if s.recorded() {
		return nil
	}
	return []store.Event{store.SessionCreated{ID: s.id, Name: s.name()}}
}

// recorded tells that the database has the session.
func (s *session) recorded() bool {
	_, err := s.engine.db.Session(context.Background(), s.id)
	return !errors.Is(err, store.ErrNotFound)
}

// ending ends everything that a session holds.
func (s *session) ending(by, reason string) []store.Event {
	var events []store.Event
	for _, w := range s.pending.in(everywhere) {
		events = append(events, store.ArtifactClosed{Artifact: w.id, Entity: w.entity, By: "engine", Reason: reason})
	}
	for _, e := range s.state.sorted() {
		events = append(events, store.EntityTombstoned{Entity: e.Key, Artifact: e.artifact, By: by, Reason: reason})
	}
	return events
}

// leaving takes out of the State Map what the document lacks, and what it holds
// in a version that is lost.
func (r *recovery) leaving() []store.Event {
	var events []store.Event
	for _, list := range [][]canon.Step{r.Plan.Dropped, r.Plan.Missing} {
		for _, step := range list {
			if e := r.session.state.get(step.Key); e != nil {
				events = append(events, r.session.invalidate(e.Key, "the session was recovered")...)
				events = append(events, store.EntityTombstoned{Entity: e.Key, Artifact: e.artifact, By: rebuild.ByRecovery, Reason: "the session was recovered: " + step.Reason})
			}
		}
	}
	return events
}

// stands is the entry that a recovered version replaces, nil for none.
func (r *recovery) stands(key string) *entry {
	if r.doubt != "" {
		return nil // all of it was ended
	}
	return r.session.state.get(key)
}

// restore records a content of the Vault anew, as the version that a document
// names.
func (r *recovery) restore(ctx context.Context, a *adoption, step canon.Step) error {
	v := r.sources[step.Hash]
	row, ok := v.exact[step.Key]
	if !ok {
		row = v.any
	}
	from, err := r.session.engine.db.ArtifactAt(ctx, row)
	if err != nil {
		return err
	}
	if from.Entity != step.Key { // the same content in another place
		from.Entity, from.Path, from.Symbol, from.Container = step.Key, step.Path, step.Symbol, containerOf(step.Symbol)
	}
	if !a.closed {
		a.events = append(a.events, a.invalidate(step.Key, "the session was recovered")...)
	}
	a.again(from, r.report("is in the Vault as artifact "+from.ID), r.disk.check(candidate(step.Path, step.Symbol, from.Hash, from.Structure)), r.stands(step.Key))
	return nil
}

// containerOf is the part of a symbol's name before its last.
func containerOf(symbol string) string {
	return symbol[:max(0, strings.LastIndexByte(symbol, '.'))]
}

// positionOf is where a symbol stands in the order of its file.
func positionOf(file *source.File, symbol string) int {
	for i := range file.Symbols {
		if file.Symbols[i].Name == symbol {
			return i
		}
	}
	return 0
}

// ErrTrusted refuses a fresh start where there is no reason for one.
var ErrTrusted = errors.New("what is recorded is sound")

// FreshStart ends read-only mode without a document: everything that the
// sessions held leaves their State Maps, since none of it can be trusted. It can
// be restored or adopted again. Where all is well it is refused.
func (e *Engine) FreshStart(ctx context.Context) error {
	if e.ReadOnly() == "" {
		return fmt.Errorf("%w: there is no reason for a fresh start", ErrTrusted)
	}
	s := e.active()
	events := append(s.creation(), s.ending("operator", freshStart)...)
	return e.declare(ctx, s, nil, append(events, store.FreshStarted{Overruled: e.overruled()}))
}

// endOthers empties the other sessions of a database that is not trusted: each
// can be recovered from a block of its own.
func (e *Engine) endOthers(ctx context.Context, active *session, doubt string) error {
	for _, s := range e.allSessions() {
		if s == active {
			continue
		}
		events := append(s.ending("operator", freshStart), store.FreshStarted{Overruled: store.Overruled{Doubt: doubt}})
		if err := s.write(ctx, nil, events); err != nil {
			return fmt.Errorf("session %s could not begin anew: %w", s.name(), err)
		}
	}
	return nil
}

const freshStart = "a fresh start was declared"

// endsDistrust tells that an event is the operator's word on what is believed.
func endsDistrust(ev store.Event) bool {
	switch ev := ev.(type) {
	case store.SessionRecovered:
		return ev.Overruled.Doubt != ""
	case store.FreshStarted:
		return ev.Overruled.Doubt != ""
	}
	return false
}

// again records the content of an artifact as a new one, by the operator's word.
func (a *adoption) again(from store.Artifact, report store.GateReport, disk etv.Report, replaces *entry) {
	rec := store.ArtifactRecorded{
		Artifact: artifactID(a.episode, len(a.events), from.Entity, from.Hash), Episode: a.episode, Entity: from.Entity, Path: from.Path,
		Symbol: from.Symbol, Language: from.Language, Kind: from.Kind, Hash: from.Hash, Structure: from.Structure, Text: from.Text,
		Block: from.Block, Position: from.Position, Method: from.Method, Nodes: from.Nodes, Tokens: from.Tokens, Errors: from.Errors,
		Count: from.Count, Top: from.Top, Container: from.Container, Confidence: store.Confirmed, Convention: string(a.origin), Origin: a.origin,
		Gates: report,
	}
	a.events = append(a.events, rec)
	a.events = append(a.events, store.ArtifactPromoted{
		Artifact: rec.Artifact, Entity: rec.Entity, Supersedes: artifactOf(replaces), Episode: a.episode, Grant: report.Grant, Gates: report,
		Disk: diskWord(disk), Persisted: holds(disk),
	})
}
