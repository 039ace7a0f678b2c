// Package engine is the facade over everything that holdfast decides: it opens the
// rooms below it, wires them and closes them again, and it is the only package that
// screens and commands open a workspace with.
//
// It owns the order in which the rooms begin and end, and the lock order between them.
// The commands call Open, and Start where something is to be served.
package engine
