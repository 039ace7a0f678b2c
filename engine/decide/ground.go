package decide

import (
	"holdfast/engine/gates"
	"holdfast/engine/statemap"
)

// Ground is what the decisions of a session stand on, beside the disk of the moment.
type Ground struct {
	state   *statemap.Map
	pending *statemap.Pending
	limits  gates.Limits
	// tolerates reports whether answers which were not saved yet are built upon, as
	// [etv] not_applied = "hydrate" says.
	tolerates func() bool
}

// NewGround returns what a session stands on: its map, what waits, the limits of gate
// A, and whether answers which were not saved yet are built upon, as [etv] not_applied
// = "hydrate" says.
func NewGround(state *statemap.Map, pending *statemap.Pending, limits gates.Limits, tolerates func() bool) *Ground {
	return &Ground{state: state, pending: pending, limits: limits, tolerates: tolerates}
}
