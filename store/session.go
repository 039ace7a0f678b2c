package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Session owns a stream of the Ledger and a State Map. The Vault is shared.
type Session struct {
	// Seq is the ledger row that created it.
	Seq  int64
	ID   string
	Name string
	// Parent is the session it was forked from, "" for none.
	Parent  string
	Created time.Time
}

const selectSession = `SELECT seq, id, name, ifnull(parent, ''), created FROM session `

// Sessions gives all sessions, oldest first.
func (db *DB) Sessions(ctx context.Context) ([]Session, error) {
	return db.sessions(ctx, `ORDER BY seq`)
}

// Session gives a session by its name, or by its id where no name is so;
// ErrNotFound if there is none.
func (db *DB) Session(ctx context.Context, nameOrID string) (Session, error) {
	found, err := db.sessions(ctx, `WHERE name = ?1 OR id = ?1 ORDER BY name <> ?1 LIMIT 1`, nameOrID)
	if err != nil {
		return Session{}, err
	}
	if len(found) == 0 {
		return Session{}, fmt.Errorf("session %s: %w", nameOrID, ErrNotFound)
	}
	return found[0], nil
}

func (db *DB) sessions(ctx context.Context, where string, args ...any) ([]Session, error) {
	var found []Session
	err := each(ctx, db.readers, "read sessions", selectSession+where, args, func(rows *sql.Rows) error {
		var s Session
		var created int64
		err := rows.Scan(&s.Seq, &s.ID, &s.Name, &s.Parent, &created)
		s.Created = time.UnixMilli(created).UTC()
		found = append(found, s)
		return err
	})
	if err != nil {
		return nil, explain("read sessions", err)
	}
	return found, nil
}
