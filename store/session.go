package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"holdfast/store/event"
)

// Session owns a stream of the Ledger and a State Map. The Vault is shared.
type Session struct {
	// Seq is the ledger row that created it.
	Seq  int64
	ID   string
	Name string
	// Parent is the id of the session that it was forked from, "" for none.
	Parent  string
	Created time.Time
	// Active reports whether it is the one that requests mean which name none.
	Active bool
	// Archived reports whether nothing can be written to it.
	Archived bool
	// Copying reports whether its parent's State Map is being copied into it, or that
	// whoever did so was stopped: it cannot be used.
	Copying bool
}

const selectSession = `SELECT seq, id, name, ifnull(parent, ''), created,
	activated IS NOT NULL AND activated = (SELECT max(activated) FROM session), archived IS NOT NULL, opened IS NULL FROM session `

// Sessions gives all sessions, oldest first, also those that are archived or
// unfinished.
func (q *queries) Sessions(ctx context.Context) ([]Session, error) {
	return q.sessions(ctx, `ORDER BY seq`)
}

// Session gives a session by its name, or by its id where no name is so;
// ErrNotFound if there is none.
func (q *queries) Session(ctx context.Context, nameOrID string) (Session, error) {
	found, err := q.sessions(ctx, `WHERE name = ?1 OR id = ?1 ORDER BY name <> ?1 LIMIT 1`, nameOrID)
	if err != nil {
		return Session{}, err
	}
	if len(found) == 0 {
		return Session{}, fmt.Errorf("session %s: %w", nameOrID, event.ErrNotFound)
	}
	return found[0], nil
}

func (q *queries) sessions(ctx context.Context, where string, args ...any) ([]Session, error) {
	var found []Session
	err := each(ctx, q.readers, "read sessions", selectSession+where, args, func(rows *sql.Rows) error {
		var s Session
		var created int64
		err := rows.Scan(&s.Seq, &s.ID, &s.Name, &s.Parent, &created, &s.Active, &s.Archived, &s.Copying)
		s.Created = time.UnixMilli(created).UTC()
		found = append(found, s)
		return err
	})
	if err != nil {
		return nil, explain("read sessions", err)
	}
	return found, nil
}

// SessionStats counts what a session holds.
type SessionStats struct {
	// Entities are those of the State Map, Pending the PROPOSED artifacts.
	Entities, Pending int
	// Episodes are all of them, Turns those that were a turn of the user's.
	Episodes, Turns int
	// LastSeq is the last row of its stream that a client or a person caused, Last
	// when that was written.
	LastSeq int64
	Last    time.Time
}

// SessionStats counts what a session, named by its id, holds: ErrNotFound where
// there is none.
func (q *queries) SessionStats(ctx context.Context, session string) (SessionStats, error) {
	var s SessionStats
	var last string
	err := q.readers.QueryRowContext(ctx, selectStats, session).Scan(&s.Entities, &s.Pending, &s.Episodes, &s.Turns, &last)
	if err != nil {
		return s, explain("count what a session holds", err)
	}
	if last == "" {
		return s, fmt.Errorf("session %s: %w", session, event.ErrNotFound)
	}
	row, err := event.ParseRow(last)
	s.LastSeq, s.Last = row.Seq, row.Time
	return s, err
}

// byItself is true of the rows that holdfast writes of itself, some time after
// what caused them: it reads, audits and emits when nothing else is to be done.
const byItself = `(type IN ('canon_emitted', 'delta_checkpoint', 'shadow_audited')
	OR type IN ('delta_accepted', 'delta_rejected') AND json_extract(body, '$.data.source') <> '` + event.DeltaByOperator + `')`

const selectStats = `SELECT
	(SELECT count(*) FROM state_map WHERE session = ?1)
		+ ifnull((SELECT sum(` + countNames + `) FROM adopted d WHERE d.session = ?1), 0),
	(SELECT count(*) FROM artifact WHERE session = ?1 AND state = 'PROPOSED'),
	(SELECT count(*) FROM episode WHERE session = ?1),
	(SELECT count(*) FROM episode WHERE session = ?1 AND kind = 'turn'),
	ifnull((SELECT body FROM ledger WHERE session = ?1 AND NOT ` + byItself + ` ORDER BY seq DESC LIMIT 1), '')`
