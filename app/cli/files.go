package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"holdfast/engine/ahead"
	"holdfast/engine/config"
	"holdfast/parser/source"
)

// readArgument reads a file, or standard input for "-". The byte order mark that some
// editors and shells write is no part of the text.
func (p *program) readArgument(c *cobra.Command, name string) (text []byte, err error) {
	if name == "-" {
		text, err = readAll(c.InOrStdin(), "standard input")
	} else {
		text, err = p.readFile(name)
	}
	return bytes.TrimPrefix(text, []byte("\uFEFF")), err
}

// workspacePath names a file from the workspace's root with slashes. A relative
// name starts from the current folder where that lies in the workspace, and
// from the root elsewhere.
func (p *program) workspacePath(c *cobra.Command, name string) (string, error) {
	cfg, err := p.load(c)
	if err != nil {
		return "", err
	}
	current, err := p.current()
	if err != nil {
		return "", err
	}
	path, ok := relativeTo(cfg.Workspace, current, name)
	if !ok {
		return "", usage(c, "%s is not a file in the workspace %s", name, cfg.Workspace.Root)
	}
	return path, nil
}

// current is the folder that the command was given in.
func (p *program) current() (string, error) {
	if p.Current != "" {
		return p.Current, nil
	}
	current, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("the current folder cannot be read: %w", err)
	}
	return current, nil
}

// eachSource reads the files that arguments name, and those of a known
// language in folders, in order. What cannot be read is told together at the
// end, and the others are read all the same. Files are read ahead: on a network folder
// reading is waiting.
func (p *program) eachSource(ctx context.Context, args []string, do func(name string, src []byte)) error {
	const readers, most = 32, largestInput
	room := ahead.NewRoom(most)
	read := func(ctx context.Context, at int, f sourceFile) sourceFile {
		if f.err == nil {
			f.src, f.err = p.readInto(f.name, func(bytes int64) error { return room.Take(ctx, at, min(bytes, most)) })
		}
		return f
	}
	var failed []error
	at := 0
	for f := range ahead.Each(ctx, p.sources(args), readers, 2*readers, read) {
		room.Leave(at)
		at++
		if f.err != nil {
			failed = append(failed, f.err)
			continue
		}
		do(filepath.ToSlash(f.name), f.src)
	}
	return errors.Join(failed...)
}

// sourceFile is a file that an argument names, or one below it; or why there is none.
type sourceFile struct {
	name string
	src  []byte
	err  error
}

// sources finds the files that arguments name, and those of a known language in folders.
func (p *program) sources(args []string) iter.Seq[sourceFile] {
	return func(yield func(sourceFile) bool) {
		for _, arg := range args {
			arg = filepath.Clean(arg)
			on := true
			tell := func(f sourceFile) error {
				if on = yield(f); !on {
					return fs.SkipAll
				}
				return nil
			}
			err := p.walk(arg, func(name string, entry fs.DirEntry, err error) error {
				switch {
				case err != nil:
					return tell(sourceFile{err: unreadable(name, err)})
				case entry.IsDir():
					if name != arg && skipped(entry.Name()) {
						return fs.SkipDir
					}
				case name == arg, entry.Type().IsRegular() && source.ForPath(entry.Name()) != "":
					return tell(sourceFile{name: name})
				}
				return nil
			})
			if err != nil && on && !errors.Is(err, fs.SkipAll) {
				_ = tell(sourceFile{err: unreadable(arg, err)})
			}
			if !on {
				return
			}
		}
	}
}

// walk is filepath.WalkDir from the program's current folder, with names as
// they were given.
func (p *program) walk(name string, visit fs.WalkDirFunc) error {
	from := p.at(name)
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return visit(name, fs.FileInfoToDirEntry(info), nil)
	}
	return filepath.WalkDir(from+string(filepath.Separator), func(path string, entry fs.DirEntry, err error) error {
		relative, relErr := filepath.Rel(from, path)
		if relErr != nil {
			return relErr
		}
		return visit(filepath.Join(name, relative), entry, err)
	})
}

// at is where a name given on the command line stands.
func (p *program) at(name string) string {
	if p.Current == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.Current, name)
}

func (p *program) readFile(name string) ([]byte, error) {
	return p.readInto(name, func(int64) error { return nil })
}

// readInto is readFile for who has to wait for room: it is asked for what the file holds, in
// bytes, before that is read.
func (p *program) readInto(name string, room func(bytes int64) error) ([]byte, error) {
	f, err := os.Open(p.at(name))
	if err != nil {
		return nil, unreadable(name, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		if err := room(info.Size()); err != nil {
			return nil, err
		}
	}
	return readAll(f, name)
}

// largestInput is the most that a command reads from a stream, in bytes: the
// size of the largest request body.
const largestInput = 32 << 20

func readAll(r io.Reader, name string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, largestInput+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	case len(data) > largestInput:
		return nil, fmt.Errorf("%s is larger than %d MiB; give less at once", name, largestInput>>20)
	}
	return data, nil
}

func skipped(folder string) bool {
	return strings.HasPrefix(folder, ".") || folder == "node_modules"
}

func relativeTo(w config.Workspace, current, name string) (string, bool) {
	if name == "" || strings.HasSuffix(name, "/") {
		return "", false
	}
	if !filepath.IsAbs(name) {
		if _, inside := below(w, current); !inside {
			current = w.Root
		}
		name = filepath.Join(current, name)
	}
	path, inside := below(w, filepath.Clean(name))
	return path, inside && path != "."
}

// below is a path from the workspace's root, by either of the root's names.
func below(w config.Workspace, path string) (string, bool) {
	for _, root := range w.Roots() {
		relative, err := filepath.Rel(root, path)
		if err == nil && filepath.IsLocal(relative) {
			return filepath.ToSlash(relative), true
		}
	}
	return "", false
}

func unreadable(name string, err error) error {
	var inFile *fs.PathError
	if errors.As(err, &inFile) {
		err = inFile.Err
	}
	return fmt.Errorf("%s cannot be read: %w", name, err)
}
