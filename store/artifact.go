package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/store/event"
)

const artifactColumns = `a.id, a.session, ifnull(a.episode, ''), a.entity, a.path, a.symbol, a.language,
	a.kind, a.container, ifnull(a.hash, ''), a.structure, ifnull(a.text, ''), ifnull(a.block, ''), a.method,
	a.confidence, a.convention, a.origin, a.state, a.granted, a.disk, a.ended_by, a.reason,
	ifnull(a.adopted, a.seq), a.turn, a.position, a.nodes, a.tokens, a.errors, a.count, a.top, a.waits_for_disk, a.removes,
	a.state_seq, a.version, a.created, a.changed,
	a.persisted IS NOT NULL, a.acknowledged, ifnull(a.from_session, ''), ifnull(a.from_artifact, ''), a.bases, a.call, a.audit`

// artifactScanner reads artifactColumns, row after row. It scans into strings
// and int64s only: what else there is database/sql converts by way of text.
type artifactScanner struct {
	a                         event.Artifact
	confidence, origin, state string
	audit                     string
	turn, position, nodes     int64
	tokens, errors, count     int64
	top, waits, removes       int64
	version, created, changed int64
	persisted                 int64
	gates, bases              string
	into                      []any
}

// newArtifactScanner makes a scanner of artifactColumns, and of the gate report
// behind them if withGates.
func newArtifactScanner(withGates bool) *artifactScanner {
	s := &artifactScanner{}
	a := &s.a
	s.into = []any{&a.ID, &a.Session, &a.Episode, &a.Entity, &a.Path, &a.Symbol, &a.Language,
		&a.Kind, &a.Container, &a.Hash, &a.Structure, &a.Text, &a.Block, &a.Method,
		&s.confidence, &a.Convention, &s.origin, &s.state, &a.Grant, &a.Disk, &a.By, &a.Reason,
		&a.Seq, &s.turn, &s.position, &s.nodes, &s.tokens, &s.errors, &s.count, &s.top, &s.waits, &s.removes,
		&a.StateSeq, &s.version, &s.created, &s.changed,
		&s.persisted, &a.Acknowledged, &a.FromSession, &a.FromArtifact, &s.bases, &a.Call, &s.audit}
	if withGates {
		s.into = append(s.into, &s.gates)
	}
	return s
}

func (s *artifactScanner) scan(row interface{ Scan(...any) error }) (event.Artifact, error) {
	if err := row.Scan(s.into...); err != nil {
		return event.Artifact{}, err
	}
	a := s.a
	a.Confidence, a.Origin, a.State = event.Confidence(s.confidence), event.Origin(s.origin), event.State(s.state)
	a.Turn, a.Position, a.Nodes, a.Tokens = int(s.turn), int(s.position), int(s.nodes), int(s.tokens)
	a.Errors, a.Count, a.Version = int(s.errors), int(s.count), int(s.version)
	a.Top, a.WaitsForDisk, a.Removes = s.top != 0, s.waits != 0, s.removes != 0
	a.Persisted, a.Bases = s.persisted != 0, strings.Fields(s.bases)
	a.Audit = event.AuditStatus(s.audit)
	a.Created, a.Changed = time.UnixMilli(s.created).UTC(), time.UnixMilli(s.changed).UTC()
	if s.gates != "" {
		if err := json.Unmarshal([]byte(s.gates), &a.Gates); err != nil {
			return event.Artifact{}, fmt.Errorf("the gate report of artifact %s is %w: %v", a.ID, event.ErrCorrupt, err)
		}
	}
	return a, nil
}

// artifacts runs a query of artifactColumns and the gate report.
func (q *queries) artifacts(ctx context.Context, query string, args ...any) ([]event.Artifact, error) {
	var found []event.Artifact
	scanner := newArtifactScanner(true)
	rows, err := q.asked.query(ctx, q.readers, query, args)
	err = hand(rows, err, "read artifacts", func(rows *sql.Rows) error {
		a, err := scanner.scan(rows)
		found = append(found, a)
		return explain("read artifacts", err)
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// Artifact gives an artifact by its id, or by a prefix that only its id has:
// ErrAmbiguous if several have it, ErrNotFound if none.
func (q *queries) Artifact(ctx context.Context, session, id string) (event.Artifact, error) {
	if id == "" {
		return event.Artifact{}, fmt.Errorf("an artifact without an id: %w", event.ErrNotFound)
	}
	found, err := q.artifacts(ctx, selectByPrefix, session, id, id, id, id)
	if err == nil && (len(found) != 1 || found[0].ID != id) {
		var adopted []event.Artifact
		adopted, err = q.adoptedLike(ctx, session, id)
		found = append(found, adopted...)
		slices.SortFunc(found, func(a, b event.Artifact) int { return strings.Compare(a.ID, b.ID) })
	}
	switch {
	case err != nil:
		return event.Artifact{}, err
	case len(found) == 0:
		return event.Artifact{}, fmt.Errorf("artifact %s: %w", id, event.ErrNotFound)
	case len(found) > 1 && found[0].ID != id:
		return event.Artifact{}, fmt.Errorf("%s is %w: artifacts %s and %s begin so, and maybe more; give more of it",
			id, event.ErrAmbiguous, found[0].ID, found[1].ID)
	}
	return found[0], nil
}

// Those gives the artifacts of a session that have some ids, by id: what became the truth
// together is read once. One that there is not is left out.
func (q *queries) Those(ctx context.Context, session string, ids []string) (map[string]event.Artifact, error) {
	found := make(map[string]event.Artifact, len(ids))
	files := map[string]map[string]bool{}
	for _, id := range ids {
		if len(id) > event.IDLength {
			file := files[id[:event.IDLength]]
			if file == nil {
				file = map[string]bool{}
				files[id[:event.IDLength]] = file
			}
			file[id] = true
		}
	}
	for id, wanted := range files {
		list, err := q.adoptedBy(ctx, `WHERE d.session = ? AND d.id = ?`, []any{session, id}, nil, nil)
		if err != nil {
			return nil, err
		}
		for _, a := range list {
			if wanted[a.ID] {
				found[a.ID] = a
			}
		}
	}
	for _, id := range ids {
		if _, known := found[id]; known {
			continue
		}
		list, err := q.artifacts(ctx, `SELECT `+artifactColumns+`, a.gates FROM artifact a WHERE a.session = ? AND a.id = ?`, session, id)
		if err != nil {
			return nil, err
		}
		for _, a := range list {
			found[id] = a
		}
	}
	return found, nil
}

// ArtifactAt gives the artifact with a content that a ledger row has recorded, of
// whichever session: of several that of the entity, if there is one. ErrNotFound if none.
func (q *queries) ArtifactAt(ctx context.Context, row int64, hash, entity string) (event.Artifact, error) {
	found, err := q.artifacts(ctx, `SELECT `+artifactColumns+`, a.gates FROM artifact a
		WHERE (a.seq = ?1 AND a.adopted IS NULL OR a.adopted = ?1) AND a.hash = ?2 ORDER BY a.entity = ?3 DESC LIMIT 1`, row, hash, entity)
	if err == nil && (len(found) == 0 || found[0].Entity != entity) {
		var adopted []event.Artifact
		adopted, err = q.adoptedBy(ctx, `WHERE d.seq = ?`, []any{row}, nil, func(s *event.AdoptedSymbol) bool {
			content, _, _ := s.Hashes()
			return content == hash
		})
		for _, a := range adopted {
			if len(found) == 0 || a.Entity == entity {
				found = []event.Artifact{a}
			}
		}
	}
	if err == nil && len(found) == 0 {
		return event.Artifact{}, fmt.Errorf("the artifact of row %d: %w", row, event.ErrNotFound)
	}
	if err != nil {
		return event.Artifact{}, err
	}
	return found[0], nil
}

// Versions gives the content hashes of all artifacts of all sessions, in no order,
// each by the ledger row that recorded it. yield's first error ends it.
func (q *queries) Versions(ctx context.Context, yield func(row int64, entity, hash string) error) error {
	err := adoptions(ctx, q.streams, ``, nil, func(a *adoption) error {
		for i := range a.Symbols {
			hash, _, _ := a.Symbols[i].Hashes()
			if err := yield(a.seq, a.Entity(i), hash); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return each(ctx, q.streams, "read the versions", `SELECT seq, entity, hash FROM artifact WHERE hash IS NOT NULL AND adopted IS NULL`, nil,
		func(rows *sql.Rows) error {
			var row int64
			var entity, hash string
			if err := rows.Scan(&row, &entity, &hash); err != nil {
				return explain("read the versions", err)
			}
			return yield(row, entity, hash)
		})
}

const selectByPrefix = `SELECT ` + artifactColumns + `, a.gates FROM artifact a
	WHERE a.session = ? AND a.id >= ? AND a.id < ? || char(0x10FFFF) AND substr(a.id, 1, length(?)) = ?
	ORDER BY a.id LIMIT 2`

// Filter selects artifacts; its zero value selects all. Fields that are set
// must all fit.
type Filter struct {
	Entity  string
	Path    string // all entities of a file
	Episode string
	States  []event.State
	// Newest leaves only the newest that fits of each entity.
	Newest bool
	// Limit is the greatest number, 0 for no limit.
	Limit int
}

// Artifacts gives the artifacts that a filter selects, newest first.
func (q *queries) Artifacts(ctx context.Context, session string, f Filter) ([]event.Artifact, error) {
	query, args := f.query(session)
	found, err := q.artifacts(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	adopted, err := q.adoptedArtifacts(ctx, session, f)
	return f.merge(found, adopted), err
}

func (f Filter) query(session string) (string, []any) {
	where, args := []string{"a.session = ?"}, []any{session}
	add := func(condition string, values ...any) {
		where = append(where, condition)
		args = append(args, values...)
	}
	if f.Entity != "" {
		add("a.entity = ?", f.Entity)
	}
	if f.Path != "" {
		// An entity is its path, or its path, two colons and its symbol; the
		// character after ':' is ';'.
		add("(a.entity = ? OR a.entity > ? AND a.entity < ?)", f.Path, f.Path+"::", f.Path+":;")
	}
	if f.Episode != "" {
		add("a.episode = ?", f.Episode)
	}
	if len(f.States) > 0 {
		add("a.state " + oneOf(f.States))
	}
	condition := strings.Join(where, " AND ")
	query := `SELECT ` + artifactColumns + `, a.gates FROM artifact a WHERE ` + condition
	if f.Newest {
		query = `SELECT ` + artifactColumns + `, a.gates FROM artifact a
			WHERE a.seq IN (SELECT newest FROM (SELECT a.seq AS newest, max(ifnull(a.adopted, a.seq)) FROM artifact a WHERE ` + condition + ` GROUP BY a.entity))`
	}
	if f.Limit == 0 || len(f.States) == 1 && f.States[0] == event.Proposed {
		query += ` ORDER BY a.seq DESC` // merge puts what was adopted in its place
	} else {
		query += ` ORDER BY ifnull(a.adopted, a.seq) DESC`
	}
	if f.Limit > 0 {
		query += ` LIMIT ?`
		args = append(args, f.Limit)
	}
	return query, args
}

// oneOf is the condition to be one of some states. They stand in the query
// themselves, not as parameters: only so does SQLite see that the index of the
// proposals is what is asked for.
func oneOf(states []event.State) string {
	var quoted []string
	for _, s := range states {
		switch s {
		case event.Proposed, event.Authoritative, event.Superseded, event.Tombstoned:
			quoted = append(quoted, "'"+string(s)+"'")
		}
	}
	if len(quoted) == 1 {
		return "= " + quoted[0]
	}
	return "IN (" + strings.Join(quoted, ", ") + ")"
}

// StateMap gives the authoritative artifacts of a session in order of path and
// position: the State Map (TSLP 3.3). Gate reports are left out; Artifact and
// MapEntry bring them. All are of one moment; yield's first error ends it, and
// yield may read the database.
func (q *queries) StateMap(ctx context.Context, session string, yield func(event.Artifact) error) error {
	return q.readMap(ctx, session, yield, nil)
}

const selectMap = `SELECT ` + artifactColumns + ` FROM state_map m CROSS JOIN artifact a ON a.seq = m.artifact
	WHERE m.session = ? ORDER BY m.path, m.position, m.entity`

// MapEntry gives the authoritative artifact of an entity: ErrNotFound where
// the State Map has none.
func (q *queries) MapEntry(ctx context.Context, session, entity string) (event.Artifact, error) {
	found, err := q.artifacts(ctx, `SELECT `+artifactColumns+`, a.gates
		FROM state_map m JOIN artifact a ON a.seq = m.artifact WHERE m.session = ? AND m.entity = ?`, session, entity)
	if err != nil {
		return event.Artifact{}, err
	}
	if len(found) == 0 {
		found, err = q.adoptedArtifacts(ctx, session, Filter{Entity: entity, States: []event.State{event.Authoritative}})
	}
	if err != nil {
		return event.Artifact{}, err
	}
	if len(found) == 0 {
		return event.Artifact{}, fmt.Errorf("%s: %w in the State Map", entity, event.ErrNotFound)
	}
	return found[0], nil
}
