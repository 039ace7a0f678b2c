package store

import (
	"context"
	"database/sql"
	"slices"

	"holdfast/store/event"
)

// Said calls yield with the content of every EpisodeClosed.Said and
// ModelSaid.Said of the workspace, the oldest first.
func (q *queries) Said(ctx context.Context, yield func(content []byte)) error {
	const doing = "read what the model said before"
	var hashes []string
	err := each(ctx, q.streams, doing, selectSaid, nil, func(rows *sql.Rows) error {
		var hash string
		err := rows.Scan(&hash)
		hashes = append(hashes, hash)
		return explain(doing, err)
	})
	if err != nil {
		return err
	}
	for some := range slices.Chunk(hashes, event.BlobsAtOnce) {
		for _, c := range q.Blobs(ctx, some) {
			if c.Err != nil {
				return c.Err
			}
			yield(c.Bytes)
		}
	}
	return nil
}

const selectSaid = `SELECT said FROM (
	SELECT seq, json_extract(body, '$.data.said') AS said FROM ledger WHERE type IN ('episode_closed', 'model_said')
) WHERE said IS NOT NULL ORDER BY seq`
