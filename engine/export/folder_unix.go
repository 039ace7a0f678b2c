//go:build unix

package export

import "golang.org/x/sys/unix"

// writable is the error with which a file could not be made in a folder.
func writable(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }
