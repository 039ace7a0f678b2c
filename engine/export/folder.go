package export

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"

	"holdfast/engine/delta"
	"holdfast/engine/etv"
	"holdfast/engine/items"
)

// Folder is where an export goes, from the workspace's root, unless another folder is
// named.
const Folder = etv.ExportFolder

// UnwritableError tells that nothing can be written to a folder.
type UnwritableError struct {
	Dir string
	Err error
}

// Error says where, and why.
func (e *UnwritableError) Error() string {
	err := e.Err
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err // it names a file of its own making
	}
	return fmt.Sprintf("nothing can be written to %s: %v", e.Dir, err)
}

// Unwrap returns why.
func (e *UnwritableError) Unwrap() error { return e.Err }

// ForeignError refuses to replace a file that no export has written.
type ForeignError struct{ Path string }

// Error names the file.
func (e *ForeignError) Error() string {
	return e.Path + " is there already and is not of an export: nothing was written"
}

// Ready reports, before anything is collected, whether the folder of an export is to
// be made. The error is what Write would end with: a ForeignError, or an
// UnwritableError.
func Ready(dir string, readOnly bool) (isNew bool, err error) {
	if err := mayReplace(dir, names(readOnly)); err != nil {
		return false, err
	}
	at := filepath.Clean(dir)
	for {
		info, err := os.Stat(at)
		switch {
		case err == nil && !info.IsDir():
			return false, &UnwritableError{dir, syscall.ENOTDIR}
		case err == nil:
			if err := writable(at); err != nil {
				return false, &UnwritableError{dir, err}
			}
			return isNew, nil
		case !errors.Is(err, fs.ErrNotExist):
			return false, &UnwritableError{dir, err}
		case filepath.Dir(at) == at:
			return false, &UnwritableError{dir, err}
		}
		isNew, at = true, filepath.Dir(at)
	}
}

// names are the files of an export, in read-only mode fewer.
func names(readOnly bool) []string {
	list := []string{SnapshotName, provenanceName}
	for _, name := range items.Projections {
		list = append(list, name+".md")
	}
	if !readOnly {
		list = append(list, stateName, deltaName)
	}
	return list
}

// Write writes the documents of an export into a folder, which is made where there is
// none; Folder then gets a .gitignore. Each file is replaced as a whole, none before
// all of them are on the disk, so that neither a full disk nor the end of ctx leaves
// half an export. A file that no export has written is not replaced: ForeignError.
// Where nothing can be written that is an UnwritableError. It calls tell, which may be
// nil, as it goes.
func Write(ctx context.Context, dir string, docs []Document, tell func(stage string, done, total int64)) (err error) {
	list := make([]string, len(docs))
	for i, d := range docs {
		list[i] = d.Name
	}
	if err := mayReplace(dir, list); err != nil {
		return err
	}
	if err := makeFolder(dir); err != nil {
		return &UnwritableError{dir, err}
	}
	var pending []*renameio.PendingFile
	defer func() {
		for _, f := range pending {
			err = errors.Join(err, f.Cleanup()) // of one in its place it does nothing
		}
	}()
	for i, d := range docs {
		if err := ctx.Err(); err != nil {
			return err
		}
		f, err := renameio.NewPendingFile(filepath.Join(dir, d.Name), renameio.WithPermissions(0o644))
		if err != nil {
			return &UnwritableError{dir, err}
		}
		pending = append(pending, f)
		if _, err := f.Write(d.Content); err != nil {
			return &UnwritableError{dir, err}
		}
		if err := f.Sync(); err != nil {
			return &UnwritableError{dir, err}
		}
		progress(tell).at(stageWrite, i+1, len(docs))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, f := range pending {
		if err := f.CloseAtomicallyReplace(); err != nil {
			return &UnwritableError{dir, err}
		}
	}
	return nil
}

// makeFolder makes the folder of an export where there is none. In the one
// that holdfast names itself it has git pass over it, once: whoever wants to keep an
// export in the repository deletes the .gitignore.
func makeFolder(dir string) error {
	_, err := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if !errors.Is(err, fs.ErrNotExist) || filepath.Base(dir) != Folder {
		return nil
	}
	return os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("*\n"), 0o644)
}

// mayReplace refuses a folder in which a file would be replaced that no export
// has written. What lies beside a snapshot is of an export, and so is everything
// in the folder that is named for them.
func mayReplace(dir string, files []string) error {
	if filepath.Base(dir) == Folder {
		return nil
	}
	if text, err := os.ReadFile(filepath.Join(dir, SnapshotName)); err == nil {
		var other *delta.VersionError
		if _, err := delta.ParseSnapshot(text); err == nil || errors.As(err, &other) {
			return nil
		}
	}
	for _, name := range files {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); err == nil {
			return &ForeignError{path}
		} else if !errors.Is(err, fs.ErrNotExist) {
			return &UnwritableError{dir, err}
		}
	}
	return nil
}
