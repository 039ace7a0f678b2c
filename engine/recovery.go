package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"holdfast/engine/recovery"
	"holdfast/engine/sessions"
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

// recovering is a document that is about to be recovered from.
type recovering struct {
	*recovery.Examination
	session *session
}

// examineDocument reads a document and holds it against the active session.
func (e *Engine) examineDocument(ctx context.Context, text []byte) (*recovering, error) {
	if err := e.CatchUp(ctx); err != nil {
		return nil, err
	}
	if e.ReadOnly() != "" {
		if err := e.Mend(ctx); err != nil {
			return nil, err
		}
	}
	s := e.active()
	x, err := recovery.Examine(ctx, text, recovery.Ground{
		DB: e.db, Lineage: e.lineage(s), Map: s.Map, Disk: e.diskNow(), Doubt: e.ReadOnly(), Kept: e.Kept(),
	})
	if err != nil {
		return nil, err
	}
	if len(x.Faults) == 0 {
		x.Beyond, err = e.beyond(ctx, s)
	}
	return &recovering{x, s}, err
}

// lineage lists the ids of a session and of those that it was forked from, the
// nearest first.
func (e *Engine) lineage(s *session) (ids []string) {
	for ; s != nil; s = e.sessionByID(s.About().Parent) {
		ids = append(ids, s.ID)
	}
	return ids
}

// beyond says what a block does not hold of a session.
func (e *Engine) beyond(ctx context.Context, s *session) (string, error) {
	lost := e.ReadOnly() != ""
	has, err := e.said.Count(ctx, s.ID)
	if err != nil && !lost && !errors.Is(err, event.ErrNotFound) {
		return "", err
	}
	return recovery.Beyond(has, e.cfg.Workspace.Root, lost), nil
}
