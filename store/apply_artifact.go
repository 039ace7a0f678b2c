package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"holdfast/store/event"
)

// recordArtifact introduces an artifact: PROPOSED, like all (TSLP 5).
func (w *writer) recordArtifact(ctx context.Context, s step, e event.ArtifactRecorded) error {
	if e.Artifact == "" || e.Entity == "" || (e.Hash == "" && !e.Removes) {
		return fmt.Errorf("%w: artifact %q of entity %q with content %q lacks a part", event.ErrInvalid, e.Artifact, e.Entity, e.Hash)
	}
	gates, err := e.Gates.Canonical()
	if err != nil {
		return err
	}
	_, err = w.exec(ctx, `INSERT INTO artifact (seq, session, id, episode, turn, entity, path, symbol, language, kind,
		container, hash, structure, text, block, position, method, nodes, tokens, errors, count, top, confidence,
		convention, origin, waits_for_disk, removes, created, from_session, from_artifact, call,
		state, state_seq, changed, version, granted, disk, ended_by, reason, gates)
		VALUES (?1, ?2, ?3, nullif(?4, ''), ifnull((SELECT turn FROM episode WHERE session = ?2 AND id = ?4), 0),
		?5, ?6, ?7, ?8, ?9, ?10, nullif(?11, ''), ?12, nullif(?13, ''), nullif(?14, ''), ?15, ?16, ?17, ?18, ?19, ?20, ?21,
		?22, ?23, ?24, ?25, ?26, ?27, nullif(?29, ''), nullif(?30, ''), ?31, 'PROPOSED', ?1, ?27, 0, '', '', '', '', ?28)`,
		s.seq, s.session, e.Artifact, e.Episode, e.Entity, e.Path, e.Symbol, e.Language, e.Kind,
		e.Container, e.Hash, e.Structure, e.Text, e.Block, e.Position, e.Method, e.Nodes, e.Tokens, e.Errors, e.Count, e.Top,
		string(e.Confidence), e.Convention, string(e.Origin), e.WaitsForDisk, e.Removes, s.at, gates,
		e.FromSession, e.FromArtifact, e.Call)
	switch {
	case isUnique(err):
		return fmt.Errorf("artifact %s %w", e.Artifact, event.ErrExists)
	case isConstraint(err):
		return fmt.Errorf("%w: artifact %s of %s in episode %q: %v", event.ErrInvalid, e.Artifact, e.Entity, e.Episode, err)
	}
	return explain("record an artifact", err)
}

// promote supersedes, then promotes, then changes the map: in any other order
// two artifacts would be the truth at once, or the map would name one that
// is not.
func (w *writer) promote(ctx context.Context, s step, e event.ArtifactPromoted) error {
	gates, err := e.Gates.Canonical()
	if err != nil {
		return err
	}
	if e.Supersedes != "" {
		if err := w.supersede(ctx, s, e); err != nil {
			return err
		}
	}
	last, err := w.lastEnded(ctx, s.session, e.Entity)
	if err != nil {
		return err
	}
	n, err := w.exec(ctx, `UPDATE artifact SET state = 'AUTHORITATIVE', state_seq = ?1, changed = ?2, granted = ?3, disk = ?4, gates = ?5,
		persisted = iif(?9, ?1, NULL), acknowledged = iif(?10, ?4, ''), bases = ?11,
		version = 1 + (SELECT max(max(version), ?12) FROM artifact WHERE session = ?6 AND entity = ?8)
		WHERE session = ?6 AND id = ?7 AND entity = ?8 AND state = 'PROPOSED'`,
		s.seq, s.at, e.Grant, e.Disk, gates, s.session, e.Artifact, e.Entity, e.Persisted, e.Acknowledged, basesText(e.Bases), last)
	if isUnique(err) {
		return w.conflict(ctx, s.session, e.Entity, e.Supersedes)
	}
	if isConstraint(err) {
		return fmt.Errorf("%w: promote artifact %s: %v", event.ErrInvalid, e.Artifact, err)
	}
	if err != nil {
		return explain("promote an artifact", err)
	}
	if n != 1 {
		return w.notIn(ctx, s.session, e.Entity, e.Artifact, event.Proposed)
	}
	return w.mapTo(ctx, s, e)
}

// basesText are the bases of a copy as they stand in a projection.
func basesText(bases []string) string { return strings.Join(bases, " ") }

// supersede ends the artifact that is replaced, if it still is the truth.
func (w *writer) supersede(ctx context.Context, s step, e event.ArtifactPromoted) error {
	n, err := w.exec(ctx, `UPDATE artifact SET state = 'SUPERSEDED', state_seq = ?, changed = ?, reason = ?
		WHERE session = ? AND id = ? AND entity = ? AND state = 'AUTHORITATIVE'`,
		s.seq, s.at, supersededBy(e.Artifact), s.session, e.Supersedes, e.Entity)
	if err != nil {
		return explain("supersede an artifact", err)
	}
	if n != 1 {
		return w.conflict(ctx, s.session, e.Entity, e.Supersedes)
	}
	return nil
}

// supersededBy is the reason for which a replaced artifact ended.
func supersededBy(artifact string) string { return "superseded by " + artifact }

// mapTo points the State Map at the artifact that was promoted.
func (w *writer) mapTo(ctx context.Context, s step, e event.ArtifactPromoted) error {
	const set = `SELECT session, entity, path, position, seq, hash, ?1 FROM artifact WHERE session = ?2 AND id = ?3`
	query := `INSERT INTO state_map (session, entity, path, position, artifact, hash, updated_seq) ` + set
	if e.Supersedes != "" {
		query = `UPDATE state_map SET (session, entity, path, position, artifact, hash, updated_seq) = (` + set + `)
			WHERE session = ?2 AND entity = ?4`
	}
	args := []any{s.seq, s.session, e.Artifact}
	if e.Supersedes != "" {
		args = append(args, e.Entity)
	}
	n, err := w.exec(ctx, query, args...)
	if err == nil && n != 1 {
		return fmt.Errorf("the State Map is %w: it lacks %s, which has an AUTHORITATIVE artifact; run holdfast verify", event.ErrCorrupt, e.Entity)
	}
	return explain("change the State Map", err)
}

// closeArtifact ends a proposal without promotion.
func (w *writer) closeArtifact(ctx context.Context, s step, e event.ArtifactClosed) error {
	n, err := w.exec(ctx, `UPDATE artifact SET state = 'TOMBSTONED', state_seq = ?, changed = ?, ended_by = ?, reason = ?
		WHERE session = ? AND id = ? AND entity = ? AND state = 'PROPOSED'`,
		s.seq, s.at, e.By, e.Reason, s.session, e.Artifact, e.Entity)
	if err != nil {
		return explain("close a proposal", err)
	}
	if n != 1 {
		return w.notIn(ctx, s.session, e.Entity, e.Artifact, event.Proposed)
	}
	return nil
}

// audit notes what the shadow audit said of an artifact that has not ended.
func (w *writer) audit(ctx context.Context, s step, e event.ShadowAudited) error {
	n, err := w.exec(ctx, `UPDATE artifact SET audit = ?
		WHERE session = ? AND id = ? AND entity = ? AND state IN ('PROPOSED', 'AUTHORITATIVE')`,
		string(e.Status), s.session, e.Artifact, e.Entity)
	if isConstraint(err) {
		return fmt.Errorf("%w: an audit of artifact %s says %q", event.ErrInvalid, e.Artifact, e.Status)
	}
	if err != nil {
		return explain("note an audit", err)
	}
	if n != 1 {
		return w.notIn(ctx, s.session, e.Entity, e.Artifact, "PROPOSED or AUTHORITATIVE")
	}
	return nil
}

// tombstone ends an entity: it leaves the State Map, its artifacts stay in the
// Vault (TSLP 9.2).
func (w *writer) tombstone(ctx context.Context, s step, e event.EntityTombstoned) error {
	n, err := w.exec(ctx, `UPDATE artifact SET state = 'TOMBSTONED', state_seq = ?, changed = ?, ended_by = ?, reason = ?
		WHERE session = ? AND id = ? AND entity = ? AND state = 'AUTHORITATIVE'`,
		s.seq, s.at, e.By, e.Reason, s.session, e.Artifact, e.Entity)
	if err != nil {
		return explain("tombstone an entity", err)
	}
	if n != 1 {
		return w.conflict(ctx, s.session, e.Entity, e.Artifact)
	}
	n, err = w.exec(ctx, `DELETE FROM state_map WHERE session = ? AND entity = ?`, s.session, e.Entity)
	if err == nil && n != 1 {
		return fmt.Errorf("the State Map is %w: it lacks %s, which had an AUTHORITATIVE artifact; run holdfast verify", event.ErrCorrupt, e.Entity)
	}
	return explain("change the State Map", err)
}

// persist notes that the disk holds the entity's truth. What was acknowledged
// to differ before is over with that.
func (w *writer) persist(ctx context.Context, s step, e event.EntityPersisted) error {
	n, err := w.exec(ctx, `UPDATE artifact SET persisted = ifnull(persisted, ?1), acknowledged = ''
		WHERE session = ?2 AND id = ?3 AND entity = ?4 AND state = 'AUTHORITATIVE'`, s.seq, s.session, e.Artifact, e.Entity)
	return w.onTruth(ctx, s, n, err, e.Entity, e.Artifact)
}

// acknowledge notes the disk version that the operator knows to differ.
func (w *writer) acknowledge(ctx context.Context, s step, e event.EntityAcknowledged) error {
	if (e.Disk == "") != e.Withdrawn {
		return fmt.Errorf("%w: it acknowledges no disk version of %s", event.ErrInvalid, e.Entity)
	}
	n, err := w.exec(ctx, `UPDATE artifact SET acknowledged = ?
		WHERE session = ? AND id = ? AND entity = ? AND state = 'AUTHORITATIVE'`, e.Disk, s.session, e.Artifact, e.Entity)
	return w.onTruth(ctx, s, n, err, e.Entity, e.Artifact)
}

// onTruth ends a change of n rows that was to be one of the entity's
// authoritative artifact.
func (w *writer) onTruth(ctx context.Context, s step, n int64, err error, entity, artifact string) error {
	if err != nil {
		return explain("note what the disk holds", err)
	}
	if n != 1 {
		return w.conflict(ctx, s.session, entity, artifact)
	}
	return nil
}

// conflict says which artifact is the truth instead of the expected one.
func (w *writer) conflict(ctx context.Context, session, entity, expected string) error {
	var actual string
	err := w.row(ctx, `SELECT id FROM artifact WHERE session = ? AND entity = ? AND state = 'AUTHORITATIVE'`,
		[]any{session, entity}, &actual)
	if errors.Is(err, sql.ErrNoRows) {
		actual, err = "none", nil
		if a, i, looked := w.adopted(ctx, session, entity); looked != nil {
			err = looked
		} else if a != nil {
			actual = a.Artifact(i)
		}
	}
	if err != nil {
		return explain("compare the State Map", err)
	}
	return truthIsOther(entity, expected, actual)
}

// truthIsOther is that the truth of an entity is not what an event goes by.
func truthIsOther(entity, expected, actual string) error {
	return &event.ConflictError{Entity: entity, Detail: fmt.Sprintf("its authoritative artifact was to be %s and is %s", orNone(expected), actual)}
}

// notIn says why an artifact of an entity is not in the state that an event
// starts from.
func (w *writer) notIn(ctx context.Context, session, entity, id string, want event.State) error {
	var owner, state string
	err := w.row(ctx, `SELECT entity, state FROM artifact WHERE session = ? AND id = ?`, []any{session, id}, &owner, &state)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		if a, i, err := w.adopted(ctx, session, entity); err != nil {
			return err
		} else if a != nil && a.Artifact(i) == id {
			return &event.ConflictError{Entity: entity, Detail: fmt.Sprintf("artifact %s was to be %s and is AUTHORITATIVE", id, want)}
		}
		return fmt.Errorf("artifact %s of %s: %w", id, entity, event.ErrNotFound)
	case err != nil:
		return explain("look at an artifact", err)
	case owner != entity:
		return fmt.Errorf("%w: artifact %s belongs to %s, not to %s", event.ErrInvalid, id, owner, entity)
	}
	return &event.ConflictError{Entity: entity, Detail: fmt.Sprintf("artifact %s was to be %s and is %s", id, want, state)}
}
