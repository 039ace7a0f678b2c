package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"strings"

	"holdfast/store/event"
)

// Info reads what kind of file the database is.
func (db *DB) Info(ctx context.Context) (event.File, error) {
	info := event.File{Path: db.path(), Known: len(db.changes)}
	v, err := readVersion(ctx, db.readers, db.path())
	if err != nil {
		return event.File{}, err
	}
	info.Layout = v.number
	if err := db.readers.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&info.Journal); err != nil {
		return event.File{}, explain("ask for the journal mode", err)
	}
	// By stat only: to open and close the file would drop SQLite's locks.
	for _, name := range []string{databaseFile, databaseFile + "-wal"} {
		file, err := db.folder().Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return event.File{}, explainFile("look at "+name, err)
		}
		info.Bytes += file.Size()
	}
	return info, nil
}

// Size reads what the database takes by part. SQLite tells of each table and index how
// many pages it has, which reads every page once.
func (db *DB) Size(ctx context.Context) (event.Size, error) {
	var size event.Size
	const doing = "ask for the size of the database"
	err := each(ctx, db.readers, doing, `SELECT t.tbl_name, sum(s.pgsize) FROM dbstat s LEFT JOIN sqlite_schema t ON t.name = s.name
		WHERE s.aggregate = TRUE GROUP BY 1`, nil, func(rows *sql.Rows) error {
		var table sql.NullString // NULL for that of the schema
		var bytes int64
		if err := rows.Scan(&table, &bytes); err != nil {
			return err
		}
		*partOf(&size, table.String) += bytes
		return nil
	})
	if err != nil {
		return event.Size{}, err
	}
	err = db.readers.QueryRowContext(ctx, `SELECT f.freelist_count * p.page_size FROM pragma_freelist_count f, pragma_page_size p`).Scan(&size.Free)
	if err != nil {
		return event.Size{}, explain(doing, err)
	}
	// The limit keeps SQLite from sorting the bodies themselves by type.
	err = each(ctx, db.readers, doing, `SELECT type, count(*), sum(n) AS bytes FROM (SELECT type, octet_length(body) AS n FROM ledger LIMIT -1)
		GROUP BY type ORDER BY bytes DESC, type`, nil, func(rows *sql.Rows) error {
		var kind event.RowsOf
		err := rows.Scan(&kind.Type, &kind.Rows, &kind.Bytes)
		size.Kinds = append(size.Kinds, kind)
		return err
	})
	if err != nil {
		return event.Size{}, err
	}
	return size, db.beside(&size)
}

// partOf is the part of a size that a table belongs to, with its indexes.
func partOf(size *event.Size, table string) *int64 {
	switch table {
	case "vault":
		return &size.Content
	case "ledger":
		return &size.Ledger
	}
	return &size.Rest
}

// beside adds the files that lie beside the database. They are found by stat only: to
// open and close one would drop SQLite's locks.
func (db *DB) beside(size *event.Size) error {
	entries, err := fs.ReadDir(db.folder().FS(), ".")
	if err != nil {
		return explainFile("look for what lies beside the database", err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return explainFile("look at "+entry.Name(), err)
		case entry.Name() == databaseFile+logSuffix:
			size.Log = info.Size()
		case strings.HasPrefix(entry.Name(), asidePrefix):
			size.Kept = append(size.Kept, event.KeptFile{Name: entry.Name(), Bytes: info.Size()})
		}
	}
	return nil
}
