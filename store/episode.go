package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"holdfast/store/event"
)

const selectEpisode = `SELECT e.id, e.session, e.status, e.seq, ifnull(e.closed_seq, 0), o.body, ifnull(c.body, '')
	FROM episode e JOIN ledger o ON o.seq = e.seq LEFT JOIN ledger c ON c.seq = e.closed_seq `

// The plus keeps SQLite from gathering and sorting a whole session by an index,
// where the newest rows of the table are what is asked for.
const (
	oneEpisode             = `WHERE e.session = ? AND e.id = ?`
	episodesOfSession      = `WHERE +e.session = ? ORDER BY e.seq DESC LIMIT ?`
	latestTurns            = `WHERE e.kind = 'turn' ORDER BY e.seq DESC LIMIT ?`
	episodesOfConversation = `WHERE e.session = ? AND e.conversation = ? ORDER BY e.seq DESC LIMIT ?`
)

// What the server calls the reply of an episode that ended, and its conversation, as
// the indexes have them.
const (
	replyOf  = `iif(json_valid(body), json_extract(body, '$.data.reply_id'), NULL)`
	threadOf = `iif(json_valid(body), json_extract(body, '$.data.thread'), NULL)`
	endings  = `SELECT max(seq) AS seq FROM ledger WHERE type = 'episode_closed' AND seq < ?2 AND `
	keptAs   = `WHERE (e.session, e.closed_seq) IN (SELECT session, seq FROM ledger WHERE seq = (SELECT max(seq) FROM (` +
		endings + replyOf + ` IS NOT NULL AND ` + replyOf + ` = ?1 UNION ALL ` +
		endings + threadOf + ` IS NOT NULL AND ` + threadOf + ` = ?1)))`
)

const selectConversations = `SELECT DISTINCT conversation FROM episode WHERE session = ? AND conversation > ? AND conversation < ?
	ORDER BY conversation DESC LIMIT ?`

// Episode gives an episode by its id; ErrNotFound if there is none.
func (q *queries) Episode(ctx context.Context, session, id string) (event.Episode, error) {
	found, err := q.episodes(ctx, oneEpisode, session, id)
	if err != nil {
		return event.Episode{}, err
	}
	if len(found) == 0 {
		return event.Episode{}, fmt.Errorf("episode %s: %w", id, event.ErrNotFound)
	}
	return found[0], nil
}

// Episodes gives the last n episodes of a session, newest first; all if n is
// not positive.
func (q *queries) Episodes(ctx context.Context, session string, n int) ([]event.Episode, error) {
	return q.episodes(ctx, episodesOfSession, session, limit(n))
}

// EpisodesOf gives the last n episodes of a conversation, newest first; all if
// n is not positive.
func (q *queries) EpisodesOf(ctx context.Context, session, conversation string, n int) ([]event.Episode, error) {
	return q.episodes(ctx, episodesOfConversation, session, conversation, limit(n))
}

// Kept gives the episode, of any session, whose reply or whose conversation the server
// keeps under a name: the latest that ended before a row of the Ledger. ErrNotFound if
// there is none.
func (q *queries) Kept(ctx context.Context, name string, before int64) (event.Episode, error) {
	found, err := q.episodes(ctx, keptAs, name, before)
	if err != nil {
		return event.Episode{}, err
	}
	if len(found) == 0 {
		return event.Episode{}, fmt.Errorf("what the server calls %s: %w", name, event.ErrNotFound)
	}
	return found[0], nil
}

// Conversations names n conversations of a session whose names begin with a prefix
// and go on in plain ASCII, those that sort last first.
func (q *queries) Conversations(ctx context.Context, session, prefix string, n int) ([]string, error) {
	var found []string
	err := each(ctx, q.readers, "read conversations", selectConversations, []any{session, prefix, prefix + "\x7f", limit(n)}, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		found = append(found, name)
		return err
	})
	return found, err
}

// LatestTurns gives the last n turns of all sessions, newest first.
func (q *queries) LatestTurns(ctx context.Context, n int) ([]event.Episode, error) {
	return q.episodes(ctx, latestTurns, n)
}

// EpisodeRows gives the rows that opened the last n episodes of a session up to
// a row, oldest first.
func (q *queries) EpisodeRows(ctx context.Context, session string, upto int64, n int) ([]int64, error) {
	var found []int64
	err := each(ctx, q.readers, "read episodes", `SELECT seq FROM episode WHERE +session = ? AND seq <= ? ORDER BY seq DESC LIMIT ?`,
		[]any{session, upto, n}, func(rows *sql.Rows) error {
			var seq int64
			err := rows.Scan(&seq)
			found = append(found, seq)
			return err
		})
	slices.Reverse(found)
	return found, err
}

// limit is SQLite's way to say how many: a negative number is all.
func limit(n int) int {
	if n <= 0 {
		return -1
	}
	return n
}

func (q *queries) episodes(ctx context.Context, where string, args ...any) ([]event.Episode, error) {
	var found []event.Episode
	err := each(ctx, q.readers, "read episodes", selectEpisode+where, args, func(rows *sql.Rows) error {
		e, err := scanEpisode(rows)
		found = append(found, e)
		return err
	})
	if err != nil {
		return nil, explain("read episodes", err)
	}
	return found, nil
}

// scanEpisode puts an episode together from the two ledger rows that tell of it.
func scanEpisode(rows *sql.Rows) (event.Episode, error) {
	var e event.Episode
	var opened, closed string
	if err := rows.Scan(&e.ID, &e.Session, &e.Status, &e.Seq, &e.ClosedSeq, &opened, &closed); err != nil {
		return event.Episode{}, err
	}
	var err error
	if e.Opened, err = readEvent(opened, &e.EpisodeOpened); err != nil {
		return event.Episode{}, fmt.Errorf("row %d of the Ledger: %w", e.Seq, err)
	}
	if e.ClosedSeq == 0 {
		return e, nil
	}
	if e.Closed, err = readEvent(closed, &e.EpisodeClosed); err != nil {
		return event.Episode{}, fmt.Errorf("row %d of the Ledger: %w", e.ClosedSeq, err)
	}
	return e, nil
}

// readEvent reads the event of a known type in a ledger row's body, and when
// it was written.
func readEvent[E event.Event](body string, into *E) (time.Time, error) {
	r, err := event.ParseRow(body)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %v", event.ErrCorrupt, err)
	}
	ev, err := event.Decode(r.Type, r.Data)
	if err != nil {
		return time.Time{}, err
	}
	known, ok := ev.(E)
	if !ok {
		return time.Time{}, fmt.Errorf("%w: it is of type %s", event.ErrCorrupt, r.Type)
	}
	*into = known
	return r.Time, nil
}

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
