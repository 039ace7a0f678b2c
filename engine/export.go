package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/delta"
	"holdfast/engine/sessions"
	"holdfast/store"
	"holdfast/store/event"
)

// Document is a file of an export.
type Document struct {
	Name    string
	Content []byte
}

// Export makes the files that tell the active session to people and to other
// programs: the three representations of the delta state (persistence model), and
// the SESSION_STATE and CANON_STATE_DELTA that the session is recovered from. The
// same state is the same bytes. In read-only mode there is no state to vouch for,
// and these two are left out. It calls progress, which may be nil, as it goes.
func (e *Engine) Export(ctx context.Context, progress func(stage string, done, total int64)) ([]Document, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	s := e.active()
	representations := []func(context.Context, *session) ([]Document, error){
		e.snapshotDocument, e.provenanceDocument, e.projectionDocuments, e.canonDocuments,
	}
	tell := counting(progress, stageCollect, len(representations))
	var out []Document
	for _, representation := range representations {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		docs, err := representation(ctx, s)
		if err != nil {
			return nil, fmt.Errorf("exporting session %s: %w", s.name(), err)
		}
		out = append(out, docs...)
		tell()
	}
	return out, nil
}

// Stages of an export, as it tells them to progress.
const (
	stageCollect = "collect"
	stageWrite   = "write"
)

// counting tells progress, which may be nil, of one more step of a stage each time
// that it is called.
func counting(progress func(stage string, done, total int64), stage string, total int) func() {
	done := int64(0)
	return func() {
		if done++; progress != nil {
			progress(stage, done, int64(total))
		}
	}
}

// snapshotName is the file of an export that the items are restored from.
const snapshotName = "snapshot.json"

// The other files whose names no projection gives.
const (
	provenanceName = "provenance.jsonl"
	stateName      = string(canon.SessionState) + ".json"
	deltaName      = string(canon.StateDelta) + ".json"
)

func (e *Engine) snapshotDocument(ctx context.Context, s *session) ([]Document, error) {
	n, err := s.talk.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	text, err := n.Serialize()
	return []Document{{snapshotName, text}}, err
}

func (e *Engine) provenanceDocument(ctx context.Context, s *session) ([]Document, error) {
	events, err := e.provenance(ctx, s)
	if err != nil {
		return nil, err
	}
	text, err := delta.WriteProvenance(events)
	return []Document{{provenanceName, text}}, err
}

// provenance is the log that makes the session's items: where they were restored
// from a snapshot, it begins with what that tells of their making.
func (e *Engine) provenance(ctx context.Context, s *session) ([]delta.Event, error) {
	var events []delta.Event
	err := e.deltaRows(ctx, s.id, func(r DeltaRecord, ev event.Event) error {
		if ev, ok := ev.(event.DeltaRestored); ok {
			n, err := restored(ctx, e.db, ev)
			if err != nil {
				return err
			}
			events, _ = n.Events()
		}
		if last := len(events) - 1; last < 0 || events[last].Seq < r.Seq {
			events = append(events, r.Event)
		}
		return nil
	})
	return events, err
}

func (e *Engine) projectionDocuments(ctx context.Context, s *session) ([]Document, error) {
	var out []Document
	err := s.talk.look(ctx, func(state *delta.State) error {
		for _, name := range Projections {
			text, err := e.rendered(ctx, s, name, state)
			if err != nil {
				return err
			}
			out = append(out, Document{name + ".md", []byte(text)})
		}
		return nil
	})
	return out, err
}

// canonDocuments are the head of the session's chain, whole and its state alone.
func (e *Engine) canonDocuments(ctx context.Context, s *session) ([]Document, error) {
	if e.ReadOnly() != "" {
		return nil, nil
	}
	d, err := s.head(ctx)
	if err != nil {
		return nil, err
	}
	state, err := d.CurrentState.Encode()
	if err != nil {
		return nil, err
	}
	delta, err := d.Encode()
	return []Document{{stateName, state}, {deltaName, delta}}, err
}

// ErrNotEmpty refuses to replace a session's items unasked.
var ErrNotEmpty = errors.New("the session has items already")

// Import makes the active session's items those of a snapshot.json. It fails
// with a *delta.VersionError for one of another version, and with ErrNotEmpty
// where the session has items, unless they are to be replaced; they stay in the
// log then, and are no items any more. It tells how many items there are now.
func (e *Engine) Import(ctx context.Context, snapshot []byte, replace bool) (int, error) {
	if err := e.catchUp(ctx); err != nil {
		return 0, err
	}
	n, err := delta.ParseSnapshot(snapshot)
	if err != nil {
		return 0, err
	}
	s := e.active()
	if err := sessions.Retry(func() error { return e.tryImport(ctx, s, n, snapshot, replace) }); err != nil {
		return 0, err
	}
	e.hub.Changed()
	return len(n.Items), nil
}

func (e *Engine) tryImport(ctx context.Context, s *session, n delta.Snapshot, text []byte, replace bool) error {
	t := &s.talk
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fold(ctx); err != nil {
		return err
	}
	if has := len(t.state.Items()); has > 0 && !replace {
		return fmt.Errorf("%w: %d in session %s; --replace puts those of the snapshot in their place", ErrNotEmpty, has, s.name())
	}
	return s.commit(ctx, [][]byte{text}, []event.Event{event.DeltaRestored{
		Number: int64(max(n.Seq, t.state.Seq()+1)), Snapshot: event.Hash(text), Items: len(n.Items), From: event.DeltaFromImport,
	}})
}

// copyOf is the event by which a fork begins with this session's items, and the
// blob that it names; nothing where there are none.
func (s *session) copyOf(ctx context.Context) ([]event.Event, [][]byte, error) {
	n, err := s.talk.snapshot(ctx)
	if err != nil || n.Seq == 0 {
		return nil, nil, err
	}
	text, err := n.Serialize()
	return []event.Event{event.DeltaRestored{
		Number: int64(n.Seq), Snapshot: event.Hash(text), Items: len(n.Items), From: event.DeltaFromFork,
	}}, [][]byte{text}, err
}

// verifyDeltas replays the delta log of every session through the reconciler:
// each event must make of the items what it says.
func verifyDeltas(ctx context.Context, db *store.DB) ([]event.Finding, error) {
	sessions, err := db.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	var found []event.Finding
	for _, s := range sessions {
		t := talk{db: db, session: s.ID}
		err := t.look(ctx, func(*delta.State) error { return nil })
		if ctx.Err() != nil {
			return found, ctx.Err()
		}
		if err != nil {
			found = append(found, event.Finding{
				Check: "deltas", Where: "session " + s.Name, Detail: strings.TrimPrefix(err.Error(), foldDoing+": "),
			})
		}
	}
	return found, nil
}

// verify proves a database, that it is the one which the workspace had last, and
// the logs in it that only the engine can replay. Where the database is damaged
// that is told alone.
func verify(ctx context.Context, db *store.DB, progress func(stage string, done, total int64)) ([]event.Finding, error) {
	found, err := db.Verify(ctx, progress)
	if err != nil {
		return found, err
	}
	if doubt := db.Distrust(); doubt != "" {
		found = append(found, event.Finding{Check: "head", Where: "HEAD", Detail: doubt})
	}
	states, err := rebuild.Verify(ctx, db, progress)
	if found = append(found, states...); err != nil || len(found) > 0 {
		return found, err
	}
	return verifyDeltas(ctx, db)
}
