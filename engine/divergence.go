package engine

import (
	"holdfast/engine/stale"
)

// Settlement is what adopting or keeping an entity needs on one screen.
type Settlement struct {
	stale.Divergence
	// Truth is the authoritative content, OnDisk what the disk holds: nil where
	// it holds nothing of the entity.
	Truth, OnDisk []byte
	// Invalidates are the proposals that adopting the disk closes, since they
	// were built on what it replaces.
	Invalidates []string
	// Restorable is for how many requests it can be restored where adopting the disk
	// tombstones it.
	Restorable int
	Shown      ShownDisk
}

// ShownDisk are the versions that were on screen when the operator chose between
// them. A zero Artifact and Disk decide on whatever is there now.
type ShownDisk struct {
	Entity   string
	Artifact string // id of the authoritative artifact
	Disk     string // as in Divergence
}

// AdoptProgress tells how far the adoption of files has come.
type AdoptProgress struct {
	Files, Entities, Skipped int
	// Path is the file under way.
	Path string
}

// Adoption is what became of the files that were adopted.
type Adoption struct {
	Files     int // read and taken in
	Adopted   int // entities that became AUTHORITATIVE
	Unchanged int // entities that the map held already
	// Tombstoned are entities that an adopted file does not define any more.
	Tombstoned []string
	// Skipped are files that were not taken, with the reason.
	Skipped []SkippedFile
	// Faulty are files that were taken as far as they could be read.
	Faulty []FaultyFile
}

// FaultyFile is an adopted file with a syntax error, or with syntax that its
// grammar does not know.
type FaultyFile struct {
	Path string
	// Unread are the lines, in words, that could not be read; "" for none. Nothing
	// of them was adopted, but for With.
	Unread string
	// With are the symbols that are adopted as they stand, with an error in them or
	// cut off by what is unread.
	With []string
	// Kept are entities that the file does not define where it could be read. They
	// may stand in what is unread, and were not tombstoned.
	Kept []string
}

// SkippedFile is a file that was not adopted.
type SkippedFile struct{ Path, Why string }
