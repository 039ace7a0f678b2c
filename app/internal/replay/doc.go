// Package replay sends conversations in the shape of real clients to a model server
// with one slot, which keeps the prompt that it processed last and processes anew what
// stands behind the first byte that differs (context.md).
//
// It owns the sessions and the server. Its test and holdfast bench play a session
// directly and through an engine, and compare what was processed.
package replay
