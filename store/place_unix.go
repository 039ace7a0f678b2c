//go:build unix

package store

import (
	"errors"
	"io/fs"
	"syscall"
)

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
