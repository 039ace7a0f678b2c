package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/google/renameio/v2"
	"github.com/pelletier/go-toml/v2"
)

// File is a settings file, and what it is to hold.
type File struct {
	// Path is absolute. A symbolic link is written through.
	Path string
	// Syntax is "json", to which comments may belong, "toml", or of any other file the
	// one that holds nothing else.
	Syntax string
	// Text is what is added, or all of a file that holds nothing else; Mark is a part of
	// it by which it is known.
	Text, Mark string
	// Runs reports whether the file is a program.
	Runs bool
}

// Alone reports whether the file holds nothing else.
func (f File) Alone() bool { return f.Syntax != "json" && f.Syntax != "toml" }

// maxFile is the size in bytes beyond which a settings file is left alone.
const maxFile = 8 << 20

// Add has a file hold what it is to hold, and reports whether that was missing. The
// error says what is wrong with the file, which is then as it was.
func (f File) Add() (added bool, err error) {
	path, mode, text, err := f.read()
	if err != nil {
		return false, err
	}
	now, err := f.with(text)
	if err != nil || bytes.Equal(now, text) {
		return false, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, err
	}
	if err := renameio.WriteFile(path, now, mode, renameio.IgnoreUmask()); err != nil {
		return false, err
	}
	return true, nil
}

// read returns what stands in the file, nothing where there is none, and the file
// itself behind its links.
func (f File) read() (path string, mode fs.FileMode, text []byte, err error) {
	mode = 0o644
	if f.Runs {
		mode = 0o755
	}
	path, err = filepath.EvalSymlinks(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(f.Path); err == nil {
			return "", 0, nil, errors.New("it is a link to a file that is not there")
		}
		return f.Path, mode, nil, nil
	}
	if err != nil {
		return "", 0, nil, err
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", 0, nil, err
	case !info.Mode().IsRegular():
		return "", 0, nil, errors.New("it is no plain file")
	case info.Mode()&0o200 == 0:
		return "", 0, nil, errors.New("it is read-only")
	case info.Size() > maxFile:
		return "", 0, nil, errors.New("it is too large")
	}
	text, err = os.ReadFile(path)
	if err == nil && (!utf8.Valid(text) || bytes.ContainsRune(text, 0)) {
		err = errors.New("it is no text in UTF-8")
	}
	return path, info.Mode().Perm(), text, err
}

// with is the text with what it is to hold.
func (f File) with(text []byte) ([]byte, error) {
	switch f.Syntax {
	case "json":
		return merged(text, []byte(f.Text), f.Mark)
	case "toml":
		return f.tables(text)
	}
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return []byte(f.Text), nil
	case bytes.Contains(text, []byte(f.Mark)):
		return text, nil
	}
	return nil, errors.New("it is there already, and holds something else")
}

// tables adds tables at the end of a TOML text, where they belong to nothing above them.
func (f File) tables(text []byte) ([]byte, error) {
	var have map[string]any
	if err := toml.Unmarshal(text, &have); err != nil {
		return nil, fmt.Errorf("it is no valid TOML: %w", err)
	}
	if holdsIn(have, f.Mark) {
		return text, nil
	}
	all := bytes.Clone(text)
	if len(all) > 0 {
		if !bytes.HasSuffix(all, []byte("\n")) {
			all = append(all, '\n')
		}
		all = append(all, '\n')
	}
	all = append(all, f.Text...)
	var now map[string]any
	if err := toml.Unmarshal(all, &now); err != nil || !holdsIn(now, f.Mark) {
		return nil, errors.New("it has a form to which nothing can be added safely")
	}
	return all, nil
}

// holdsIn reports whether a text in a value of TOML holds this one.
func holdsIn(value any, mark string) bool {
	switch value := value.(type) {
	case string:
		return bytes.Contains([]byte(value), []byte(mark))
	case map[string]any:
		for _, v := range value {
			if holdsIn(v, mark) {
				return true
			}
		}
	case []any:
		for _, v := range value {
			if holdsIn(v, mark) {
				return true
			}
		}
	}
	return false
}
