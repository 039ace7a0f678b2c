// Package etv is External Truth Verification (TSLP 15): it reads the workspace,
// compares it with what the State Map holds, watches it for changes, and never
// writes it. It knows files and symbols, neither the Ledger nor the State Map.
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

// File reads and parses a file, nil where there is none that can be compared.
func (d *Disk) File(path string) *source.File {
	_, file := d.look(path)
	return file
}

// look reads a file and tells what it found.
func (d *Disk) look(path string) (*Version, *source.File) {
	src, err := d.read(path)
	var refused refusal
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrNotExist):
		return &Version{path: path, status: Missing}, nil
	case errors.As(err, &refused):
		return &Version{path: path, status: Unverifiable, why: string(refused)}, nil
	default:
		return &Version{path: path, status: Unreadable, why: err.Error()}, nil
	}
	file := parser.Parse(path, "", src)
	v := versionOf(file)
	if file.Refused != "" {
		return v, nil
	}
	return v, file
}

// refusal is why something that is there is not read.
type refusal string

func (r refusal) Error() string { return string(r) }

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
		return nil, refusal("not a regular file")
	}
	if info.Size() > source.MaxSize {
		return nil, refusal(fmt.Sprintf("too large: the limit is %d KiB", source.MaxSize>>10))
	}
	return io.ReadAll(io.LimitReader(f, source.MaxSize+1))
}
