//go:build unix

package store

import (
	"errors"
	"io/fs"
	"syscall"
)

// identity tells a file from every other one.
type identity struct{ device, inode uint64 }

// identify looks which file has a name, and follows no link. It is asked around
// every commit, and does without what os.Lstat allocates.
func identify(name string) (identity, error) {
	var stat syscall.Stat_t
	if err := syscall.Lstat(name, &stat); err != nil {
		return identity{}, err
	}
	return identity{uint64(stat.Dev), uint64(stat.Ino)}, nil // of other types elsewhere
}

// alive reports whether a folder that was opened still has a name somewhere.
func alive(folder fs.FileInfo) bool {
	stat, ok := folder.Sys().(*syscall.Stat_t)
	return !ok || stat.Nlink > 0
}

// mayUse reports why this user cannot read a file, or cannot write it where that
// is asked for too; nil if he can. It opens nothing: to close a database file drops
// SQLite's locks.
func mayUse(name string, write bool) error {
	mode := uint32(4)
	if write {
		mode |= 2
	}
	if err := syscall.Access(name, mode); errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}
