package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

type foreignAnswer struct {
	changed bool
	err     error
}

const selectDataVersion = `PRAGMA data_version`

// ForeignCommits tells whether another process (or another DB in this one)
// has committed since it was last asked, or since Open. It costs about 10 µs.
func (db *DB) ForeignCommits(ctx context.Context) (bool, error) {
	if db.watch != nil {
		return db.watch.foreign(ctx)
	}
	answer := make(chan foreignAnswer, 1)
	if err := db.submit(ctx, ask{foreign: answer}); err != nil {
		return false, fmt.Errorf("look for commits of other processes: %w", err)
	}
	a := <-answer
	return a.changed, a.err
}

func (db *DB) answerForeign(a ask) {
	changed, err := db.writer.foreign(context.Background())
	a.foreign <- foreignAnswer{changed: changed, err: err}
}

// foreign asks the connection that writes: the data_version of a connection
// moves with the commits of all others and never with its own.
func (w *writer) foreign(ctx context.Context) (bool, error) {
	var now int64
	if err := w.row(ctx, selectDataVersion, nil, &now); err != nil {
		return false, explain("look for commits of other processes", err)
	}
	changed := now != w.seen
	w.seen = now
	return changed, nil
}

// watch is the connection by which a read-only database sees what others
// commit.
type watch struct {
	pool *sql.DB
	conn *sql.Conn

	mu   sync.Mutex
	seen int64
}

func newWatch(ctx context.Context, pool *sql.DB) (*watch, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, explain("open the database", err)
	}
	w := &watch{pool: pool, conn: conn}
	if _, err := w.foreign(ctx); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return w, nil
}

func (w *watch) foreign(ctx context.Context) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var now int64
	if err := w.conn.QueryRowContext(ctx, selectDataVersion).Scan(&now); err != nil {
		return false, explain("look for commits of other processes", err)
	}
	changed := now != w.seen
	w.seen = now
	return changed, nil
}

func (w *watch) close() error { return errors.Join(w.conn.Close(), w.pool.Close()) }
