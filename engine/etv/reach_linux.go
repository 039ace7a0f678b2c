package etv

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// reach returns a folder of the workspace that no link leads to, in one question.
func (d *Disk) reach(dir string) (reached, error) {
	if dir == "" {
		return reached{disk: d, fd: int(d.fd)}, nil
	}
	how := unix.OpenHow{
		Flags:   unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	}
	fd, err := again(func() (int, error) { return unix.Openat2(int(d.fd), dir, &how) })
	switch {
	case err == nil:
		return reached{disk: d, dir: dir, fd: fd}, nil
	case errors.Is(err, unix.ELOOP):
		return reached{}, throughLink
	case errors.Is(err, fs.ErrNotExist), noFolder(err):
		return reached{}, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	return d.reachBySteps(dir) // this kernel, or what guards the process, does not know the question
}

// again asks until no signal comes between.
func again[T any](ask func() (T, error)) (T, error) {
	for {
		answer, err := ask()
		if !errors.Is(err, unix.EINTR) {
			return answer, err
		}
	}
}

func (r reached) close() {
	if r.fd != noFD && r.dir != "" {
		_ = unix.Close(r.fd)
	}
}

// lstat asks about what is in the folder, without following a link.
func (r reached) lstat(name string) (found, error) {
	if r.fd == noFD {
		return r.disk.lstat(r.path(name))
	}
	return r.disk.lstatIn(r.fd, name)
}

// open opens a file of the folder. What a link leads to is not opened.
func (r reached) open(name string) (readFile, error) {
	if r.fd == noFD {
		return r.openBySteps(name)
	}
	fd, err := again(func() (int, error) {
		return unix.Openat(r.fd, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC|nonBlock, 0)
	})
	switch {
	case errors.Is(err, unix.ELOOP):
		return nil, refusal(link.words())
	case err != nil:
		return nil, &fs.PathError{Op: "open", Path: r.path(name), Err: err}
	}
	return rawFile{fd, name}, nil
}

// openFolder opens the folder to list it.
func (r reached) openFolder() (*os.File, error) {
	if r.fd == noFD {
		return r.openFolderBySteps()
	}
	fd, err := again(func() (int, error) {
		return unix.Openat(r.fd, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: r.dir, Err: err}
	}
	return os.NewFile(uintptr(fd), filepath.FromSlash(r.dir)), nil
}

// rawFile reads without what a file that may be waited for needs.
type rawFile struct {
	fd   int
	name string
}

func (f rawFile) stat() (found, error) {
	var st unix.Stat_t
	if _, err := again(func() (int, error) { return 0, unix.Fstat(f.fd, &st) }); err != nil {
		return found{}, &fs.PathError{Op: "fstat", Path: f.name, Err: err}
	}
	return foundBy(&st), nil
}

func (f rawFile) Read(into []byte) (int, error) {
	n, err := again(func() (int, error) { return unix.Read(f.fd, into) })
	switch {
	case err != nil:
		return 0, &fs.PathError{Op: "read", Path: f.name, Err: err}
	case n == 0 && len(into) > 0:
		return 0, io.EOF
	}
	return n, nil
}

func (f rawFile) Close() error { return unix.Close(f.fd) }
