//go:build !unix

package etv

import (
	"io/fs"
	"os"
	"path/filepath"
)

const nonBlock = 0

// lstat asks about the path below the root. Without inodes a file is told from
// its successor by size and time, so a file that was written less than 2 s ago
// is read again, as everywhere.
func (d *Disk) lstat(path string) (found, error) {
	if d.looking != nil {
		d.looking()
	}
	info, err := d.root.Lstat(filepath.FromSlash(path))
	if err != nil {
		return found{}, err
	}
	return foundBy(info), nil
}

// stat asks about the folder that has the workspace's name.
func (d *Disk) stat() (found, error) {
	info, err := os.Stat(d.path)
	if err != nil {
		return found{}, err
	}
	return foundBy(info), nil
}

// fstat asks about an open file.
func fstat(f *os.File) (found, error) {
	info, err := f.Stat()
	if err != nil {
		return found{}, err
	}
	return foundBy(info), nil
}

func foundBy(info fs.FileInfo) found {
	f := found{stamp: stamp{size: info.Size(), mtime: info.ModTime().UnixNano()}}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		f.kind = regular
	case mode.IsDir():
		f.kind = directory
	case mode&fs.ModeSymlink != 0:
		f.kind = link
	case mode&fs.ModeNamedPipe != 0:
		f.kind = pipe
	}
	return f
}

// noFolder reports whether a file stands where the path has a folder.
func noFolder(error) bool { return false }
