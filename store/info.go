package store

import (
	"context"
	"errors"
	"io/fs"
)

// Info says what kind of file the database is, for diagnostics.
type Info struct {
	Path string
	// Layout is the layout of the file, Known the newest that this holdfast
	// reads; an open database has them equal.
	Layout, Known int
	// Journal is SQLite's journal mode: "wal".
	Journal string
	// Bytes is the size of the database and its write-ahead log.
	Bytes int64
}

// Info reads what kind of file the database is.
func (db *DB) Info(ctx context.Context) (Info, error) {
	info := Info{Path: db.path(), Known: len(db.changes)}
	v, err := readVersion(ctx, db.readers, db.path())
	if err != nil {
		return Info{}, err
	}
	info.Layout = v.number
	if err := db.readers.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&info.Journal); err != nil {
		return Info{}, explain("ask for the journal mode", err)
	}
	// By stat only: to open and close the file would drop SQLite's locks.
	for _, name := range []string{databaseFile, databaseFile + "-wal"} {
		file, err := db.folder().Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return Info{}, explainFile("look at "+name, err)
		}
		info.Bytes += file.Size()
	}
	return info, nil
}
