//go:build unix

package etv

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// nonBlock keeps a named pipe in the workspace from holding a read for ever.
const nonBlock = unix.O_NONBLOCK

// lstat asks about the path below the root, without following a link at its
// end. os.Root opens every folder on the way, which takes five times as long;
// a stat reads nothing, and folders on the way are looked at by prober.
func (d *Disk) lstat(path string) (found, error) { return d.lstatIn(int(d.fd), path) }

// lstatIn asks about the path below an open folder.
func (d *Disk) lstatIn(folder int, path string) (found, error) {
	if d.looking != nil {
		d.looking()
	}
	var st unix.Stat_t
	for {
		err := unix.Fstatat(folder, path, &st, unix.AT_SYMLINK_NOFOLLOW)
		if err == nil {
			return foundBy(&st), nil
		}
		if !errors.Is(err, unix.EINTR) {
			return found{}, &fs.PathError{Op: "lstat", Path: path, Err: err}
		}
	}
}

// stat asks about the folder that has the workspace's name.
func (d *Disk) stat() (found, error) {
	var st unix.Stat_t
	for {
		err := unix.Stat(d.path, &st)
		if err == nil {
			return foundBy(&st), nil
		}
		if !errors.Is(err, unix.EINTR) {
			return found{}, &fs.PathError{Op: "stat", Path: d.path, Err: err}
		}
	}
}

// fstat asks about an open file.
func fstat(f *os.File) (found, error) {
	var st unix.Stat_t
	raw, err := f.SyscallConn()
	if err != nil {
		return found{}, err
	}
	var statErr error
	if err := raw.Control(func(fd uintptr) { statErr = unix.Fstat(int(fd), &st) }); err != nil {
		return found{}, err
	}
	if statErr != nil {
		return found{}, &fs.PathError{Op: "fstat", Path: f.Name(), Err: statErr}
	}
	return foundBy(&st), nil
}

func foundBy(st *unix.Stat_t) found {
	f := found{stamp: stamp{
		dev: uint64(st.Dev), ino: uint64(st.Ino), size: st.Size, mtime: st.Mtim.Nano(), ctime: st.Ctim.Nano(),
	}}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		f.kind = regular
	case unix.S_IFDIR:
		f.kind = directory
	case unix.S_IFLNK:
		f.kind = link
	case unix.S_IFIFO:
		f.kind = pipe
	}
	return f
}

// noFolder reports whether a file stands where the path has a folder.
func noFolder(err error) bool { return errors.Is(err, unix.ENOTDIR) }
