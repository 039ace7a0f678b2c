package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Artifact is a version of an entity, with its place in the artifact state
// machine (TSLP 5).
type Artifact struct {
	// Seq is the ledger row that recorded it.
	Seq     int64
	ID      string
	Session string
	// Episode and Turn are the turn that brought it, "" and 0 for none.
	Episode string
	Turn    int

	Entity    string // "path::symbol"
	Path      string
	Symbol    string
	Language  string
	Kind      string
	Container string

	Hash      string // of the canonical text, in the Vault; "" if it Removes
	Structure string // formatting-blind hash
	Text      string // what is hydrated, in the Vault
	Block     string // the raw evidence, in the Vault
	Position  int    // order of appearance in the file
	Method    string
	Nodes     int
	Tokens    int
	Errors    int
	Count     int
	Top       bool

	Confidence   Confidence
	Convention   string
	Origin       Origin
	WaitsForDisk bool
	Removes      bool

	State State
	// StateSeq is the ledger row that brought the state.
	StateSeq int64
	// Version counts the AUTHORITATIVE artifacts of the entity: 1 for the
	// first, 0 for one that never was.
	Version int
	// Grant is by which it was promoted, Disk what the disk held then.
	Grant string
	Disk  string
	// By and Reason say who ended it and why, where it ended.
	By     string
	Reason string
	// Gates is the last gate report: of the promotion, or of the proposal.
	Gates GateReport
	// Created is when it was recorded, Changed when its state last changed.
	Created time.Time
	Changed time.Time
}

const artifactColumns = `a.seq, a.id, a.session, ifnull(a.episode, ''), a.turn, a.entity, a.path, a.symbol, a.language,
	a.kind, a.container, ifnull(a.hash, ''), a.structure, ifnull(a.text, ''), ifnull(a.block, ''), a.position, a.method,
	a.nodes, a.tokens, a.errors, a.count, a.top, a.confidence, a.convention, a.origin, a.waits_for_disk, a.removes,
	a.state, a.state_seq, a.version, a.granted, a.disk, a.ended_by, a.reason, a.created, a.changed`

// scanArtifact reads artifactColumns, and what follows them into more.
func scanArtifact(row interface{ Scan(...any) error }, more ...any) (Artifact, error) {
	var a Artifact
	var created, changed int64
	into := append([]any{&a.Seq, &a.ID, &a.Session, &a.Episode, &a.Turn, &a.Entity, &a.Path, &a.Symbol, &a.Language,
		&a.Kind, &a.Container, &a.Hash, &a.Structure, &a.Text, &a.Block, &a.Position, &a.Method,
		&a.Nodes, &a.Tokens, &a.Errors, &a.Count, &a.Top, &a.Confidence, &a.Convention, &a.Origin, &a.WaitsForDisk, &a.Removes,
		&a.State, &a.StateSeq, &a.Version, &a.Grant, &a.Disk, &a.By, &a.Reason, &created, &changed}, more...)
	if err := row.Scan(into...); err != nil {
		return Artifact{}, err
	}
	a.Created, a.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(changed).UTC()
	return a, nil
}

// scanWithGates reads artifactColumns and the gate report.
func scanWithGates(row interface{ Scan(...any) error }) (Artifact, error) {
	var gates string
	a, err := scanArtifact(row, &gates)
	if err != nil {
		return Artifact{}, err
	}
	if err := json.Unmarshal([]byte(gates), &a.Gates); err != nil {
		return Artifact{}, fmt.Errorf("the gate report of artifact %s is %w: %v", a.ID, ErrCorrupt, err)
	}
	return a, nil
}

// Artifact gives an artifact by its id, or by a prefix that only its id has:
// ErrAmbiguous if several have it, ErrNotFound if none.
func (db *DB) Artifact(ctx context.Context, session, id string) (Artifact, error) {
	if id == "" {
		return Artifact{}, fmt.Errorf("an artifact without an id: %w", ErrNotFound)
	}
	var found []Artifact
	err := each(ctx, db.readers, "read an artifact", `SELECT `+artifactColumns+`, a.gates FROM artifact a
		WHERE a.session = ? AND a.id >= ? AND substr(a.id, 1, length(?)) = ? ORDER BY a.id LIMIT 2`,
		[]any{session, id, id, id}, func(rows *sql.Rows) error {
			a, err := scanWithGates(rows)
			found = append(found, a)
			return err
		})
	switch {
	case err != nil:
		return Artifact{}, explain("read an artifact", err)
	case len(found) == 0:
		return Artifact{}, fmt.Errorf("artifact %s: %w", id, ErrNotFound)
	case len(found) > 1 && found[0].ID != id:
		return Artifact{}, fmt.Errorf("%s is %w: artifacts %s and %s begin so, and maybe more; give more of it",
			id, ErrAmbiguous, found[0].ID, found[1].ID)
	}
	return found[0], nil
}

// Filter selects artifacts; its zero value selects all. Fields that are set
// must all fit.
type Filter struct {
	Entity  string
	Path    string // all entities of a file
	Episode string
	States  []State
	// Newest leaves only the newest that fits of each entity.
	Newest bool
	// Limit is the greatest number, 0 for no limit.
	Limit int
}

// Artifacts gives the artifacts that a filter selects, newest first.
func (db *DB) Artifacts(ctx context.Context, session string, f Filter) ([]Artifact, error) {
	query, args := f.query(session)
	var found []Artifact
	err := each(ctx, db.readers, "read artifacts", query, args, func(rows *sql.Rows) error {
		a, err := scanWithGates(rows)
		found = append(found, a)
		return err
	})
	if err != nil {
		return nil, explain("read artifacts", err)
	}
	return found, nil
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
		states := make([]any, len(f.States))
		for i, s := range f.States {
			states[i] = string(s)
		}
		add("a.state IN (?"+strings.Repeat(", ?", len(states)-1)+")", states...)
	}
	condition := strings.Join(where, " AND ")
	query := `SELECT ` + artifactColumns + `, a.gates FROM artifact a WHERE ` + condition
	if f.Newest {
		query = `SELECT ` + artifactColumns + `, a.gates FROM artifact a
			WHERE a.seq IN (SELECT max(a.seq) FROM artifact a WHERE ` + condition + ` GROUP BY a.entity)`
	}
	query += ` ORDER BY a.seq DESC`
	if f.Limit > 0 {
		query += ` LIMIT ?`
		args = append(args, f.Limit)
	}
	return query, args
}

// StateMap gives the authoritative artifacts of a session in order of path and
// position: the State Map (TSLP 3.3). Gate reports are left out; Artifact and
// MapEntry bring them. All are of one moment; yield's first error ends it, and
// yield may read the database.
func (db *DB) StateMap(ctx context.Context, session string, yield func(Artifact) error) error {
	return each(ctx, db.streams, "read the State Map", `SELECT `+artifactColumns+`
		FROM state_map m CROSS JOIN artifact a ON a.seq = m.artifact
		WHERE m.session = ? ORDER BY m.session, m.path, m.position, m.entity`, []any{session}, func(rows *sql.Rows) error {
		a, err := scanArtifact(rows)
		if err != nil {
			return explain("read the State Map", err)
		}
		return yield(a)
	})
}

// MapEntry gives the authoritative artifact of an entity: ErrNotFound where
// the State Map has none.
func (db *DB) MapEntry(ctx context.Context, session, entity string) (Artifact, error) {
	a, err := scanWithGates(db.readers.QueryRowContext(ctx, `SELECT `+artifactColumns+`, a.gates
		FROM state_map m JOIN artifact a ON a.seq = m.artifact WHERE m.session = ? AND m.entity = ?`, session, entity))
	if errors.Is(err, sql.ErrNoRows) {
		return Artifact{}, fmt.Errorf("%s: %w in the State Map", entity, ErrNotFound)
	}
	return a, explain("read the State Map", err)
}
