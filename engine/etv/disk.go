package etv

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"holdfast/parser"
	"holdfast/parser/source"
)

// Disk reads files below the workspace root, which nothing can leave: neither
// "..", nor an absolute path, nor a symbolic link (os.Root). A path with a link
// anywhere in it is refused even if it stays inside: one file has one canonical
// path. The folder .holdfast is refused too, since closing a file of the
// database would drop the locks of who has it open.
//
// Paths are read as they are spelled: who takes one in asks Spelled first. Where the
// file system folds case or normalises Unicode, each spelling is compared with the bytes
// that are really there, so that none can be wrongly fresh, and an event that names
// another spelling than the tracked one is made up for by the sweep.
//
// A Disk is safe for concurrent use, until it is closed.
type Disk struct {
	path string // absolute
	root *os.Root
	self found
	top  *os.File
	fd   uintptr
	// folds reports whether the disk folds case.
	folds bool
	// looking, where a test sets it, runs before each look at a path.
	looking func()
	// between, where a test sets it, runs after a file was read and before it
	// is looked at again.
	between func(path string)
}

// Open opens the workspace for reading.
func Open(workspace string) (d *Disk, err error) {
	d = &Disk{}
	if d.path, err = filepath.Abs(workspace); err != nil {
		return nil, fmt.Errorf("opening the workspace: %w", err)
	}
	if d.root, err = os.OpenRoot(d.path); err != nil {
		return nil, fmt.Errorf("opening the workspace: %w", err)
	}
	if d.top, err = d.root.Open("."); err == nil {
		d.self, err = fstat(d.top)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the workspace: %w", errors.Join(err, d.Close()))
	}
	d.fd = d.top.Fd()
	d.folds = d.foldsCase()
	return d, nil
}

// Close releases the workspace. It is safe to call twice.
func (d *Disk) Close() error {
	err := d.root.Close()
	if d.top != nil {
		if again := d.top.Close(); !errors.Is(again, os.ErrClosed) {
			err = errors.Join(err, again)
		}
	}
	return err
}

// Exists reports whether a regular file of that canonical path is there.
func (d *Disk) Exists(path string) bool {
	f, err := (&prober{disk: d}).stat(path)
	return err == nil && f.kind == regular
}

// Folder reports whether a folder of that canonical path is there.
func (d *Disk) Folder(path string) bool {
	f, err := (&prober{disk: d}).stat(path)
	return err == nil && f.kind == directory
}

// File reads and parses a file, nil where there is none that can be compared.
func (d *Disk) File(path string) *source.File {
	_, file := d.load(path)
	return file
}

// load reads and parses a file. The file is nil unless it can be compared.
func (d *Disk) load(path string) (*Version, *source.File) {
	src, _, err := d.read(path)
	if err != nil {
		return d.failed(path, err), nil
	}
	file := parser.Parse(path, "", src)
	v := versionOf(file, sha256.Sum256(src))
	if file.Refused != "" {
		return v, nil
	}
	return v, file
}

// refusal is why something that is there is not read.
type refusal string

func (r refusal) Error() string { return string(r) }

// throughLink is a path with a link on the way.
const throughLink = refusal("goes through a symbolic link")

// failed is the version of a file that could not be read.
func (d *Disk) failed(path string, err error) *Version {
	var refused refusal
	switch {
	case errors.As(err, &refused):
		return &Version{path: path, status: Unverifiable, why: string(refused), lasting: refused != beingWritten}
	case !errors.Is(err, fs.ErrNotExist) && !noFolder(err):
		return &Version{path: path, status: Unreadable, why: inWords(err)}
	}
	return missing(path)
}

// errGone is a read failure: nothing is known of the files of a workspace that
// was moved or removed, or in whose place is another.
var errGone = errors.New("the workspace's folder is gone")

// stands reports whether the workspace is still the folder of that name.
func (d *Disk) stands() (now stamp, ok bool) {
	f, err := d.stat()
	return f.stamp, err == nil && f.dev == d.self.dev && f.ino == d.self.ino
}

// inWords is an error without the path, which every report names anyway.
func inWords(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}

// readable refuses what would block, never end, or be too much.
func readable(f found, most int64) error {
	if f.kind != regular {
		return refusal(f.kind.words())
	}
	if f.size > most {
		return tooLarge(f.size, most)
	}
	return nil
}

func tooLarge(size, limit int64) error {
	return refusal(fmt.Sprintf("too large: %s, the limit is %s", kib(size), kib(limit)))
}

func kib(n int64) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d KiB", (n+1023)>>10)
}

// ownFolder is where holdfast keeps its database.
const ownFolder = ".holdfast"

// Own reports whether a canonical path lies in holdfast's own folder, which is
// not a part of the workspace. File systems may fold case.
func Own(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.EqualFold(first, ownFolder)
}
