package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"holdfast/store/event"
)

// cursor reads a projection beside the Ledger, in order of seq.
type cursor[R interface{ number() int64 }] struct {
	rows *sql.Rows
	scan func(*sql.Rows) (R, error)
	row  R
	more bool
}

func openCursor[R interface{ number() int64 }](ctx context.Context, tx *sql.Tx, query string, scan func(*sql.Rows) (R, error)) (*cursor[R], error) {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	c := &cursor[R]{rows: rows, scan: scan}
	return c, c.advance()
}

func (c *cursor[R]) advance() (err error) {
	if c.more = c.rows.Next(); c.more {
		c.row, err = c.scan(c.rows)
		return err
	}
	return c.rows.Err()
}

func (c *cursor[R]) close() error {
	if c == nil {
		return nil
	}
	return c.rows.Close()
}

// seek gives the row with a seq; rows before it have no ledger row of theirs.
func (c *cursor[R]) seek(seq int64, orphan func(seq int64) error) (row R, ok bool, err error) {
	for c.more && c.row.number() < seq {
		if err := orphan(c.row.number()); err != nil {
			return row, false, err
		}
		if err := c.advance(); err != nil {
			return row, false, err
		}
	}
	if !c.more || c.row.number() != seq {
		return row, false, nil
	}
	row = c.row
	return row, true, c.advance()
}

// compare holds the projection's row of a ledger row against what it must be;
// want is given what is kept, for the parts that are compared elsewhere.
func compare[R interface {
	comparable
	number() int64
}](re *replay, c *cursor[R], table string, r event.Row, want func(kept R) R) error {
	kept, ok, err := c.seek(r.Seq, re.orphan(table))
	if err != nil {
		return err
	}
	if !ok {
		return re.wrong(r, "the %s that it introduces is missing", table)
	}
	if must := want(kept); kept != must {
		return re.wrong(r, "the %s that it introduces is kept otherwise: %s", table, differences(kept, must))
	}
	return nil
}

func (re *replay) orphan(table string) func(int64) error {
	return func(seq int64) error {
		return re.in.found("replay", fmt.Sprintf("%s %d", table, seq), "no row of the Ledger introduces it")
	}
}

type episodeRow struct {
	seq, opened                     int64
	session, id, conversation, kind string
	turn                            int
}

func (e episodeRow) number() int64 { return e.seq }

const selectEpisodeRows = `SELECT seq, session, id, conversation, turn, kind, opened FROM episode ORDER BY seq`

func scanEpisodeRow(rows *sql.Rows) (e episodeRow, err error) {
	return e, rows.Scan(&e.seq, &e.session, &e.id, &e.conversation, &e.turn, &e.kind, &e.opened)
}

func (re *replay) compareEpisode(r event.Row, e event.EpisodeOpened) error {
	return compare(re, re.episodes, "episode", r, func(episodeRow) episodeRow {
		return episodeRow{seq: r.Seq, session: r.Session, id: e.Episode,
			conversation: e.Conversation, turn: e.Turn, kind: e.Kind, opened: r.Time.UnixMilli()}
	})
}

// artifactRow is the frozen part of an artifact, the gate report of one that
// was never promoted, and the turn of its episode beside its own.
type artifactRow struct {
	seq, created                                  int64
	session, id, episode, entity, path, symbol    string
	language, kind, container                     string
	hash, structure, text, block                  string
	position, nodes, tokens, errors, count        int
	method, confidence, convention, origin, gates string
	top, removes                                  bool
	waits                                         bool `column:"waits_for_disk"`
	turn, version                                 int
	episodeTurn                                   int
	fromSession                                   string `column:"from_session"`
	fromArtifact                                  string `column:"from_artifact"`
	call                                          string
	adopted                                       int64
}

func (a artifactRow) number() int64 { return a.seq }

const selectArtifactRows = `SELECT a.seq, a.created, a.session, a.id, ifnull(a.episode, ''), a.entity, a.path, a.symbol,
	a.language, a.kind, a.container, ifnull(a.hash, ''), a.structure, ifnull(a.text, ''), ifnull(a.block, ''),
	a.position, a.nodes, a.tokens, a.errors, a.count, a.method, a.confidence, a.convention, a.origin, a.gates,
	a.top, a.waits_for_disk, a.removes, a.turn, ifnull(e.turn, 0), a.version,
	ifnull(a.from_session, ''), ifnull(a.from_artifact, ''), a.call, ifnull(a.adopted, 0)
	FROM artifact a LEFT JOIN episode e ON e.session = a.session AND e.id = a.episode ORDER BY a.seq`

func scanArtifactRow(rows *sql.Rows) (a artifactRow, err error) {
	return a, rows.Scan(&a.seq, &a.created, &a.session, &a.id, &a.episode, &a.entity, &a.path, &a.symbol,
		&a.language, &a.kind, &a.container, &a.hash, &a.structure, &a.text, &a.block,
		&a.position, &a.nodes, &a.tokens, &a.errors, &a.count, &a.method, &a.confidence, &a.convention, &a.origin, &a.gates,
		&a.top, &a.waits, &a.removes, &a.turn, &a.episodeTurn, &a.version,
		&a.fromSession, &a.fromArtifact, &a.call, &a.adopted)
}

func (re *replay) compareArtifact(r event.Row, e event.ArtifactRecorded) error {
	return re.compareRecorded(r, e, 0)
}

// compareRecorded is compareArtifact for what may be a part of an adoption.
func (re *replay) compareRecorded(r event.Row, e event.ArtifactRecorded, adopted int64) error {
	gates, err := e.Gates.Canonical()
	if err != nil {
		return err
	}
	want := artifactRow{seq: r.Seq, created: r.Time.UnixMilli(), session: r.Session, id: e.Artifact, episode: e.Episode,
		entity: e.Entity, path: e.Path, symbol: e.Symbol, language: e.Language, kind: e.Kind, container: e.Container,
		hash: e.Hash, structure: e.Structure, text: e.Text, block: e.Block,
		position: e.Position, nodes: e.Nodes, tokens: e.Tokens, errors: e.Errors, count: e.Count, method: e.Method,
		confidence: string(e.Confidence), convention: e.Convention, origin: string(e.Origin), gates: gates,
		top: e.Top, waits: e.WaitsForDisk, removes: e.Removes,
		fromSession: e.FromSession, fromArtifact: e.FromArtifact, call: e.Call, adopted: adopted}
	return compare(re, re.artifacts, "artifact", r, func(kept artifactRow) artifactRow {
		// The turn is the episode's. What a promotion writes is compared there.
		want.turn, want.episodeTurn, want.version = kept.episodeTurn, kept.episodeTurn, kept.version
		if kept.version > 0 {
			want.gates = kept.gates
		}
		return want
	})
}

// finish compares what still lives, and looks for rows without a ledger row.
func (re *replay) finish(ctx context.Context) error {
	const end = int64(1) << 62
	if _, _, err := re.sessions.seek(end, re.orphan("session")); err != nil {
		return err
	}
	if _, _, err := re.episodes.seek(end, re.orphan("episode")); err != nil {
		return err
	}
	if _, _, err := re.artifacts.seek(end, re.orphan("artifact")); err != nil {
		return err
	}
	if _, _, err := re.adoptions.seek(end, re.orphan("adoption")); err != nil {
		return err
	}
	if _, _, err := re.chain.seek(end, re.orphan("canon state")); err != nil {
		return err
	}
	if err := re.finishSessions(ctx); err != nil {
		return err
	}
	if err := re.finishEpisodes(ctx); err != nil {
		return err
	}
	if err := re.finishAdoptions(ctx); err != nil {
		return err
	}
	return re.finishArtifacts(ctx)
}

// finishEpisodes compares the episodes that are open.
func (re *replay) finishEpisodes(ctx context.Context) error {
	return each(ctx, re.in.tx, "compare the open episodes", `SELECT session, id, status, seq FROM episode`, nil, func(rows *sql.Rows) error {
		var n name
		var status string
		var seq int64
		if err := rows.Scan(&n.session, &n.id, &status, &seq); err != nil {
			return err
		}
		_, open := re.open[n]
		if open != (status == event.EpisodeIsOpen) {
			return re.in.found("replay", "episode "+n.id, "it is kept as %s, which is not what the Ledger says", status)
		}
		return nil
	})
}

// finishArtifacts compares the artifacts that are PROPOSED or AUTHORITATIVE;
// those that ended were compared when they did.
func (re *replay) finishArtifacts(ctx context.Context) error {
	err := each(ctx, re.in.tx, "compare the live artifacts", `SELECT session, id, entity, state, state_seq, changed, version, removes,
		ifnull(persisted, 0), acknowledged, audit FROM artifact WHERE state IN ('PROPOSED', 'AUTHORITATIVE')`, nil, func(rows *sql.Rows) error {
		var key name
		var kept standing
		if err := rows.Scan(&key.session, &kept.id, &kept.entity, &kept.state, &kept.seq, &kept.at, &kept.version, &kept.removes,
			&kept.persisted, &kept.acknowledged, &kept.audit); err != nil {
			return err
		}
		key.id = kept.id
		lives := re.alive[key]
		delete(re.alive, key)
		if lives == nil {
			return re.in.found("replay", "artifact "+kept.id, "it is kept as %s, which the Ledger does not say", kept.state)
		}
		if *lives != kept {
			return re.in.found("replay", "artifact "+kept.id, "it is kept otherwise: %s", differences(kept, *lives))
		}
		return nil
	})
	if err != nil {
		return err
	}
	missed := slices.SortedFunc(maps.Values(re.alive), func(a, b *standing) int { return cmp.Compare(a.seq, b.seq) })
	for _, s := range missed {
		if err := re.in.found("replay", "artifact "+s.id, "the Ledger says that it is %s, which is not what is kept", s.state); err != nil {
			return err
		}
	}
	return nil
}
