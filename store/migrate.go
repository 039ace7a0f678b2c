package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"holdfast/store/event"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// applicationID marks a file as a holdfast database: "hold" in ASCII.
const applicationID = 0x686f6c64

// migration brings a database from one layout to the next.
type migration struct {
	name string
	sql  string
}

// embeddedMigrations are the layouts of all releases in order: the first makes
// layout 1 of an empty file, the second makes layout 2 of that, and so on.
func embeddedMigrations() ([]migration, error) {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("list the migrations: %w", err)
	}
	changes := make([]migration, len(names))
	for i, name := range names {
		content, err := migrationFiles.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read a migration: %w", err)
		}
		changes[i] = migration{name: filepath.Base(name), sql: string(content)}
	}
	return changes, nil
}

// version is the layout of a database file.
type version struct {
	path        string
	application int
	number      int
	tables      int
}

func readVersion(ctx context.Context, q querier, path string) (version, error) {
	v := version{path: path}
	for _, read := range []struct {
		query string
		into  *int
	}{
		{`SELECT count(*) FROM sqlite_schema`, &v.tables},
		{`PRAGMA application_id`, &v.application},
		{`PRAGMA user_version`, &v.number},
	} {
		if err := q.QueryRowContext(ctx, read.query).Scan(read.into); err != nil {
			return v, explain("open "+path, err)
		}
	}
	return v, nil
}

// fresh reports whether the file is empty: nothing is lost by making it ours.
func (v version) fresh() bool { return v.application == 0 && v.number == 0 && v.tables == 0 }

// plausible is beyond any layout that there will be.
const plausible = 10_000

// check refuses files of other programs and of newer releases.
func (v version) check(known int) error {
	switch {
	case v.fresh():
		return nil
	case v.application != applicationID:
		return fmt.Errorf("%s is %w but that of another program; %s", v.path, event.ErrNotDatabase, whatHelps)
	case v.number > plausible || v.number < 0:
		return fmt.Errorf("%s is %w: it says that its layout is %d; %s", v.path, event.ErrCorrupt, v.number, whatHelps)
	case v.number > known:
		return fmt.Errorf("%s was %w (layout %d, this one knows up to %d); use the newer holdfast",
			v.path, event.ErrNewerDatabase, v.number, known)
	}
	return nil
}

// checkReadable refuses also what would have to be migrated first.
func (v version) checkReadable(known int) error {
	if err := v.check(known); err != nil {
		return err
	}
	if v.number < known {
		return fmt.Errorf("%s was %w (layout %d, this one reads %d); start holdfast in this workspace to bring it up to date",
			v.path, event.ErrOlderDatabase, v.number, known)
	}
	return nil
}

// migrate brings the database to the newest layout in one transaction. What
// was there is copied first, and the copy removed when all went well.
func migrate(ctx context.Context, pool *sql.DB, path string, changes []migration, failpoint func(string)) error {
	v, err := readVersion(ctx, pool, path)
	if err != nil {
		return err
	}
	if err := v.check(len(changes)); err != nil {
		return err
	}
	if err := requireWAL(ctx, pool, path); err != nil {
		return err
	}
	if v.number < len(changes) {
		if !v.fresh() {
			failpoint("migrate.copy")
			if err := copyBefore(ctx, pool, path, v.number); err != nil {
				return err
			}
			failpoint("migrate.copied")
		}
		if err := upgrade(ctx, pool, path, changes, failpoint); err != nil {
			return err
		}
	}
	return removeCopies(path)
}

// requireWAL refuses a place where SQLite cannot keep a write-ahead log.
func requireWAL(ctx context.Context, pool *sql.DB, path string) error {
	var mode string
	if err := pool.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&mode); err != nil {
		return explain("open "+path, err)
	}
	if mode != "wal" {
		return fmt.Errorf("%s %w with a write-ahead log (mode %q): put the workspace on a local disk", path, event.ErrNotWritable, mode)
	}
	return nil
}

// upgrade applies the missing changes, deciding again inside the transaction:
// another process may have been faster.
func upgrade(ctx context.Context, pool *sql.DB, path string, changes []migration, failpoint func(string)) (err error) {
	failpoint("migrate.begin")
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return explain("migrate "+path, err)
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
		}
	}()
	v, err := readVersion(ctx, tx, path)
	if err != nil {
		return err
	}
	if err := v.check(len(changes)); err != nil {
		return err
	}
	for _, change := range changes[v.number:] {
		if _, err := tx.ExecContext(ctx, change.sql); err != nil {
			return explain("migrate "+path+" by "+change.name, err)
		}
		failpoint("migrate.step")
	}
	marks := fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, len(changes))
	if _, err := tx.ExecContext(ctx, marks); err != nil {
		return explain("migrate "+path, err)
	}
	failpoint("migrate.commit")
	if err := tx.Commit(); err != nil {
		return explain("migrate "+path, err)
	}
	failpoint("migrate.committed")
	return nil
}

// copyPrefix begins the names of the copies that are made before a migration;
// the process id at their end keeps two processes that migrate at once apart.
const copyPrefix = databaseFile + ".layout-"

// copyBefore makes a copy of the database and brings it to the disk.
func copyBefore(ctx context.Context, pool *sql.DB, path string, layout int) error {
	doing := "copy " + path + " before its migration"
	name := filepath.Join(filepath.Dir(path), fmt.Sprintf("%s%d-%d", copyPrefix, layout, os.Getpid()))
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return explainFile(doing, err)
	}
	if _, err := pool.ExecContext(ctx, `VACUUM INTO ?`, name); err != nil {
		_ = os.Remove(name)
		return explain(doing, err)
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return explainFile(doing, err)
	}
	return explainFile(doing, errors.Join(f.Chmod(0o600), f.Sync(), f.Close()))
}

// removeCopies removes the copies of migrations that are over, also those of
// a process that died between its commit and this.
func removeCopies(path string) error {
	dir := filepath.Dir(path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return explainFile("look for old copies of "+path, err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), copyPrefix) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, entry.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return explainFile("remove the copy "+entry.Name(), err)
		}
	}
	return nil
}
