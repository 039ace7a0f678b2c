package store

import (
	"context"
	"errors"
	"io/fs"

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
