package etv

import "time"

// stamp tells versions of a file apart without reading it. Sizes and times
// alone would miss a file that another one replaced; ctime shows what sets
// mtime back.
type stamp struct {
	dev, ino     uint64
	size         int64
	mtime, ctime int64 // nanoseconds
}

// racy is the time within which a file can be written again and keep its
// stamp: the kernel's clock ticks some milliseconds, some file systems count
// whole seconds, and FAT two.
const racy = 2 * time.Second

// settled reports whether a file that was looked at, at that time, cannot have
// changed since without its stamp changing too.
func (s stamp) settled(at time.Time) bool {
	return at.Sub(time.Unix(0, max(s.mtime, s.ctime))) >= racy
}

// kind is what a path names.
type kind uint8

const (
	other kind = iota // devices, sockets, and whatever is invented next
	regular
	directory
	link
	pipe
)

// words are why something that is no file is not read.
func (k kind) words() string {
	switch k {
	case directory:
		return "is a folder"
	case link:
		return "is a symbolic link"
	case pipe:
		return "is a named pipe"
	}
	return "is not a regular file"
}

// found is what one lstat says.
type found struct {
	stamp
	kind kind
}
