package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"holdfast/store/event"
)

// step is the ledger row whose effects are being written.
type step struct {
	session string
	seq     int64
	at      int64 // Unix milliseconds
}

// project writes what an event changes in the projections. It is the only
// code that does; the replay of Verify is written separately.
func (w *writer) project(ctx context.Context, s step, ev event.Event) error {
	if err := w.touch(ctx, s, ev); err != nil {
		return err
	}
	switch e := ev.(type) {
	case event.FileAdopted:
		return w.adoptFile(ctx, s, e)
	case event.FileTombstoned:
		return w.tombstoneFile(ctx, s, e)
	case event.EpisodeOpened:
		return w.openEpisode(ctx, s, e)
	case event.EpisodeClosed:
		return w.closeEpisode(ctx, s, e)
	case event.ArtifactRecorded:
		return w.recordArtifact(ctx, s, e)
	case event.ArtifactPromoted:
		return w.promote(ctx, s, e)
	case event.ArtifactClosed:
		return w.closeArtifact(ctx, s, e)
	case event.ShadowAudited:
		return w.audit(ctx, s, e)
	case event.ToolRan, event.ModelSaid, event.GuardDecided, event.GuardOverruled, event.CodeSettled, event.FreshStarted:
		return nil // evidence alone: the word itself is all there is to it
	case event.OperatorDecided:
		return checkDecision(e)
	case event.EntityTombstoned:
		return w.tombstone(ctx, s, e)
	case event.EntityPersisted:
		return w.persist(ctx, s, e)
	case event.EntityAcknowledged:
		return w.acknowledge(ctx, s, e)
	case event.CanonEmitted:
		return w.emitCanon(ctx, s, e)
	}
	return w.projectSession(ctx, s, ev)
}

// projectSession is project for what changes a session as a whole, or what was said in it.
func (w *writer) projectSession(ctx context.Context, s step, ev event.Event) error {
	switch e := ev.(type) {
	case event.SessionCreated:
		return w.createSession(ctx, s, e)
	case event.SessionForked:
		return w.finishFork(ctx, s, e)
	case event.SessionRenamed:
		return w.renameSession(ctx, s, e)
	case event.SessionActivated:
		return w.activateSession(ctx, s)
	case event.SessionArchived:
		return w.archiveSession(ctx, s)
	case event.SessionUnarchived:
		return w.unarchiveSession(ctx, s)
	case event.SessionRecovered:
		return w.recoverSession(ctx, s, e)
	case event.LossSettled:
		return w.settleLoss(ctx, s, e)
	case event.DeltaAccepted:
		return w.nextDelta(ctx, s, e.Number, false)
	case event.DeltaRejected:
		return w.nextDelta(ctx, s, e.Number, false)
	case event.DeltaCheckpoint:
		return w.nextDelta(ctx, s, e.Number, false)
	case event.DeltaRestored:
		return w.nextDelta(ctx, s, e.Number, true)
	}
	return fmt.Errorf("%w: nothing is known of what %T changes", event.ErrInvalid, ev)
}

// requireSession refuses events for a session that neither exists nor is
// created by the first of them.
func (w *writer) requireSession(ctx context.Context, p prepared) error {
	if len(p.entries) == 0 {
		return nil
	}
	if _, creates := p.entries[0].Event.(event.SessionCreated); creates {
		return nil
	}
	if w.sessions[p.session] {
		return nil
	}
	var one int
	err := w.row(ctx, `SELECT 1 FROM session WHERE id = ?`, []any{p.session}, &one)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("session %s: %w; create it first", p.session, event.ErrNotFound)
	}
	if err != nil {
		return explain("look for the session", err)
	}
	w.sessions[p.session] = true
	return nil
}

func (w *writer) openEpisode(ctx context.Context, s step, e event.EpisodeOpened) error {
	if e.Episode == "" {
		return fmt.Errorf("%w: it opens an episode without an id", event.ErrInvalid)
	}
	_, err := w.exec(ctx, `INSERT INTO episode (seq, session, id, conversation, turn, kind, opened, status)
		VALUES (?, ?, ?, ?, ?, ?, ?, 'open')`, s.seq, s.session, e.Episode, e.Conversation, e.Turn, e.Kind, s.at)
	if isUnique(err) {
		return fmt.Errorf("episode %s %w", e.Episode, event.ErrExists)
	}
	return explain("open an episode", err)
}

func (w *writer) closeEpisode(ctx context.Context, s step, e event.EpisodeClosed) error {
	if e.Status != event.EpisodeIsClosed && e.Status != event.EpisodeIsAborted {
		return fmt.Errorf("%w: an episode cannot end as %q", event.ErrInvalid, e.Status)
	}
	n, err := w.exec(ctx, `UPDATE episode SET status = ?, closed_seq = ?, closed = ?
		WHERE session = ? AND id = ? AND status = 'open'`, e.Status, s.seq, s.at, s.session, e.Episode)
	if err != nil {
		return explain("close an episode", err)
	}
	if n == 1 {
		return nil
	}
	var status string
	err = w.row(ctx, `SELECT status FROM episode WHERE session = ? AND id = ?`, []any{s.session, e.Episode}, &status)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("episode %s: %w", e.Episode, event.ErrNotFound)
	}
	if err != nil {
		return explain("close an episode", err)
	}
	return &event.ConflictError{Entity: "episode " + e.Episode, Detail: "it is " + status + " already"}
}
