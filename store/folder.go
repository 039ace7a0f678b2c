package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// openFolder opens the folder, creates what may be created, and tells whether
// the database file existed. Files are private: they hold prompts and code.
func (db *DB) openFolder(readOnly bool) (existed bool, err error) {
	if !readOnly {
		if err := os.MkdirAll(db.dir, 0o700); err != nil {
			return false, explainFile("create the folder "+db.dir, err)
		}
	}
	if db.root, err = os.OpenRoot(db.dir); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return false, fmt.Errorf("no holdfast database in %s: %w; start holdfast in this workspace first", db.dir, ErrNotFound)
		}
		return false, explainFile("open the folder "+db.dir, err)
	}
	info, err := db.root.Lstat(databaseFile)
	switch {
	case errors.Is(err, fs.ErrNotExist) && readOnly:
		return false, fmt.Errorf("no holdfast database in %s: %w; start holdfast in this workspace first", db.dir, ErrNotFound)
	case errors.Is(err, fs.ErrNotExist):
		return false, db.createFiles()
	case err != nil:
		return false, explainFile("look at "+db.path(), err)
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is %w but a %s; move it away", db.path(), ErrNotDatabase, info.Mode().Type())
	}
	return info.Size() > 0, nil
}

// createFiles makes the folder ignored by git, and an empty database file
// with the rights that SQLite then gives to its companions too.
func (db *DB) createFiles() error {
	ignore, err := db.root.OpenFile(ignoreFile, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = ignore.WriteString("*\n")
		err = errors.Join(err, ignore.Close())
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return explainFile("write "+ignoreFile+" in "+db.dir, err)
	}
	file, err := db.root.OpenFile(databaseFile, os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		err = file.Close()
	}
	return explainFile("create "+db.path(), err)
}

// explainFile turns what the file system says into the store's errors.
func explainFile(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%s: %w; free some space and try again", doing, ErrDiskFull)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s: it %w (%v); check the rights of the folder", doing, ErrNotWritable, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}
