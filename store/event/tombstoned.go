package event

import (
	"fmt"
	"strings"
)

// FileTombstoned ends entities of a file together (TSLP 9.2): one row for what would be
// an EntityTombstoned of each, which Expand gives.
//
// Commit fails with ErrConflict where the truth of one of them is another artifact.
type FileTombstoned struct {
	Path    string `json:"path"`
	Episode string `json:"episode,omitempty"`
	By      string `json:"by"`
	Reason  string `json:"reason"`
	// Symbols are the names of what ends, without the path, and Artifacts those that are
	// the truth of each until then.
	Symbols   []string `json:"symbols"`
	Artifacts []string `json:"artifacts"`
}

// Type implements Event.
func (FileTombstoned) Type() string { return "file_tombstoned" }

// Check reports what is wrong with the event by itself, as ErrInvalid; nil for nothing.
func (e *FileTombstoned) Check() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%w: the end of what %q holds %s", ErrInvalid, e.Path, fmt.Sprintf(format, args...))
	}
	switch {
	case e.Path == "":
		return fail("lacks a path")
	case len(e.Symbols) == 0 || len(e.Symbols) != len(e.Artifacts):
		return fail("is of %d symbols and %d artifacts", len(e.Symbols), len(e.Artifacts))
	}
	seen := make(map[string]bool, len(e.Symbols))
	for _, name := range e.Symbols {
		if name == "" || strings.Contains(name, "\n") || seen[name] {
			return fail("names a symbol %q, which is none or one twice", name)
		}
		seen[name] = true
	}
	return nil
}

// Entity is the entity of symbol i.
func (e *FileTombstoned) Entity(i int) string { return e.Path + "::" + e.Symbols[i] }

// Single is the event that would end symbol i.
func (e *FileTombstoned) Single(i int) EntityTombstoned {
	return EntityTombstoned{Entity: e.Entity(i), Artifact: e.Artifacts[i], Episode: e.Episode, By: e.By, Reason: e.Reason}
}
