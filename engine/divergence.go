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
