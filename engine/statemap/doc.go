// Package statemap is what the code is, in memory, and what waits to become so.
//
// It owns the mirror of a session's State Map (TSLP 3.3) with what is known of each
// entity's place on disk, and the mirrors of its proposals: those that wait, and those
// that were closed since the disk did not hold them. Mirrors are filled from the
// database and then fold its events in the Ledger's order; nothing here decides or
// commits. Sessions keep them in step, every other room of the engine reads them.
package statemap
