package export

import (
	"context"
	"fmt"

	"holdfast/engine/canon"
	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/engine/sessions"
	"holdfast/engine/watch"
	"holdfast/store"
)

// Document is a file of an export.
type Document struct {
	Name    string
	Content []byte
}

// Exporter makes the files of an export.
type Exporter struct {
	book     *items.Book
	sessions *sessions.Sessions
	watcher  *watch.Watcher
	db       *store.DB // to be read
}

// New makes an exporter of the sessions of a database, with what was said in them and
// what the disk shows of them.
func New(book *items.Book, all *sessions.Sessions, watcher *watch.Watcher, db *store.DB) *Exporter {
	return &Exporter{book, all, watcher, db}
}

// progress is told how far an export is. It may be nil.
type progress func(stage string, done, total int64)

// at tells of steps of a stage that are done.
func (p progress) at(stage string, done, total int) {
	if p != nil {
		p(stage, int64(done), int64(total))
	}
}

// Stages of an export, as a caller is told of them.
const (
	stageCollect = "collect"
	stageWrite   = "write"
)

// Names of the files of an export that no projection names. Items are restored from
// the snapshot.
const (
	SnapshotName   = "snapshot.json"
	provenanceName = "provenance.jsonl"
	stateName      = string(canon.SessionState) + ".json"
	deltaName      = string(canon.StateDelta) + ".json"
)

// Export makes the files that tell the active session to people and to other
// programs: the three representations of the delta state (persistence model), and
// the SESSION_STATE and CANON_STATE_DELTA that the session is recovered from. The
// same state is the same bytes. In read-only mode these two are left out. It calls
// tell, which may be nil, as it goes.
func (e *Exporter) Export(ctx context.Context, tell func(stage string, done, total int64)) ([]Document, error) {
	if err := e.sessions.CatchUp(ctx); err != nil {
		return nil, err
	}
	s := e.sessions.Active()
	representations := []func(ctx context.Context, session string) ([]Document, error){e.snapshot, e.provenance, e.projections, e.canon}
	var out []Document
	for i, representation := range representations {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		docs, err := representation(ctx, s.ID)
		if err != nil {
			return nil, fmt.Errorf("exporting session %s: %w", s.Name(), err)
		}
		out = append(out, docs...)
		progress(tell).at(stageCollect, i+1, len(representations))
	}
	return out, nil
}

func (e *Exporter) snapshot(ctx context.Context, session string) ([]Document, error) {
	n, err := e.book.Snapshot(ctx, session)
	if err != nil {
		return nil, err
	}
	text, err := n.Serialize()
	return []Document{{SnapshotName, text}}, err
}

func (e *Exporter) provenance(ctx context.Context, session string) ([]Document, error) {
	events, err := e.book.Provenance(ctx, session)
	if err != nil {
		return nil, err
	}
	text, err := delta.WriteProvenance(events)
	return []Document{{provenanceName, text}}, err
}

func (e *Exporter) projections(ctx context.Context, session string) ([]Document, error) {
	pages, err := e.book.Pages(ctx, session)
	out := make([]Document, len(pages))
	for i, p := range pages {
		out[i] = Document{p.Name + ".md", []byte(p.Text)}
	}
	return out, err
}

// canon is the head of the session's chain, whole and its state alone. In read-only
// mode there is no state to vouch for.
func (e *Exporter) canon(ctx context.Context, session string) ([]Document, error) {
	if e.sessions.ReadOnly() != "" {
		return nil, nil
	}
	s, err := e.sessions.In(session)
	if err != nil {
		return nil, err
	}
	d, err := e.head(ctx, s)
	if err != nil {
		return nil, err
	}
	state, err := d.CurrentState.Encode()
	if err != nil {
		return nil, err
	}
	whole, err := d.Encode()
	return []Document{{stateName, state}, {deltaName, whole}}, err
}
