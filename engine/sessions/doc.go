// Package sessions is the one writer: what is decided in a session is committed here,
// on what is true at that moment, or refused.
//
// It owns the sessions of a workspace, the fold of the Ledger that keeps their mirrors
// in step (every row once and in order, whoever committed it), the emission of each
// session's CANON_STATE_DELTA, and what is known of the record itself: whether it can be
// trusted, and whether its database still stands in its place. Every room that decides
// commits through a Session; whatever else mirrors a session is a Mirror, which Open is
// given the maker of. Nothing else calls the store's commit.
package sessions
