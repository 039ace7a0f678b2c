package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder is the folder of a workspace that holdfast keeps its files in, and the
// only place in it that holdfast writes to.
const Folder = ".holdfast"

// FileName is the name of a configuration file.
const FileName = "config.toml"

// Workspace is the tree of code that the State Map speaks about.
type Workspace struct {
	// Root is its absolute path as the user's shell spells it.
	Root string
	// Real is Root with every symbolic link resolved; clients may name files
	// by either.
	Real string
	// Found says how it was chosen: "flag --workspace", ".holdfast folder",
	// "git root" or "current folder".
	Found string
}

// Roots are the names of the workspace: Root, and Real where it is another.
func (w Workspace) Roots() []string {
	if w.Real == "" || w.Real == w.Root {
		return []string{w.Root}
	}
	return []string{w.Root, w.Real}
}

// Folder is the workspace's .holdfast folder, which may not exist yet.
func (w Workspace) Folder() string { return filepath.Join(w.Root, Folder) }

// Discover finds the workspace: dir where it is given, else the nearest parent
// of current (itself included) that holds .holdfast, else its git root, else
// current.
func Discover(dir, current string) (Workspace, error) {
	root, found, err := chooseRoot(dir, current)
	if err != nil {
		return Workspace{}, err
	}
	resolved, err := filepath.EvalSymlinks(root)
	if err != nil {
		return Workspace{}, fmt.Errorf("the workspace %s cannot be read: %w", root, cause(err))
	}
	return Workspace{Root: root, Real: resolved, Found: found}, nil
}

func chooseRoot(dir, current string) (root, found string, err error) {
	if dir != "" {
		root = dir
		if !filepath.IsAbs(root) {
			root = filepath.Join(current, root)
		}
		return filepath.Clean(root), "flag --workspace", checkFolder(root)
	}
	current = filepath.Clean(current)
	if root, ok := nearest(current, Folder, isFolder); ok {
		return root, Folder + " folder", nil
	}
	// In a linked worktree or a submodule .git is a file.
	if root, ok := nearest(current, ".git", exists); ok {
		return root, "git root", nil
	}
	return current, "current folder", nil
}

func checkFolder(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the workspace %s does not exist; create it or name another with --workspace", dir)
	case err != nil:
		return fmt.Errorf("the workspace %s cannot be read: %w", dir, cause(err))
	case !info.IsDir():
		return fmt.Errorf("the workspace %s is not a folder; name the folder that holds the code", dir)
	}
	return nil
}

// nearest climbs from dir to the first folder whose entry of that name is right.
func nearest(dir, name string, right func(path string) bool) (string, bool) {
	for {
		if right(filepath.Join(dir, name)) {
			return dir, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// cause drops the operation and path from a file error, which the sentence
// around it names already.
func cause(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}
