package store

import (
	"context"
	"database/sql"
	"strings"

	"holdfast/store/event"
)

// queries are what a DB answers from its file alone. None of them writes, none
// waits for a commit, and any goroutine may ask them.
type queries struct {
	readers *sql.DB // short queries that never call back
	// asked are their queries of artifacts, prepared.
	asked statements
	// Both are prepared: prompts read blobs by the dozen.
	selectBlob, selectBlobs *sql.Stmt
	streams                 *sql.DB // queries that call back while they run
	parts                   parts
}

// open makes the connections with the given maker of pools. What it has opened
// when it fails is for close.
func (q *queries) open(ctx context.Context, pool func(open, idle int) (*sql.DB, error)) (err error) {
	if q.readers, err = pool(2, idleReaders); err != nil {
		return err
	}
	if q.selectBlob, err = q.readers.PrepareContext(ctx, `SELECT size, codec, bytes FROM vault WHERE hash = ?`); err != nil {
		return explain("open the Vault", err)
	}
	several := `SELECT hash, size, codec, bytes FROM vault WHERE hash IN (?` + strings.Repeat(", ?", event.BlobsAtOnce-1) + `)`
	if q.selectBlobs, err = q.readers.PrepareContext(ctx, several); err != nil {
		return explain("open the Vault", err)
	}
	// Callers may nest one stream in another, so their number has no limit
	// that could make them wait for each other; one is kept for the next.
	q.streams, err = pool(0, idleStreams)
	return err
}

// close closes what is open and hands on what went wrong.
func (q *queries) close(keep func(error)) {
	keep(q.asked.close())
	for _, pool := range []*sql.DB{q.readers, q.streams} {
		if pool != nil {
			keep(pool.Close())
		}
	}
}

// dropIdle closes the connections that nobody uses, where another database took the place
// of theirs: the next ask opens anew.
func (q *queries) dropIdle() {
	q.parts.forget()
	dropIdle(q.readers, idleReaders)
	dropIdle(q.streams, idleStreams)
}
