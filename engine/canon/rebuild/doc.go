// Package rebuild makes the states of a session of the Ledger alone, as they were
// when they were emitted: for who wants to see a CANON_STATE_DELTA again, and to
// prove that what was emitted is what was recorded. It shares no code with the
// mirrors of the State Map by which the engine emits.
//
// It owns nothing; it reads events that others hand it. Replay, recovery and reports call
// it.
package rebuild
