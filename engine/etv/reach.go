package etv

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"holdfast/parser/source"
)

// reached is a folder of the workspace that no link leads to. Where the system can, it is
// held open: what is in it is then asked for by its name alone, and not looked up from the
// root each time, which on a network folder is a question for each folder on the way.
type reached struct {
	disk *Disk
	dir  string
	fd   int // noFD where it is not held open
}

// noFD is no open folder.
const noFD = -1

// readFile is a file that is open to be read.
type readFile interface {
	io.ReadCloser
	stat() (found, error)
}

// reachBySteps looks at each folder on the way.
func (d *Disk) reachBySteps(dir string) (reached, error) {
	for at, c := range dir + "/" {
		if c != '/' || at == 0 {
			continue
		}
		f, err := d.lstat(dir[:at])
		if err == nil && f.kind == link {
			err = throughLink
		}
		if err != nil {
			return reached{}, err
		}
	}
	return reached{disk: d, dir: dir, fd: noFD}, nil
}

// path is that of what has the name in the folder.
func (r reached) path(name string) string {
	if r.dir == "" {
		return name
	}
	return r.dir + "/" + name
}

// osFile reads by the means that every system has.
type osFile struct{ *os.File }

func (f osFile) stat() (found, error) { return fstat(f.File) }

// openBySteps opens what the path names, where none of its folders is held open.
func (r reached) openBySteps(name string) (readFile, error) {
	f, err := r.disk.root.OpenFile(filepath.FromSlash(r.path(name)), os.O_RDONLY|nonBlock, 0)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

// entries returns what is in a folder, in no order.
func (d *Disk) entries(dir string) ([]fs.DirEntry, error) {
	r, err := d.reach(dir)
	if err != nil {
		return nil, err
	}
	defer r.close()
	f, err := r.openFolder()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// openFolderBySteps opens the folder to list it.
func (r reached) openFolderBySteps() (*os.File, error) {
	name := "."
	if r.dir != "" {
		name = filepath.FromSlash(r.dir)
	}
	return r.disk.root.OpenFile(name, os.O_RDONLY|nonBlock, 0)
}

// admissible refuses paths that are none of a file in the workspace that is read.
func admissible(path string) error {
	if !fs.ValidPath(path) || path == "." || !filepath.IsLocal(filepath.FromSlash(path)) {
		return refusal("leaves the workspace")
	}
	if Own(path) {
		return refusal("belongs to holdfast")
	}
	return nil
}

// attempts is how often a file that changes under the reader is read again.
const attempts = 3

// beingWritten is a file that changed at each attempt.
const beingWritten = refusal("is being written")

// read reads a regular file that is not too large to be parsed, and its stamp as it was
// before and after.
func (d *Disk) read(path string) ([]byte, stamp, error) { return d.readWithin(path, source.MaxSize) }

// readWithin is read of a file of at most so many bytes.
func (d *Disk) readWithin(path string, most int64) ([]byte, stamp, error) {
	return d.readInto(path, most, nil)
}

// readInto is readWithin for who has to wait for room, which may be nil: it is asked for so
// many bytes before they are read.
func (d *Disk) readInto(path string, most int64, room func(bytes int64) error) ([]byte, stamp, error) {
	if err := admissible(path); err != nil {
		return nil, stamp{}, err
	}
	for range attempts {
		src, opened, err := d.readOnce(path, most, room)
		if err != nil {
			return nil, stamp{}, err
		}
		if d.between != nil {
			d.between(path)
		}
		if after, err := d.lstat(path); err == nil && src != nil && opened == after {
			return src, after.stamp, nil
		}
	}
	return nil, stamp{}, beingWritten
}

// readOnce reads what the path names at this moment, were it a pipe by now; nil where that
// became another while it was opened.
func (d *Disk) readOnce(path string, most int64, room func(bytes int64) error) ([]byte, found, error) {
	if _, stands := d.stands(); !stands {
		return nil, found{}, errGone
	}
	in, err := d.reach(parent(path))
	if err != nil {
		return nil, found{}, err
	}
	defer in.close()
	before, err := in.lstat(name(path))
	if err != nil {
		return nil, found{}, err
	}
	if err := readable(before, most); err != nil {
		return nil, found{}, err
	}
	if room != nil {
		if err := room(before.size); err != nil {
			return nil, found{}, err
		}
	}
	f, err := in.open(name(path))
	if err != nil {
		return nil, found{}, err
	}
	defer f.Close()
	opened, err := f.stat()
	if err != nil {
		return nil, found{}, err
	}
	if err := readable(opened, most); err != nil || before != opened {
		return nil, found{}, err
	}
	src, err := slurp(f, opened.size, most)
	return src, opened, err
}

// slurp reads a regular file of so many bytes, if it has not grown over the most.
func slurp(f io.Reader, size, most int64) ([]byte, error) {
	src := make([]byte, 0, size+1) // one more: the end is seen without growing
	for int64(len(src)) <= most {
		if len(src) == cap(src) {
			src = append(src, 0)[:len(src)]
		}
		n, err := f.Read(src[len(src):cap(src)])
		src = src[:len(src)+n]
		if errors.Is(err, io.EOF) || err == nil && len(src) < cap(src) && int64(len(src)) == size {
			return src, nil // a regular file reads short at its end only
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, tooLarge(int64(len(src)), most)
}
