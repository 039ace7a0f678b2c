package engine

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
)

// ExportFolder is where an export goes, from the workspace's root, unless another
// folder is named.
const ExportFolder = etv.ExportFolder

// UnwritableError tells that nothing can be written to a folder.
type UnwritableError struct {
	Dir string
	Err error
}

func (e *UnwritableError) Error() string {
	err := e.Err
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err // it names a file of its own making
	}
	return fmt.Sprintf("nothing can be written to %s: %v", e.Dir, err)
}

func (e *UnwritableError) Unwrap() error { return e.Err }

// ForeignError refuses to replace a file that no export has written.
type ForeignError struct{ Path string }

func (e *ForeignError) Error() string {
	return e.Path + " is there already and is not of an export: nothing was written"
}

// ExportFolderReady tells, before anything is collected, whether an export may go
// to a folder and that it is to be made. The error is what WriteExport would end
// with: a ForeignError, or an UnwritableError.
func ExportFolderReady(dir string, readOnly bool) (isNew bool, err error) {
	if err := mayReplace(dir, exportNames(readOnly)); err != nil {
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

// exportNames are the files of an export.
func exportNames(readOnly bool) []string {
	names := []string{snapshotName, provenanceName}
	for _, name := range Projections {
		names = append(names, name+".md")
	}
	if !readOnly {
		names = append(names, stateName, deltaName)
	}
	return names
}

// WriteExport writes the documents of an export into a folder, which is made
// where there is none; ExportFolder then gets a .gitignore. Each file is replaced as a whole, none before all of them
// are on the disk, so that neither a full disk nor the end of ctx leaves half an
// export. A file that no export has written is not replaced: ForeignError. Where
// nothing can be written that is an UnwritableError. progress, which may be nil,
// is called as with Export.
func WriteExport(ctx context.Context, dir string, docs []Document, progress func(stage string, done, total int64)) (err error) {
	names := make([]string, len(docs))
	for i, d := range docs {
		names[i] = d.Name
	}
	if err := mayReplace(dir, names); err != nil {
		return err
	}
	if err := makeExportFolder(dir); err != nil {
		return &UnwritableError{dir, err}
	}
	var pending []*renameio.PendingFile
	defer func() {
		for _, f := range pending {
			err = errors.Join(err, f.Cleanup()) // of one in its place it does nothing
		}
	}()
	tell := counting(progress, stageWrite, len(docs))
	for _, d := range docs {
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
		tell()
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

// makeExportFolder makes the folder of an export where there is none. In the one
// that holdfast names itself it has git pass over it, once: whoever wants to keep an
// export in the repository deletes the .gitignore.
func makeExportFolder(dir string) error {
	_, err := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if !errors.Is(err, fs.ErrNotExist) || filepath.Base(dir) != ExportFolder {
		return nil
	}
	return os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("*\n"), 0o644)
}

// mayReplace refuses a folder in which a file would be replaced that no export
// has written. What lies beside a snapshot is of an export, and so is everything
// in the folder that is named for them.
func mayReplace(dir string, names []string) error {
	if filepath.Base(dir) == ExportFolder {
		return nil
	}
	if text, err := os.ReadFile(filepath.Join(dir, snapshotName)); err == nil {
		var other *delta.VersionError
		if _, err := delta.ParseSnapshot(text); err == nil || errors.As(err, &other) {
			return nil
		}
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); err == nil {
			return &ForeignError{path}
		} else if !errors.Is(err, fs.ErrNotExist) {
			return &UnwritableError{dir, err}
		}
	}
	return nil
}
