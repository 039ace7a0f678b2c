//go:build linux || darwin || freebsd

package diag

import "golang.org/x/sys/unix"

// FreeSpace is the room in bytes that is left to the user on the file system of
// a folder. Nothing is opened.
func FreeSpace(folder string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, err
	}
	// Some systems count in signed numbers, and go below zero.
	blocks := max(int64(s.Bavail), 0)
	return uint64(blocks) * uint64(s.Bsize), nil
}
