// Package sentry is the guard at the door of a workspace: it judges a call that a client
// is about to make, with what the files and the database say, and records what it has
// said (guard.md).
//
// It owns the reading and the one commit that a decision takes, without an engine: a
// client's hook waits for it. What is judged, and by which rules, is package guard's.
// The commands call it; an engine that runs follows what it records.
package sentry
