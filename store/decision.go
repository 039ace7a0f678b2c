package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"holdfast/store/event"
)

// checkDecision refuses a decision that nobody could find again.
func checkDecision(e event.OperatorDecided) error {
	if e.Decision == "" || e.Verb == "" || e.Part < 1 || e.Rows < 1 {
		return fmt.Errorf("%w: part %d of decision %q of %d rows, to %q, lacks something", event.ErrInvalid, e.Part, e.Decision, e.Rows, e.Verb)
	}
	return nil
}

// Latest gives the rows of a session that are of some types, newest first, until
// yield's first error.
func (q *queries) Latest(ctx context.Context, session string, types []string, yield func(event.Row) error) error {
	query, args := selectRow+` WHERE session = ? AND type IN (''`, []any{session}
	for _, t := range types {
		query += `, ?`
		args = append(args, t)
	}
	return q.rows(ctx, query+`) ORDER BY seq DESC`, args, yield)
}

// LastVersions gives the entities of a session that have left its State Map before
// a row of the Ledger, each with the number of its last version.
func (q *queries) LastVersions(ctx context.Context, session string, before int64, yield func(entity string, version int)) error {
	const query = `SELECT entity, max(version) FROM artifact
		WHERE session = ? AND state = 'TOMBSTONED' AND version > 0 AND state_seq < ? GROUP BY entity`
	// What it gives as ended may have come back, and counts on from another version then.
	const ends = `SELECT d.path, n.names, n.versions FROM adopted d JOIN adopted_end n ON n.adopted = d.seq WHERE d.session = ? AND n.seq < ?`
	last := map[string]int{}
	err := each(ctx, q.streams, "read the last versions", ends, []any{session, before}, func(rows *sql.Rows) error {
		var path, names, versions string
		if err := rows.Scan(&path, &names, &versions); err != nil {
			return explain("read the last versions", err)
		}
		return named(names, versions, func(name string, version int) {
			entity := path + "::" + name
			last[entity] = max(last[entity], version)
		})
	})
	if err != nil {
		return err
	}
	err = each(ctx, q.streams, "read the last versions", query, []any{session, before}, func(rows *sql.Rows) error {
		var entity string
		var version int
		err := rows.Scan(&entity, &version)
		last[entity] = max(last[entity], version)
		return explain("read the last versions", err)
	})
	if err == nil {
		for entity, version := range last {
			yield(entity, version)
		}
	}
	return err
}

// EpisodeAfter tells when the n-th episode after a row of the Ledger was opened; ok
// is false where there were fewer.
func (q *queries) EpisodeAfter(ctx context.Context, session string, row int64, n int) (opened time.Time, ok bool, err error) {
	var millis int64
	err = q.readers.QueryRowContext(ctx, `SELECT opened FROM episode WHERE +session = ? AND seq > ? ORDER BY seq LIMIT 1 OFFSET ?`,
		session, row, n-1).Scan(&millis)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, false, nil
	}
	return time.UnixMilli(millis).UTC(), err == nil, explain("read episodes", err)
}
