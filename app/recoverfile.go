package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/canon"
)

// typed implements typing, while a path is asked for.
func (r *recoverOverlay) typed(_ *Model, k tea.KeyMsg) (tea.Cmd, bool) {
	if !r.waiting() {
		return nil, false
	}
	switch k.Type {
	case tea.KeyEnter, tea.KeyEsc, tea.KeyCtrlC, tea.KeyUp, tea.KeyDown, tea.KeyPgUp, tea.KeyPgDown:
		return nil, false
	}
	if k.String() == "?" && r.field.Value() == "" {
		return nil, false // no path begins so
	}
	r.field, _ = r.field.Update(k)
	return nil, true
}

func (r *recoverOverlay) path() string { return strings.TrimSpace(r.field.Value()) }

func (r *recoverOverlay) noPath(*Model) string {
	switch {
	case r.asking:
		return "it is being read"
	case r.path() == "":
		return "paste a block, or type the path of a file first"
	}
	return ""
}

// readFile looks at the file whose path was typed, and keeps that for a second
// try.
func (r *recoverOverlay) readFile(m *Model) tea.Cmd {
	path, root := r.path(), m.status.Workspace
	return r.look(m, func() ([]byte, error) { return readBlock(path, root) })
}

// readBlock reads a file that may hold a document: named from the current folder,
// else from the workspace's root, "~" for the home. Only a file that ends is read.
func readBlock(path, root string) ([]byte, error) {
	path = atHome(path)
	about, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) && !filepath.IsAbs(path) && root != "" {
		path = filepath.Join(root, path)
		about, err = os.Stat(path)
	}
	if err != nil {
		return nil, fmt.Errorf("there is nothing to read: %w", err)
	}
	if !about.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file that can be read", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("there is nothing to read: %w", err)
	}
	defer func() { _ = f.Close() }() // it was read only
	text, err := io.ReadAll(io.LimitReader(f, canon.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("there is nothing to read: %w", err)
	}
	return append([]byte{}, text...), nil // never nil, which is no text
}
