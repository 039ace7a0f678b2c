package store

import (
	"context"
	"fmt"

	"holdfast/store/event"
)

// CheckSessionName tells what is wrong with a name for a session, nil for
// nothing. A name can stand in a path as it is.
func CheckSessionName(name string) error {
	if !identifier.MatchString(name) || name == "." || name == ".." {
		return fmt.Errorf("%q is no name for a session: use 1 to 64 of the letters A-Z a-z 0-9 . _ -", name)
	}
	return nil
}

func (w *writer) createSession(ctx context.Context, s step, e event.SessionCreated) error {
	if e.ID != s.session || e.Copying && (e.Parent == "" || e.Name != e.ID) {
		return fmt.Errorf("%w: it creates session %q, named %q, in the stream of session %q", event.ErrInvalid, e.ID, e.Name, s.session)
	}
	if err := CheckSessionName(e.Name); err != nil {
		return fmt.Errorf("%w: %w", event.ErrInvalid, err)
	}
	_, err := w.exec(ctx, `INSERT INTO session (seq, id, name, parent, created, opened, activated)
		VALUES (?1, ?2, ?3, nullif(?4, ''), ?5, iif(?6, NULL, ?1), iif(EXISTS (SELECT 1 FROM session), NULL, ?1))`,
		s.seq, e.ID, e.Name, e.Parent, s.at, e.Copying)
	if isUnique(err) {
		return nameTaken(e.ID, e.Name)
	}
	if isConstraint(err) {
		return fmt.Errorf("the parent of session %s, session %s: %w", e.ID, e.Parent, event.ErrNotFound)
	}
	return explain("create a session", err)
}

func nameTaken(id, name string) error {
	return fmt.Errorf("session %s (named %q) %w; choose another name", id, name, event.ErrExists)
}

// finishFork opens a session into which a State Map was copied.
func (w *writer) finishFork(ctx context.Context, s step, e event.SessionForked) error {
	if err := CheckSessionName(e.Name); err != nil {
		return fmt.Errorf("%w: %w", event.ErrInvalid, err)
	}
	n, err := w.exec(ctx, `UPDATE session SET name = ?, opened = ? WHERE id = ? AND opened IS NULL`, e.Name, s.seq, s.session)
	if isUnique(err) {
		return nameTaken(s.session, e.Name)
	}
	return w.sessionMoved(s, n, err, "nothing is being copied into it")
}

func (w *writer) renameSession(ctx context.Context, s step, e event.SessionRenamed) error {
	if err := CheckSessionName(e.Name); err != nil {
		return fmt.Errorf("%w: %w", event.ErrInvalid, err)
	}
	n, err := w.exec(ctx, `UPDATE session SET name = ? WHERE id = ? AND name = ? AND opened IS NOT NULL`, e.Name, s.session, e.Was)
	if isUnique(err) {
		return nameTaken(s.session, e.Name)
	}
	return w.sessionMoved(s, n, err, fmt.Sprintf("its name is not %q", e.Was))
}

func (w *writer) activateSession(ctx context.Context, s step) error {
	n, err := w.exec(ctx, `UPDATE session SET activated = ? WHERE id = ? AND opened IS NOT NULL`, s.seq, s.session)
	return w.sessionMoved(s, n, err, "it cannot be used yet")
}

func (w *writer) archiveSession(ctx context.Context, s step) error {
	n, err := w.exec(ctx, `UPDATE session SET archived = ? WHERE id = ? AND opened IS NOT NULL`, s.seq, s.session)
	if isConstraint(err) {
		return fmt.Errorf("session %s is %w; switch to another before it is archived", s.session, event.ErrActive)
	}
	return w.sessionMoved(s, n, err, "it cannot be used yet")
}

func (w *writer) unarchiveSession(ctx context.Context, s step) error {
	n, err := w.exec(ctx, `UPDATE session SET archived = NULL WHERE id = ? AND archived IS NOT NULL`, s.session)
	return w.sessionMoved(s, n, err, "it is not archived")
}

// sessionMoved ends a change of n rows that was to be one of a session's;
// otherwise says what the session is instead.
func (w *writer) sessionMoved(s step, n int64, err error, otherwise string) error {
	if err != nil {
		return explain("change a session", err)
	}
	if n != 1 {
		return &event.ConflictError{Entity: "session " + s.session, Detail: otherwise}
	}
	return nil
}

// requireWritable says that the session is archived, where that is why its row
// was refused.
func (w *writer) requireWritable(ctx context.Context, session string, refused error) error {
	if !isConstraint(refused) {
		return refused
	}
	var name string
	err := w.row(ctx, `SELECT name FROM session WHERE id = ? AND archived IS NOT NULL`, []any{session}, &name)
	if err != nil {
		return refused // another guard has spoken
	}
	return fmt.Errorf("session %s is %w: take it up again before anything is written to it", name, event.ErrArchived)
}
