// Package chain is the chain of states that a session tells of itself
// (CANON_STATE_DELTA).
//
// It owns the mirror of what a state tells beside the State Map, which moments of the
// session are to be told of, and the events that tell of them. It commits nothing:
// sessions keeps a Chain in step with the Ledger, and records what it makes. Reports and
// recovery ask it for the last state and for what was lost.
package chain
