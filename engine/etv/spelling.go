package etv

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// One file is one path, whatever case a path is written in: on a disk that folds case
// the spelling of the disk wins, and a file that is tracked keeps the one under which it
// is.

// Folds reports whether two spellings of one path that differ in case are one file.
func (d *Disk) Folds() bool { return d.folds }

// foldsCase looks whether holdfast's own folder is there under another spelling.
func (d *Disk) foldsCase() bool {
	own, err := d.lstat(ownFolder)
	if err != nil {
		return false
	}
	other, err := d.lstat(strings.ToUpper(ownFolder))
	return err == nil && own.kind == directory && own.dev == other.dev && own.ino == other.ino
}

// Spelled returns a canonical path as the disk spells it. What is not there stays as it
// is, and so does everything on a disk that does not fold case.
func (d *Disk) Spelled(path string) string {
	if !d.folds || !fs.ValidPath(path) || path == "." || Own(path) {
		return path
	}
	spelled := ""
	for part := range strings.SplitSeq(path, "/") {
		spelled = strings.TrimPrefix(spelled+"/"+d.nameIn(spelled, part), "/")
	}
	return spelled
}

// nameIn is what a folder calls a file or folder, name where it holds none.
func (d *Disk) nameIn(dir, name string) string {
	at := filepath.FromSlash(dir)
	if dir == "" {
		at = "."
	}
	f, err := d.root.OpenFile(at, os.O_RDONLY|nonBlock, 0)
	if err != nil {
		return name
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil || slices.Contains(names, name) {
		return name
	}
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	return name
}
