package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"holdfast/store/event"
)

// selectLastWord finds the word of the operator's that says what the session
// misses: a recovery, or a fresh start.
const selectLastWord = `SELECT seq, body FROM ledger WHERE session = ? AND type IN ('session_recovered', 'fresh_started') ORDER BY seq DESC LIMIT 1`

// selectFound tells whether an entity is missed no more between two rows: it became
// AUTHORITATIVE, or the operator let go of it.
const selectFound = `SELECT EXISTS (SELECT 1 FROM ledger WHERE session = ?1 AND seq > ?2 AND seq < ?3 AND type IN ('artifact_promoted', 'loss_settled')
	AND json_extract(body, '$.data.entity') = ?4)
	OR EXISTS (SELECT 1 FROM ledger, json_each(body, '$.data.symbols') WHERE session = ?1 AND seq > ?2 AND seq < ?3 AND ledger.type = 'file_adopted'
	AND json_extract(body, '$.data.path') || '::' || json_extract(value, '$.name') = ?4)`

// settleLoss refuses to let go of what is not missed; no projection is made of
// it. It walks the session's rows, as the operator decides about few losses.
func (w *writer) settleLoss(ctx context.Context, s step, e event.LossSettled) error {
	missed, err := w.misses(ctx, s, e.Entity)
	if err == nil && !missed {
		return &event.ConflictError{Entity: e.Entity, Detail: "no recovery misses it, or it was let go already"}
	}
	return err
}

// misses tells whether the last recovery of the session misses an entity, and
// nothing has settled that before the row of s.
func (w *writer) misses(ctx context.Context, s step, entity string) (bool, error) {
	var word int64
	var body string
	err := w.row(ctx, selectLastWord, []any{s.session}, &word, &body)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, explain("look for a recovery", err)
	}
	r, err := event.ParseRow(body)
	if err != nil {
		return false, fmt.Errorf("row %d of the Ledger is %w: %v", word, event.ErrCorrupt, err)
	}
	ev, err := event.Decode(r.Type, r.Data)
	if err != nil {
		return false, err
	}
	recovered, ok := ev.(event.SessionRecovered)
	if !ok || !slices.ContainsFunc(recovered.Missing, func(l event.LostEntity) bool { return l.Entity == entity }) {
		return false, nil
	}
	var found bool
	err = w.row(ctx, selectFound, []any{s.session, word, s.seq, entity}, &found)
	return !found, explain("look for what settled a loss", err)
}

// missing replays what the operator's word says that a session misses.
func (re *replay) missing(session string, list []event.LostEntity) {
	maps.DeleteFunc(re.lost, func(key name, _ bool) bool { return key.session == session })
	for _, l := range list {
		re.lost[name{session, l.Entity}] = true
	}
}

// lossSettled replays that the operator let go of an entity.
func (re *replay) lossSettled(r event.Row, e event.LossSettled) error {
	key := name{r.Session, e.Entity}
	if !re.lost[key] {
		return re.wrong(r, "it lets go of %s, which no recovery misses", e.Entity)
	}
	delete(re.lost, key)
	return nil
}
