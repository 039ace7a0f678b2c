// Package etv is External Truth Verification (TSLP 15): it reads the workspace,
// and never writes it.
package etv

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"holdfast/parser"
	"holdfast/parser/source"
)

// maxFile is the largest file that is read, in bytes: the parser's own limit.
const maxFile = 512 << 10

// Disk reads files below the workspace root, which nothing can leave: neither
// "..", nor an absolute path, nor a symbolic link (os.Root).
type Disk struct{ root *os.Root }

// Open opens the workspace for reading.
func Open(workspace string) (*Disk, error) {
	root, err := os.OpenRoot(workspace)
	if err != nil {
		return nil, fmt.Errorf("opening the workspace: %w", err)
	}
	return &Disk{root: root}, nil
}

// Close releases the workspace.
func (d *Disk) Close() error { return d.root.Close() }

// Exists tells whether a regular file of that canonical path is there.
func (d *Disk) Exists(path string) bool {
	info, err := d.root.Stat(filepath.FromSlash(path))
	return err == nil && info.Mode().IsRegular()
}

// File reads and parses a file, nil where there is none that can be read.
func (d *Disk) File(path string) *source.File {
	src, err := d.read(path)
	if err != nil {
		return nil
	}
	file := parser.Parse(path, "", src)
	if file.Refused != "" {
		return nil
	}
	return file
}

var errNotRegular = errors.New("not a regular file")

func (d *Disk) read(path string) ([]byte, error) {
	f, err := d.root.OpenFile(filepath.FromSlash(path), os.O_RDONLY|nonBlock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errNotRegular}
	}
	if info.Size() > maxFile {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d KiB", maxFile>>10)}
	}
	return io.ReadAll(io.LimitReader(f, maxFile+1))
}
