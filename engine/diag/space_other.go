//go:build !linux && !darwin && !freebsd && !windows

package diag

import "errors"

// FreeSpace is the room in bytes that is left to the user on the file system of
// a folder.
func FreeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
