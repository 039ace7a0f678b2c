// Package recovery brings a session back from a SESSION_STATE or CANON_STATE_DELTA that
// somebody has kept, or begins anew, and says what that does before it is done.
//
// It owns the preview of a recovery and its words, which the screen and the commands
// show alike.
package recovery
