package workplace

import (
	"strings"

	"holdfast/parser/block"
)

// Names are the files of a workspace, by which paths that others write are read.
type Names struct {
	// Roots are the absolute paths of the workspace.
	Roots []string
	// Tracked lists the canonical paths of the files that are tracked.
	Tracked func() []string
	// Known reports whether a canonical path is a file that is tracked or on disk.
	Known func(path string) bool
	// OnDisk returns a canonical path as the disk spells it, on a disk that folds case;
	// nil on every other.
	OnDisk func(path string) string
}

// Spelled returns a canonical path as the workspace spells it.
// One file is one path: on a disk that folds case it is the one that is tracked, else the
// disk's, whatever case it is written in.
func (n Names) Spelled(path string) string {
	tracked := n.Tracked()
	if n.OnDisk == nil {
		return block.Spelled(path, tracked, n.Known)
	}
	path = n.OnDisk(block.Spelled(path, tracked, n.Known))
	same := path
	for _, t := range tracked {
		if t == path {
			return path
		}
		if strings.EqualFold(t, path) {
			same = t
		}
	}
	return same
}

// Clean makes a path canonical that begins in a folder, as the workspace spells it.
func (n Names) Clean(folder, path string) (string, error) {
	clean, err := block.CleanPathIn(folder, path, n.Roots...)
	if err != nil {
		return "", err
	}
	return n.Spelled(clean), nil
}

// Options returns how blocks are read that name files of the workspace.
func (n Names) Options() block.Options {
	return block.Options{Roots: n.Roots, Known: n.Known, Spelled: n.Spelled, Files: n.Tracked()}
}
