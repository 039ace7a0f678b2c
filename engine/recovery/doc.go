// Package recovery reads a SESSION_STATE or CANON_STATE_DELTA that somebody has kept,
// holds it against the session, the database and the disk, and says what a recovery
// from it, or a fresh start, does before it is done.
//
// It owns the examination of such a document, its preview and the words that the screen
// and the commands show alike; and its Desk, which carries out what was shown, in one
// commit, by the operator's word. That word ends read-only mode.
package recovery
