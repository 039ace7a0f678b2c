//go:build unix

package store

import (
	"io/fs"
	"os"
	"syscall"
)

// alive reports whether a folder that was opened still has a name somewhere.
func alive(folder fs.FileInfo) bool {
	stat, ok := folder.Sys().(*syscall.Stat_t)
	return !ok || stat.Nlink > 0
}

// mayUse reports why this user can neither read nor write a file, nil if he can
// do both. It opens nothing: to close a database file drops SQLite's locks.
func mayUse(name string) error {
	const readAndWrite = 4 | 2
	if err := syscall.Access(name, readAndWrite); err != nil {
		return &os.PathError{Op: "access", Path: name, Err: err}
	}
	return nil
}
