package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"holdfast/store/event"
)

// maxFindings bounds a report: who has more has lost the file.
const maxFindings = 1000

// errEnough ends a verification that has found maxFindings.
var errEnough = errors.New("enough findings")

// inspection is one verification under way, in one read transaction.
type inspection struct {
	tx       *sql.Tx
	findings []event.Finding
	progress func(stage string, done, total int64)
}

func (in *inspection) found(check, where, format string, args ...any) error {
	in.findings = append(in.findings, event.Finding{Check: check, Where: where, Detail: fmt.Sprintf(format, args...)})
	if len(in.findings) >= maxFindings {
		return errEnough
	}
	return nil
}

// stages are run in order; what they cannot read is a finding of theirs.
type stage struct {
	name string
	run  func(context.Context, *inspection) error
}

// Verify proves the database: it checks the file and its guards, re-hashes the
// Vault, walks the chain, rebuilds every projection from Vault and Ledger and
// compares it row by row (TSLP 3.3). It streams: its memory is bounded by what
// is live, not by the history. progress, which may be nil, is told how far each
// stage is. An error means that the verification could not be carried out;
// damage is told in the findings, at most 1,000 of them.
func (db *DB) Verify(ctx context.Context, progress func(stage string, done, total int64)) ([]event.Finding, error) {
	return db.inspect(ctx, progress, []stage{
		{"file", checkFile("integrity_check")},
		{"schema", db.checkSchema},
		{"vault", checkVault},
		{"ledger", checkLedger},
		{"map", checkMap},
	})
}

// quickRows is how much of the chain QuickCheck walks.
const quickRows = 1000

// QuickCheck is the part of Verify that /doctor can afford: the file's
// structure, foreign keys, the State Map against the AUTHORITATIVE artifacts,
// the ends of the sessions' canon chains against the Ledger, the last 1,000 rows of the chain (from the last recovery on, if that ended a
// distrust), and whether HEAD could be written.
func (db *DB) QuickCheck(ctx context.Context) ([]event.Finding, error) {
	findings, err := db.inspect(ctx, nil, []stage{
		{"file", checkFile("quick_check")},
		{"ledger", checkTail},
		{"map", checkMap},
		{"canon", checkChains},
	})
	db.head.mu.Lock()
	defer db.head.mu.Unlock()
	if db.head.err != nil {
		findings = append(findings, event.Finding{Check: "head", Where: headFile, Detail: db.head.err.Error()})
	}
	return findings, err
}

// OpeningCheck is the part of QuickCheck that every opening can afford, with
// which it is decided whether what is recorded can be trusted: the State Map
// against the AUTHORITATIVE artifacts, the last rows of the chain, and where the
// sessions' canon chains go on from. What came before the operator declared that
// it is not trusted counts no more.
func (db *DB) OpeningCheck(ctx context.Context) ([]event.Finding, error) {
	return db.inspect(ctx, nil, []stage{{"ledger", checkTail}, {"map", checkMap}, {"canon", checkChains}})
}

func (db *DB) inspect(ctx context.Context, progress func(string, int64, int64), stages []stage) ([]event.Finding, error) {
	if progress == nil {
		progress = func(string, int64, int64) {}
	}
	tx, err := db.streams.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	err = explain("verify the database", err)
	if errors.Is(err, event.ErrCorrupt) || errors.Is(err, event.ErrNotDatabase) {
		return []event.Finding{{Check: "file", Where: databaseFile, Detail: err.Error()}}, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }()
	in := &inspection{tx: tx, progress: progress}
	for _, s := range stages {
		err := s.run(ctx, in)
		if ctx.Err() != nil {
			return in.findings, fmt.Errorf("verify the database: %w", ctx.Err())
		}
		if err != nil && !errors.Is(err, errEnough) {
			// A damaged page stops a stage, and is what it has found.
			err = in.found(s.name, "the rest of it", "it cannot be read: %v", err)
		}
		if errors.Is(err, errEnough) {
			break
		}
	}
	return in.findings, nil
}

// checkFile runs SQLite's own check of the file, and its foreign keys.
func checkFile(pragma string) func(context.Context, *inspection) error {
	return func(ctx context.Context, in *inspection) error {
		in.progress("file", 0, 2)
		err := each(ctx, in.tx, "check the file", `PRAGMA `+pragma, nil, func(rows *sql.Rows) error {
			var line string
			if err := rows.Scan(&line); err != nil || line == "ok" {
				return err
			}
			return in.found("file", databaseFile, "%s", line)
		})
		if err != nil {
			return err
		}
		in.progress("file", 1, 2)
		gone := map[int64]bool{} // artifacts, by their row
		var lost []int64         // adoptions
		err = each(ctx, in.tx, "check the foreign keys", `PRAGMA foreign_key_check`, nil, func(rows *sql.Rows) error {
			var table, parent string
			var row sql.NullInt64
			var key int
			if err := rows.Scan(&table, &row, &parent, &key); err != nil {
				return err
			}
			if parent == "vault" {
				if table == "adopted" {
					lost = append(lost, row.Int64)
				}
				gone[row.Int64] = gone[row.Int64] || table == "artifact"
				return nil // the State Map's row is that of an artifact
			}
			return in.found("file", fmt.Sprintf("%s row %d", table, row.Int64), "it refers to a row of %s that does not exist", parent)
		})
		for _, row := range slices.Sorted(maps.Keys(gone)) {
			if err == nil && gone[row] {
				err = in.contentGone(ctx, row)
			}
		}
		for _, row := range lost {
			if err == nil {
				err = in.adoptionGone(ctx, row)
			}
		}
		in.progress("file", 2, 2)
		return err
	}
}

// contentGone names the entity of an artifact, and what of it the Vault lacks.
func (in *inspection) contentGone(ctx context.Context, row int64) error {
	var session, entity, state string
	var hashes [3]string
	err := in.tx.QueryRowContext(ctx, `SELECT session, entity, state, ifnull(hash, ''), ifnull(text, ''), ifnull(block, '') FROM artifact WHERE seq = ?`, row).
		Scan(&session, &entity, &state, &hashes[0], &hashes[1], &hashes[2])
	if err != nil {
		return explain("look for a content", err)
	}
	for i, what := range []string{"content", "text with its comments", "raw block"} {
		if hashes[i] == "" || slices.Contains(hashes[:i], hashes[i]) {
			continue
		}
		var there bool
		if err := in.tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM vault WHERE hash = ?)`, hashes[i]).Scan(&there); err != nil {
			return explain("look for a content", err)
		}
		if there {
			continue
		}
		if err := in.found(event.EvidenceCheck, session+" "+entity, "the Vault no longer holds %s, the %s of its %s version of row %d; %s",
			hashes[i], what, state, row, bringBack); err != nil {
			return err
		}
	}
	return nil
}

// bringBack is what to do about a content that is gone.
const bringBack = "the same code brings it back: adopt a file that holds it, or paste it"

// checkSchema compares tables, indexes and triggers with those of an empty
// database: a guard that was dropped guards nothing.
func (db *DB) checkSchema(ctx context.Context, in *inspection) error {
	want, err := db.schema()
	if err != nil {
		return err
	}
	have, err := readSchema(ctx, in.tx)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if have[name] == "" {
			err = in.found("schema", name, "it is missing; the guards of the database were removed")
		} else if have[name] != want[name] {
			err = in.found("schema", name, "it is not what this holdfast has made")
		}
		if err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(have)) {
		if want[name] == "" {
			if err := in.found("schema", name, "this holdfast has not made it"); err != nil {
				return err
			}
		}
	}
	return nil
}

// embeddedSchema is the schema that the embedded migrations make; it is made
// once, as it is the same in every database.
var embeddedSchema = sync.OnceValues(func() (map[string]string, error) {
	changes, err := embeddedMigrations()
	if err != nil {
		return nil, err
	}
	return schemaOf(changes)
})

// schemaOf is the schema that migrations make of an empty database, in memory.
func schemaOf(changes []migration) (map[string]string, error) {
	ctx := context.Background()
	model, err := openPool(":memory:", 1, 1)
	if err != nil {
		return nil, err
	}
	defer func() { _ = model.Close() }()
	for _, change := range changes {
		if _, err := model.ExecContext(ctx, change.sql); err != nil {
			return nil, explain("build a model of the schema", err)
		}
	}
	return readSchema(ctx, model)
}

// readSchema lists tables, indexes and triggers with what made them.
func readSchema(ctx context.Context, q querier) (map[string]string, error) {
	schema := map[string]string{}
	err := each(ctx, q, "read the schema", `SELECT type || ' ' || name, ifnull(sql, 'automatic') FROM sqlite_schema
		WHERE name NOT LIKE 'sqlite_stat%'`, nil,
		func(rows *sql.Rows) error {
			var name, text string
			err := rows.Scan(&name, &text)
			schema[name] = text
			return err
		})
	return schema, err
}

// checkVault unfolds and hashes every blob.
func checkVault(ctx context.Context, in *inspection) error {
	var total, done int64
	if err := in.tx.QueryRowContext(ctx, `SELECT count(*) FROM vault`).Scan(&total); err != nil {
		return explain("count the Vault", err)
	}
	damaged := map[string]error{}
	err := each(ctx, in.tx, "read the Vault", `SELECT hash, size, codec, bytes FROM vault`, nil, func(rows *sql.Rows) error {
		var b blob
		// The bytes are valid until the next row only, and that is enough.
		var raw sql.RawBytes
		if err := rows.Scan(&b.hash, &b.size, &b.codec, &raw); err != nil {
			return err
		}
		b.bytes = raw
		if done++; done%256 == 0 {
			in.progress("vault", done, total)
		}
		if _, err := b.unpack(); err != nil {
			damaged[b.hash] = err
		}
		if len(damaged) >= maxFindings {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	for _, hash := range slices.Sorted(maps.Keys(damaged)) {
		if err == nil {
			err = in.contentDamaged(ctx, hash, damaged[hash])
		}
	}
	in.progress("vault", done, total)
	return err
}

// contentDamaged names the entities whose content is damaged.
func (in *inspection) contentDamaged(ctx context.Context, hash string, what error) error {
	var entities []string
	err := each(ctx, in.tx, "look for what names a content", `SELECT DISTINCT session || ' ' || entity FROM artifact WHERE ?1 IN (hash, text, block)
		UNION SELECT session || ' ' || path FROM adopted WHERE block = ?1 ORDER BY 1 LIMIT 4`,
		[]any{hash}, func(rows *sql.Rows) error {
			var entity string
			err := rows.Scan(&entity)
			entities = append(entities, entity)
			return err
		})
	if err != nil {
		return err
	}
	of := ""
	if len(entities) > 3 {
		entities[3] = "others"
	}
	if len(entities) > 0 {
		of = "; it is of " + strings.Join(entities, ", ")
	}
	return in.found("vault", hash, "%v%s", what, of)
}

// checkMap compares the State Map with the AUTHORITATIVE artifacts, both ways.
func checkMap(ctx context.Context, in *inspection) error {
	err := each(ctx, in.tx, "compare the State Map", `SELECT m.session, m.entity, ifnull(a.id, ''), ifnull(a.state, 'missing')
		FROM state_map m LEFT JOIN artifact a ON a.seq = m.artifact
		WHERE a.seq IS NULL OR a.state <> 'AUTHORITATIVE' OR a.session <> m.session OR a.entity <> m.entity
		OR a.hash <> m.hash OR a.path <> m.path OR a.position <> m.position OR a.state_seq <> m.updated_seq`, nil,
		func(rows *sql.Rows) error {
			var session, entity, id, state string
			if err := rows.Scan(&session, &entity, &id, &state); err != nil {
				return err
			}
			return in.found("map", session+" "+entity, "its row is not that of its authoritative artifact: artifact %q is %s", id, state)
		})
	if err != nil {
		return err
	}
	if err := checkAdoptedMap(ctx, in); err != nil {
		return err
	}
	return each(ctx, in.tx, "compare the State Map", `SELECT a.session, a.entity, a.id FROM artifact a
		WHERE a.state = 'AUTHORITATIVE' AND NOT EXISTS
		(SELECT 1 FROM state_map m WHERE m.session = a.session AND m.entity = a.entity AND m.artifact = a.seq)`, nil,
		func(rows *sql.Rows) error {
			var session, entity, id string
			if err := rows.Scan(&session, &entity, &id); err != nil {
				return err
			}
			return in.found("map", session+" "+entity, "the map does not hold artifact %s, which is AUTHORITATIVE", id)
		})
}
